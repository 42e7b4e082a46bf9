// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxsession.h"
#include "session/taskscope.h"

#include <QDateTime>
#include <QHash>
#include <QTimer>
#include <QWidget>

class EmptyState;
class PaneFooter;
class QTreeWidget;
class QTreeWidgetItem;

/**
 * The contexts of every sandbox that something here is connected to, under their connections, each with what it does.
 * They are interrupted, restarted and deleted here. A dock.
 */
class ContextsPane : public QWidget
{
    Q_OBJECT
public:
    explicit ContextsPane(SessionRegistry *registry, QWidget *parent = nullptr);
    ~ContextsPane() override;

    /// "Local runtime" and below it "py-analysis · ctx-1, Python, Idle", line by line, as a screen reader says them.
    QStringList lines() const;
    /// The menu of this context; null when it is not in the list.
    void openMenu(const QString &contextId);

Q_SIGNALS:
    void sandboxRequested(const QString &sandboxId);
    /// Something that was asked for did not work.
    void failed(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Row;
    class Delegate;
    QList<Row> rows() const;
    void follow(const std::shared_ptr<SandboxSession> &session);
    void refresh();
    void openMenu(QTreeWidgetItem *item, const QPoint &globalPosition);
    QTreeWidgetItem *itemOf(const QString &contextId) const;
    void report(const QString &what, const SandboxSession &session, const OpenSandbox::Error &error);
    void removeContext(QTreeWidgetItem *item);

    SessionRegistry *const m_registry;
    QTreeWidget *m_tree;
    EmptyState *m_empty;
    PaneFooter *m_footer;
    QHash<QString, QDateTime> m_restarted; ///< Since nothing ran there.
    QHash<QString, QList<ContextState>> m_last; ///< By sandbox: what it had, for when it is over.
    QTimer m_soon;
    TaskScope m_tasks;
};
