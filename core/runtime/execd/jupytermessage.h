// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace Execd {

/// A message of the Jupyter messaging protocol 5, apart from how it travels.
struct JupyterMessage {
    std::string type;
    std::string id;
    std::string parentId;
    boost::json::object content;
    boost::json::object metadata;
};

/// Takes the frames of a received message: [identities] <IDS|MSG> signature header parent metadata content [buffers].
/// The error says what is wrong with it. An empty key turns the check of signatures off.
std::expected<JupyterMessage, std::string> parseJupyterMessage(
    const std::vector<std::string_view> &frames, std::string_view key);

/// The frames to send, without identities.
std::vector<std::string> serializeJupyterMessage(const std::string &type, const std::string &id,
    const std::string &session, const boost::json::object &content, std::string_view key, const boost::json::object &metadata = {});

/// A JSON object out of bytes that a program wrote: lone surrogates and bytes that are no UTF-8 are replaced.
std::expected<boost::json::object, std::string> parseLenientObject(std::string_view text);

/// A random UUID (version 4).
std::string randomUuid();
/// The same without dashes.
std::string randomHexId();

} // namespace Execd
