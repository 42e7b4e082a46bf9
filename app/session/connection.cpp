// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connection.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QLocale>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::Error;

namespace {
constexpr auto PingInterval = 5s;
constexpr auto LongestPause = 30s;
constexpr qint64 LongestCatalog = 1 << 20;
} // namespace

bool isImageProblem(const Error &error)
{
    // The servers' codes: DOCKER::SANDBOX_IMAGE_PULL_FAILED, KUBERNETES::IMAGE_NOT_FOUND and their kin.
    return error.kind == Error::Kind::Api && error.code.contains("IMAGE"_L1, Qt::CaseInsensitive);
}

Problem describeError(const Error &error, const QString &name)
{
    Problem problem;
    problem.error = error;
    const auto withDetail = [&error](const QString &sentence) {
        return error.message.isEmpty() ? sentence : sentence + u' ' + error.message;
    };
    switch (error.kind) {
    case Error::Kind::Network:
        problem.message = withDetail(Connection::tr("%1 does not answer.").arg(name));
        problem.hint = Connection::tr("Check that the server runs and that its address is right.");
        break;
    case Error::Kind::Timeout:
        problem.message = withDetail(Connection::tr("%1 did not answer in time.").arg(name));
        problem.hint = Connection::tr("Try again, or check how busy the server is.");
        break;
    case Error::Kind::Protocol:
        problem.message = withDetail(Connection::tr("%1 answers, but not as an OpenSandbox server does.").arg(name));
        problem.hint = Connection::tr("Check the address: another program may listen there.");
        break;
    case Error::Kind::Api:
        if (error.isAuthentication()) {
            problem.message = Connection::tr("The key was refused (%1). It may have expired or belong to another server.").arg(error.httpStatus);
            problem.hint = Connection::tr("Change the key of %1.").arg(name);
        } else {
            const QString said = error.message.isEmpty() ? u"."_s : u": "_s + error.message;
            problem.message = (error.httpStatus >= 500 ? Connection::tr("%1 could not do this (%2)") : Connection::tr("%1 refused this (%2)")).arg(name).arg(error.httpStatus) + said;
            if (isImageProblem(error))
                problem.hint = Connection::tr("Choose another image, or correct its name.");
            else if (error.httpStatus >= 500)
                problem.hint = Connection::tr("Try again. If it stays, look at the server's log.");
        }
        break;
    case Error::Kind::NotReady:
        problem.message = error.message.isEmpty() ? Connection::tr("%1 did not become ready in time.").arg(name) : error.message;
        problem.hint = Connection::tr("Check that the sandbox's address can be reached from here, or use the server's proxy.");
        break;
    default:
        problem.message = error.message.isEmpty() ? Connection::tr("This did not work.") : error.message;
        break;
    }
    return problem;
}

Connection::Connection(QString id, QString name, bool isLocal, QObject *parent)
    : QObject(parent)
    , m_id(std::move(id))
    , m_name(std::move(name))
    , m_isLocal(isLocal)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Connection::ping);
}

Connection::~Connection() = default;

QString Connection::stateText() const
{
    switch (m_state) {
    case State::Off: return tr("Off");
    case State::Starting: return tr("Starting");
    case State::Connecting: return tr("Connecting");
    case State::Online: return tr("Online");
    case State::Offline: return m_problem.error.httpStatus > 0 ? tr("Errors") : tr("No answer");
    case State::Refused: return tr("Key refused");
    case State::Failed: return tr("Not started");
    }
    return {};
}

QString Connection::latencyText() const
{
    if (!m_latency)
        return {};
    return isSlow() ? tr("%1 s").arg(QLocale().toString(double(m_latency->count()) / 1000, 'f', 1)) : tr("%1 ms").arg(m_latency->count());
}

QDateTime Connection::serverNow() const
{
    const auto offset = m_manager ? m_manager->clockOffset() : 0ms;
    return QDateTime::currentDateTimeUtc().addMSecs(offset.count());
}

void Connection::setName(const QString &name)
{
    if (m_name == name)
        return;
    m_name = name;
    Q_EMIT nameChanged();
}

void Connection::setConfig(OpenSandbox::ConnectionConfig config)
{
    m_tasks.cancel();
    m_pinging = false;
    m_failures = 0;
    config.onExchange = [self = QPointer<Connection>(this)](const OpenSandbox::Exchange &exchange) {
        if (self)
            Q_EMIT self->exchange(exchange);
    };
    m_config = config;
    m_manager = std::make_shared<OpenSandbox::SandboxManager>(std::move(config));
    m_latency.reset();
    setState(State::Connecting);
    Q_EMIT managerChanged();
    ping();
}

void Connection::setStarting()
{
    m_tasks.cancel();
    m_pinging = false;
    m_timer.stop();
    m_latency.reset();
    m_manager.reset();
    setState(State::Starting);
    Q_EMIT managerChanged();
}

void Connection::setFailed(const Problem &problem)
{
    m_tasks.cancel();
    m_pinging = false;
    m_timer.stop();
    m_latency.reset();
    m_manager.reset();
    setState(State::Failed, problem);
    Q_EMIT managerChanged();
}

void Connection::setOff()
{
    m_tasks.cancel();
    m_pinging = false;
    m_timer.stop();
    m_latency.reset();
    m_manager.reset();
    setState(State::Off);
    Q_EMIT managerChanged();
}

void Connection::noteAnswer()
{
    m_lastAnswerAt = QDateTime::currentDateTime();
    if (m_state == State::Offline && m_manager)
        ping();
}

void Connection::noteError(const Error &error)
{
    if (!m_manager || error.kind == Error::Kind::Cancelled)
        return;
    const bool refused = error.kind == Error::Kind::Api && error.isAuthentication();
    const bool silent = error.kind == Error::Kind::Network || error.kind == Error::Kind::Timeout || error.kind == Error::Kind::Protocol;
    const bool brokenProxy = error.kind == Error::Kind::Api && (error.httpStatus == 502 || error.httpStatus == 503 || error.httpStatus == 504);
    if (!refused && !silent && !brokenProxy)
        return;
    m_latency.reset();
    ++m_failures;
    scheduleRetry();
    setState(refused ? State::Refused : State::Offline, describeError(error, m_name));
    Q_EMIT latencyChanged();
}

void Connection::noteUnwell(const Error &error)
{
    if (!m_manager || error.kind == Error::Kind::Cancelled)
        return;
    const int before = m_failures;
    noteError(error);
    if (m_failures != before)
        return;
    m_latency.reset();
    ++m_failures;
    scheduleRetry();
    setState(State::Offline, describeError(error, m_name));
    Q_EMIT latencyChanged();
}

void Connection::retryNow()
{
    if (!m_manager)
        Q_EMIT retryRequested();
    else
        ping();
}

void Connection::ping()
{
    if (!m_manager || m_pinging)
        return;
    m_pinging = true;
    m_timer.stop();
    m_tasks.run(m_manager->health(m_tasks.token()), [this](OpenSandbox::Result<std::chrono::milliseconds> result) {
        m_pinging = false;
        if (!result) {
            noteUnwell(result.error());
            return;
        }
        m_lastAnswerAt = QDateTime::currentDateTime();
        m_latency = *result;
        Q_EMIT latencyChanged();
        if (m_state == State::Online) {
            m_timer.start(PingInterval);
            return;
        }
        // /health needs no key and any web server may answer it: only a listing shows that all is well.
        m_pinging = true;
        OpenSandbox::SandboxFilter one;
        one.pageSize = 1;
        m_tasks.run(m_manager->list(one, m_tasks.token()), [this](OpenSandbox::Result<OpenSandbox::SandboxPage> page) {
            m_pinging = false;
            verified(page);
        });
    });
}

void Connection::verified(const OpenSandbox::Result<OpenSandbox::SandboxPage> &page)
{
    if (!page) {
        noteUnwell(page.error());
        return;
    }
    m_failures = 0;
    m_nextTryAt = {};
    m_timer.start(PingInterval);
    setState(State::Online);
    if (m_isLocal)
        readCatalog();
}

void Connection::readCatalog()
{
    if (!m_network)
        m_network = std::make_unique<QNetworkAccessManager>();
    QUrl url = m_config.lifecycleUrl();
    url.setPath(url.path() + "/local"_L1);
    QNetworkRequest request(url);
    request.setRawHeader("OPEN-SANDBOX-API-KEY", m_config.apiKey.toUtf8());
    request.setTransferTimeout(PingInterval * 2);
    QNetworkReply *reply = m_network->get(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply]() {
        reply->deleteLater();
        // A server without such a list is none the worse.
        if (reply->error() != QNetworkReply::NoError || reply->bytesAvailable() > LongestCatalog)
            return;
        m_catalog = LocalCatalog::parse(reply->readAll());
        Q_EMIT catalogChanged();
    });
}

void Connection::scheduleRetry()
{
    const auto pause = std::min<std::chrono::milliseconds>(1000ms * (1 << std::clamp(m_failures, 1, 5)), LongestPause);
    m_nextTryAt = QDateTime::currentDateTime().addMSecs(pause.count());
    m_timer.start(pause);
}

void Connection::setState(State state, const Problem &problem)
{
    m_problem = problem;
    if (state != State::Offline && state != State::Refused)
        m_nextTryAt = {};
    m_state = state;
    Q_EMIT stateChanged();
}
