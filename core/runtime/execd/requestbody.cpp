// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/requestbody.h"

#include "execd/eventencoder.h"

#include <boost/json/stream_parser.hpp>
#include <format>
#include <system_error>

namespace json = boost::json;

namespace Execd {

namespace {

constexpr std::string_view parsePrefix = "error parsing request, MAYBE invalid body format. ";

[[noreturn]] void refuseBody(const std::string &reason)
{
    refuse(400, "INVALID_REQUEST_BODY", std::string(parsePrefix) + reason);
}

// The value in the words of the other implementation's messages: "number", "number 1.5", "string".
std::string kindName(const json::value &value, bool withNumber)
{
    switch (value.kind()) {
    case json::kind::string:
        return "string";
    case json::kind::bool_:
        return "bool";
    case json::kind::array:
        return "array";
    case json::kind::object:
        return "object";
    case json::kind::null:
        return "null";
    default:
        if (!withNumber)
            return "number";
        std::string text = "number ";
        appendJson(text, value);
        return text;
    }
}

} // namespace

std::string errnoText(int error)
{
    std::string text = std::error_code(error, std::generic_category()).message();
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] + 32);
    return text;
}

void refuse(int status, std::string_view code, std::string_view message)
{
    throw Runtime::Http::Failure(status, code, message);
}

json::value parseBody(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        refuseBody("EOF");
    text.remove_prefix(start);
    json::stream_parser parser;
    boost::system::error_code error;
    parser.write_some(text.data(), text.size(), error);
    if (error)
        refuseBody(error.message());
    if (!parser.done()) {
        parser.finish(error);
        if (error || !parser.done())
            refuseBody("unexpected EOF");
    }
    return parser.release();
}

RequestObject::RequestObject(const json::value &value, std::string name)
    : m_name(std::move(name))
{
    if (!value.is_object())
        refuseBody(std::format("json: cannot unmarshal {} into Go value of type model.{}", kindName(value, false), m_name));
    m_object = &value.get_object();
}

const json::value *RequestObject::find(std::string_view field) const
{
    const json::value *found = nullptr;
    for (const json::key_value_pair &member : *m_object) {
        if (Runtime::Http::equalsIgnoringCase(std::string_view(member.key()), field))
            found = &member.value();
    }
    return found && found->is_null() ? nullptr : found;
}

std::optional<std::string> RequestObject::string(std::string_view field) const
{
    const json::value *value = find(field);
    if (!value)
        return std::nullopt;
    if (!value->is_string()) {
        refuseBody(std::format(
            "json: cannot unmarshal {} into Go struct field {}.{} of type string", kindName(*value, false), m_name, field));
    }
    return std::string(value->get_string());
}

bool RequestObject::boolean(std::string_view field) const
{
    const json::value *value = find(field);
    if (!value)
        return false;
    if (!value->is_bool()) {
        refuseBody(std::format(
            "json: cannot unmarshal {} into Go struct field {}.{} of type bool", kindName(*value, false), m_name, field));
    }
    return value->get_bool();
}

std::optional<std::int64_t> RequestObject::integer(std::string_view field, std::string_view type) const
{
    const json::value *value = find(field);
    if (!value)
        return std::nullopt;
    const bool isUnsigned = type.starts_with('u');
    if (!value->is_int64() || (isUnsigned && (value->get_int64() < 0 || value->get_int64() > 0xFFFFFFFFLL))) {
        refuseBody(std::format("json: cannot unmarshal {} into Go struct field {}.{} of type {}", kindName(*value, true),
            m_name, field, type));
    }
    return value->get_int64();
}

const json::object &requireMap(const json::value &value, std::string_view itemType)
{
    if (!value.is_object())
        refuseBody(std::format(
            "json: cannot unmarshal {} into Go value of type map[string]{}", kindName(value, false), itemType));
    return value.get_object();
}

const json::array &requireArray(const json::value &value, std::string_view itemType)
{
    if (!value.is_array())
        refuseBody(std::format("json: cannot unmarshal {} into Go value of type []{}", kindName(value, false), itemType));
    return value.get_array();
}

} // namespace Execd
