// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QWidget>

class ElidedLabel;

/// The 26 px line at the end of a pane: count at the left, age at the right.
class PaneFooter : public QWidget
{
    Q_OBJECT
public:
    explicit PaneFooter(QWidget *parent = nullptr);
    /// `emphasis` follows the text in the colour of its meaning: "8 sandboxes" · "2 expire soon".
    void setLeft(const QString &text, const QString &emphasis = {}, Meaning meaning = Meaning::Warn);
    void setRight(const QString &text);
    /// A turning mark before the left text.
    void setBusy(bool busy);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_left;
    QString m_emphasis;
    QString m_right;
    Meaning m_meaning = Meaning::Warn;
    bool m_busy = false;
};
