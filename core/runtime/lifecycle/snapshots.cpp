// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/snapshots.h"

#include "http/message.h"
#include "json.h"
#include "lifecycle/jsonfile.h"
#include "log.h"

#include <boost/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;
namespace json = boost::json;
using Http::Failure;

namespace {

constexpr const char *removedPrefix = ".removed-";

std::string text(const json::object &object, const char *name)
{
    const json::string *value = Json::stringAt(object, name);
    return value ? std::string(*value) : std::string();
}

Time timeOf(const json::object &object, const char *name)
{
    return parseTime(text(object, name)).value_or(Time());
}

SnapshotPtr read(const std::string &file)
{
    const auto object = readJsonFile(file);
    if (!object)
        return nullptr;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->id = text(*object, "id");
    snapshot->sandboxId = text(*object, "sandboxId");
    if (object->contains("name"))
        snapshot->name = text(*object, "name");
    snapshot->state = text(*object, "state");
    snapshot->reason = text(*object, "reason");
    snapshot->message = text(*object, "message");
    snapshot->created = timeOf(*object, "created");
    snapshot->changed = timeOf(*object, "changed");
    snapshot->image = text(*object, "image");
    snapshot->run = text(*object, "run");
    if (const json::value *pairs = object->if_contains("environment"); pairs && pairs->is_array()) {
        for (const json::value &pair : pairs->get_array()) {
            if (pair.is_array() && pair.get_array().size() == 2 && pair.get_array()[0].is_string() && pair.get_array()[1].is_string())
                snapshot->environment.emplace_back(pair.get_array()[0].get_string(), pair.get_array()[1].get_string());
        }
    }
    if (const json::value *labels = object->if_contains("metadata"); labels && labels->is_object()) {
        for (const auto &[key, value] : labels->get_object()) {
            if (value.is_string())
                snapshot->metadata.emplace(key, value.get_string());
        }
    }
    return snapshot;
}

} // namespace

Snapshots::Snapshots(std::string folder, std::string run)
    : m_folder(std::move(folder))
    , m_run(std::move(run))
{
    refresh();
}

std::string Snapshots::save(const Snapshot &snapshot) const
{
    json::object object { { "id", snapshot.id }, { "sandboxId", snapshot.sandboxId }, { "state", snapshot.state }, { "reason", snapshot.reason },
                          { "message", snapshot.message }, { "created", formatTime(snapshot.created) }, { "changed", formatTime(snapshot.changed) },
                          { "image", snapshot.image }, { "run", snapshot.run } };
    if (snapshot.name)
        object["name"] = *snapshot.name;
    json::array &environment = object["environment"].emplace_array();
    for (const auto &[name, value] : snapshot.environment)
        environment.push_back(json::array { name, value });
    json::object &metadata = object["metadata"].emplace_object();
    for (const auto &[key, value] : snapshot.metadata)
        metadata[key] = value;
    return writeJsonFile(folderOf(snapshot.id) + "/snapshot.json", object);
}

void Snapshots::refresh()
{
    std::erase_if(m_snapshots, [this](const auto &entry) { return ::access(folderOf(entry.first).c_str(), F_OK) != 0; });
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(m_folder, ignored)) {
        const std::string id = entry.path().filename().string();
        const auto known = m_snapshots.find(id);
        // What is still being made elsewhere may have got further.
        if (id.starts_with('.') || (known != m_snapshots.end() && (known->second->state != "Creating" || known->second->run == m_run)))
            continue;
        const SnapshotPtr snapshot = read(entry.path().string() + "/snapshot.json");
        if (!snapshot || snapshot->id != id)
            continue;
        const bool abandoned = snapshot->state == "Creating" && ::access((m_folder + "/../" + snapshot->run).c_str(), F_OK) != 0;
        m_snapshots.insert_or_assign(id, snapshot);
        if (abandoned) {
            removeTree(partFolder(*snapshot));
            finish(snapshot, "The runtime ended while it was made.", {});
        }
    }
}

std::vector<SnapshotPtr> Snapshots::all()
{
    refresh();
    std::vector<SnapshotPtr> list;
    for (const auto &[id, snapshot] : m_snapshots)
        list.push_back(snapshot);
    std::ranges::sort(list, [](const SnapshotPtr &a, const SnapshotPtr &b) { return std::pair(a->created, a->id) > std::pair(b->created, b->id); });
    return list;
}

SnapshotPtr Snapshots::get(std::string_view id)
{
    refresh();
    const auto found = m_snapshots.find(id);
    if (found == m_snapshots.end())
        throw Failure(404, "SNAPSHOT::NOT_FOUND", "Snapshot " + std::string(id) + " not found");
    return found->second;
}

void Snapshots::add(const SnapshotPtr &snapshot)
{
    snapshot->run = m_run;
    ::mkdir(m_folder.c_str(), 0700);
    std::string error;
    if (::mkdir(folderOf(snapshot->id).c_str(), 0700) != 0)
        error = "cannot make " + folderOf(snapshot->id) + ": " + std::strerror(errno);
    else
        error = save(*snapshot);
    if (error.empty() && ::mkdir(partFolder(*snapshot).c_str(), 0700) != 0)
        error = "cannot make " + partFolder(*snapshot) + ": " + std::strerror(errno);
    if (!error.empty()) {
        removeTree(folderOf(snapshot->id));
        throw Failure(500, "SNAPSHOT::CREATE_FAILED", "The snapshot could not be begun: " + error + '.');
    }
    m_snapshots.emplace(snapshot->id, snapshot);
}

void Snapshots::finish(const SnapshotPtr &snapshot, const std::string &error, const TreeUsage &usage)
{
    std::string failed = error;
    if (failed.empty() && ::rename(partFolder(*snapshot).c_str(), filesFolder(*snapshot).c_str()) != 0)
        failed = std::string("Its files cannot be put into place: ") + std::strerror(errno) + '.';
    const auto set = [&](const char *state, const char *reason, std::string message) {
        snapshot->state = state;
        snapshot->reason = reason;
        snapshot->message = std::move(message);
        snapshot->changed = now();
        return save(*snapshot);
    };
    if (failed.empty())
        failed = set("Ready", "snapshot_runtime_ready",
                     "Snapshot is ready (" + std::to_string(usage.entries) + " files, " + std::to_string((usage.bytes + (1 << 20) - 1) >> 20) + " MiB).");
    if (!failed.empty()) {
        log(LogLevel::Warning, "snapshot " + snapshot->id + " failed: " + failed);
        const std::string unsaved = set("Failed", "snapshot_runtime_failed", "The snapshot failed. " + failed);
        if (!unsaved.empty())
            log(LogLevel::Warning, "snapshot " + snapshot->id + ": " + unsaved);
    }
}

std::vector<std::string> Snapshots::leftovers() const
{
    std::vector<std::string> found;
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(m_folder, ignored)) {
        if (entry.path().filename().string().starts_with(removedPrefix))
            found.push_back(entry.path().string());
    }
    return found;
}

std::string Snapshots::remove(const SnapshotPtr &snapshot)
{
    const std::string removed = m_folder + '/' + removedPrefix + snapshot->id;
    m_snapshots.erase(snapshot->id);
    if (::rename(folderOf(snapshot->id).c_str(), removed.c_str()) != 0)
        return folderOf(snapshot->id);
    return removed;
}

} // namespace Runtime
