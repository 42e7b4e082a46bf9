// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What holds of HTML that was read, whatever it was: only tags of the short list come through, and the cells of a table stay apart and
// inside it.
#include "htmldata.h"

#include <cstdlib>
#include <set>
#include <variant>

inline void require(bool holds)
{
    if (!holds)
        abort();
}

inline void checkStyle(const HtmlStyle::Style &style)
{
    require(style.color == 0 || qAlpha(style.color) == 255);
    require(style.background == 0 || qAlpha(style.background) == 255);
    // What is written is read as the same.
    require(HtmlStyle::parse(style.toCss()) == style);
}

inline void checkTable(const HtmlData::Table &table)
{
    require(table.rows <= HtmlData::MaxTableRows && table.columns <= HtmlData::MaxTableColumns);
    require(table.headerRows <= table.rows && table.numeric.size() == table.columns);
    std::set<std::pair<int, int>> taken;
    for (const HtmlData::TableCell &cell : table.cells) {
        checkStyle(cell.style);
        require(cell.row >= 0 && cell.column >= 0 && cell.rowSpan >= 1 && cell.columnSpan >= 1);
        require(cell.row + cell.rowSpan <= table.rows && cell.column + cell.columnSpan <= table.columns);
        // Of large spans only a part is looked at, for speed.
        for (int row = 0; row < qMin(cell.rowSpan, 8); ++row)
            for (int column = 0; column < qMin(cell.columnSpan, 8); ++column)
                require(taken.insert({ cell.row + row, cell.column + column }).second);
    }
    (void)table.toText();
    (void)table.toCsv();
}

inline void checkMarkup(const QString &html)
{
    for (const QLatin1StringView forbidden : { QLatin1StringView("<script"), QLatin1StringView("<style"), QLatin1StringView("<iframe"), QLatin1StringView("<link"), QLatin1StringView("<object"), QLatin1StringView("<form"),
             QLatin1StringView("src=\"http"), QLatin1StringView("src=\"file"), QLatin1StringView("href=\"javascript"), QLatin1StringView("href=\"file") })
        require(!html.contains(forbidden, Qt::CaseInsensitive));
    // Only what HtmlStyle writes: no quotes, brackets or strange signs, so nothing that is loaded or placed.
    for (qsizetype at = html.indexOf(u"style=\""); at >= 0; at = html.indexOf(u"style=\"", at)) {
        at += 7;
        for (; at >= html.size() || html[at] != u'"'; ++at) {
            require(at < html.size());
            const QChar c = html[at];
            require((c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'#' || c == u':' || c == u';' || c == u'-');
        }
    }
}

inline void checkParts(const QList<HtmlData::Part> &parts)
{
    for (const HtmlData::Part &part : parts) {
        if (const auto *table = std::get_if<HtmlData::Table>(&part))
            checkTable(*table);
        else
            checkMarkup(std::get<HtmlData::Markup>(part).html);
    }
}
