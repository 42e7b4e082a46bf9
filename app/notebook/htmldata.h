// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "htmlstyle.h"

#include <QList>
#include <QString>

#include <variant>

/**
 * HTML that came out of a sandbox, read strictly as data: no script, no network, nothing that is not on a short list of tags, and of
 * styles what HtmlStyle keeps. Pure functions; any input gives a result.
 */
namespace HtmlData {

struct TableCell
{
    QString text;
    int row = 0;
    int column = 0;
    int rowSpan = 1;
    int columnSpan = 1;
    bool header = false;
    HtmlStyle::Style style = {}; ///< Its own, or that of its row or of the text it begins with.
};

struct Table
{
    int rows = 0; ///< Header rows included.
    int columns = 0;
    int headerRows = 0; ///< Rows at the top that hold only header cells.
    QList<TableCell> cells; ///< In reading order; spans never overlap and never leave the table.
    QList<bool> numeric; ///< Per column: its body holds numbers, so it is right aligned.
    QString caption;
    bool truncated = false; ///< The source had more than the limits below.
    bool simple = true; ///< No cell spans others, and no table is inside one.

    /// Tab-separated, one line a row.
    QString toText() const;
    QString toCsv() const;
};

inline constexpr int MaxTableRows = 10'000;
inline constexpr int MaxTableColumns = 500;
inline constexpr int MaxTextCells = 240; ///< A table of Markdown with more cells is no part of its text: a text document takes its time for each.
inline constexpr qsizetype MaxHtmlLength = 8 << 20;
inline constexpr qsizetype PartLength = 12 << 10; ///< Markup that is longer is cut where it can be, so that each part is laid out by itself.

/// Markup for a QTextDocument: allowed tags only; of attributes only links (http, https, mailto), data images, starts of lists, styles that
/// HtmlStyle wrote, and the marks of Markdown. A picture that is not loaded is a <span class="not-shown">.
struct Markup
{
    QString html;
    QString text; ///< What a reader sees of it.
};

using Part = std::variant<Markup, Table>;

/// What the HTML was made for. That of Markdown (MarkdownHtml) keeps small tables and the pictures of the cell ("attachment:") in its text,
/// tells of pictures that are not loaded, and has marks of its own: class "language-x" and "math" of <pre>, "math" of <code>, "checked" and
/// "unchecked" of <li>, titles of formulas and notes.
enum class Source { Output, Markdown };

/// Splits at the outermost tables, and where there is much markup between its blocks. Parts without anything to see are left out. Empty when too long.
QList<Part> parse(QStringView html, Source source = Source::Output);

/// The entities of HTML that outputs use; unknown ones stay as they are.
QString decodeEntities(QStringView text);

bool looksNumeric(QStringView text);

} // namespace HtmlData
