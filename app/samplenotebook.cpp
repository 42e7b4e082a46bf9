// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplenotebook.h"

#include <opensandbox/codeinterpreter.h>
#include <opensandbox/notebook/document.h>

using namespace Qt::StringLiterals;
namespace SupportedLanguage = OpenSandbox::SupportedLanguage;

QString SampleNotebook::code(const QString &language)
{
    // Each leaves something behind that the next cell in this language can use.
    static const QHash<QString, QString> samples {
        { SupportedLanguage::Python, u"import sys\ngreeting = f\"Python {sys.version.split()[0]}\"\nprint(greeting)"_s },
        { SupportedLanguage::Bash, u"greeting=\"Bash ${BASH_VERSION}\"\necho \"$greeting\""_s },
        { SupportedLanguage::JavaScript, u"const greeting = `JavaScript on Node.js ${process.version}`;\nconsole.log(greeting);"_s },
        { SupportedLanguage::TypeScript, u"const typed: string = `TypeScript on Node.js ${process.version}`;\nconsole.log(typed);"_s },
        { SupportedLanguage::Java, u"String greeting = \"Java \" + System.getProperty(\"java.version\");\nSystem.out.println(greeting);"_s },
        { SupportedLanguage::Go, u"import (\n\t\"fmt\"\n\t\"runtime\"\n)\ngreeting := \"Go \" + runtime.Version()\nfmt.Println(greeting)"_s },
    };
    return samples.value(language);
}

void SampleNotebook::fill(Notebook::Document *document, const QStringList &languages)
{
    using Notebook::CellKind;
    if (!languages.isEmpty()) {
        Notebook::Binding own = document->defaultBinding();
        own.language = languages.first();
        document->setDefaultBinding(own);
    }
    while (document->count() > 0)
        document->removeCells({ 0 });
    document->insertCell(0, CellKind::Markdown,
        tr("# Several languages, one sandbox\n\nEach cell runs in the context of its language, which keeps its variables. All of them share the folder `/workspace`."));
    for (const QString &language : languages) {
        Notebook::Binding binding;
        binding.language = language;
        document->insertCell(document->count(), CellKind::Code, code(language), binding);
    }
    document->setSaved(document->revision());
}
