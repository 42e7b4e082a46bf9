// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "daemonclient.h"

/// A WebSocket client on bare sockets that can also send what no client may.
class WireClient {
public:
    struct Frame {
        int opcode = -1; ///< of RFC 6455: 1 text, 2 binary, 8 close, 9 ping, 10 pong; -1: none came
        bool final = true;
        QByteArray payload;
        int closeCode() const;
        QJsonObject json() const;
    };

    WireClient(const TestDaemon &daemon, const QByteArray &target);

    int status() const { return m_answer.status; } ///< of the handshake; 101 when it is open
    Answer answer() const { return m_answer; } ///< when it was refused

    void send(int opcode, const QByteArray &payload, bool final = true, bool masked = true);
    void type(const QByteArray &bytes) { send(2, '\0' + bytes); }
    void sendJson(const QJsonObject &object);
    void sendRaw(const QByteArray &bytes) { m_connection.send(bytes); }
    void drop() { m_connection.close(); }

    /// The next frame; opcode -1 when none comes in time or the connection ended.
    Frame next(int milliseconds = 10000);
    /// Reads on until the bytes of the terminal contain this.
    bool waitForOutput(const QByteArray &text, int milliseconds = 15000);
    /// Reads on until a text frame of this type came.
    QJsonObject waitForJson(QLatin1StringView type, int milliseconds = 15000);
    /// Reads on until the close frame came; the code, or -1 when the connection ended without one.
    int waitForClose(int milliseconds = 15000);

    QByteArray output() const { return m_output; } ///< 0x01 frames
    QByteArray errors() const { return m_errors; } ///< 0x02 frames
    QByteArray replay() const { return m_replay; } ///< the 0x03 frame without its head
    qint64 replayOffset() const { return m_replayOffset; } ///< -1: there was none
    /// The payloads of all text frames so far.
    QList<QByteArray> texts() const { return m_allTexts; }
    /// The order in which kinds of frames came: "replay", "connected", ...
    QStringList kinds() const { return m_kinds; }

private:
    RawConnection m_connection;
    Answer m_answer;
    QByteArray m_output;
    QByteArray m_errors;
    QByteArray m_replay;
    qint64 m_replayOffset = -1;
    QStringList m_kinds;
    QList<Frame> m_texts; ///< not waited for yet
    QList<QByteArray> m_allTexts;
    int m_closeCode = 0;
};
