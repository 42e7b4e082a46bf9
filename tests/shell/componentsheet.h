// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

/// Every small part of the program side by side, as the component sheet of the design shows them.
QWidget *makeComponentSheet();
