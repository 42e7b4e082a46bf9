// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace Execd {

/// The word of a shell that is being typed at the end of a text.
struct ShellWord {
    enum class Kind { Command, Variable, File };
    Kind kind = Kind::Command;
    std::string word; ///< without backslashes, and for a variable without its $
    std::size_t start = 0; ///< the byte it starts at; what completes it replaces all from there
    bool quoted = false; ///< within quotation marks, where blanks stand for themselves
};
ShellWord shellWordBefore(std::string_view text);

/// The name at the cursor, with what follows it; empty when there is none.
std::string shellNameAt(std::string_view text, std::size_t cursor);

/// Within single quotation marks.
std::string shellQuoted(std::string_view text);

/// A file's name as it is typed, with backslashes where a shell needs them.
std::string shellEscaped(std::string_view text);

/// Turns \n and \\ back.
std::string withoutEscapes(std::string_view text);

} // namespace Execd
