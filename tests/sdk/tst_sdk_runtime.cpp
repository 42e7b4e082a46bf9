// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "runtimeprocess.h"
#include "sdktest.h"

#include <QFile>
#include <QTemporaryDir>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The whole path against the real local runtime.
class SdkRuntimeTest : public QObject
{
    Q_OBJECT

private:
    static QCoro::Task<> keep(Task<Execution> task, std::optional<Result<Execution>> *result) { *result = co_await task; }

    RuntimeProcess m_server;
    std::optional<Result<Execution>> m_firstRun;
    ConnectionConfig m_config;
    std::shared_ptr<Sandbox> m_sandbox;
    std::shared_ptr<CodeInterpreter> m_interpreter;

private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_server.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        m_config = configFor(m_server);
        CreateOptions options;
        options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
        options.metadata.insert(u"name"_s, u"sdk-test"_s);
        const auto sandbox = wait(Sandbox::create(m_config, options));
        QVERIFY2(sandbox, why(sandbox));
        m_sandbox = *sandbox;
        const auto interpreter = wait(CodeInterpreter::create(m_sandbox));
        QVERIFY2(interpreter, why(interpreter));
        m_interpreter = *interpreter;
    }

    void thePlainCallsWork()
    {
        SandboxManager manager(m_config);
        QVERIFY(wait(manager.health()));
        const auto all = wait(manager.listAll());
        QVERIFY2(all && all->size() == 1 && all->first().id == m_sandbox->id(), why(all));
        QCOMPARE(all->first().displayName(), u"sdk-test"_s);
        const auto renewed = wait(m_sandbox->renew(1h));
        QVERIFY2(renewed, why(renewed));
        QVERIFY(std::abs(QDateTime::currentDateTimeUtc().secsTo(*renewed) - 3600) < 10);
        const auto unknown = wait(manager.get(u"no-such-sandbox"_s));
        QVERIFY(!unknown && unknown.error().isNotFound());
        ConnectionConfig wrong = m_config;
        wrong.apiKey = u"wrong"_s;
        SandboxManager intruder(wrong);
        const auto refused = wait(intruder.listAll());
        QVERIFY(!refused && refused.error().isAuthentication());
    }

    void pythonKeepsItsState()
    {
        CodesService &codes = m_interpreter->codes();
        const auto context = wait(codes.createContext(SupportedLanguage::Python));
        QVERIFY2(context, why(context));
        const auto first = wait(codes.run(u"x = 6\nprint('hello')"_s, *context));
        QVERIFY2(first, why(first));
        QCOMPARE(first->text(), u"hello"_s);
        const auto second = wait(codes.run(u"x * 7"_s, *context));
        QVERIFY2(second, why(second));
        QCOMPARE(second->results.first().data.value("text/plain"_L1).toString(), u"42"_s);
        const auto failing = wait(codes.run(u"1/0"_s, *context));
        QVERIFY2(failing && failing->failure, why(failing));
        QCOMPARE(failing->failure->name, u"ZeroDivisionError"_s);
        const auto contexts = wait(codes.listContexts());
        QVERIFY(contexts && std::ranges::any_of(*contexts, [&](const CodeContext &other) { return other.id == context->id; }));

        bool interrupted = false;
        ExecutionHandlers handlers;
        const QString id = context->id;
        handlers.onStdout = [&codes, &interrupted, id](const Event::Output &) {
            if (!std::exchange(interrupted, true))
                auto detached = codes.interrupt(id);
        };
        const auto stopped = wait(codes.run(u"import time\nprint('go', flush=True)\ntime.sleep(60)"_s, *context, handlers));
        QVERIFY2(stopped && stopped->failure, why(stopped));
        QCOMPARE(stopped->failure->name, u"KeyboardInterrupt"_s);
        const auto restarted = wait(codes.restartContext(id));
        QVERIFY2(restarted, why(restarted));
        const auto gone = wait(codes.run(u"x"_s, *context));
        QVERIFY2(gone && gone->failure && gone->failure->name == "NameError"_L1, why(gone));
        QVERIFY(wait(codes.deleteContext(id)));
    }

    // What is missing can be installed, and is there without a restart. From a file, as no test goes to the network.
    void packagesAreInstalled()
    {
        CodesService &codes = m_interpreter->codes();
        const auto context = wait(codes.createContext(SupportedLanguage::Python));
        QVERIFY2(context, why(context));
        const auto made = wait(codes.run(uR"(import zipfile
with zipfile.ZipFile('/tmp/greeting-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('greeting.py', 'word = "hello"')
    wheel.writestr('greeting-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n')
    wheel.writestr('greeting-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
    wheel.writestr('greeting-1.0.dist-info/RECORD', ''))"_s, *context));
        QVERIFY2(made && !made->failure, why(made));
        const auto installed = wait(codes.run(u"%pip install --no-index /tmp/greeting-1.0-py3-none-any.whl"_s, *context));
        QVERIFY2(installed && !installed->failure, why(installed));
        QVERIFY2(installed->text().contains("Successfully installed greeting-1.0"_L1), qPrintable(installed->text()));
        const auto imported = wait(codes.run(u"import greeting\nprint(greeting.word)"_s, *context));
        QVERIFY2(imported && !imported->failure, why(imported));
        QCOMPARE(imported->text(), u"hello"_s);
    }

    void displaysArriveAsTheKernelSentThem()
    {
        QStringList seen;
        ExecutionHandlers handlers;
        handlers.onEvent = [&seen](const StreamEvent &event) {
            if (const auto *result = std::get_if<Event::Result>(&event.value))
                seen << u"%1 %2 %3"_s.arg(result->isUpdate ? u"update"_s : result->isDisplay ? u"display"_s : u"result"_s, result->displayId,
                    result->data.value("text/html"_L1).toString());
            else if (const auto *clear = std::get_if<Event::ClearOutput>(&event.value))
                seen << (clear->wait ? u"clear later"_s : u"clear"_s);
        };
        const auto run = wait(m_interpreter->codes().run(u"from IPython.display import *\n"
                                                         "display(HTML('one'), display_id='d1')\n"
                                                         "update_display(HTML('two'), display_id='d1')\n"
                                                         "clear_output(wait=True)\n"
                                                         "HTML('three')"_s, SupportedLanguage::Python, handlers));
        QVERIFY2(run, why(run));
        QCOMPARE(seen, (QStringList { u"display d1 one"_s, u"update d1 two"_s, u"clear later"_s, u"result  three"_s }));
    }

    void bashKeepsItsState()
    {
        CodesService &codes = m_interpreter->codes();
        const auto context = wait(codes.createContext(SupportedLanguage::Bash));
        QVERIFY2(context, why(context));
        QVERIFY(wait(codes.run(u"greet() { echo \"hello $1\"; }; x=7"_s, *context)));
        const auto second = wait(codes.run(u"greet you; echo $x"_s, *context));
        QVERIFY2(second, why(second));
        QCOMPARE(second->text(), u"hello you\n7"_s);
    }

    void manyRunsAndAnInterruptAtOnce()
    {
        CodesService &codes = m_interpreter->codes();
        const auto context = wait(codes.createContext(SupportedLanguage::Python));
        QVERIFY2(context, why(context));
        // Another client's run in a busy context is refused; one of this client waits for its turn.
        auto detached = keep(codes.run(u"import time; time.sleep(30)"_s, *context), &m_firstRun);
        QTest::qWait(300);
        const auto others = AdapterFactory::standard()->codes(m_sandbox->config(), m_sandbox->execdEndpoint());
        const auto second = wait(others->run(u"1"_s, *context));
        QVERIFY(!second && second.error().kind == Error::Kind::Api);
        QVERIFY2(second.error().message.contains("busy"_L1), qPrintable(second.error().message));
        const auto third = Later<Execution>::start(codes.run(u"print('after')"_s, *context));
        QVERIFY(wait(codes.interrupt(context->id)));
        QTRY_VERIFY(m_firstRun);
        QVERIFY2(*m_firstRun && (*m_firstRun)->failure, why(*m_firstRun));
        QTRY_VERIFY_WITH_TIMEOUT(third->result, 60'000);
        QVERIFY2(*third->result, why(*third->result));
        QCOMPARE((*third->result)->text(), u"after"_s);
    }

    void commandsRun()
    {
        CommandsService &commands = m_sandbox->commands();
        const auto done = wait(commands.run(u"echo a; echo; echo b >&2; exit 3"_s));
        QVERIFY2(done, why(done));
        QCOMPARE(done->exitCode, 3);
        QCOMPARE(done->standardOutput.size(), 2);
        QCOMPARE(done->standardError.first().text, u"b"_s);
        RunCommandOptions options;
        options.background = true;
        const auto background = wait(commands.run(u"echo started; sleep 60"_s, options));
        QVERIFY2(background, why(background));
        QTRY_VERIFY(wait(commands.logs(background->id)).value_or(CommandLogs {}).content == "started\n");
        QVERIFY(wait(commands.status(background->id))->running);
        QVERIFY2(wait(commands.interrupt(background->id)), "interrupt");
        QTRY_VERIFY(!wait(commands.status(background->id))->running);
        QVERIFY(wait(commands.interrupt(background->id)));
    }

    void filesGoThereAndBack()
    {
        FilesService &files = m_sandbox->files();
        QTemporaryDir folder;
        const QString local = folder.filePath(u"up"_s);
        QFile file(local);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray content;
        for (int i = 0; i < 300'000; ++i)
            content += char(i * 7 % 251);
        file.write(content);
        file.close();
        for (const QString &name : { u"plain.bin"_s, u"3+4;&=%41 ü#?.bin"_s, u"$(id)"_s, u"-rf"_s }) {
            const QString remote = u"/workspace/deep/"_s + name;
            const auto up = wait(files.upload(local, remote));
            QVERIFY2(up, why(up));
            const QString back = folder.filePath(u"down"_s);
            const auto down = wait(files.download(remote, back));
            QVERIFY2(down, why(down));
            QFile copy(back);
            QVERIFY(copy.open(QIODevice::ReadOnly));
            QCOMPARE(copy.readAll(), content);
            QCOMPARE(wait(files.read(remote, 100, 10, 5)).value(), content.mid(10, 5));
            const auto moved = wait(files.move({ { remote, QString(remote + u"2"_s) } }));
            QVERIFY2(moved, why(moved));
            QVERIFY(wait(files.removeFiles({ QString(remote + u"2"_s) })));
        }
        QVERIFY(wait(files.write(u"/workspace/note.txt"_s, "grüße")));
        QCOMPARE(wait(files.read(u"/workspace/note.txt"_s)).value(), QByteArray("grüße"));
        const auto list = wait(files.list(u"/workspace"_s));
        QVERIFY2(list, why(list));
        QVERIFY(std::ranges::any_of(*list, [](const FileInfo &info) { return info.name() == "note.txt"_L1 && info.mode == 644; }));
        const auto missing = wait(files.info({ u"/workspace/none"_s }));
        QVERIFY(!missing && missing.error().isNotFound());
    }

    void metricsAreSampled()
    {
        const auto sample = wait(m_sandbox->metrics().get());
        QVERIFY2(sample && sample->cpuCount > 0 && sample->memoryTotalMib > 0, why(sample));
        std::stop_source stop;
        int samples = 0;
        const auto end = wait(m_sandbox->metrics().watch([&](const Metrics &) {
            if (++samples == 2)
                stop.request_stop();
        }, {}, stop.get_token()));
        QVERIFY(!end && end.error().kind == Error::Kind::Cancelled);
        QCOMPARE(samples, 2);
    }

    void cleanupTestCase()
    {
        if (m_sandbox) {
            const auto killed = wait(m_sandbox->kill());
            QVERIFY2(killed, why(killed));
            const auto gone = wait(m_sandbox->info());
            QVERIFY(!gone && gone.error().isNotFound());
            m_interpreter.reset();
            m_sandbox.reset();
        }
        QVERIFY(m_server.stop());
    }
};

QTEST_GUILESS_MAIN(SdkRuntimeTest)
#include "tst_sdk_runtime.moc"
