// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputblock.h"

#include <QTimer>

#include <functional>

class QThreadPool;

/**
 * Blocks below each other that would take too long to make or to lay out in one go: one is made, or laid out for a new width, in each
 * turn of the event loop. To its owner it is one block.
 */
class PileBlock : public OutputBlock
{
    Q_OBJECT
public:
    using Maker = std::function<std::unique_ptr<OutputBlock>()>;
    using Makers = std::vector<Maker>;

    explicit PileBlock(Makers makers);
    /// `work` finds out in a thread of the pool what there is to be made.
    PileBlock(std::function<Makers()> work, QThreadPool &pool);

    /// False while something is still to be made or laid out.
    bool isSettled() const;
    qsizetype count() const { return qsizetype(m_parts.size()); }
    OutputBlock *part(qsizetype index) const { return m_parts[size_t(index)].get(); }

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    QString toolTipAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    void drag(const QPointF &point) override;
    void release(const QPointF &point) override;
    bool scrollSideways(qreal pixels) override;
    bool hasSelection() const override;
    QString selectedText() const override;
    void copy() override;
    void clearSelection() override;
    void selectAll() override;
    void setMarks(const FindMarks &marks) override;
    QRectF reveal(const FindMark &mark) override;
    void fillMenu(QMenu *menu) override;
    void fillKeyboardMenu(QMenu *menu) override;
    const HtmlData::Table *shownTable() const override;
    void placeWidgets(QWidget *parent, const QPointF &origin, bool visible) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

private:
    void start();
    void step();
    void place();
    /// The part there, and its top edge.
    OutputBlock *at(qreal y, qreal *top) const;

    Makers m_makers;
    OutputBlocks::List m_parts;
    size_t m_laidOut = 0; ///< Parts that have the present width.
    bool m_found = true; ///< What there is to be made is known.
    qreal m_width = 0;
    qreal m_ratio = 1;
    FindMarks m_marks;
    OutputBlock *m_pressed = nullptr;
    qreal m_pressedTop = 0;
    mutable OutputBlock *m_under = nullptr; ///< The part that the pointer was on last.
    QTimer m_timer;
};

/// One line about what follows, in the words of the program.
class RemarkBlock : public OutputBlock
{
    Q_OBJECT
public:
    explicit RemarkBlock(QString text) : m_text(std::move(text)) { }
    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override { return m_text; }

private:
    QString m_text;
    qreal m_width = 0;
};
