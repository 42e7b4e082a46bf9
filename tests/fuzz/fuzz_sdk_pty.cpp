// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Frames of a terminal's WebSocket: output comes out as it was, places in the replay can be counted on.
#include "ptyprotocol.h"

#include <cstdint>
#include <cstdlib>
#include <limits>

using namespace OpenSandbox;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // A copy, so that the sanitizer sees reads beyond the end.
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const Pty::Frame frame = Pty::fromBinary(bytes);
    if (const auto *output = std::get_if<Pty::Output>(&frame); output && output->bytes != bytes.sliced(1))
        abort();
    if (const auto *replay = std::get_if<Pty::Replay>(&frame)) {
        if (replay->offset < 0 || replay->offset > std::numeric_limits<qint64>::max() - replay->bytes.size() || !bytes.endsWith(replay->bytes))
            abort();
    }
    const Pty::Frame text = Pty::fromText(bytes);
    if (std::holds_alternative<Pty::Output>(text) || std::holds_alternative<Pty::Replay>(text))
        abort();
    if (const QByteArray sent = Pty::input(bytes); sent.size() != bytes.size() + 1 || sent.at(0) != 0)
        abort();
    (void)Pty::signal(QString::fromUtf8(bytes));
    return 0;
}
