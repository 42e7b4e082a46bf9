// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

#include <QUrl>

namespace OpenSandbox {

/// Diagnostic text, or where to get it (diagnostic-api.yml).
struct DiagnosticContent
{
    QString sandboxId; ///< Which sandbox it tells of.
    QString kind; ///< "logs" or "events".
    QString scope; ///< As asked for.
    QString contentType; ///< MIME type of the text.
    std::optional<QString> content; ///< Present when the text came with the answer,
    QUrl contentUrl; ///< else this address has it until `expiresAt`.
    std::optional<qint64> contentLength; ///< Bytes, when known.
    std::optional<QDateTime> expiresAt; ///< UTC.
    bool truncated = false; ///< The server left some out on purpose.
    QStringList warnings; ///< What the server could not tell, for people.
};

/// Text about one sandbox for people who look for what went wrong. Made by Sandbox and SandboxManager; threads and lifetime as in services.h.
class DiagnosticsService
{
public:
    virtual ~DiagnosticsService() = default;

    /// By scope: "container", "lifecycle", "runtime", "network", "process", "all" or a server's own. Most servers
    /// answer 501 today, which is remembered: further calls give it again without asking.
    virtual Task<DiagnosticContent> logs(QString scope, std::stop_token stop = {}) = 0;
    /// What happened to the sandbox, as its platform noted it.
    virtual Task<DiagnosticContent> events(QString scope, std::stop_token stop = {}) = 0;
    /// The text itself, from wherever the descriptor says. The API key does not go to a foreign address. At most 64 MiB.
    virtual Task<QString> text(DiagnosticContent content, std::stop_token stop = {}) = 0;

    /// The older calls without a scope. `tail`: lines, 1 to 10000; `since`: like "10m", "2h"; empty: all.
    virtual Task<QString> plainLogs(int tail = 100, QString since = {}, std::stop_token stop = {}) = 0;
    /// `limit`: 1 to 500.
    virtual Task<QString> plainEvents(int limit = 50, std::stop_token stop = {}) = 0;
    /// Everything the platform knows of the sandbox, as text.
    virtual Task<QString> inspect(std::stop_token stop = {}) = 0;
    /// State, the last log lines and events in one text.
    virtual Task<QString> summary(int tail = 100, int eventLimit = 50, std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox
