// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "focuskeeper.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <utility>

FocusKeeper::FocusKeeper(QWidget *window, std::function<QWidget *(QWidget *)> partOf, std::function<void(QWidget *)> giveTo)
    : QObject(window), m_window(window), m_partOf(std::move(partOf)), m_giveTo(std::move(giveTo))
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { follow(now); });
    window->installEventFilter(this);
}

bool FocusKeeper::isGone() const
{
    return m_had && (!m_focus || !m_focus->isVisible() || !m_focus->isEnabled() || m_focus->window() != m_window);
}

void FocusKeeper::follow(QWidget *now)
{
    if (now && now->window() != m_window)
        return; // A dialog or a popup; it gives the focus back to where it was.
    if (!now && QApplication::activeWindow() != m_window)
        return;
    if (!now || isGone()) {
        m_chance = now;
        if (!std::exchange(m_looks, true))
            QMetaObject::invokeMethod(this, &FocusKeeper::look, Qt::QueuedConnection);
        if (!now)
            return;
    } else {
        m_part = m_partOf(now);
    }
    m_focus = now;
    m_had = true;
}

void FocusKeeper::look()
{
    m_looks = false;
    QWidget *now = m_window->focusWidget();
    // Somebody gave it away on purpose meanwhile.
    if (now && now != m_chance && now->isVisible() && now->isEnabled()) {
        m_part = m_partOf(now);
        return;
    }
    m_giveTo(m_part);
}

bool FocusKeeper::eventFilter(QObject *, QEvent *event)
{
    // What had the focus may have gone while another window was active, and nothing followed it.
    if (event->type() == QEvent::WindowActivate && !m_looks) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_had && m_window->isActiveWindow() && !m_window->focusWidget())
                    m_giveTo(m_part);
            },
            Qt::QueuedConnection);
    }
    return false;
}
