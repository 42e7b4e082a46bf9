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

class NetworkAccess;
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
    QString requestId; ///< X-Request-ID: while under way the one that goes out, at the end the answer's; may be empty.
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

/**
 * TLS beyond what the system trusts, and how strong it has to be. All files are PEM; they are read when a service is
 * made. All of it holds for HTTPS and for the WebSockets of terminals.
 *
 * The least sizes hold for the key of each certificate that the server shows. What is weaker ends the call with
 * Error::Network, code "WEAK_CERTIFICATE", after the handshake and before a byte of the request has gone out. The
 * defaults are what NIST asks for until 2030; the system's TLS library may ask for more.
 */
struct TlsSettings
{
    /// Versions of TLS.
    enum class Protocol {
        Tls12, ///< 1.2
        Tls13, ///< 1.3
    };

    QString caFile; ///< Certificates to trust besides the system's.
    QString clientCertificateFile; ///< Shown to servers that ask for one: the certificate, then its chain.
    QString clientKeyFile; ///< Its private key (RSA or EC).
    QString clientKeyPassword; ///< Of an encrypted key.
    Protocol minimumProtocol = Protocol::Tls12; ///< Nothing older is spoken; older than 1.2 never.
    int minimumRsaBits = 2048; ///< Of RSA and DSA keys, bits; 0: any.
    int minimumEcBits = 224; ///< Of keys on elliptic curves, bits; 0: any. Ed25519 and Ed448 are always enough.
    bool allowWeakSignatures = false; ///< True: also certificates that are signed with MD5 or SHA-1. Roots are trusted by themselves, not by their signature.
    bool verifyPeer = true; ///< False: any certificate that is strong enough will do, so that whoever is on the way can read the key and change the code. For a test set-up only.

    bool operator==(const TlsSettings &) const = default; ///< Member by member.
};

/**
 * How connections are made and kept. Reads (GETs) of one thread share kept connections; each change, run, stream and
 * transfer has a connection of its own, so that none waits for another and an interrupt goes out at once. TCP keep-alive
 * is on, in the system's times: Qt has no way to set them before 6.11. Terminals have PtyOptions::connectLimit instead.
 */
struct ConnectionTuning
{
    int readsPerHost = 64; ///< Connections for reads to one host and port, 1 to 255; more reads than that wait in a queue.
    std::chrono::seconds idleTime { 10 }; ///< How long one is kept unused, 1 s to 1 h. Keep below what servers and balancers allow (30 s or more).
    std::chrono::milliseconds connectLimit { 30'000 }; ///< For finding the name, connecting and the TLS handshake; then Error::Network, code "CONNECT_TIMEOUT". 0: only Qt's 30 s for TCP.

    bool operator==(const ConnectionTuning &) const = default; ///< Member by member.
};

/**
 * Whether and how a failed read (a GET) is tried again; a download as long as none of its bytes has come. Calls with
 * side effects never are, nor are runs, uploads, streams and calls that have a time limit of their own. Pauses grow from `firstPause` by `factor`; a server's
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
    /// Extra headers for the lifecycle server, so that a gateway in front of it lets the calls pass. Also on its proxy routes
    /// (`useServerProxy`), from where they reach the programs in the sandbox unless the gateway takes them off; never on other endpoints.
    Headers headers;
    bool useServerProxy = false; ///< Ask for endpoints that go through the lifecycle server.
    std::chrono::milliseconds requestTimeout { 30'000 }; ///< Inactivity limit of ordinary calls; for streams and transfers see services.h.
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
    /// Name of the header with the key, for a gateway that wants another one. Empty: OPEN-SANDBOX-API-KEY. The gateway has to take the
    /// header off: servers take off their own only, and their proxy routes hand all others on to the programs in the sandbox.
    QByteArray authHeader;
    Headers endpointHeaders; ///< Extra headers for every endpoint of a sandbox, so also for the programs in it: no secrets. The endpoint's own come over them.
    ConnectionTuning connections; ///< For the lifecycle server and for endpoints.
    bool requestIds = true; ///< Send X-Request-ID, 32 random hexadecimal digits, to the lifecycle server, which writes it into its log. One in `headers` comes over it.
    std::shared_ptr<NetworkAccess> networkAccess; ///< The application's own way to HTTP: see networkaccess.h. Null: the SDK's.

    /// The base of all lifecycle calls, without a trailing slash, for example "http://localhost:8080/v1".
    QUrl lifecycleUrl() const;

    /// What is wrong with these settings (an address or proxy that cannot be read, a certificate file that is not
    /// there, a number out of its range), in a sentence; nothing when they can be used. Reads the files of `tls`. Sends nothing.
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
