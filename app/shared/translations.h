// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QLocale;

/// The catalogues in the resource `:/i18n`. English is one of them: it holds the plurals of every counted text.
namespace Translations {

/// Loads English, then the first language of the locale there is a catalogue for, then Qt's own texts where they are
/// installed. Replaces what an earlier call loaded. Needs a QCoreApplication.
void install(const QLocale &locale);

/// Names of the catalogues as in their file names: "de", "en", "zh_CN".
QStringList languages();

} // namespace Translations
