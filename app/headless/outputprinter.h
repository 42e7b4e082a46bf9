// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <cstdio>

namespace Notebook {
class Cell;
class Output;
}

/// Writes a cell's outputs to the terminal as they arrive: text row by row once a row can no longer change, pictures as a line that names them.
class OutputPrinter : public QObject
{
    Q_OBJECT

public:
    /// Follows the cell's outputs from now on. Both outlive the printer.
    OutputPrinter(Notebook::Cell *cell, std::FILE *out, QObject *parent = nullptr);

    /// The cell has ended: writes what was held back.
    void finish();

private:
    void advance();
    void write(const Notebook::Output &output, bool settled);
    void writeLine(const QString &text);

    Notebook::Cell *const m_cell;
    std::FILE *const m_out;
    int m_output = 0; ///< The output that is being written.
    qint64 m_rows = 0; ///< How many of its rows are written.
};
