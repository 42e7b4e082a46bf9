// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/filetree.h"
#include "lifecycle/timestamp.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Runtime {

// The files and the settings of a sandbox at one moment, kept until deleted.
struct Snapshot
{
    std::string id;
    std::string sandboxId;
    std::optional<std::string> name;
    // "Creating", "Ready" or "Failed".
    std::string state = "Creating";
    std::string reason = "snapshot_accepted";
    std::string message = "Snapshot creation accepted.";
    Time created;
    Time changed;

    // What a sandbox made of it starts with.
    std::string image;
    std::vector<std::pair<std::string, std::string>> environment;
    std::map<std::string, std::string> metadata;

    // Name of the folder of the run that is making it.
    std::string run;
};

using SnapshotPtr = std::shared_ptr<Snapshot>;

// The folders of a sandbox that a snapshot holds, by their names in its folder.
inline constexpr const char *snapshotFolders[] = { "workspace", "home", "tmp" };

// The snapshots of a state folder, one folder each: "snapshot.json", and "files" once they are whole. Several
// servers may share it, so what is on the disk counts; another server's snapshot appears at the next look.
class Snapshots
{
public:
    // The folder is made with the first snapshot. One that a run that is no more left half made becomes "Failed".
    Snapshots(std::string folder, std::string run);

    // Newest first.
    std::vector<SnapshotPtr> all();
    // Throws Http::Failure (404).
    SnapshotPtr get(std::string_view id);

    // Puts a new one, in state "Creating", on the disk. Throws Http::Failure.
    void add(const SnapshotPtr &snapshot);
    // The outcome; an empty error is success.
    void finish(const SnapshotPtr &snapshot, const std::string &error, const TreeUsage &usage);
    // Folders of snapshots that were removed while a server ended.
    std::vector<std::string> leftovers() const;
    // It is gone at once; its files follow when removeTree() is done with the folder returned.
    std::string remove(const SnapshotPtr &snapshot);

    // Where a copy is made and where it is in the end.
    std::string partFolder(const Snapshot &snapshot) const { return folderOf(snapshot.id) + "/files.part"; }
    std::string filesFolder(const Snapshot &snapshot) const { return folderOf(snapshot.id) + "/files"; }

private:
    std::string folderOf(const std::string &id) const { return m_folder + '/' + id; }
    std::string save(const Snapshot &snapshot) const;
    void refresh();

    std::string m_folder;
    std::string m_run;
    std::map<std::string, SnapshotPtr, std::less<>> m_snapshots;
};

} // namespace Runtime
