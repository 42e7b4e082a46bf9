// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace KSyntaxHighlighting {
class Repository;
class Theme;
}

/// The one repository of languages and editor themes; ours are in it. Made at the first call (about 30 ms).
KSyntaxHighlighting::Repository &syntaxRepository();

/// The editor theme that goes with the current colours.
KSyntaxHighlighting::Theme currentSyntaxTheme();
