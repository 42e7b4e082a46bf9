// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

#include <functional>

class QAction;
class QToolButton;

/**
 * The 40 px toolbar: the current document's actions at the left, fixed widgets at the right. When short of
 * space words go first, then the right widgets become compact, then actions go into an overflow menu.
 * An action with the property "wbLead" is the coloured one; "wbShowText" keeps its word while there is room;
 * "wbStays" is there when what comes before it goes into the menu.
 */
class ToolRow : public QWidget
{
    Q_OBJECT
public:
    explicit ToolRow(QWidget *parent = nullptr);

    void setActions(const QList<QAction *> &actions);
    enum class Fold {
        Early, ///< Compact as soon as the words of actions are not enough to save.
        Late, ///< Compact only where the right part would take more than half of the row.
    };
    /// From left to right. `setCompact` makes the widget narrower, or as wide as it likes.
    void addRightWidget(QWidget *widget, Fold fold, std::function<void(bool)> setCompact);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// For tests: what is in the overflow menu now.
    QList<QAction *> overflowed() const { return m_overflowed; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Item
    {
        QPointer<QAction> action;
        QPointer<QWidget> widget;
        bool separator = false;
        bool ownsWidget = true;
        bool wantsText = false;
        bool lead = false;
    };
    void clear();
    void arrange();
    void scheduleArrange();
    int itemWidth(const Item &item) const;
    int rightWidth() const;

    QList<Item> m_items;
    struct RightItem
    {
        QPointer<QWidget> widget;
        Fold fold = Fold::Early;
        std::function<void(bool)> setCompact;
    };
    QList<RightItem> m_right;
    QToolButton *m_more;
    QList<QAction *> m_overflowed;
    QList<QRect> m_lines;
    bool m_scheduled = false;
};
