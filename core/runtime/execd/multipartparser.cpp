// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/multipartparser.h"

#include "http/message.h"

#include <algorithm>

namespace Execd {

namespace {

constexpr std::size_t longestHeaders = 64u << 10;
constexpr std::size_t longestPreamble = 64u << 10;

std::string_view trimmed(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

// The parameter of a header like "form-data; name=\"x\"", unquoted.
std::optional<std::string> parameter(std::string_view header, std::string_view name)
{
    std::size_t i = header.find(';');
    while (i != std::string_view::npos && i < header.size()) {
        ++i;
        const std::size_t equals = header.find_first_of("=;", i);
        if (equals == std::string_view::npos)
            return std::nullopt;
        if (header[equals] == ';') {
            i = equals;
            continue;
        }
        const std::string_view key = trimmed(header.substr(i, equals - i));
        i = equals + 1;
        while (i < header.size() && (header[i] == ' ' || header[i] == '\t'))
            ++i;
        std::string value;
        if (i < header.size() && header[i] == '"') {
            ++i;
            while (i < header.size() && header[i] != '"') {
                // Only quotes and backslashes are escaped: browsers send Windows paths raw.
                if (header[i] == '\\' && i + 1 < header.size() && (header[i + 1] == '"' || header[i + 1] == '\\'))
                    ++i;
                value += header[i++];
            }
            i = header.find(';', std::min(i, header.size()));
        } else {
            const std::size_t end = std::min(header.find(';', i), header.size());
            value = trimmed(header.substr(i, end - i));
            i = end;
        }
        if (Runtime::Http::equalsIgnoringCase(key, name))
            return value;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> multipartBoundary(std::string_view contentType)
{
    const std::string_view type = trimmed(contentType.substr(0, contentType.find(';')));
    if (!Runtime::Http::equalsIgnoringCase(type, "multipart/form-data"))
        return std::nullopt;
    auto boundary = parameter(contentType, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > 200)
        return std::nullopt;
    return boundary;
}

MultipartParser::MultipartParser(std::string boundary, Handler &handler)
    : m_delimiter("\r\n--" + std::move(boundary))
    , m_handler(handler)
    , m_buffer("\r\n") // so that a boundary at the very start looks like every other
{
}

bool MultipartParser::fail(std::string reason)
{
    m_state = State::Failed;
    m_error = std::move(reason);
    m_buffer.clear();
    return false;
}

bool MultipartParser::feed(std::string_view bytes)
{
    if (m_state == State::Failed)
        return false;
    if (m_state == State::Done)
        return true; // an epilogue means nothing
    if (m_state == State::Data && m_buffer.empty() && !m_skipLineBreak)
        bytes.remove_prefix(giveData(bytes)); // Most of a large file never gets into the buffer.
    m_buffer += bytes;
    while (step()) { }
    return m_state != State::Failed;
}

// True while there may be more to do with what is in the buffer.
bool MultipartParser::step()
{
    switch (m_state) {
    case State::Preamble: {
        const std::size_t at = find(m_delimiter);
        if (at == std::string::npos) {
            if (m_buffer.size() > longestPreamble)
                return fail("no boundary where the body starts");
            return false;
        }
        m_buffer.erase(0, at + m_delimiter.size());
        m_state = State::AfterBoundary;
        return true;
    }
    case State::AfterBoundary: {
        if (m_buffer.size() < 2)
            return false;
        if (m_buffer.starts_with("--")) {
            m_state = State::Done;
            m_buffer.clear();
            return false;
        }
        // White space may follow a boundary.
        const std::size_t end = std::min(m_buffer.find_first_not_of(" \t", m_searched), m_buffer.size());
        m_searched = end;
        if (m_buffer.size() < end + 2)
            return m_buffer.size() > longestPreamble ? fail("a boundary's line does not end") : false;
        m_searched = 0;
        if (m_buffer.compare(end, 2, "\r\n") != 0)
            return fail("a boundary is followed by other text");
        m_buffer.erase(0, end);
        m_state = State::Headers;
        return true;
    }
    case State::Headers: {
        // The line break behind the boundary is still there, so a part without headers ends at once.
        const std::size_t end = find("\r\n\r\n");
        if (end == std::string::npos) {
            if (m_buffer.size() > longestHeaders)
                return fail("the headers of a part are too long");
            return false;
        }
        const std::string block = m_buffer.substr(0, end);
        m_buffer.erase(0, end + 2); // a boundary may follow right after the blank line
        m_state = State::Data;
        if (!parseHeaders(block))
            return false;
        m_skipLineBreak = true; // the one that ends the headers is no data
        return true;
    }
    case State::Data: {
        if (m_skipLineBreak) {
            if (m_buffer.size() < m_delimiter.size() && m_delimiter.starts_with(m_buffer))
                return false;
            if (!m_buffer.starts_with(m_delimiter))
                m_buffer.erase(0, 2);
            m_skipLineBreak = false;
        }
        m_buffer.erase(0, giveData(m_buffer));
        if (!m_buffer.starts_with(m_delimiter))
            return false;
        m_handler.endPart();
        m_buffer.erase(0, m_delimiter.size());
        m_state = State::AfterBoundary;
        return true;
    }
    case State::Done:
    case State::Failed:
        return false;
    }
    return false;
}

// Looks for text that the buffer may not hold yet, and only where it did not look before: however small the
// pieces are that arrive, each byte is looked at once.
std::size_t MultipartParser::find(std::string_view text)
{
    const std::size_t at = m_buffer.find(text, m_searched);
    m_searched = at == std::string::npos ? m_buffer.size() - std::min(m_buffer.size(), text.size() - 1) : 0;
    return at;
}

// Gives what belongs to the part for sure and tells how much that was: a boundary, or what may be the start
// of one, follows.
std::size_t MultipartParser::giveData(std::string_view bytes)
{
    std::size_t given = bytes.find(m_delimiter);
    if (given == std::string_view::npos) {
        const std::size_t sure = bytes.size() - std::min(bytes.size(), m_delimiter.size() - 1);
        given = bytes.find('\r', sure);
        while (given != std::string_view::npos && !m_delimiter.starts_with(bytes.substr(given)))
            given = bytes.find('\r', given + 1);
    }
    given = std::min(given, bytes.size());
    if (given > 0)
        m_handler.partData(bytes.substr(0, given));
    return given;
}

bool MultipartParser::parseHeaders(std::string_view block)
{
    MultipartHeaders headers;
    bool named = false;
    while (!block.empty()) {
        const std::size_t end = block.find("\r\n");
        const std::string_view line = block.substr(0, end);
        block.remove_prefix(end == std::string_view::npos ? block.size() : end + 2);
        const std::size_t colon = line.find(':');
        if (line.empty())
            continue;
        if (colon == std::string_view::npos)
            return fail("a header of a part has no colon");
        if (!Runtime::Http::equalsIgnoringCase(trimmed(line.substr(0, colon)), "content-disposition"))
            continue;
        if (const auto name = parameter(line.substr(colon + 1), "name")) {
            headers.name = *name;
            named = true;
        }
        headers.fileName = parameter(line.substr(colon + 1), "filename");
        if (!headers.fileName)
            headers.fileName = parameter(line.substr(colon + 1), "filename*");
    }
    if (!named)
        headers.name.clear();
    m_handler.beginPart(headers);
    return true;
}

} // namespace Execd
