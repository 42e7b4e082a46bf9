// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QPlainTextEdit;
class QPushButton;
namespace Notebook {
class Bin;
class Cell;
}

/// The deleted cells of a notebook, with a look at each, and a button that brings one back.
class BinView : public QDialog
{
    Q_OBJECT
public:
    explicit BinView(Notebook::Bin *bin, QWidget *parent = nullptr);
    void restore();

Q_SIGNALS:
    void restored(Notebook::Cell *cell);

private:
    void refresh();
    void showEntry(int row);

    Notebook::Bin *const m_bin;
    QListWidget *m_list = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QPushButton *m_restore = nullptr;
};
