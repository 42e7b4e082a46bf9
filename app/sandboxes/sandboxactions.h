// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/metricswatcher.h"

#include <functional>

class QMenu;
class Toasts;

/// What can be done with sandboxes, the same from the list, its menus, details and the palette.
class SandboxActions : public QObject
{
    Q_OBJECT

public:
    /// `window` is the parent of dialogs; `toasts` may be null, then a kill happens at once.
    SandboxActions(SessionRegistry *registry, MetricsWatcher *watcher, Toasts *toasts, QWidget *window, QObject *parent = nullptr);

    SandboxStore *store() const { return m_store; }
    MetricsWatcher *watcher() const { return m_watcher; }

    /// Fills a menu for the chosen sandboxes, as a right click shows it.
    void fillMenu(QMenu *menu, const QStringList &sandboxIds);
    void fillRenewMenu(QMenu *menu, const QStringList &sandboxIds);
    void fillCopyMenu(QMenu *menu, const QString &sandboxId);

    /// Why it cannot be renewed, paused or run code; empty: it can.
    QString renewRefusal(const SandboxRecord &record) const;
    QString pauseRefusal(const SandboxRecord &record) const;
    QString codeRefusal(const SandboxRecord &record) const;

    /// Other parts name what goes with a sandbox: "1 open terminal", "2 edited files".
    void setLosses(std::function<QStringList(const QString &sandboxId)> losses) { m_losses = std::move(losses); }
    QStringList lossesOf(const QStringList &sandboxIds) const;

public Q_SLOTS:
    void renew(const QStringList &sandboxIds, std::chrono::seconds more);
    void renewCustom(const QStringList &sandboxIds);
    void pauseOrResume(const QString &sandboxId);
    /// One: a toast with Undo. Several: one dialog that lists them.
    void kill(const QStringList &sandboxIds);
    void copyEndpoint(const QString &sandboxId, int port);

Q_SIGNALS:
    void openRequested(const QString &sandboxId);
    void notebookRequested(const QString &sandboxId);
    void filesRequested(const QString &sandboxId);
    void metricsRequested(const QStringList &sandboxIds);
    void duplicateRequested(const QString &sandboxId);

private:
    void killWithUndo(const QStringList &sandboxIds);
    void say(const QString &text, const QString &icon = {});

    SandboxStore *const m_store;
    SessionRegistry *const m_registry;
    MetricsWatcher *const m_watcher;
    Toasts *const m_toasts;
    QWidget *const m_window;
    std::function<QStringList(const QString &)> m_losses;
    TaskScope m_tasks;
};
