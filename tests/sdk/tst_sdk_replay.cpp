// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "faultserver.h"
#include "recording.h"

#include <QCoroTask>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

namespace {

template <typename T>
Result<T> wait(Task<T> task)
{
    return QCoro::waitFor(std::move(task));
}

ConnectionConfig configFor(const FaultServer &server)
{
    ConnectionConfig config;
    config.domain = server.address();
    config.requestTimeout = std::chrono::seconds(10);
    return config;
}

/// A recorded response, and the end that the recording saw.
Reply replyOf(const Recording &recording)
{
    Reply reply = Reply::raw(recording.response);
    if (!recording.isComplete() || recording.ended() == "complete+server-close"_L1)
        reply = reply.thenClose();
    return reply;
}

/// The types of a recording's events, by plain means: blank-line separated JSON.
QStringList typesOf(const Recording &recording)
{
    QStringList types;
    for (const QByteArray &part : recording.body().split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(part).object();
        if (!object.isEmpty())
            types << object.value("type"_L1).toString(u"(untyped)"_s);
    }
    return types;
}

QString textOf(const Recording &recording, const QString &type)
{
    QString text;
    for (const QByteArray &part : recording.body().split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(part).object();
        if (object.value("type"_L1).toString() == type)
            text += object.value("text"_L1).toString();
    }
    return text;
}

QString typeOf(const StreamEvent &event)
{
    static const QStringList names { u"init"_s, u"stdout"_s, u"result"_s, u"clear_output"_s, u"error"_s, u"execution_count"_s, u"status"_s,
        u"ping"_s, u"execution_complete"_s, u"(broken)"_s, u"(untyped)"_s, u"(unknown)"_s, u"input_request"_s };
    if (const auto *output = std::get_if<Event::Output>(&event.value))
        return output->isError ? u"stderr"_s : u"stdout"_s;
    return names.at(qsizetype(event.value.index()));
}

struct Outcome
{
    QStringList types;
    QString standardOutput;
    QString standardError;
    std::optional<Result<Execution>> result;
};

} // namespace

class SdkReplayTest : public QObject
{
    Q_OBJECT

private:
    Outcome replay(const Recording &recording, const Reply &reply)
    {
        FaultServer server;
        server.on("*", "*", reply);
        Outcome outcome;
        ExecutionHandlers handlers;
        handlers.onEvent = [&](const StreamEvent &event) { outcome.types << typeOf(event); };
        handlers.onStdout = [&](const Event::Output &output) { outcome.standardOutput += output.text; };
        handlers.onStderr = [&](const Event::Output &output) { outcome.standardError += output.text; };
        const QJsonObject request = QJsonDocument::fromJson(recording.requestBody()).object();
        if (recording.target().contains("/command")) {
            const auto commands = AdapterFactory::standard()->commands(configFor(server), { server.address(), {} });
            RunCommandOptions options;
            options.background = request.value("background"_L1).toBool();
            outcome.result = wait(commands->run(u"x"_s, options, handlers));
        } else {
            const auto codes = AdapterFactory::standard()->codes(configFor(server), { server.address(), {} });
            outcome.result = wait(codes->run(u"x"_s, u"python"_s, handlers));
        }
        if (server.received().size() != 1)
            qFatal("one request expected");
        return outcome;
    }

    static QList<Recording> runs()
    {
        QList<Recording> some;
        for (const QString &area : { u"execd-code"_s, u"execd-command"_s, u"execd-code-reordered"_s, u"execd-code-lost"_s, u"mixed"_s }) {
            for (const Recording &recording : Recording::area(area)) {
                if (recording.method() == "POST" && (recording.target().endsWith("/code") || recording.target().endsWith("/command")))
                    some << recording;
            }
        }
        return some;
    }

private Q_SLOTS:
    void runsReplayTheSameHoweverTheyArrive_data()
    {
        QTest::addColumn<Recording>("recording");
        for (const Recording &recording : runs())
            QTest::newRow(qPrintable(recording.name)) << recording;
    }

    void runsReplayTheSameHoweverTheyArrive()
    {
        QFETCH(Recording, recording);
        const bool command = recording.target().endsWith("/command");
        const QStringList types = typesOf(recording);
        const Reply reply = replyOf(recording);
        QList<Reply> ways { reply, reply.inPieces(0) };
        if (recording.response.size() < 2500)
            ways << reply.inPieces(1);
        for (const Reply &way : ways) {
            const Outcome outcome = replay(recording, way);
            const Result<Execution> &result = *outcome.result;
            if (recording.status() >= 400) {
                QVERIFY(!result);
                QCOMPARE(result.error().httpStatus, recording.status());
                QCOMPARE(result.error().code, QJsonDocument::fromJson(recording.body()).object().value("code"_L1).toString());
                QVERIFY(!result.error().message.isEmpty());
                continue;
            }
            // A command resolves at its terminal event; pings may come after it.
            if (command)
                QCOMPARE(outcome.types, types.first(outcome.types.size()));
            else
                QCOMPARE(outcome.types, types);
            QString expected = textOf(recording, u"stdout"_s);
            QString expectedErrors = textOf(recording, u"stderr"_s);
            if (command) { // Blank lines have a mark of their own.
                expected.remove(u'\n');
                expectedErrors.remove(u'\n');
            }
            QCOMPARE(outcome.standardOutput, expected);
            QCOMPARE(outcome.standardError, expectedErrors);
            if (types.contains("error"_L1)) {
                QVERIFY2(result && result->failure, result ? "" : qPrintable(toString(result.error())));
            } else if (types.contains("(untyped)"_L1)) {
                QVERIFY(!result);
                QVERIFY(result.error().kind == Error::Kind::Api);
                QCOMPARE(result.error().code, u"RUNTIME_ERROR"_s);
            } else if (!types.contains("execution_complete"_L1)) {
                QVERIFY(!result);
                QVERIFY(result.error().kind == Error::Kind::ResultUnknown);
            } else if (recording.isComplete() || recording.response.contains("HTTP/1.0") || recording.header("transfer-encoding").isEmpty()) {
                QVERIFY2(result, result ? "" : qPrintable(toString(result.error())));
                QVERIFY(result->complete);
            }
        }
    }

    void particularOutcomes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("outcome"); // text, exit code or error kind
        const auto row = [](const char *name, const QString &outcome) { QTest::newRow(name) << QString::fromLatin1(name) << outcome; };
        row("execd-code/001-print", u"text hello"_s);
        row("execd-code/002-expression", u"text 2, count 3"_s);
        row("execd-code/004-assignment-only", u"text "_s);
        row("execd-code/008-error", u"text before, failure ZeroDivisionError: division by zero"_s);
        row("execd-code/026-blank-lines", u"text a\n\n\nb\n"_s);
        row("execd-code/048-sys-exit", u"text , failure SystemExit: "_s);
        row("execd-code/079-busy-second", u"error 3 RUNTIME_ERROR error running codes session is busy"_s);
        row("execd-code/062-unknown-context", u"error 3 RUNTIME_ERROR error running codes context not found"_s);
        row("execd-code/082-interrupt-run", u"text sleeping, failure KeyboardInterrupt: "_s);
        row("execd-code/016-surrogate-result", u"unknown"_s);
        row("execd-code/107-deleted-context", u"unknown"_s);
        row("execd-code-lost/01-markdown-latex", u"unknown"_s);
        row("execd-code-lost/04-quit", u"error 3 RUNTIME_ERROR error running codes session is busy"_s);
        row("execd-code-reordered/01-direct-print", u"text hello"_s);
        row("execd-code-reordered/05-direct-error", u"text before, failure ZeroDivisionError: division by zero"_s);
        row("execd-command/01-ok", u"text hello, exit 0"_s);
        row("execd-command/08-blank-lines", u"text a\n\n\nb\n, exit 0"_s);
        row("execd-command/10-crlf", u"text one\ntwo\n\nthree, exit 0"_s);
        row("execd-command/22-timeout", u"text start, exit -1, failure CommandExecError: -1"_s);
        row("execd-command/46-uid-bad-perm-cwd", u"text , failure CommandExecError: fork/exec /usr/bin/bash: permission denied"_s);
        row("execd-command/47-not-found", u"text , exit 127, failure CommandExecError: 127"_s);
        row("execd-command/59-background", u"text "_s);
        row("mixed/01-deleted-mid-run-direct", u"unknown"_s);
    }

    void particularOutcomes()
    {
        QFETCH(QString, name);
        QFETCH(QString, outcome);
        const Recording recording = Recording::load(name);
        QVERIFY2(!recording.response.isEmpty(), qPrintable(name));
        const Result<Execution> result = *replay(recording, replyOf(recording)).result;
        QString seen;
        if (!result) {
            seen = result.error().kind == Error::Kind::ResultUnknown ? u"unknown"_s
                                                                     : u"error %1 %2 %3"_s.arg(int(result.error().kind)).arg(result.error().code, result.error().message);
        } else {
            seen = u"text "_s + result->text();
            if (result->executionCount)
                seen += u", count %1"_s.arg(*result->executionCount);
            if (result->exitCode)
                seen += u", exit %1"_s.arg(*result->exitCode);
            if (result->failure)
                seen += u", failure %1: %2"_s.arg(result->failure->name, result->failure->value);
        }
        QCOMPARE(seen, outcome);
    }

    void contextsReplay()
    {
        for (const Recording &recording : Recording::area(u"execd-contexts"_s)) {
            if (!recording.isComplete())
                continue;
            FaultServer server;
            server.on("*", "*", replyOf(recording));
            const auto codes = AdapterFactory::standard()->codes(configFor(server), { server.address(), {} });
            const QByteArray method = recording.method();
            const QByteArray path = recording.target().split('?').first();
            std::optional<Error> error;
            if (path.endsWith("/code/context")) {
                const auto result = wait(codes->createContext(u"python"_s));
                if (result)
                    QVERIFY2(!result->id.isEmpty() && !result->language.isEmpty(), qPrintable(recording.name));
                else
                    error = result.error();
            } else if (path.endsWith("/code/contexts") && method == "GET") {
                const auto result = wait(codes->listContexts(u"python"_s));
                if (result)
                    QCOMPARE(result->size(), QJsonDocument::fromJson(recording.body()).array().size());
                else
                    error = result.error();
            } else if (path.contains("/code/contexts/") && method == "GET") {
                const auto result = wait(codes->getContext(u"c"_s));
                if (!result)
                    error = result.error();
            } else if (method == "DELETE") {
                const auto result = wait(codes->deleteContext(u"c"_s));
                if (!result)
                    error = result.error();
            } else {
                continue;
            }
            QVERIFY2(error.has_value() == (recording.status() >= 300), qPrintable(recording.name + (error ? toString(*error) : QString())));
            if (error)
                QVERIFY2(error->httpStatus == recording.status() && !error->message.isEmpty(), qPrintable(recording.name));
        }
    }

    void filesReplay()
    {
        int replayed = 0;
        for (const Recording &recording : Recording::area(u"execd-files"_s)) {
            if (!recording.isComplete() || recording.status() == 0)
                continue;
            FaultServer server;
            server.on("*", "*", replyOf(recording));
            const auto files = AdapterFactory::standard()->files(configFor(server), { server.address(), {} });
            const QByteArray path = recording.target().split('?').first();
            const QByteArray method = recording.method();
            std::optional<Error> error;
            const auto note = [&](const auto &result) {
                if (!result)
                    error = result.error();
            };
            if (path.endsWith("/directories/list")) {
                const auto result = wait(files->list(u"/x"_s));
                note(result);
                if (result) {
                    for (const FileInfo &info : *result)
                        QVERIFY2(info.path.startsWith(u'/') && info.modifiedAt && info.mode > 0, qPrintable(recording.name));
                }
            } else if (path.endsWith("/files/info")) {
                note(wait(files->info({ u"/x"_s })));
            } else if (path.endsWith("/files/search")) {
                note(wait(files->search(u"/x"_s, u"*"_s)));
            } else if (path.endsWith("/files/mv")) {
                note(wait(files->move({ { u"/a"_s, u"/b"_s } })));
            } else if (path.endsWith("/files/permissions")) {
                note(wait(files->setPermissions({ { u"/a"_s, Permissions { 600, {}, {} } } })));
            } else if (path.endsWith("/directories")) {
                note(method == "POST" ? wait(files->createDirectories({ u"/a"_s })) : wait(files->removeDirectories({ u"/a"_s })));
            } else if (path.endsWith("/files") && method == "DELETE") {
                note(wait(files->removeFiles({ u"/a"_s })));
            } else {
                continue;
            }
            ++replayed;
            QVERIFY2(error.has_value() == (recording.status() >= 300), qPrintable(recording.name + u' ' + (error ? toString(*error) : QString())));
            if (error)
                QVERIFY2(error->httpStatus == recording.status() && !error->message.isEmpty(), qPrintable(recording.name));
        }
        QVERIFY(replayed > 60);
    }

    void lifecycleReplays()
    {
        int replayed = 0;
        const QList<Recording> all = Recording::area(u"lifecycle"_s) + Recording::area(u"lifecycle-noegress"_s);
        for (const Recording &recording : all) {
            if (!recording.isComplete() || recording.response.startsWith("HTTP/1.1 100"))
                continue;
            FaultServer server;
            server.on("*", "*", replyOf(recording));
            SandboxManager manager(configFor(server));
            const QByteArray path = recording.target().split('?').first();
            const QByteArray method = recording.method();
            std::optional<Error> error;
            const auto note = [&](const auto &result) {
                if (!result)
                    error = result.error();
            };
            bool notFoundIsFine = false;
            if (path == "/v1/sandboxes" && method == "POST") {
                CreateOptions options;
                options.image = u"img"_s;
                const auto result = wait(manager.create(options));
                note(result);
                if (result)
                    QVERIFY2(result->createdAt && !result->id.isEmpty(), qPrintable(recording.name));
            } else if (path == "/v1/sandboxes" && method == "GET") {
                const auto result = wait(manager.list());
                note(result);
                if (result)
                    QCOMPARE(result->items.size(), QJsonDocument::fromJson(recording.body()).object().value("items"_L1).toArray().size());
            } else if (path.startsWith("/v1/sandboxes/") && path.count('/') == 3 && method == "GET") {
                note(wait(manager.get(u"i"_s)));
            } else if (path.startsWith("/v1/sandboxes/") && path.count('/') == 3 && method == "DELETE") {
                notFoundIsFine = true;
                note(wait(manager.kill(u"i"_s)));
            } else if (path.contains("/endpoints/")) {
                const auto result = wait(manager.endpoint(u"i"_s, 44772));
                note(result);
                if (result)
                    QVERIFY(!result->endpoint.contains("://"_L1));
            } else if (path.endsWith("/pause")) {
                note(wait(manager.pause(u"i"_s)));
            } else if (path.endsWith("/resume")) {
                note(wait(manager.resume(u"i"_s)));
            } else {
                continue;
            }
            ++replayed;
            const bool wrong = recording.status() >= 300 && !(notFoundIsFine && recording.status() == 404);
            QVERIFY2(error.has_value() == wrong, qPrintable(recording.name + u' ' + (error ? toString(*error) : QString())));
            if (error) {
                QCOMPARE(error->httpStatus, recording.status());
                QVERIFY2(!error->message.isEmpty(), qPrintable(recording.name));
                QVERIFY2(recording.status() < 400 || error->requestId == QString::fromLatin1(recording.header("x-request-id")), qPrintable(recording.name));
            }
        }
        QVERIFY(replayed > 100);
    }

    void metricsReplay()
    {
        for (const Recording &recording : Recording::area(u"execd-metrics"_s)) {
            FaultServer server;
            server.on("*", "*", replyOf(recording));
            const auto metrics = AdapterFactory::standard()->metrics(configFor(server), { server.address(), {} });
            if (recording.target().endsWith("/watch")) {
                int samples = 0;
                const auto end = wait(metrics->watch([&](const Metrics &sample) {
                    ++samples;
                    QVERIFY(sample.cpuCount == 2 && sample.memoryTotalMib > 24'000 && sample.timestampMs > 1'700'000'000'000);
                }));
                QVERIFY(!end);
                QVERIFY2(samples >= 3, qPrintable(recording.name));
            } else {
                const auto sample = wait(metrics->get());
                QVERIFY2(sample && sample->cpuCount == 2, qPrintable(recording.name));
            }
        }
    }
};

QTEST_GUILESS_MAIN(SdkReplayTest)
#include "tst_sdk_replay.moc"
