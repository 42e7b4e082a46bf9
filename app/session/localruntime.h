// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connection.h"
#include "localprocess.h"

#include <QJsonObject>

/**
 * Starts opensandbox-local with the program, feeds its Connection, restarts it after a crash with growing
 * pauses, and ends it with the program (its standard input closes, which it watches, so that even a killed
 * workbench leaves nothing behind).
 */
class LocalRuntime : public QObject
{
    Q_OBJECT

public:
    enum class State { Stopped, Starting, Running, Failed };
    Q_ENUM(State)

    /// `connection` outlives the runtime.
    explicit LocalRuntime(Connection *connection, QObject *parent = nullptr);
    ~LocalRuntime() override;

    State state() const { return m_state; }
    Connection *connection() const { return m_connection; }
    /// What is enforced and by what, as the runtime reports it; empty unless Running.
    QJsonObject isolation() const { return m_isolation; }
    QStringList warnings() const { return m_warnings; }
    Problem problem() const { return m_problem; }
    /// The last lines of its standard error, for 'Copy diagnostics'.
    QString diagnostics() const;

    /// OPENSANDBOX_LOCAL, else beside this executable, else in PATH; empty when nowhere.
    static QString findExecutable();
    /// Overrides findExecutable(); for tests.
    void setExecutable(const QString &path) { m_executable = path; }
    void setReadyTimeout(std::chrono::milliseconds timeout) { m_readyTimeout = timeout; }
    void setStateDirectory(const QString &path) { m_stateDirectory = path; }

public Q_SLOTS:
    void start();
    /// Closes its input and returns at once; the destructor waits for it, at most 5 s.
    void stop();
    void retry();

Q_SIGNALS:
    void stateChanged();

private:
    void launch();
    void readOutput(const QByteArray &bytes);
    void readErrors(const QByteArray &bytes);
    void handleLine(const QByteArray &line);
    void finished(int exitCode, bool crashed);
    void fail(const Problem &problem);
    void dropProcess();
    void setState(State state);

    Connection *const m_connection;
    std::unique_ptr<LocalProcess> m_process;
    QString m_executable;
    QString m_stateDirectory;
    QString m_key;
    QByteArray m_output;
    QByteArray m_errors;
    State m_state = State::Stopped;
    QJsonObject m_isolation;
    QStringList m_warnings;
    Problem m_problem;
    QTimer m_readyTimer;
    QTimer m_restartTimer;
    QDateTime m_runningSince;
    std::chrono::milliseconds m_readyTimeout { 10'000 };
    int m_crashes = 0;
};
