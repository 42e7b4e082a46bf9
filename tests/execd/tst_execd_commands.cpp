// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;

QByteArray command(const QString &text, const QJsonObject &more = {})
{
    QJsonObject body = more;
    body.insert(u"command"_s, text);
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

QString start(const QString &text, const QJsonObject &more = {})
{
    QJsonObject body = more;
    body.insert(u"background"_s, true);
    const auto events = s_daemon->request("POST", "/command", command(text, body)).events();
    return firstOfType(events, "init"_L1).value("text"_L1).toString();
}

QJsonObject statusOf(const QString &id)
{
    return s_daemon->request("GET", "/command/status/" + id.toLatin1()).json();
}

} // namespace

class TestExecdCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void takesVariablesThatProgramsLeave();
    void endsAtOnce();
    void usesEnvironmentAndFolder();
    void refusesAnotherUser();
    void tellsItsStatus();
    void runsInTheBackground();
    void givesLogsByByteCursor();
    void interruptsAndKillsWhatDoesNotListen();
    void killsTheWholeGroupAtTheTimeout();
    void letsChildrenOfAForegroundCommandLive();
    void goesOnWhenTheClientLeaves();
    void keepsExportsAndFolderOfASession();
    void endsASessionsRunAtItsTimeout();
    void endsASessionWithItsRun();
    void measuresTheSandbox();
    void watchesTheSandbox();
    void passesRequestsOnToPorts();
    void passesWebSocketsOn();
    void saysWhenNothingListens();
};

void TestExecdCommands::initTestCase()
{
    s_daemon = std::make_unique<TestDaemon>(QStringList { u"--cpu-count"_s, u"1.5"_s, u"--memory-mib"_s, u"512"_s });
    QVERIFY(s_daemon->isReady());
}

void TestExecdCommands::cleanupTestCase()
{
    s_daemon.reset();
}

void TestExecdCommands::endsAtOnce()
{
    // No second of pause at the end of each; a busy machine may make some of them late.
    qint64 quickest = 60000;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(streamText(s_daemon->runCommand(u"echo hi"_s)), u"hi"_s);
        quickest = std::min(quickest, timer.elapsed());
    }
    QVERIFY2(quickest < 1000, QByteArray::number(quickest).constData());
}

void TestExecdCommands::usesEnvironmentAndFolder()
{
    const QJsonObject more { { u"cwd"_s, u"~"_s }, { u"envs"_s, QJsonObject { { u"WB_A"_s, u"b c"_s } } } };
    const auto events = s_daemon->request("POST", "/command", command(u"echo $WB_A; pwd -P; tty"_s, more)).events();
    QVERIFY(streamText(events).startsWith("b c"_L1));
    QVERIFY(streamText(events).contains(QFileInfo(s_daemon->folder()).canonicalFilePath()));
    QVERIFY(streamText(events).endsWith("not a tty"_L1));
}

void TestExecdCommands::refusesAnotherUser()
{
    const auto events
        = s_daemon->request("POST", "/command", command(u"id"_s, { { u"uid"_s, 54321 } })).events();
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    QVERIFY(error.value("evalue"_L1).toString().contains("one user only"_L1));
}

void TestExecdCommands::tellsItsStatus()
{
    const auto events = s_daemon->runCommand(u"exit 4"_s);
    const QString id = firstOfType(events, "init"_L1).value("text"_L1).toString();
    const QJsonObject status = statusOf(id);
    QCOMPARE(status.value("content"_L1).toString(), u"exit 4"_s);
    QCOMPARE(status.value("running"_L1).toBool(true), false);
    QCOMPARE(status.value("exit_code"_L1).toInt(), 4);
    QCOMPARE(status.value("error"_L1).toString(), u"exit status 4"_s);
    QVERIFY(QDateTime::fromString(status.value("started_at"_L1).toString(), Qt::ISODateWithMs).isValid());
    QVERIFY(status.contains("finished_at"_L1));
    QCOMPARE(s_daemon->request("GET", "/command/" + id.toLatin1() + "/logs").status, 400);
}

void TestExecdCommands::runsInTheBackground()
{
    const QString id = start(u"echo out; while [ ! -e bg ]; do sleep 0.02; done; echo err >&2; exit 5"_s);
    QJsonObject status = statusOf(id);
    QVERIFY(status.value("running"_L1).toBool());
    QVERIFY(!status.contains("exit_code"_L1));
    QVERIFY(!status.contains("finished_at"_L1));
    s_daemon->runCommand(u"touch bg"_s);
    QTRY_VERIFY(!statusOf(id).value("running"_L1).toBool(true));
    QCOMPARE(statusOf(id).value("exit_code"_L1).toInt(), 5);
    QCOMPARE(s_daemon->request("GET", "/command/" + id.toLatin1() + "/logs").body, "out\nerr\n");
    // It is over, so there is nothing to interrupt.
    QCOMPARE(s_daemon->request("DELETE", "/command?id=" + id.toLatin1()).status, 500);
}

void TestExecdCommands::givesLogsByByteCursor()
{
    const QString id = start(u"printf 'a\\xffb\\nc\\xe4\\xbd\\xa0\\n'"_s);
    QTRY_VERIFY(!statusOf(id).value("running"_L1).toBool(true));
    const QByteArray logs = "/command/" + id.toLatin1() + "/logs";
    const QByteArray all = "a\xff" "b\nc\xe4\xbd\xa0\n";
    const auto check = [&](const QByteArray &query, const QByteArray &body, const QByteArray &cursor) {
        const Answer answer = s_daemon->request("GET", logs + query);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, body);
        QCOMPARE(answer.headers.value("execd-commands-tail-cursor"), cursor);
        QCOMPARE(answer.headers.value("content-type"), "text/plain; charset=utf-8");
    };
    check("", all, "9");
    check("?cursor=6", all.sliced(6), "9"); // within a character
    check("?cursor=9", "", "9");
    check("?cursor=99999", "", "99999");
    check("?cursor=abc", all, "9");
    QCOMPARE(s_daemon->request("GET", logs + "?cursor=-1").status, 400);
}

void TestExecdCommands::interruptsAndKillsWhatDoesNotListen()
{
    // Pain 38: the children go, too.
    const QString sleep = ownSleep(4321);
    const QString id = start(u"trap '' TERM; %1 & %1 & echo up; wait; wait; %1"_s.arg(sleep));
    QTRY_COMPARE(s_daemon->request("GET", "/command/" + id.toLatin1() + "/logs").body, "up\n");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(s_daemon->request("DELETE", "/command?id=" + id.toLatin1()).status, 200);
    QVERIFY(timer.elapsed() < 20000);
    QCOMPARE(statusOf(id).value("exit_code"_L1).toInt(), -1);
    QTRY_COMPARE(streamText(s_daemon->runCommand(countOf(sleep))), u"0"_s);
    const QString polite = start(u"sleep 4322"_s);
    QCOMPARE(s_daemon->request("DELETE", "/command?id=" + polite.toLatin1()).status, 200);
    QCOMPARE(statusOf(polite).value("error"_L1).toString(), u"signal: terminated"_s);
}

void TestExecdCommands::killsTheWholeGroupAtTheTimeout()
{
    const QString sleep = ownSleep(5432);
    const auto events = s_daemon->request("POST", "/command",
                                    command(u"trap '' TERM; echo a; %1 & wait"_s.arg(sleep), { { u"timeout"_s, 300 } }))
                            .events();
    QCOMPARE(streamText(events), u"a"_s);
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("evalue"_L1).toString(), u"-1"_s);
    QCOMPARE(error.value("traceback"_L1).toArray().first().toString(), u"signal: killed"_s);
    QTRY_COMPARE(streamText(s_daemon->runCommand(countOf(sleep))), u"0"_s);
}

void TestExecdCommands::letsChildrenOfAForegroundCommandLive()
{
    // A server that was started in a command goes on to write to its output.
    const auto events = s_daemon->runCommand(
        u"(for i in 1 2 3 4 5 6; do echo log $i; sleep 0.05; done; touch survived) & echo started"_s);
    QVERIFY(streamText(events).contains("started"_L1));
    QTRY_VERIFY(QFile::exists(s_daemon->folder() + u"/survived"_s));
}

void TestExecdCommands::goesOnWhenTheClientLeaves()
{
    {
        RawConnection connection(s_daemon->socketPath());
        connection.sendRequest("POST", "/command",
            command(u"for i in $(seq 20); do echo $i; sleep 0.02; done; touch without-client"_s));
        QVERIFY(connection.waitFor("\"1\""));
    }
    QTRY_VERIFY(QFile::exists(s_daemon->folder() + u"/without-client"_s));
}

void TestExecdCommands::keepsExportsAndFolderOfASession()
{
    const QByteArray id = s_daemon->request("POST", "/session").json().value("session_id"_L1).toString().toLatin1();
    const auto run = [&id](const QString &text, const QJsonObject &more = {}) {
        return s_daemon->request("POST", "/session/" + id + "/run", command(text, more)).events();
    };
    QCOMPARE(firstOfType(run(u"export V='a\nb' E=; W=plain; cd /usr; echo err >&2"_s), "stdout"_L1).value("text"_L1).toString(), u"err"_s);
    QCOMPARE(streamText(run(u"echo \"[$V][$W]\"; pwd"_s)), u"[a"_s + u"b][]"_s + u"/usr"_s);
    const auto failed = run(u"export X=kept; printf 'a\\n\\nb\\r\\nc'; exit 3"_s);
    QCOMPARE(streamText(failed), u"abc"_s);
    QCOMPARE(firstOfType(failed, "error"_L1).value("error"_L1).toObject().value("evalue"_L1).toString(), u"3"_s);
    QCOMPARE(streamText(run(u"echo $X; pwd"_s, { { u"cwd"_s, u"/"_s } })), u"kept/"_s);
    QCOMPARE(streamText(run(u"pwd"_s)), u"/"_s); // the folder of a run stays
    QCOMPARE(s_daemon->request("DELETE", "/session/" + id).status, 200);
    QCOMPARE(s_daemon->request("DELETE", "/session/" + id).status, 404);
}

void TestExecdCommands::endsASessionsRunAtItsTimeout()
{
    const QByteArray id = s_daemon->request("POST", "/session").json().value("session_id"_L1).toString().toLatin1();
    QElapsedTimer timer;
    timer.start();
    const Answer answer = s_daemon->request(
        "POST", "/session/" + id + "/run", command(u"echo start; sleep 6543"_s, { { u"timeout"_s, 300 } }));
    QVERIFY(timer.elapsed() < 20000);
    QVERIFY(answer.body.endsWith(R"({"code":"RUNTIME_ERROR","message":"error running in session. timeout after 300ms"})"));
}

void TestExecdCommands::endsASessionWithItsRun()
{
    const QByteArray id = s_daemon->request("POST", "/session").json().value("session_id"_L1).toString().toLatin1();
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/session/" + id + "/run", command(u"echo up; sleep 7654"_s));
    QVERIFY(connection.waitFor("up"));
    QCOMPARE(s_daemon->request("DELETE", "/command?id=" + id).status, 200);
    const QJsonObject error = firstOfType(connection.readAnswer().events(), "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("traceback"_L1).toArray().first().toString(), u"signal: killed"_s);
    QCOMPARE(s_daemon->request("DELETE", "/command?id=" + id).status, 500);
}

void TestExecdCommands::measuresTheSandbox()
{
    QElapsedTimer timer;
    timer.start();
    const QJsonObject metrics = s_daemon->request("GET", "/metrics").json();
    QVERIFY(timer.elapsed() < 30000);
    QCOMPARE(metrics.value("cpu_count"_L1).toDouble(), 1.5);
    QCOMPARE(metrics.value("mem_total_mib"_L1).toDouble(), 512.0);
    QVERIFY(metrics.value("mem_used_mib"_L1).toDouble() > 1);
    QVERIFY(metrics.value("cpu_used_pct"_L1).toDouble(-1) >= 0);
    QVERIFY(metrics.value("cpu_used_pct"_L1).toDouble(1000) <= 100);
    QVERIFY(metrics.value("process_count"_L1).toInt() >= 1);
    QVERIFY(metrics.contains("disk_used_mib"_L1));
    QVERIFY(qAbs(metrics.value("timestamp"_L1).toDouble() - double(QDateTime::currentMSecsSinceEpoch())) < 10000);
}

void TestExecdCommands::watchesTheSandbox()
{
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("GET", "/metrics/watch");
    QVERIFY(connection.waitFor("text/event-stream"));
    QVERIFY(connection.waitFor("}\n"));
    QVERIFY(!connection.received().contains("\n\n")); // single line ends here
}

void TestExecdCommands::passesRequestsOnToPorts()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QByteArray base = "/proxy/" + QByteArray::number(server.serverPort());
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", base + "/a%2Fb/c?x=%20y", "body", "X-Own: 1\r\nX-Forwarded-Host: evil\r\n");
    QVERIFY(server.waitForNewConnection(5000));
    const std::unique_ptr<QTcpSocket> backend(server.nextPendingConnection());
    QByteArray got;
    while (!got.endsWith("body") && backend->waitForReadyRead(5000))
        got += backend->readAll();
    QVERIFY(got.startsWith("POST /a%2Fb/c?x=%20y HTTP/1.1\r\n"));
    QVERIFY(got.contains("X-Own: 1\r\n"));
    QVERIFY(!got.contains("evil"));
    backend->write("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok");
    backend->flush();
    const Answer answer = connection.readAnswer();
    QCOMPARE(answer.status, 201);
    QCOMPARE(answer.body, "ok");
    // The daemon itself is behind its own port, too.
    QCOMPARE(s_daemon->request("GET", "/proxy/44772/ping").status, 200);
}

void TestExecdCommands::passesWebSocketsOn()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("GET", "/proxy/" + QByteArray::number(server.serverPort()) + "/ws", {},
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n");
    QVERIFY(server.waitForNewConnection(5000));
    const std::unique_ptr<QTcpSocket> backend(server.nextPendingConnection());
    QByteArray got;
    while (!got.contains("\r\n\r\n") && backend->waitForReadyRead(5000))
        got += backend->readAll();
    QVERIFY(got.contains("Upgrade: websocket"));
    backend->write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfrom server");
    backend->flush();
    QVERIFY(connection.waitFor("from server"));
    connection.send("from client");
    QVERIFY(backend->waitForReadyRead(5000));
    QCOMPARE(backend->readAll(), "from client");
}

void TestExecdCommands::saysWhenNothingListens()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QByteArray port = QByteArray::number(server.serverPort());
    server.close();
    const Answer answer = s_daemon->request("GET", "/proxy/" + port + "/x");
    QCOMPARE(answer.status, 502);
    QCOMPARE(answer.body, "Bad Gateway");
    QCOMPARE(s_daemon->request("GET", "/proxy/nonsense/x").status, 400);
}

void TestExecdCommands::takesVariablesThatProgramsLeave()
{
    s_daemon->runCommand(u"echo \"LEFT='two words'\" >> \"$EXECD_ENVS\"; printf 'MORE=\"$LEFT\\\\tand\"\\n' >> \"$EXECD_ENVS\""_s);
    QCOMPARE(streamText(s_daemon->runCommand(u"echo \"$LEFT|$MORE\""_s)), u"two words|two words\tand"_s);
    // What a request says itself goes first.
    const Answer answer = s_daemon->request("POST", "/command", R"({"command":"echo $LEFT","envs":{"LEFT":"given"}})");
    QCOMPARE(streamText(answer.events()), u"given"_s);
    const QByteArray session = s_daemon->request("POST", "/session").json().value("session_id"_L1).toString().toLatin1();
    QCOMPARE(streamText(s_daemon->request("POST", "/session/" + session + "/run", R"({"command":"echo $LEFT"})").events()), u"two words"_s);
    // Something else in its place does no harm.
    s_daemon->runCommand(u"rm \"$EXECD_ENVS\"; mkfifo \"$EXECD_ENVS\""_s);
    QCOMPARE(streamText(s_daemon->runCommand(u"echo fine"_s)), u"fine"_s);
    s_daemon->runCommand(u"rm \"$EXECD_ENVS\""_s);
}

QTEST_GUILESS_MAIN(TestExecdCommands)
#include "tst_execd_commands.moc"
