// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/sandboxsync.h>

#include "runtimeprocess.h"
#include "sdktest.h"

#include <QDir>

#include <atomic>
#include <thread>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Terminals, sessions, folders and the extensions against the real local runtime.
class SdkRuntimeServicesTest : public QObject
{
    Q_OBJECT

private:
    RuntimeProcess m_server;
    std::shared_ptr<Sandbox> m_sandbox;

    template <typename Condition>
    static bool reached(Condition condition)
    {
        return QTest::qWaitFor(condition, 60'000);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_server.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        CreateOptions options;
        options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
        const auto sandbox = wait(Sandbox::create(configFor(m_server), options));
        QVERIFY2(sandbox, why(sandbox));
        m_sandbox = *sandbox;
    }

    void aTerminalWorks()
    {
        PtyService &pty = m_sandbox->pty();
        const auto id = wait(pty.create(u"/workspace"_s));
        QVERIFY2(id, why(id));
        PtyOptions options;
        options.size = { 101, 31 };
        const auto session = pty.attach(*id, options);
        QByteArray seen;
        connect(session.get(), &PtySession::output, this, [&](const QByteArray &bytes) { seen += bytes; });
        connect(session.get(), &PtySession::replay, this, [&](qint64, const QByteArray &bytes, qint64) { seen = bytes; });
        session->write("stty size; echo in$((40+2))\n");
        QVERIFY2(reached([&] { return seen.contains("in42") && seen.contains("31 101"); }), seen);
        session->write("echo before$((1+1)); sleep 1000\n");
        QVERIFY2(reached([&] { return seen.contains("before2"); }), seen);
        const qsizetype interrupted = seen.size();
        // A shell that is just starting the program misses it, and drops what is typed before its next prompt.
        const auto repeated = [&](const QByteArray &keys, const auto &condition) {
            for (int tries = 0; tries < 30 && !condition(); ++tries) {
                session->write(keys);
                (void)QTest::qWaitFor(condition, 2'000);
            }
            return condition();
        };
        QVERIFY2(repeated("\x03", [&] { return seen.indexOf("$ ", interrupted) > 0; }), seen); // Ctrl-C ends the program in front.
        QVERIFY2(repeated("echo after$((1+1))\n", [&] { return seen.contains("after2"); }), seen);
        const auto status = wait(pty.status(*id));
        QVERIFY2(status && status->running, why(status));
        // A second client is refused, or takes it.
        const auto refused = pty.attach(*id, options);
        QVERIFY(reached([&] { return refused->isOver(); }));
        QCOMPARE(refused->error().code, u"ALREADY_CONNECTED"_s);
        options.takeover = true;
        options.since = 0;
        const auto taker = pty.attach(*id, options);
        QByteArray replayed;
        connect(taker.get(), &PtySession::replay, this, [&](qint64, const QByteArray &bytes, qint64) { replayed = bytes; });
        QVERIFY(reached([&] { return taker->state() == PtySession::State::Connected && session->state() == PtySession::State::TakenOver; }));
        QVERIFY2(replayed.contains("in42"), replayed);
        taker->write("exit 7\n");
        QVERIFY(reached([&] { return taker->state() == PtySession::State::Exited; }));
        QCOMPARE(taker->exitCode(), 7);
        QVERIFY(wait(pty.remove(*id)));
        QVERIFY(wait(pty.status(*id)).error().isNotFound());
    }

    void aTerminalWorksBlocking()
    {
        const auto sandbox = SandboxSync::connect(configFor(m_server), m_sandbox->id());
        QVERIFY2(sandbox, why(sandbox));
        PtyOptions options;
        options.pipe = true;
        const auto id = (*sandbox)->pty().create({}, u"read line; echo \"got $line\"; exit 3"_s);
        QVERIFY2(id, why(id));
        auto session = (*sandbox)->pty().attach(*id, options);
        QVERIFY2(session, why(session));
        QVERIFY(session->write("a word\n"));
        QByteArray seen;
        for (;;) {
            const auto bytes = session->read(30s);
            if (!bytes) {
                QCOMPARE(bytes.error().code, u"PTY_ENDED"_s);
                break;
            }
            QVERIFY(!bytes->isEmpty());
            seen += *bytes;
        }
        QCOMPARE(seen, "got a word\n");
        QCOMPARE(session->waitForExit().value(), 3);
        QVERIFY((*sandbox)->pty().remove(*id));
    }

    // Input and output apart, places, signals; the blocking calls that need more than one request, or none.
    void theRestWorksBlocking()
    {
        const auto sandbox = SandboxSync::connect(configFor(m_server), m_sandbox->id());
        QVERIFY2(sandbox, why(sandbox));
        QCOMPARE((*sandbox)->config().apiKey, m_server.key());
        PtyOptions options;
        options.pipe = true;
        const auto id = (*sandbox)->pty().create({}, u"trap 'echo caught; exit 4' TERM; echo ready; echo problem >&2; while :; do sleep 0.1; done"_s);
        QVERIFY2(id, why(id));
        auto session = (*sandbox)->pty().attach(*id, options);
        QVERIFY2(session, why(session));
        QCOMPARE(session->mode(), u"pipe"_s);
        QByteArray out;
        QByteArray problems;
        while (!out.contains("ready\n") || !problems.contains("problem\n")) {
            const auto apart = session->readApart(30s);
            QVERIFY2(apart && !(apart->output.isEmpty() && apart->errorOutput.isEmpty()), why(apart));
            out += apart->output;
            problems += apart->errorOutput;
        }
        QCOMPARE(out, "ready\n");
        QCOMPARE(problems, "problem\n");
        QCOMPARE(session->position(), out.size() + problems.size());
        QVERIFY(session->sendSignal(u"SIGTERM"_s));
        QCOMPARE(session->waitForExit().value(), 4);
        const auto rest = session->read();
        QVERIFY2(rest, why(rest));
        QVERIFY2(rest->contains("caught\n"), *rest); // Bash may tell of its own program, too.
        QVERIFY((*sandbox)->pty().remove(*id));

        FilesSync &files = (*sandbox)->files();
        const auto written = files.writeMany({ { u"/workspace/sync/a"_s, "a", {} }, { u"/workspace/sync/deep/b"_s, "bb", {} }, { u"no path"_s, "c", {} } });
        QVERIFY2(written && written->size() == 3, why(written));
        QVERIFY(!written->at(0).error && !written->at(1).error && written->at(2).error);
        QTemporaryDir folder;
        const auto down = files.downloadFolder(u"/workspace/sync"_s, folder.filePath(u"down"_s));
        QVERIFY2(down && down->size() == 2, why(down));
        QFile content(folder.filePath(u"down/deep/b"_s));
        QVERIFY(content.open(QIODevice::ReadOnly));
        QCOMPARE(content.readAll(), "bb");
        qint64 last = 0;
        const auto up = files.uploadFolder(folder.filePath(u"down"_s), u"/workspace/again"_s, [&](qint64 done, qint64) { last = done; });
        QVERIFY2(up && up->size() == 2, why(up));
        QCOMPARE(last, 3);
        QCOMPARE(files.read(u"/workspace/again/deep/b"_s).value(), "bb");

        const auto expires = (*sandbox)->renew(30min);
        QVERIFY2(expires && *expires > QDateTime::currentDateTimeUtc().addSecs(25 * 60), why(expires));
        const auto probed = (*sandbox)->probe();
        QVERIFY2(probed, why(probed));
        const auto remembered = (*sandbox)->capabilities();
        QVERIFY2(remembered && remembered->known == probed->known && probed->supports(Feature::CodeExtensions) == true, why(remembered));
        SandboxManagerSync manager(configFor(m_server));
        const auto server = manager.probe();
        QVERIFY2(server, why(server));
        const auto known = manager.capabilities();
        QVERIFY2(known && known->runtime == "local"_L1 && known->version == server->version && !known->version.isEmpty(), why(known));
    }

    // Pain 31: an interrupt ends the run under way, and the one that waits behind it runs.
    void runsWaitForTheirContext()
    {
        const auto interpreter = wait(CodeInterpreter::create(m_sandbox));
        QVERIFY2(interpreter, why(interpreter));
        CodesService &codes = (*interpreter)->codes();
        const auto context = wait(codes.createContext(u"python"_s));
        QVERIFY2(context, why(context));
        bool begun = false;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &) { begun = true; };
        const auto first = Later<Execution>::start(codes.run(u"import time; x = 1; print('begun', flush=True)\ntime.sleep(600)"_s, *context, handlers));
        const auto second = Later<Execution>::start(codes.run(u"x += 1; print(x)"_s, *context));
        QVERIFY(reached([&] { return begun; }));
        QVERIFY(!second->result);
        const auto interrupted = wait(codes.interrupt(context->id));
        QVERIFY2(interrupted, why(interrupted));
        QVERIFY(reached([&] { return first->result && second->result; }));
        QVERIFY2(*first->result && (*first->result)->failure, why(*first->result));
        QCOMPARE((*first->result)->failure->name, u"KeyboardInterrupt"_s);
        QVERIFY2(*second->result, why(*second->result));
        QCOMPARE((*second->result)->text().trimmed(), u"2"_s);

        // Threads that block wait for each other, too.
        const auto sandbox = SandboxSync::connect(configFor(m_server), m_sandbox->id());
        QVERIFY2(sandbox, why(sandbox));
        const auto blocking = CodeInterpreterSync::create(*sandbox);
        QVERIFY2(blocking, why(blocking));
        std::atomic<int> right = 0;
        std::vector<std::thread> workers;
        for (int i = 0; i < 4; ++i) {
            workers.emplace_back([&] {
                const auto run = (*blocking)->codes().run(u"time.sleep(0.2); x += 1"_s, *context);
                right += run && run->succeeded();
            });
        }
        for (std::thread &worker : workers)
            worker.join();
        QCOMPARE(int(right), 4);
        const auto sum = (*blocking)->codes().run(u"print(x)"_s, *context);
        QVERIFY2(sum, why(sum));
        QCOMPARE(sum->text().trimmed(), u"6"_s);
        QVERIFY(wait(codes.deleteContext(context->id)));
    }

    void sessionsAndLogs()
    {
        CommandsService &commands = m_sandbox->commands();
        const auto id = wait(commands.createSession(u"/workspace"_s));
        QVERIFY2(id, why(id));
        QVERIFY(wait(commands.runInSession(*id, u"export A=7; cd /tmp"_s)));
        const auto run = wait(commands.runInSession(*id, u"echo $A $PWD; exit 4"_s));
        QVERIFY2(run, why(run));
        QCOMPARE(run->text(), u"7 /tmp"_s);
        QCOMPARE(run->exitCode, 4);
        QVERIFY(wait(commands.deleteSession(*id)));

        RunCommandOptions options;
        options.background = true;
        const auto background = wait(commands.run(u"for i in 1 2 3; do echo line $i; sleep 0.2; done; exit 5"_s, options));
        QVERIFY2(background, why(background));
        QByteArray log;
        const auto status = wait(commands.follow(background->id, [&](const QByteArray &bytes, qint64 cursor) {
            log += bytes;
            QCOMPARE(cursor, log.size());
        }));
        QVERIFY2(status && status->exitCode == 5, why(status));
        QCOMPARE(log, "line 1\nline 2\nline 3\n");
    }

    void kernelsAnswerQuestions()
    {
        const auto interpreter = wait(CodeInterpreter::create(m_sandbox));
        QVERIFY2(interpreter, why(interpreter));
        CodesService &codes = (*interpreter)->codes();
        const auto context = wait(codes.createContext(SupportedLanguage::Python));
        QVERIFY2(context, why(context));
        QVERIFY(wait(codes.run(u"numbers = [3, 1, 2]\nword = 'x' * 5"_s, *context)));
        const QString code = u"'😀'; numbers.app"_s;
        const auto completion = wait(codes.complete(context->id, code, int(code.size())));
        QVERIFY2(completion, why(completion));
        QVERIFY2(std::ranges::any_of(completion->matches, [](const QString &match) { return match.endsWith("append"_L1); }), qPrintable(completion->matches.join(u' ')));
        const QString completed = code.left(completion->cursorStart) + completion->matches.first() + code.mid(completion->cursorEnd);
        QVERIFY2(completed.startsWith(u"'😀'; numbers.app"_s), qPrintable(completed));
        const auto inspection = wait(codes.inspect(context->id, u"len"_s, 3));
        QVERIFY2(inspection && inspection->found && !inspection->data.value("text/plain"_L1).toString().isEmpty(), why(inspection));
        const auto variables = wait(codes.variables(context->id));
        QVERIFY2(variables, why(variables));
        QVERIFY(std::ranges::any_of(*variables, [](const Variable &variable) { return variable.name == "numbers"_L1 && variable.type == "list"_L1; }));
        const auto page = wait(codes.variablePage(context->id, u"numbers"_s, 1, 1));
        QVERIFY2(page && page->rows.size() == 1 && page->total == 3, why(page));
        const auto sorted = wait(codes.variablePage(context->id, u"numbers"_s, VariableQuery { .sortColumn = 1, .descending = true, .filter = u"3"_s }));
        QVERIFY2(sorted && sorted->rows.size() == 1 && sorted->matching == 1 && sorted->total == 3, why(sorted));
        // Input, answered from its own handler.
        ExecutionHandlers handlers;
        QString prompt;
        const QString id = context->id;
        handlers.onInputRequest = [&](const Event::InputRequest &request) {
            prompt = request.prompt;
            auto detached = codes.sendInput(id, u"grün"_s);
        };
        const auto run = wait(codes.run(u"print(input('colour? '))"_s, *context, handlers));
        QVERIFY2(run && !run->failure, why(run));
        QCOMPARE(prompt, u"colour? "_s);
        QVERIFY2(run->text().contains(u"grün"_s), qPrintable(run->text()));
        const auto capabilities = wait(m_sandbox->probe());
        QVERIFY2(capabilities, why(capabilities));
        QCOMPARE(capabilities->runtime, u"local"_s);
        QCOMPARE(capabilities->supports(Feature::LocalExtensions), true);
        QCOMPARE(capabilities->supports(Feature::Terminal), true);
        QCOMPARE(capabilities->supports(Feature::CodeExtensions), true);
        const auto about = wait(m_sandbox->manager().probe());
        QVERIFY2(about && about->runtime == "local"_L1 && about->supports(Feature::LocalExtensions) == true, why(about));
    }

    void foldersGoThereAndBack()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"up/sub/deep"_s));
        QMap<QString, QByteArray> contents;
        for (int i = 0; i < 80; ++i)
            contents.insert(u"sub/f%1 ü.txt"_s.arg(i), QByteArray::number(i * 7));
        contents.insert(u"sub/deep/big"_s, QByteArray(700'000, 'b'));
        for (auto entry = contents.begin(); entry != contents.end(); ++entry) {
            QFile file(folder.filePath(u"up/"_s + entry.key()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(entry.value());
        }
        FilesService &files = m_sandbox->files();
        const auto up = wait(files.uploadFolder(folder.filePath(u"up"_s), u"/workspace/tree"_s));
        QVERIFY2(up && up->size() == contents.size(), why(up));
        for (const FileOutcome &outcome : *up)
            QVERIFY2(!outcome.error, outcome.error ? qPrintable(toString(*outcome.error)) : "");
        const auto down = wait(files.downloadFolder(u"/workspace/tree"_s, folder.filePath(u"down"_s)));
        QVERIFY2(down && down->size() == contents.size(), why(down));
        for (auto entry = contents.begin(); entry != contents.end(); ++entry) {
            QFile file(folder.filePath(u"down/"_s + entry.key()));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(entry.key()));
            QCOMPARE(file.readAll(), entry.value());
        }
        QVERIFY(wait(files.verify(folder.filePath(u"up/sub/deep/big"_s), u"/workspace/tree/sub/deep/big"_s)));
        const auto tree = wait(files.listTree(u"/workspace/tree"_s, 3));
        QVERIFY2(tree && tree->size() == contents.size() + 2, why(tree));
        const auto replaced = wait(files.replaceContents({ { u"/workspace/tree/sub/f11 ü.txt"_s, { u"7"_s, u"seven"_s } } }));
        QCOMPARE(replaced.value().value(u"/workspace/tree/sub/f11 ü.txt"_s), 2);
        const auto again = wait(files.downloadResumable(u"/workspace/tree/sub/deep/big"_s, folder.filePath(u"big"_s)));
        QCOMPARE(again.value(), 700'000);
    }

    void cleanupTestCase()
    {
        if (m_sandbox) {
            const auto killed = wait(m_sandbox->kill());
            QVERIFY2(killed, why(killed));
            m_sandbox.reset();
        }
        QVERIFY(m_server.stop());
    }
};

QTEST_GUILESS_MAIN(SdkRuntimeServicesTest)
#include "tst_sdk_runtime_services.moc"
