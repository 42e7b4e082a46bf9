// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Terminals over WebSockets, with real pseudo-terminals and bare frames.
#include "wireclient.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;

QByteArray create(const QJsonObject &body = {})
{
    const Answer answer = s_daemon->request("POST", "/pty", QJsonDocument(body).toJson(QJsonDocument::Compact));
    return answer.status == 201 ? answer.json().value("session_id"_L1).toString().toLatin1() : QByteArray();
}

QByteArray socketOf(const QByteArray &id, const QByteArray &query = {})
{
    return "/pty/" + id + "/ws" + query;
}

QJsonObject statusOf(const QByteArray &id)
{
    return s_daemon->request("GET", "/pty/" + id).json();
}

// One that nobody has waited for yet does not count.
bool isThere(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    return !text.sliced(text.lastIndexOf(')')).startsWith(") Z");
}

// What a command prints between two marks, free of the echo of what was typed.
QByteArray outputOf(WireClient &client, const QByteArray &command)
{
    static int number = 0;
    const QByteArray mark = "mark" + QByteArray::number(++number) + '.';
    const QByteArray begin = "begin-" + mark;
    const QByteArray end = "end-" + mark;
    client.type("echo be''gin-" + mark + "; " + command + "; echo en''d-" + mark + "\n");
    if (!client.waitForOutput(end))
        return "no output";
    const QByteArray all = client.output();
    const qsizetype start = all.indexOf(begin) + begin.size();
    return all.sliced(start, all.indexOf(end) - start).trimmed();
}

// A client that left is noticed a moment later; until then the place is taken.
std::unique_ptr<WireClient> connectWhenFree(const QByteArray &id, const QByteArray &query = {})
{
    QElapsedTimer timer;
    timer.start();
    while (true) {
        auto client = std::make_unique<WireClient>(*s_daemon, socketOf(id, query));
        if (client->status() == 101 || timer.elapsed() > 15000)
            return client;
        QTest::qWait(10);
    }
}

} // namespace

class TestExecdPty : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void answersRestRoutesAsRecorded();
    void speaksAsRecorded_data();
    void speaksAsRecorded();
    void makesTheWorkingFolder();
    void opensARealTerminal();
    void answersFramesAsRecorded();
    void goesOnWithoutAClientAndReplays();
    void replaysFromAnyOffset_data();
    void replaysFromAnyOffset();
    void boundsTheReplay();
    void refusesASecondClient();
    void letsASecondClientTakeOver();
    void separatesOutputsInPipeMode();
    void tellsTheExitAndStartsAgain();
    void losesNothingBeforeTheExit();
    void interruptsTheProgramInFront_data();
    void interruptsTheProgramInFront();
    void endsAtKill();
    void deleteEndsEverything();
    void takesStdinInFragments();
    void takesALargePaste();
    void survivesHostileFrames_data();
    void survivesHostileFrames();
    void aSlowReaderMakesTheProgramWait();
    void servesManyClients();
};

void TestExecdPty::initTestCase()
{
    qputenv("TERM", "dumb"); // as in the recordings
    s_daemon = std::make_unique<TestDaemon>();
    QVERIFY(s_daemon->isReady());
}

void TestExecdPty::cleanupTestCase()
{
    s_daemon.reset();
}

// Recordings execd-pty 01 to 10, 30, 31.
void TestExecdPty::answersRestRoutesAsRecorded()
{
    const Answer made = s_daemon->request("POST", "/pty");
    QCOMPARE(made.status, 201);
    const QByteArray id = made.json().value("session_id"_L1).toString().toLatin1();
    QCOMPARE(made.body, "{\"session_id\":\"" + id + "\"}");
    QCOMPARE(id.size(), 36);
    QCOMPARE(s_daemon->request("POST", "/pty", "{").status, 400);
    QCOMPARE(s_daemon->request("GET", "/pty/" + id).body,
        "{\"session_id\":\"" + id + "\",\"running\":false,\"output_offset\":0}");
    QCOMPARE(s_daemon->request("GET", "/pty/nope").body,
        R"({"code":"CONTEXT_NOT_FOUND","message":"pty session nope not found"})");
    const WireClient unknown(*s_daemon, socketOf("nope"));
    QCOMPARE(unknown.status(), 404);
    QCOMPARE(unknown.answer().body, R"({"code":"CONTEXT_NOT_FOUND","message":"pty session nope not found"})");
    const Answer plain = s_daemon->request("GET", socketOf(id));
    QCOMPARE(plain.status, 400);
    QCOMPARE(plain.body, "Bad Request\n");
    const Answer gone = s_daemon->request("DELETE", "/pty/" + id);
    QCOMPARE(gone.status, 200);
    QCOMPARE(gone.headers.value("content-length"), "0");
    QCOMPARE(s_daemon->request("DELETE", "/pty/" + id).status, 404);
}

void TestExecdPty::speaksAsRecorded_data()
{
    QTest::addColumn<QString>("folder");
    const QDir root(QStringLiteral(WB_TEST_DATA) + u"/pty"_s);
    const QStringList folders = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &folder : folders)
        QTest::newRow(qPrintable(folder)) << root.filePath(folder);
}

// What a client sent to the real server, sent to ours; what comes back has to be the same, but for ids and
// where the terminal's output is cut into frames.
void TestExecdPty::speaksAsRecorded()
{
    QFETCH(const QString, folder);
    QFile file(folder + u"/frames.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray frames = QJsonDocument::fromJson(file.readAll()).array();
    QVERIFY(!frames.isEmpty());
    const QByteArray id = create();
    const bool isPipe = QFile::exists(folder + u"/query"_s);
    // Some were recorded in a shell that was there already, so its prompt is none of theirs.
    bool fresh = isPipe || folder.endsWith("11-basic"_L1);
    if (!fresh) {
        WireClient first(*s_daemon, socketOf(id));
        QVERIFY(first.waitForOutput("$ ") || first.output().endsWith("# "));
        first.send(8, QByteArray::fromHex("03e8"));
        first.waitForClose();
    }
    const std::unique_ptr<WireClient> client = connectWhenFree(id, isPipe ? "?pty=0" : "?since=999999");
    QCOMPARE(client->status(), 101);
    static const QRegularExpression sessionId(u"[0-9a-f-]{36}"_s);
    static const QRegularExpression terminal(u"/dev/pts/\\d+"_s);
    const auto comparable = [](const QByteArray &bytes) {
        QString text = QString::fromLatin1(bytes);
        text.replace(sessionId, u"ID"_s).replace(terminal, u"/dev/pts/N"_s);
        return text.replace("bash-5.2$ "_L1, "bash-5.2# "_L1);
    };
    QByteArray output;
    QByteArray errors;
    QStringList texts;
    int closeCode = -1;
    for (const QJsonValue &value : frames) {
        const QJsonObject frame = value.toObject();
        const QByteArray payload = QByteArray::fromHex(frame.value("payload_hex"_L1).toString().toLatin1());
        const int opcode = frame.value("opcode"_L1).toInt();
        if (frame.value("dir"_L1).toString() == "s->c"_L1) {
            if (opcode == 1)
                texts.append(comparable(payload));
            else if (opcode == 2 && payload.startsWith('\1'))
                output += payload.sliced(1);
            else if (opcode == 2 && payload.startsWith('\2'))
                errors += payload.sliced(1);
            else if (opcode == 8)
                closeCode = frame.value("close_code"_L1).toInt();
            continue;
        }
        // As the client did: only when all that came before is there.
        const qsizetype expected = comparable(output).size();
        QElapsedTimer timer;
        timer.start();
        while (comparable(client->output()).size() < expected && timer.elapsed() < 15000 && client->next(1000).opcode >= 0) { }
        client->send(opcode, payload, frame.value("fin"_L1).toInt() == 1, frame.value("masked"_L1).toInt() == 1);
    }
    QCOMPARE(client->waitForClose(), closeCode);
    // The recorded client may have left a moment before the last prompt came.
    const QString recorded = comparable(output);
    QString said = comparable(client->output());
    if (said.endsWith("bash-5.2# "_L1) && !recorded.endsWith("bash-5.2# "_L1))
        said.chop(10);
    QCOMPARE(said, recorded);
    QCOMPARE(client->errors(), errors);
    QStringList ours;
    for (const QByteArray &text : client->texts())
        ours.append(comparable(text));
    QCOMPARE(ours, texts);
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::makesTheWorkingFolder()
{
    const QString folder = s_daemon->folder() + u"/new/one"_s;
    const QByteArray id = create({ { u"cwd"_s, folder } });
    QVERIFY(QDir(folder).exists());
    WireClient client(*s_daemon, socketOf(id));
    QCOMPARE(outputOf(client, "pwd"), folder.toUtf8());
    const Answer bad = s_daemon->request("POST", "/pty", R"({"cwd":"/proc/nothing/here"})");
    QCOMPARE(bad.status, 500);
    QVERIFY(bad.json().value("message"_L1).toString().contains("/proc/nothing/here"_L1));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::opensARealTerminal()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    QCOMPARE(client.status(), 101);
    QCOMPARE(client.next().payload, "{\"type\":\"connected\",\"session_id\":\"" + id + "\",\"mode\":\"pty\"}\n");
    QVERIFY(statusOf(id).value("running"_L1).toBool());
    QCOMPARE(outputOf(client, "stty size"), "24 80");
    client.sendJson({ { u"type"_s, u"resize"_s }, { u"cols"_s, 100 }, { u"rows"_s, 30 } });
    client.sendJson({ { u"type"_s, u"resize"_s }, { u"cols"_s, 0 }, { u"rows"_s, 0 } });
    QCOMPARE(outputOf(client, "stty size"), "30 100");
    QVERIFY(outputOf(client, "tty").startsWith("/dev/pts/"));
    // It is the terminal of the session, so that job control works.
    QCOMPARE(outputOf(client, "[[ $- == *m* ]] && echo jobs"), "jobs");
    QCOMPARE(outputOf(client, "exec 9<>/dev/tty && echo ours"), "ours");
    s_daemon->request("DELETE", "/pty/" + id);
}

// Recording execd-pty/11.
void TestExecdPty::answersFramesAsRecorded()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    client.sendJson({ { u"type"_s, u"ping"_s } });
    QVERIFY(!client.waitForJson("pong"_L1).isEmpty());
    client.sendJson({ { u"type"_s, u"zzz"_s } });
    const QJsonObject error = client.waitForJson("error"_L1);
    QCOMPARE(error.value("error"_L1).toString(), u"unknown frame type \"zzz\""_s);
    QCOMPARE(error.value("code"_L1).toString(), u"INVALID_FRAME"_s);
    client.send(1, "{not json");
    client.send(2, "\tjunk");
    client.send(2, "");
    client.send(9, "hi");
    WireClient::Frame frame;
    do {
        frame = client.next();
    } while (frame.opcode >= 0 && frame.opcode != 10);
    QCOMPARE(frame.payload, "hi");
    client.sendJson({ { u"type"_s, u"stdin"_s }, { u"data"_s, u"echo via-\"\"text é\n"_s } });
    QVERIFY(client.waitForOutput("via-text \xc3\xa9\r\n"));
    QCOMPARE(outputOf(client, R"(printf '\xff\xfe')"), "\xff\xfe");
    client.send(8, QByteArray::fromHex("03e8"));
    QCOMPARE(client.waitForClose(), 1000);
    // Closing leaves the shell running.
    QVERIFY(statusOf(id).value("running"_L1).toBool());
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::goesOnWithoutAClientAndReplays()
{
    const QByteArray id = create();
    QByteArray before;
    {
        WireClient client(*s_daemon, socketOf(id));
        QCOMPARE(outputOf(client, "echo kept"), "kept");
        client.type("sleep 0.3; echo mean''while\n");
        QVERIFY(client.waitForOutput("while\r\n"));
        before = client.output();
        client.drop();
    }
    QTRY_COMPARE_WITH_TIMEOUT([&] {
        WireClient client(*s_daemon, socketOf(id, "?since=" + QByteArray::number(before.size())));
        client.waitForJson("connected"_L1);
        return client.status() == 101 && client.replay().contains("meanwhile\r\n");
    }(), true, 15000);
    WireClient again(*s_daemon, socketOf(id));
    QVERIFY(!again.waitForJson("connected"_L1).isEmpty());
    QCOMPARE(again.kinds(), (QStringList { u"replay"_s, u"connected"_s }));
    QCOMPARE(again.replayOffset(), 0);
    QVERIFY(again.replay().startsWith(before));
    QCOMPARE(statusOf(id).value("output_offset"_L1).toInteger(), again.replay().size());
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::replaysFromAnyOffset_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("offset"); // -1: no replay
    QTest::newRow("nothing said") << QByteArray() << 0;
    QTest::newRow("all") << QByteArray("?since=0") << 0;
    QTest::newRow("from the middle") << QByteArray("?since=3") << 3;
    QTest::newRow("from the future") << QByteArray("?since=999999") << -1;
    QTest::newRow("beyond any number") << QByteArray("?since=99999999999999999999999") << 0;
    QTest::newRow("garbage") << QByteArray("?since=abc") << 0;
    QTest::newRow("negative") << QByteArray("?since=-4") << 0;
}

void TestExecdPty::replaysFromAnyOffset()
{
    QFETCH(const QByteArray, query);
    QFETCH(const int, offset);
    const QByteArray id = create({ { u"command"_s, u"printf 0123456789; read"_s } });
    {
        WireClient client(*s_daemon, socketOf(id));
        QVERIFY(client.waitForOutput("0123456789"));
        client.send(8, QByteArray::fromHex("03e8"));
        client.waitForClose();
    }
    const std::unique_ptr<WireClient> client = connectWhenFree(id, query);
    QCOMPARE(client->status(), 101);
    QVERIFY(!client->waitForJson("connected"_L1).isEmpty());
    QCOMPARE(client->replayOffset(), offset);
    if (offset >= 0)
        QCOMPARE(client->replay(), QByteArray("0123456789").sliced(offset));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::boundsTheReplay()
{
    const QByteArray id = create({ { u"command"_s, u"stty -opost; head -c 5000000 /dev/zero | tr '\\0' x; printf THE-END; read"_s } });
    {
        WireClient client(*s_daemon, socketOf(id));
        QVERIFY(client.waitForOutput("THE-END", 60000));
        QCOMPARE(client.output().size(), 5000007);
        client.send(8, QByteArray::fromHex("03e8"));
        client.waitForClose();
    }
    const std::unique_ptr<WireClient> client = connectWhenFree(id, "?since=10");
    QCOMPARE(client->status(), 101);
    QVERIFY(!client->waitForJson("connected"_L1).isEmpty());
    QCOMPARE(client->replay().size(), 1 << 20);
    QCOMPARE(client->replayOffset(), 5000007 - (1 << 20));
    QVERIFY(client->replay().endsWith("xxTHE-END"));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::refusesASecondClient()
{
    const QByteArray id = create();
    WireClient first(*s_daemon, socketOf(id));
    QCOMPARE(first.status(), 101);
    const WireClient second(*s_daemon, socketOf(id));
    QCOMPARE(second.status(), 409);
    QCOMPARE(second.answer().body,
        "{\"code\":\"ALREADY_CONNECTED\",\"message\":\"another client is already connected to pty session " + id + "\"}");
    QCOMPARE(outputOf(first, "echo undisturbed"), "undisturbed");
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::letsASecondClientTakeOver()
{
    const QByteArray id = create();
    WireClient first(*s_daemon, socketOf(id));
    QCOMPARE(outputOf(first, "variable=kept; echo one"), "one");
    WireClient second(*s_daemon, socketOf(id, "?takeover=1&since=0"));
    QCOMPARE(second.status(), 101);
    QCOMPARE(first.waitForClose(), 4001);
    QVERIFY(!second.waitForJson("connected"_L1).isEmpty());
    QVERIFY(second.replay().contains("one\r\n"));
    QCOMPARE(outputOf(second, "echo $variable"), "kept");
    s_daemon->request("DELETE", "/pty/" + id);
}

// Recordings execd-pty 38, 39.
void TestExecdPty::separatesOutputsInPipeMode()
{
    const QByteArray id = create();
    {
        WireClient client(*s_daemon, socketOf(id, "?pty=0"));
        QCOMPARE(client.waitForJson("connected"_L1).value("mode"_L1).toString(), u"pipe"_s);
        client.type("echo out; echo err >&2; tty; cat; echo after\nline for cat\n");
        QVERIFY(client.waitForOutput("line for cat\n"));
        QCOMPARE(client.output(), "out\nnot a tty\nline for cat\n");
        client.sendJson({ { u"type"_s, u"resize"_s }, { u"cols"_s, 80 }, { u"rows"_s, 24 } });
        client.sendJson({ { u"type"_s, u"ping"_s } });
        QVERIFY(!client.waitForJson("pong"_L1).isEmpty());
        QCOMPARE(client.errors(), "err\n");
        client.send(8, QByteArray::fromHex("03e8"));
        QCOMPARE(client.waitForClose(), 1000);
    }
    const std::unique_ptr<WireClient> again = connectWhenFree(id);
    QCOMPARE(again->status(), 101);
    QCOMPARE(again->waitForJson("connected"_L1).value("mode"_L1).toString(), u"pipe"_s);
    QCOMPARE(again->replay().size(), 31);
    s_daemon->request("DELETE", "/pty/" + id);
}

// Recordings execd-pty 27 to 29.
void TestExecdPty::tellsTheExitAndStartsAgain()
{
    const QByteArray id = create();
    {
        WireClient client(*s_daemon, socketOf(id));
        client.type("exit 7\n");
        QCOMPARE(client.waitForJson("exit"_L1).value("exit_code"_L1).toInt(), 7);
        QCOMPARE(client.waitForClose(), 1000);
        QVERIFY(client.output().contains("exit"));
    }
    QVERIFY(!statusOf(id).value("running"_L1).toBool());
    const qint64 written = statusOf(id).value("output_offset"_L1).toInteger();
    QVERIFY(written > 0);
    const std::unique_ptr<WireClient> again = connectWhenFree(id, "?since=" + QByteArray::number(written));
    QCOMPARE(again->status(), 101);
    QCOMPARE(outputOf(*again, "echo new shell"), "new shell");
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::losesNothingBeforeTheExit()
{
    const QByteArray id = create({ { u"command"_s, u"stty -opost; seq 1 200000; echo LAST; exit 3"_s } });
    WireClient client(*s_daemon, socketOf(id));
    QCOMPARE(client.waitForJson("exit"_L1, 60000).value("exit_code"_L1).toInt(), 3);
    QVERIFY(client.output().endsWith("200000\nLAST\n"));
    QCOMPARE(client.output().size(), 1288895 + 5);
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::interruptsTheProgramInFront_data()
{
    QTest::addColumn<bool>("typed");
    QTest::newRow("Ctrl+C") << true;
    QTest::newRow("signal frame") << false;
}

void TestExecdPty::interruptsTheProgramInFront()
{
    QFETCH(const bool, typed);
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    client.type("echo sta''rted; sleep 1000\n");
    QVERIFY(client.waitForOutput("started"));
    // The shell needs a moment to put the program in front.
    QTRY_VERIFY_WITH_TIMEOUT([&] {
        if (typed)
            client.type("\x03");
        else
            client.sendJson({ { u"type"_s, u"signal"_s }, { u"signal"_s, u"SIGINT"_s } });
        client.type("echo rc=''$?\n");
        return client.waitForOutput("rc=130\r\n", 1000);
    }(), 15000);
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::endsAtKill()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    client.sendJson({ { u"type"_s, u"signal"_s }, { u"signal"_s, u"SIGBOGUS"_s } });
    QCOMPARE(outputOf(client, "echo alive"), "alive");
    client.sendJson({ { u"type"_s, u"signal"_s }, { u"signal"_s, u"SIGKILL"_s } });
    QCOMPARE(client.waitForJson("exit"_L1).value("exit_code"_L1).toInt(), -1);
    QCOMPARE(client.waitForClose(), 1000);
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::deleteEndsEverything()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    const qint64 inGroup = outputOf(client, "sleep 1000 & echo $!").split('\n').last().trimmed().toLongLong();
    QVERIFY(inGroup > 0);
    client.type("setsid bash -c 'echo pi''d $$ .; trap \"\" HUP TERM; while :; do sleep 1; done' &\n");
    QVERIFY(client.waitForOutput(" .\r\n"));
    const QByteArray after = client.output().sliced(client.output().lastIndexOf("pid ") + 4);
    const qint64 escaped = after.first(after.indexOf(' ')).toLongLong();
    QVERIFY(escaped > 0 && isThere(escaped));
    QCOMPARE(s_daemon->request("DELETE", "/pty/" + id).status, 200);
    QVERIFY(!isThere(escaped));
    QVERIFY(!isThere(inGroup));
    // Recording execd-pty/33.
    QCOMPARE(client.waitForJson("exit"_L1).value("exit_code"_L1).toInt(), -1);
    QCOMPARE(client.waitForClose(), 1000);
    QCOMPARE(s_daemon->request("GET", "/pty/" + id).status, 404);
}

// Recording execd-pty/50.
void TestExecdPty::takesStdinInFragments()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id, "?pty=0"));
    client.send(2, QByteArray("\0echo fr", 8), false);
    client.send(0, "agment", false);
    client.send(0, "ed\n", true);
    QVERIFY(client.waitForOutput("fragmented\n"));
    client.type("wc -c <<X\n" + QByteArray(20000, 'y') + "\nX\n");
    QVERIFY(client.waitForOutput("20001\n"));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::takesALargePaste()
{
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    QCOMPARE(outputOf(client, "stty -echo; echo quiet"), "quiet");
    QByteArray lines;
    for (int i = 0; i < 20000; ++i)
        lines += "line " + QByteArray::number(i) + '\n';
    client.type("wc -l <<'END'\n" + lines + "END\n");
    QVERIFY(client.waitForOutput("20000\r\n", 60000));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::survivesHostileFrames_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("closeCode"); // -1: just dropped
    QTest::newRow("not masked") << QByteArray("\x82\x03\x00\x61\x0a", 5) << 1002; // recording execd-pty/51
    QTest::newRow("unknown opcode") << QByteArray("\x83\x80\x11\x22\x33\x44", 6) << 1002;
    QTest::newRow("reserved bits") << QByteArray("\xf2\x80\x11\x22\x33\x44", 6) << 1002;
    QTest::newRow("endless length") << QByteArray("\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x11\x22\x33\x44", 14) << 1009;
    QTest::newRow("continuation of nothing") << QByteArray("\x80\x80\x11\x22\x33\x44", 6) << 1002;
    QTest::newRow("long control frame") << QByteArray("\x89\xfe\x01\x00\x11\x22\x33\x44", 8) << 1002;
    QTest::newRow("text that is no UTF-8") << QByteArray("\x81\x82\x11\x22\x33\x44\xee\xdd", 8) << 1007;
}

void TestExecdPty::survivesHostileFrames()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, closeCode);
    const QByteArray id = create();
    WireClient client(*s_daemon, socketOf(id));
    QVERIFY(!client.waitForJson("connected"_L1).isEmpty());
    client.sendRaw(bytes);
    QCOMPARE(client.waitForClose(), closeCode);
    client.drop();
    // The shell does not mind.
    const std::unique_ptr<WireClient> again = connectWhenFree(id);
    QCOMPARE(again->status(), 101);
    QCOMPARE(outputOf(*again, "echo well"), "well");
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::aSlowReaderMakesTheProgramWait()
{
    const QByteArray id = create({ { u"command"_s, u"stty -opost; head -c 100000000 /dev/zero; echo done > finished; read"_s },
        { u"cwd"_s, s_daemon->folder() } });
    WireClient client(*s_daemon, socketOf(id));
    QVERIFY(!client.waitForJson("connected"_L1).isEmpty());
    QTRY_VERIFY(statusOf(id).value("output_offset"_L1).toInteger() > 1000000);
    qint64 last = -1;
    qint64 now = 0;
    // Until it stands still.
    QTRY_VERIFY_WITH_TIMEOUT([&] {
        last = now;
        now = statusOf(id).value("output_offset"_L1).toInteger();
        QTest::qWait(200);
        return now == last;
    }(), 20000);
    QVERIFY2(now < 16000000, qPrintable(QString::number(now)));
    QVERIFY(!QFile::exists(s_daemon->folder() + u"/finished"_s));
    s_daemon->request("DELETE", "/pty/" + id);
}

void TestExecdPty::servesManyClients()
{
    constexpr int count = 40;
    std::vector<QByteArray> ids;
    std::vector<std::unique_ptr<WireClient>> clients;
    for (int i = 0; i < count; ++i) {
        ids.push_back(create());
        clients.push_back(std::make_unique<WireClient>(*s_daemon, socketOf(ids.back())));
        QCOMPARE(clients.back()->status(), 101);
    }
    for (int i = 0; i < count; ++i)
        clients[size_t(i)]->type("echo I am num''ber " + QByteArray::number(i) + ".\n");
    for (int i = 0; i < count; ++i)
        QVERIFY2(clients[size_t(i)]->waitForOutput("I am number " + QByteArray::number(i) + ".\r\n", 60000), qPrintable(QString::number(i)));
    for (const QByteArray &id : ids)
        QCOMPARE(s_daemon->request("DELETE", "/pty/" + id).status, 200);
}

QTEST_GUILESS_MAIN(TestExecdPty)
#include "tst_execd_pty.moc"
