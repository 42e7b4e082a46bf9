// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>

#include <QByteArrayView>

#include <optional>

namespace OpenSandbox {

/**
 * Reads the frames that nearly all of a long stream consists of, without a JSON document in between: an
 * object with nothing but type ("stdout", "stderr" or "ping"), text and timestamp, each once, in any order.
 * Gives nothing for every other frame and for all that is not plain about one (other keys, a key that comes
 * twice, a number with a sign or a fraction, an unusual escape, a surrogate, a control character, bytes that
 * are not UTF-8, anything wrong): QJsonDocument has to read those, and says what is an error. What it does
 * give is what eventFromJson makes of QJsonDocument's object. Reads no byte beyond the view. Pure.
 */
std::optional<StreamEvent> outputFrame(QByteArrayView json);

} // namespace OpenSandbox
