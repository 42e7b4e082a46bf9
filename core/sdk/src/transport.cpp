// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "transport.h"

#include "loopthread.h"
#include "network.h"

#include <opensandbox/networkaccess.h>

#include <QHttp1Configuration>
#include <QThreadPool>
#include <QTimer>

namespace OpenSandbox {

namespace {

/// A timer that wakes a coroutine once, early when stopped. Deletes itself.
class Alarm : public QTimer
{
public:
    Alarm(QObject *parent, std::chrono::milliseconds time, std::stop_token stop, std::stop_token closed, std::coroutine_handle<> handle)
        : QTimer(parent), m_handle(handle), m_stop(std::move(stop), Early { this }), m_closed(std::move(closed), Early { this })
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
    std::stop_callback<Early> m_closed;
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

std::shared_ptr<QNetworkAccessManager> Transport::reads(const Network &network)
{
    Reads &reads = m_reads[network.key()];
    if (!reads.manager)
        reads = { network.access(), single(network) };
    return reads.manager;
}

std::shared_ptr<QNetworkAccessManager> Transport::single(const Network &network)
{
    // Its last reference may go while one of its replies is being destroyed.
    auto made = network.access() ? network.access()->create() : std::make_unique<QNetworkAccessManager>();
    if (!made)
        return {};
    std::shared_ptr<QNetworkAccessManager> manager(made.release(), [](QNetworkAccessManager *old) { old->deleteLater(); });
    manager->setAutoDeleteReplies(false);
    manager->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    manager->setTransferTimeout(std::chrono::milliseconds(0));
    const QNetworkProxy::ProxyType proxy = manager->proxy().type();
    if (!manager->proxyFactory() && (proxy == QNetworkProxy::DefaultProxy || proxy == QNetworkProxy::NoProxy))
        manager->setProxyFactory((proxy == QNetworkProxy::NoProxy ? Network::noProxyFactory() : network.proxyFactory()).release());
    return manager;
}

QNetworkRequest Transport::prepared(QNetworkRequest request, const Network &network)
{
    // On every request: the first one to a host decides for all others. Six, as Qt has it, are too few.
    QHttp1Configuration connections;
    connections.setNumberOfConnectionsPerHost(network.tuning().readsPerHost);
    request.setHttp1Configuration(connections);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    if (!network.access()) { // Otherwise they are the application's affair.
        request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
        request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    }
    request.setAttribute(QNetworkRequest::ConnectionCacheExpiryTimeoutSecondsAttribute, int(network.tuning().idleTime.count()));
    return request;
}

std::shared_ptr<LoopThread> Transport::transfers()
{
    if (!m_transfers)
        m_transfers = LoopThread::ofTransfers();
    return m_transfers;
}

std::shared_ptr<LoopThread> Transport::uploads()
{
    if (!m_uploads)
        m_uploads = LoopThread::ofUploads();
    return m_uploads;
}

void Transport::noteTimeout()
{
    if (++m_timeoutsInARow < 2)
        return;
    m_timeoutsInARow = 0;
    m_reads.clear(); // Calls under way keep theirs.
}

void NextTurn::await_suspend(std::coroutine_handle<> handle)
{
    QMetaObject::invokeMethod(m_context, [handle] { handle.resume(); }, Qt::QueuedConnection);
}

void InPool::await_suspend(std::coroutine_handle<> handle)
{
    QThreadPool::globalInstance()->start([context = m_context, work = std::move(m_work), handle] {
        work();
        QMetaObject::invokeMethod(context, [handle] { handle.resume(); }, Qt::QueuedConnection);
    });
}

void Pause::await_suspend(std::coroutine_handle<> handle)
{
    new Alarm(m_context, m_time, m_stop, m_closed, handle);
}

} // namespace OpenSandbox
