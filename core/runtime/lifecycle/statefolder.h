// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace Runtime {

// The private folder of one run of the server, locked as long as it lives. Folders of runs that ended
// without cleaning up are removed, and processes that still use them are killed.
class StateFolder
{
public:
    // An empty name takes the user's state folder. Another user than this process's own must be able to
    // pass through to what it is given there; 0 = there is none.
    static StateFolder open(std::string parent, uid_t user);

    // The folder that holds those of all runs and what outlives them; absolute.
    static std::string parentFolder(std::string parent);

    const std::string &folder() const { return m_folder; }
    const std::string &error() const { return m_error; }
    // What was found and removed, in words.
    const std::vector<std::string> &notes() const { return m_notes; }
    int lock() const { return m_lock.get(); }
    void remove();

private:
    void removeLeftovers(const std::string &parent);

    std::string m_folder;
    std::string m_error;
    std::vector<std::string> m_notes;
    Descriptor m_lock;
};

} // namespace Runtime
