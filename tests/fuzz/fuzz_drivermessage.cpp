// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/drivermessage.h"

#include <cstdint>
#include <cstdlib>

// One message, and the same bytes as a stream that comes in pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    (void)Execd::parseDriverMessage(bytes);

    Execd::DriverLines whole(64);
    Execd::DriverLines pieces(64);
    std::vector<std::string> once;
    std::vector<std::string> often;
    whole.add(bytes, [&once](std::string_view line) { once.emplace_back(line); });
    for (std::size_t at = 0; at < size; at += 3)
        pieces.add(bytes.substr(at, 3), [&often](std::string_view line) { often.emplace_back(line); });
    if (once != often)
        std::abort();
    for (const std::string &line : once) {
        if (line.size() > 64 || line.find('\n') != std::string::npos)
            std::abort();
    }
    return 0;
}
