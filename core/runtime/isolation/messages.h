// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Messages with descriptors between processes of ours, over a socket that keeps them apart (SOCK_SEQPACKET).
namespace Runtime {

inline constexpr std::size_t descriptorLimit = 48; // In one message.

// Makes only system calls, so it may be used after a fork().
bool sendMessage(int socket, std::string_view text, std::span<const int> descriptors = {});

// Nothing when there is no message now; an empty text when the other side is gone. Descriptors that nobody asks
// for are closed.
std::optional<std::string> receiveMessage(int socket, std::vector<Descriptor> *descriptors, int flags);

} // namespace Runtime
