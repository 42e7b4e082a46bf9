// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "longlines.h"

#include <QFont>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

class QPainter;
class QTextLayout;

/**
 * Highlighted code as it is painted while nobody edits it. Its lines stand exactly where CodeEditor puts them,
 * so that entering a cell moves nothing. Lines wrap at the width; of very long ones only the ends are shown.
 */
class CodeLayout
{
public:
    static constexpr int MaxLines = 3000; ///< More are shown in the editor only.

    CodeLayout();
    ~CodeLayout();
    CodeLayout(CodeLayout &&) noexcept;
    CodeLayout &operator=(CodeLayout &&) noexcept;

    /// `width` is that of the text.
    void build(const QString &source, const QString &language, qreal width, bool lineNumbers);
    qreal height() const { return m_height; }
    /// How many lines are not shown.
    int hiddenLines() const { return m_hiddenLines; }
    /// Characters that have a layout.
    qsizetype laidOut() const;
    void paint(QPainter *painter, const QPointF &origin, const QRectF &clip) const;
    /// Where a piece of the source stands, one rectangle for each line of it; empty for what is not shown.
    QList<QRectF> rectsOf(qsizetype start, qsizetype length) const;
    QRectF rectOf(qsizetype start, qsizetype length) const;

    /// Where the lines of one paragraph stand; shared with the editor. Returns their height.
    static qreal placeLines(QTextLayout *layout, qreal step);
    /// The height that `source` will probably have, without laying it out.
    static qreal estimate(const QString &source, qreal width, bool lineNumbers);
    /// The width of the column of line numbers, 0 when there is none.
    static qreal numberWidth(int lines, bool lineNumbers);

private:
    struct Line
    {
        std::unique_ptr<QTextLayout> layout;
        qreal y = 0;
        qsizetype start = 0; ///< In the shown text.
    };
    std::vector<Line> m_lines;
    LongLines m_long;
    qreal m_height = 0;
    qreal m_numberWidth = 0;
    int m_hiddenLines = 0;
};
