// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/records.h"

#include "json.h"
#include "lifecycle/jsonfile.h"
#include "lifecycle/sandboxes.h"
#include "log.h"

#include <boost/json.hpp>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime {

namespace fs = std::filesystem;
namespace json = boost::json;

Records::Records(std::string folder, std::string run)
    : m_folder(std::move(folder))
    , m_run(std::move(run))
{
}

void Records::save(const Sandbox &sandbox) const
{
    if (m_folder.empty() || sandbox.deleted)
        return;
    json::object object { { "run", m_run }, { "id", sandbox.id }, { "image", sandbox.image }, { "state", sandbox.state }, { "reason", sandbox.reason },
                          { "message", sandbox.message }, { "created", formatTime(sandbox.created) }, { "changed", formatTime(sandbox.changed) } };
    object["entrypoint"] = json::array(sandbox.entrypoint.begin(), sandbox.entrypoint.end());
    if (sandbox.snapshot)
        object["snapshot"] = *sandbox.snapshot;
    if (sandbox.expires)
        object["expires"] = formatTime(*sandbox.expires);
    if (sandbox.metadata) {
        json::object &metadata = object["metadata"].emplace_object();
        for (const auto &[key, value] : *sandbox.metadata)
            metadata[key] = value;
    }
    ::mkdir(m_folder.c_str(), 0700);
    if (const std::string error = writeJsonFile(fileOf(sandbox.id), object); !error.empty())
        log(LogLevel::Warning, "sandbox " + sandbox.id + " will not be remembered: " + error);
}

void Records::erase(const std::string &id) const
{
    if (m_folder.empty())
        return;
    ::unlink(fileOf(id).c_str());
    // Gone with the last one.
    ::rmdir(m_folder.c_str());
}

std::vector<json::object> Records::takeOver() const
{
    std::vector<json::object> found;
    std::error_code ignored;
    if (m_folder.empty())
        return found;
    for (const fs::directory_entry &entry : fs::directory_iterator(m_folder, ignored)) {
        if (entry.path().extension() != ".json")
            continue;
        auto object = readJsonFile(entry.path().string());
        const json::string *run = object ? Json::stringAt(*object, "run") : nullptr;
        const json::string *id = object ? Json::stringAt(*object, "id") : nullptr;
        if (!run || !id || entry.path().stem().string() != std::string_view(*id)) {
            ::unlink(entry.path().c_str());
            continue;
        }
        // Another server that lives has its folder next to ours.
        if (::access((m_folder + "/../" + std::string(*run)).c_str(), F_OK) == 0)
            continue;
        (*object)["run"] = m_run;
        if (writeJsonFile(entry.path().string(), *object).empty())
            found.push_back(std::move(*object));
    }
    return found;
}

} // namespace Runtime
