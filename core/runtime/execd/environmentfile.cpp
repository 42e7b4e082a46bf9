// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/environmentfile.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Execd {

namespace {

constexpr std::size_t longestFile = 1u << 20;

bool isNameStart(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool isNamePart(char c)
{
    return isNameStart(c) || (c >= '0' && c <= '9');
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\r");
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

// With the variables' values in the place of their names.
std::string expanded(std::string_view text, const Environment &environment, bool escapes)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (escapes && c == '\\' && at + 1 < text.size()) {
            const char next = text[at + 1];
            if (next == 'n' || next == 'r' || next == 't')
                out += next == 'n' ? '\n' : next == 'r' ? '\r' : '\t';
            else if (next == '\\' || next == '"' || next == '$' || next == '`')
                out += next;
            else
                out.append({ c, next });
            at += 2;
            continue;
        }
        const bool braced = c == '$' && at + 1 < text.size() && text[at + 1] == '{';
        std::size_t end = at + (braced ? 2 : 1);
        const std::size_t start = end;
        while (c == '$' && end < text.size() && (end == start ? isNameStart(text[end]) : isNamePart(text[end])))
            ++end;
        if (end == start || c != '$' || (braced && (end == text.size() || text[end] != '}'))) {
            out += c;
            ++at;
            continue;
        }
        if (const std::string *value = findVariable(environment, text.substr(start, end - start)))
            out += *value;
        at = end + (braced ? 1 : 0);
    }
    return out;
}

// Where the closing quote is, or nothing: the value goes on in the next line then.
std::size_t closingQuote(std::string_view text)
{
    const char quote = text[0];
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\')
            ++at;
        else if (text[at] == quote)
            return at;
    }
    return std::string_view::npos;
}

} // namespace

void addEnvironmentFile(Environment &environment, std::string_view text)
{
    while (!text.empty()) {
        std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(0, end));
        if (line.starts_with("export "))
            line = trimmed(line.substr(7));
        const std::size_t equals = line.find('=');
        const std::string_view name = line.substr(0, std::min(equals, line.size()));
        const bool isName = !name.empty() && isNameStart(name[0]) && std::ranges::all_of(name, isNamePart);
        if (equals != std::string_view::npos && isName && !line.starts_with('#')) {
            // A quoted value may hold line ends, so it is looked for in the whole rest.
            const auto offset = static_cast<std::size_t>(name.data() + equals + 1 - text.data());
            const std::string_view rest = text.substr(offset);
            const char quote = rest.empty() ? '\0' : rest[0];
            std::string value;
            std::size_t close = std::string_view::npos;
            if (quote == '\'' || quote == '"')
                close = closingQuote(rest);
            if (close != std::string_view::npos) {
                const std::string_view inside = rest.substr(1, close - 1);
                value = quote == '"' ? expanded(inside, environment, true) : std::string(inside);
                end = std::min(text.find('\n', offset + close), text.size());
            } else {
                value = expanded(trimmed(line.substr(equals + 1)), environment, false);
            }
            if (value.find('\0') == std::string::npos)
                setVariable(environment, name, value);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void addEnvironmentFile(Environment &environment)
{
    const std::string *path = findVariable(environment, environmentFileVariable);
    if (!path || path->empty())
        return;
    // The sandbox's programs choose what is there: no waiting for a pipe, no endless file.
    const UniqueFd file(open(path->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat info {};
    if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return;
    std::string text(std::min<std::size_t>(static_cast<std::size_t>(info.st_size), longestFile), '\0');
    const ssize_t got = read(file.get(), text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    addEnvironmentFile(environment, text);
}

} // namespace Execd
