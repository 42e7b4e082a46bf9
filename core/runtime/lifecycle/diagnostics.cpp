// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/diagnostics.h"

#include "lifecycle/requests.h"
#include "lifecycle/sandboxes.h"

#include <boost/json.hpp>

#include <charconv>
#include <unistd.h>

namespace Runtime {

namespace json = boost::json;

namespace {

bool looksSecret(const std::string &name)
{
    const std::string lower = lowerCase(name);
    return lower.contains("secret") || lower.contains("token") || lower.contains("password") || lower.contains("key");
}

std::string networkText(const Sandbox &sandbox)
{
    return sandbox.network ? "shared with this machine" : "none";
}

std::string processesText(const Sandbox &sandbox)
{
    std::string out;
    if (sandbox.init == 0)
        return out;
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const ProcessTable table = ProcessTable::read();
    for (const pid_t pid : table.tree(sandbox.init)) {
        const ProcessInfo *info = table.find(pid);
        out += std::to_string(pid) + ' ' + info->state + ' ' + std::to_string(info->residentPages * page >> 20) + " MiB " + info->name + '\n';
    }
    return out;
}

std::chrono::seconds parseSince(const std::string &text)
{
    long long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    if (error == std::errc() && number >= 0 && number < 100'000'000) {
        if (unit == "s")
            return std::chrono::seconds(number);
        if (unit == "m")
            return std::chrono::minutes(number);
        if (unit == "h")
            return std::chrono::hours(number);
        if (unit == "d")
            return std::chrono::days(number);
    }
    return std::chrono::minutes(10);
}

} // namespace

std::string inspectText(const Sandbox &sandbox)
{
    std::string out;
    const auto line = [&](const char *name, const std::string &value) {
        out.append(name).append(std::string(18 - std::string_view(name).size(), ' ')).append(value).append("\n");
    };
    const auto size = [](std::uint64_t bytes) { return bytes == 0 ? std::string("no limit") : std::to_string(bytes >> 20) + " MiB"; };
    line("Sandbox ID:", sandbox.id);
    line("Image:", sandbox.image);
    if (sandbox.snapshot)
        line("Snapshot:", *sandbox.snapshot);
    line("Status:", sandbox.state + " (" + sandbox.reason + ")");
    line("Message:", sandbox.message);
    line("Created:", formatTime(sandbox.created));
    line("Expires:", sandbox.expires ? formatTime(*sandbox.expires) : "never");
    if (sandbox.extension.count() > 0)
        line("Renewal:", std::to_string(sandbox.extension.count()) + " s with each access");
    line("Network:", networkText(sandbox));
    line("CPU:", sandbox.limits.cpu == 0 ? "no limit" : std::to_string(sandbox.limits.cpu) + "m");
    line("Memory:", size(sandbox.limits.memory));
    line("Disk:", size(sandbox.limits.disk));
    line("PIDs limit:", std::to_string(sandbox.limits.processes));
    line("OOM killed:", sandbox.outOfMemory ? "yes" : "no");
    if (sandbox.init != 0)
        line("Process:", std::to_string(sandbox.init));
    for (const VolumeRequest &volume : sandbox.volumes)
        line("Volume:", volume.mountPath + (volume.readOnly ? " (read-only) from " : " from ") + volume.source
                            + (volume.subPath.empty() ? "" : '/' + volume.subPath));
    if (sandbox.metadata) {
        out += "\nLabels:\n";
        for (const auto &[name, value] : *sandbox.metadata)
            out += "  " + name + '=' + value + '\n';
    }
    out += "\nEnvironment:\n";
    for (const auto &[name, value] : sandbox.environment)
        out += "  " + name + '=' + (looksSecret(name) ? "****" : value) + '\n';
    return out;
}

std::string eventsText(const Sandbox &sandbox, std::int64_t limit)
{
    std::string out;
    const auto most = static_cast<std::size_t>(limit);
    for (std::size_t i = sandbox.events.size() - std::min(most, sandbox.events.size()); i < sandbox.events.size(); ++i)
        out += formatTime(sandbox.events[i].time) + ' ' + sandbox.events[i].text + '\n';
    return out;
}

std::string logText(std::string log, std::int64_t tail, const std::optional<std::string> &since)
{
    if (since) {
        const Time oldest = now() - parseSince(*since);
        std::size_t begin = 0;
        bool anyTime = false;
        for (std::size_t at = 0; at < log.size();) {
            const std::size_t end = std::min(log.find('\n', at), log.size());
            const std::string_view text = std::string_view(log).substr(at, end - at);
            const auto time = parseTime(text.substr(0, text.find(' ')));
            begin = at;
            if (time && text.size() > 10) {
                anyTime = true;
                if (*time >= oldest)
                    break;
            }
            at = end + 1;
            begin = at;
        }
        if (anyTime)
            log.erase(0, std::min(begin, log.size()));
    }
    std::size_t start = log.ends_with('\n') ? log.size() - 1 : log.size();
    for (std::int64_t lines = 0; start > 0; --start) {
        if (log[start - 1] == '\n' && ++lines >= tail)
            break;
    }
    return log.substr(start);
}

std::string summaryText(const Sandbox &sandbox, const std::string &log, std::int64_t events)
{
    return "INSPECT\n\n" + inspectText(sandbox) + "\nEVENTS\n\n" + eventsText(sandbox, events) + "\nLOGS\n\n" + log;
}

std::optional<json::object> describeDiagnostics(const Sandbox &sandbox, const std::string &kind, const std::string &scope,
                                                const std::string &log, bool logIsCut)
{
    static constexpr std::string_view scopes[] = { "container", "lifecycle", "runtime", "network", "process", "all" };
    if (!std::ranges::contains(scopes, scope))
        return std::nullopt;
    const bool all = scope == "all";
    const bool logs = kind == "logs";
    std::string content;
    if (logs && (all || scope == "container"))
        content += log;
    if (!logs && (all || scope == "lifecycle" || scope == "runtime" || scope == "container"))
        content += eventsText(sandbox, 500);
    if (!logs && (all || scope == "process"))
        content += processesText(sandbox);
    if (!logs && (all || scope == "network"))
        content += "Network: " + networkText(sandbox) + '\n';
    json::object out { { "sandboxId", sandbox.id }, { "kind", kind }, { "scope", scope }, { "delivery", "inline" },
                       { "contentType", "text/plain; charset=utf-8" }, { "contentLength", content.size() }, { "truncated", logs && logIsCut && !content.empty() } };
    if (content.empty())
        out["warnings"] = json::array { "The local runtime has no " + kind + " of the scope '" + scope + "' for this sandbox." };
    out["content"] = std::move(content);
    return out;
}

} // namespace Runtime
