// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/profiles.h"

#include "lifecycle/profilestore.h"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;

namespace {

// Of a kernel.json; real ones have some hundred bytes.
constexpr std::size_t specLimit = 64 * 1024;

struct Language
{
    std::vector<const char *> images;
    const char *title;
    const char *variable;
    // Inside the sandbox only these folders are searched.
    std::vector<const char *> programs;
    // Debian's name of the package, for the hint.
    const char *package;
};

const Language languages[] = {
    { { "python" }, "Python", "PYTHON_VERSION", { "python3" }, "python3" },
    { { "node" }, "Node.js", "NODE_VERSION", { "node", "nodejs" }, "nodejs" },
    { { "golang", "go" }, "Go", "GO_VERSION", { "go" }, "golang-go" },
    { { "openjdk", "eclipse-temurin", "amazoncorretto" }, "Java", "JAVA_VERSION", { "java" }, "default-jdk-headless" },
    { { "bash", "debian", "ubuntu", "alpine", "busybox" }, "a shell", nullptr, { "bash" }, "bash" },
};

std::optional<std::string> program(const std::string &name)
{
    for (const char *folder : { "/usr/local/bin/", "/usr/bin/", "/bin/" }) {
        const std::string path = folder + name;
        if (::access(path.c_str(), X_OK) == 0)
            return path;
    }
    return std::nullopt;
}

bool installed(const Language &language)
{
    return std::ranges::any_of(language.programs, [](const char *name) { return program(name).has_value(); });
}

// "3.12" of "3.12-slim", "v3.12.1"; empty when it names no version.
std::string versionOf(std::string_view text)
{
    if (text.starts_with('v'))
        text.remove_prefix(1);
    const std::size_t end = text.find_first_not_of("0123456789.");
    text = text.substr(0, end);
    while (text.ends_with('.'))
        text.remove_suffix(1);
    return std::string(text);
}

std::string firstTwo(const std::string &version)
{
    const std::size_t first = version.find('.');
    return first == std::string::npos ? version : version.substr(0, version.find('.', first + 1));
}

// The version in the name of what python3 finally is: /usr/bin/python3.13 -> 3.13.
std::string installedPython()
{
    const auto path = program("python3");
    if (!path)
        return {};
    std::error_code ignored;
    const std::string real = fs::canonical(*path, ignored).filename().string();
    return real.starts_with("python") ? versionOf(real.substr(6)) : std::string();
}

void choosePython(Profile &profile, const std::string &wanted)
{
    const std::string version = firstTwo(wanted);
    if (version.empty())
        return;
    const std::string present = installedPython();
    if (present == version || present.starts_with(version + '.'))
        return;
    if (const auto path = program("python" + version)) {
        profile.links = { { "python3", *path }, { "python", *path } };
        return;
    }
    profile.remark = "Python " + version + " is not installed here; this sandbox has Python " + present + ".";
}

struct ContextLanguage
{
    const char *name;
    // All of them are needed.
    std::vector<const char *> programs;
    // Folders of drivers, any of them.
    std::vector<const char *> drivers;
};

const ContextLanguage contextTools[] = {
    { "python", { "python3" }, { "python" } },
    { "bash", { "bash" }, { "bash" } },
    { "javascript", { "node" }, { "javascript" } },
    { "typescript", { "node", "tsc" }, { "javascript" } },
    { "java", { "jshell" }, { "java" } },
    { "go", { "go" }, { "go" } },
};

// The languages of the kernel.json files of this machine, in lower case.
std::vector<std::string> installedKernels()
{
    std::vector<std::string> found;
    for (const char *folder : { "/usr/local/share/jupyter/kernels", "/usr/share/jupyter/kernels" }) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            std::ifstream file(entry->path() / "kernel.json");
            std::string text(specLimit, '\0');
            file.read(text.data(), static_cast<std::streamsize>(text.size()));
            text.resize(static_cast<std::size_t>(file.gcount()));
            boost::system::error_code failed;
            const boost::json::value spec = boost::json::parse(text, failed);
            const boost::json::object *object = failed ? nullptr : spec.if_object();
            const boost::json::value *language = object ? object->if_contains("language") : nullptr;
            if (language && language->is_string()) {
                std::string name(language->get_string());
                std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
                found.push_back(std::move(name));
            }
        }
    }
    return found;
}

std::string join(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

std::vector<std::string> contextLanguages(const std::string &kernelsFolder)
{
    const std::vector<std::string> kernels = installedKernels();
    std::vector<std::string> names;
    for (const ContextLanguage &language : contextTools) {
        const bool tools = std::ranges::all_of(language.programs, [](const char *name) { return program(name).has_value(); });
        const bool driver = std::ranges::any_of(language.drivers, [&](const char *name) {
            std::error_code ignored;
            return !kernelsFolder.empty() && fs::is_directory(fs::path(kernelsFolder) / name, ignored);
        });
        if (std::ranges::find(kernels, language.name) != kernels.end() || (tools && driver))
            names.emplace_back(language.name);
    }
    return names;
}

std::vector<ProfileDescription> describeProfiles(const ProfileStore &store)
{
    // A profile is this machine's system with one language meant: every one sees all of it.
    std::vector<std::string> everything;
    std::vector<ProfileDescription> single;
    for (const Language &language : languages) {
        if (!installed(language))
            continue;
        std::string title = language.title == std::string_view("a shell") ? "Bash" : language.title;
        if (&language == &languages[0]) {
            if (const std::string version = installedPython(); !version.empty())
                title += ' ' + version;
        }
        everything.push_back(title);
        single.push_back({ .name = language.images.front(),
                           .aliases = { language.images.begin() + 1, language.images.end() },
                           .contains = std::move(title) });
    }
    const std::string all = join(everything);
    std::vector<ProfileDescription> profiles { { .name = "local", .aliases = {}, .contains = all },
                                               { .name = "opensandbox/code-interpreter", .aliases = {}, .contains = all } };
    profiles.insert(profiles.end(), single.begin(), single.end());
    for (const std::string &name : store.names()) {
        std::erase_if(profiles, [&](const ProfileDescription &profile) { return profile.name == name; });
        profiles.push_back({ .name = name, .aliases = {}, .contains = "Root file system in " + store.rootOf(name) });
    }
    return profiles;
}

std::vector<std::string> profileNames(const ProfileStore &store)
{
    std::vector<std::string> names;
    for (ProfileDescription &profile : describeProfiles(store))
        names.push_back(std::move(profile.name));
    return names;
}

std::expected<Profile, std::string> findProfile(const std::string &image,
                                                const std::vector<std::pair<std::string, std::string>> &environment,
                                                const ProfileStore &store)
{
    // name[:tag][@digest] with any registry and folder before it.
    std::string_view name = image;
    while (!name.empty() && (name.front() == ' ' || name.front() == '\t'))
        name.remove_prefix(1);
    while (!name.empty() && (name.back() == ' ' || name.back() == '\t'))
        name.remove_suffix(1);
    name = name.substr(0, name.find('@'));
    std::string tag;
    const std::size_t slash = name.rfind('/');
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos
        && (slash == std::string_view::npos || colon > slash)) {
        tag = name.substr(colon + 1);
        name = name.substr(0, colon);
    }
    const std::string_view folder = slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
    const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);

    Profile profile { .name = std::string(name), .links = {}, .remark = {}, .python = false, .root = {} };
    if (std::string root = store.rootOf(profile.name); !root.empty()) {
        std::error_code ignored;
        if (!fs::is_directory(root, ignored))
            return std::unexpected("The folder '" + root + "' of the profile '" + profile.name + "' is not there.");
        profile.root = std::move(root);
        return profile;
    }
    const auto variable = [&](const char *wanted) {
        for (const auto &[key, value] : environment) {
            if (wanted && key == wanted)
                return versionOf(value);
        }
        return std::string();
    };

    const bool interpreter = last == "code-interpreter" && (folder == "opensandbox" || folder.ends_with("/opensandbox"));
    if (name == "local" || interpreter) {
        choosePython(profile, variable("PYTHON_VERSION"));
        profile.python = installed(languages[0]);
        return profile;
    }
    // Official images have no folder, or this one.
    const bool official = folder.empty() || folder == "library" || folder == "docker.io/library";
    for (const Language &language : languages) {
        const bool named = std::ranges::any_of(language.images, [&](const char *entry) { return last == entry; });
        if (!official || !named)
            continue;
        if (!installed(language))
            return std::unexpected("The image '" + image + "' needs " + language.title
                                   + " on this machine, and it is not installed (package " + language.package + ").");
        std::string version = variable(language.variable);
        if (version.empty())
            version = versionOf(tag);
        profile.python = last == "python";
        if (profile.python)
            choosePython(profile, version);
        else if (!version.empty())
            profile.remark = "The image '" + image + "' stands for this machine's own " + language.title
                + "; its version is not chosen by the tag.";
        return profile;
    }
    const std::string known = join(profileNames(store));
    return std::unexpected("The local runtime has no image '" + image + "'. It downloads nothing; its images stand for what is "
                           "installed on this machine: " + known + ".");
}

} // namespace Runtime
