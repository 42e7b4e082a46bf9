// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/pathexpansion.h"

#include <cstdlib>
#include <filesystem>
#include <pwd.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace Execd {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isSpecialCharacter(char c)
{
    return (c >= '0' && c <= '9') || std::string_view("*#$@!?-").find(c) != std::string_view::npos;
}

std::string homeDirectory()
{
    if (const char *home = std::getenv("HOME"); home && *home)
        return home;
    const passwd *entry = getpwuid(getuid());
    return entry ? entry->pw_dir : "/";
}

} // namespace

std::expected<std::string, std::string> expandPath(std::string_view path)
{
    std::string expanded;
    std::string undefined;
    const auto appendVariable = [&](std::string_view name) {
        const char *value = std::getenv(std::string(name).c_str());
        if (value)
            expanded += value;
        else
            undefined += (undefined.empty() ? "" : ", ") + std::string(name);
    };
    std::size_t i = 0;
    if (path == "~" || path.starts_with("~/")) {
        expanded = homeDirectory();
        i = 1;
    }
    while (i < path.size()) {
        if (path[i] != '$' || i + 1 == path.size()) {
            expanded += path[i++];
            continue;
        }
        const char next = path[i + 1];
        if (next == '{') {
            const std::size_t end = path.find('}', i + 2);
            if (end == std::string_view::npos)
                return std::unexpected("path has an unclosed ${");
            appendVariable(path.substr(i + 2, end - i - 2));
            i = end + 1;
        } else if (isSpecialCharacter(next)) {
            i += 2; // a positional or special parameter: always empty
        } else if (isNameCharacter(next)) {
            std::size_t end = i + 1;
            while (end < path.size() && isNameCharacter(path[end]))
                ++end;
            appendVariable(path.substr(i + 1, end - i - 1));
            i = end;
        } else {
            expanded += path[i++];
        }
    }
    if (!undefined.empty())
        return std::unexpected("path references undefined environment variables: " + undefined);
    if (expanded.find('\0') != std::string::npos)
        return std::unexpected("path contains a NUL character");
    std::error_code error;
    fs::path result = fs::path(expanded);
    if (result.is_relative())
        result = fs::current_path(error) / result;
    std::string text = result.lexically_normal().string();
    while (text.size() > 1 && text.back() == '/')
        text.pop_back();
    return text.empty() ? "/" : text;
}

} // namespace Execd
