// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contextflight.h"
#include "session/sandboxstore.h"

#include <opensandbox/codeinterpreter.h>

#include <QDateTime>
#include <QElapsedTimer>
#include <QLocale>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;
using Notebook::MimeBundle;
using Notebook::Notice;
using Notebook::Outcome;
using Notebook::StreamName;
using OpenSandbox::CodeContext;
using OpenSandbox::Error;
using OpenSandbox::Execution;
using OpenSandbox::Result;

namespace {

constexpr std::chrono::milliseconds busyRetry { 1000 };
constexpr std::chrono::seconds lateWait { 20 }; ///< How long a server keeps the question for late output.
constexpr std::chrono::milliseconds latePause { 200 }; ///< Who prints without a pause is not asked without one.
constexpr qsizetype keptRuns = 256; ///< Of a context, as many as the local runtime knows.
constexpr std::chrono::seconds expiryTolerance { 2 }; ///< Two clocks never agree.

/// Refused before anything ran, because something else runs there.
bool isBusyRefusal(const Error &error)
{
    return error.kind == Error::Kind::Api && error.message.contains("busy"_L1, Qt::CaseInsensitive);
}

bool asksForInput(const OpenSandbox::Event::Failure &failure)
{
    return failure.name == "StdinNotImplementedError"_L1
        || (failure.name == "EOFError"_L1 && failure.value.contains("reading a line"_L1));
}

} // namespace

ContextRunner::ContextRunner(SessionRegistry *registry, QObject *parent) : QObject(parent), m_registry(registry) { }

ContextRunner::~ContextRunner() = default;

std::shared_ptr<SandboxSession> ContextRunner::session(const QString &sandbox) const
{
    if (sandbox.isEmpty())
        return nullptr;
    if (m_registry->store()->find(sandbox))
        return m_registry->session(sandbox);
    if (auto known = m_registry->existing(sandbox))
        return known;
    const QList<SandboxRecord> records = m_registry->store()->records();
    for (const SandboxRecord &record : records) {
        if (record.name() == sandbox && record.isPresent())
            return m_registry->session(record.id());
    }
    return nullptr;
}

QString ContextRunner::contextId(const Notebook::Binding &binding) const
{
    const QString known = m_places.value(binding.key()).context.id;
    return known.isEmpty() ? binding.context : known;
}

void ContextRunner::follow(const std::shared_ptr<SandboxSession> &session)
{
    // A new session may lie where one was that is gone.
    if (m_followed.value(session.get()).lock())
        return;
    m_followed.insert(session.get(), session);
    std::weak_ptr<SandboxSession> weak = session;
    SandboxSession *raw = session.get();
    connect(raw, &QObject::destroyed, this, [this, raw]() {
        if (m_followed.value(raw).expired())
            m_followed.remove(raw);
    });
    connect(raw, &SandboxSession::contextRestarted, this, [this, weak](const QString &id, const QString &newId) {
        if (const auto strong = weak.lock())
            lose(strong, id, newId, tr("Its context was restarted, so its variables are gone."));
    });
    connect(raw, &SandboxSession::contextRestartFailed, this, [this, weak](const QString &id, const Error &error) {
        if (const auto strong = weak.lock())
            restartFailed(strong, id, error);
    });
    connect(raw, &SandboxSession::contextDeleted, this, [this, weak](const QString &id) {
        if (const auto strong = weak.lock())
            lose(strong, id, {}, tr("Its context was deleted, so its variables are gone."));
    });
    connect(raw, &SandboxSession::contextLost, this, [this, weak](const QString &id) {
        if (const auto strong = weak.lock())
            lose(strong, id, {}, tr("The server no longer knows its context, so its variables are gone."));
    });
    connect(raw, &SandboxSession::stateChanged, this, [this, weak]() {
        const auto strong = weak.lock();
        if (strong)
            noteStandstill(strong);
        if (strong && strong->isReady()) {
            // Whom a pause or a broken connection kept from answering.
            const QList<ContextPlace> places = m_late.keys();
            for (const ContextPlace &place : places) {
                if (place.first != strong->sandboxId() || m_late[place].interpreter)
                    continue;
                m_late[place].interpreter = strong->interpreter();
                awaitLateOutput(place);
            }
        }
        if (!strong || strong->state() != SandboxSession::State::Gone)
            return;
        const QString reason = tr("%1 is no more. Outputs stay readable here.").arg(strong->name());
        QStringList keys;
        for (auto place = m_places.begin(); place != m_places.end();) {
            if (place->session == strong) {
                keys.append(place.key());
                place = m_places.erase(place);
            } else {
                ++place;
            }
        }
        for (const QString &key : std::as_const(keys))
            Q_EMIT contextLost(key, reason, false);
    });
}

void ContextRunner::noteStandstill(const std::shared_ptr<SandboxSession> &session)
{
    const bool ready = session->isReady();
    const SandboxRecord *record = session->record();
    const bool paused = session->state() == SandboxSession::State::Waiting && record && record->info.state.kind == OpenSandbox::SandboxState::Kind::Paused;
    const QDateTime now = QDateTime::currentDateTime();
    for (const std::shared_ptr<Flight> &flight : std::as_const(m_flights)) {
        if (flight->session != session || (!flight->sent && flight->command.isEmpty()) || flight->run->isFinished())
            continue;
        if (paused && !flight->stoppedAt.isValid()) {
            flight->stoppedAt = now;
        } else if (ready && flight->stoppedAt.isValid()) {
            const QLocale locale;
            flight->run->notice({ Notice::Severity::Information, u"standstill"_s,
                                  tr("%1 was paused at %2 and went on at %3").arg(session->name(), locale.toString(flight->stoppedAt.time(), u"HH:mm:ss"_s), locale.toString(now.time(), u"HH:mm:ss"_s)),
                                  tr("What stands below came afterwards.") });
            flight->stoppedAt = {};
        }
    }
}

void ContextRunner::lose(const std::shared_ptr<SandboxSession> &session, const QString &contextId, const QString &newId, const QString &reason)
{
    for (const std::shared_ptr<Flight> &flight : std::as_const(m_flights)) {
        if (flight->sent && flight->session == session && flight->context.id == contextId)
            flight->told = true;
    }
    QStringList keys;
    for (auto place = m_places.begin(); place != m_places.end(); ++place) {
        if (place->session != session || place->context.id != contextId)
            continue;
        keys.append(place.key());
        place->lost = false;
        place->context.id = newId; // Empty: found or made anew at the next run.
    }
    m_endedInRestart.remove(contextId);
    if (!newId.isEmpty() && newId != contextId)
        Q_EMIT contextReplaced(contextId, newId);
    for (const QString &key : std::as_const(keys)) {
        Q_EMIT contextChanged(key);
        Q_EMIT contextLost(key, reason, !newId.isEmpty());
    }
    if (newId.isEmpty())
        return;
    // What waited for it.
    const ContextState *const known = session->findContext(newId);
    const CodeContext fresh = known ? known->context : CodeContext { newId, {}, {} };
    const QList<std::shared_ptr<Flight>> waiting = m_restarting.take(contextId);
    for (const std::shared_ptr<Flight> &flight : waiting)
        contextFound(flight, fresh);
}

QStringList ContextRunner::markLost(const std::shared_ptr<SandboxSession> &session, const QString &contextId)
{
    QStringList keys;
    for (auto place = m_places.begin(); place != m_places.end(); ++place) {
        if (place->session != session || place->context.id != contextId)
            continue;
        place->lost = true;
        keys.append(place.key());
    }
    return keys;
}

void ContextRunner::waitForRestart(const std::shared_ptr<Flight> &flight, const QString &contextId)
{
    flight->run->awaitRestart(tr("Restarts the context"));
    m_restarting[contextId].append(flight);
    // Whoever asked for it first, a second restart would end what runs after the first. Both ends of it are heard as signals.
    if (!flight->session->isRestarting(contextId))
        m_tasks.run(flight->session->restartContext(contextId), [](const Result<CodeContext> &) {});
}

void ContextRunner::restartFailed(const std::shared_ptr<SandboxSession> &session, const QString &contextId, const Error &error)
{
    if (m_endedInRestart.remove(contextId)) {
        const QStringList keys = markLost(session, contextId);
        for (const QString &key : keys)
            Q_EMIT contextLost(key, tr("Its context ended, so its variables are gone."), false);
    }
    const QList<std::shared_ptr<Flight>> waiting = m_restarting.take(contextId);
    for (const std::shared_ptr<Flight> &flight : waiting)
        contextFound(flight, std::unexpected(error));
}

// --- one run -------------------------------------------------------------------------------------------

void ContextRunner::start(std::shared_ptr<Notebook::Run> run)
{
    auto flight = std::make_shared<Flight>();
    flight->run = std::move(run);
    m_flights.insert(flight->run->id(), flight);
    const Notebook::Binding binding = flight->run->binding();
    flight->session = session(binding.sandbox);
    if (!flight->session) {
        const QString name = binding.sandbox.isEmpty() ? tr("The sandbox") : binding.sandbox;
        flight->run->notice({ Notice::Severity::Warning, u"sandbox-gone"_s, tr("%1 is not there").arg(name),
                              tr("It was killed, it expired, or its connection is not known here. The cell was not run.") });
        finish(flight, Outcome::ContextLost, tr("%1 is not there.").arg(name));
        return;
    }
    follow(flight->session);
    if (flight->run->isBackground())
        startCommand(flight);
    else
        findContext(flight);
}

void ContextRunner::findContext(const std::shared_ptr<Flight> &flight)
{
    const Notebook::Binding binding = flight->run->binding();
    if (!flight->session->isReady()) {
        // That the sandbox runs and that its interpreter does are two things, and two words.
        flight->run->waiting(tr("Waits for %1").arg(flight->session->name()));
        m_tasks.run(flight->session->ready(flight->stop.get_token()), [this, flight](const Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> &interpreter) {
            if (!interpreter || flight->interrupted || flight->run->isFinished())
                contextFound(flight, std::unexpected(interpreter ? Error() : interpreter.error()));
            else
                findContext(flight);
        });
        return;
    }
    const auto found = [this, flight](const Result<CodeContext> &context) { contextFound(flight, context); };
    const Place known = m_places.value(flight->run->key());
    if (known.session == flight->session && !known.context.id.isEmpty() && flight->session->isReady()) {
        if (!known.lost) {
            found(known.context);
            return;
        }
        waitForRestart(flight, known.context.id);
        return;
    }
    if (m_makesNamedContexts || (binding.context.isEmpty() && !flight->session->firstContext(binding.language)))
        flight->run->waiting(tr("Starts the interpreter"));
    if (binding.context.isEmpty()) {
        m_tasks.run(flight->session->defaultContext(binding.language, flight->stop.get_token()), found);
        return;
    }
    if (m_makesNamedContexts)
        m_tasks.run(flight->session->createContext(binding.language, {}, flight->stop.get_token()), found);
    else
        findNamed(flight, found);
}

void ContextRunner::contextFound(const std::shared_ptr<Flight> &flight, const Result<CodeContext> &context)
{
    if (flight->run->isFinished()) { // Its context was lost while it waited.
        m_flights.remove(flight->run->id());
        return;
    }
    if (flight->interrupted) {
        finish(flight, Outcome::Interrupted);
        return;
    }
    if (!context) {
        Problem problem = describeError(context.error(), flight->session->name());
        if (context.error().message.contains("unknown language"_L1)) {
            problem.message = tr("%1 cannot run %2.").arg(flight->session->name(), flight->run->binding().language);
            problem.hint = tr("Choose another language or sandbox for the cell.");
        }
        if (flight->session->state() == SandboxSession::State::Gone) {
            flight->run->notice({ Notice::Severity::Warning, u"expired"_s, tr("%1 is no more").arg(flight->session->name()),
                                  tr("Its outputs stay readable here. Its files are gone. The cell was not run.") });
            finish(flight, Outcome::ContextLost, problem.message);
        } else {
            flight->run->notice({ Notice::Severity::Error, u"no-context"_s, tr("No context could be made, so the cell was not run"),
                                  problem.hint.isEmpty() ? problem.message : problem.message + u' ' + problem.hint });
            finish(flight, Outcome::Failed, problem.message);
        }
        return;
    }
    flight->context = *context;
    m_places.insert(flight->run->key(), { flight->session, *context, false });
    Q_EMIT contextChanged(flight->run->key());
    execute(flight);
}

/// The context that the cell names, and no other: its variables are what the cell is about.
void ContextRunner::findNamed(const std::shared_ptr<Flight> &flight, std::function<void(Result<CodeContext>)> found)
{
    m_tasks.run(flight->session->ready(flight->stop.get_token()), [this, flight, found](const Result<std::shared_ptr<OpenSandbox::CodeInterpreter>> &interpreter) {
        if (!interpreter) {
            found(std::unexpected(interpreter.error()));
            return;
        }
        const QString id = flight->run->binding().context;
        if (const ContextState *context = flight->session->findContext(id)) {
            found(context->context);
            return;
        }
        // The list may be older than the context.
        m_tasks.run((*interpreter)->codes().getContext(id, flight->stop.get_token()), [this, flight, found](const Result<CodeContext> &context) {
            if (context || !context.error().isNotFound()) {
                found(context);
                return;
            }
            flight->run->notice({ Notice::Severity::Warning, u"context-gone"_s, tr("The context of this cell is gone, and its variables with it"),
                                  tr("It was deleted, or %1 was started anew. The cell was not run.").arg(flight->session->name()) });
            finish(flight, Outcome::ContextLost, tr("The context is not there any more."));
        });
    });
}

bool ContextRunner::isOccupied(const std::shared_ptr<Flight> &flight) const
{
    const auto sharesContext = [&flight](const std::shared_ptr<Flight> &other) { return other->session == flight->session && other->context.id == flight->context.id; };
    const auto runs = [&](const std::shared_ptr<Flight> &other) { return other != flight && other->sent && sharesContext(other); };
    return std::ranges::any_of(m_flights, runs) || std::any_of(m_waiting.begin(), std::ranges::find(m_waiting, flight), sharesContext);
}

void ContextRunner::waitForTurn(const std::shared_ptr<Flight> &flight)
{
    flight->run->waiting(tr("Waits: %1 is busy").arg(flight->session->name()));
    if (!m_waiting.contains(flight))
        m_waiting.append(flight);
}

void ContextRunner::tryAgainLater(const std::shared_ptr<Flight> &flight)
{
    flight->run->waiting(tr("Waits: %1 is busy").arg(flight->session->name()));
    flight->sent = false;
    flight->refused = true;
    m_waiting.prepend(flight);
    QTimer::singleShot(busyRetry, this, [this, flight]() {
        flight->refused = false;
        nextTurn();
    });
}

void ContextRunner::nextTurn()
{
    const QList<std::shared_ptr<Flight>> waiting = m_waiting;
    for (const std::shared_ptr<Flight> &flight : waiting) {
        if (m_waiting.contains(flight) && flight->run->isFinished())
            finish(flight, Outcome::Interrupted); // By its own queue, meanwhile.
        else if (m_waiting.contains(flight) && !flight->refused && !isOccupied(flight))
            execute(flight);
    }
}

void ContextRunner::execute(const std::shared_ptr<Flight> &flight)
{
    flight->interpreter = flight->session->interpreter();
    if (!flight->interpreter) {
        m_waiting.removeOne(flight);
        findContext(flight); // The connection went between two turns; wait for it again.
        return;
    }
    if (flight->session->isRestarting(flight->context.id)) {
        m_waiting.removeOne(flight);
        waitForRestart(flight, flight->context.id);
        return;
    }
    // Another notebook's cell runs there. It waits here, where a stop takes it back, and not where it counts as running.
    if (isOccupied(flight)) {
        waitForTurn(flight);
        return;
    }
    m_waiting.removeOne(flight);
    flight->run->waiting({});
    flight->sent = true;
    flight->session->noteContextActivity(flight->context.id, true, 0);

    OpenSandbox::ExecutionHandlers handlers;
    handlers.skipAccumulation = true;
    const auto stream = [flight](StreamName name) {
        return [flight, name](const OpenSandbox::Event::Output &output) {
            flight->lines += output.text.count(u'\n');
            flight->lastOutput = QDateTime::currentDateTime();
            flight->run->stream(name, output.text);
        };
    };
    handlers.onStdout = stream(StreamName::Stdout);
    handlers.onStderr = stream(StreamName::Stderr);
    handlers.onResult = [flight](const OpenSandbox::Event::Result &result) {
        flight->lastOutput = QDateTime::currentDateTime();
        flight->displays = flight->displays || result.isDisplay || result.isUpdate;
        const MimeBundle data = MimeBundle::fromJson(result.data);
        if (result.isUpdate)
            flight->run->updateDisplay(result.displayId, data, result.metadata);
        else if (result.isDisplay)
            flight->run->display(data, result.metadata, result.displayId);
        else
            flight->run->result(data, result.metadata, result.displayId);
    };
    handlers.onError = [flight](const OpenSandbox::Event::Failure &failure) {
        if (failure.name == "KernelDied"_L1 || failure.name == "ContextLost"_L1 || failure.name == "ContextStopped"_L1) {
            const bool died = failure.name == "KernelDied"_L1;
            flight->lostReason = failure.value.isEmpty() ? tr("The context ended.") : failure.value;
            QString detail = tr("Its variables are gone. What arrived before stays above.");
            const QString last = failure.traceback.join(u'\n').trimmed();
            if (died && !last.isEmpty())
                detail += u'\n' + last.right(600);
            QString title = died ? failure.value : tr("The context is gone, so its variables are gone");
            if (!title.isEmpty())
                title[0] = title[0].toUpper();
            flight->run->notice({ died ? Notice::Severity::Error : Notice::Severity::Warning, died ? u"kernel-died"_s : u"context-lost"_s, title, detail });
            return;
        }
        flight->failed = true;
        if (asksForInput(failure))
            flight->run->notice({ Notice::Severity::Information, u"no-stdin"_s, tr("input() needs a terminal here"), tr("This server gives cells no keyboard.") });
        flight->run->error(failure.name, failure.value, failure.traceback);
    };
    if (m_answersInput) {
        handlers.onInputRequest = [this, flight](const OpenSandbox::Event::InputRequest &request) {
            flight->lastOutput = QDateTime::currentDateTime();
            QPointer<ContextRunner> guard = this;
            flight->run->input(request.prompt, request.password, [guard, flight](const QString &line) {
                if (guard)
                    guard->m_tasks.run(flight->interpreter->codes().sendInput(flight->context.id, line), [flight](const Result<OpenSandbox::Done> &sent) {
                        if (!sent)
                            flight->run->notice({ Notice::Severity::Warning, u"input-lost"_s, tr("The line did not reach the code"), describeError(sent.error(), flight->session->name()).message });
                    });
            });
        };
    }
    handlers.onEvent = [flight](const OpenSandbox::StreamEvent &event) {
        if (const auto *count = std::get_if<OpenSandbox::Event::Count>(&event.value))
            flight->run->executionCount(count->value);
        else if (const auto *clear = std::get_if<OpenSandbox::Event::ClearOutput>(&event.value))
            flight->run->clearOutput(clear->wait);
        else if (const auto *broken = std::get_if<OpenSandbox::Event::Broken>(&event.value))
            flight->run->notice({ Notice::Severity::Warning, u"broken-frame"_s, tr("A part of the output could not be read"),
                                  tr("%1 bytes were left out. %2").arg(broken->size).arg(broken->reason) });
    };
    if (m_takesLateOutput) {
        Late &late = m_late[{ flight->session->sandboxId(), flight->context.id }];
        late.interpreter = flight->interpreter;
        if (flight->lateName.isEmpty()) { // A busy server may make this one of many tries.
            flight->lateName = QUuid::createUuid().toString(QUuid::Id128);
            late.runs.append({ flight->lateName, flight->run });
            if (late.runs.size() > keptRuns)
                late.runs.removeFirst();
        }
        handlers.runName = flight->lateName;
    }
    flight->interpreter->setFigureStyle(m_figureStyle ? m_figureStyle() : std::nullopt);
    m_tasks.run(flight->interpreter->codes().run(flight->run->code(), flight->context, handlers, m_tasks.token()),
                [this, flight](const Result<Execution> &result) { ended(flight, result); });
}

void ContextRunner::ended(const std::shared_ptr<Flight> &flight, const Result<Execution> &result)
{
    const QString key = flight->run->key();
    flight->session->noteContextActivity(flight->context.id, false, 0);
    if (flight->displays)
        m_forwardsDisplays.insert(flight->session->connectionId());
    // When it is finished.
    const ContextPlace place { flight->session->sandboxId(), flight->context.id };
    QTimer::singleShot(0, this, [this, place]() { awaitLateOutput(place); });
    if (!flight->lostReason.isEmpty()) {
        const QString reason = flight->lostReason;
        // That its stream ends is part of a restart, which tells everybody itself.
        const bool restarting = flight->session->isRestarting(flight->context.id);
        if (restarting)
            m_endedInRestart.insert(flight->context.id);
        const QStringList keys = flight->told || restarting ? QStringList() : markLost(flight->session, flight->context.id);
        finish(flight, Outcome::ContextLost, reason);
        // Other notebooks may use it, by this name or another, and so may the cells that ran before this one.
        for (const QString &one : std::as_const(keys))
            Q_EMIT contextLost(one, one == key ? reason : tr("Its context ended, so its variables are gone."), false);
        return;
    }
    if (result) {
        if (result->executionCount)
            flight->run->executionCount(*result->executionCount);
        // Not by us: a server that deletes a context interrupts its code first and says no more.
        if (!flight->interrupted && result->failure && result->failure->name == "KeyboardInterrupt"_L1) {
            m_tasks.run(flight->interpreter->codes().getContext(flight->context.id, m_tasks.token()),
                        [this, flight](const Result<CodeContext> &context) { interruptedElsewhere(flight, context); });
            QTimer::singleShot(m_patience, this, [this, flight]() {
                if (flight->run->isFinished())
                    return;
                flight->run->notice({ Notice::Severity::Warning, u"context-unknown"_s, tr("The cell was interrupted, but not from here"),
                                      tr("%1 does not say whether the context is still there. What arrived before stays above.").arg(flight->session->name()) });
                finish(flight, Outcome::Interrupted);
            });
            return;
        }
        if (!flight->failed && !result->failure)
            missDisplays(flight);
        finish(flight, flight->failed || result->failure ? Outcome::Failed : Outcome::Done);
        return;
    }
    const Error &error = result.error();
    if (isBusyRefusal(error) && flight->lines == 0 && !flight->lastOutput.isValid()) {
        if (flight->interrupted) {
            finish(flight, Outcome::Interrupted);
            return;
        }
        tryAgainLater(flight);
        return;
    }
    if (error.isNotFound()) {
        flight->run->notice({ Notice::Severity::Warning, u"context-lost"_s, tr("The server no longer knows this context, so its variables are gone"),
                              tr("The cell was not run. Running it again makes a new context.") });
        finish(flight, Outcome::ContextLost, tr("The context is not there any more."));
        contextGone(flight);
        return;
    }
    if (error.kind == Error::Kind::ResultUnknown || (flight->lastOutput.isValid() && (error.kind == Error::Kind::Network || error.kind == Error::Kind::Timeout))) {
        const QString when = QLocale().toString(flight->lastOutput.isValid() ? flight->lastOutput.time() : QTime::currentTime(), u"HH:mm:ss"_s);
        const QString arrived = tr("%Ln line(s) arrived before %1.", nullptr, int(std::min<qint64>(flight->lines, std::numeric_limits<int>::max()))).arg(when);
        const SandboxRecord *record = m_registry->store()->find(flight->session->sandboxId());
        // Its time is over before the next list says so; the server ends it then, and the stream breaks with it.
        const auto remaining = m_registry->store()->remaining(flight->session->sandboxId());
        if ((record && record->presence == SandboxRecord::Presence::Expired) || (remaining && *remaining <= expiryTolerance)) {
            flight->run->notice({ Notice::Severity::Warning, u"expired"_s, tr("%1 expired while this cell ran").arg(flight->session->name()), arrived + u' ' + tr("Nothing of it runs any more.") });
            finish(flight, Outcome::ContextLost, tr("%1 expired.").arg(flight->session->name()));
            return;
        }
        if (!record || record->presence != SandboxRecord::Presence::Listed) { // Killed here, most likely: nothing is unknown then.
            flight->run->notice({ Notice::Severity::Warning, u"context-lost"_s, tr("The sandbox ended while this cell ran"), arrived + u' ' + tr("Nothing of it runs any more.") });
            finish(flight, Outcome::ContextLost, tr("The sandbox is gone."));
            return;
        }
        flight->run->notice({ Notice::Severity::Warning, u"result-unknown"_s, tr("The connection broke while this cell ran, so its result is unknown"),
                              arrived + u' ' + tr("The cell may still be running. It was not sent again.") });
        finish(flight, Outcome::ResultUnknown, error.message);
        return;
    }
    if (error.kind == Error::Kind::Cancelled) {
        finish(flight, Outcome::Interrupted);
        return;
    }
    const Problem problem = describeError(error, flight->session->name());
    flight->run->notice({ Notice::Severity::Error, u"not-run"_s, tr("The server did not run the cell"),
                          problem.message + (problem.hint.isEmpty() ? QString() : u' ' + problem.hint)
                              + (error.requestId.isEmpty() ? QString() : u' ' + tr("Request %1.").arg(error.requestId)) });
    finish(flight, Outcome::Failed, problem.message);
}

/// Servers of today leave displays out without a word. Said once for each of them, where code shows something and nothing came.
void ContextRunner::missDisplays(const std::shared_ptr<Flight> &flight)
{
    static const QRegularExpression shows(u"(^|[^\\w.])(plt|pyplot|fig\\w*|px|go)\\.show\\s*\\(|(^|[^\\w.])display\\s*\\("_s);
    const QString connection = flight->session->connectionId();
    if (flight->run->binding().language != "python"_L1 || flight->displays || m_forwardsDisplays.contains(connection))
        return;
    const Connection *known = m_registry->store()->connections()->find(connection);
    if ((known && known->isLocal()) || flight->interpreter->sandbox().config().displayBridge || !shows.match(flight->run->code()).hasMatch())
        return;
    m_forwardsDisplays.insert(connection);
    flight->run->notice({ Notice::Severity::Information, u"no-displays"_s, tr("This server does not forward what code displays, so no figure came"),
                          tr("Preferences can bring figures back on such servers. Sandboxes on this computer show them.") });
}

void ContextRunner::interruptedElsewhere(const std::shared_ptr<Flight> &flight, const Result<CodeContext> &context)
{
    const bool late = flight->run->isFinished();
    if (context || !context.error().isNotFound()) {
        if (!late)
            finish(flight, Outcome::Failed);
        return;
    }
    if (late) {
        contextGone(flight);
        return;
    }
    flight->run->notice({ Notice::Severity::Warning, u"context-lost"_s, tr("The context is gone, so its variables are gone"), tr("Its variables are gone. What arrived before stays above.") });
    finish(flight, Outcome::ContextLost, tr("The context is not there any more."));
    contextGone(flight);
}

/// Told once the run itself has said it in its own words.
void ContextRunner::contextGone(const std::shared_ptr<Flight> &flight)
{
    if (flight->session->isRestarting(flight->context.id))
        return;
    lose(flight->session, flight->context.id, {}, tr("The server no longer knows its context, so its variables are gone."));
    flight->session->noteContextGone(flight->context.id); // It may still list it.
}

/// Asks for what comes after the ends of its runs, on and on; who has nothing to say keeps the question for a while. Ends at the first
/// that fails: the context is gone, or this server has no such thing. The end of the next run asks again, or the sandbox that is back.
void ContextRunner::awaitLateOutput(const ContextPlace &place)
{
    if (const auto late = m_late.find(place); late != m_late.end() && !late->early.isEmpty())
        giveLateOutput(place, std::exchange(late->early, {}), 0);
    const auto late = m_late.find(place);
    if (late == m_late.end() || late->asked || !late->interpreter)
        return;
    late->runs.removeIf([](const auto &run) { return !run.second->cell(); });
    if (late->runs.isEmpty()) {
        m_late.erase(late);
        return;
    }
    late->asked = true;
    QElapsedTimer asking;
    asking.start();
    m_tasks.run(late->interpreter->codes().lateOutput(place.second, late->next, lateWait, m_tasks.token()), [this, place, asking](const Result<OpenSandbox::LateOutput> &output) {
        const auto answered = m_late.find(place);
        if (answered == m_late.end())
            return;
        answered->asked = false;
        if (!output) {
            if (output.error().isNotFound())
                m_late.erase(answered);
            else
                answered->interpreter.reset(); // The next run brings one, or the sandbox that is back.
            return;
        }
        // What is lost before the first answer is that of others where they write, too.
        const bool ours = answered->next > 0 || std::ranges::all_of(output->texts, [&](const OpenSandbox::LateText &text) {
            return std::ranges::find(answered->runs, text.run, &std::pair<QString, std::shared_ptr<Notebook::Run>>::first) != answered->runs.end();
        });
        const bool moved = output->next > answered->next;
        answered->next = output->next;
        if (moved)
            giveLateOutput(place, output->texts, ours ? output->dropped : 0);
        // Of a server that does not wait, nothing is expected.
        if (moved || asking.durationElapsed() > lateWait / 2)
            QTimer::singleShot(latePause, this, [this, place]() { awaitLateOutput(place); });
    });
}

void ContextRunner::giveLateOutput(const ContextPlace &place, const QList<OpenSandbox::LateText> &texts, qint64 dropped)
{
    // A copy: the notebook may do anything meanwhile.
    const auto runs = m_late.value(place).runs;
    for (const OpenSandbox::LateText &piece : texts) {
        const auto found = std::ranges::find(runs, piece.run, &std::pair<QString, std::shared_ptr<Notebook::Run>>::first);
        if (found == runs.end())
            continue; // Another program's, or too long ago.
        if (!found->second->isFinished()) {
            if (const auto late = m_late.find(place); late != m_late.end())
                late->early.append(piece);
            continue;
        }
        if (dropped > 0)
            found->second->stream(StreamName::Stderr, QString(tr("%1 bytes were left out. %2").arg(dropped).arg(QString()).trimmed() + u'\n'));
        dropped = 0;
        found->second->stream(piece.isError ? StreamName::Stderr : StreamName::Stdout, piece.text);
    }
}

void ContextRunner::finish(const std::shared_ptr<Flight> &flight, Outcome outcome, const QString &reason)
{
    m_flights.remove(flight->run->id());
    m_waiting.removeOne(flight);
    flight->run->finish(outcome, reason); // Its notebook may send its next cell, which waits behind those of others.
    nextTurn();
}

void ContextRunner::interrupt(std::shared_ptr<Notebook::Run> run)
{
    const std::shared_ptr<Flight> flight = m_flights.value(run->id());
    if (!flight)
        return;
    flight->interrupted = true;
    if (!flight->command.isEmpty()) {
        if (!std::exchange(flight->interruptDue, true))
            interruptCommand(flight);
        return;
    }
    if (m_waiting.contains(flight)) {
        finish(flight, Outcome::Interrupted);
        return;
    }
    if (!flight->sent) {
        flight->stop.request_stop();
        return;
    }
    // Each press is a request of its own: code may swallow the first.
    m_tasks.run(flight->session->interruptContext(flight->context.id), [flight](const Result<OpenSandbox::Done> &result) {
        if (result || result.error().isNotFound() || flight->run->isFinished())
            return;
        flight->run->notice({ Notice::Severity::Warning, u"interrupt-failed"_s, tr("The interrupt did not reach the server"), result.error().message });
    });
}

// --- contexts ------------------------------------------------------------------------------------------

void ContextRunner::restart(const Notebook::Binding &binding, Finished done)
{
    const auto target = session(binding.sandbox);
    if (!target) {
        done(tr("%1 is not there.").arg(binding.sandbox));
        return;
    }
    QString id = contextId(binding);
    if (id.isEmpty()) {
        if (const ContextState *first = target->firstContext(binding.language))
            id = first->id();
    }
    if (id.isEmpty()) {
        done({}); // There is nothing to restart: the next run makes a fresh one anyway.
        return;
    }
    m_tasks.run(target->restartContext(id), [this, done, target, key = binding.key()](const Result<CodeContext> &context) {
        if (!context) {
            done(describeError(context.error(), target->name()).message);
            return;
        }
        m_places.insert(key, { target, *context, false });
        Q_EMIT contextChanged(key);
        done({});
    });
}

void ContextRunner::check(const Notebook::Binding &binding, std::function<void(const QString &, bool)> done)
{
    const auto target = session(binding.sandbox);
    const auto interpreter = target ? target->interpreter() : nullptr;
    if (!interpreter) {
        done(tr("%1 cannot be reached now.").arg(target ? target->name() : binding.sandbox), false);
        return;
    }
    const QString id = contextId(binding);
    m_tasks.run(interpreter->codes().listContexts({}, m_tasks.token()), [target, interpreter, id, done](const Result<QList<CodeContext>> &contexts) {
        if (!contexts) {
            done(describeError(contexts.error(), target->name()).message, false);
            return;
        }
        const bool known = std::any_of(contexts->begin(), contexts->end(), [&id](const CodeContext &context) { return context.id == id; });
        if (known)
            done(tr("%1 answers and its context is there. Whether the cell has finished is not known; a run there waits until it has.").arg(target->name()), true);
        else
            done(tr("%1 answers, but the context is gone. Its variables are gone with it.").arg(target->name()), false);
    });
}
