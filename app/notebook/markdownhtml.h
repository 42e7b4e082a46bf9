// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "htmldata.h"

/**
 * Markdown as notebooks have it: that of GitHub (tables, task lists, strikethrough, bare links, footnotes) with formulas and inline HTML.
 * It becomes HTML, which is then read as strictly as that of any output (HtmlData). Pure functions, in any thread; any input gives a result,
 * in a time that grows with its size.
 */
namespace MarkdownHtml {

/// Not to be trusted: what inline HTML of the source says is still in it.
QString toHtml(const QString &markdown);

/// Parts that are laid out one by one; a table with many cells is one of its own.
QList<HtmlData::Part> parse(const QString &markdown);

} // namespace MarkdownHtml
