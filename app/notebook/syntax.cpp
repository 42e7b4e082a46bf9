// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "syntax.h"

#include "theme/syntax.h"

#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>

#include <QHash>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace Syntax {
namespace {

struct Language
{
    QString definition;
    QString letters;
    QString name;
    QString comment;
    int indent = 4;
};

const QHash<QString, Language> &languages()
{
    static const QHash<QString, Language> all {
        { u"python"_s, { u"Python"_s, u"py"_s, u"Python"_s, u"# "_s, 4 } },
        { u"bash"_s, { u"Bash"_s, u"sh"_s, u"Bash"_s, u"# "_s, 2 } },
        { u"javascript"_s, { u"JavaScript"_s, u"js"_s, u"JavaScript"_s, u"// "_s, 2 } },
        { u"typescript"_s, { u"TypeScript"_s, u"ts"_s, u"TypeScript"_s, u"// "_s, 2 } },
        { u"go"_s, { u"Go"_s, u"go"_s, u"Go"_s, u"// "_s, 4 } },
        { u"java"_s, { u"Java"_s, u"java"_s, u"Java"_s, u"// "_s, 4 } },
        { u"markdown"_s, { u"Markdown"_s, u"md"_s, u"Markdown"_s, {}, 2 } },
        { u"json"_s, { u"JSON"_s, u"json"_s, u"JSON"_s, {}, 2 } },
        { u"r"_s, { u"R Script"_s, u"r"_s, u"R"_s, u"# "_s, 2 } },
        { u"sql"_s, { u"SQL"_s, u"sql"_s, u"SQL"_s, u"-- "_s, 2 } },
    };
    return all;
}

QString key(const QString &language)
{
    const QString lower = language.toLower();
    if (lower == "python3"_L1 || lower == "ipython"_L1)
        return u"python"_s;
    if (lower == "sh"_L1 || lower == "shell"_L1)
        return u"bash"_s;
    return lower;
}

} // namespace

KSyntaxHighlighting::Definition find(const KSyntaxHighlighting::Repository &repository, const QString &language)
{
    const auto known = languages().constFind(key(language));
    const KSyntaxHighlighting::Definition named = repository.definitionForName(known != languages().constEnd() ? known->definition : language);
    return named.isValid() || language.isEmpty() ? named : repository.definitionForFileName(u"x."_s + language.toLower());
}

KSyntaxHighlighting::Definition definition(const QString &language)
{
    static QHash<QString, KSyntaxHighlighting::Definition> cache;
    const QString name = key(language);
    auto found = cache.constFind(name);
    if (found == cache.constEnd())
        found = cache.insert(name, find(syntaxRepository(), language));
    return *found;
}

KSyntaxHighlighting::Theme theme()
{
    return currentSyntaxTheme();
}

QString letters(const QString &language)
{
    const auto known = languages().constFind(key(language));
    return known != languages().constEnd() ? known->letters : language.left(3).toLower();
}

QString displayName(const QString &language)
{
    const auto known = languages().constFind(key(language));
    return known != languages().constEnd() ? known->name : language;
}

QString comment(const QString &language)
{
    return languages().value(key(language)).comment;
}

int indentWidth(const QString &language)
{
    const auto known = languages().constFind(key(language));
    return known != languages().constEnd() ? known->indent : 4;
}

bool opensBlock(const QString &language, QStringView line)
{
    const QStringView trimmed = line.trimmed();
    if (trimmed.isEmpty())
        return false;
    const QChar last = trimmed.back();
    if (last == u'{' || last == u'(' || last == u'[')
        return true;
    const QString name = key(language);
    if (name == "python"_L1)
        return last == u':';
    if (name == "bash"_L1)
        return trimmed.endsWith("then"_L1) || trimmed.endsWith("do"_L1) || trimmed == "else"_L1;
    return false;
}

namespace {

QTextCharFormat charFormat(const KSyntaxHighlighting::Format &format, const KSyntaxHighlighting::Theme &theme)
{
    QTextCharFormat result;
    if (format.hasTextColor(theme))
        result.setForeground(format.textColor(theme));
    if (format.isBold(theme))
        result.setFontWeight(QFont::Bold);
    if (format.isItalic(theme))
        result.setFontItalic(true);
    if (format.isUnderline(theme))
        result.setFontUnderline(true);
    return result;
}

} // namespace

LineHighlighter::LineHighlighter(const QString &language)
{
    setDefinition(Syntax::definition(language));
    setTheme(Syntax::theme());
}

QList<QTextLayout::FormatRange> LineHighlighter::next(const QString &line)
{
    m_ranges.clear();
    if (line.size() <= MaxHighlightedLine && AbstractHighlighter::definition().isValid())
        m_state = highlightLine(line, m_state);
    return std::move(m_ranges);
}

void LineHighlighter::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    if (length <= 0 || (format.isDefaultTextStyle(AbstractHighlighter::theme()) && !format.hasTextColor(AbstractHighlighter::theme())))
        return;
    m_ranges.append({ offset, length, charFormat(format, AbstractHighlighter::theme()) });
}

EditorHighlighter::EditorHighlighter(QTextDocument *document) : SyntaxHighlighter(document)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &EditorHighlighter::proceed);
}

void EditorHighlighter::highlightBlock(const QString &text)
{
    if (!m_atWork) {
        if (!m_rest.isNull() && currentBlock().position() >= m_rest.position())
            return;
        if (m_done > Part)
            m_rest = QTextCursor(currentBlock());
        // Also the end of what one turn may do: a change can reach line by line to the end of the text.
        if (!m_timer.isActive())
            m_timer.start();
        if (!m_rest.isNull() && currentBlock().position() >= m_rest.position())
            return;
    }
    m_done += text.size() + LineCost;
    if (text.size() <= MaxHighlightedLine)
        SyntaxHighlighter::highlightBlock(text);
}

void EditorHighlighter::proceed()
{
    m_done = 0;
    if (m_rest.isNull())
        return;
    m_atWork = true;
    QTextBlock block = m_rest.block();
    for (; block.isValid() && m_done <= Part; block = block.next())
        rehighlightBlock(block);
    m_atWork = false;
    m_rest = block.isValid() ? QTextCursor(block) : QTextCursor();
    if (block.isValid())
        m_timer.start();
}

} // namespace Syntax
