// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/globmatch.h"

#include <algorithm>
#include <vector>

namespace Execd {

namespace {

constexpr std::size_t mostAlternatives = 1024;

// Length of the class at the start of pattern ("[...]"), or 0 if it is open.
std::size_t classLength(std::string_view pattern)
{
    std::size_t i = 1;
    if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^'))
        ++i;
    for (bool first = true; i < pattern.size(); ++i, first = false) {
        if (pattern[i] == ']' && !first)
            return i + 1;
        if (pattern[i] == '\\')
            ++i;
    }
    return 0;
}

bool classMatches(std::string_view inner, char c)
{
    bool negated = false;
    if (inner.starts_with('!') || inner.starts_with('^')) {
        negated = true;
        inner.remove_prefix(1);
    }
    bool inside = false;
    const auto value = static_cast<unsigned char>(c);
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i] == '\\' && i + 1 < inner.size())
            ++i;
        const auto low = static_cast<unsigned char>(inner[i]);
        auto high = low;
        if (i + 2 < inner.size() && inner[i + 1] == '-') {
            i += 2;
            if (inner[i] == '\\' && i + 1 < inner.size())
                ++i;
            high = static_cast<unsigned char>(inner[i]);
        }
        inside = inside || (value >= low && value <= high);
    }
    return inside != negated;
}

// Without braces. Backtracks to the last star only, so it takes quadratic time at worst.
bool matchesPlain(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t starPattern = std::string_view::npos;
    std::size_t starName = 0;
    while (n < name.size()) {
        if (p < pattern.size()) {
            if (pattern[p] == '*') {
                starPattern = ++p;
                starName = n;
                continue;
            }
            std::size_t length = 1;
            bool same = false;
            if (pattern[p] == '?') {
                same = true;
                // One character, not one byte.
                while (n + 1 < name.size() && (static_cast<unsigned char>(name[n + 1]) & 0xC0) == 0x80)
                    ++n;
            } else if (pattern[p] == '[') {
                length = classLength(pattern.substr(p));
                same = classMatches(pattern.substr(p + 1, length - 2), name[n]);
            } else if (pattern[p] == '\\' && p + 1 < pattern.size()) {
                length = 2;
                same = pattern[p + 1] == name[n];
            } else {
                same = pattern[p] == name[n];
            }
            if (same) {
                p += length;
                ++n;
                continue;
            }
        }
        if (starPattern == std::string_view::npos)
            return false;
        p = starPattern;
        n = ++starName;
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

// The patterns without braces that one with braces stands for; empty if a brace is open.
std::vector<std::string> alternatives(std::string_view pattern)
{
    std::size_t open = 0;
    while (open < pattern.size() && pattern[open] != '{') {
        if (pattern[open] == '\\')
            ++open;
        else if (pattern[open] == '[')
            open += std::max<std::size_t>(classLength(pattern.substr(open)), 1) - 1;
        ++open;
    }
    if (open >= pattern.size())
        return { std::string(pattern) };
    int depth = 0;
    std::vector<std::string_view> choices;
    std::size_t start = open + 1;
    std::size_t i = open;
    for (; i < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            ++i;
        } else if (pattern[i] == '{') {
            ++depth;
        } else if (pattern[i] == ',' && depth == 1) {
            choices.push_back(pattern.substr(start, i - start));
            start = i + 1;
        } else if (pattern[i] == '}' && --depth == 0) {
            choices.push_back(pattern.substr(start, i - start));
            break;
        }
    }
    if (depth != 0 || i >= pattern.size())
        return {};
    std::vector<std::string> all;
    for (const std::string_view choice : choices) {
        const std::string whole
            = std::string(pattern.substr(0, open)) + std::string(choice) + std::string(pattern.substr(i + 1));
        for (std::string &one : alternatives(whole)) {
            all.push_back(std::move(one));
            if (all.size() >= mostAlternatives)
                return all;
        }
    }
    return all;
}

} // namespace

bool isValidGlob(std::string_view pattern)
{
    if (pattern.size() > 4096 || std::ranges::count(pattern, '{') > 16)
        return false;
    const std::vector<std::string> all = alternatives(pattern);
    return !all.empty() && std::ranges::all_of(all, [](std::string_view one) {
        for (std::size_t i = 0; i < one.size(); ++i) {
            if (one[i] == '\\') {
                if (++i == one.size())
                    return false;
            } else if (one[i] == '[') {
                const std::size_t length = classLength(one.substr(i));
                if (length == 0)
                    return false;
                i += length - 1;
            }
        }
        return true;
    });
}

bool globMatches(std::string_view pattern, std::string_view name)
{
    while (pattern.starts_with("**/"))
        pattern.remove_prefix(3);
    return std::ranges::any_of(alternatives(pattern),
        [name](const std::string &one) { return one.find('/') == std::string::npos && matchesPlain(one, name); });
}

} // namespace Execd
