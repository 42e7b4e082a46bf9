// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTime>

#include <chrono>
#include <functional>

class ToastWidget;
class QWidget;

/// Short messages at the lower right inside a window, newest at the bottom, three at most.
class Toasts : public QObject
{
    Q_OBJECT
public:
    struct Button
    {
        QString text = {};
        std::function<void()> run = {};
    };
    struct Toast
    {
        QString text = {};
        QString icon = {}; ///< Empty: by meaning.
        Meaning meaning = Meaning::Idle;
        std::chrono::milliseconds time { 6000 };
        QList<Button> buttons = {}; ///< Undo first.
        /// Runs once when the time is over or the toast is closed, but not after a button. This is where
        /// an undoable action really happens.
        std::function<void()> timeOver = {};
        /// Replaces `text` each second; gets the seconds left, for 'Killing etl-nightly in 4 s'.
        std::function<QString(int secondsLeft)> countdown = {};
    };

    /// `window` is where they appear.
    explicit Toasts(QWidget *window);
    ~Toasts() override;

    /// An id for dismiss(). While the pointer is over a toast or focus is in it, its time stands still.
    int show(const Toast &toast);
    int show(const QString &text, const QString &icon = {});
    void dismiss(int id);
    /// Runs every pending timeOver now; called before the window closes.
    void finishAll();
    /// Runs the first button of the newest toast that has one (Edit ▸ Undo); false when there is none.
    bool undoLast();
    /// The text of that button's action for the menu, empty when there is none.
    QString undoText() const;
    int count() const { return int(m_toasts.size()); }
    /// What was said last, newest first, at most 20; also what is not shown any more.
    struct Said
    {
        QTime when = {};
        Toast toast = {};
    };
    const QList<Said> &history() const { return m_history; }
    /// The icon of a toast: its own, else the one of its meaning.
    static QString iconOf(const Toast &toast);

Q_SIGNALS:
    void changed();

private:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void layoutToasts();
    void remove(ToastWidget *toast);

    QWidget *const m_window;
    QList<ToastWidget *> m_toasts;
    QList<Said> m_history;
    int m_lastId = 0;
};
