// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowfilter.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <compare>

using namespace Qt::StringLiterals;
using Inspection::Condition;

namespace RowFilter {

namespace {

constexpr qsizetype mostConditions = 32;

/// The operator that stands here; empty: none.
QString operatorAt(QStringView text)
{
    for (const QLatin1StringView one : { "!="_L1, ">="_L1, "<="_L1, "=="_L1, "="_L1, ">"_L1, "<"_L1 }) {
        if (text.startsWith(one))
            return one;
    }
    return {};
}

/// Reads to the next space outside of quotation marks, which are left out. One that is never closed is a character like others.
QString wordAt(QStringView text, qsizetype &at)
{
    QString word;
    while (at < text.size() && text[at] != u' ') {
        const qsizetype end = text[at] == u'"' ? text.indexOf(u'"', at + 1) : -1;
        if (end < 0) {
            word += text[at++];
        } else {
            word += text.sliced(at + 1, end - at - 1);
            at = end + 1;
        }
    }
    return word;
}

void skipSpaces(QStringView text, qsizetype &at)
{
    while (at < text.size() && text[at] == u' ')
        ++at;
}

int columnOf(const QString &name, const QStringList &headers)
{
    const auto same = [&name](Qt::CaseSensitivity how) { return [&name, how](const QString &header) { return header.compare(name, how) == 0; }; };
    for (const Qt::CaseSensitivity how : { Qt::CaseSensitive, Qt::CaseInsensitive }) {
        if (const auto found = std::ranges::find_if(headers, same(how)); found != headers.end() && !name.isEmpty())
            return int(found - headers.begin());
    }
    return -1;
}

/// "is missing", "is not missing" behind the name of a column, and a space or the end behind it. Moves `at` behind it.
bool readMissing(QStringView text, qsizetype &at, Condition &condition)
{
    static const QRegularExpression words(uR"(\G\s*\bis\s+(not\s+)?missing(?=\s|\z))"_s, QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = words.matchView(text, at);
    if (!match.hasMatch())
        return false;
    condition.operation = match.hasCaptured(1) ? u"present"_s : u"missing"_s;
    at = match.capturedEnd();
    return true;
}

bool isAboutMissing(const Condition &condition)
{
    return condition.operation == "missing"_L1 || condition.operation == "present"_L1;
}

/// A column and an operator from `at` on, which is moved behind them; false: something else stands there.
bool readHead(QStringView text, qsizetype &at, const QStringList &headers, Condition &condition)
{
    // The name may have spaces when it is quoted, and characters of operators otherwise.
    if (text[at] == u'"') {
        const qsizetype end = text.indexOf(u'"', at + 1);
        if (end < 0)
            return false;
        qsizetype next = end + 1;
        skipSpaces(text, next);
        condition.column = columnOf(text.sliced(at + 1, end - at - 1).toString(), headers);
        if (condition.column >= 0 && readMissing(text, next, condition)) {
            at = next;
            return true;
        }
        condition.operation = operatorAt(text.sliced(next));
        if (condition.column < 0 || condition.operation.isEmpty())
            return false;
        at = next + condition.operation.size();
        return true;
    }
    for (qsizetype end = at + 1; end <= text.size(); ++end) {
        const bool space = end == text.size() || text[end] == u' ';
        qsizetype next = end;
        if (space)
            skipSpaces(text, next);
        if (space) {
            qsizetype behind = next;
            condition.column = columnOf(text.sliced(at, end - at).toString(), headers);
            if (condition.column >= 0 && readMissing(text, behind, condition)) {
                at = behind;
                return true;
            }
        }
        condition.operation = operatorAt(text.sliced(next));
        if (!condition.operation.isEmpty()) {
            condition.column = columnOf(text.sliced(at, end - at).toString(), headers);
            if (condition.column >= 0) {
                at = next + condition.operation.size();
                return true;
            }
        }
        if (space)
            return false;
    }
    return false;
}

/// A number without what tables put into it.
QString plainNumber(QStringView text)
{
    QString plain = text.trimmed().toString();
    plain.remove(u',');
    if (plain.endsWith(u'%'))
        plain.chop(1);
    return plain;
}

std::optional<qint64> wholeNumber(QStringView text)
{
    bool ok = false;
    const qint64 value = plainNumber(text).toLongLong(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

/// Whole numbers of many digits that differ may be the same as floating point: then their texts decide.
std::partial_ordering compared(double one, QStringView oneText, double other, QStringView otherText)
{
    constexpr double exact = 9007199254740992; // 2^53
    if (one == other && std::abs(one) >= exact) {
        const auto oneWhole = wholeNumber(oneText);
        const auto otherWhole = wholeNumber(otherText);
        if (oneWhole && otherWhole)
            return *oneWhole <=> *otherWhole;
    }
    return one <=> other;
}

} // namespace

bool isMissing(const QString &cell)
{
    return cell.isNull() || cell == "NaN"_L1 || cell == "nan"_L1 || cell == "None"_L1 || cell == "NaT"_L1 || cell == "<NA>"_L1;
}

QStringList unknownColumns(const QString &text, const QStringList &headers)
{
    static const QRegularExpression head(uR"((?:\A|(?<=\s))([\w.]+|"[^"]+")\s*(?:[=<>!]=|[=<>]|is\s+(?:not\s+)?missing\b))"_s);
    QStringList names;
    QRegularExpressionMatchIterator found = head.globalMatch(text.left(longest));
    while (found.hasNext()) {
        const QString name = found.next().captured(1).remove(u'"');
        if (columnOf(name, headers) < 0 && !names.contains(name))
            names.append(name);
    }
    return names;
}

QList<Condition> parse(const QString &text, const QStringList &headers)
{
    QList<Condition> conditions;
    const QStringView line = QStringView(text).left(longest);
    for (qsizetype at = 0; conditions.size() < mostConditions;) {
        skipSpaces(line, at);
        if (at >= line.size())
            break;
        Condition condition;
        if (readHead(line, at, headers, condition)) {
            if (isAboutMissing(condition)) {
                conditions.append(condition);
                continue;
            }
            skipSpaces(line, at);
            const bool quoted = at < line.size() && line[at] == u'"';
            condition.text = wordAt(line, at);
            if (!quoted && isMissing(condition.text) && !condition.text.isEmpty() && condition.operation.contains(u'=') && condition.operation[0] != u'<' && condition.operation[0] != u'>') {
                condition.operation = condition.operation == "!="_L1 ? u"present"_s : u"missing"_s;
                condition.text.clear();
                conditions.append(condition);
                continue;
            }
        } else {
            condition = {};
            condition.text = wordAt(line, at);
        }
        // While it is still being typed it leaves out nothing.
        if (!condition.text.isEmpty())
            conditions.append(condition);
    }
    return conditions;
}

std::optional<double> number(QStringView text)
{
    bool ok = false;
    const double value = plainNumber(text).toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

Test::Test(const Condition &condition) : m_condition(condition), m_folded(condition.text.toCaseFolded())
{
    static const QRegularExpression period(uR"(\A[0-9]{4}(-[0-9]{2}(-[0-9]{2}([ Tt][0-9]{2}(:[0-9]{2}(:[0-9]{2})?)?)?)?)?\z)"_s);
    m_number = number(condition.text);
    if (m_number && std::isnan(*m_number))
        m_number.reset();
    m_period = period.match(condition.text).hasMatch();
    if (m_period)
        m_periodText = QString(condition.text).replace(QChar(u'T'), QChar(u' '), Qt::CaseInsensitive);
}

bool Test::accepts(const QStringList &row) const
{
    if (m_condition.column != Condition::any)
        return holds(row.value(m_condition.column));
    return std::any_of(row.begin(), row.end(), [this](const QString &cell) { return cell.contains(m_folded, Qt::CaseInsensitive); });
}

bool Test::holds(const QString &cell) const
{
    static const QRegularExpression date(uR"(\A[0-9]{4}-[0-9]{2}-[0-9]{2})"_s);
    const QString &operation = m_condition.operation;
    if (isAboutMissing(m_condition))
        return isMissing(cell) == (operation == "missing"_L1);
    auto value = number(cell);
    if (value && std::isnan(*value))
        value.reset();
    const bool comparable = value && m_number;
    const auto order = comparable ? compared(*value, cell, *m_number, m_condition.text) : std::partial_ordering::unordered;
    if (operation == "="_L1 || operation == "!="_L1)
        return (comparable ? order == 0 : cell.contains(m_folded, Qt::CaseInsensitive)) == (operation == "="_L1);
    if (operation == "=="_L1)
        return comparable ? order == 0 : cell == m_condition.text;
    const auto decided = [&operation](std::partial_ordering found) {
        return operation == ">"_L1 ? found > 0 : operation == "<"_L1 ? found < 0 : operation == ">="_L1 ? found >= 0 : found <= 0;
    };
    if (comparable)
        return decided(order);
    if (value || cell.isEmpty())
        return false;
    if (m_period && date.match(cell).hasMatch())
        return decided(cell.left(m_periodText.size()).replace(QChar(u'T'), QChar(u' ')).compare(m_periodText) <=> 0);
    return !m_number && decided(cell.toCaseFolded().compare(m_folded) <=> 0);
}

} // namespace RowFilter
