// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessiontargets.h"

#include "session/sandboxcreation.h"

#include <opensandbox/notebook/cell.h>

using namespace Qt::StringLiterals;

SessionTargets::SessionTargets(SessionRegistry *registry, QObject *parent) : ExecutionTargets(parent), m_registry(registry), m_runner(registry)
{
    m_runner.setAnswersInput(true);
    m_changed.setSingleShot(true);
    m_changed.setInterval(50); // Listings change many records at once.
    connect(&m_changed, &QTimer::timeout, this, &ExecutionTargets::changed);
    SandboxStore *store = m_registry->store();
    for (const auto signal : { &SandboxStore::added, &SandboxStore::changed, &SandboxStore::removed })
        connect(store, signal, this, &SessionTargets::later);
    connect(m_registry, &SessionRegistry::contextsChanged, this, &SessionTargets::later);
    connect(&m_runner, &ContextRunner::contextChanged, this, &SessionTargets::later);
    connect(&m_runner, &ContextRunner::contextLost, this, &ExecutionTargets::contextLost);
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
            for (qsizetype i = 0; i < contexts.size(); ++i) {
                // A binding names a language; further contexts of it are reached from the contexts pane.
                if (seen.contains(contexts[i].language()))
                    continue;
                seen.append(contexts[i].language());
                ExecutionTarget target = fill(record, contexts[i].language());
                target.contextId = contexts[i].id();
                target.contextName = u"ctx-%1"_s.arg(i + 1);
                result.append(target);
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

ExecutionTarget SessionTargets::describe(const QString &sandbox, const QString &language) const
{
    const SandboxRecord *record = m_registry->store()->find(sandbox);
    QList<SandboxRecord> records;
    if (!record) {
        records = m_registry->store()->records();
        for (const SandboxRecord &candidate : std::as_const(records)) {
            if (candidate.name() == sandbox) {
                record = &candidate;
                break;
            }
        }
    }
    if (!record) {
        ExecutionTarget unknown;
        unknown.language = language;
        unknown.running = false;
        return unknown;
    }
    ExecutionTarget target = fill(*record, language);
    if (const auto session = m_registry->existing(target.sandboxId)) {
        const QList<ContextState> contexts = session->contexts();
        for (qsizetype i = 0; i < contexts.size(); ++i) {
            if (contexts[i].language() == language) {
                target.contextId = contexts[i].id();
                target.contextName = u"ctx-%1"_s.arg(i + 1);
                break;
            }
        }
    }
    return target;
}

void SessionTargets::createSandbox(const QString &language, Created done)
{
    Connection *connection = m_registry->store()->connections()->preferred();
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
    options.timeout = std::chrono::hours(1);
    // The first free name of this kind.
    QStringList names;
    const QList<SandboxRecord> records = m_registry->store()->records();
    for (const SandboxRecord &record : records)
        names.append(record.name());
    QString name;
    for (int i = 1; name.isEmpty() || names.contains(name); ++i)
        name = u"%1-%2"_s.arg(language).arg(i);
    options.metadata.insert(u"name"_s, name);
    auto *creation = new SandboxCreation(m_registry, connection, options, this);
    creation->setLanguages({ language });
    connect(creation, &SandboxCreation::finished, this, [this, creation, language, done]() {
        creation->deleteLater();
        if (creation->outcome() != SandboxCreation::Outcome::Succeeded) {
            const Problem problem = creation->problem();
            done({}, problem ? problem.message + (problem.hint.isEmpty() ? QString() : u' ' + problem.hint) : tr("It was cancelled."));
            return;
        }
        done(describe(creation->sandboxId(), language), {});
    });
    creation->start();
}

void SessionTargets::restartContext(const Notebook::Binding &binding, Finished done)
{
    m_runner.restart(binding, std::move(done));
}

void SessionTargets::checkContext(const Notebook::Binding &binding, std::function<void(const QString &, bool)> done)
{
    m_runner.check(binding, std::move(done));
}
