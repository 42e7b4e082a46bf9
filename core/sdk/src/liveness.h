// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client.h"

#include <QElapsedTimer>
#include <QTimer>

namespace OpenSandbox {

/**
 * Notices a stream or transfer that stays silent although its server lives, for instance when a relay on the way
 * lost one side of it. Silence alone says nothing: a paused sandbox sends nothing either, and goes on when
 * it is resumed. So the same address is asked for a sign of life; when it gives several in a row and the stream
 * stays silent all the time, it is given up: a proxy that holds back a page of pings or figures takes minutes to fill it, and
 * a slow way to take more of an upload than the system's buffer of megabytes. To be held beside the Wire, in the same coroutine.
 */
class Liveness
{
public:
    enum class Begin {
        WithFirstPing, ///< Of runs: not every server sends pings, and code may be silent for hours. Given up, too, when for Absence times the silence nobody was there at all.
        AtOnce, ///< Of what goes on all the time; given up, too, when nobody has answered for Patience times the silence.
    };

    Liveness(std::shared_ptr<const Client> client, Wire &wire, Begin begin);
    ~Liveness();
    Liveness(const Liveness &) = delete;
    Liveness &operator=(const Liveness &) = delete;

    /// Bytes came or went.
    void heard();
    /// A ping was among them.
    void pinged();
    /// All was sent, and the answer may take its time: from now on it is given up only when nobody answers at all.
    void awaitAnswer() { m_awaitsAnswer = true; }

private:
    struct State
    {
        explicit State(Wire &stream) : wire(stream) { }
        Wire &wire;
        QTimer timer;
        std::stop_source over;
        QElapsedTimer last; ///< When it was heard.
        qint64 heard = 0;
        int answers = 0; ///< In a row, since the stream was heard last.
        int unanswered = 0; ///< Questions in a row.
        int absent = 0; ///< The same, where nobody was there: a paused sandbox takes the connection and says nothing.
    };

    void silent();
    static QCoro::Task<> ask(std::shared_ptr<const Client> client, std::shared_ptr<State> state);

    static constexpr std::chrono::milliseconds PingTime { 5'000 };
    static constexpr int Patience = 10;
    static constexpr int Enough = 10; ///< Answers to what goes on all the time.
    static constexpr int EnoughOfRun = 6; ///< The same, to a run, which pings every 3 s.
    static constexpr int Absence = 20; ///< A network that was away for a while may bring the stream back.

    std::shared_ptr<const Client> m_client;
    std::shared_ptr<State> m_state;
    const Begin m_begin;
    bool m_runs = false;
    bool m_awaitsAnswer = false;
};

} // namespace OpenSandbox
