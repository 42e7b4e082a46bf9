// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>
#include <QString>

#include <chrono>
#include <expected>
#include <optional>

namespace OpenSandbox {

/**
 * What went wrong, as a value. Decide by `kind` and `httpStatus`; `code` is the server's own and means
 * different things on different servers. No field ever holds a key, a token
 * or a header value. Implicitly copyable, usable in any thread.
 */
struct Error
{
    /// What kind of failure it is.
    enum class Kind {
        Network, ///< No answer: refused, reset, name not found, TLS. `message` names the address tried.
        Timeout, ///< Nothing arrived in the time allowed. The request may still have taken effect.
        Cancelled, ///< Stopped by the caller; never worth showing.
        Api, ///< The server answered with an error; see `httpStatus`, `code`, `message`.
        Protocol, ///< The server answered something that cannot be understood.
        ResultUnknown, ///< A stream broke before its end: what ran may have finished or may still run.
        InvalidArgument, ///< Refused here, nothing was sent.
        NotReady, ///< The sandbox did not become ready in the time allowed.
        LocalFile, ///< A local file could not be read or written.
    };

    Kind kind = Kind::Protocol; ///< What kind of failure it is.
    int httpStatus = 0; ///< 0 when there was no HTTP answer.
    QString code; ///< The server's code, for example "DOCKER::SANDBOX_NOT_FOUND"; may be empty.
    QString message; ///< One or more plain sentences, at most about 2 KiB. Server text is kept as sent.
    QString requestId; ///< X-Request-ID of the answer, or, without one, the one that went out (ConnectionConfig::requestIds); may be empty.
    /// How long the server asks to wait before another try (Retry-After, in seconds or as a date by the server's own clock);
    /// absent when it did not say. Calls that RetryPolicy repeats have waited already: then this is what the last answer said.
    std::optional<std::chrono::milliseconds> retryAfter {};
    QString rawBody {}; ///< The body of an error answer as it came, at most its first 16 KiB, secrets masked; empty when there was none.

    /// The server does not know what was asked for.
    bool isNotFound() const { return httpStatus == 404; }
    /// The same call may work later: no answer came, or it was 429, 502, 503 or 504. Says nothing of what the failed one has done.
    /// Not so a certificate that TlsSettings refuses (code "WEAK_CERTIFICATE"), which gets no stronger by waiting.
    bool isTransient() const
    {
        return ((kind == Kind::Network || kind == Kind::Timeout) && code != QLatin1StringView("WEAK_CERTIFICATE")) || httpStatus == 429
            || (httpStatus >= 502 && httpStatus <= 504);
    }
    /// The key or token is missing, wrong, or not allowed to do this.
    bool isAuthentication() const { return httpStatus == 401 || httpStatus == 403; }
    bool operator==(const Error &) const = default;
};

/// One line for logs and terminals: message, then status, code and request id where known.
QString toString(const Error &error);

template <typename T>
/// A value, or what went wrong.
using Result = std::expected<T, Error>;

/// The value of a call that has nothing to return.
struct Done
{
    bool operator==(const Done &) const = default;
};

} // namespace OpenSandbox

Q_DECLARE_METATYPE(OpenSandbox::Error)
