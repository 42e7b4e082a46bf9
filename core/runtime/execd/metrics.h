// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace Execd {

/// What the sandbox was given; 0 is "not limited": then the machine's own figure is told.
struct MetricsLimits {
    double cpuCount = 0;
    double memoryMib = 0;
    std::vector<std::string> diskPaths; ///< folders whose content is the sandbox's own
};

/// One reading.
struct MetricsSample {
    double cpuCount = 0;
    double cpuUsedPct = 0;
    double memTotalMib = 0;
    double memUsedMib = 0;
    std::int64_t timestamp = 0;
    int processCount = 0;
    double diskUsedMib = 0;

    std::string toJson() const;
};

/// Adds up what all processes of our pid namespace use. Thread-safe; sampling blocks for a moment.
class Metrics {
public:
    explicit Metrics(MetricsLimits limits);

    struct Reading {
        double cpuSeconds = 0; ///< of all processes, the ended ones included
        std::uint64_t memoryBytes = 0;
        int processCount = 0;
        double diskUsedMib = 0;
        std::chrono::steady_clock::time_point time;
        std::int64_t timestamp = 0;
    };
    Reading read();
    MetricsSample between(const Reading &before, const Reading &after) const;

private:
    double diskUse();

    const MetricsLimits m_limits;
    std::mutex m_mutex;
    double m_diskUsedMib = 0;
    std::chrono::steady_clock::time_point m_diskTime;
};

/// Memory in bytes by /proc/PID/smaps_rollup: the line "Pss:".
std::uint64_t parsePss(std::string_view text);

} // namespace Execd
