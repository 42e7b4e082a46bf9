// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/models.h>

#include <QtGlobal>

#include <vector>

/// One sample for charts and sparklines.
struct MetricsSample
{
    qint64 timeMs = 0; ///< Unix time.
    float cpuPercent = 0; ///< 0 to 100 of all its cores.
    float cpuCores = 0;
    float memoryMib = 0;
    float memoryTotalMib = 0;
    bool afterGap = false; ///< Nothing is known between the sample before and this one.
};

/// The last samples of one sandbox in a ring of fixed size: watching for days takes no more memory than an hour.
class MetricsHistory
{
public:
    explicit MetricsHistory(int capacity = 3600);

    void append(const OpenSandbox::Metrics &metrics);
    /// The next sample stands after a gap.
    void markGap() { m_gap = true; }
    void clear();

    int size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    int capacity() const { return int(m_ring.size()); }
    /// 0 is the oldest.
    const MetricsSample &at(int index) const;
    const MetricsSample &last() const { return at(m_size - 1); }
    /// The first index whose time is not before `timeMs`; size() when there is none.
    int firstSince(qint64 timeMs) const;

private:
    std::vector<MetricsSample> m_ring;
    int m_begin = 0;
    int m_size = 0;
    bool m_gap = false;
};
