// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QStackedWidget;
class QTabBar;

/// Panes behind one 34 px header: words as tabs, the current pane's buttons at the right.
class PaneGroup : public QWidget
{
    Q_OBJECT
public:
    /// `closable`: an x at the end of the header emits closeRequested().
    explicit PaneGroup(bool closable, QWidget *parent = nullptr);

    void addPane(const QString &id, QWidget *pane, const QString &title, const QList<QAction *> &headerActions);
    /// Takes it out again; null when it is not here.
    QWidget *takePane(const QString &id);
    QStringList ids() const;
    bool isEmpty() const { return ids().isEmpty(); }
    QString current() const;
    void setCurrent(const QString &id);
    QWidget *pane(const QString &id) const;
    void setBadge(const QString &id, int count);
    QTabBar *tabs() const { return m_tabs; }
    /// What the words of the tabs need, with the buttons of any of them.
    int headWidth() const;

Q_SIGNALS:
    void closeRequested();
    void currentChanged(const QString &id);
    void menuRequested(const QString &id, const QPoint &globalPosition);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refreshButtons();
    void restyle();

    struct Entry
    {
        QWidget *pane = nullptr;
        QList<QAction *> actions;
    };
    QTabBar *m_tabs;
    QHBoxLayout *m_header;
    QHBoxLayout *m_buttons;
    QStackedWidget *m_stack;
    QHash<QString, Entry> m_entries;
    const bool m_closable;
};
