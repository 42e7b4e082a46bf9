// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class Preferences;

/// Small and not modal: each choice is applied when made.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PreferencesDialog(Preferences *preferences, QWidget *parent = nullptr);

    QSize sizeHint() const override;

private:
    QWidget *m_body = nullptr;
    QWidget *m_buttons = nullptr;
};
