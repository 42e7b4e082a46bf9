// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The bodies of answers that tell an error.
#include "errorbody.h"

#include <cstdint>
#include <cstdlib>

using namespace OpenSandbox;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ErrorBody body = parseErrorBody(QByteArrayView(reinterpret_cast<const char *>(data), qsizetype(size)));
    if (body.message.size() > 2100 || body.code.size() > 200)
        abort();
    return 0;
}
