// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>

/**
 * Beats in the event loop of its thread and remembers the longest pause between two beats: in processor time of the
 * thread (work that kept the window from answering, whatever else the machine did) and on the clock (which also
 * shows a wait).
 */
class Watchdog
{
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { beat(); });
        restart();
        m_timer.start(2);
    }

    void restart()
    {
        m_worstWork = m_worstPause = 0;
        m_work = work();
        m_clock.start();
    }
    int beats() const { return m_beats; }
    double worstWorkMs() const { return m_worstWork; }
    qint64 worstPauseMs() const { return m_worstPause; }

private:
    static double work()
    {
        timespec now {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    void beat()
    {
        ++m_beats;
        const double now = work();
        m_worstWork = std::max(m_worstWork, now - m_work);
        m_worstPause = std::max(m_worstPause, m_clock.restart());
        m_work = now;
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_work = 0;
    double m_worstWork = 0;
    qint64 m_worstPause = 0;
    int m_beats = 0;
};
