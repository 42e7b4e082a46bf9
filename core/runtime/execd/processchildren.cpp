// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/processchildren.h"

#include <filesystem>
#include <format>
#include <fstream>
#include <iterator>

namespace Execd {

std::vector<std::string> childrenOf(int pid)
{
    std::vector<std::string> children;
    std::error_code ignored;
    for (const auto &thread : std::filesystem::directory_iterator(std::format("/proc/{}/task", pid), ignored)) {
        std::ifstream list(thread.path() / "children");
        children.insert(children.end(), std::istream_iterator<std::string>(list), {});
    }
    return children;
}

} // namespace Execd
