// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/executiontargets.h"

#include <opensandbox/notebook/outputs.h>

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class CellCanvas;
class Label;
class QPushButton;
class QSplitter;
namespace Notebook {
class Cell;
class Document;
class RunQueue;
}

/// The code of one cell, run in several contexts at the same time, outputs side by side, and below them what differs. A document of its own;
/// the notebook that it came from is not changed.
class CompareRun : public QWidget
{
    Q_OBJECT
public:
    CompareRun(ExecutionTargets *targets, const QString &code, const QList<ExecutionTarget> &places, QWidget *parent = nullptr);
    ~CompareRun() override;

    void run();
    bool isBusy() const;
    int count() const { return int(m_columns.size()); }
    Notebook::Cell *cell(int column) const;
    QString summary() const;
    void showDifferences();

Q_SIGNALS:
    void finished();

private:
    struct Column
    {
        ExecutionTarget target;
        std::unique_ptr<Notebook::Document> document;
        CellCanvas *canvas = nullptr;
    };
    /// What was found out when all of them had run.
    struct Result
    {
        int different = 0; ///< From the first.
        int last = 1; ///< The column of the last that differs.
    };
    void say();
    void compare();

    std::vector<Column> m_columns;
    std::optional<Result> m_result;
    int m_round = 0; ///< What an earlier one found is old.
    Notebook::RunQueue *m_queue = nullptr;
    QSplitter *m_split = nullptr;
    QSplitter *m_whole = nullptr;
    QWidget *m_difference = nullptr;
    Label *m_summary = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_again = nullptr;
};

/// What two outputs differ in: text line by line, pictures pixel by pixel. Ownership goes to the caller.
QWidget *makeOutputComparison(const QString &leftTitle, const Notebook::OutputSnapshot &left, const QString &rightTitle, const Notebook::OutputSnapshot &right);
