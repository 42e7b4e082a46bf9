// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QPainter>
#include <QWidget>

namespace Files {

/// An icon that stays right when the theme, the font size or the screen changes.
class IconLabel : public QWidget
{
public:
    explicit IconLabel(QWidget *parent = nullptr) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }
    void setIcon(const QString &name)
    {
        m_name = name;
        update();
    }
    QSize sizeHint() const override { return QSize(Metrics::icon(), Metrics::icon()); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (m_name.isEmpty())
            return;
        QPainter painter(this);
        Icons::paint(&painter, rect(), m_name, Theme::current().text2, Metrics::icon());
    }

private:
    QString m_name;
};

} // namespace Files
