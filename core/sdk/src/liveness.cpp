// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "liveness.h"

namespace OpenSandbox {

Liveness::Liveness(std::shared_ptr<const Client> client, Wire &wire, Begin begin)
    : m_client(std::move(client)), m_state(std::make_shared<State>(wire)), m_begin(begin), m_runs(begin == Begin::AtOnce)
{
    m_state->timer.setSingleShot(true);
    m_state->timer.setInterval(m_client->transport->silence);
    m_state->timer.callOnTimeout([this] { silent(); });
    if (m_runs)
        m_state->timer.start();
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
    if (m_runs)
        m_state->timer.start();
}

void Liveness::pinged()
{
    if (!std::exchange(m_runs, true))
        m_state->timer.start();
}

void Liveness::silent()
{
    if (m_state->wire.hasBytes())
        heard();
    else if (m_state->answers >= (m_begin == Begin::WithFirstPing ? EnoughOfRun : Enough) && !m_awaitsAnswer)
        m_state->wire.giveUp();
    else if (m_state->absent >= Absence || (m_begin == Begin::AtOnce && m_state->unanswered >= Patience))
        m_state->wire.giveUp(false);
    else
        auto asking = ask(m_client, m_state);
}

QCoro::Task<> Liveness::ask(std::shared_ptr<const Client> client, std::shared_ptr<State> state)
{
    const qint64 heard = state->heard;
    Request request = Request::get("/ping");
    request.timeout = PingTime;
    auto call = Client::callForDone(client, std::move(request), state->over.get_token());
    const Result<Done> alive = co_await call;
    if (state->over.stop_requested() || state->heard != heard)
        co_return;
    state->answers = alive ? state->answers + 1 : 0;
    state->unanswered = alive ? 0 : state->unanswered + 1;
    state->absent = alive || (alive.error().kind != Error::Kind::Network && !alive.error().isNotFound()) ? 0 : state->absent + 1;
    state->timer.start();
}

} // namespace OpenSandbox
