// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/metrics.h"

#include "execd/eventencoder.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <format>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace Execd {

namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr auto diskInterval = 10s;
constexpr auto diskBudget = 300ms;

std::string readAll(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

// User and system time with those of children that were waited for, in ticks.
std::uint64_t cpuTicks(std::string_view stat)
{
    const std::size_t name = stat.rfind(')');
    if (name == std::string_view::npos)
        return 0;
    std::istringstream fields { std::string(stat.substr(name + 1)) };
    std::string field;
    std::uint64_t ticks = 0;
    for (int number = 3; number <= 17 && fields >> field; ++number) {
        std::uint64_t value = 0;
        std::from_chars(field.data(), field.data() + field.size(), value);
        if (number >= 14)
            ticks += value;
    }
    return ticks;
}

std::uint64_t memoryOf(const std::string &folder)
{
    const std::uint64_t pss = parsePss(readAll(folder + "/smaps_rollup"));
    if (pss != 0)
        return pss;
    std::istringstream pages(readAll(folder + "/statm"));
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    pages >> total >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

double machineMemoryMib()
{
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) / mebibyte;
}

std::string number(double value)
{
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return std::string(digits.data(), end.ptr);
}

} // namespace

std::uint64_t parsePss(std::string_view text)
{
    const std::size_t line = text.find("\nPss:");
    if (line == std::string_view::npos)
        return 0;
    text.remove_prefix(line + 5);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::uint64_t kibibytes = 0;
    std::from_chars(text.data(), text.data() + text.size(), kibibytes);
    return kibibytes * 1024;
}

Metrics::Metrics(MetricsLimits limits)
    : m_limits(std::move(limits))
{
}

double Metrics::diskUse()
{
    const std::lock_guard lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (m_diskTime != std::chrono::steady_clock::time_point() && now - m_diskTime < diskInterval)
        return m_diskUsedMib;
    std::uint64_t blocks = 0;
    std::set<std::pair<dev_t, ino_t>> linked;
    std::set<std::string> roots(m_limits.diskPaths.begin(), m_limits.diskPaths.end());
    bool whole = true;
    for (const std::string &root : roots) {
        std::error_code error;
        fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
        const fs::recursive_directory_iterator end;
        for (; !error && entry != end; entry.increment(error)) {
            struct stat info;
            if (lstat(entry->path().c_str(), &info) != 0)
                continue;
            if (roots.contains(entry->path().string()))
                entry.disable_recursion_pending();
            if (info.st_nlink > 1 && !S_ISDIR(info.st_mode) && !linked.emplace(info.st_dev, info.st_ino).second)
                continue;
            blocks += static_cast<std::uint64_t>(info.st_blocks);
            if (std::chrono::steady_clock::now() - now > diskBudget) {
                whole = false;
                break;
            }
        }
    }
    const double used = static_cast<double>(blocks) * 512.0 / mebibyte;
    m_diskUsedMib = whole ? used : std::max(used, m_diskUsedMib);
    m_diskTime = std::chrono::steady_clock::now();
    return m_diskUsedMib;
}

Metrics::Reading Metrics::read()
{
    Reading reading;
    reading.time = std::chrono::steady_clock::now();
    reading.timestamp = unixMilliseconds();
    std::uint64_t ticks = 0;
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        if (!std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c); }))
            continue;
        const std::string stat = readAll(entry.path().string() + "/stat");
        if (stat.empty())
            continue; // gone meanwhile
        ticks += cpuTicks(stat);
        reading.memoryBytes += memoryOf(entry.path().string());
        ++reading.processCount;
    }
    reading.cpuSeconds = static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
    reading.diskUsedMib = diskUse();
    return reading;
}

MetricsSample Metrics::between(const Reading &before, const Reading &after) const
{
    MetricsSample sample;
    const double cpus = std::max(1u, std::thread::hardware_concurrency());
    sample.cpuCount = m_limits.cpuCount > 0 ? m_limits.cpuCount : cpus;
    sample.memTotalMib = m_limits.memoryMib > 0 ? m_limits.memoryMib : machineMemoryMib();
    const double seconds = std::chrono::duration<double>(after.time - before.time).count();
    if (seconds > 0) {
        sample.cpuUsedPct = std::clamp(
            100.0 * (after.cpuSeconds - before.cpuSeconds) / seconds / sample.cpuCount, 0.0, 100.0);
    }
    sample.memUsedMib = static_cast<double>(after.memoryBytes) / mebibyte;
    sample.timestamp = before.timestamp;
    sample.processCount = after.processCount;
    sample.diskUsedMib = after.diskUsedMib;
    return sample;
}

std::string MetricsSample::toJson() const
{
    return R"({"cpu_count":)" + number(cpuCount) + R"(,"cpu_used_pct":)" + number(cpuUsedPct) + R"(,"mem_total_mib":)"
        + number(memTotalMib) + R"(,"mem_used_mib":)" + number(memUsedMib) + R"(,"timestamp":)"
        + std::to_string(timestamp) + R"(,"process_count":)" + std::to_string(processCount) + R"(,"disk_used_mib":)"
        + number(diskUsedMib) + '}';
}

} // namespace Execd
