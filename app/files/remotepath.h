// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

/// Rules about paths in a sandbox. Pure functions; names keep every character they have, blanks at the ends too.
namespace Files::RemotePath {

/// Absolute, without empty, "." and ".." parts. A relative path is taken from `base`.
QString clean(const QString &path, const QString &base = QStringLiteral("/"));
QString join(const QString &folder, const QString &name);
/// "/" for "/" itself.
QString parent(const QString &path);
/// The part after the last slash; empty for "/".
QString name(const QString &path);
/// The names from the root down: "/a/b" gives a, b.
QStringList segments(const QString &path);
bool isInside(const QString &path, const QString &folder);

/// Empty when a sandbox takes the path as it is. Otherwise the reason why no request may name it: the
/// sandbox's file service expands $ and a leading ~, and a name with U+FFFD is not the real one.
QString refusal(const QString &path);
/// Empty when `name` can be given to a new file or folder. Otherwise what is wrong with it.
QString nameRefusal(const QString &name);

/// "routes-2.csv", "model-2.tar.gz", "data-2": the first free one.
QString freeName(const QString &name, const std::function<bool(const QString &)> &taken);
/// A name for a local file derived from a remote one: never a path, never hidden by a trick, never empty.
QString localName(const QString &remoteName);

} // namespace Files::RemotePath
