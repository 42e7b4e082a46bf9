// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class Actions;

/// Registers everything the menus name. Ids are stable: keymaps, tests and panes use them.
void addStandardActions(Actions &actions);
