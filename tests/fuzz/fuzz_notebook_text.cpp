// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Text of programs: however it is cut, the same rows come out; every row can be read; what is stored reads the same again.
#include <opensandbox/notebook/streamtext.h>

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
    if (size < 2)
        return 0;
    const qsizetype piece = data[0] % 32 + 1;
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    StreamText whole;
    whole.appendUtf8(bytes);
    StreamText pieces;
    for (qsizetype at = 0; at < bytes.size(); at += piece) {
        const qint64 rows = pieces.rowCount();
        const qint64 changed = pieces.appendUtf8(bytes.mid(at, piece));
        require(changed >= 0 && changed <= rows + 1);
    }
    for (const StreamText *text : {&whole, &pieces}) {
        qint64 lines = 0;
        const qint64 count = text->rowCount();
        for (qint64 i = 0; i < count; ++i) {
            const TextRow row = text->row(i);
            require(row.text.size() <= StreamText::maximumRowSize);
            require(!row.text.contains(u'\n') && !row.text.contains(u'\x1b'));
            qsizetype end = 0;
            for (const TextRun &run : row.runs) {
                require(run.start >= end && run.length > 0);
                end = run.start + run.length;
            }
            require(end <= row.text.size());
            lines += !row.continues;
        }
        require(lines == text->lineCount());
        text->find(QStringLiteral("a"), {});
    }
    // In longer text very long lines may be kept in other pieces.
    if (bytes.size() > 2000)
        return 0;
    require(whole.plainText() == pieces.plainText());
    StreamText again;
    again.append(whole.toStoredText());
    require(again.plainText() == whole.plainText());
    for (qint64 i = 0; i < whole.rowCount(); ++i)
        require(again.row(i).runs == whole.row(i).runs && pieces.row(i).runs == whole.row(i).runs);
    return 0;
}
