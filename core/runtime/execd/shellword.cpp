// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/shellword.h"

#include <algorithm>
#include <array>

namespace Execd {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

// What ends a word where it stands outside of quotation marks.
bool endsWord(char c)
{
    return isBlank(c) || std::string_view("\n;|&()<>=`").contains(c);
}

// True when a command may begin behind this text.
bool beginsCommand(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t");
    if (last == std::string_view::npos || std::string_view("\n;|&(`!{").contains(text[last]))
        return true;
    const std::string_view line = text.substr(0, last + 1);
    const std::size_t gap = line.find_last_of(" \t\n;|&(");
    const std::string_view word = gap == std::string_view::npos ? line : line.substr(gap + 1);
    constexpr std::array<std::string_view, 12> before { "if", "then", "else", "elif", "while", "until", "do", "time", "command", "exec",
        "builtin", "sudo" };
    return std::ranges::find(before, word) != before.end();
}

} // namespace

ShellWord shellWordBefore(std::string_view text)
{
    ShellWord found;
    char quote = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'') {
            ++i;
            continue;
        }
        if (quote) {
            if (c == quote)
                quote = 0;
            continue;
        }
        if (c == '"' || c == '\'') {
            quote = c;
            start = i + 1;
        } else if (endsWord(c)) {
            start = i + 1;
        }
    }
    std::size_t name = text.size();
    while (name > start && isNameCharacter(text[name - 1]))
        --name;
    const bool braced = name > start && text[name - 1] == '{' && name - 1 > start && text[name - 2] == '$';
    if (quote != '\'' && (braced || (name > start && text[name - 1] == '$'))) {
        found.kind = ShellWord::Kind::Variable;
        found.start = name;
        found.word = text.substr(name);
        return found;
    }
    found.quoted = quote != 0;
    found.start = start;
    for (std::size_t i = start; i < text.size(); ++i) {
        if (text[i] == '\\' && !found.quoted && i + 1 < text.size())
            ++i;
        found.word += text[i];
    }
    const bool isPath = found.word.contains('/');
    found.kind = !isPath && !found.quoted && beginsCommand(text.substr(0, start)) ? ShellWord::Kind::Command : ShellWord::Kind::File;
    return found;
}

std::string shellNameAt(std::string_view text, std::size_t cursor)
{
    const auto belongs = [](char c) { return isNameCharacter(c) || c == '-' || c == '.' || c == '['; };
    std::size_t start = std::min(cursor, text.size());
    std::size_t end = start;
    while (start > 0 && belongs(text[start - 1]))
        --start;
    while (end < text.size() && belongs(text[end]))
        ++end;
    while (start < end && text[start] == '-')
        ++start;
    return std::string(text.substr(start, end - start));
}

std::string shellQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + '\'';
}

std::string shellEscaped(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x80 && !isNameCharacter(c) && !std::string_view("/.-+,:@%~").contains(c))
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string withoutEscapes(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            ++i;
            plain += text[i] == 'n' ? '\n' : text[i];
        } else {
            plain += text[i];
        }
    }
    return plain;
}

} // namespace Execd
