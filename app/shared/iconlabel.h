// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icons.h"

#include <QWidget>

/// An icon that stays right when the theme, the font size or the screen changes. Its size is fixed; says nothing to screen readers.
class IconLabel : public QWidget
{
    Q_OBJECT
public:
    explicit IconLabel(QWidget *parent = nullptr) : IconLabel(QString(), Icons::Role::Normal, parent) { }
    explicit IconLabel(const QString &name, Icons::Role role = Icons::Role::Normal, QWidget *parent = nullptr);

    void setIcon(const QString &name);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_name;
    Icons::Role m_role;
};
