// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/environmentfile.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Execd::Environment environment { { "A", "value" } };
    Execd::addEnvironmentFile(environment, std::string_view(reinterpret_cast<const char *>(data), size));
    for (const auto &[name, value] : environment) {
        if (name.empty() || name.find('=') != std::string::npos || value.find('\0') != std::string::npos)
            std::abort();
    }
    return 0;
}
