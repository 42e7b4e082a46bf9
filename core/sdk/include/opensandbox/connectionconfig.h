// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>
#include <opensandbox/models.h>

#include <QList>
#include <QMap>
#include <QString>
#include <QUrl>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace OpenSandbox {

class TrafficRecorder;

/// Header names and values, sent exactly as given.
using Headers = QMap<QByteArray, QByteArray>;

/// An HTTP exchange, for an activity list: told when its request goes out and again at its end. Secrets are masked before it is made.
struct Exchange
{
    quint64 number = 0; ///< Counts up within one process; the start and the end share it.
    QByteArray method; ///< "GET" and so on.
    QUrl url; ///< User info and secret query values are removed.
    bool finished = false; ///< False when the request goes out, true when its answer has ended.
    int httpStatus = 0; ///< 0 when there was no answer.
    QString requestId; ///< X-Request-ID of the answer, may be empty.
    std::chrono::milliseconds duration {}; ///< Of a stream: until its end.
    qint64 bytesReceived = 0; ///< Of the answer's body.
    QString error; ///< Empty on success.
};

/// Which proxy HTTP requests and WebSockets go through.
struct ProxySettings
{
    /// Where the proxy comes from.
    enum class Mode {
        System, ///< What the program or its environment says (http_proxy, https_proxy, no_proxy); addresses of this computer directly.
        None, ///< Always directly.
        Explicit, ///< Always through `url`.
    };

    Mode mode = Mode::System; ///< Where the proxy comes from.
    QString url; ///< Of Explicit: "http://host:port" or "socks5://host:port", with user:password@ where it wants that.

    bool operator==(const ProxySettings &) const = default; ///< Member by member.
};

/// TLS beyond what the system trusts. All files are PEM; they are read when a service is made.
struct TlsSettings
{
    QString caFile; ///< Certificates to trust besides the system's.
    QString clientCertificateFile; ///< Shown to servers that ask for one: the certificate, then its chain.
    QString clientKeyFile; ///< Its private key (RSA or EC).
    QString clientKeyPassword; ///< Of an encrypted key.

    bool operator==(const TlsSettings &) const = default; ///< Member by member.
};

/**
 * Whether and how a failed read (a GET) is tried again. Calls with side effects never are, nor are streams,
 * transfers and calls that have a time limit of their own. Pauses grow from `firstPause` by `factor`; a server's
 * Retry-After (seconds or a date) takes their place. When it asks for more than `longestPause`, the error is
 * returned at once, because asking earlier is of no use.
 */
struct RetryPolicy
{
    int retries = 0; ///< At most so many further tries; 0: none.
    std::chrono::milliseconds firstPause { 500 }; ///< Before the first further try.
    std::chrono::milliseconds longestPause { 30'000 }; ///< No pause is longer.
    double factor = 2; ///< From one pause to the next, at least 1.
    double jitter = 0.2; ///< Each pause is changed by up to this part of it, 0 to 1, so that clients do not meet.
    QList<int> statuses { 429, 502, 503, 504 }; ///< Answers worth another try.
    bool afterNetworkErrors = true; ///< Also when no answer came.

    bool operator==(const RetryPolicy &) const = default; ///< Member by member.
};

/// Which of the places that hold settings are read by ConnectionConfig::load().
struct ConfigSources
{
    bool environment = true; ///< The OPEN_SANDBOX_ variables.
    bool osbFile = true; ///< The file of the `osb` command line.
    QString osbPath; ///< Where it is. Empty: osbConfigPath(), which need not be there; a file named here has to.
};

/**
 * Where a lifecycle server is and how to talk to it. A plain value: copy it freely. The key goes to the
 * lifecycle server only (and to its proxy routes), never to a sandbox.
 *
 * The logging category `opensandbox.sdk` tells each request and answer at debug level, secrets masked
 * (QT_LOGGING_RULES="opensandbox.sdk.debug=true").
 */
struct ConnectionConfig
{
    QString domain = QStringLiteral("localhost:8080"); ///< host[:port][/prefix]; a scheme overrides `protocol`, a trailing /v1 is dropped.
    QString protocol = QStringLiteral("http"); ///< "http" or "https".
    QString apiKey; ///< Sent as OPEN-SANDBOX-API-KEY, unless `authHeader` has another name. Empty: not sent.
    Headers headers; ///< Extra headers for the lifecycle server.
    bool useServerProxy = false; ///< Ask for endpoints that go through the lifecycle server.
    std::chrono::milliseconds requestTimeout { 30'000 }; ///< Inactivity limit of ordinary calls; streams and transfers have none.
    std::chrono::milliseconds createTimeout { 300'000 }; ///< Creating is synchronous on the server.
    QString userAgent; ///< Empty: "OpenSandbox-Cpp-SDK/" and the version.
    ProxySettings proxy; ///< For the lifecycle server and for endpoints.
    TlsSettings tls; ///< For the lifecycle server and for endpoints.
    RetryPolicy retry; ///< Of reads.
    /// Hosts of endpoints that are reached by another name from here, for example "host.docker.internal" to
    /// "localhost". Keys and values are host or host:port; a key with the port is looked for first, and without
    /// a port in the value the endpoint's own stays.
    StringMap endpointHosts;
    bool displayBridge = false; ///< Carry displays and input() of Python where the server drops them: see displaybridge.h.
    std::function<void(const Exchange &)> onExchange; ///< Called in the thread of the call; may be empty.
    std::shared_ptr<TrafficRecorder> recorder; ///< Writes exchanges into a file for a bug report; may be null.
    QByteArray authHeader; ///< Name of the header with the key, for a gateway that wants another one. Empty: OPEN-SANDBOX-API-KEY.

    /// The base of all lifecycle calls, without a trailing slash, for example "http://localhost:8080/v1".
    QUrl lifecycleUrl() const;

    /// What is wrong with these settings (an address or proxy that cannot be read, a certificate file that is not
    /// there), in a sentence; nothing when they can be used. Reads the files of `tls`. Sends nothing.
    std::optional<Error> problem() const;

    /// The endpoint with its host as `endpointHosts` says. SandboxManager::endpoint() has done that already.
    Endpoint rewritten(Endpoint endpoint) const;

    /// Reads OPEN_SANDBOX_DOMAIN, OPEN_SANDBOX_API_KEY, OPEN_SANDBOX_PROTOCOL, OPEN_SANDBOX_REQUEST_TIMEOUT
    /// (seconds) and OPEN_SANDBOX_USE_SERVER_PROXY over the defaults above. What cannot be read is left out.
    static ConnectionConfig fromEnvironment();

    /**
     * The settings as the `osb` command line finds them: defaults, over them the file, over it the environment;
     * what the program sets in the result is over all. A value that cannot be used is an error which names its
     * place. Each setting is looked for by itself: who sets `domain` for another server sets `apiKey`, too.
     */
    static Result<ConnectionConfig> load(const ConfigSources &sources = {});
};

/// The settings for a log: one line, without any key, header value or password.
QString toString(const ConnectionConfig &config);

} // namespace OpenSandbox
