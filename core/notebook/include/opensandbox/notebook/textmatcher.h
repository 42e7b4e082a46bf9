// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringMatcher>

#include <functional>

namespace Notebook {

struct SearchQuery
{
    QString text;
    bool isRegex = false;
    bool matchCase = false;
    bool wholeWord = false;
    bool inOutputs = true;
    bool operator==(const SearchQuery &) const = default;
};

/// What a query finds in one text. A pattern that would try for ever gives up instead. A plain value.
class TextMatcher
{
public:
    TextMatcher() = default;
    explicit TextMatcher(const SearchQuery &query);

    const SearchQuery &query() const { return m_query; }
    /// Nothing is looked for: there is no text, or an error.
    bool isEmpty() const { return m_query.text.isEmpty() || !m_error.isEmpty(); }
    /// Empty, or what is wrong with the regular expression and where.
    QString error() const { return m_error; }
    /// Of a query for one.
    const QRegularExpression &expression() const { return m_expression; }
    /// Says where each match begins and how long it is, in order, until `found` returns false. Empty matches are passed by.
    void forEach(const QString &text, const std::function<bool(qsizetype start, qsizetype length)> &found) const;

private:
    SearchQuery m_query;
    QString m_error;
    QRegularExpression m_expression;
    QStringMatcher m_matcher;
};

} // namespace Notebook
