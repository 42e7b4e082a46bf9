// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/cell.h>

namespace Notebook {

/// Editors know one kind of line end.
QString withUnixLineEnds(QString text);
/// `text` in the form of `stored`: a string or a list of lines, whose untouched lines keep their spelling, with its line ends.
Json::Value sourceLike(const Json::Value &stored, const QString &text);

Binding bindingFromJson(const Json::Value &metadata);
Json::Value metadataWithBinding(Json::Value metadata, const Binding &binding);
/// The same with these members of our part of it as they are in `ours`.
Json::Value metadataWithOurs(Json::Value metadata, const Json::Value &ours, const QStringList &names);
/// The same with another context where it names this one.
Json::Value metadataWithContext(const Json::Value &metadata, const QString &context, const QString &newContext);
BackgroundCommand backgroundFromJson(const Json::Value &metadata);
Json::Value metadataWithBackground(Json::Value metadata, const BackgroundCommand &command);

qint64 monotonicMs();

} // namespace Notebook
