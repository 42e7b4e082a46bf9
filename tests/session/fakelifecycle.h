// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>
#include <opensandbox/models.h>

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>

/// A lifecycle server with just enough behind it for the window's logic, and the daemon of each sandbox. In this thread.
class FakeLifecycle : public QObject
{
    Q_OBJECT

public:
    enum class Mood { Well, Silent, Nonsense, RefuseKey, Failing };

    FakeLifecycle();
    ~FakeLifecycle() override;

    OpenSandbox::ConnectionConfig config() const;
    /// Adds a running sandbox; `expiresIn` of 0: no expiry.
    QString add(const QString &name, std::chrono::seconds expiresIn = std::chrono::hours(1), const QString &state = QStringLiteral("Running"));
    void remove(const QString &id) { m_sandboxes.remove(id); }
    void setState(const QString &id, const QString &state, const QString &message = {});
    void patch(const QString &id, const QJsonObject &fields);
    QJsonObject sandbox(const QString &id) const { return m_sandboxes.value(id); }
    int count() const { return int(m_sandboxes.size()); }

    void close();
    /// On the port it had before.
    bool reopen() { return m_server.listen(QHostAddress::LocalHost, m_port); }
    QStringList contexts(const QString &id) const { return m_contexts.value(id).keys(); }
    void forgetContexts(const QString &id) { m_contexts.remove(id); }
    int requests(const QString &methodAndPath) const { return m_requests.value(methodAndPath); }

    Mood mood = Mood::Well;
    std::chrono::seconds clockOffset {}; ///< Of the Date header and expiries.
    std::chrono::milliseconds latency {}; ///< Before each answer.
    bool holding = false; ///< Every request waits for release(), however long that takes.
    int waiting() const { return int(m_waiting.size()); }
    /// Answers what has waited until now; what it causes waits again.
    void release();
    /// Only requests of this kind ("GET /daemon/sbx-000001/code/contexts"); false: there was none.
    bool release(const QString &methodAndPath);
    /// Cells that are under way: what they print, and their end.
    int runs() const { return int(m_runs.size()); }
    void print(const QByteArray &text);
    void send(const QByteArray &event); ///< To all of them, as it is.
    void endRuns(const QByteArray &error = {}); ///< With an error of that name.
    int interrupts() const { return m_interrupts; } ///< Of cells. Commands in the background run for ever.
    QHash<QString, int> statuses; ///< "GET /v1/pools": answered with this error.
    QString ids = QStringLiteral("sbx"); ///< What the ids of its sandboxes begin with; two servers need two.
    QString key = QStringLiteral("test-key"); ///< The one that is accepted.
    int createStatus = 202;
    QString createCode = QStringLiteral("SANDBOX::INVALID_PARAMETER");
    QString createState = QStringLiteral("Running");
    bool holdCreates = false; ///< Answer POST /sandboxes only at releaseCreates().
    int conflictsOnDelete = 0; ///< So many 409 before a delete works.
    bool canRestart = true;
    QJsonObject local; ///< The answer to GET /v1/local; empty: 404.
    QJsonObject lastCreate; ///< The body of the last POST /sandboxes.
    QStringList contextLanguages { QStringLiteral("python"), QStringLiteral("bash") };
    void releaseCreates();
    /// One line to every open /metrics/watch.
    void sendMetrics(double cpu, double memoryMib, qint64 timestampMs);
    void sendMetricsLine(const QByteArray &line);
    int metricsWatchers() const;

Q_SIGNALS:
    void requested(const QString &methodAndPath);

private:
    void read(QTcpSocket *socket);
    void answerLater(QTcpSocket *socket, const QByteArray &method, const QString &path, const QByteArray &body);
    void answer(QTcpSocket *socket, const QByteArray &method, const QString &path, const QByteArray &body);
    void lifecycle(QTcpSocket *socket, const QByteArray &method, const QStringList &parts, const QString &query, const QByteArray &body);
    void daemon(QTcpSocket *socket, const QByteArray &method, const QString &id, const QStringList &parts, const QByteArray &body);
    void reply(QTcpSocket *socket, int status, const QJsonObject &object);
    void reply(QTcpSocket *socket, int status, const QByteArray &body, const QByteArray &type = "application/json");
    QString now(std::chrono::seconds later = {}) const;

    QTcpServer m_server;
    QHash<QString, QJsonObject> m_sandboxes;
    QHash<QString, QHash<QString, QString>> m_contexts; // sandbox -> id -> language
    QHash<QString, int> m_requests;
    QHash<QTcpSocket *, QByteArray> m_buffers;
    QList<std::pair<QPointer<QTcpSocket>, QByteArray>> m_held;
    QList<QPointer<QTcpSocket>> m_watchers;
    QList<std::pair<QString, std::function<void()>>> m_waiting;
    QList<QPointer<QTcpSocket>> m_runs;
    quint16 m_port = 0;
    int m_nextId = 0;
    int m_interrupts = 0;
};
