// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QTemporaryDir>

/// An answer, taken apart. The body is without chunk framing.
struct Answer {
    int status = 0;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
    bool complete = false; ///< the framing's end was seen

    QList<QJsonObject> events() const; ///< of a stream; what has no type is among them
    QJsonObject json() const;
    /// The body of a recorded answer, without chunk framing.
    static QByteArray bodyOf(const QByteArray &answer);
};

/// All texts of one kind, put together.
QString streamText(const QList<QJsonObject> &events, QLatin1StringView type = QLatin1StringView("stdout"));
QJsonObject firstOfType(const QList<QJsonObject> &events, QLatin1StringView type);

/// A command line that nobody else on this machine has, and the command that counts the processes with it.
QString ownSleep(int seconds);
QString countOf(const QString &commandLine);

/// One connection to the daemon on bare sockets, so that nothing of ours is between test and wire.
class RawConnection {
public:
    explicit RawConnection(const QString &socketPath);
    ~RawConnection();
    RawConnection(const RawConnection &) = delete;
    RawConnection &operator=(const RawConnection &) = delete;

    void send(const QByteArray &bytes);
    void sendRequest(const QByteArray &method, const QByteArray &target, const QByteArray &body = {},
        const QByteArray &headers = {});
    /// Reads on until the answer is whole or the time is over.
    Answer readAnswer(int milliseconds = 30000);
    /// Reads on until the raw bytes contain this, or the time is over.
    bool waitFor(const QByteArray &text, int milliseconds = 10000);
    QByteArray received() const { return m_received; }
    /// Waits for more bytes; false when there are none in that time or the other side has closed.
    bool readMore(int milliseconds) { return readSome(milliseconds); }
    /// Takes bytes from the front of what was received.
    QByteArray take(qsizetype count);
    bool ended() const { return m_ended; }
    void close();

private:
    bool readSome(int milliseconds);

    int m_socket = -1;
    QByteArray m_received;
    bool m_ended = false;
};

/// A running opensandbox-execd with folders of its own.
class TestDaemon {
public:
    explicit TestDaemon(const QStringList &arguments = {});
    ~TestDaemon();

    bool isReady() const { return m_ready; }
    QString socketPath() const;
    QString folder() const { return m_folder.path(); } ///< its working directory
    qint64 pid() const { return m_process.processId(); }

    Answer request(const QByteArray &method, const QByteArray &target, const QByteArray &body = {},
        const QByteArray &headers = {}) const;
    QList<QJsonObject> runCode(const QString &code, const QString &language, const QString &contextId = {}) const;
    QByteArray codeRequest(const QString &code, const QString &language, const QString &contextId = {}) const;
    QList<QJsonObject> runCommand(const QString &command) const;
    QString createContext(const QString &language);
    /// Ends what createContext() made, so that no test leaves its kernels to the next.
    void deleteContexts();

private:
    QTemporaryDir m_folder;
    QTemporaryDir m_runtime;
    QProcess m_process;
    QStringList m_contexts;
    bool m_ready = false;
};

/// A run whose client answers questions of the program.
class InputRun {
public:
    InputRun(const TestDaemon &daemon, const QString &language, const QString &id, const QString &code);
    /// The event with the next question; empty when none comes.
    QJsonObject waitForRequest(int milliseconds = 60000);
    /// The status of the answer.
    int answer(const QString &text) const;
    int endInput() const;
    QList<QJsonObject> finish(int milliseconds = 60000) { return m_connection.readAnswer(milliseconds).events(); }
    void drop() { m_connection.close(); }

private:
    int give(const QJsonObject &body) const;

    const TestDaemon &m_daemon;
    RawConnection m_connection;
    const QString m_id;
    int m_requests = 0;
};
