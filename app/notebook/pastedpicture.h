// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

class QMimeData;
namespace Notebook {
class Cell;
}

/// A picture that was pasted, or a picture's file that was dropped, to be kept with a text cell.
struct PastedPicture
{
    static constexpr qint64 largest = 20 << 20; ///< Bytes.

    QString name;
    QString mimeType;
    QByteArray bytes;

    /// Whether there is one and no text, which is what is meant where there are both.
    static bool isIn(const QMimeData *data);
    /// Nothing where isIn() says no, or the file cannot be read, is too large, or is no picture that can be shown.
    static std::optional<PastedPicture> of(const QMimeData *data);
    /// Keeps it with the cell, undoably; what shows it there in Markdown.
    QString addTo(Notebook::Cell *cell) const;
};
