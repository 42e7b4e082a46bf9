// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "markdownparts.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace MarkdownParts {
namespace {

constexpr qsizetype mostDefinitions = 4096; ///< Characters.

/// A line that begins a block of its own whatever stands before the blank line: no list, no code, no continuation.
bool beginsParagraph(QStringView line)
{
    if (line.isEmpty() || line[0].isSpace())
        return false;
    return line[0].isLetter() || line[0] == u'#' || line.startsWith("**"_L1);
}

} // namespace

QStringList split(const QString &markdown, qsizetype size)
{
    if (markdown.size() <= size)
        return { markdown };
    QString definitions;
    static const QRegularExpression definition(u"^ {0,3}\\[[^\\]\\n]{1,200}\\]:[^\\n]{1,1000}$"_s, QRegularExpression::MultilineOption);
    for (auto found = definition.globalMatch(markdown); found.hasNext() && definitions.size() < mostDefinitions;)
        definitions += found.next().captured() + u'\n';
    if (!definitions.isEmpty())
        definitions.prepend(u"\n\n"_s);

    QStringList parts;
    qsizetype start = 0;
    bool blank = false;
    QString fence; ///< What the open fence is made of.
    for (qsizetype at = 0; at < markdown.size();) {
        qsizetype end = markdown.indexOf(u'\n', at);
        if (end < 0)
            end = markdown.size();
        const QStringView line = QStringView(markdown).sliced(at, end - at);
        const QStringView trimmed = line.trimmed();
        const bool marksFence = trimmed.startsWith("```"_L1) || trimmed.startsWith("~~~"_L1);
        if (fence.isEmpty() && (blank || line.startsWith(u'#')) && at - start >= size && beginsParagraph(line)) {
            parts.append(markdown.sliced(start, at - start) + definitions);
            start = at;
        }
        if (fence.isEmpty() && marksFence)
            fence = trimmed.first(3).toString();
        else if (!fence.isEmpty() && trimmed.startsWith(fence))
            fence.clear();
        blank = trimmed.isEmpty();
        at = end + 1;
    }
    parts.append(markdown.sliced(start) + definitions);
    return parts;
}

} // namespace MarkdownParts
