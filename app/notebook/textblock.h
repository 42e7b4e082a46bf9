// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputblock.h"

#include <opensandbox/notebook/streamtext.h>

#include <QColor>
#include <QPointer>
#include <QTextLayout>

#include <functional>

class StreamViewer;

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
    void paint(QPainter *painter, const QPointF &origin, qsizetype selectFrom, qsizetype selectTo, bool newline) const;
    void paintMark(QPainter *painter, const QPointF &origin, qsizetype start, qsizetype length, const QColor &color) const;
    qsizetype columnAt(const QPointF &point) const;
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

/**
 * Terminal text: all of it while it is short, else head, bar and tail; on request a scrolling viewer of bounded
 * height. The text itself stays where it is; only what is shown is ever laid out.
 */
class TextBlock : public OutputBlock
{
    Q_OBJECT
public:
    static constexpr qint64 MaxRows = 200;
    static constexpr qint64 MaxBytes = 64 << 10;
    static constexpr qint64 EndRows = 20;
    static constexpr qsizetype EndCharacters = 4000; ///< Of head and of tail, when lines are long.

    /// Follows a stream of an output.
    TextBlock(OutputSource source, bool isError);
    /// Shows text of its own.
    explicit TextBlock(const QString &text);
    ~TextBlock() override;

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    void contentChanged(qint64 firstRow) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    QString toolTipAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    void drag(const QPointF &point) override;
    void release(const QPointF &point) override;
    bool hasSelection() const override;
    QString selectedText() const override;
    void clearSelection() override;
    void selectAll() override;
    void placeWidgets(QWidget *parent, const QPointF &origin, bool visible) override;
    QList<std::pair<QString, OutputRequest>> links() const override;
    void setMarks(const FindMarks &marks) override { m_marks = marks; }
    QRectF reveal(const FindMark &mark) override;

    bool isFolded() const { return m_folded; }
    QString barText() const;
    void showAll(bool find = false);
    void collapse();

private:
    struct Link
    {
        QRectF rect;
        QString text;
    };
    const Notebook::StreamText *text() const;
    void rebuild();
    qreal barHeight() const;
    const RowLayout *rowAt(qreal y, qreal *top) const;
    Notebook::TextPosition positionAt(const QPointF &point) const;
    int barLinkAt(const QPointF &point) const;

    OutputSource m_source;
    Notebook::StreamText m_own;
    bool m_follows = false;
    bool m_isError = false;
    bool m_folded = false;
    bool m_stale = false;
    qreal m_width = 0;
    std::vector<RowLayout> m_head; ///< All rows while not folded.
    std::vector<RowLayout> m_tail;
    qreal m_headHeight = 0;
    qint64 m_rowsBetween = 0;
    qint64 m_bytes = 0;
    std::vector<Link> m_barLinks;
    Notebook::TextPosition m_anchor;
    Notebook::TextPosition m_cursor;
    int m_pressedLink = -1;
    QString m_pressedTarget;
    bool m_showAll = false;
    bool m_findWanted = false;
    FindMarks m_marks;
    FindMark m_revealed; ///< To be shown by the viewer as soon as there is one.
    QPointer<StreamViewer> m_viewer;
};

/// An exception: its name and message, the user's frames, library frames folded away.
class TracebackBlock : public OutputBlock
{
    Q_OBJECT
public:
    explicit TracebackBlock(OutputSource source);
    ~TracebackBlock() override;

    /// One frame of a traceback, whatever language wrote it.
    struct Frame
    {
        QString place; ///< "Cell In[7]" or a path.
        int line = 0;
        QString function;
        QString code; ///< The failing line, without its number.
        bool library = false;
        int cell = -1; ///< Execution count, when the frame is in a cell.
    };
    struct Parsed
    {
        QList<Frame> frames;
        QStringList rest; ///< Lines that belong to no frame and say something new.
    };
    static Parsed parse(const QStringList &lines, const QString &name, const QString &value);

    void layout(qreal width, qreal devicePixelRatio) override;
    bool isWide() const override { return true; }
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

private:
    struct Line;
    void activate(int link);
    int linkAt(const QPointF &point) const;

    OutputSource m_source;
    Parsed m_parsed;
    QString m_name;
    QString m_value;
    bool m_expanded = false;
    std::vector<Line> m_lines;
    std::vector<std::pair<QRectF, OutputRequest>> m_links; ///< An empty copy request means: fold or unfold.
    qreal m_width = 0;
};
