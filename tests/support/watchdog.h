// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>

/**
 * Beats in the event loop of its thread and remembers the longest pause between two beats: in processor time of the
 * thread (work that kept the window from answering, whatever else the machine did), on the clock (which also
 * shows a wait), and on the clock without that work and without the time that other programs had the processor: what
 * is left is a wait inside one turn, for a disk, a lock or an answer.
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
        m_worstWork = m_worstWait = 0;
        m_worstPause = 0;
        m_work = work();
        m_queued = queued();
        m_clock.start();
    }
    int beats() const { return m_beats; }
    double worstWorkMs() const { return m_worstWork; }
    qint64 worstPauseMs() const { return m_worstPause; }
    double worstWaitMs() const { return m_worstWait; }

private:
    static double work()
    {
        timespec now {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    /// How long this thread has been ready to run while others ran.
    static double queued()
    {
        unsigned long long ran = 0;
        unsigned long long delayed = 0;
        if (FILE *file = std::fopen("/proc/thread-self/schedstat", "r")) {
            if (std::fscanf(file, "%llu %llu", &ran, &delayed) != 2)
                delayed = 0;
            std::fclose(file);
        }
        return double(delayed) / 1e6;
    }
    void beat()
    {
        ++m_beats;
        const double now = work();
        const double delayed = queued();
        const double pause = double(m_clock.nsecsElapsed()) / 1e6;
        m_clock.restart();
        m_worstWork = std::max(m_worstWork, now - m_work);
        m_worstPause = std::max(m_worstPause, qint64(pause));
        m_worstWait = std::max(m_worstWait, pause - (now - m_work) - (delayed - m_queued));
        m_work = now;
        m_queued = delayed;
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_work = 0;
    double m_queued = 0;
    double m_worstWork = 0;
    double m_worstWait = 0;
    qint64 m_worstPause = 0;
    int m_beats = 0;
};
