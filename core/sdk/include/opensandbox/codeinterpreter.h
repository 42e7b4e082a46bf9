// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/sandbox.h>

namespace OpenSandbox {

/// The code execution layer over a sandbox that runs a code-interpreter image: stateful contexts in several languages.
class CodeInterpreter
{
public:
    /// Resolves the endpoint and keeps the sandbox alive as long as it lives.
    static Task<std::shared_ptr<CodeInterpreter>> create(std::shared_ptr<Sandbox> sandbox);
    ~CodeInterpreter();

    /// Contexts and runs in them.
    CodesService &codes();
    /// The sandbox it runs in.
    Sandbox &sandbox();

private:
    struct Private;
    explicit CodeInterpreter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace OpenSandbox
