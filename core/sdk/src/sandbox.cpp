// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandbox.h>

#include "lifecycle.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

using std::chrono::milliseconds;

struct Sandbox::Private
{
    ConnectionConfig config;
    QString id;
    Endpoint execd;
    std::shared_ptr<AdapterFactory> factory;
    std::shared_ptr<SandboxManager> manager;
    std::unique_ptr<FilesService> files;
    std::unique_ptr<CommandsService> commands;
    std::unique_ptr<MetricsService> metrics;
    std::shared_ptr<HealthService> health;
    std::unique_ptr<PtyService> pty;
    std::unique_ptr<EgressService> egress;
    std::unique_ptr<CredentialVaultService> credentialVault;
    std::unique_ptr<DiagnosticsService> diagnostics;
    HealthCheck healthCheck;
    std::stop_source closing;
    std::shared_ptr<const Client> about; ///< For questions about execd itself.
    std::unique_ptr<CodesService> asked; ///< The same; it remembers.
    Capabilities capabilities;
};

struct SandboxAccess
{
    static std::shared_ptr<Sandbox> make(std::unique_ptr<Sandbox::Private> d) { return std::shared_ptr<Sandbox>(new Sandbox(std::move(d))); }
    static Sandbox::Private &of(const std::shared_ptr<Sandbox> &sandbox) { return *sandbox->d; }
    using Private = Sandbox::Private;
};

namespace {

using Manager = std::shared_ptr<SandboxManager>;

QString inSeconds(milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0, 'g', 4);
}

/// A POST /sandboxes under way. It is never broken off, because the sandbox would come to be all the same.
struct Creation
{
    std::optional<Result<SandboxInfo>> result;
    bool abandoned = false; ///< Nobody waits any more: kill what comes.
    std::coroutine_handle<> waiting;
    std::shared_ptr<Transport> transport = Transport::ofThisThread();

    void wake()
    {
        if (waiting)
            QMetaObject::invokeMethod(transport->context(), [handle = std::exchange(waiting, {})] { handle.resume(); }, Qt::QueuedConnection);
    }
};

/// Awaitable: the answer, or soon after the stop was requested.
class CreationOrStop
{
public:
    CreationOrStop(std::shared_ptr<Creation> creation, std::stop_token stop) : m_creation(std::move(creation)), m_stop(std::move(stop)) { }
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle)
    {
        m_creation->waiting = handle;
        if (m_creation->result)
            m_creation->wake();
        m_callback.emplace(m_stop, Wake { m_creation });
    }
    void await_resume() { m_callback.reset(); }

private:
    struct Wake
    {
        std::shared_ptr<Creation> creation;
        void operator()() const
        {
            QMetaObject::invokeMethod(creation->transport->context(), [creation = creation] { creation->wake(); }, Qt::QueuedConnection);
        }
    };

    std::shared_ptr<Creation> m_creation;
    std::stop_token m_stop;
    std::optional<std::stop_callback<Wake>> m_callback;
};

QCoro::Task<> createDetached(Manager manager, CreateOptions options, std::shared_ptr<Creation> creation)
{
    const Background background(creation->transport);
    auto create = manager->create(std::move(options));
    Result<SandboxInfo> info = co_await create;
    if (creation->abandoned) {
        if (info) {
            auto kill = manager->kill(info->id);
            co_await kill;
        }
        co_return;
    }
    creation->result = std::move(info);
    creation->wake();
}

Task<Done> check(std::shared_ptr<Sandbox> sandbox, std::stop_token stop)
{
    const SandboxAccess::Private &d = SandboxAccess::of(sandbox);
    return d.healthCheck ? d.healthCheck(*sandbox, std::move(stop)) : d.health->ping(std::move(stop));
}

/// Asks until the sandbox is ready. Ends early where waiting cannot help.
Task<Done> waitForReady(std::shared_ptr<Sandbox> sandbox, milliseconds timeout, milliseconds interval, std::stop_token stop)
{
    const auto transport = Transport::ofThisThread();
    const Manager manager = SandboxAccess::of(sandbox).manager;
    const QString id = sandbox->id();
    const QDeadlineTimer deadline(timeout);
    QElapsedTimer sinceLook;
    sinceLook.start();
    for (;;) {
        auto ping = check(sandbox, stop);
        const Result<Done> pong = co_await ping;
        if (pong)
            co_return pong;
        if (stop.stop_requested())
            co_return std::unexpected(cancelled());
        Error last = pong.error();
        if (last.isAuthentication()) {
            last.message = u"The sandbox refused the credentials: "_s + last.message;
            co_return std::unexpected(last);
        }
        if (deadline.hasExpired()) {
            QString text = u"The sandbox did not become ready within %1 s. Last try: %2"_s.arg(inSeconds(timeout), last.message);
            if (!manager->config().useServerProxy && last.kind != Error::Kind::Api)
                text += u" If this machine cannot reach that address, turn on 'use server proxy' for this connection."_s;
            co_return std::unexpected(Error { Error::Kind::NotReady, last.httpStatus, last.code, text, last.requestId });
        }
        if (sinceLook.hasExpired(2000)) {
            auto look = manager->get(id, stop);
            const Result<SandboxInfo> info = co_await look;
            if (info && info->state.isOver())
                co_return std::unexpected(Error { Error::Kind::NotReady, 0, info->state.reason,
                    u"The sandbox ended before it was ready (%1). %2"_s.arg(info->state.name, info->state.message).trimmed(), {} });
            if (!info && info.error().isNotFound())
                co_return std::unexpected(info.error());
            sinceLook.restart();
        }
        Pause pause(transport->context(), interval, stop);
        co_await pause;
    }
}

void makeServices(SandboxAccess::Private &d)
{
    const ClosedBy scope(d.closing.get_token());
    d.files = d.factory->files(d.config, d.execd);
    d.commands = d.factory->commands(d.config, d.execd);
    d.metrics = d.factory->metrics(d.config, d.execd);
    d.health = d.factory->health(d.config, d.execd);
    d.pty = d.factory->pty(d.config, d.execd);
    const EndpointResolver guard = [manager = d.manager, id = d.id](std::stop_token stop) { return manager->endpoint(id, EgressPort, std::move(stop)); };
    d.egress = d.factory->egress(d.config, guard);
    d.credentialVault = d.factory->credentialVault(d.config, guard);
    d.diagnostics = d.manager->diagnostics(d.id);
    d.about = Client::endpoint(d.config, d.execd);
    d.asked = d.factory->codes(d.config, d.execd);
}

/// From an id to a ready Sandbox. `patient`: the address may be unknown for a while, as after a resume.
Task<std::shared_ptr<Sandbox>> attach(Manager manager, QString id, ConnectOptions how, bool patient, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    const auto transport = Transport::ofThisThread();
    const QDeadlineTimer deadline(how.readyTimeout);
    auto d = std::make_unique<SandboxAccess::Private>();
    d->config = manager->config();
    d->id = id;
    d->factory = factory;
    d->manager = manager;
    d->healthCheck = how.healthCheck;
    for (;;) {
        auto resolve = manager->endpoint(id, how.execdPort, stop);
        const Result<Endpoint> endpoint = co_await resolve;
        if (endpoint) {
            d->execd = *endpoint;
            break;
        }
        if (!patient || deadline.hasExpired() || stop.stop_requested() || endpoint.error().isAuthentication())
            co_return std::unexpected(endpoint.error());
        Pause pause(transport->context(), milliseconds(500), stop);
        co_await pause;
    }
    makeServices(*d);
    Result<std::shared_ptr<Sandbox>> sandbox = SandboxAccess::make(std::move(d));
    if (!how.skipHealthCheck) {
        auto wait = waitForReady(*sandbox, how.readyTimeout, how.readyPollInterval, stop);
        const Result<Done> ready = co_await wait;
        if (!ready)
            co_return std::unexpected(ready.error());
    }
    if (stop.stop_requested())
        co_return std::unexpected(cancelled());
    co_return sandbox;
}

Task<QUrl> urlOf(Manager manager, QString id, int port, std::stop_token stop)
{
    auto resolve = manager->endpoint(id, port, stop);
    const Result<Endpoint> endpoint = co_await resolve;
    if (!endpoint)
        co_return std::unexpected(endpoint.error());
    const QString address = endpoint->endpoint.contains("://"_L1) ? endpoint->endpoint : QString(manager->config().lifecycleUrl().scheme() + u"://"_s + endpoint->endpoint);
    co_return QUrl(address, QUrl::StrictMode);
}

Task<bool> healthOf(std::shared_ptr<Sandbox> sandbox, std::stop_token stop)
{
    auto ask = check(sandbox, stop);
    const Result<Done> answer = co_await ask;
    if (!answer && answer.error().kind == Error::Kind::Cancelled)
        co_return std::unexpected(answer.error());
    co_return answer.has_value();
}

/// A yes or a no from a question about something that does not exist.
template <typename T>
void conclude(Capabilities &capabilities, Feature feature, const Result<T> &answer)
{
    if (answer || (answer.error().isNotFound() && answer.error().code != "NOT_SUPPORTED"_L1)) {
        capabilities.known.insert(feature, true);
        capabilities.refusals.remove(feature);
    } else if (answer.error().code == "NOT_SUPPORTED"_L1 || meansUnsupported(feature, answer.error())) {
        capabilities.known.insert(feature, false);
        capabilities.refusals.insert(feature, answer.error());
    }
}

/// As the local runtime tells of itself.
void conclude(Capabilities &capabilities, Feature feature, const QJsonArray &offered, const QStringList &needed)
{
    QStringList missing;
    for (const QString &name : needed) {
        if (!offered.contains(name))
            missing << name;
    }
    if (missing.isEmpty())
        conclude(capabilities, feature, Result<Done>(Done {}));
    else
        conclude(capabilities, feature, Result<Done>(std::unexpected(Error { Error::Kind::Api, 501, u"NOT_SUPPORTED"_s,
            u"The sandbox does not offer this (%1)."_s.arg(missing.join(u", "_s)), {} })));
}

Task<Capabilities> capabilitiesOf(std::shared_ptr<Sandbox> sandbox, std::stop_token stop)
{
    SandboxAccess::Private &d = SandboxAccess::of(sandbox);
    auto account = callFeatureForJson(d.about, Feature::LocalExtensions, Request::get("/capabilities"), stop);
    const Result<QJsonDocument> about = co_await account;
    if (!about && about.error().kind == Error::Kind::Cancelled)
        co_return std::unexpected(about.error());
    const QJsonValue extensions = about ? about->object().value("extensions"_L1) : QJsonValue();
    if (extensions.isArray()) {
        d.capabilities.runtime = u"local"_s;
        d.capabilities.known.insert(Feature::LocalExtensions, true);
        conclude(d.capabilities, Feature::Terminal, extensions.toArray(), { u"pty"_s });
        conclude(d.capabilities, Feature::CodeExtensions, extensions.toArray(), { u"completion"_s, u"inspection"_s, u"restart"_s, u"stdin"_s, u"variables"_s });
        Result<Capabilities> known(d.capabilities); // QCoro moves what it has to convert.
        co_return known;
    }
    if (!about && meansUnsupported(Feature::LocalExtensions, about.error())) {
        d.capabilities.known.insert(Feature::LocalExtensions, false);
        d.capabilities.refusals.insert(Feature::LocalExtensions, about.error());
    }
    auto terminal = d.pty->status(u"probe"_s, stop);
    const Result<PtyStatus> pty = co_await terminal;
    if (!pty && isPassing(pty.error()))
        co_return std::unexpected(pty.error());
    conclude(d.capabilities, Feature::Terminal, pty);
    auto extension = d.asked->variables(u"probe"_s, stop);
    const Result<VariableList> variables = co_await extension;
    conclude(d.capabilities, Feature::CodeExtensions, variables);
    if (!variables && variables.error().kind == Error::Kind::Cancelled)
        co_return std::unexpected(variables.error());
    Result<Capabilities> known(d.capabilities);
    co_return known;
}

} // namespace

std::stop_token closedWith(const std::shared_ptr<Sandbox> &sandbox)
{
    return SandboxAccess::of(sandbox).closing.get_token();
}

Sandbox::Sandbox(std::unique_ptr<Private> d_) : d(std::move(d_)) { }
Sandbox::~Sandbox() = default;

Task<std::shared_ptr<Sandbox>> Sandbox::create(ConnectionConfig config, CreateOptions options, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    ConnectOptions how;
    how.readyTimeout = options.readyTimeout;
    how.readyPollInterval = options.readyPollInterval;
    how.skipHealthCheck = options.skipHealthCheck;
    return create(std::move(config), std::move(options), std::move(how), std::move(stop), std::move(factory));
}

Task<std::shared_ptr<Sandbox>> Sandbox::create(ConnectionConfig config, CreateOptions options, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    if (stop.stop_requested())
        co_return std::unexpected(cancelled());
    const auto manager = std::make_shared<SandboxManager>(config);
    const auto creation = std::make_shared<Creation>();
    const auto detached = createDetached(manager, std::move(options), creation);
    CreationOrStop answer(creation, stop);
    co_await answer;
    if (!creation->result) {
        creation->abandoned = true;
        co_return std::unexpected(cancelled());
    }
    if (!*creation->result)
        co_return std::unexpected(creation->result->error());
    const QString id = creation->result->value().id;
    auto wait = attach(manager, id, std::move(how), false, stop, factory);
    Result<std::shared_ptr<Sandbox>> sandbox = co_await wait;
    if (sandbox)
        co_return sandbox;
    Error error = sandbox.error();
    auto kill = manager->kill(id);
    const Result<Done> killed = co_await kill;
    error.message += killed ? u" The new sandbox was removed again."_s
                            : u" The new sandbox %1 could not be removed: %2"_s.arg(id, killed.error().message);
    co_return std::unexpected(error);
}

Task<std::shared_ptr<Sandbox>> Sandbox::connect(ConnectionConfig config, QString id, milliseconds readyTimeout, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    ConnectOptions how;
    how.readyTimeout = readyTimeout;
    return connect(std::move(config), std::move(id), std::move(how), std::move(stop), std::move(factory));
}

Task<std::shared_ptr<Sandbox>> Sandbox::connect(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return attach(std::make_shared<SandboxManager>(std::move(config)), std::move(id), std::move(how), false, std::move(stop), std::move(factory));
}

Task<std::shared_ptr<Sandbox>> Sandbox::resume(ConnectionConfig config, QString id, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    ConnectOptions how;
    how.readyTimeout = std::chrono::minutes(2);
    return resume(std::move(config), std::move(id), std::move(how), std::move(stop), std::move(factory));
}

Task<std::shared_ptr<Sandbox>> Sandbox::resume(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    if (stop.stop_requested())
        co_return std::unexpected(cancelled());
    const auto manager = std::make_shared<SandboxManager>(config);
    auto wake = manager->resume(id, stop);
    const Result<Done> awake = co_await wake;
    if (!awake && awake.error().httpStatus != 409)
        co_return std::unexpected(awake.error());
    if (!awake) { // Somebody else may have resumed it.
        auto look = manager->get(id, stop);
        const Result<SandboxInfo> info = co_await look;
        if (!info || !(info->state.isRunning() || info->state.kind == SandboxState::Kind::Resuming))
            co_return std::unexpected(awake.error());
    }
    auto wait = attach(manager, id, how, true, stop, factory);
    co_return co_await wait;
}

const QString &Sandbox::id() const
{
    return d->id;
}

const ConnectionConfig &Sandbox::config() const
{
    return d->config;
}

const Endpoint &Sandbox::execdEndpoint() const
{
    return d->execd;
}

FilesService &Sandbox::files()
{
    return *d->files;
}

CommandsService &Sandbox::commands()
{
    return *d->commands;
}

MetricsService &Sandbox::metrics()
{
    return *d->metrics;
}

HealthService &Sandbox::health()
{
    return *d->health;
}

PtyService &Sandbox::pty()
{
    return *d->pty;
}

EgressService &Sandbox::egress()
{
    return *d->egress;
}

CredentialVaultService &Sandbox::credentialVault()
{
    return *d->credentialVault;
}

DiagnosticsService &Sandbox::diagnostics()
{
    return *d->diagnostics;
}

SandboxManager &Sandbox::manager()
{
    return *d->manager;
}

Task<SandboxInfo> Sandbox::info(std::stop_token stop)
{
    return d->manager->get(d->id, std::move(stop));
}

Task<Endpoint> Sandbox::endpoint(int port, std::stop_token stop)
{
    return d->manager->endpoint(d->id, port, std::move(stop));
}

Task<QDateTime> Sandbox::renew(std::chrono::seconds fromNow, std::stop_token stop)
{
    // The server takes an absolute time by its own clock; the offset is known to about a second.
    QDateTime now = QDateTime::currentDateTimeUtc();
    if (const milliseconds offset = d->manager->clockOffset(); std::chrono::abs(offset) > std::chrono::seconds(3))
        now = now.addMSecs(offset.count());
    return d->manager->renewUntil(d->id, now.addSecs(fromNow.count()), std::move(stop));
}

Task<QUrl> Sandbox::endpointUrl(int port, std::stop_token stop)
{
    return urlOf(d->manager, d->id, port, std::move(stop));
}

Task<Endpoint> Sandbox::signedEndpoint(int port, QDateTime expires, std::stop_token stop)
{
    return d->manager->signedEndpoint(d->id, port, std::move(expires), std::move(stop));
}

Task<SandboxInfo> Sandbox::patchMetadata(QMap<QString, std::optional<QString>> patch, std::stop_token stop)
{
    return d->manager->patchMetadata(d->id, std::move(patch), std::move(stop));
}

Task<SnapshotInfo> Sandbox::createSnapshot(QString name, std::stop_token stop)
{
    return d->manager->createSnapshot(d->id, std::move(name), std::move(stop));
}

Task<bool> Sandbox::isHealthy(std::stop_token stop)
{
    return healthOf(shared_from_this(), std::move(stop));
}

Task<Done> Sandbox::waitUntilReady(milliseconds timeout, std::stop_token stop)
{
    return waitForReady(shared_from_this(), timeout, milliseconds(200), std::move(stop));
}

Task<Capabilities> Sandbox::probe(std::stop_token stop)
{
    return capabilitiesOf(shared_from_this(), std::move(stop));
}

Capabilities Sandbox::capabilities() const
{
    return d->capabilities;
}

void Sandbox::close()
{
    d->closing.request_stop();
}

Task<Done> Sandbox::resume(std::stop_token stop)
{
    return d->manager->resume(d->id, std::move(stop));
}

Task<Done> Sandbox::pause(std::stop_token stop)
{
    return d->manager->pause(d->id, std::move(stop));
}

Task<Done> Sandbox::kill(std::stop_token stop)
{
    return d->manager->kill(d->id, std::move(stop));
}

std::shared_ptr<AdapterFactory> Sandbox::factory() const
{
    return d->factory;
}

} // namespace OpenSandbox
