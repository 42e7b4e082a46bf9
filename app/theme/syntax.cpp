// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "syntax.h"

#include "theme.h"

#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

// A static library's resources register themselves only when somebody asks.
static void registerResources()
{
    Q_INIT_RESOURCE(wb_syntax);
}

KSyntaxHighlighting::Repository &syntaxRepository()
{
    struct Holder
    {
        Holder()
        {
            registerResources();
            repository.addCustomSearchPath(QStringLiteral(":/syntax"));
        }
        KSyntaxHighlighting::Repository repository;
    };
    static Holder holder;
    return holder.repository;
}

KSyntaxHighlighting::Theme currentSyntaxTheme()
{
    return syntaxRepository().theme(Theme::current().syntaxTheme());
}
