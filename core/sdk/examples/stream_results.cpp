// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Everything a cell can give: output, a result, an error, and an end by interrupt.
#include "example.h"

#include <opensandbox/codeinterpreter.h>

#include <QCoreApplication>
#include <QCoroTask>
#include <QJsonObject>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

QCoro::Task<int> streamResults()
{
    CreateOptions options;
    options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
    ConnectionConfig cfg = exampleConfig();
    cfg.displayBridge = true; // Plots on servers that drop them, too.
    const auto sandbox = co_await Sandbox::create(cfg, options);
    if (!sandbox)
        co_return failed(sandbox.error());
    const auto interpreter = co_await CodeInterpreter::create(*sandbox);
    if (!interpreter)
        co_return failed(interpreter.error());
    CodesService &codes = (*interpreter)->codes();
    const auto context = co_await codes.createContext(SupportedLanguage::Python);
    if (!context)
        co_return failed(context.error());

    ExecutionHandlers handlers;
    handlers.onStdout = [](const Event::Output &output) { print(u"out: "_s + output.text.trimmed()); };
    handlers.onResult = [](const Event::Result &result) {
        print((result.isDisplay ? u"display: "_s : u"result: "_s) + result.data.value("text/plain"_L1).toString());
    };
    const auto first = co_await codes.run(u"from IPython.display import display\nprint('hello')\ndisplay({'text/plain': 'a picture'}, raw=True)\n6 * 7"_s, *context, handlers);
    if (!first)
        co_return failed(first.error());

    const auto second = co_await codes.run(u"1 / 0"_s, *context); // A failing cell is an outcome, not an error of the call.
    if (!second)
        co_return failed(second.error());
    print(u"failure: "_s + (second->failure ? second->failure->name : u"none"_s));

    ExecutionHandlers interrupting;
    const QString id = context->id;
    bool sent = false;
    interrupting.onStdout = [&codes, &sent, id](const Event::Output &) {
        if (!std::exchange(sent, true))
            auto interrupt = codes.interrupt(id);
    };
    const auto third = co_await codes.run(u"import time\nwhile True:\n    print('working', flush=True)\n    time.sleep(0.1)"_s, *context, interrupting);
    if (!third)
        co_return failed(third.error());
    print(u"failure: "_s + (third->failure ? third->failure->name : u"none"_s));

    const auto killed = co_await (*sandbox)->kill();
    co_return killed ? 0 : failed(killed.error());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    return QCoro::waitFor(streamResults());
}
