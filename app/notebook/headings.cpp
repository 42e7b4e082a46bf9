// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headings.h"

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype searched = 20'000;

/// Calls `take` with the level and the rest of each heading's line, until it returns false.
void forEachHeading(const QString &markdown, const std::function<bool(int, QStringView)> &take)
{
    bool fence = false;
    for (qsizetype at = 0; at < std::min(markdown.size(), searched);) {
        qsizetype end = markdown.indexOf(u'\n', at);
        if (end < 0)
            end = markdown.size();
        const QStringView line = QStringView(markdown).sliced(at, end - at);
        at = end + 1;
        if (line.startsWith("```"_L1))
            fence = !fence;
        if (fence || !line.startsWith(u'#'))
            continue;
        int level = 0;
        while (level < line.size() && line[level] == u'#')
            ++level;
        if (level <= 6 && level < line.size() && line[level] == u' ' && !take(level, line.sliced(level)))
            return;
    }
}

} // namespace

QList<Headings::Heading> Headings::of(const QString &markdown)
{
    QList<Heading> result;
    forEachHeading(markdown, [&result](int level, QStringView line) {
        QString text = line.toString();
        text.remove(u'*').remove(u'`').remove(u'#');
        result.append({ level, text.trimmed() });
        return true;
    });
    return result;
}

int Headings::level(const QString &markdown)
{
    int first = 0;
    forEachHeading(markdown, [&first](int level, QStringView) {
        first = level;
        return false;
    });
    return first;
}
