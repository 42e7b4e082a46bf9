// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/figurestyle.h>
#include <opensandbox/sandbox.h>

#include <optional>

namespace OpenSandbox {

/// The code execution layer over a sandbox that runs a code-interpreter image: stateful contexts in several languages.
class CodeInterpreter
{
public:
    /// What a sandbox for code is made from: the image, the entrypoint that starts its kernels (with the default one
    /// a real server has none), and a lifetime of 15 minutes. Choose versions by `env`: PYTHON_VERSION, JAVA_VERSION, NODE_VERSION, GO_VERSION.
    static CreateOptions creation(const QString &image = QStringLiteral("opensandbox/code-interpreter:latest"));
    /// Resolves the endpoint and keeps the sandbox alive as long as it lives. The sandbox's close() ends its calls, too.
    static Task<std::shared_ptr<CodeInterpreter>> create(std::shared_ptr<Sandbox> sandbox);
    ~CodeInterpreter();

    /// Contexts and runs in them.
    CodesService &codes();
    /**
     * How figures of Python are drawn in runs that begin from now on, of this object only; nothing (as in the beginning):
     * as everywhere. For the local runtime, and for other servers with ConnectionConfig::displayBridge; others take no notice.
     */
    void setFigureStyle(const std::optional<FigureStyle> &style);
    /// The sandbox it runs in.
    Sandbox &sandbox();

    const QString &id() { return sandbox().id(); } ///< Of the sandbox.
    FilesService &files() { return sandbox().files(); } ///< Of the sandbox.
    CommandsService &commands() { return sandbox().commands(); } ///< Of the sandbox.
    MetricsService &metrics() { return sandbox().metrics(); } ///< Of the sandbox.

private:
    struct Private;
    explicit CodeInterpreter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace OpenSandbox
