// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// An SVG that came out of a sandbox: what is left of it refers to nothing outside, runs nothing, is drawn within its limits, and stays
// as it is when it is cleaned once more.
#include "svgcleaner.h"

#include <QXmlStreamReader>

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool holds)
{
    if (!holds)
        abort();
}

void checkAttribute(const QXmlStreamAttribute &attribute)
{
    const QStringView name = attribute.name();
    const QStringView value = attribute.value();
    require(!name.startsWith(QLatin1StringView("on"), Qt::CaseInsensitive));
    if (name.compare(QLatin1StringView("href"), Qt::CaseInsensitive) == 0)
        require(value.startsWith(u'#') || value.startsWith(QLatin1StringView("data:image/png;base64,")));
    for (qsizetype at = value.indexOf(QLatin1StringView("url"), 0, Qt::CaseInsensitive); at >= 0; at = value.indexOf(QLatin1StringView("url"), at + 3, Qt::CaseInsensitive)) {
        const QStringView rest = value.sliced(at);
        require(!rest.sliced(3).trimmed().startsWith(u'(') || rest.startsWith(QLatin1StringView("url(#")) || name == QLatin1StringView("id"));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SvgCleaner::Limits limits;
    limits.elements = 2000;
    limits.drawn = 5000;
    limits.applied = 100;
    limits.inner = 5000;
    const auto picture = [](const QByteArray &bytes) { return bytes.first(qMin<qsizetype>(bytes.size(), 100)); };
    const SvgCleaner::Result cleaned = SvgCleaner::clean(QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)), picture, limits);
    if (cleaned.svg.isEmpty())
        return 0;
    QXmlStreamReader reader(cleaned.svg);
    int depth = 0;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        require(token != QXmlStreamReader::DTD && token != QXmlStreamReader::ProcessingInstruction && token != QXmlStreamReader::EntityReference);
        if (token == QXmlStreamReader::EndElement)
            --depth;
        if (token != QXmlStreamReader::StartElement)
            continue;
        require(++depth <= limits.depth + 1);
        for (const char *forbidden : { "script", "foreignObject", "filter", "animate", "set", "iframe", "video" })
            require(reader.name() != QLatin1StringView(forbidden));
        for (const QXmlStreamAttribute &attribute : reader.attributes())
            checkAttribute(attribute);
    }
    require(!reader.hasError());
    require(!SvgCleaner::clean(cleaned.svg, picture).svg.isEmpty());
    return 0;
}
