// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "longlines.h"

#include <QFont>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QTextLayout>

#include <memory>
#include <vector>

class QPainter;
namespace Syntax {
class LineHighlighter;
}

/**
 * Highlighted code as it is painted while nobody edits it. Its lines stand exactly where CodeEditor puts them,
 * so that entering a cell moves nothing. Lines wrap at the width; of very long ones only the ends are shown.
 *
 * Long code is laid out a part at a time: build() does the first one, proceed() the next, the lines in the window
 * before all others. Lines that wait for their turn are painted plainly, where they will probably stand.
 */
class CodeLayout
{
public:
    static constexpr int MaxLines = 3000; ///< More are shown in the editor only.

    CodeLayout();
    ~CodeLayout();
    CodeLayout(CodeLayout &&) noexcept;
    CodeLayout &operator=(CodeLayout &&) noexcept;

    /// What is laid out and highlighted in one go, about as many characters; a line counts as LineCost more.
    static constexpr qsizetype Part = 12 << 10;
    static constexpr qsizetype LineCost = 40;

    /// `width` is that of the text; `top` and `bottom` are the window: what is seen, from the top of the code. The colours of code
    /// that was built before stay known.
    void build(const QString &source, const QString &language, qreal width, bool lineNumbers, qreal top = 0, qreal bottom = 0);
    /// The next part.
    void proceed(qreal top, qreal bottom);
    bool isWhole() const { return m_next == m_lines.size(); }
    qreal height() const { return m_height; }
    /// How many lines are not shown.
    int hiddenLines() const { return m_hiddenLines; }
    /// Characters that have a layout.
    qsizetype laidOut() const;
    /// A piece of the source with a background of its own, and letters that can be read on it.
    struct Patch
    {
        qsizetype start = 0;
        qsizetype length = 0;
        QColor background;
        QColor text;
    };
    /// Patches are in the order of the source.
    void paint(QPainter *painter, const QPointF &origin, const QRectF &clip, const QList<Patch> &patches = {}) const;
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
        std::unique_ptr<QTextLayout> layout; ///< Null: waits for its turn.
        QList<QTextLayout::FormatRange> colors;
        qreal y = 0;
        qreal height = 0;
        qsizetype start = 0; ///< In the shown text.
        qsizetype length = 0;
    };
    QStringView text(const Line &line) const { return QStringView(m_shown).sliced(line.start, line.length); }
    void layOut(Line &line);
    void place();

    std::vector<Line> m_lines;
    size_t m_next = 0; ///< The first line that has not got everything.
    size_t m_highlighted = 0; ///< Lines whose colours are known.
    std::unique_ptr<Syntax::LineHighlighter> m_highlighter; ///< Null when all are.
    LongLines m_long;
    QString m_source;
    QString m_shown;
    QString m_language;
    qreal m_width = 0; ///< Of the text without the numbers.
    qreal m_height = 0;
    qreal m_numberWidth = 0;
    int m_hiddenLines = 0;
};
