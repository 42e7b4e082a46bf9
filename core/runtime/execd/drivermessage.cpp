// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/drivermessage.h"

#include "execd/jupytermessage.h"

#include <array>

namespace json = boost::json;

namespace Execd {

namespace {

std::string stringAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool trueAt(const json::object &object, std::string_view key)
{
    const json::value *value = object.if_contains(key);
    return value && value->is_bool() && value->get_bool();
}

json::object takeObject(json::object &object, std::string_view key)
{
    json::value *value = object.if_contains(key);
    return value && value->is_object() ? std::move(value->get_object()) : json::object();
}

constexpr std::array<std::pair<std::string_view, DriverMessage::Kind>, 10> kinds { {
    { "ready", DriverMessage::Kind::Ready },
    { "stdout", DriverMessage::Kind::Stdout },
    { "stderr", DriverMessage::Kind::Stderr },
    { "result", DriverMessage::Kind::Result },
    { "display", DriverMessage::Kind::Display },
    { "clear", DriverMessage::Kind::Clear },
    { "input", DriverMessage::Kind::Input },
    { "error", DriverMessage::Kind::Error },
    { "done", DriverMessage::Kind::Done },
    { "answer", DriverMessage::Kind::Answer },
} };

} // namespace

std::expected<DriverMessage, std::string> parseDriverMessage(std::string_view line)
{
    auto object = parseLenientObject(line);
    if (!object)
        return std::unexpected(object.error());
    const std::string event = stringAt(*object, "event");
    const auto known = std::ranges::find(kinds, std::string_view(event), &std::pair<std::string_view, DriverMessage::Kind>::first);
    if (known == kinds.end())
        return std::unexpected("unknown event: " + event.substr(0, 100));
    DriverMessage message;
    message.kind = known->second;
    if (const json::value *id = object->if_contains("id"); id && id->is_int64())
        message.id = id->get_int64();
    message.text = stringAt(*object, "text");
    switch (message.kind) {
    case DriverMessage::Kind::Result:
    case DriverMessage::Kind::Display:
        message.data = takeObject(*object, "data");
        message.metadata = takeObject(*object, "metadata");
        message.displayId = stringAt(*object, "display_id");
        message.update = trueAt(*object, "update");
        if (message.data.empty())
            return std::unexpected("a result without data");
        break;
    case DriverMessage::Kind::Clear:
        message.wait = trueAt(*object, "wait");
        break;
    case DriverMessage::Kind::Input:
        message.password = trueAt(*object, "password");
        break;
    case DriverMessage::Kind::Error:
        message.error.ename = stringAt(*object, "ename");
        message.error.evalue = stringAt(*object, "evalue");
        if (const json::value *lines = object->if_contains("traceback"); lines && lines->is_array()) {
            for (const json::value &entry : lines->get_array()) {
                if (entry.is_string())
                    message.error.traceback.emplace_back(entry.get_string());
            }
        }
        break;
    case DriverMessage::Kind::Answer:
        message.hasContent = object->contains("content");
        message.data = takeObject(*object, "content");
        break;
    default:
        break;
    }
    return message;
}

void DriverLines::add(std::string_view bytes, const std::function<void(std::string_view)> &onLine)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
        if (m_open.size() + piece.size() > m_longest) {
            m_open.clear();
            m_skipping = true;
        }
        if (!m_skipping)
            m_open += piece;
        if (end == std::string_view::npos)
            return;
        if (!m_skipping && !m_open.empty()) {
            const std::string line = std::exchange(m_open, {});
            onLine(line);
        }
        m_open.clear();
        m_skipping = false;
    }
}

} // namespace Execd
