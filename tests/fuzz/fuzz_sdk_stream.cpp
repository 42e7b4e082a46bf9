// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Event streams: whatever the bytes and their pieces, the same events come out and none is lost; and the quick
// way of reading a frame makes of it what QJsonDocument does.
#include "collector.h"
#include "frameways.h"

#include <opensandbox/streamdecoder.h>

#include <cstdint>
#include <cstdlib>

using namespace OpenSandbox;

namespace {

/// Kind and size of each event; enough to tell two sequences apart.
QList<std::pair<size_t, qsizetype>> decode(QByteArrayView bytes, qsizetype piece, Collector &collector)
{
    QList<std::pair<size_t, qsizetype>> events;
    StreamDecoder decoder([&](StreamEvent event) {
        qsizetype size = 0;
        if (const auto *output = std::get_if<Event::Output>(&event.value))
            size = output->text.size();
        else if (const auto *broken = std::get_if<Event::Broken>(&event.value))
            size = broken->size;
        events.append({ event.value.index(), size });
        collector.take(std::move(event));
    });
    for (qsizetype at = 0; at < bytes.size(); at += piece) {
        // A copy, so that the sanitizer sees reads beyond the piece.
        const QByteArray part = bytes.sliced(at, qMin(piece, bytes.size() - at)).toByteArray();
        decoder.feed(part);
    }
    decoder.finish();
    return events;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QByteArrayView bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    for (QByteArrayView rest = bytes; !rest.isEmpty();) {
        const qsizetype lf = rest.indexOf('\n');
        if (!FrameWays::compare(lf < 0 ? rest : rest.first(lf)).difference.isEmpty())
            abort();
        rest = lf < 0 ? QByteArrayView() : rest.sliced(lf + 1);
    }
    if (!FrameWays::compare(bytes).difference.isEmpty()) // Line ends within a frame come in data: lines.
        abort();
    Collector whole(RunKind::Code, {});
    Collector torn(RunKind::Command, {});
    if (decode(bytes, bytes.size(), whole) != decode(bytes, 1 + data[0] % 17, torn))
        abort();
    const auto outcome = whole.conclude(data[0] & 1, data[0] & 2, data[0] & 4, bytes.size(), {});
    if (!outcome && outcome.error().message.isEmpty())
        abort();
    if (outcome)
        (void)outcome->text();
    return 0;
}
