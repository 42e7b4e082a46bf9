// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxcreation.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OpenSandbox::Error;
using OpenSandbox::Result;
using OpenSandbox::SandboxInfo;

namespace {

constexpr auto PollInterval = 500ms;

qint64 nowMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

/// The request goes on when nobody waits any more, because only its answer names what has to be killed.
OpenSandbox::Task<SandboxInfo> createOrUndo(std::shared_ptr<OpenSandbox::SandboxManager> manager, OpenSandbox::CreateOptions options, std::shared_ptr<bool> unwanted)
{
    auto createTask = manager->create(std::move(options));
    auto info = co_await createTask;
    if (info && *unwanted) {
        auto killTask = manager->kill(info->id);
        co_await killTask;
    }
    co_return info;
}

} // namespace

SandboxCreation::SandboxCreation(SessionRegistry *registry, Connection *connection, OpenSandbox::CreateOptions options, QObject *parent)
    : QObject(parent)
    , m_registry(registry)
    , m_connection(connection)
    , m_options(std::move(options))
    , m_unwanted(std::make_shared<bool>(false))
{
    m_poll.setSingleShot(true);
    m_poll.setInterval(PollInterval);
    connect(&m_poll, &QTimer::timeout, this, &SandboxCreation::waitForRunning);
}

SandboxCreation::~SandboxCreation()
{
    if (m_outcome == Outcome::Running && m_started)
        *m_unwanted = true;
}

QString SandboxCreation::serverReason() const
{
    const SandboxRecord *record = m_registry->store()->find(m_sandboxId);
    if (!record)
        return {};
    const OpenSandbox::SandboxState &state = record->info.state;
    return state.message.isEmpty() ? state.reason : state.message.section(u'\n', 0, 0);
}

std::chrono::milliseconds SandboxCreation::duration(Stage stage) const
{
    const int index = int(stage);
    if (index >= m_stageStartsMs.size())
        return 0ms;
    const qint64 begin = m_stageStartsMs.at(index);
    const qint64 end = index + 1 < m_stageStartsMs.size() ? m_stageStartsMs.at(index + 1) : m_endMs ? m_endMs : nowMs();
    return std::chrono::milliseconds(std::max<qint64>(0, end - begin));
}

std::chrono::milliseconds SandboxCreation::total() const
{
    if (m_stageStartsMs.isEmpty())
        return 0ms;
    return std::chrono::milliseconds(std::max<qint64>(0, (m_endMs ? m_endMs : nowMs()) - m_stageStartsMs.first()));
}

void SandboxCreation::start()
{
    if (m_started)
        return;
    m_started = true;
    enter(Stage::Request);
    const auto manager = m_connection->manager();
    if (!manager) {
        const Problem problem = m_connection->problem();
        end(Outcome::Failed, problem ? problem : Problem { tr("%1 is not connected.").arg(m_connection->name()), tr("Wait until it answers, or choose another connection."), {} });
        return;
    }
    m_tasks.run(createOrUndo(manager, m_options, m_unwanted), [this](Result<SandboxInfo> info) {
        if (m_outcome != Outcome::Running) {
            Q_EMIT undone();
            return;
        }
        if (!info) {
            m_connection->noteError(info.error());
            end(Outcome::Failed, describeError(info.error(), m_connection->name()));
            return;
        }
        m_sandboxId = info->id;
        SandboxInfo known = *info;
        // The answer to a create leaves out what was asked for.
        if (known.image.isEmpty())
            known.image = m_options.image;
        if (known.metadata.isEmpty())
            known.metadata = m_options.metadata;
        m_registry->store()->put(m_connection->id(), known);
        enter(Stage::Start);
        if (info->state.isRunning())
            attach();
        else
            waitForRunning();
    });
}

void SandboxCreation::waitForRunning()
{
    const auto manager = m_connection->manager();
    if (m_outcome != Outcome::Running)
        return;
    if (!manager) {
        end(Outcome::Failed, m_connection->problem());
        return;
    }
    m_tasks.run(manager->get(m_sandboxId, m_tasks.token()), [this](Result<SandboxInfo> info) {
        if (m_outcome != Outcome::Running)
            return;
        if (!info) {
            if (info.error().isNotFound()) {
                end(Outcome::Failed, { tr("The sandbox vanished while it started."), tr("Look at the server's log, then try again."), info.error() });
                return;
            }
            m_connection->noteError(info.error());
            m_poll.start();
            return;
        }
        m_registry->store()->put(m_connection->id(), *info);
        if (info->state.isOver()) {
            const QString reason = info->state.message.isEmpty() ? info->state.reason : info->state.message;
            end(Outcome::Failed, { tr("%1 failed while starting: %2").arg(info->displayName(), reason.isEmpty() ? info->state.name : reason), tr("Change what it needs and try again."), {} });
        } else if (info->state.isRunning()) {
            attach();
        } else {
            // The server's reason may have changed.
            Q_EMIT stageChanged();
            m_poll.start();
        }
    });
}

void SandboxCreation::attach()
{
    enter(Stage::Execd);
    m_session = m_registry->session(m_connection->id(), m_sandboxId);
    m_tasks.run(m_session->ready(m_tasks.token()), [this](Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> ready) {
        if (m_outcome != Outcome::Running)
            return;
        if (!ready) {
            Problem problem = m_session->problem();
            if (!problem)
                problem = describeError(ready.error(), m_session->name());
            problem.hint = tr("%1 keeps running; kill it in the list if it is of no use.").arg(m_session->name());
            end(Outcome::Failed, problem);
            return;
        }
        enter(Stage::Contexts);
        makeContexts();
    });
}

void SandboxCreation::makeContexts()
{
    if (m_languages.isEmpty()) {
        enter(Stage::Finished);
        end(Outcome::Succeeded);
        return;
    }
    const QString language = m_languages.takeFirst();
    m_tasks.run(m_session->defaultContext(language, m_tasks.token()), [this, language](Result<OpenSandbox::CodeContext> context) {
        if (m_outcome != Outcome::Running)
            return;
        if (!context && m_firstContext) {
            Problem problem = describeError(context.error(), m_session->name());
            problem.message = tr("%1 runs, but has no %2: %3").arg(m_session->name(), language, context.error().message);
            problem.hint = tr("Use it for its files and commands, or choose an image that has %1.").arg(language);
            end(Outcome::Failed, problem);
            return;
        }
        // Of several languages a missing one is told by the sandbox's details; the others are still useful.
        m_firstContext = false;
        makeContexts();
    });
}

void SandboxCreation::cancel()
{
    if (m_outcome != Outcome::Running)
        return;
    *m_unwanted = true;
    if (!m_sandboxId.isEmpty())
        m_registry->store()->killNow({ m_sandboxId });
    end(Outcome::Cancelled);
}

void SandboxCreation::enter(Stage stage)
{
    m_stage = stage;
    while (m_stageStartsMs.size() <= int(stage))
        m_stageStartsMs << nowMs();
    Q_EMIT stageChanged();
}

void SandboxCreation::end(Outcome outcome, const Problem &problem)
{
    m_poll.stop();
    m_outcome = outcome;
    m_problem = problem;
    m_endMs = nowMs();
    Q_EMIT stageChanged();
    Q_EMIT finished();
}
