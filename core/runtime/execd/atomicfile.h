// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"

#include <expected>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace Execd {

/// New content for a file, which appears under its name only when it is whole. Links are followed, and
/// an existing file keeps its mode. What is no regular file (a device, a fifo) is written directly, and
/// so is a file in a folder where nothing can be created.
class AtomicFile {
public:
    AtomicFile() = default;
    ~AtomicFile();
    AtomicFile(AtomicFile &&other) noexcept;
    AtomicFile &operator=(AtomicFile &&other) noexcept;

    /// The error is "open PATH: reason".
    static std::expected<AtomicFile, std::string> open(const std::string &path);
    /// Empty, or what failed.
    std::string write(std::string_view bytes);
    std::string commit();

private:
    UniqueFd m_file;
    std::string m_target;
    std::string m_temporary;
};

} // namespace Execd
