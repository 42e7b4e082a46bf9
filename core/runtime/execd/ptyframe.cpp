// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/ptyframe.h"

#include "execd/eventencoder.h"
#include "execd/jupytermessage.h"

#include <csignal>

namespace json = boost::json;

namespace Execd {

namespace {

constexpr char typedOpcode = 0;

int signalNumber(std::string_view name)
{
    if (name == "SIGINT")
        return SIGINT;
    if (name == "SIGTERM")
        return SIGTERM;
    if (name == "SIGKILL")
        return SIGKILL;
    if (name == "SIGQUIT")
        return SIGQUIT;
    if (name == "SIGHUP")
        return SIGHUP;
    return 0;
}

std::string_view stringAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::uint16_t sizeAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    if (!value || !value->is_int64() || value->get_int64() < 1 || value->get_int64() > 0xFFFF)
        return 0;
    return static_cast<std::uint16_t>(value->get_int64());
}

} // namespace

PtyInput parsePtyInput(bool isText, std::string_view data)
{
    PtyInput input;
    if (!isText) {
        if (data.size() > 1 && data[0] == typedOpcode) {
            input.kind = PtyInput::Kind::Typed;
            input.text = data.substr(1);
        }
        return input;
    }
    const auto object = parseLenientObject(data);
    if (!object)
        return input;
    const std::string_view type = stringAt(*object, "type");
    if (type == "stdin") {
        input.text = stringAt(*object, "data");
        if (!input.text.empty())
            input.kind = PtyInput::Kind::Typed;
    } else if (type == "resize") {
        input.columns = sizeAt(*object, "cols");
        input.rows = sizeAt(*object, "rows");
        if (input.columns > 0 && input.rows > 0)
            input.kind = PtyInput::Kind::Resize;
    } else if (type == "signal") {
        input.signal = signalNumber(stringAt(*object, "signal"));
        if (input.signal != 0)
            input.kind = PtyInput::Kind::Signal;
    } else if (type == "ping") {
        input.kind = PtyInput::Kind::Ping;
    } else {
        input.kind = PtyInput::Kind::Unknown;
        input.text = type.substr(0, utf8Prefix(type, 200));
    }
    return input;
}

std::string ptyOutputFrame(PtyChannel channel, std::string_view bytes)
{
    std::string frame(1, static_cast<char>(channel));
    return frame += bytes;
}

std::string ptyReplayFrame(std::uint64_t position, std::string_view bytes)
{
    std::string frame(1, static_cast<char>(PtyChannel::Replay));
    for (int shift = 56; shift >= 0; shift -= 8)
        frame += static_cast<char>((position >> shift) & 0xFF);
    return frame += bytes;
}

std::string ptyConnectedFrame(std::string_view sessionId, bool isPipe)
{
    return R"({"type":"connected","session_id":)" + jsonString(sessionId) + R"(,"mode":")" + (isPipe ? "pipe" : "pty")
        + "\"}\n";
}

std::string ptyExitFrame(int exitCode)
{
    return R"({"type":"exit","exit_code":)" + std::to_string(exitCode) + "}\n";
}

std::string ptyErrorFrame(std::string_view message, std::string_view code)
{
    return R"({"type":"error","error":)" + jsonString(message) + R"(,"code":)" + jsonString(code) + "}\n";
}

std::string ptyPongFrame()
{
    return "{\"type\":\"pong\"}\n";
}

} // namespace Execd
