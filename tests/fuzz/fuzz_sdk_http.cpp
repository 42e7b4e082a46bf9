// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// HTTP answers and the error texts in them.
#include "errorbody.h"
#include "responseparser.h"

#include <cstdint>
#include <cstdlib>

using namespace OpenSandbox;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const QByteArrayView bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    ResponseParser whole;
    QByteArray wholeBody;
    whole.feed(bytes, wholeBody);
    whole.end();
    ResponseParser torn;
    QByteArray tornBody;
    const qsizetype piece = 1 + data[0] % 17;
    for (qsizetype at = 0; at < bytes.size(); at += piece) {
        const QByteArray part = bytes.sliced(at, qMin(piece, bytes.size() - at)).toByteArray();
        torn.feed(part, tornBody);
    }
    torn.end();
    if (whole.state() != torn.state() || whole.status() != torn.status() || wholeBody != tornBody || whole.headers() != torn.headers())
        abort();
    for (const QByteArrayView text : { bytes, QByteArrayView(wholeBody) }) {
        const ErrorBody body = parseErrorBody(text);
        if (body.message.size() > 2100 || body.code.size() > 200)
            abort();
    }
    return 0;
}
