// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace Notebook {
class Cell;
class Document;
class Output;
class StreamText;
}

/**
 * A notebook as one HTML file that needs nothing else: no script, nothing from the network, light and dark by the reader's choice.
 * What outputs contain as HTML is read as data, as on the screen. Works cell by cell from the event loop.
 */
class HtmlExport : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype maximumText = 400'000; ///< Characters of one text output; more keep their beginning and end.

    /// `document` must outlive it, or the export ends without a word. `paper`: light, in the sizes of a page.
    HtmlExport(Notebook::Document *document, const QString &title, bool paper, QObject *parent = nullptr);
    void start();

    /// The pieces, for those that have one of them only.
    static QString cell(const Notebook::Cell &cell, bool paper);
    static QString code(const QString &source, const QString &language, bool paper);
    static QString terminal(const Notebook::StreamText &text, bool paper);

Q_SIGNALS:
    void finished(const QByteArray &html);

private:
    void step();
    QString head() const;

    Notebook::Document *const m_document;
    const QString m_title;
    const bool m_paper;
    QTimer m_timer;
    QString m_html;
    int m_next = 0;
};

/// Lays the HTML of HtmlExport (for paper) out on pages of A4 and writes a PDF. In any thread; returns an error for people, or nothing.
QString writePdf(const QString &path, const QByteArray &html, const QString &title);
