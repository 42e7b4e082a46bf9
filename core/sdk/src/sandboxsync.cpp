// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxsync.h>

#include "sandboxsyncaccess.h"

using Box = std::shared_ptr<OpenSandbox::Sandbox>;

namespace OpenSandbox {

using Sync::call;

/// Services live as long as their sandbox; all of it ends in the SDK's thread.
struct SandboxSync::Private
{
    Private(std::shared_ptr<SyncThread> thread_, Box sandbox_)
        : thread(std::move(thread_)), sandbox(keptIn(thread, std::move(sandbox_))), files(thread, part(&sandbox->files())), commands(thread, part(&sandbox->commands())),
          metrics(thread, part(&sandbox->metrics())), health(thread, part(&sandbox->health())), pty(thread, part(&sandbox->pty())), egress(thread, part(&sandbox->egress())),
          credentialVault(thread, part(&sandbox->credentialVault())), diagnostics(thread, part(&sandbox->diagnostics()))
    {
    }

    template <typename T>
    std::shared_ptr<T> part(T *service) const
    {
        return std::shared_ptr<T>(sandbox, service);
    }

    std::shared_ptr<SyncThread> thread;
    Box sandbox;
    FilesSync files;
    CommandsSync commands;
    MetricsSync metrics;
    HealthSync health;
    PtySync pty;
    EgressSync egress;
    CredentialVaultSync credentialVault;
    DiagnosticsSync diagnostics;
};

Result<std::shared_ptr<SandboxSync>> SandboxSyncAccess::wrapped(const std::shared_ptr<SyncThread> &thread, Result<Box> sandbox)
{
    if (!sandbox)
        return std::unexpected(sandbox.error());
    return std::shared_ptr<SandboxSync>(new SandboxSync(std::make_unique<SandboxSync::Private>(thread, *std::move(sandbox))));
}

namespace {

/// Takes the start of a task that gives a sandbox to the SDK's thread.
template <typename Start>
Result<std::shared_ptr<SandboxSync>> made(Start start)
{
    const auto thread = SyncThread::shared();
    return SandboxSyncAccess::wrapped(thread, Sync::run<Box>(thread, [start = std::move(start)](const JobQueuePtr &) { return start(); }));
}

} // namespace

SandboxSync::SandboxSync(std::unique_ptr<Private> d_) : d(std::move(d_)) { }
SandboxSync::~SandboxSync() = default;

Result<std::shared_ptr<SandboxSync>> SandboxSync::create(ConnectionConfig config, CreateOptions options, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return made([=] { return Sandbox::create(config, options, stop, factory); });
}

Result<std::shared_ptr<SandboxSync>> SandboxSync::create(ConnectionConfig config, CreateOptions options, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return made([=] { return Sandbox::create(config, options, how, stop, factory); });
}

Result<std::shared_ptr<SandboxSync>> SandboxSync::connect(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return made([=] { return Sandbox::connect(config, id, how, stop, factory); });
}

Result<std::shared_ptr<SandboxSync>> SandboxSync::resume(ConnectionConfig config, QString id, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return made([=] { return Sandbox::resume(config, id, stop, factory); });
}

Result<std::shared_ptr<SandboxSync>> SandboxSync::resume(ConnectionConfig config, QString id, ConnectOptions how, std::stop_token stop, std::shared_ptr<AdapterFactory> factory)
{
    return made([=] { return Sandbox::resume(config, id, how, stop, factory); });
}

const QString &SandboxSync::id() const
{
    return d->sandbox->id();
}

const ConnectionConfig &SandboxSync::config() const
{
    return d->sandbox->config();
}

FilesSync &SandboxSync::files()
{
    return d->files;
}

CommandsSync &SandboxSync::commands()
{
    return d->commands;
}

MetricsSync &SandboxSync::metrics()
{
    return d->metrics;
}

HealthSync &SandboxSync::health()
{
    return d->health;
}

PtySync &SandboxSync::pty()
{
    return d->pty;
}

EgressSync &SandboxSync::egress()
{
    return d->egress;
}

CredentialVaultSync &SandboxSync::credentialVault()
{
    return d->credentialVault;
}

DiagnosticsSync &SandboxSync::diagnostics()
{
    return d->diagnostics;
}

Result<SandboxInfo> SandboxSync::info(std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::info, std::move(stop));
}

Result<Endpoint> SandboxSync::endpoint(int port, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::endpoint, port, std::move(stop));
}

Result<QUrl> SandboxSync::endpointUrl(int port, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::endpointUrl, port, std::move(stop));
}

Result<Endpoint> SandboxSync::signedEndpoint(int port, QDateTime expires, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::signedEndpoint, port, std::move(expires), std::move(stop));
}

Result<QDateTime> SandboxSync::renew(std::chrono::seconds fromNow, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::renew, fromNow, std::move(stop));
}

Result<SandboxInfo> SandboxSync::patchMetadata(QMap<QString, std::optional<QString>> patch, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::patchMetadata, std::move(patch), std::move(stop));
}

Result<SnapshotInfo> SandboxSync::createSnapshot(QString name, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::createSnapshot, std::move(name), std::move(stop));
}

Result<bool> SandboxSync::isHealthy(std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::isHealthy, std::move(stop));
}

Result<Done> SandboxSync::waitUntilReady(std::chrono::milliseconds timeout, std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::waitUntilReady, timeout, std::move(stop));
}

Result<Done> SandboxSync::pause(std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::pause, std::move(stop));
}

Result<Done> SandboxSync::resume(std::stop_token stop)
{
    return call(d->thread, d->sandbox, static_cast<Task<Done> (Sandbox::*)(std::stop_token)>(&Sandbox::resume), std::move(stop));
}

Result<Done> SandboxSync::kill(std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::kill, std::move(stop));
}

Result<Done> SandboxSync::close()
{
    return Sync::now<Done>(d->thread, [sandbox = d->sandbox] {
        sandbox->close();
        return Done {};
    });
}

Result<Capabilities> SandboxSync::capabilities() const
{
    return Sync::now<Capabilities>(d->thread, [sandbox = d->sandbox] { return sandbox->capabilities(); });
}

Asynchronous<Sandbox> SandboxSync::asynchronous() const
{
    return { d->thread, d->sandbox };
}

Result<Capabilities> SandboxSync::probe(std::stop_token stop)
{
    return call(d->thread, d->sandbox, &Sandbox::probe, std::move(stop));
}

struct CodeInterpreterSync::Private
{
    std::shared_ptr<SandboxSync> sandbox;
    std::shared_ptr<CodeInterpreter> interpreter;
    CodesSync codes;
};

CodeInterpreterSync::CodeInterpreterSync(std::unique_ptr<Private> d_) : d(std::move(d_)) { }
CodeInterpreterSync::~CodeInterpreterSync() = default;

Result<std::shared_ptr<CodeInterpreterSync>> CodeInterpreterSync::create(std::shared_ptr<SandboxSync> sandbox)
{
    const auto thread = sandbox->d->thread;
    auto made = Sync::run<std::shared_ptr<CodeInterpreter>>(thread, [box = sandbox->d->sandbox](const JobQueuePtr &) { return CodeInterpreter::create(box); });
    if (!made)
        return std::unexpected(made.error());
    const auto interpreter = keptIn(thread, *std::move(made));
    CodesSync codes(thread, std::shared_ptr<CodesService>(interpreter, &interpreter->codes()));
    return std::shared_ptr<CodeInterpreterSync>(new CodeInterpreterSync(std::make_unique<Private>(Private { std::move(sandbox), interpreter, std::move(codes) })));
}

CodesSync &CodeInterpreterSync::codes()
{
    return d->codes;
}

Asynchronous<CodeInterpreter> CodeInterpreterSync::asynchronous() const
{
    return { d->sandbox->d->thread, d->interpreter };
}

SandboxSync &CodeInterpreterSync::sandbox()
{
    return *d->sandbox;
}

} // namespace OpenSandbox
