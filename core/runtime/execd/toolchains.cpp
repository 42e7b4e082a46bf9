// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/toolchains.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace Execd {

namespace {

struct Tool {
    std::string_view language;
    std::string_view program;
    std::string_view variable;
    std::string_view package;
    // Folders whose subfolders are versions, and where the program is in those.
    std::vector<std::string> roots;
    std::string_view inside;
};

const std::vector<Tool> &tools()
{
    static const std::vector<Tool> all {
        { "javascript", "node", "NODE_VERSION", "nodejs", { "/opt/node", "/usr/local/nodejs", "~/.nvm/versions/node", "/opt" },
            "bin/node" },
        { "typescript", "node", "NODE_VERSION", "nodejs", { "/opt/node", "/usr/local/nodejs", "~/.nvm/versions/node", "/opt" },
            "bin/node" },
        { "java", "java", "JAVA_VERSION", "openjdk-21-jdk-headless",
            { "/usr/lib/jvm", "/opt/java", "~/.sdkman/candidates/java", "/opt" }, "bin/java" },
        { "go", "go", "GO_VERSION", "golang-go", { "/usr/lib", "/opt/go", "/usr/local", "~/sdk", "/opt" }, "bin/go" },
    };
    return all;
}

bool isProgram(const fs::path &path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string inPath(std::string_view program, const Environment &environment)
{
    const std::string *path = findVariable(environment, "PATH");
    std::istringstream folders(path ? *path : "/usr/local/bin:/usr/bin:/bin");
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        const fs::path candidate = fs::path(folder) / program;
        if (isProgram(candidate))
            return candidate.string();
    }
    return {};
}

// The first number with dots in a name: "go-1.24" has 1.24, "v20.19.2" 20.19.2, "java-1.21.0-openjdk" 1.21.0.
std::string numberIn(std::string_view text)
{
    const std::size_t start = text.find_first_of("0123456789");
    if (start == std::string_view::npos)
        return {};
    const std::size_t end = text.find_first_not_of("0123456789.", start);
    return std::string(text.substr(start, end == std::string_view::npos ? end : end - start));
}

// What a folder with an installation says about its version.
std::string versionOf(const fs::path &folder, std::string_view language)
{
    std::ifstream file(folder / (language == "java" ? "release" : "VERSION"));
    std::string line;
    while (std::getline(file, line)) {
        if (language != "java" || line.starts_with("JAVA_VERSION="))
            return numberIn(line);
    }
    return numberIn(folder.filename().string());
}

std::string expanded(const std::string &root, const Environment &environment)
{
    if (!root.starts_with('~'))
        return root;
    const std::string *home = findVariable(environment, "HOME");
    return (home ? *home : "/") + root.substr(1);
}

} // namespace

bool versionFits(std::string_view installed, std::string_view wanted)
{
    if (wanted.starts_with('v'))
        wanted.remove_prefix(1);
    if (wanted.empty() || !installed.starts_with(wanted))
        return false;
    return installed.size() == wanted.size() || installed[wanted.size()] == '.';
}

std::expected<std::string, std::string> findToolchain(
    const std::string &language, const Environment &environment, const std::string &prefix)
{
    const auto tool = std::ranges::find(tools(), std::string_view(language), &Tool::language);
    if (tool == tools().end())
        return std::unexpected("there is no driver for " + language);
    const std::string usual = inPath(tool->program, environment);
    const std::string *wanted = findVariable(environment, tool->variable);
    std::string last;
    for (const std::string &root : tool->roots) {
        std::error_code ignored;
        std::vector<fs::path> folders;
        for (const fs::directory_entry &entry : fs::directory_iterator(prefix + expanded(root, environment), ignored)) {
            // In shared folders only what is named for the language counts.
            const std::string name = entry.path().filename().string();
            const bool shared = root == "/opt" || root == "/usr/lib" || root == "/usr/local";
            if ((!shared || name.starts_with(tool->program) || (language == "java" && name.starts_with("jdk")))
                && isProgram(entry.path() / tool->inside))
                folders.push_back(entry.path());
        }
        std::ranges::sort(folders);
        for (const fs::path &folder : folders) {
            const std::string version = versionOf(folder, language);
            last = (folder / tool->inside).string();
            if (wanted && versionFits(version, *wanted))
                return last;
        }
    }
    const std::string found = usual.empty() ? last : usual;
    if (found.empty()) {
        return std::unexpected("there is no " + std::string(tool->program) + " in this sandbox. Install the package "
            + std::string(tool->package) + " where the sandbox's programs come from");
    }
    return found;
}

std::string findTypeScript(const Environment &environment)
{
    for (const std::string &root : { std::string("~/node_modules"), std::string("/usr/share/nodejs"),
             std::string("/usr/local/lib/node_modules"), std::string("/usr/lib/node_modules") }) {
        const std::string folder = expanded(root, environment) + "/typescript";
        std::error_code ignored;
        if (fs::exists(folder + "/package.json", ignored))
            return folder;
    }
    return {};
}

} // namespace Execd
