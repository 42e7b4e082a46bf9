// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusFrame>
#include <QPointer>

/**
 * A ring around the button that has keyboard focus, outside its edge, and one inside the edge of what scrolls and has
 * nothing else to show it: no current row, no caret. Fields, rows and tool buttons draw their own inside.
 */
class FocusRing : public QObject
{
    Q_OBJECT
public:
    explicit FocusRing(QObject *parent);

private:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void follow(QWidget *now);
    void ringInside(QWidget *now);

    QPointer<QFocusFrame> m_frame;
    QPointer<QWidget> m_inside;
};
