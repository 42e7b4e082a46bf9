// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/lateoutput.h"

#include <boost/json/array.hpp>
#include <algorithm>
#include <utility>

namespace asio = boost::asio;
namespace json = boost::json;

namespace Execd {

namespace {

constexpr std::size_t mostHeld = 256u << 10;
// Of a piece beside its text, or a flood of empty lines would take more than a flood of text.
constexpr std::size_t costOfPiece = 64;

} // namespace

LateOutput::LateOutput(const asio::any_io_executor &executor)
    : m_executor(executor)
    , m_next(std::make_shared<Milestone>(executor))
{
}

void LateOutput::add(const std::string &run, std::string_view type, std::string_view text)
{
    if (run.empty() || text.empty() || m_closed)
        return;
    std::uint64_t begin = m_end;
    m_end += text.size();
    if (text.size() > mostHeld) {
        // Not from the middle of a character.
        std::size_t cut = text.size() - mostHeld;
        while (cut < text.size() && (text[cut] & 0xC0) == 0x80)
            ++cut;
        begin += cut;
        text.remove_prefix(cut);
    }
    m_held += text.size() + costOfPiece;
    m_pieces.push_back({ begin, run, std::string(type), std::string(text) });
    while (m_held > mostHeld && m_pieces.size() > 1) {
        m_held -= m_pieces.front().text.size() + costOfPiece;
        m_pieces.pop_front();
    }
    const auto reached = std::exchange(m_next, std::make_shared<Milestone>(m_executor));
    reached->reach();
}

void LateOutput::close()
{
    m_closed = true;
    m_next->reach();
}

json::object LateOutput::since(std::uint64_t position) const
{
    // One of another server's life, or made up.
    position = std::min(position, m_end);
    json::array outputs;
    std::uint64_t kept = 0;
    for (const Piece &piece : m_pieces) {
        if (piece.begin < position)
            continue;
        kept += piece.text.size();
        outputs.push_back(json::object { { "run", piece.run }, { "type", piece.type }, { "text", piece.text } });
    }
    return { { "outputs", std::move(outputs) }, { "next", m_end }, { "dropped", m_end - position - kept } };
}

asio::awaitable<void> LateOutput::wait(std::shared_ptr<LateOutput> output, std::uint64_t position, Milestone::Duration limit)
{
    const std::shared_ptr<Milestone> next = output->m_next;
    if (output->m_end > position || output->m_closed)
        co_return;
    co_await next->wait(limit);
}

} // namespace Execd
