// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/processchildren.h"

#include <filesystem>
#include <format>
#include <fstream>
#include <iterator>

namespace Execd {

constexpr std::size_t mostDescendants = 10'000;

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

std::vector<std::string> descendantsOf(int pid)
{
    std::vector<std::string> found = childrenOf(pid);
    for (std::size_t i = 0; i < found.size() && found.size() < mostDescendants; ++i) {
        const std::vector<std::string> children = childrenOf(std::stoi(found[i]));
        found.insert(found.end(), children.begin(), children.end());
    }
    return found;
}

} // namespace Execd
