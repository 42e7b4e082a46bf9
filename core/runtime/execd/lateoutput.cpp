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

// The first place from there on that is not in the middle of a character.
std::size_t characterFrom(std::string_view text, std::size_t place)
{
    while (place < text.size() && (text[place] & 0xC0) == 0x80)
        ++place;
    return place;
}

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
    if (text.size() > mostHeld - costOfPiece) {
        const std::size_t cut = characterFrom(text, text.size() - (mostHeld - costOfPiece));
        begin += cut;
        text.remove_prefix(cut);
    }
    m_held += text.size() + costOfPiece;
    m_pieces.push_back({ begin, run, std::string(type), std::string(text) });
    while (m_held > mostHeld) {
        Piece &front = m_pieces.front();
        const std::size_t cut = characterFrom(front.text, m_held - mostHeld);
        if (cut >= front.text.size()) {
            m_held -= front.text.size() + costOfPiece;
            m_pieces.pop_front();
        } else {
            front.text.erase(0, cut);
            front.begin += cut;
            m_held -= cut;
        }
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
