// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/kernelspec.h"

#include "execd/bashkernel.h"
#include "execd/driverkernel.h"
#include "execd/toolchains.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace asio = boost::asio;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace Execd {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return lower;
}

// The folders where Jupyter looks for kernels, the most specific first.
std::vector<std::string> kernelFolders()
{
    std::vector<std::string> folders;
    const auto add = [&folders](const char *paths, const std::string &suffix) {
        std::istringstream parts(paths ? paths : "");
        std::string part;
        while (std::getline(parts, part, ':')) {
            if (!part.empty())
                folders.push_back(part + suffix);
        }
    };
    add(std::getenv("JUPYTER_PATH"), "/kernels");
    add(std::getenv("JUPYTER_DATA_DIR"), "/kernels");
    add(std::getenv("XDG_DATA_HOME"), "/jupyter/kernels");
    add(std::getenv("HOME"), "/.local/share/jupyter/kernels");
    add("/usr/local/share:/usr/share", "/jupyter/kernels");
    return folders;
}

std::expected<KernelLaunch, std::string> installedKernel(const std::string &language)
{
    for (const std::string &folder : kernelFolders()) {
        std::error_code ignored;
        for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored)) {
            std::ifstream file(entry.path() / "kernel.json", std::ios::binary);
            if (!file)
                continue;
            const std::string text((std::istreambuf_iterator<char>(file)), {});
            auto launch = parseKernelSpec(text, language, entry.path().string());
            if (launch)
                return launch;
        }
    }
    return std::unexpected("there is no Jupyter kernel for " + language);
}

std::string program(const std::string &name, const Environment &environment)
{
    const std::string *path = findVariable(environment, "PATH");
    std::istringstream folders(path ? *path : "/usr/local/bin:/usr/bin:/bin");
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        const std::string candidate = (folder.empty() ? "." : folder) + '/' + name;
        if (access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

// Our own driver of a language; the error names what has to be installed.
std::expected<DriverLaunch, std::string> driverLaunch(const std::string &language, const KernelSettings &settings)
{
    const std::string &kernels = settings.kernelsDirectory;
    const Environment environment = currentEnvironment();
    const auto tool = findToolchain(language, environment);
    if (!tool)
        return std::unexpected(tool.error());
    DriverLaunch launch;
    if (language == "javascript" || language == "typescript") {
        // Interrupting code in a timer leaves Node's bookkeeping of callbacks uneven, which is harmless.
        launch.arguments = { *tool, "--no-force-async-hooks-checks", "--experimental-import-meta-resolve", "--no-warnings",
            kernels + "/javascript/driver.mjs", language };
        launch.answers = { Question::Kind::Completion, Question::Kind::Inspection, Question::Kind::Variables,
            Question::Kind::Table };
        if (language == "typescript") {
            if (const std::string folder = findTypeScript(environment); !folder.empty())
                launch.environment.emplace_back("OSB_TYPESCRIPT", folder);
        }
        launch.missingHint = "Node.js 18 or newer is needed (package nodejs)"
            + std::string(language == "typescript" ? ", and the package node-typescript, or Node.js 22.13." : ".");
    } else if (language == "java") {
        launch.arguments = { "bash", "--noprofile", "--norc", kernels + "/java/start.bash", *tool, kernels + "/java",
            settings.buildsDirectory, settings.buildsWish };
        launch.answers = { Question::Kind::Completion, Question::Kind::Inspection, Question::Kind::Variables };
        launch.missingHint = "A JDK with JShell is needed (package openjdk-21-jdk-headless).";
    } else {
        launch.arguments = { "bash", "--noprofile", "--norc", kernels + "/go/start.bash", *tool, kernels + "/go",
            settings.buildsDirectory, settings.buildsWish };
        launch.answers = { Question::Kind::Completion, Question::Kind::Inspection, Question::Kind::Variables };
        launch.missingHint = "Go 1.21 or newer is needed (package golang-go).";
    }
    return launch;
}

} // namespace

const std::vector<std::string> &contextLanguages()
{
    static const std::vector<std::string> languages { "python", "java", "javascript", "typescript", "go", "bash" };
    return languages;
}

bool isContextLanguage(std::string_view language)
{
    return std::ranges::find(contextLanguages(), language) != contextLanguages().end();
}

std::expected<KernelLaunch, std::string> parseKernelSpec(
    std::string_view text, const std::string &language, const std::string &resourceDirectory)
{
    auto spec = parseLenientObject(text);
    if (!spec)
        return std::unexpected(spec.error());
    const json::value *itsLanguage = spec->if_contains("language");
    if (!itsLanguage || !itsLanguage->is_string() || lowerCase(itsLanguage->get_string()) != language)
        return std::unexpected("another language");
    const json::value *arguments = spec->if_contains("argv");
    if (!arguments || !arguments->is_array() || arguments->get_array().empty())
        return std::unexpected("no argv");
    KernelLaunch launch;
    for (const json::value &argument : arguments->get_array()) {
        if (!argument.is_string())
            return std::unexpected("argv is not a list of strings");
        std::string value(argument.get_string());
        const std::size_t at = value.find("{resource_dir}");
        if (at != std::string::npos)
            value.replace(at, 14, resourceDirectory);
        launch.arguments.push_back(std::move(value));
    }
    if (const json::value *environment = spec->if_contains("env"); environment && environment->is_object()) {
        for (const json::key_value_pair &variable : environment->get_object()) {
            if (variable.value().is_string())
                launch.environment.emplace_back(variable.key(), variable.value().get_string());
        }
    }
    const json::value *mode = spec->if_contains("interrupt_mode");
    launch.interruptByMessage = mode && mode->is_string() && mode->get_string() == "message";
    launch.missingHint = "Its kernel.json is in " + resourceDirectory + '.';
    return launch;
}

std::expected<std::shared_ptr<Kernel>, std::string> makeKernel(const asio::any_io_executor &executor,
    const KernelSettings &settings, const std::string &language, const std::string &contextId,
    const std::string &workingDirectory)
{
    if (language == "bash")
        return std::make_shared<BashKernel>(executor, settings, contextId, workingDirectory);
    KernelLaunch launch;
    if (language == "python") {
        // Without frozen modules the debugger has nothing to complain about.
        launch.arguments = { settings.python, "-Xfrozen_modules=off", settings.kernelsDirectory + "/python/driver.py",
            "-f", "{connection_file}" };
        launch.readsItsOutput = true;
        launch.tellsVariables = true;
        launch.environment = { { "MPLBACKEND", "module://matplotlib_inline.backend_inline" } };
        launch.missingHint = "If ipykernel is missing, install the package python3-ipykernel, or run: " + settings.python
            + " -m pip install ipykernel.";
    } else {
        auto installed = installedKernel(language);
        if (!installed) {
            auto driver = driverLaunch(language, settings);
            if (!driver)
                return std::unexpected(driver.error());
            return std::make_shared<DriverKernel>(executor, settings, std::move(*driver), contextId, workingDirectory);
        }
        launch = std::move(*installed);
    }
    return std::make_shared<JupyterKernel>(executor, settings, std::move(launch), contextId, workingDirectory);
}

json::object languageCapabilities()
{
    json::object languages;
    for (const std::string &language : contextLanguages()) {
        json::object entry;
        json::array extensions;
        std::string hint;
        if (language == "python") {
            extensions = { "completion", "figures", "inspection", "late-output", "stdin", "table-queries", "variables" };
        } else if (language == "bash") {
            extensions = { "completion", "inspection", "late-output", "stdin", "variables" };
            if (program("bash", currentEnvironment()).empty())
                hint = "Install the package bash.";
        } else if (installedKernel(language)) {
            extensions = { "completion", "inspection", "late-output", "stdin" };
        } else if (const auto driver = driverLaunch(language, KernelSettings())) {
            if (driver->answers.contains(Question::Kind::Completion))
                extensions.emplace_back("completion");
            if (driver->answers.contains(Question::Kind::Inspection))
                extensions.emplace_back("inspection");
            // A cell in Go is a program of its own, which ends with it.
            if (language != "go")
                extensions.emplace_back("late-output");
            extensions.emplace_back("stdin");
            if (driver->answers.contains(Question::Kind::Variables))
                extensions.emplace_back("variables");
        } else {
            hint = driver.error();
        }
        entry["available"] = hint.empty();
        entry["extensions"] = std::move(extensions);
        if (!hint.empty())
            entry["hint"] = hint;
        languages[language] = std::move(entry);
    }
    return languages;
}

} // namespace Execd
