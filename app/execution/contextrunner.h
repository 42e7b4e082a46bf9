// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figurestyle.h"
#include "inspection.h"
#include "session/sandboxsession.h"
#include "session/taskscope.h"

#include <opensandbox/notebook/runner.h>

#include <QHash>
#include <QObject>
#include <QSet>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

/**
 * Runs cells in the contexts of sandboxes: finds the sandbox and the context of a cell's binding, makes the context
 * when there is none, hands the events on, and turns every way of ending into an outcome with a sentence for people.
 * A run is sent once; only a refusal by a busy context is tried again, because nothing ran then. No widgets.
 */
class ContextRunner : public QObject, public Notebook::Runner
{
    Q_OBJECT
public:
    explicit ContextRunner(SessionRegistry *registry, QObject *parent = nullptr);
    ~ContextRunner() override;

    void start(std::shared_ptr<Notebook::Run> run) override;
    void interrupt(std::shared_ptr<Notebook::Run> run) override;

    /// The session of a sandbox named by id or name; null when nobody knows it.
    std::shared_ptr<SandboxSession> session(const QString &sandbox) const;
    /// The context that runs a binding, once one does.
    QString contextId(const Notebook::Binding &binding) const;

    /// Whether cells of this language can run as a command of their own: a shell or interpreter without the variables of a context.
    static bool runsInBackground(const QString &language);

    using Finished = std::function<void(const QString &error)>;
    void restart(const Notebook::Binding &binding, Finished done);
    void check(const Notebook::Binding &binding, std::function<void(const QString &text, bool idle)> done);

    // As ExecutionTargets has them; a context is never made for a question.
    void complete(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<Inspection::Completion> done);
    void inspect(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<QString> done);
    void variables(const Notebook::Binding &binding, Inspection::Answer<Inspection::Variables> done);
    void rows(const Notebook::Binding &binding, const QString &variable, const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done);

    /// The headless run has nobody who could answer input(); without this, code that asks fails as on any server.
    void setAnswersInput(bool on) { m_answersInput = on; }
    /// Nobody could be asked what is to become of a context that is not there: the headless run makes one for each that cells name.
    void setMakesNamedContexts(bool on) { m_makesNamedContexts = on; }
    /// Asked before each run what figures are to look like; nothing: as everywhere.
    using FigureStyleSource = std::function<std::optional<OpenSandbox::FigureStyle>()>;
    void setFigureStyle(FigureStyleSource source) { m_figureStyle = std::move(source); }
    /// What threads and tasks write after their cell has ended still reaches it.
    void setTakesLateOutput(bool on) { m_takesLateOutput = on; }
    /// How long a cell that was interrupted from elsewhere waits for the server to say whether its context is still there.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

Q_SIGNALS:
    /// Found or changed for a binding.
    void contextChanged(const QString &key);
    /// Its variables are gone. Notebooks may share the key, so it is told to whoever asked for a restart, too. `wanted`: somebody did.
    void contextLost(const QString &key, const QString &reason, bool wanted);
    /// A restart gave it another id.
    void contextReplaced(const QString &contextId, const QString &newId);

private:
    struct Flight;
    using ContextPlace = std::pair<QString, QString>; ///< A sandbox and a context there: two sandboxes may have one of the same id.
    struct Place
    {
        std::shared_ptr<SandboxSession> session;
        OpenSandbox::CodeContext context;
        bool lost = false; ///< To be restarted before anything runs there again; the user was told.
    };

    /// A context that can be asked something.
    struct Asked
    {
        std::shared_ptr<SandboxSession> session;
        std::shared_ptr<OpenSandbox::CodeInterpreter> interpreter;
        QString contextId;
    };
    Asked asked(const Notebook::Binding &binding) const;
    Inspection::Refusal nobody(const Asked &asked) const;

    void findContext(const std::shared_ptr<Flight> &flight);
    void contextFound(const std::shared_ptr<Flight> &flight, const OpenSandbox::Result<OpenSandbox::CodeContext> &context);
    void findNamed(const std::shared_ptr<Flight> &flight, std::function<void(OpenSandbox::Result<OpenSandbox::CodeContext>)> found);
    void startCommand(const std::shared_ptr<Flight> &flight);
    void followCommand(const std::shared_ptr<Flight> &flight);
    /// Once more whenever it got lost on the way, because the command ends at the first that arrives.
    void interruptCommand(const std::shared_ptr<Flight> &flight);
    void commandEnded(const std::shared_ptr<Flight> &flight, const OpenSandbox::Result<OpenSandbox::CommandStatus> &status);
    void execute(const std::shared_ptr<Flight> &flight);
    /// Another notebook's cell runs in its context, or waits for that longer.
    bool isOccupied(const std::shared_ptr<Flight> &flight) const;
    void waitForTurn(const std::shared_ptr<Flight> &flight);
    /// The server runs something there that is not from here, so nobody tells when it ends.
    void tryAgainLater(const std::shared_ptr<Flight> &flight);
    /// Starts what waited for a context that is free now.
    void nextTurn();
    void missDisplays(const std::shared_ptr<Flight> &flight);
    /// Says between what came before and after it that the sandbox stood still.
    void noteStandstill(const std::shared_ptr<SandboxSession> &session);
    void ended(const std::shared_ptr<Flight> &flight, const OpenSandbox::Result<OpenSandbox::Execution> &result);
    void interruptedElsewhere(const std::shared_ptr<Flight> &flight, const OpenSandbox::Result<OpenSandbox::CodeContext> &context);
    void contextGone(const std::shared_ptr<Flight> &flight);
    void awaitLateOutput(const ContextPlace &place);
    void giveLateOutput(const ContextPlace &place, const QList<OpenSandbox::LateText> &texts, qint64 dropped);
    void finish(const std::shared_ptr<Flight> &flight, Notebook::Outcome outcome, const QString &reason = {});
    void follow(const std::shared_ptr<SandboxSession> &session);
    void lose(const std::shared_ptr<SandboxSession> &session, const QString &contextId, const QString &newId, const QString &reason);
    /// Marks what ran there as lost; the keys that it had.
    QStringList markLost(const std::shared_ptr<SandboxSession> &session, const QString &contextId);
    /// Until the restart that is under way, or that it asks for, has ended.
    void waitForRestart(const std::shared_ptr<Flight> &flight, const QString &contextId);
    void restartFailed(const std::shared_ptr<SandboxSession> &session, const QString &contextId, const OpenSandbox::Error &error);

    /// Of one context: who is asked for late output, and whom it may belong to.
    struct Late
    {
        std::shared_ptr<OpenSandbox::CodeInterpreter> interpreter;
        QList<std::pair<QString, std::shared_ptr<Notebook::Run>>> runs; ///< By the names they were sent with, the last ones.
        QList<OpenSandbox::LateText> early; ///< Came before the last of the run's own output.
        qint64 next = 0;
        bool asked = false; ///< There is a question under way.
    };

    SessionRegistry *const m_registry;
    QHash<ContextPlace, Late> m_late;
    bool m_takesLateOutput = false;
    QHash<QString, Place> m_places; ///< By Binding::key().
    QHash<quint64, std::shared_ptr<Flight>> m_flights; ///< By run.
    QList<std::shared_ptr<Flight>> m_waiting; ///< Those for whose context it is not their turn yet, in the order in which they came.
    QHash<SandboxSession *, std::weak_ptr<SandboxSession>> m_followed;
    bool m_answersInput = false;
    bool m_makesNamedContexts = false;
    FigureStyleSource m_figureStyle;
    QSet<QString> m_forwardsDisplays; ///< Connections over which one has come, or of which the user was told that none does.
    std::chrono::milliseconds m_patience { 10'000 };
    QHash<QString, QList<std::shared_ptr<Flight>>> m_restarting; ///< By context: runs that wait for it to be restarted.
    QSet<QString> m_endedInRestart; ///< Contexts that ended while they were restarted: lost when that fails.
    TaskScope m_tasks;
};
