// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/shellword.h"

#include <cstdint>
#include <cstdlib>

// What is typed in a Bash cell, and what its driver answers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Execd::ShellWord word = Execd::shellWordBefore(text);
    if (word.start > size || word.word.size() > size - word.start)
        std::abort();
    for (std::size_t cursor = 0; cursor <= size + 1; cursor += 7) {
        if (Execd::shellNameAt(text, cursor).size() > size)
            std::abort();
    }
    // A quoted text has no quotation mark that is not its own.
    const std::string quoted = Execd::shellQuoted(text);
    std::string back;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        if (quoted[i] == '\'') {
            if (quoted.compare(i, 4, "'\\''") != 0)
                std::abort();
            i += 3;
            back += '\'';
        } else {
            back += quoted[i];
        }
    }
    if (back != text || Execd::withoutEscapes(text).size() > size)
        std::abort();
    return 0;
}
