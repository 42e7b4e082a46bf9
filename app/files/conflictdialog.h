// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transferqueue.h"

#include <QDialog>

class QPushButton;

namespace Files {

/**
 * 'Replace routes.csv?' Asks about one conflict after the other while everything else goes on. Never
 * modal; closing it leaves the files waiting.
 */
class ConflictDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ConflictDialog(TransferQueue *queue, QWidget *parent = nullptr);
    ~ConflictDialog() override;

    Choice choice() const;
    void setChoice(Choice choice);
    void setForOthers(bool on);
    /// The question of the title.
    QString question() const;
    /// "py-analysis already has this file in /workspace/data, and it was changed after yours."
    QString sentence() const;
    QPushButton *acceptButton() const;
    /// Shows the first that waits; closes itself when none does.
    void showNext();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Files
