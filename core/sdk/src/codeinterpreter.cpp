// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "bridgedcodes.h"
#include "figuretaker.h"
#include "lifecycle.h"

namespace OpenSandbox {

struct CodeInterpreter::Private
{
    std::shared_ptr<Sandbox> sandbox;
    std::unique_ptr<CodesService> codes;
};

CodeInterpreter::CodeInterpreter(std::unique_ptr<Private> d_) : d(std::move(d_)) { }
CodeInterpreter::~CodeInterpreter() = default;

CreateOptions CodeInterpreter::creation(const QString &image)
{
    CreateOptions options;
    options.image = image;
    options.entrypoint = { QStringLiteral("/opt/code-interpreter/code-interpreter.sh") };
    options.timeout = std::chrono::minutes(15);
    return options;
}

Task<std::shared_ptr<CodeInterpreter>> CodeInterpreter::create(std::shared_ptr<Sandbox> sandbox)
{
    auto resolve = sandbox->endpoint(ExecdPort);
    const Result<Endpoint> endpoint = co_await resolve;
    if (!endpoint)
        co_return std::unexpected(endpoint.error());
    auto d = std::make_unique<Private>();
    const ClosedBy scope(closedWith(sandbox));
    d->codes = sandbox->factory()->codes(sandbox->config(), *endpoint);
    if (sandbox->config().displayBridge)
        d->codes = bridgedCodes(std::move(d->codes), Client::endpoint(sandbox->config(), *endpoint), sandbox->factory()->files(sandbox->config(), *endpoint));
    d->sandbox = std::move(sandbox);
    co_return std::shared_ptr<CodeInterpreter>(new CodeInterpreter(std::move(d)));
}

CodesService &CodeInterpreter::codes()
{
    return *d->codes;
}

void CodeInterpreter::setFigureStyle(const std::optional<FigureStyle> &style)
{
    // Services of another factory may know nothing of figures.
    if (auto *taker = dynamic_cast<FigureTaker *>(d->codes.get()))
        taker->setFigureStyle(style);
}

Sandbox &CodeInterpreter::sandbox()
{
    return *d->sandbox;
}

} // namespace OpenSandbox
