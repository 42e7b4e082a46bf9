// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace Execd {

/// What a terminal's client sends in one WebSocket message.
struct PtyInput {
    enum class Kind { Nothing, Typed, Resize, Signal, Ping, Unknown };
    Kind kind = Kind::Nothing;
    std::string text; ///< typed bytes, or the type of an unknown frame
    int signal = 0;
    std::uint16_t columns = 0;
    std::uint16_t rows = 0;
};

/// Binary: 0x00 and what was typed. Text: a JSON object with a type. What is neither, an impossible size and
/// an unknown signal are nothing, as with the other implementation.
PtyInput parsePtyInput(bool isText, std::string_view data);

enum class PtyChannel : char { Output = 1, Error = 2, Replay = 3 };
std::string ptyOutputFrame(PtyChannel channel, std::string_view bytes);
/// With the position of the first byte, big-endian.
std::string ptyReplayFrame(std::uint64_t position, std::string_view bytes);

// Text frames; each ends with a line feed.
std::string ptyConnectedFrame(std::string_view sessionId, bool isPipe);
std::string ptyExitFrame(int exitCode);
std::string ptyErrorFrame(std::string_view message, std::string_view code);
std::string ptyPongFrame();

} // namespace Execd
