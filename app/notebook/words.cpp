// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words.h"

#include "syntax.h"

#include <opensandbox/notebook/document.h>

#include <KSyntaxHighlighting/Definition>

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Words {
namespace {

constexpr qsizetype shortest = 2;
constexpr qsizetype maximumText = 8 << 20; ///< Of all cells together: a key press must not wait.

bool isPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

template <typename Take>
void forEachName(const QString &text, Take take)
{
    qsizetype at = 0;
    while (at < text.size()) {
        if (!isPart(text[at])) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < text.size() && isPart(text[at]))
            ++at;
        if (at - start >= shortest && at - start <= 80 && !text[start].isDigit())
            take(start, QStringView(text).sliced(start, at - start));
    }
}

const QStringList &keywords(const QString &language)
{
    static QHash<QString, QStringList> cache;
    auto found = cache.constFind(language);
    if (found == cache.constEnd()) {
        QStringList all;
        const KSyntaxHighlighting::Definition definition = Syntax::definition(language);
        const QStringList lists = definition.keywordLists();
        for (const QString &list : lists)
            all += definition.keywordList(list);
        all.removeIf([](const QString &word) { return word.size() < shortest || !std::ranges::all_of(word, isPart); });
        all.removeDuplicates();
        all.sort();
        found = cache.insert(language, all);
    }
    return *found;
}

} // namespace

QString nameAt(const QString &source, qsizetype position, bool whole, bool dotted, qsizetype *start)
{
    position = std::clamp<qsizetype>(position, 0, source.size());
    qsizetype from = position;
    while (from > 0 && (isPart(source[from - 1]) || (dotted && source[from - 1] == u'.')))
        --from;
    qsizetype to = position;
    while (whole && to < source.size() && isPart(source[to]))
        ++to;
    if (start)
        *start = from;
    return source.sliced(from, to - from);
}

QStringList complete(const Notebook::Document &document, const Notebook::Cell &cell, qsizetype position, int limit)
{
    qsizetype start = 0;
    const QString prefix = nameAt(cell.source(), position, false, false, &start);
    const bool attribute = start > 0 && cell.source()[start - 1] == u'.';
    if (prefix.isEmpty() && !attribute)
        return {};
    const QString language = cell.language();
    QSet<QString> seen;
    QStringList result;
    const auto collect = [&](const Notebook::Cell &from) {
        QStringList found;
        const QString &text = from.source();
        forEachName(text, [&](qsizetype at, QStringView name) {
            if (&from == &cell && at <= position && at + name.size() >= position)
                return;
            // After a dot only what stands after one elsewhere makes sense.
            if (attribute != (at > 0 && text[at - 1] == u'.') && attribute)
                return;
            if (name.size() > prefix.size() && name.startsWith(prefix, Qt::CaseInsensitive)) {
                const QString word = name.toString();
                if (!seen.contains(word)) {
                    seen.insert(word);
                    found.append(word);
                }
            }
        });
        std::ranges::sort(found, [](const QString &a, const QString &b) { return a.compare(b, Qt::CaseInsensitive) < 0; });
        result += found;
    };
    collect(cell);
    qsizetype budget = maximumText;
    for (const Notebook::Cell *other : document.cells()) {
        if (other == &cell || other->kind() != Notebook::CellKind::Code || result.size() >= limit || budget < 0)
            continue;
        if (other->language() != language)
            continue;
        budget -= other->source().size();
        collect(*other);
    }
    if (!attribute) {
        for (const QString &word : keywords(language)) {
            if (word.size() > prefix.size() && word.startsWith(prefix) && !seen.contains(word))
                result.append(word);
        }
    }
    // What is spelled as it was typed comes first.
    std::ranges::stable_sort(result, [&prefix](const QString &a, const QString &b) { return a.startsWith(prefix) && !b.startsWith(prefix); });
    if (result.size() > limit)
        result.resize(limit);
    return result;
}

Definition definition(const Notebook::Document &document, const Notebook::Cell &cell, const QString &name)
{
    if (name.isEmpty())
        return {};
    const QString escaped = QRegularExpression::escape(name);
    const QRegularExpression expression(
        uR"(^[ \t]*(?:(?:export\s+)?(?:async\s+)?(?:def|class|function|func|const|let|var|type)\s+%1\b|%1\s*(?::[^=\n]+)?:?=(?!=)|%1\s*\(\)\s*\{|(?:from\s+\S+\s+)?import\s[^\n]*\b%1\b|for\s[^\n]*\b%1\b[^\n]*\bin\b))"_s
            .arg(escaped),
        QRegularExpression::MultilineOption);
    const auto lastIn = [&expression](const Notebook::Cell *candidate) -> Definition {
        Definition found;
        const QString &source = candidate->source();
        QRegularExpressionMatchIterator matches = expression.globalMatch(source);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            const qsizetype at = match.capturedStart();
            qsizetype end = source.indexOf(u'\n', at);
            if (end < 0)
                end = source.size();
            found = { candidate, at, source.sliced(at, end - at).trimmed().left(300) };
        }
        return found;
    };
    const QString language = cell.language();
    const auto fits = [&language](const Notebook::Cell *candidate) { return candidate->kind() == Notebook::CellKind::Code && candidate->language() == language; };
    for (int i = cell.index(); i >= 0; --i) {
        if (const Notebook::Cell *candidate = document.cell(i); fits(candidate)) {
            if (const Definition found = lastIn(candidate); found.cell)
                return found;
        }
    }
    for (int i = cell.index() + 1; i < document.count(); ++i) {
        if (const Notebook::Cell *candidate = document.cell(i); fits(candidate)) {
            if (const Definition found = lastIn(candidate); found.cell)
                return found;
        }
    }
    return {};
}

} // namespace Words
