// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/connectionconfig.h>

class QSettings;

/// How a connection is remembered: everything but its secrets in the settings, each secret by its name in the keyring.
namespace ConnectionSettings {

/// Into the current group or array entry. No key or password goes there.
void write(QSettings &settings, const OpenSandbox::ConnectionConfig &config);
/// From there; what is missing or cannot be read is as in a new ConnectionConfig.
OpenSandbox::ConnectionConfig read(const QSettings &settings);

/// All secrets that a connection can have, by a short name; most are empty.
QMap<QString, QString> secrets(const OpenSandbox::ConnectionConfig &config);
void setSecret(OpenSandbox::ConnectionConfig &config, const QString &name, const QString &secret);
/// Those that were there when it was written; the keyring is asked for no others.
QStringList secretNames(const QSettings &settings);
void setSecretNames(QSettings &settings, const QStringList &names);
/// The name of its entry in the keyring.
QString keyringName(const QString &connectionId, const QString &secretName);

} // namespace ConnectionSettings
