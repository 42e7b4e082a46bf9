// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxstore.h"

#include <QDialog>

class Label;
class QDateTimeEdit;
class QPushButton;

/// Asks until when: quick choices, or a moment in local time that is shown in UTC as well.
class RenewDialog : public QDialog
{
    Q_OBJECT

public:
    RenewDialog(SandboxStore *store, const QStringList &sandboxIds, QWidget *parent = nullptr);

    QDateTime until() const;
    void setUntil(const QDateTime &moment);

private:
    void update();

    SandboxStore *const m_store;
    const QStringList m_ids;
    QDateTimeEdit *m_moment;
    Label *m_effect;
    QPushButton *m_renew;
};
