// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/ptyframe.h"
#include "execd/replaybuffer.h"

#include <cstdint>
#include <cstdlib>

// The first byte chooses between text and binary.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
    const Execd::PtyInput input = Execd::parsePtyInput(data[0] & 1, bytes);
    if (input.kind == Execd::PtyInput::Kind::Typed && (input.text.empty() || input.text.size() > bytes.size() * 3))
        std::abort();
    if (input.kind == Execd::PtyInput::Kind::Resize && (input.columns == 0 || input.rows == 0))
        std::abort();
    (void)Execd::ptyErrorFrame(input.text, "INVALID_FRAME");

    Execd::ReplayBuffer replay(16);
    for (std::size_t at = 0; at < bytes.size(); at += 1 + data[0] % 40)
        replay.append(bytes.substr(at, 1 + data[0] % 40));
    if (replay.end() != bytes.size() || replay.end() - replay.begin() > 16)
        std::abort();
    if (bytes.substr(static_cast<std::size_t>(replay.begin())) != replay.since(0))
        std::abort();
    return 0;
}
