// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"
#include "ptyprotocol.h"
#include "socketlog.h"

#include <opensandbox/pty.h>

#include <QPointer>
#include <QQueue>
#include <QTimer>
#include <QWebSocket>

#include <functional>

namespace OpenSandbox {

Task<PtyStatus> ptyStatusOf(std::shared_ptr<const Client> client, QString id, std::stop_token stop);

/// PtySession over QWebSocket.
class WebPtySession : public PtySession
{
    Q_OBJECT

public:
    WebPtySession(std::shared_ptr<const Client> client, QString id, PtyOptions options);
    ~WebPtySession() override;

    State state() const override { return m_state; }
    QString id() const override { return m_id; }
    QString mode() const override { return m_mode; }
    qint64 position() const override { return m_position.value_or(m_options.since.value_or(0)); }
    std::optional<int> exitCode() const override { return m_exitCode; }
    Error error() const override { return m_error; }

    void write(const QByteArray &input) override;
    qint64 pendingInput() const override { return m_input.size(); }
    void discardInput() override;
    void resize(QSize size) override;
    void sendSignal(const QString &name) override;
    void close() override;

private:
    void open();
    void checkCertificates();
    void dropSocket();
    void take(const Pty::Frame &frame);
    void takeReplay(const Pty::Replay &replay);
    void connected(const QString &mode);
    void gone();
    /// What the handshake was answered with; 0: not known.
    int refusedStatus() const;
    /// A reconnect found another client there, or the server still believes in the connection that was lost.
    void occupied();
    void lost(const Error &error);
    void retryLater();
    void ask();
    static QCoro::Task<> look(QPointer<WebPtySession> self, std::shared_ptr<const Client> client, QString id, std::stop_token stop);
    void answered(const Result<PtyStatus> &status);
    void sendSize();
    void sendInput();
    void setState(State state);
    void fail(const Error &error);
    void exited();

    std::shared_ptr<const Client> m_client;
    QString m_id;
    PtyOptions m_options;
    QWebSocket *m_socket = nullptr;
    std::unique_ptr<SocketLog> m_log; ///< Of the socket.
    State m_state = State::Connecting;
    QString m_mode;
    std::optional<qint64> m_position; ///< After the last byte seen; absent before the first connection.
    std::optional<int> m_exitCode;
    bool m_exitSeen = false;
    bool m_wasConnected = false; ///< At least once.
    Error m_error;
    QString m_handshakeError; ///< What Qt says about the attempt at hand.
    QByteArray m_input; ///< Not sent.
    qint64 m_sent = 0; ///< Bytes of input since the beginning,
    qint64 m_confirmed = 0; ///< of which the server has certainly read so many: a pong answers what came before its ping.
    QQueue<qint64> m_pings; ///< `m_sent` when each unanswered ping went out.
    QTimer m_pingTimer;
    QTimer m_silence; ///< Runs from the last frame; while connecting from the attempt.
    QTimer m_retry;
    QTimer m_sizeTimer; ///< Several sizes in a row become one.
    std::chrono::milliseconds m_retryPause {};
    QElapsedTimer m_sinceLost;
    QElapsedTimer m_occupied; ///< Since the first of refusals in a row: an attempt of our own may have got through, unseen, and count as another client.
    std::stop_source m_stop;
    std::optional<std::stop_callback<std::function<void()>>> m_left; ///< The sandbox was closed. Last: gone first.
};

} // namespace OpenSandbox
