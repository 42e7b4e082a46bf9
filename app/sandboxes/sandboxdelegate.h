// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxstore.h"

#include <QStyledItemDelegate>

#include <functional>

/// What can be done in a row, from left to right.
enum class RowAction { Notebook, Files, PauseResume, Renew, More };

/**
 * Draws sandbox and connection rows: two lines of 44 px in a narrow list, one line of 32 px with columns in a
 * wide one. Under the pointer or the keyboard's focus the right part becomes five actions.
 */
class SandboxDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit SandboxDelegate(SandboxStore *store, QObject *parent = nullptr);

    void setWide(bool wide) { m_wide = wide; }
    bool isWide() const { return m_wide; }
    /// Below this width sparklines are left out.
    void setDense(bool dense) { m_dense = dense; }
    void setHovered(const QString &sandboxId, int action);
    QString hovered() const { return m_hovered; }
    void setKeyboardFocus(bool shown) { m_keyboardFocus = shown; }

    static QList<RowAction> actionsOf(const SandboxRecord &record);
    /// Places of actionsOf() in a row.
    static QList<QRect> actionRects(const QRect &row, qsizetype count);
    static QString actionIcon(RowAction action, const SandboxRecord &record);
    QString actionText(RowAction action, const SandboxRecord &record) const;
    /// Says why something cannot be done now; empty: it can.
    void setRefusal(std::function<QString(RowAction, const SandboxRecord &)> refusal) { m_refusal = std::move(refusal); }
    QString refusal(RowAction action, const SandboxRecord &record) const;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// The same as actionRects() before they are mirrored for languages that run from right to left.
    static QList<QRect> logicalActionRects(const QRect &row, qsizetype count);
    /// The bar and the time, right-aligned in `place`; used by details as well.
    int expiryWidth(const SandboxRecord &record) const;
    void paintExpiry(QPainter *painter, const QRect &row, const QRect &place, const SandboxRecord &record, bool selected) const;

private:
    void paintConnection(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintTwoLines(QPainter *painter, const QStyleOptionViewItem &option, const SandboxRecord &record, const QModelIndex &index) const;
    void paintColumn(QPainter *painter, const QStyleOptionViewItem &option, const SandboxRecord &record, const QModelIndex &index) const;
    void paintActions(QPainter *painter, const QRect &row, const SandboxRecord &record, bool selected) const;
    bool showsActions(const QStyleOptionViewItem &option, const QModelIndex &index, const QString &sandboxId) const;

    SandboxStore *const m_store;
    std::function<QString(RowAction, const SandboxRecord &)> m_refusal;
    bool m_wide = false;
    bool m_dense = false;
    bool m_keyboardFocus = false;
    QString m_hovered;
    int m_hoveredAction = -1;
};
