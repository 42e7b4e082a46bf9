// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusFrame>
#include <QPointer>

/// A ring around the button that has keyboard focus, outside its edge. Fields, rows and tool buttons draw their own inside.
class FocusRing : public QObject
{
    Q_OBJECT
public:
    explicit FocusRing(QObject *parent);

private:
    void follow(QWidget *now);
    QPointer<QFocusFrame> m_frame;
};
