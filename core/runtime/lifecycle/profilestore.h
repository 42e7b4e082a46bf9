// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace Runtime {

// Root file systems that were registered under a name, to be used as an image. They are kept in the state
// folder, so a running server sees a new one at once.
class ProfileStore
{
public:
    explicit ProfileStore(std::string folder)
        : m_folder(std::move(folder))
    {
    }

    std::vector<std::string> names() const;
    // The folder; empty when there is no such profile.
    std::string rootOf(const std::string &name) const;

    // Registers a folder, which stays where it is, or a tar archive such as 'docker export' writes, which is
    // unpacked here. Returns what is wrong in a sentence, or an empty text.
    std::string add(const std::string &name, const std::string &path) const;
    // A registered folder stays; what was unpacked goes.
    std::string remove(const std::string &name) const;

private:
    std::string folderOf(const std::string &name) const;

    std::string m_folder;
};

// The dynamic loader, as "ld.so", and the libraries that a program of this machine needs, by name and path.
// Empty when the program needs none or they cannot be found out.
std::vector<std::pair<std::string, std::string>> programLibraries(const std::string &program);

} // namespace Runtime
