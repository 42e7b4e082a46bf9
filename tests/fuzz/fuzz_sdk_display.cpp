// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Frames of the display bridge: the same events in any pieces, and text that is no frame comes out whole.
#include <opensandbox/displaybridge.h>

#include <QJsonDocument>

#include <cstdint>
#include <cstdlib>

using namespace OpenSandbox;

namespace {

const QString Nonce = QStringLiteral("N");

struct Seen
{
    QStringList events;
    QString text;
    bool operator==(const Seen &) const = default;
};

Seen unpack(const QString &input, qsizetype piece)
{
    Seen seen;
    DisplayUnpacker unpacker(Nonce, [&](const StreamEvent &event) {
        if (const auto *output = std::get_if<Event::Output>(&event.value)) {
            seen.text += output->text;
            return;
        }
        QString word = QString::number(event.value.index()) + u'@' + QString::number(seen.text.size());
        if (const auto *result = std::get_if<Event::Result>(&event.value))
            word += QString::fromUtf8(QJsonDocument(result->data).toJson(QJsonDocument::Compact)) + result->displayId;
        seen.events << word;
    });
    for (qsizetype at = 0; at < input.size(); at += piece)
        unpacker.take({ Event::Output { input.mid(at, piece), false }, 1 });
    unpacker.finish();
    return seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QString input = QString::fromUtf8(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    const Seen whole = unpack(input, qMax<qsizetype>(1, input.size()));
    if (unpack(input, 1 + data[0] % 13) != whole || unpack(input, 1) != whole)
        abort();
    // Only frames may be missing in the text.
    if (whole.events.isEmpty() && whole.text.size() != input.size())
        abort();
    return 0;
}
