// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/bubblewrap.h"
#include "isolation/keeper.h"

#include <string>
#include <sys/types.h>

namespace Runtime {

// What compilers make the same of in every sandbox: Go's standard library, our drivers of Go and Java. It is made
// once by resources/kernels/prepare.bash, from this machine's own programs and nothing else, into the user's cache
// folder, and is read-only in sandboxes: none can put anything there that another one reads.
class SharedBuilds
{
public:
    // `kernels` has the script. Another user than ours, if not 0, runs it.
    SharedBuilds(std::string kernels, IsolationMode mode, uid_t user);

    // Bound at Inside::builds, even while there is nothing in it; empty when it cannot be made.
    const std::string &folder() const { return m_folder; }
    // A file of this name in a sandbox's control folder asks for them.
    static constexpr const char *wish = "wants-builds";
    // Begins to make what is missing, in the background and with less priority; once in a server's life.
    void make(Keeper &keeper);
    bool begun() const { return m_begun; }

private:
    std::string m_folder;
    const std::string m_kernels;
    const IsolationMode m_mode;
    const uid_t m_user;
    bool m_begun = false;
};

} // namespace Runtime
