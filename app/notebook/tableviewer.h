// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "htmldata.h"

#include <QTableView>

/// A table out of an output as a document: all its rows, sortable, copied as text.
class TableViewer : public QTableView
{
    Q_OBJECT
public:
    explicit TableViewer(HtmlData::Table table, QWidget *parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent *event) override;
};
