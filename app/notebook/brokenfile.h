// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/file.h>

#include <QWidget>

/// Stands in the place of a notebook that could not be opened: what is wrong, at which line, and what can be done.
class BrokenFile : public QWidget
{
    Q_OBJECT
public:
    /// `line`: the text of the line that is wrong; may be empty.
    BrokenFile(const QString &path, const Notebook::File::Error &error, const QString &line, QWidget *parent = nullptr);

    /// The part of a line around a column (from 1), and below it a mark at the column; for a font of fixed width.
    static QString excerpt(const QString &line, int column);

Q_SIGNALS:
    void textRequested();
    void anotherRequested();
    void closeRequested();
};
