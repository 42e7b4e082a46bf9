// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

/// The search field at the right end of the menu bar: a button that looks like a field and opens the palette.
class CommandField : public QAbstractButton
{
    Q_OBJECT
public:
    enum class Form { Full, Short, Icon };

    explicit CommandField(QWidget *parent = nullptr);
    /// By the window's width: under 1100 px 'Search or run', under 800 only the icon (at 100 % font size).
    void setWindowWidth(int width);
    Form form() const { return m_form; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int margin() const;
    Form m_form = Form::Full;
};
