// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFileDialog;

/// Where dialogs for files of this computer begin: in the folder that was used last. One for the program.
namespace LastFolder {

/// At first: the folder that the program was started from; where that says nothing, as when a desktop starts it, the folder of `recentFile`.
void begin(const QString &recentFile);
QString get();
/// Remembers where the dialog ends.
void follow(QFileDialog *dialog);

} // namespace LastFolder
