// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputblock.h"
#include "rowlayout.h"
#include "textcollector.h"

#include <opensandbox/notebook/json.h>

#include <QPointer>

#include <functional>
#include <memory>

class StreamViewer;
class TextLoader;

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
    /// Shows text of its own, as TextLoader takes it.
    explicit TextBlock(const QString &text);
    TextBlock(const Notebook::Json::Value &value, bool asJson);
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
    void copy() override;
    void clearSelection() override;
    void selectAll() override;
    void placeWidgets(QWidget *parent, const QPointF &origin, bool visible) override;
    QList<std::pair<QString, OutputRequest>> links() const override;
    void setMarks(const FindMarks &marks) override { m_marks = marks; }
    QRectF reveal(const FindMark &mark) override;

    bool isFolded() const { return m_folded; }
    /// False while long text is still being read; what is known of it is shown.
    bool isWhole() const;
    /// All of it in a viewer with a scroll bar.
    bool isScrolling() const { return m_showAll; }
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
    void own();
    void rebuild();
    qreal barHeight() const;
    const RowLayout *rowAt(qreal y, qreal *top) const;
    Notebook::TextPosition positionAt(const QPointF &point) const;
    int barLinkAt(const QPointF &point) const;

    OutputSource m_source;
    std::unique_ptr<TextLoader> m_own;
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
    TextCollector m_collector;
};
