// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The same without coroutines: every call blocks, and no event loop has to run.
#include "example.h"

#include <opensandbox/sandboxsync.h>

#include <QCoreApplication>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const ConnectionConfig cfg = exampleConfig();
    CreateOptions options;
    options.image = u"opensandbox/code-interpreter:v1.0.1"_s;
    options.env = { { u"PYTHON_VERSION"_s, u"3.11"_s } };
    const auto sandbox = SandboxSync::create(cfg, options);
    if (!sandbox)
        return failed(sandbox.error());

    const auto interpreter = CodeInterpreterSync::create(*sandbox);
    if (!interpreter)
        return failed(interpreter.error());
    CodesSync &codes = (*interpreter)->codes();
    const auto ctx = codes.createContext(SupportedLanguage::Python);
    if (!ctx)
        return failed(ctx.error());
    if (const auto assigned = codes.run(u"a = 10"_s, *ctx); !assigned)
        return failed(assigned.error());
    const auto res = codes.run(u"print(a)"_s, *ctx);
    if (!res)
        return failed(res.error());
    print(res->standardOutput.value(0).text.trimmed());

    if (const auto killed = (*sandbox)->kill(); !killed)
        return failed(killed.error());
    const auto closed = (*sandbox)->close();
    return closed ? 0 : failed(closed.error());
}
