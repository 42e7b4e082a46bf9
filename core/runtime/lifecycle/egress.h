// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/message.h"

#include <string>

namespace Runtime {

struct Sandbox;

// The egress sidecar's routes as far as they can be true here: all network or none, decided when the sandbox is
// made. A change that would change nothing is accepted, any other is refused with the reason. Errors are lines
// of text, as the real one's.
Http::Response answerEgress(const Sandbox &sandbox, const std::string &method, const std::string &path, const std::string &body);

} // namespace Runtime
