// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icons.h"
#include "theme/theme.h"

#include <QWidget>

/// Icon, word and meaning of a state: the three always go together.
struct StateLook
{
    QString icon = {};
    QString word = {};
    Meaning meaning = Meaning::Idle;
    bool spins = false;
};

/// Of a sandbox state as the server names it ("Running"); also "Expired". Unknown words are shown as sent.
StateLook sandboxStateLook(const QString &state);

/// State with its tint, 22 px; in headers and details only. Rows draw icon and word without tint.
class StateChip : public QWidget
{
    Q_OBJECT
public:
    explicit StateChip(QWidget *parent = nullptr);
    void setState(const QString &state) { setLook(sandboxStateLook(state)); }
    void setLook(const StateLook &look);
    StateLook look() const { return m_look; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StateLook m_look;
};
