// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace MarkdownParts {

/// Pieces of about `size` characters that read the same one by one: cut between paragraphs, never in fenced code, lists or tables. What
/// links refer to by name goes with each piece. A piece may be longer where there is nowhere to cut.
QStringList split(const QString &markdown, qsizetype size);

} // namespace MarkdownParts
