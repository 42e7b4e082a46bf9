// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/textmatcher.h>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

} // namespace

TextMatcher::TextMatcher(const SearchQuery &query) : m_query(query)
{
    if (!query.isRegex) {
        m_matcher = QStringMatcher(query.text, query.matchCase ? Qt::CaseSensitive : Qt::CaseInsensitive);
        return;
    }
    QRegularExpression::PatternOptions options = QRegularExpression::MultilineOption | QRegularExpression::UseUnicodePropertiesOption;
    if (!query.matchCase)
        options |= QRegularExpression::CaseInsensitiveOption;
    const QString body = query.wholeWord ? u"\\b(?:"_s + query.text + u")\\b"_s : query.text;
    const QRegularExpression plain(body, options);
    if (!plain.isValid()) {
        m_error = QCoreApplication::translate("Notebook::Search", "%1 at character %2").arg(plain.errorString()).arg(plain.patternErrorOffset() + 1);
        return;
    }
    m_expression = QRegularExpression(u"(*LIMIT_MATCH=300000)"_s + body, options);
    if (!m_expression.isValid())
        m_expression = plain;
    m_expression.optimize();
}

void TextMatcher::forEach(const QString &text, const std::function<bool(qsizetype, qsizetype)> &found) const
{
    if (isEmpty() || text.isEmpty())
        return;
    if (m_query.isRegex) {
        QRegularExpressionMatchIterator matches = m_expression.globalMatch(text);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            // Nothing to show, and nothing a person looks for.
            if (match.capturedLength() > 0 && !found(match.capturedStart(), match.capturedLength()))
                return;
        }
        return;
    }
    const qsizetype length = m_query.text.size();
    for (qsizetype at = m_matcher.indexIn(text); at >= 0; at = m_matcher.indexIn(text, at + length)) {
        const bool whole = !m_query.wholeWord || ((at == 0 || !isWord(text[at - 1]) || !isWord(text[at]))
                                                  && (at + length >= text.size() || !isWord(text[at + length]) || !isWord(text[at + length - 1])));
        if (whole && !found(at, length))
            return;
    }
}

} // namespace Notebook
