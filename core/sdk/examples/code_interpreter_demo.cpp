// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Runs code in a context, where variables live from one run to the next.
#include "example.h"

#include <opensandbox/codeinterpreter.h>

#include <QCoreApplication>
#include <QCoroTask>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> codeInterpreterDemo()
{
    const ConnectionConfig cfg = exampleConfig();
    CreateOptions options;
    options.image = u"opensandbox/code-interpreter:v1.0.1"_s;
    options.env = { { u"PYTHON_VERSION"_s, u"3.11"_s }, { u"JAVA_VERSION"_s, u"17"_s } };
    const auto sbx = co_await Sandbox::create(cfg, options);
    if (!sbx)
        co_return failed(sbx.error());

    const auto interpreter = co_await CodeInterpreter::create(*sbx);
    if (!interpreter)
        co_return failed(interpreter.error());
    CodesService &codes = (*interpreter)->codes();
    const auto ctx = co_await codes.createContext(SupportedLanguage::Python);
    if (!ctx)
        co_return failed(ctx.error());

    const auto assigned = co_await codes.run(u"x = 42"_s, *ctx);
    if (!assigned)
        co_return failed(assigned.error());
    const auto result = co_await codes.run(u"print(x)"_s, *ctx);
    if (!result)
        co_return failed(result.error());
    print(result->standardOutput.value(0).text.trimmed());

    const auto killed = co_await (*sbx)->kill();
    (*sbx)->close();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(codeInterpreterDemo());
}
