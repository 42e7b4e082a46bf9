// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Markdown of a notebook that somebody else wrote: what comes of it is as harmless as any HTML, nothing of what stood for a formula
// is left in it, and every formula ends inside of its text.
#include "formula.h"
#include "htmlchecks.h"
#include "markdownhtml.h"

#include <algorithm>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString markdown = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString html = MarkdownHtml::toHtml(markdown);
    if (!markdown.contains(u'&')) // Which may name any character.
        require(std::ranges::none_of(html, [](QChar c) { return c.unicode() >= 0xfdd0 && c.unicode() <= 0xfdef; }));
    checkParts(HtmlData::parse(html, HtmlData::Source::Markdown));
    int looked = 0; // Of many only a part, for speed.
    for (qsizetype at = 0; at < markdown.size() && looked < 200; ++at) {
        if (markdown[at] != u'$' && markdown[at] != u'\\')
            continue;
        ++looked;
        const Formula::Place place = Formula::at(markdown, at);
        require(place.end == -1 || (place.end > at && place.end <= markdown.size()));
        if (place.end > 0)
            (void)Formula::readable(markdown.sliced(at, place.end - at));
    }
    (void)Formula::readable(markdown);
    return 0;
}
