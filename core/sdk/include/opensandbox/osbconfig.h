// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QByteArrayView>
#include <QStringList>

namespace OpenSandbox {

/**
 * What the configuration file of the `osb` command line says. A member is absent when its key is not in the
 * file. Durations are numbers of seconds or texts like "90s", "10m" and "1h30m".
 */
struct OsbConfig
{
    std::optional<QString> apiKey; ///< connection.api_key
    std::optional<QString> domain; ///< connection.domain
    std::optional<QString> protocol; ///< connection.protocol: "http" or "https".
    std::optional<std::chrono::milliseconds> requestTimeout; ///< connection.request_timeout
    std::optional<bool> useServerProxy; ///< connection.use_server_proxy
    std::optional<QString> image; ///< defaults.image: what `osb sandbox create` starts.
    std::optional<std::chrono::seconds> timeout; ///< defaults.timeout: the lifetime it gives; 0 for "none".
    QStringList otherKeys; ///< Dotted names of keys that are not read, sorted.

    /// The given settings with those of the file's connection over them.
    ConnectionConfig appliedTo(ConnectionConfig config) const;
};

/// ~/.opensandbox/config.toml, whether it is there or not.
QString osbConfigPath();

/**
 * Reads the file. A missing or unreadable one is Error::LocalFile; one that is no TOML, or has a value of the
 * wrong kind, is Error::InvalidArgument, its message names file, line and column and what is expected there.
 * Blocks for the time of reading a small file (at most 1 MiB is accepted).
 */
Result<OsbConfig> readOsbConfig(const QString &path = osbConfigPath());

/// The same for bytes at hand; `name` stands for the file in messages. Pure.
Result<OsbConfig> parseOsbConfig(QByteArrayView toml, const QString &name);

} // namespace OpenSandbox
