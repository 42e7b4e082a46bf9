// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording.h"
#include "sdktest.h"
#include "serverthread.h"

#include <QJsonArray>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray Init = R"({"type":"init","text":"session-1","timestamp":1})";
const QByteArray Ping = R"({"type":"ping","text":"pong","timestamp":1})";
const QByteArray Complete = R"({"type":"execution_complete","execution_time":5,"timestamp":1})";

QByteArray out(const QByteArray &text, qint64 time = 1)
{
    return R"({"type":"stdout","text":")" + text + R"(","timestamp":)" + QByteArray::number(time) + '}';
}

std::unique_ptr<CommandsService> commandsAt(const FaultServer &server)
{
    return AdapterFactory::standard()->commands(configFor(server), endpointOf(server));
}

std::unique_ptr<CodesService> codesAt(const FaultServer &server)
{
    return AdapterFactory::standard()->codes(configFor(server), endpointOf(server));
}

Reply logs(const QByteArray &text, qint64 cursor)
{
    return Reply::raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nExecd-Commands-Tail-Cursor: " + QByteArray::number(cursor) + "\r\nContent-Length: "
                      + QByteArray::number(text.size()) + "\r\n\r\n" + text);
}

} // namespace

class SdkSessionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sessions()
    {
        FaultServer server;
        server.on("POST", "/session", Reply::json(200, R"({"session_id":"s 1"})"));
        server.on("POST", "/session/s%201/run", Reply::stream({ Init, Ping, out("a"), out("b"), Complete }));
        server.on("DELETE", "/session/s%201", Reply::empty(200));
        server.on("DELETE", "/session/gone", Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"no"})"));
        const auto commands = commandsAt(server);
        QCOMPARE(wait(commands->createSession()).value(), u"s 1"_s);
        QCOMPARE(server.received().last().body, "{}");
        const auto id = wait(commands->createSession(u"/w x"_s));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"cwd":"/w x"})"));
        RunInSessionOptions options;
        options.cwd = u"/tmp"_s;
        options.timeout = 1500ms;
        QStringList lines;
        ExecutionHandlers handlers;
        handlers.onStdout = [&](const Event::Output &output) { lines << output.text; };
        const auto run = wait(commands->runInSession(*id, u"cd /; ls"_s, options, handlers));
        QVERIFY2(run && run->exitCode == 0, why(run));
        QCOMPARE(lines, (QStringList { u"a"_s, u"b"_s }));
        QCOMPARE(run->text(), u"a\nb"_s);
        QCOMPARE(bodyOf(server.received().last()), json(R"({"command":"cd /; ls","cwd":"/tmp","timeout":1500})"));
        QVERIFY(wait(commands->deleteSession(*id)));
        QVERIFY(wait(commands->deleteSession(u"gone"_s)));
        QVERIFY(wait(commands->runInSession(*id, u"  "_s)).error().kind == Error::Kind::InvalidArgument);
        // An unknown session is a 500; a timeout is told inside the stream.
        server.on("POST", "/session/s%201/run", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"session not found"})"));
        QCOMPARE(wait(commands->runInSession(*id, u"x"_s)).error().httpStatus, 500);
        server.on("POST", "/session/s%201/run", Reply::stream({ Init, out("a"), R"({"code":"RUNTIME_ERROR","message":"error running in session. timeout after 500ms"})" }));
        const auto late = wait(commands->runInSession(*id, u"x"_s));
        QVERIFY(!late && late.error().message.contains("timeout after 500ms"_L1));
        server.on("POST", "/session/s%201/run", Reply::openStream({ Init, out("a") }).thenClose());
        const auto cut = wait(commands->runInSession(*id, u"x"_s));
        QVERIFY(!cut && cut.error().kind == Error::Kind::ResultUnknown);
        QCOMPARE(server.count("POST", "/session/s%201/run"), 4);
    }

    void recordedSessionsReplay()
    {
        int seen = 0;
        for (const QString &area : { u"execd-session"_s, u"execd-session-proxy"_s }) {
            for (const Recording &recording : Recording::area(area)) {
                const QByteArray path = recording.target().split('?').first();
                if (!path.contains("/session") || recording.method() == "GET")
                    continue;
                QList<int> pieces { -1, 0 }; // Whole, at random, and byte by byte.
                if (recording.response.size() < 2500)
                    pieces << 1;
                for (const int piece : std::as_const(pieces)) {
                    FaultServer server;
                    Reply reply = Reply::raw(recording.response);
                    if (!recording.isComplete() || recording.ended() == "complete+server-close"_L1)
                        reply = reply.thenClose();
                    server.on("*", "*", piece >= 0 ? reply.inPieces(piece) : reply);
                    const auto commands = commandsAt(server);
                    std::optional<Error> error;
                    if (path.endsWith("/run")) {
                        const auto run = wait(commands->runInSession(u"x"_s, u"x"_s));
                        QString expected;
                        QString last;
                        for (const QByteArray &line : recording.body().split('\n')) {
                            const QJsonObject event = json(line);
                            const QString type = event.value("type"_L1).toString();
                            if (type == "stdout"_L1)
                                expected += event.value("text"_L1).toString() + u'\n';
                            if (type == "error"_L1 || type == "execution_complete"_L1)
                                last = type;
                        }
                        if (run) {
                            QVERIFY2(!last.isEmpty(), qPrintable(recording.name));
                            QCOMPARE(run->failure.has_value(), last == "error"_L1);
                            QString text;
                            for (const Event::Output &output : run->standardOutput)
                                text += output.text + u'\n';
                            QCOMPARE(text, expected);
                            if (run->failure)
                                QCOMPARE(run->exitCode, run->failure->value.toInt());
                        } else {
                            error = run.error();
                            QVERIFY2(recording.status() >= 300 || last.isEmpty(), qPrintable(recording.name));
                        }
                    } else if (recording.method() == "POST") {
                        const auto id = wait(commands->createSession());
                        if (!id)
                            error = id.error();
                    } else if (const auto done = wait(commands->deleteSession(u"x"_s)); !done) {
                        error = done.error();
                    }
                    if (error && recording.status() >= 300) {
                        QCOMPARE(error->httpStatus, recording.status());
                        QVERIFY2(!error->message.isEmpty(), qPrintable(recording.name));
                    }
                    ++seen;
                }
            }
        }
        QVERIFY2(seen >= 100, QByteArray::number(seen));
    }

    // The server sends all there is from the cursor on.
    void aLongLogIsFollowedInPieces()
    {
        FaultServer server;
        QByteArray all(40 << 20, 'l');
        for (qsizetype i = 0; i < all.size(); i += 4096)
            all.replace(i, 8, QByteArray::number(i).rightJustified(8, '.'));
        server.on("GET", "/command/status/c", Reply::json(200, R"({"id":"c","running":false,"exit_code":0})"));
        server.on("GET", "/command/c/logs", [&](const Received &request) { return logs(all.sliced(request.target.sliced(request.target.indexOf('=') + 1).toLongLong()), int(all.size())); });
        const auto commands = commandsAt(server);
        const auto first = wait(commands->logs(u"c"_s));
        QVERIFY2(first, why(first));
        QCOMPARE(first->content.size(), 16 << 20);
        QCOMPARE(first->cursor, 16 << 20);
        QByteArray text;
        qint64 last = 0;
        const auto status = wait(commands->follow(u"c"_s, [&](const QByteArray &bytes, qint64 cursor) { text += bytes, last = cursor; }));
        QVERIFY2(status && status->exitCode == 0, why(status));
        QVERIFY(text == all);
        QCOMPARE(last, all.size());
        QCOMPARE(server.count("GET", "/command/c/logs"), 4);
    }

    void aLogIsFollowedByItsBytes()
    {
        FaultServer server;
        const QByteArray running = R"({"id":"c","running":true})";
        server.expect("GET", "/command/status/c", Reply::json(404, R"({"code":"INVALID_REQUEST_BODY","message":"unknown"})")); // Not registered yet.
        server.expect("GET", "/command/status/c", Reply::json(200, running));
        server.expect("GET", "/command/c/logs", logs("out\xc3", 4));
        server.expect("GET", "/command/status/c", Reply::text(502, "Bad Gateway"));
        server.expect("GET", "/command/status/c", Reply::json(200, running));
        server.expect("GET", "/command/c/logs", Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")); // Pain 24: no cursor, nothing new.
        server.on("GET", "/command/status/c", Reply::json(200, R"({"id":"c","running":false,"exit_code":3})"));
        server.on("GET", "/command/c/logs", logs("\xa4 end\n", 10));
        const auto commands = commandsAt(server);
        QByteArray text;
        QList<qint64> cursors;
        FollowOptions options;
        options.interval = 2ms;
        const auto status = wait(commands->follow(u"c"_s, [&](const QByteArray &bytes, qint64 cursor) { text += bytes, cursors << cursor; }, options));
        QVERIFY2(status && status->exitCode == 3, why(status));
        QCOMPARE(text, "out\xc3\xa4 end\n");
        QCOMPARE(cursors, (QList<qint64> { 4, 10 }));
        const QList<Received> reads = server.received("GET", "/command/c/logs");
        QCOMPARE(reads.size(), 3);
        QCOMPARE(reads.at(0).target, "/command/c/logs?cursor=0");
        QCOMPARE(reads.at(1).target, "/command/c/logs?cursor=4");
        QCOMPARE(reads.at(2).target, "/command/c/logs?cursor=4");
        // From a place that an earlier call gave.
        options.cursor = 10;
        QVERIFY(wait(commands->follow(u"c"_s, {}, options)));
        QCOMPARE(server.received().last().target, "/command/c/logs?cursor=10");
        options.cursor = -1;
        QVERIFY(wait(commands->follow(u"c"_s, {}, options)).error().kind == Error::Kind::InvalidArgument);
        options.cursor = 0;
        server.on("GET", "/command/c/logs", Reply::json(400, R"({"code":"INVALID_REQUEST_BODY","message":"not a background command"})"));
        QCOMPARE(wait(commands->follow(u"c"_s, {}, options)).error().httpStatus, 400);
        const auto unknown = wait(commands->follow(u"nobody"_s, {}, options));
        QVERIFY(unknown.error().isNotFound());
        // Stopped while it waits.
        server.on("GET", "/command/status/c", Reply::json(200, running));
        server.on("GET", "/command/c/logs", logs({}, 0));
        options.interval = 10s;
        std::stop_source stop;
        const auto following = Later<CommandStatus>::start(commands->follow(u"c"_s, {}, options, stop.get_token()));
        server.forget();
        QTRY_COMPARE(server.count("GET", "/command/c/logs"), 1);
        stop.request_stop();
        QTRY_VERIFY(following->result);
        QVERIFY(following->result->error().kind == Error::Kind::Cancelled);
    }

    void usersAndGroups()
    {
        FaultServer server;
        server.on("POST", "/command", Reply::stream({ Init, Complete }));
        const auto commands = commandsAt(server);
        RunCommandOptions options;
        options.uid = 1000;
        options.gid = 100;
        options.background = true;
        QVERIFY(wait(commands->run(u"id"_s, options)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"command":"id","background":true,"uid":1000,"gid":100})"));
        options.uid.reset();
        QVERIFY(wait(commands->run(u"id"_s, options)).error().kind == Error::Kind::InvalidArgument);
        QCOMPARE(server.received().size(), 1);
    }

    void completionCountsCharacters()
    {
        FaultServer server;
        server.on("POST", "/code/contexts/c%201/complete", Reply::json(200, R"({"matches":["append","appendleft"],"cursor_start":3,"cursor_end":5})"));
        const auto codes = codesAt(server);
        const QString code = u"😀x.ap😀"_s; // The emoji are one character, but two units of a QString.
        const auto completion = wait(codes->complete(u"c 1"_s, code, 6));
        QVERIFY2(completion, why(completion));
        QCOMPARE(bodyOf(server.received().last()).value("cursor_pos"_L1).toInt(), 5);
        QCOMPARE(completion->matches, (QStringList { u"append"_s, u"appendleft"_s }));
        QCOMPARE(completion->cursorStart, 4);
        QCOMPARE(completion->cursorEnd, 6);
        // Numbers of a server that does not know what it says.
        server.on("POST", "/code/contexts/c%201/complete", Reply::json(200, R"({"matches":[1],"cursor_start":900,"cursor_end":-4})"));
        const auto wild = wait(codes->complete(u"c 1"_s, code, -5));
        QCOMPARE(bodyOf(server.received().last()).value("cursor_pos"_L1).toInt(), 0);
        QVERIFY(wild && wild->cursorStart == code.size() && wild->cursorEnd == code.size());
    }

    void variablesAndInspection()
    {
        FaultServer server;
        server.on("POST", "/code/contexts/c/inspect", Reply::json(200, R"({"found":true,"data":{"text":"len of obj","text/html":"<b>len</b>"}})"));
        server.on("GET", "/code/contexts/c/variables", Reply::json(200, R"({"variables":[{"name":"df","type":"DataFrame","shape":[3,4],"size":96,"preview":"...","table":true},{"name":"x","type":"int","preview":"7"}]})"));
        server.on("GET", "/code/contexts/c/variables/d%20f",
            Reply::json(200, R"({"name":"d f","type":"DataFrame","columns":[{"name":"","type":"int64"},{"name":"a","type":"object"}],"rows":[["0","x"],["1",null]],"offset":10,"total_rows":4294967297})"));
        server.on("POST", "/code/contexts/c/input", Reply::empty(200));
        const auto codes = codesAt(server);
        const auto inspection = wait(codes->inspect(u"c"_s, u"len"_s, 3, 1));
        QVERIFY2(inspection && inspection->found, why(inspection));
        QCOMPARE(inspection->data.value("text/plain"_L1).toString(), u"len of obj"_s);
        QCOMPARE(bodyOf(server.received().last()), json(R"({"code":"len","cursor_pos":3,"detail_level":1})"));
        const auto variables = wait(codes->variables(u"c"_s));
        QVERIFY2(variables && variables->size() == 2, why(variables));
        QCOMPARE(variables->first(), (Variable { u"df"_s, u"DataFrame"_s, { 3, 4 }, 96, u"..."_s, true }));
        QCOMPARE(variables->last().size, std::nullopt);
        const auto page = wait(codes->variablePage(u"c"_s, u"d f"_s, 10, 2));
        QVERIFY2(page && page->rows.size() == 2, why(page));
        QCOMPARE(server.received().last().target, "/code/contexts/c/variables/d%20f?offset=10&limit=2");
        QCOMPARE(page->columns, (QStringList { u""_s, u"a"_s }));
        QCOMPARE(page->columnTypes, (QStringList { u"int64"_s, u"object"_s }));
        QVERIFY(page->rows.at(1).at(1).isNull());
        QCOMPARE(page->total, 4294967297);
        QCOMPARE(page->matching, std::nullopt);
        server.on("GET", "/code/contexts/c/variables/df", Reply::json(200, R"({"columns":[],"rows":[],"offset":0,"total_rows":9,"matching_rows":2})"));
        const auto sorted = wait(codes->variablePage(u"c"_s, u"df"_s, VariableQuery { .offset = 0, .limit = 5, .sortColumn = 2, .descending = true, .filter = u"a&b ü"_s }));
        QVERIFY2(sorted && sorted->total == 9, why(sorted));
        QCOMPARE(sorted->matching, 2);
        QCOMPARE(server.received().last().target, "/code/contexts/c/variables/df?offset=0&limit=5&sort=2&descending=true&filter=a%26b%20%C3%BC");
        QCOMPARE(sorted->conditions, 0);
        server.on("GET", "/code/contexts/c/variables/df", Reply::json(200, R"({"columns":["a"],"rows":[],"total_rows":9,"matching_rows":1,"conditions":2,"total_columns":300})"));
        const auto chosen = wait(codes->variablePage(u"c"_s, u"df"_s, VariableQuery { .conditions = { { 2, u">="_s, u"1&2"_s }, { -1, u"="_s, u"ü"_s } } }));
        QVERIFY2(chosen && chosen->conditions == 2 && chosen->totalColumns == 300, why(chosen));
        const QByteArray target = server.received().last().target;
        QCOMPARE(QByteArray::fromPercentEncoding(target.sliced(target.indexOf("&where=") + 7)), "[{\"column\":2,\"operation\":\">=\",\"text\":\"1&2\"},{\"operation\":\"=\",\"text\":\"ü\"}]");
        server.on("GET", "/code/contexts/c/variables", Reply::json(200, R"({"variables":[{"name":"x","type":"int"}],"truncated":true,"total":700})"));
        const auto many = wait(codes->variables(u"c"_s));
        QVERIFY2(many && many->size() == 1 && many->isTruncated && many->total == 700, why(many));
        // One kernel that cannot sort says nothing about what others can.
        server.on("GET", "/code/contexts/c/variables/df", Reply::json(501, R"({"code":"NOT_SUPPORTED","message":"not here"})"));
        QCOMPARE(wait(codes->variablePage(u"c"_s, u"df"_s, VariableQuery { .filter = u"x"_s })).error().code, u"NOT_SUPPORTED"_s);
        QVERIFY(wait(codes->variables(u"c"_s)));
        QVERIFY(wait(codes->sendInput(u"c"_s, u"my password"_s)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"value":"my password"})"));
        server.on("GET", "/code/contexts/c/late",
            Reply::json(200, R"({"outputs":[{"run":"r1","type":"stdout","text":"bg 0\n"},{"run":"r2","type":"stderr","text":"é"}],"next":4294967307,"dropped":5})"));
        const auto late = wait(codes->lateOutput(u"c"_s, 7, std::chrono::seconds(2)));
        QVERIFY2(late && late->texts.size() == 2, why(late));
        QCOMPARE(server.received().last().target, "/code/contexts/c/late?since=7&wait=2");
        QCOMPARE(late->texts.first().run, u"r1"_s);
        QCOMPARE(late->texts.first().text, u"bg 0\n"_s);
        QVERIFY(!late->texts.first().isError && late->texts.last().isError);
        QCOMPARE(late->next, 4294967307);
        QCOMPARE(late->dropped, 5);
        server.on("POST", "/code", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"no"})"));
        ExecutionHandlers named;
        named.runName = u"r3"_s;
        QVERIFY(!wait(codes->run(u"x"_s, CodeContext { u"c"_s, u"python"_s, {} }, named)));
        QCOMPARE(bodyOf(server.received().last()), json(R"({"code":"x","context":{"language":"python","id":"c"},"run":"r3"})"));
        server.on("POST", "/code/contexts/c/input", Reply::json(409, R"({"code":"NO_INPUT_REQUESTED","message":"nobody wants 'my password'"})"));
        QCOMPARE(wait(codes->sendInput(u"c"_s, u"my password"_s)).error().message, u"nobody wants '***'"_s);
        for (const char *path : { "/code/contexts/c/variables", "/code/contexts/gone/variables" })
            server.on("GET", path, path == QByteArrayView("/code/contexts/c/variables") ? Reply::json(409, R"({"code":"CONTEXT_BUSY","message":"busy"})")
                                                                                       : Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"no"})"));
        QCOMPARE(wait(codes->variables(u"c"_s)).error().code, u"CONTEXT_BUSY"_s);
        QCOMPARE(wait(codes->variables(u"gone"_s)).error().code, u"CONTEXT_NOT_FOUND"_s);
        QCOMPARE(wait(codes->variables(u"c"_s)).error().code, u"CONTEXT_BUSY"_s); // Asked again: that says nothing about the server.
    }

    void missingExtensionsAreRemembered()
    {
        FaultServer server;
        server.on("*", "*", Reply::text(404, "404 page not found"));
        const auto codes = codesAt(server);
        const auto first = wait(codes->complete(u"c"_s, u"x"_s, 1));
        QVERIFY(!first && first.error().code == "NOT_SUPPORTED"_L1 && first.error().isNotFound());
        // Of every context, but no other call.
        QVERIFY(!wait(codes->complete(u"other"_s, u"x"_s, 1)));
        QCOMPARE(server.received().size(), 1);
        server.on("GET", "/code/contexts/c/variables", Reply::json(200, R"({"variables":[]})"));
        QVERIFY(wait(codes->variables(u"c"_s)));
        QVERIFY(wait(codes->restartContext(u"c"_s)).error().isNotFound());
        QVERIFY(wait(codes->restartContext(u"d"_s)).error().isNotFound());
        QCOMPARE(server.count("POST", "/code/contexts/c/restart"), 1);
        QCOMPARE(server.count("POST", "/code/contexts/d/restart"), 0);
    }

    void aKernelThatCannotCompleteSpeaksForItselfOnly()
    {
        FaultServer server;
        server.on("POST", "/code/contexts/bash/complete", Reply::json(501, R"({"code":"NOT_SUPPORTED","message":"the kernel of this context cannot answer that"})"));
        server.on("POST", "/code/contexts/python/complete", Reply::json(200, R"({"matches":["print"],"cursor_start":0,"cursor_end":2})"));
        server.on("POST", "/code/contexts/bash/inspect", Reply::json(200, R"({"found":true,"data":{"text/plain":"x"}})"));
        server.on("GET", "/code/contexts/bash/variables/t", Reply::json(200, R"({"name":"t","columns":["a"],"rows":[["1"]],"total":1})"));
        const auto codes = codesAt(server);
        for (int i = 0; i < 2; ++i) {
            const auto refused = wait(codes->complete(u"bash"_s, u"pr"_s, 2));
            QVERIFY(!refused);
            QCOMPARE(refused.error().httpStatus, 501);
            QCOMPARE(refused.error().message, u"the kernel of this context cannot answer that"_s);
        }
        QCOMPARE(server.count("POST", "/code/contexts/bash/complete"), 1);
        const auto completed = wait(codes->complete(u"python"_s, u"pr"_s, 2));
        QVERIFY2(completed, why(completed));
        QCOMPARE(completed->matches, QStringList { u"print"_s });
        const auto inspected = wait(codes->inspect(u"bash"_s, u"x"_s, 1));
        QVERIFY2(inspected && inspected->found, why(inspected));
        // Who cannot sort can still show pages as they are.
        VariableQuery sorted;
        sorted.sortColumn = 0;
        server.on("GET", "/code/contexts/bash/variables/t", Reply::json(501, R"({"code":"NOT_SUPPORTED","message":"no sorting"})"));
        QVERIFY(!wait(codes->variablePage(u"bash"_s, u"t"_s, sorted)));
        server.on("GET", "/code/contexts/bash/variables/t", Reply::json(200, R"({"name":"t","columns":["a"],"rows":[["1"]],"total":1})"));
        const auto page = wait(codes->variablePage(u"bash"_s, u"t"_s));
        QVERIFY2(page, why(page));
        QCOMPARE(page->total, 1);
    }

    void inputIsAskedForOnlyWhereSomebodyAnswers()
    {
        FaultServer server;
        server.on("POST", "/code", Reply::stream({ Init, R"({"type":"input_request","prompt":"Name: ","password":true,"timestamp":1})", out("hi"), Complete }));
        const auto codes = codesAt(server);
        QVERIFY(wait(codes->run(u"input()"_s, u"python"_s)));
        QVERIFY(!bodyOf(server.received().last()).contains("allow_stdin"_L1));
        QStringList asked;
        ExecutionHandlers handlers;
        handlers.onInputRequest = [&](const Event::InputRequest &request) { asked << request.prompt + (request.password ? u"*"_s : u""_s); };
        QVERIFY(wait(codes->run(u"input()"_s, u"python"_s, handlers)));
        QCOMPARE(asked, QStringList { u"Name: *"_s });
        QCOMPARE(bodyOf(server.received().last()).value("allow_stdin"_L1), QJsonValue(true));
    }

    // Pain 11: frames much older than their arrival, all at once.
    void outputThatAProxyHeldBackIsNoted()
    {
        FaultServer server;
        QList<QByteArray> frames { R"({"type":"init","text":"c","timestamp":1000000})" };
        for (int i = 1; i <= 20; ++i)
            frames << out("line", 1'000'000 + i * 1000);
        frames << R"({"type":"execution_complete","execution_time":20000,"timestamp":1020001})";
        server.on("POST", "/code", Reply::stream(frames));
        const auto codes = codesAt(server);
        const auto held = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY2(held && held->standardOutput.size() == 20, why(held));
        QVERIFY2(held->notes.join(u' ').contains("proxy"_L1), qPrintable(held->notes.join(u' ')));
        // As quick as it was made: nothing to say.
        frames.clear();
        frames << R"({"type":"init","text":"c","timestamp":1000000})";
        for (int i = 1; i <= 20; ++i)
            frames << out("line", 1'000'000 + i * 10);
        frames << Complete;
        server.on("POST", "/code", Reply::stream(frames));
        const auto quick = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY2(quick && quick->notes.isEmpty(), why(quick));
        // One late word after a pause of the sandbox is no proxy.
        server.on("POST", "/code", Reply::stream({ R"({"type":"init","text":"c","timestamp":1000000})", out("late", 1'060'000), R"({"type":"execution_complete","timestamp":1060001})" }));
        const auto paused = wait(codes->run(u"x"_s, u"python"_s));
        QVERIFY2(paused && paused->notes.isEmpty(), why(paused));
    }

    // What waits because a handler takes its time was not held back by anybody on the way.
    void aSlowHandlerIsNoProxy()
    {
        ServerThread thread;
        QByteArray events = R"({"type":"init","text":"c","timestamp":1000000})" "\n\n";
        for (int i = 0; i < 10; ++i)
            events += out("at once", 1'000'000 + i) + "\n\n";
        QByteArray later;
        for (int i = 0; i < 10; ++i)
            later += out("later", 1'004'000 + i) + "\n\n";
        later += R"({"type":"execution_complete","execution_time":4,"timestamp":1004010})" "\n\n";
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + QByteArray::number(events.size() + later.size()) + "\r\n\r\n";
        thread.with([&] { thread.server().on("POST", "/code", Reply::raw(head + events).thenWait(4000).thenSend(later)); });
        int lines = 0;
        ExecutionHandlers handlers;
        handlers.onStdout = [&lines](const Event::Output &) {
            if (++lines == 1)
                QThread::msleep(4500); // The rest comes meanwhile.
        };
        const auto codes = AdapterFactory::standard()->codes({}, { thread.address(), {} });
        const auto run = wait(codes->run(u"x"_s, u"python"_s, handlers));
        QVERIFY2(run && run->standardOutput.size() == 20, why(run));
        QVERIFY2(run->notes.isEmpty(), qPrintable(run->notes.join(u' ')));
    }
};

QTEST_GUILESS_MAIN(SdkSessionsTest)
#include "tst_sdk_sessions.moc"
