// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

/**
 * Keys never go nowhere. When the widget with the focus disappears (a dock that is closed, a bar, a line that was answered, a button that
 * is disabled), Qt gives the focus to whatever follows; this gives it to the part of the window that it was in. Who sets the focus on
 * purpose in the same turn is right.
 */
class FocusKeeper : public QObject
{
public:
    /// `partOf` names the part that a widget stands in, or null; `giveTo` gives a part the focus, or another one when it is null or hidden.
    FocusKeeper(QWidget *window, std::function<QWidget *(QWidget *)> partOf, std::function<void(QWidget *)> giveTo);

private:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void follow(QWidget *now);
    void look();
    bool isGone() const;

    QWidget *const m_window;
    const std::function<QWidget *(QWidget *)> m_partOf;
    const std::function<void(QWidget *)> m_giveTo;
    QPointer<QWidget> m_focus; ///< Has or had the focus of the window.
    QPointer<QWidget> m_part; ///< Where that is.
    QPointer<QWidget> m_chance; ///< Got the focus only because the other one disappeared.
    bool m_had = false; ///< Something had it, though it may be destroyed by now.
    bool m_looks = false;
};
