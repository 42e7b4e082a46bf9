// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// HTML that came out of a sandbox: only what may be shown comes through.
#include "htmlchecks.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString html = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    checkParts(HtmlData::parse(html));
    (void)HtmlData::decodeEntities(html);
    checkStyle(HtmlStyle::parse(html));
    HtmlStyle::Sheet sheet;
    sheet.add(html);
    checkStyle(sheet.of(html.left(20)));
    return 0;
}
