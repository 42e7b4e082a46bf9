// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Notebook {
class Cell;
class Document;
}

/// What the notebook itself knows about its names, without asking any context.
namespace Words {

/// The name that ends at (or around, when `whole`) a position: letters, digits, `_`; with dots where `dotted`.
QString nameAt(const QString &source, qsizetype position, bool whole, bool dotted, qsizetype *start = nullptr);

/// Names of all code cells of that language that begin with `prefix` (case does not matter), those of `cell` first, then keywords.
/// The name that stands at `position` of `cell` does not count. At most `limit`.
QStringList complete(const Notebook::Document &document, const Notebook::Cell &cell, qsizetype position, int limit = 200);

struct Definition
{
    const Notebook::Cell *cell = nullptr;
    qsizetype position = 0; ///< In its source.
    QString line;
};
/// Where a name gets its meaning: the last `def`, `class`, `function`, assignment or import above `cell`, else anywhere.
Definition definition(const Notebook::Document &document, const Notebook::Cell &cell, const QString &name);

} // namespace Words
