// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "liveness.h"

namespace OpenSandbox {

Liveness::Liveness(std::shared_ptr<const Client> client, Wire &wire, Begin begin)
    : m_client(std::move(client)), m_state(std::make_shared<State>(wire)), m_begin(begin), m_runs(begin == Begin::AtOnce)
{
    m_state->timer.setSingleShot(true);
    m_state->last.start();
    m_state->timer.callOnTimeout([this] { silent(); });
    if (m_runs)
        m_state->timer.start(m_client->transport->silence);
}

Liveness::~Liveness()
{
    m_state->timer.stop();
    m_state->over.request_stop();
}

void Liveness::heard()
{
    m_state->answers = 0;
    m_state->unanswered = 0;
    m_state->absent = 0;
    ++m_state->heard;
    m_state->last.start(); // The timer is left alone: this comes with each 16 KiB.
}

void Liveness::pinged()
{
    if (!std::exchange(m_runs, true))
        m_state->timer.start(m_client->transport->silence);
}

void Liveness::silent()
{
    const auto heardAgo = m_state->last.durationElapsed();
    const auto silence = m_client->transport->silence;
    if (heardAgo < silence) {
        m_state->timer.start(std::chrono::ceil<std::chrono::milliseconds>(silence - heardAgo));
        return;
    }
    if (m_state->wire.hasBytes() || m_state->wire.isFinished()) { // The silence is ours: a handler takes its time.
        heard();
        m_state->timer.start(silence);
    } else if (m_state->answers >= (m_begin == Begin::WithFirstPing ? EnoughOfRun : Enough) && !m_awaitsAnswer) {
        m_state->wire.giveUp();
    } else if (m_state->absent >= Absence || (m_begin == Begin::AtOnce && m_state->unanswered >= Patience)) {
        m_state->wire.giveUp(false);
    } else {
        auto asking = ask(m_client, m_state);
    }
}

QCoro::Task<> Liveness::ask(std::shared_ptr<const Client> client, std::shared_ptr<State> state)
{
    const qint64 heard = state->heard;
    Request request = Request::get("/ping");
    request.timeout = PingTime;
    auto call = Client::callForDone(client, std::move(request), state->over.get_token());
    const Result<Done> alive = co_await call;
    if (state->over.stop_requested())
        co_return;
    state->timer.start(client->transport->silence);
    if (state->heard != heard)
        co_return;
    state->answers = alive ? state->answers + 1 : 0;
    state->unanswered = alive ? 0 : state->unanswered + 1;
    state->absent = alive || (alive.error().kind != Error::Kind::Network && !alive.error().isNotFound()) ? 0 : state->absent + 1;
}

} // namespace OpenSandbox
