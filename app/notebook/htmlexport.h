// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QString>

namespace Notebook {
class Cell;
class Document;
class Output;
class StreamText;
}

/**
 * A notebook as one HTML file that needs nothing else: no script, nothing from the network, light and dark by the reader's choice.
 * What outputs contain as HTML is read as data, as on the screen. Pure functions of the document's thread, which for a large notebook
 * should be another one than that of the window (Document::copier()).
 */
class HtmlExport
{
    Q_DECLARE_TR_FUNCTIONS(HtmlExport)
public:
    static constexpr qsizetype maximumText = 400'000; ///< Characters of one text output; more keep their beginning and end.

    /// `paper`: light, in the sizes of a page.
    static QByteArray page(const Notebook::Document &document, const QString &title, bool paper);

    /// The pieces, for those that have one of them only.
    static QString cell(const Notebook::Cell &cell, bool paper);
    static QString code(const QString &source, const QString &language, bool paper);
    static QString terminal(const Notebook::StreamText &text, bool paper);
};

/// Lays the HTML of HtmlExport (for paper) out on pages of A4 and writes a PDF. In any thread; returns an error for people, or nothing.
QString writePdf(const QString &path, const QByteArray &html, const QString &title);
