// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Execd {

/// The boundary of a multipart/form-data Content-Type, or nothing.
std::optional<std::string> multipartBoundary(std::string_view contentType);

struct MultipartHeaders {
    std::string name; ///< of the form field
    std::optional<std::string> fileName;
};

/// Takes a multipart body in pieces of any size and gives its parts as they come, without holding more
/// than a boundary's length. Knows nothing of files and sockets.
class MultipartParser {
public:
    class Handler {
    public:
        virtual ~Handler() = default;
        virtual void beginPart(const MultipartHeaders &headers) = 0;
        virtual void partData(std::string_view data) = 0;
        virtual void endPart() = 0;
    };

    MultipartParser(std::string boundary, Handler &handler);

    /// False once the body is broken; see error().
    bool feed(std::string_view bytes);
    /// True if the closing boundary was seen.
    bool finished() const { return m_state == State::Done; }
    const std::string &error() const { return m_error; }

private:
    enum class State { Preamble, AfterBoundary, Headers, Data, Done, Failed };

    bool fail(std::string reason);
    bool step();
    std::size_t find(std::string_view text);
    std::size_t giveData(std::string_view bytes);
    bool parseHeaders(std::string_view block);

    const std::string m_delimiter; ///< CR LF "--" boundary
    Handler &m_handler;
    State m_state = State::Preamble;
    bool m_skipLineBreak = false;
    std::string m_buffer;
    std::size_t m_searched = 0; ///< Of the buffer, for what the state looks for.
    std::string m_error;
};

} // namespace Execd
