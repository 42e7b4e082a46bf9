// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QByteArray>
#include <QDateTime>

#include <optional>

namespace OpenSandbox {

/// A date of HTTP ("Mon, 30 Nov 2026 01:17:10 GMT"); invalid when it is none.
QDateTime httpDate(const QByteArray &value);

/// What a Retry-After header asks for, counted from `now` (the server's own Date, where it sent one). A date
/// in the past is 0. Nothing when there is no such header or it cannot be read.
std::optional<std::chrono::milliseconds> retryAfter(const QByteArray &value, const QDateTime &now);

/// How long to wait before try number `attempt` + 1 (from 0 on), or nothing when there shall be none. `chance`
/// is from 0 to 1, for the jitter. Pure.
std::optional<std::chrono::milliseconds> pauseBefore(const RetryPolicy &policy, int attempt, std::optional<std::chrono::milliseconds> asked, double chance);

} // namespace OpenSandbox
