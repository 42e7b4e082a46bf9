// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

/// Lists several sandboxes that are about to be killed; five and more ask for their number.
class KillDialog : public QDialog
{
    Q_OBJECT

public:
    KillDialog(const QStringList &names, const QStringList &losses, QWidget *parent = nullptr);
};
