// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/kernelspec.h"

#include "execd/bashkernel.h"

#include <filesystem>
#include <fstream>
#include <sstream>

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
    std::string hint;
    if (language == "javascript" || language == "typescript")
        hint = "for example the npm package tslab, with 'tslab install'";
    else if (language == "java")
        hint = "a JDK and a Java kernel, for example JJava";
    else if (language == "go")
        hint = "Go and a Go kernel, for example gonb";
    return std::unexpected("there is no Jupyter kernel for " + language + " in this sandbox. Install one"
        + (hint.empty() ? "" : " (" + hint + ")") + ", so that a kernel.json with that language is in "
        + kernelFolders().back());
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
        launch.environment = { { "MPLBACKEND", "module://matplotlib_inline.backend_inline" } };
        launch.missingHint = "If ipykernel is missing, install the package python3-ipykernel, or run: " + settings.python
            + " -m pip install ipykernel.";
    } else {
        auto installed = installedKernel(language);
        if (!installed)
            return std::unexpected(installed.error());
        launch = std::move(*installed);
    }
    return std::make_shared<JupyterKernel>(executor, settings, std::move(launch), contextId, workingDirectory);
}

} // namespace Execd
