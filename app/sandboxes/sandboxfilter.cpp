// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxfilter.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using Kind = SandboxFilter::Term::Kind;

namespace {

constexpr qint64 LongestTime = qint64(3650) * 86400;

/// Takes quotes off a value; an opening quote without its end counts as there.
QString unquoted(const QString &text)
{
    QString result;
    result.reserve(text.size());
    for (const QChar c : text) {
        if (c != u'"')
            result += c;
    }
    return result;
}

bool contains(const QString &text, const QString &part)
{
    return text.contains(part, Qt::CaseInsensitive);
}

} // namespace

std::optional<std::chrono::seconds> SandboxFilter::parseTime(const QString &text)
{
    qint64 total = 0;
    qint64 number = -1;
    bool any = false;
    for (const QChar c : text) {
        if (c >= u'0' && c <= u'9') {
            number = std::max<qint64>(number, 0) * 10 + (c.unicode() - u'0');
            if (number > LongestTime)
                return {};
            continue;
        }
        if (number < 0)
            return {};
        switch (c.toLower().unicode()) {
        case u's': total += number; break;
        case u'm': total += number * 60; break;
        case u'h': total += number * 3600; break;
        case u'd': total += number * 86400; break;
        default: return {};
        }
        number = -1;
        any = true;
    }
    if (number >= 0) {
        if (any) // "1h30": the unit is missing.
            return {};
        total = number * 60;
        any = true;
    }
    if (!any || total > LongestTime)
        return {};
    return std::chrono::seconds(total);
}

SandboxFilter SandboxFilter::parse(const QString &text)
{
    SandboxFilter filter;
    qsizetype i = 0;
    while (i < text.size()) {
        if (text.at(i).isSpace()) {
            ++i;
            continue;
        }
        const qsizetype start = i;
        bool quoted = false;
        while (i < text.size() && (quoted || !text.at(i).isSpace())) {
            if (text.at(i) == u'"')
                quoted = !quoted;
            ++i;
        }
        QString word = text.sliced(start, i - start);
        Term term;
        term.start = int(start);
        term.length = int(i - start);
        if (word.startsWith(u'-') && word.size() > 1) {
            term.negated = true;
            word.remove(0, 1);
        }
        const auto mistake = [&filter, &term](const QString &explanation) { filter.m_mistakes << Mistake { term.start, term.length, explanation }; };

        const qsizetype op = std::find_if(word.cbegin(), word.cend(), [](QChar c) { return c == u':' || c == u'<' || c == u'>' || c == u'=' || c == u'"'; }) - word.cbegin();
        if (op >= word.size() || word.at(op) == u'"') {
            term.value = unquoted(word);
            if (!term.value.isEmpty())
                filter.m_terms << term;
            continue;
        }
        const QChar sign = word.at(op);
        const QString key = word.first(op);
        term.value = unquoted(word.sliced(op + 1));
        if (sign == u':') {
            static const QHash<QString, Kind> kinds { { u"state"_s, Kind::State }, { u"image"_s, Kind::Image }, { u"name"_s, Kind::Name }, { u"id"_s, Kind::Id }, { u"connection"_s, Kind::Connection } };
            const auto kind = kinds.constFind(key.toLower());
            if (kind == kinds.cend()) {
                mistake(tr("'%1:' is not known. Known are state:, image:, name:, id:, connection:, expires< and key=value.").arg(key));
                continue;
            }
            term.kind = *kind;
            if (!term.value.isEmpty()) // Still being typed.
                filter.m_terms << term;
        } else if (sign == u'=') {
            if (key.isEmpty()) {
                mistake(tr("A metadata term needs a key: owner=ana."));
                continue;
            }
            term.kind = Kind::Metadata;
            term.key = key;
            filter.m_terms << term;
        } else {
            if (key.compare("expires"_L1, Qt::CaseInsensitive) != 0) {
                mistake(tr("Only 'expires' can be compared: expires<30m."));
                continue;
            }
            term.kind = sign == u'<' ? Kind::ExpiresBelow : Kind::ExpiresAbove;
            if (term.value.isEmpty())
                continue;
            const auto time = parseTime(term.value);
            if (!time) {
                mistake(tr("'%1' is no time. Write 90s, 30m, 2h, 1h30m or 3d.").arg(term.value));
                continue;
            }
            term.time = *time;
            filter.m_terms << term;
        }
    }
    return filter;
}

bool SandboxFilter::dependsOnTime() const
{
    return std::any_of(m_terms.cbegin(), m_terms.cend(), [](const Term &term) { return term.kind == Kind::ExpiresBelow || term.kind == Kind::ExpiresAbove; });
}

bool SandboxFilter::matches(const SandboxRecord &record, const QString &stateWord, const QString &connectionName, std::optional<std::chrono::seconds> left) const
{
    const auto holds = [&](const Term &term) {
        switch (term.kind) {
        case Kind::State:
            return term.value.compare("any"_L1, Qt::CaseInsensitive) == 0 || stateWord.startsWith(term.value, Qt::CaseInsensitive) || record.info.state.name.startsWith(term.value, Qt::CaseInsensitive);
        case Kind::Image: return contains(record.info.image, term.value);
        case Kind::Name: return contains(record.name(), term.value);
        case Kind::Id: return record.id().startsWith(term.value, Qt::CaseInsensitive);
        case Kind::Connection: return contains(connectionName, term.value);
        case Kind::ExpiresBelow: return left && *left < term.time;
        case Kind::ExpiresAbove: return record.isPresent() && (!left ? !record.info.expiresAt : *left > term.time);
        case Kind::Metadata: {
            const auto value = record.info.metadata.constFind(term.key);
            return value != record.info.metadata.cend() && value->compare(term.value, Qt::CaseInsensitive) == 0;
        }
        case Kind::Word: break;
        }
        if (contains(record.name(), term.value) || contains(record.id(), term.value) || contains(record.info.image, term.value))
            return true;
        return std::any_of(record.info.metadata.cbegin(), record.info.metadata.cend(), [&term](const QString &value) { return contains(value, term.value); });
    };
    return std::all_of(m_terms.cbegin(), m_terms.cend(), [&holds](const Term &term) { return holds(term) != term.negated; });
}
