// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/streamtext.h>

#include <QColor>
#include <QTextLayout>

#include <memory>

class QPainter;

/// The colours of terminal output on the theme's base, always readable on it.
namespace TerminalColors {

QColor resolve(const Notebook::TextColor &color, const QColor &fallback);
/// `color`, made lighter or darker until its contrast with `background` is at least 4.5.
QColor readable(QColor color, const QColor &background);
qreal contrast(const QColor &a, const QColor &b);
/// What QTextLayout needs to draw a row.
QList<QTextLayout::FormatRange> formats(const Notebook::TextRow &row, bool stale);

} // namespace TerminalColors

/// A row of a StreamText, laid out.
class RowLayout
{
public:
    RowLayout(const Notebook::TextRow &row, qint64 number, qreal width, bool wrap, bool stale);
    qint64 number() const { return m_number; }
    qreal height() const { return m_height; }
    qreal naturalWidth() const { return m_naturalWidth; }
    /// `marked` gives pieces of it, whose backgrounds paintMark() has painted, letters that can be read there.
    void paint(QPainter *painter, const QPointF &origin, qsizetype selectFrom, qsizetype selectTo, bool newline, const QList<QTextLayout::FormatRange> &marked = {}) const;
    void paintMark(QPainter *painter, const QPointF &origin, qsizetype start, qsizetype length, const QColor &color) const;
    qsizetype columnAt(const QPointF &point) const;
    /// Where a caret stands in front of that column.
    QRectF caretRect(qsizetype column) const;
    const QString &text() const { return m_text; }
    /// Target of the link there, or empty.
    QString linkAt(qsizetype column) const;

private:
    QString m_text;
    QList<Notebook::TextRun> m_links;
    std::unique_ptr<QTextLayout> m_layout;
    qint64 m_number = 0;
    qreal m_height = 0;
    qreal m_naturalWidth = 0;
};
