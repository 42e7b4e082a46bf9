// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/**
 * `opensandbox-workbench run NOTEBOOK …`: runs a notebook without a window. Makes its own QCoreApplication,
 * so call it before any other. Returns the exit code: 0 all cells ran, 1 a cell failed, 2 wrong usage or an
 * unreadable notebook, 3 no sandbox could be had, 130 interrupted.
 */
int runNotebookCommand(int &argc, char **argv);
