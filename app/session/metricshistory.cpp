// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metricshistory.h"

#include <algorithm>

MetricsHistory::MetricsHistory(int capacity)
    : m_ring(size_t(std::max(capacity, 2)))
{
}

void MetricsHistory::append(const OpenSandbox::Metrics &metrics)
{
    // Time only goes forward in a chart. A little back is a repeated sample, much is a clock that was set.
    if (m_size > 0 && metrics.timestampMs <= last().timeMs) {
        if (last().timeMs - metrics.timestampMs < 60'000)
            return;
        clear();
    }
    const int position = (m_begin + m_size) % capacity();
    m_ring[size_t(position)] = MetricsSample {
        .timeMs = metrics.timestampMs,
        .cpuPercent = float(std::clamp(metrics.cpuUsedPercent, 0.0, 100.0)),
        .cpuCores = float(metrics.cpuCount),
        .memoryMib = float(std::max(metrics.memoryUsedMib, 0.0)),
        .memoryTotalMib = float(std::max(metrics.memoryTotalMib, 0.0)),
        .afterGap = m_gap,
    };
    m_gap = false;
    if (m_size < capacity())
        ++m_size;
    else
        m_begin = (m_begin + 1) % capacity();
}

void MetricsHistory::clear()
{
    m_begin = 0;
    m_size = 0;
    m_gap = false;
}

const MetricsSample &MetricsHistory::at(int index) const
{
    return m_ring[size_t((m_begin + index) % capacity())];
}

int MetricsHistory::firstSince(qint64 timeMs) const
{
    int low = 0;
    int high = m_size;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (at(middle).timeMs < timeMs)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
