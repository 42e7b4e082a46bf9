// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"
#include "lifecycle/validation.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

// A folder or file, already open, and where a sandbox shows it.
struct VolumeMount
{
    Descriptor source;
    std::string target;
    bool readOnly = false;
};

// Folders of this machine below the allowed ones, and named volumes, which are folders of this server.
class Volumes
{
public:
    // The folder of the named volumes is made when the first one is. Sandboxes write as that user (0 = as this process).
    Volumes(std::string folder, std::vector<std::string> allowed, uid_t user);

    // What can be said without touching the disk. Throws Http::Failure (400).
    void check(const std::vector<VolumeRequest> &volumes) const;

    // Opens every source. Links inside a volume lead nowhere outside of it, whoever made them and whenever.
    // Missing folders are made; the names of the volumes made for this are added to made. Throws Http::Failure.
    std::vector<VolumeMount> open(const std::vector<VolumeRequest> &volumes, std::vector<std::string> &made) const;

    std::string folderOf(const std::string &name) const { return m_folder + '/' + name; }

private:
    VolumeMount openOne(const VolumeRequest &volume, std::vector<std::string> &made) const;
    Descriptor openBelow(int base, const std::string &path, const VolumeRequest &volume) const;

    std::string m_folder;
    std::vector<std::string> m_allowed;
    uid_t m_user;
};

} // namespace Runtime
