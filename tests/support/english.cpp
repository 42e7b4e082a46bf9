// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Tests read the texts people read, so they need the English plurals as the program has them.
#include <shared/translations.h>

#include <QCoreApplication>
#include <QLocale>

static void speakEnglish()
{
    Translations::install(QLocale(QLocale::English));
}
Q_COREAPP_STARTUP_FUNCTION(speakEnglish)
