// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace Runtime {

// What programs need of this machine's /etc, and nothing with secrets, copied into one folder that all sandboxes
// see read-only: a mount for each of the fifty entries took longer than all else that a new sandbox needs.
//
// Two of them differ from sandbox to sandbox, and are links to where that one's are.
class SharedSettings
{
public:
    // Copies are made in the folder, which must not exist yet; its parent has to be one that users of sandboxes
    // can pass through.
    explicit SharedSettings(std::string folder, std::string source = "/etc");

    // The folder to show as /etc. Made again when an entry of /etc has been replaced or a folder below one has
    // got or lost a file since; copies that sandboxes have are left alone. The error is a sentence. Blocks, for
    // some milliseconds when there is something to copy.
    std::expected<std::string, std::string> current();

private:
    // Device, file and time of the last change; zeros when it is not there.
    using Version = std::pair<std::uint64_t, std::int64_t>;
    static Version versionOf(const std::string &path, bool follow);

    bool upToDate() const;
    std::string copy(const std::string &to);
    std::string copyEntry(const std::string &from, const std::string &to);
    std::string copyFolder(const std::string &from, const std::string &to);
    void watch(const std::string &path, bool follow);

    struct Watched
    {
        std::string path;
        bool follow;
        Version version;
    };

    std::string m_folder;
    std::string m_source;
    std::string m_current;
    std::vector<Watched> m_watched;
    unsigned m_copies = 0;
};

// Name in /etc and what it points to.
std::span<const std::pair<const char *, const char *>> settingLinks();

} // namespace Runtime
