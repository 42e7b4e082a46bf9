// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace Execd {

/// Lower-case text of an errno value, as the messages have it.
std::string errnoText(int error);

/// A refusal with the protocol's error body.
[[noreturn]] void refuse(int status, std::string_view code, std::string_view message);

/// The JSON of a request: what follows the first value is ignored. Throws a 400 otherwise.
boost::json::value parseBody(std::string_view text);

/// An object whose field names match without case. A null field counts as absent; one of another type
/// is a 400 that names it.
class RequestObject {
public:
    RequestObject(const boost::json::value &value, std::string name);

    std::optional<std::string> string(std::string_view field) const;
    bool boolean(std::string_view field) const;
    std::optional<std::int64_t> integer(std::string_view field, std::string_view type = "int") const;
    const boost::json::value *find(std::string_view field) const;
    const boost::json::object &members() const { return *m_object; }

private:
    const boost::json::object *m_object = nullptr;
    std::string m_name;
};

/// 400 unless value is an object (kind "map[string]...") or an array ("[]...").
const boost::json::object &requireMap(const boost::json::value &value, std::string_view itemType);
const boost::json::array &requireArray(const boost::json::value &value, std::string_view itemType);

} // namespace Execd
