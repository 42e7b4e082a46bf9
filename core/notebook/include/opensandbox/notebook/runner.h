// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/cell.h>
#include <opensandbox/notebook/outputs.h>

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace Notebook {

/// How a run ended.
enum class Outcome : quint8 {
    Done,
    Failed, ///< The code failed, or the server refused to run it.
    Interrupted,
    ResultUnknown, ///< The connection was lost; the code may still be running.
    ContextLost, ///< The context ended during the run or is not there any more.
};

/**
 * One run of one cell, given to the Runner, which reports into it, in the thread of the queue, in any later turn of the event loop
 * or at once. All calls are harmless after the cell or the queue is gone. Text may still come after finish().
 */
class Run
{
public:
    ~Run();
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    quint64 id() const;
    QString key() const; ///< Of the queue.
    QString code() const;
    Binding binding() const;
    QString cellId() const;
    Cell *cell() const; ///< Null when it is gone.
    bool isFinished() const;
    bool isInterruptRequested() const;
    /// To be run as a command of its own, not in a context.
    bool isBackground() const;
    /// Of a background run: the command that runs already and is only to be followed, from the start of its output. Empty: start one.
    QString attachTo() const;

    void stream(StreamName name, QStringView text);
    void display(const MimeBundle &data, const QJsonObject &metadata = {}, const QString &displayId = {});
    void result(const MimeBundle &data, const QJsonObject &metadata = {}, const QString &displayId = {});
    void updateDisplay(const QString &displayId, const MimeBundle &data, const QJsonObject &metadata = {});
    void clearOutput(bool wait);
    void error(const QString &name, const QString &value, const QStringList &traceback); ///< The outcome becomes Failed.
    void executionCount(int count);
    void background(const BackgroundCommand &command); ///< It was started; kept in the cell until the run ends.
    void notice(const Notice &notice);
    /// The code waits for a line: a notice with code "input" asks for it, and `answer` is called once with it, or never when the run
    /// ends before. `secret`: it is not to be shown.
    void input(const QString &prompt, bool secret, std::function<void(const QString &line)> answer);
    /// The run waits for something (a sandbox that starts, a busy context): shown as the cell's reason.
    void waiting(const QString &reason);
    /// The same for a restart of its context: that the variables end with it is no end of this run, nor of what waits behind it.
    void awaitRestart(const QString &reason);
    /// Ends the run; `reason` is for people. Done becomes Failed after error(), and Interrupted when that error came after an
    /// interrupt was asked for. The next run of this key starts from the event loop, not from inside this call.
    void finish(Outcome outcome, const QString &reason = {});

private:
    friend class RunQueue;
    Run();
    struct Private;
    std::unique_ptr<Private> d;
};

/// What executes code. Implemented over a sandbox's contexts; by a fake in tests.
class Runner
{
public:
    virtual ~Runner();
    /// Starts one run; for one key never a second one before finish() of the first.
    virtual void start(std::shared_ptr<Run> run) = 0;
    /// Asks the code to stop. The run ends by its own finish(). May be called again and again.
    virtual void interrupt(std::shared_ptr<Run> run) = 0;
};

} // namespace Notebook
