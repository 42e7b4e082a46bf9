// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class LocalRuntime;

/// What the local runtime enforces on this machine and what it cannot, in its own words.
class IsolationDialog : public QDialog
{
    Q_OBJECT

public:
    explicit IsolationDialog(const LocalRuntime *runtime, QWidget *parent = nullptr);
};
