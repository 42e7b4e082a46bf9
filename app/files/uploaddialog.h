// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace Files {

/// Asks which files of this computer, or which folder, are to go into `folder` of a sandbox; calls `chosen` when that was answered.
void askWhatToUpload(QWidget *parent, const QString &folder, bool folders, const std::function<void(const QStringList &paths)> &chosen);

} // namespace Files
