// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QTemporaryDir>

/// The real local runtime on a free port, with a state folder of its own; ends with this object.
class RuntimeProcess
{
public:
    RuntimeProcess();
    ~RuntimeProcess();
    RuntimeProcess(const RuntimeProcess &) = delete;
    RuntimeProcess &operator=(const RuntimeProcess &) = delete;

    /// Why it did not start; empty when it runs.
    QString start();
    /// True when it ended by itself, as it has to when its standard input ends.
    bool stop();
    /// As a crash would: at once and with all of its sandboxes.
    void kill();

    quint16 port() const { return m_port; }
    QString address() const { return QStringLiteral("127.0.0.1:%1").arg(m_port); }
    QString key() const { return m_key; }

private:
    QTemporaryDir m_state;
    QProcess m_process;
    QString m_key;
    quint16 m_port = 0;
};
