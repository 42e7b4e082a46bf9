// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "about.h"

QString workbenchVersion()
{
    return QStringLiteral(WORKBENCH_VERSION);
}
