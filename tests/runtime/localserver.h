// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <memory>

// One answer, read to its end.
struct HttpAnswer
{
    int status = 0;
    QByteArray head;
    // Chunks put together.
    QByteArray body;
    // The chunked body or the announced length was complete.
    bool whole = false;

    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    QByteArray header(const QByteArray &name) const;
};

// One process, also when its number is given to another one later.
struct ProcessMark
{
    qint64 pid = 0;
    // Clock ticks since the start of the machine.
    QByteArray started;

    static ProcessMark of(qint64 pid);
    bool lives() const;
    // Number, state and command line, for a failure.
    QString description() const;
};

// The real opensandbox-local on a free port, with a state folder of its own.
class LocalServer
{
public:
    explicit LocalServer(const QStringList &moreArguments = {});
    ~LocalServer();

    // As a user's server: it does not end with the test's pipe, and remembers its sandboxes.
    void standAlone();
    // As the last words of another command.
    void runIn(const QStringList &command);
    // Waits for the line on standard output; false when it says no.
    bool start();
    void stop();
    QJsonObject readyLine() const { return m_ready; }
    quint16 port() const { return m_port; }
    QByteArray key() const { return m_key; }
    void setKey(const QByteArray &key) { m_key = key; }
    QProcess &process() { return m_process; }
    QString stateFolder() const { return m_folder.path(); }

    HttpAnswer request(const QByteArray &method, const QByteArray &target, const QByteArray &body = {},
                       const QByteArray &moreHeaders = {}, int timeout = 30000);
    // Sends exactly these bytes and reads until the server closes or stays silent for so long.
    QByteArray raw(const QByteArray &bytes, int silence = 1500);

    static QJsonObject createBody();
    // The id of a new sandbox; empty when that failed (the answer is in lastAnswer).
    QByteArray createSandbox(const QJsonObject &changes = {});
    HttpAnswer lastAnswer;

    struct CommandResult
    {
        QString output;
        QString errors;
        // "0", the exit code, or another text of the error event.
        QString exitCode;
    };
    CommandResult command(const QByteArray &sandbox, const QString &text, int timeoutMs = 20000);

    // Process ids that have to do with this server's folder: by command line, mounts, open files. InUse: without the one that
    // waits to become the next sandbox.
    enum class Processes { All, InUse };
    QList<qint64> processes(Processes which = Processes::All) const;
    // Those that have to do with the folder of this sandbox, in the same way.
    QList<ProcessMark> processesOf(const QByteArray &sandbox) const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QJsonObject m_ready;
    QByteArray m_key = "test-key";
    quint16 m_port = 0;
};

HttpAnswer parseAnswer(const QByteArray &bytes, bool headRequest = false);
