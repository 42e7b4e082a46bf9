// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessiontargets.h"

#include "session/sandboxcreation.h"

#include <opensandbox/notebook/cell.h>

#include <QEventLoopLocker>

#include <chrono>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds patienceAtQuit { 3 };

OpenSandbox::Task<OpenSandbox::Done> endContext(std::shared_ptr<SandboxSession> session, QString contextId, std::stop_token stop)
{
    if (session->state() == SandboxSession::State::Connecting) {
        auto readyTask = session->ready(stop);
        const auto ready = co_await readyTask;
        if (!ready)
            co_return std::unexpected(ready.error());
    }
    auto deleteTask = session->deleteContext(contextId);
    co_return co_await deleteTask;
}

} // namespace

SessionTargets::SessionTargets(SessionRegistry *registry, QObject *parent) : ExecutionTargets(parent), m_registry(registry), m_runner(registry)
{
    m_runner.setAnswersInput(true);
    m_runner.setTakesLateOutput(true);
    m_changed.setSingleShot(true);
    m_changed.setInterval(50); // Listings change many records at once.
    connect(&m_changed, &QTimer::timeout, this, &ExecutionTargets::changed);
    SandboxStore *store = m_registry->store();
    for (const auto signal : { &SandboxStore::added, &SandboxStore::changed, &SandboxStore::removed })
        connect(store, signal, this, &SessionTargets::later);
    connect(m_registry, &SessionRegistry::contextsChanged, this, &SessionTargets::later);
    connect(&m_runner, &ContextRunner::contextChanged, this, &SessionTargets::later);
    connect(&m_runner, &ContextRunner::contextLost, this, &ExecutionTargets::contextLost);
    connect(&m_runner, &ContextRunner::contextReplaced, this, &ExecutionTargets::contextReplaced);
}

SessionTargets::~SessionTargets() = default;

void SessionTargets::later()
{
    if (!m_changed.isActive())
        m_changed.start();
}

ExecutionTarget SessionTargets::fill(const SandboxRecord &record, const QString &language) const
{
    ExecutionTarget target;
    target.connection = record.connectionId;
    target.sandboxId = record.id();
    target.sandboxName = record.name();
    target.image = record.info.image;
    target.language = language;
    target.series = std::max(0, record.seriesColour >= 0 ? record.seriesColour : m_registry->store()->seriesOf(record.id()));
    target.running = record.isRunning();
    return target;
}

QList<ExecutionTarget> SessionTargets::targets() const
{
    QList<ExecutionTarget> result;
    const QList<SandboxRecord> records = m_registry->store()->records();
    for (const SandboxRecord &record : records) {
        if (!record.isRunning())
            continue;
        QStringList seen;
        if (const auto session = m_registry->existing(record.id())) {
            const QList<ContextState> contexts = session->contexts();
            for (const ContextState &context : contexts) {
                ExecutionTarget target = fill(record, context.language());
                fillContext(target, context.id());
                result.append(target);
                if (!session->isOwnContext(context.id()))
                    seen.append(context.language());
            }
        }
        // What the server says its sandboxes have; the two that every one has otherwise.
        const Connection *connection = m_registry->store()->connectionOf(record.id());
        QStringList languages = connection ? connection->catalog().languages : QStringList();
        if (languages.isEmpty())
            languages = { OpenSandbox::SupportedLanguage::Python, OpenSandbox::SupportedLanguage::Bash };
        for (const QString &language : std::as_const(languages)) {
            if (!seen.contains(language))
                result.append(fill(record, language));
        }
    }
    return result;
}

const SandboxRecord *SessionTargets::find(const QString &sandbox) const
{
    const SandboxStore *store = m_registry->store();
    if (const SandboxRecord *record = store->find(sandbox))
        return record;
    if (sandbox.isEmpty())
        return nullptr;
    // A name may be used again: one that is there comes first.
    QString named;
    bool present = false;
    store->visit([&](const SandboxRecord &record) {
        if (record.name() == sandbox && (named.isEmpty() || (!present && record.isPresent()))) {
            named = record.id();
            present = record.isPresent();
        }
    });
    return named.isEmpty() ? nullptr : store->find(named);
}

void SessionTargets::fillContext(ExecutionTarget &target, const QString &contextId) const
{
    const auto session = m_registry->existing(target.sandboxId);
    const ContextState *first = session ? session->firstContext(target.language) : nullptr;
    const QString firstId = first ? first->id() : QString();
    const QString wanted = contextId.isEmpty() ? firstId : contextId;
    if (wanted.isEmpty())
        return;
    const QList<ContextState> contexts = session ? session->contexts() : QList<ContextState>();
    for (qsizetype i = 0; i < contexts.size(); ++i) {
        if (contexts[i].id() == wanted) {
            target.contextId = wanted;
            target.contextName = u"ctx-%1"_s.arg(i + 1);
            target.first = wanted == firstId;
            return;
        }
    }
    if (!contextId.isEmpty()) {
        target.contextId = contextId;
        target.contextName = contextId.left(8);
        target.first = false;
    }
}

ExecutionTarget SessionTargets::describe(const QString &sandbox, const QString &language) const
{
    return place({ {}, sandbox, language, {} });
}

ExecutionTarget SessionTargets::place(const Notebook::Binding &binding) const
{
    const SandboxRecord *record = find(binding.sandbox);
    if (!record) {
        ExecutionTarget unknown;
        unknown.language = binding.language;
        unknown.sandboxName = m_recipes.value(binding.sandbox).name;
        unknown.running = false;
        return unknown;
    }
    ExecutionTarget target = fill(*record, binding.language);
    fillContext(target, binding.context);
    return target;
}

ExecutionTargets::Standing SessionTargets::standing(const Notebook::Binding &binding) const
{
    const SandboxStore *store = m_registry->store();
    const SandboxRecord *record = find(binding.sandbox);
    if (!record) {
        const ConnectionStore *connections = store->connections();
        const Connection *connection = binding.connection.isEmpty() ? connections->preferred() : connections->find(binding.connection);
        // A connection that is not known here has no sandboxes for us.
        if (!connection)
            return Standing::SandboxGone;
        return connection->isOnline() && store->updatedAt(connection->id()).isValid() ? Standing::SandboxGone : Standing::Unknown;
    }
    if (!record->isPresent() || record->info.state.kind == OpenSandbox::SandboxState::Kind::Terminated)
        return Standing::SandboxGone;
    if (record->info.state.kind == OpenSandbox::SandboxState::Kind::Paused)
        return Standing::Paused;
    if (!record->isRunning())
        return Standing::NotRunning;
    const auto session = binding.context.isEmpty() ? nullptr : m_registry->existing(record->id());
    return session && session->isReady() && !session->findContext(binding.context) ? Standing::ContextGone : Standing::Ready;
}

void SessionTargets::attend(const QString &sandbox)
{
    const SandboxRecord *record = find(sandbox);
    if (!record)
        return;
    const QString id = record->id();
    m_recipes.insert(id, recipeOf(*record));
    if (!record->isRunning() || m_attended.contains(id))
        return;
    const std::shared_ptr<SandboxSession> session = m_registry->session(id);
    m_attended.insert(id, session);
    connect(session.get(), &SandboxSession::stateChanged, this, [this, id]() {
        later();
        const auto held = m_attended.value(id);
        if (held && held->state() == SandboxSession::State::Gone)
            QMetaObject::invokeMethod(this, [this, id]() { m_attended.remove(id); }, Qt::QueuedConnection);
    });
}

SandboxRecipe SessionTargets::recipe(const QString &sandbox) const
{
    const SandboxRecord *record = find(sandbox);
    return record ? recipeOf(*record) : m_recipes.value(sandbox);
}

void SessionTargets::resume(const QString &sandbox)
{
    if (const SandboxRecord *record = find(sandbox))
        m_registry->store()->resume(record->id());
}

SandboxRecipe SessionTargets::recipeOf(const SandboxRecord &record)
{
    SandboxRecipe recipe { .name = record.name(), .image = record.info.image, .entrypoint = record.info.entrypoint, .limits = {}, .lifetime = record.grantedLifetime };
    const QJsonObject limits = record.info.raw.value("resourceLimits"_L1).toObject();
    for (auto limit = limits.begin(); limit != limits.end(); ++limit) {
        if (limit->isString())
            recipe.limits.insert(limit.key(), limit->toString());
    }
    return recipe;
}

void SessionTargets::createSandbox(const QString &language, Created done)
{
    createLike({}, language, std::move(done));
}

void SessionTargets::createLike(const SandboxRecipe &recipe, const QString &language, Created done)
{
    const ConnectionStore *connections = m_registry->store()->connections();
    Connection *connection = recipe.connection.isEmpty() ? connections->preferred() : connections->find(recipe.connection);
    if (!connection) {
        // Its code and data belong to that server and no other.
        done({}, tr("It was made over a connection that is not set up here. Add the connection, or choose another sandbox."));
        return;
    }
    if (!connection->manager()) {
        const Problem problem = connection->problem();
        done({}, problem ? problem.message + u' ' + problem.hint : tr("%1 is not ready yet. Try again in a moment.").arg(connection->name()));
        return;
    }
    OpenSandbox::CreateOptions options;
    if (connection->isLocal()) {
        options.image = u"local"_s;
    } else {
        options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
        options.entrypoint = { u"/opt/code-interpreter/code-interpreter.sh"_s };
    }
    if (!recipe.image.isEmpty()) {
        options.image = recipe.image;
        if (!recipe.entrypoint.isEmpty())
            options.entrypoint = recipe.entrypoint;
    }
    for (auto limit = recipe.limits.begin(); limit != recipe.limits.end(); ++limit)
        options.resourceLimits.insert(limit.key(), limit.value());
    // On this computer it ends with the program; elsewhere somebody pays for what is forgotten.
    if (recipe.lifetime.count() > 0)
        options.timeout = recipe.lifetime;
    else if (connection->isLocal())
        options.timeout.reset();
    else
        options.timeout = std::chrono::hours(1);
    // The name of the one that is gone, or the first free one of this kind.
    QStringList names;
    m_registry->store()->visit([&names](const SandboxRecord &record) {
        if (record.isPresent())
            names.append(record.name());
    });
    QString name = recipe.name;
    for (int i = recipe.name.isEmpty() ? 1 : 2; name.isEmpty() || names.contains(name); ++i)
        name = u"%1-%2"_s.arg(recipe.name.isEmpty() ? language : recipe.name).arg(i);
    options.metadata.insert(u"name"_s, name);
    auto *creation = new SandboxCreation(m_registry, connection, options, this);
    creation->setLanguages({ language });
    connect(creation, &SandboxCreation::finished, this, [this, creation, language, replaces = recipe.replaces, done]() {
        creation->deleteLater();
        if (creation->outcome() != SandboxCreation::Outcome::Succeeded) {
            const Problem problem = creation->problem();
            done({}, problem ? problem.message + (problem.hint.isEmpty() ? QString() : u' ' + problem.hint) : tr("It was cancelled."));
            return;
        }
        if (!replaces.isEmpty())
            m_successors.insert(replaces, creation->sandboxId());
        done(describe(creation->sandboxId(), language), {});
        Q_EMIT changed(); // To those that miss the same one.
    });
    creation->start();
}

std::optional<std::chrono::seconds> SessionTargets::remaining(const QString &sandbox) const
{
    const SandboxRecord *record = find(sandbox);
    return record ? m_registry->store()->remaining(record->id()) : std::nullopt;
}

void SessionTargets::renew(const QString &sandbox, std::chrono::seconds more)
{
    if (const SandboxRecord *record = find(sandbox))
        m_registry->store()->renewBy(record->id(), more);
}

QStringList SessionTargets::languages() const
{
    const Connection *connection = m_registry->store()->connections()->preferred();
    return connection ? connection->catalog().languages : QStringList();
}

QString SessionTargets::successor(const QString &sandbox) const
{
    QString id = sandbox;
    while (m_successors.contains(id))
        id = m_successors.value(id);
    const SandboxRecord *record = id == sandbox ? nullptr : m_registry->store()->find(id);
    return record && record->isRunning() ? id : QString();
}

void SessionTargets::makeContext(const QString &sandbox, const QString &language, bool own, Created done)
{
    const SandboxRecord *record = find(sandbox);
    const std::shared_ptr<SandboxSession> session = record ? m_registry->session(record->id()) : nullptr;
    if (!session) {
        done({}, tr("%1 is not there.").arg(sandbox));
        return;
    }
    attend(sandbox);
    m_tasks.run(own ? session->createOwnContext(language, m_tasks.token()) : session->createContext(language, {}, m_tasks.token()), [this, session, language, done](const OpenSandbox::Result<OpenSandbox::CodeContext> &context) {
        if (!context) {
            done({}, describeError(context.error(), session->name()).message);
            return;
        }
        done(place({ session->connectionId(), session->sandboxId(), language, context->id }), {});
    });
}

void SessionTargets::endOwnContext(const QString &sandbox, const QString &contextId)
{
    const SandboxRecord *record = find(sandbox);
    const std::shared_ptr<SandboxSession> session = record && record->isPresent() ? m_registry->session(record->id()) : nullptr;
    if (!session)
        return; // It ended with its sandbox.
    const ContextState *known = session->findContext(contextId);
    const QString language = known ? known->language() : QString();
    const ExecutionTarget context = place({ session->connectionId(), session->sandboxId(), language, contextId });
    // A program that quits waits for the word to reach the server, but not for long. A local sandbox ends with it anyway.
    const Connection *connection = m_registry->store()->connectionOf(session->sandboxId());
    const auto hold = std::make_shared<std::unique_ptr<QEventLoopLocker>>();
    if (!connection || !connection->isLocal())
        *hold = std::make_unique<QEventLoopLocker>();
    QTimer::singleShot(patienceAtQuit, this, [hold]() { hold->reset(); });
    m_tasks.run(endContext(session, contextId, m_tasks.token()), [this, session, context, hold](const OpenSandbox::Result<OpenSandbox::Done> &ended) {
        hold->reset();
        if (!ended && session->state() != SandboxSession::State::Gone)
            Q_EMIT ownContextLeft(context, describeError(ended.error(), session->name()).message);
    });
}

void SessionTargets::restartContext(const Notebook::Binding &binding, Finished done)
{
    m_runner.restart(binding, std::move(done));
}

void SessionTargets::checkContext(const Notebook::Binding &binding, std::function<void(const QString &, bool)> done)
{
    m_runner.check(binding, std::move(done));
}
