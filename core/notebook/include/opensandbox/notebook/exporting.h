// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// A notebook as plain text for other programs. Pure functions of the document's thread.
namespace Notebook {
class Document;

namespace Export {

struct MarkdownOptions
{
    bool outputs = true;
    qsizetype maximumText = 100'000; ///< Characters of one output; more keep their beginning and end.
};

/// Text cells as they are, code in fences with its language, text of outputs in fences, pictures in the text as data.
QByteArray toMarkdown(const Document &document, const MarkdownOptions &options = {});

/// The code of one language with cell marks ("# %%"), everything else as comments. Lines that only a notebook understands
/// (%magic, !command) are commented out. Empty language: that of the notebook.
QByteArray toScript(const Document &document, const QString &language = {});
/// ".py", ".sh", ... for a script of this language.
QString scriptSuffix(const QString &language);
/// What begins a comment line in that language: "# " or "// ".
QString commentMark(const QString &language);

} // namespace Export
} // namespace Notebook
