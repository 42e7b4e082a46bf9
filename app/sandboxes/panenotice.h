// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QWidget>

#include <functional>

class Label;
class QHBoxLayout;

/// A problem in place: 3 px edge and tint of its meaning, what failed, what to do, small buttons. For narrow panes, where a banner has no room.
class PaneNotice : public QWidget
{
    Q_OBJECT

public:
    struct Button
    {
        QString text;
        QString icon;
        std::function<void()> run;
    };

    explicit PaneNotice(QWidget *parent = nullptr);

    void setTexts(Meaning meaning, const QString &icon, const QString &title, const QString &text);
    /// `about` names what they act on: where neither it nor a word differs, the buttons stay as they are.
    void setButtons(const QList<Button> &buttons, const QString &about = {});

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Meaning m_meaning = Meaning::Warn;
    QString m_icon;
    Label *m_title;
    Label *m_text;
    QHBoxLayout *m_buttons;
    QStringList m_shown;
};
