// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/announcement.h"

#include "json.h"

#include <boost/json.hpp>

namespace Runtime {

namespace json = boost::json;

namespace {

std::string textAt(const json::object &object, std::string_view name)
{
    const json::string *text = Json::stringAt(object, name);
    return text ? std::string(*text) : std::string();
}

// A name and what it stands for; the name only before the first of several.
void addRow(std::string &out, std::string name, const std::string &value)
{
    constexpr std::size_t width = 14;
    name.resize(std::max(name.size(), width), ' ');
    out += "  " + name + value + '\n';
}

void addRows(std::string &out, std::string name, const json::value *values)
{
    if (!values || !values->is_array())
        return;
    for (const json::value &value : values->get_array()) {
        if (value.is_string())
            addRow(out, std::exchange(name, {}), std::string(value.get_string()));
    }
}

} // namespace

std::string readyText(const json::object &line, const std::string &host, const std::string &keyPlace)
{
    const json::value *port = line.if_contains("port");
    const std::string number = port ? json::serialize(*port) : std::string();
    std::string out = "The local OpenSandbox server is ready.\n\n";
    addRow(out, "Address", "http://" + (host.contains(':') ? '[' + host + ']' : host) + ':' + number);
    addRow(out, "API key", keyPlace);
    if (const json::value *isolation = line.if_contains("isolation"); isolation && isolation->is_object()) {
        addRow(out, "Isolation", textAt(isolation->get_object(), "summary"));
        addRows(out, "Not enforced", isolation->get_object().if_contains("notEnforced"));
    }
    addRows(out, "Note", line.if_contains("warnings"));
    return out + "\nPress Ctrl+C to stop it. Its sandboxes end with it.\n";
}

std::string refusalText(const json::object &line)
{
    return textAt(line, "message") + '\n' + textAt(line, "hint") + '\n';
}

} // namespace Runtime
