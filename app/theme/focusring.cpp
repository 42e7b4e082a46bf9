// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "focusring.h"

#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QRadioButton>

FocusRing::FocusRing(QObject *parent) : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { follow(now); });
}

void FocusRing::follow(QWidget *now)
{
    const bool wanted = now && now->window()->testAttribute(Qt::WA_KeyboardFocusChange)
        && (qobject_cast<QPushButton *>(now) || qobject_cast<QCheckBox *>(now) || qobject_cast<QRadioButton *>(now));
    if (!wanted) {
        if (m_frame)
            m_frame->setWidget(nullptr);
        return;
    }
    if (!m_frame)
        m_frame = new QFocusFrame(now->parentWidget());
    m_frame->setWidget(now);
}

#include "moc_focusring.cpp"
