// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QStringList>

namespace Notebook {
class Document;
}

/// The notebook that the start page's 'Multi-language' opens: a cell for each language, all in one sandbox.
class SampleNotebook
{
    Q_DECLARE_TR_FUNCTIONS(SampleNotebook)

public:
    /// Fills an empty document and leaves it unmodified. The first language is the notebook's own.
    static void fill(Notebook::Document *document, const QStringList &languages);
    /// A first cell that says which language it is; empty for one that is not known here.
    static QString code(const QString &language);
};
