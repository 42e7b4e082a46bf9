// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace Runtime {

// What an image name stands for: images are not downloaded, they are profiles of this machine.
struct Profile
{
    std::string name;
    // Programs that get the plain name inside: python3 -> /usr/bin/python3.12.
    std::vector<std::pair<std::string, std::string>> links;
    // Where this differs from what the image name promises, in words; may be empty.
    std::string remark;
    // Python is what such a sandbox is most likely used for.
    bool python = false;
    // A root file system of its own instead of this machine's; empty for those.
    std::string root;
};

class ProfileStore;

// "local", "opensandbox/code-interpreter:tag" (with or without a registry) and well-known language images
// whose interpreter is installed. The environment may name versions (PYTHON_VERSION, NODE_VERSION, ...).
// Registered root file systems come first.
std::expected<Profile, std::string> findProfile(const std::string &image,
                                                const std::vector<std::pair<std::string, std::string>> &environment,
                                                const ProfileStore &store);

// The names that work here, for lists and error messages.
std::vector<std::string> profileNames(const ProfileStore &store);

// The same for people who choose one.
struct ProfileDescription
{
    std::string name;
    // Further names that mean the same, without registry and tag.
    std::vector<std::string> aliases;
    // "Python 3.13, Node.js, Bash"
    std::string contains;
};
std::vector<ProfileDescription> describeProfiles(const ProfileStore &store);

// The languages of contexts that can start here: their tool is installed, and there is a driver in `kernelsFolder`
// or an installed Jupyter kernel. Looks at the disk.
std::vector<std::string> contextLanguages(const std::string &kernelsFolder);

} // namespace Runtime
