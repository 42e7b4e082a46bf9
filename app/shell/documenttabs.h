// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

/// Document tabs: 34 px, icon, name, a dot when unsaved that is the close button under the pointer.
class DocumentTabs : public QTabBar
{
    Q_OBJECT
public:
    explicit DocumentTabs(QWidget *parent = nullptr);

    void setModified(int index, bool modified);
    bool isModified(int index) const;

Q_SIGNALS:
    void closeRequested(int index);
    void menuRequested(int index, const QPoint &globalPosition);
    /// The pointer pulls a tab out of the bar; then either of the other two.
    void draggedOut(int index, const QPoint &globalPosition);
    void droppedOut(int index, const QPoint &globalPosition);
    void dragEnded();

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void tabInserted(int index) override;

private:
    void refreshButtons();

    bool m_pressed = false; ///< The left button, on a tab.
    bool m_out = false;
};
