// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class ExecutionTargets;
class MainWindow;
class NotebookView;

/// The notebooks of a window: opens them as documents, feeds the status bar, forwards what they ask for.
class Notebooks : public QObject
{
    Q_OBJECT
public:
    Notebooks(MainWindow *window, ExecutionTargets *targets, QObject *parent = nullptr);

    /// Opens a file, or shows it when it is open already. A file that cannot be read opens with its reason.
    NotebookView *open(const QString &path);
    /// Opens a notebook of the program itself: saving asks for a place.
    NotebookView *openLesson(const QString &resource, const QString &title);
    /// A new notebook; `sandboxId` may be empty.
    NotebookView *create(const QString &connection = {}, const QString &sandboxId = {});
    QList<NotebookView *> views() const;
    /// The view that is in front; null when the current document is something else.
    NotebookView *current() const;
    /// Opened notebooks use this sandbox when they name none.
    void setDefaultSandbox(const QString &connection, const QString &sandboxId);

Q_SIGNALS:
    void opened(const QString &path);
    void terminalRequested(const QString &sandboxId, const QString &code);
    void fileRequested(const QString &sandboxId, const QString &path);
    void newSandboxRequested();

private:
    NotebookView *add(NotebookView *view);
    void updateStatus();

    MainWindow *const m_window;
    ExecutionTargets *const m_targets;
    QString m_connection;
    QString m_sandbox;
};
