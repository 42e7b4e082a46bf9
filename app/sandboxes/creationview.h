// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxcreation.h"

#include <QWidget>

/// The stages of a create: done ones with a check, the current one bold with its time and a line, later ones pale.
class CreationView : public QWidget
{
    Q_OBJECT

public:
    explicit CreationView(QWidget *parent = nullptr);

    /// Null clears it. Not owned.
    void setCreation(SandboxCreation *creation);
    static QString stageText(SandboxCreation::Stage stage);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    QPointer<SandboxCreation> m_creation;
    QTimer m_clock;
};
