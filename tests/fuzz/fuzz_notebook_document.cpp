// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Notebooks: what is read is written back byte for byte, also after an edit that was undone, and edits give readable files.
#include <opensandbox/notebook/document.h>

#include <QJsonValue>

#include <cstdint>
#include <cstdlib>

using namespace Notebook;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto json = Json::parse(bytes);
    if (json) {
        const QByteArray written = json->toBytes();
        require(bytes.contains(written));
        json->toQt();
        json->toText();
        require(json->toBytes() == written);
        const auto rebuilt = Json::parse(json->withoutLayout().toBytes(Json::detectStyle(bytes)));
        require(rebuilt && rebuilt->toQt() == json->toQt());
    } else {
        require(json.error().line > 0 && json.error().column > 0 && !json.error().message.isEmpty());
    }

    Document document;
    const auto loaded = document.fromBytes(bytes);
    if (!loaded) {
        require(!loaded.error().message.isEmpty() && !loaded.error().hint.isEmpty());
        return 0;
    }
    for (Cell *cell : document.cells()) {
        cell->outputs()->plainText();
        cell->effectiveBinding();
        cell->tags();
        cell->attachment(QStringLiteral("a"));
    }
    const bool converted = document.needsSaveAs();
    require(converted || document.toBytes() == bytes);
    Cell *inserted = document.insertCell(document.count() / 2, CellKind::Code, QStringLiteral("new\ncell"));
    inserted->outputs()->appendStream(StreamName::Stdout, u"x\n");
    if (document.count() > 1)
        document.cell(document.count() - 1)->edit(1, 2, u"\u00e9\n");
    document.changeKind({0, 1}, CellKind::Markdown);
    Document again;
    require(again.fromBytes(document.toBytes()).has_value());
    require(again.count() == document.count());
    for (int i = 0; i < again.count(); ++i)
        require(again.cell(i)->source() == document.cell(i)->source());
    while (document.canUndo())
        document.undo();
    // The ids that were missing stay; without any the file is what it was.
    const QByteArray undone = document.toBytes();
    require(again.fromBytes(undone).has_value());
    require(converted || !document.warnings().isEmpty() || document.formatMinor() >= 5 || undone == bytes);
    return 0;
}
