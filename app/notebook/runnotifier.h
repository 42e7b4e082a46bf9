// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class NotebookView;

/// Tells the desktop when something that took long has ended and nobody looks at the window: its frame asks for attention, and
/// where the desktop shows notifications one appears.
class RunNotifier : public QObject
{
    Q_OBJECT
public:
    qint64 longRunMs = 10'000; ///< Shorter ones are not told of.

    explicit RunNotifier(NotebookView *view);

    /// How it is told; the default goes to the desktop.
    std::function<void(const QString &title, const QString &text)> tell;
    /// Says whether somebody looks; the default asks the window.
    std::function<bool()> isWatched;

private:
    void ended();

    NotebookView *const m_view;
    qint64 m_longest = 0; ///< Of the runs since the queue was last empty, together.
    int m_cells = 0;
    int m_failed = 0;
    QString m_lastFailure;
};
