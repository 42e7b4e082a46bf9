// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "recording.h"
#include "sdktest.h"

#include <QJsonArray>

using namespace SdkTest;
using namespace Qt::StringLiterals;

namespace {

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
        for (const Recording &recording : Recording::all()) {
            if (recording.isRun() && !recording.route().startsWith("/session/"))
                some << recording;
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
        const Reply reply = recording.reply();
        QList<Reply> ways { reply, reply.inPieces(recording.response.size() > 200'000 ? 30'000 : 0) };
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
        const Result<Execution> result = *replay(recording, recording.reply()).result;
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
};

QTEST_GUILESS_MAIN(SdkReplayTest)
#include "tst_sdk_replay.moc"
