// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QFile>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;

QList<QJsonObject> run(const QString &code, const QString &id = {})
{
    return s_daemon->runCode(code, u"bash"_s, id);
}

QString status(const QList<QJsonObject> &events)
{
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    return error.isEmpty() ? u"0"_s : error.value("evalue"_L1).toString();
}

} // namespace

class TestExecdBash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void keepsVariablesFunctionsAndFolder();
    void tellsTheStatus_data();
    void tellsTheStatus();
    void keepsStateAfterExitAndErrexit();
    void runsExitTrapsOfTheCode();
    void streamsBothOutputsAsTheyCome();
    void hasNoInput();
    void interruptsAndKeepsState_data();
    void interruptsAndKeepsState();
    void dropsWhatABackgroundJobWritesLater();
    void passesMuchOutput();
    void takesLongCode();
    void goesOnWithOpenQuotes();
    void tellsOfTheShellsDeath();
    void restartKillsEverything();
};

void TestExecdBash::initTestCase()
{
    s_daemon = std::make_unique<TestDaemon>();
    QVERIFY(s_daemon->isReady());
}

void TestExecdBash::cleanupTestCase()
{
    s_daemon.reset();
}

void TestExecdBash::keepsVariablesFunctionsAndFolder()
{
    run(u"x=5; declare -A map=([a]=1); list=(1 'two words'); f() { echo \"f $1 $x\"; }; export E=env; cd /usr; alias hey='echo hey'"_s);
    const auto events = run(u"f arg; echo ${map[a]} \"${list[1]}\"; pwd; bash -c 'echo $E'; hey"_s);
    QCOMPARE(streamText(events), u"f arg 5\n1 two words\n/usr\nenv\nhey\n"_s);
    QCOMPARE(streamText(events, "stderr"_L1), QString());
}

void TestExecdBash::tellsTheStatus_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    QTest::newRow("true") << u"true"_s << u"0"_s;
    QTest::newRow("false") << u"false"_s << u"1"_s;
    QTest::newRow("last counts") << u"false\ntrue"_s << u"0"_s;
    QTest::newRow("not found") << u"no-such-command-x"_s << u"127"_s;
    QTest::newRow("subshell") << u"( exit 4 )"_s << u"4"_s;
    QTest::newRow("exit") << u"exit 3"_s << u"3"_s;
    QTest::newRow("exit in a function") << u"g() { exit 7; }; g"_s << u"7"_s;
    QTest::newRow("syntax") << u"if; then"_s << u"2"_s;
    QTest::newRow("comment") << u"# nothing"_s << u"0"_s;
    QTest::newRow("signal") << u"sh -c 'kill -9 $$'"_s << u"137"_s;
}

void TestExecdBash::tellsTheStatus()
{
    QFETCH(const QString, code);
    QFETCH(const QString, expected);
    QCOMPARE(status(run(code)), expected);
}

void TestExecdBash::keepsStateAfterExitAndErrexit()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    run(u"x=1; readonly R=r; f() { echo f; }"_s, id);
    QCOMPARE(status(run(u"exit 9"_s, id)), u"9"_s);
    QCOMPARE(streamText(run(u"echo $x $R; f"_s, id)), u"1 r\nf\n"_s);
    const auto failed = run(u"set -e\necho before\nfalse\necho not reached"_s, id);
    QCOMPARE(streamText(failed), u"before\n"_s);
    QCOMPARE(status(failed), u"1"_s);
    // The option stays, as in a shell, and so does all the rest.
    const auto again = run(u"echo $x; false; echo not reached"_s, id);
    QCOMPARE(streamText(again), u"1\n"_s);
    QCOMPARE(streamText(run(u"set +e; false; echo reached"_s, id)), u"reached\n"_s);
    const auto unbound = run(u"set -u; echo $undefined_x; echo no"_s, id);
    QCOMPARE(streamText(unbound), QString());
    QCOMPARE(status(unbound), u"1"_s);
    QCOMPARE(streamText(run(u"set +u; echo on"_s, id)), u"on\n"_s);
}

void TestExecdBash::runsExitTrapsOfTheCode()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    const auto events = run(u"trap 'echo \"cleaned up\"' EXIT; exit 2"_s, id);
    QCOMPARE(streamText(events), u"cleaned up\n"_s);
    QCOMPARE(status(events), u"2"_s);
    QCOMPARE(streamText(run(u"echo on"_s, id)), u"on\n"_s);
}

void TestExecdBash::streamsBothOutputsAsTheyCome()
{
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"printf prompt; echo warning >&2; while [ ! -e go ]; do sleep 0.02; done; rm go; echo end"_s, u"bash"_s,
            s_daemon->createContext(u"bash"_s)));
    QVERIFY(connection.waitFor("{\"type\":\"stdout\",\"text\":\"prompt\""));
    QVERIFY(connection.waitFor("{\"type\":\"stderr\",\"text\":\"warning\\n\""));
    QFile go(s_daemon->folder() + u"/go"_s);
    QVERIFY(go.open(QIODevice::WriteOnly));
    QCOMPARE(streamText(connection.readAnswer().events()), u"promptend\n"_s);
}

void TestExecdBash::hasNoInput()
{
    QCOMPARE(streamText(run(u"cat; read -r line; echo \"read $?\""_s)), u"read 1\n"_s);
}

void TestExecdBash::interruptsAndKeepsState_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("child") << u"sleep 100"_s;
    QTest::newRow("loop of children") << u"while true; do sleep 0.05; done"_s;
    QTest::newRow("loop of builtins") << u"for ((;;)); do :; done"_s;
    QTest::newRow("pipe") << u"sleep 100 | cat"_s;
    QTest::newRow("function and substitution") << u"h() { y=$(sleep 100); }; h"_s;
    QTest::newRow("wait") << u"sleep 100 & wait"_s;
}

void TestExecdBash::interruptsAndKeepsState()
{
    QFETCH(const QString, code);
    static const QString id = s_daemon->createContext(u"bash"_s);
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code", s_daemon->codeRequest(u"kept=yes; echo up\n"_s + code, u"bash"_s, id));
    QVERIFY(connection.waitFor("up\\n"));
    QTest::qWait(50); // until the code behind the output runs
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const auto events = connection.readAnswer().events();
    QCOMPARE(firstOfType(events, "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString(), u"KeyboardInterrupt"_s);
    QCOMPARE(streamText(run(u"echo $kept"_s, id)), u"yes\n"_s);
}

void TestExecdBash::dropsWhatABackgroundJobWritesLater()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    run(u"{ sleep 0.2; echo late; touch written; } & disown"_s, id);
    QTRY_VERIFY(QFile::exists(s_daemon->folder() + u"/written"_s));
    QCOMPARE(streamText(run(u"echo mine"_s, id)), u"mine\n"_s);
}

void TestExecdBash::passesMuchOutput()
{
    const auto events = run(u"head -c 20000000 /dev/zero | tr '\\0' z"_s);
    QCOMPARE(streamText(events).size(), 20000000);
}

void TestExecdBash::takesLongCode()
{
    QString code = u"echo start\n"_s;
    for (int i = 0; i < 20000; ++i)
        code += u": some line of a very long script %1\n"_s.arg(i);
    code += u"echo \"end 'of' it\""_s;
    QCOMPARE(streamText(run(code)), u"start\nend 'of' it\n"_s);
}

void TestExecdBash::goesOnWithOpenQuotes()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    QCOMPARE(status(run(u"echo \"open"_s, id)), u"2"_s);
    QCOMPARE(streamText(run(u"echo fine"_s, id)), u"fine\n"_s);
    QCOMPARE(status(run(u"cat <<END\nno end\n"_s, id)), u"0"_s);
    QCOMPARE(streamText(run(u"echo fine"_s, id)), u"fine\n"_s);
}

void TestExecdBash::tellsOfTheShellsDeath()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    const auto events = run(u"echo earlier; kill -9 $$"_s, id);
    QCOMPARE(streamText(events), u"earlier\n"_s);
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("ename"_L1).toString(), u"KernelDied"_s);
    QVERIFY(error.value("evalue"_L1).toString().contains("signal 9"_L1));
    QCOMPARE(firstOfType(run(u"1"_s, id), "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString(), u"ContextLost"_s);
}

void TestExecdBash::restartKillsEverything()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    const QString sleep = ownSleep(1234);
    run(u"x=1; setsid %1 & disown"_s.arg(sleep), id);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
    QCOMPARE(streamText(run(u"echo \"[$x]\"; "_s + countOf(sleep), id)), u"[]\n0\n"_s);
}

QTEST_GUILESS_MAIN(TestExecdBash)
#include "tst_execd_bash.moc"
