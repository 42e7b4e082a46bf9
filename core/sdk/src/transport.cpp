// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "transport.h"

#include <QTimer>

namespace OpenSandbox {

namespace {

/// A timer that wakes a coroutine once, early when stopped. Deletes itself.
class Alarm : public QTimer
{
public:
    Alarm(QObject *parent, std::chrono::milliseconds time, std::stop_token stop, std::coroutine_handle<> handle)
        : QTimer(parent), m_handle(handle), m_stop(std::move(stop), Early { this })
    {
        setSingleShot(true);
        callOnTimeout(this, [this] {
            const auto waiting = std::exchange(m_handle, {});
            deleteLater();
            if (waiting)
                waiting.resume();
        });
        start(time);
    }

private:
    struct Early
    {
        Alarm *alarm;
        void operator()() const
        {
            QMetaObject::invokeMethod(alarm, [alarm = alarm] { alarm->start(0); }, Qt::QueuedConnection);
        }
    };

    std::coroutine_handle<> m_handle;
    std::stop_callback<Early> m_stop;
};

} // namespace

Transport::Transport() : m_context(std::make_unique<QObject>()) { }

Transport::~Transport()
{
    // The last reference may go in a coroutine that a timer or an event of the context has resumed.
    m_context.release()->deleteLater();
}

std::shared_ptr<Transport> Transport::ofThisThread()
{
    static thread_local std::weak_ptr<Transport> current;
    std::shared_ptr<Transport> transport = current.lock();
    if (!transport) {
        transport = std::make_shared<Transport>();
        current = transport;
    }
    return transport;
}

std::shared_ptr<QNetworkAccessManager> Transport::manager(Role role)
{
    std::shared_ptr<QNetworkAccessManager> &manager = m_managers[int(role)];
    if (!manager) {
        manager.reset(new QNetworkAccessManager, [](QNetworkAccessManager *old) { old->deleteLater(); });
        manager->setAutoDeleteReplies(false);
        manager->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    }
    return manager;
}

void Transport::noteTimeout()
{
    if (++m_timeoutsInARow < 2)
        return;
    m_timeoutsInARow = 0;
    for (auto &manager : m_managers) // Calls under way keep theirs.
        manager.reset();
}

void NextTurn::await_suspend(std::coroutine_handle<> handle)
{
    QMetaObject::invokeMethod(m_context, [handle] { handle.resume(); }, Qt::QueuedConnection);
}

void Pause::await_suspend(std::coroutine_handle<> handle)
{
    new Alarm(m_context, m_time, m_stop, handle);
}

} // namespace OpenSandbox
