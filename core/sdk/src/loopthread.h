// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <thread>

class QEventLoop;
class QObject;

namespace OpenSandbox {

/**
 * A thread with an event loop and a Transport of its own. It ends when its last owner lets go, after the work that
 * Background tells of (30 s at most). An owner in the thread itself does not wait for that.
 */
class LoopThread
{
public:
    /// `begin` is called first, in the thread; what it gives is kept until the event loop has ended.
    explicit LoopThread(std::function<std::shared_ptr<void>()> begin = {});
    ~LoopThread();
    LoopThread(const LoopThread &) = delete;
    LoopThread &operator=(const LoopThread &) = delete;

    /// The one in which local files are read and written: a slow disk holds up no caller there.
    static std::shared_ptr<LoopThread> ofTransfers();
    /// The one of uploads. With the network thread that it starts it keeps to one CPU (Linux): stayOnOneCpu() tells why.
    static std::shared_ptr<LoopThread> ofUploads();

    void post(std::function<void()> function);
    std::thread::id id() const { return m_thread.get_id(); }
    bool isCurrent() const { return std::this_thread::get_id() == m_thread.get_id(); }

private:
    std::thread m_thread;
    QObject *m_context = nullptr;
    QEventLoop *m_loop = nullptr;
};

} // namespace OpenSandbox
