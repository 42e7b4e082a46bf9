// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;

namespace {

QString errorName(const QList<QJsonObject> &events)
{
    return firstOfType(events, "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString();
}

QString resultText(const QList<QJsonObject> &events)
{
    return firstOfType(events, "result"_L1).value("results"_L1).toObject().value("text"_L1).toString();
}

QStringList types(const QList<QJsonObject> &events)
{
    QStringList list;
    for (const QJsonObject &event : events) {
        const QString type = event.value("type"_L1).toString();
        if (type != "ping"_L1)
            list.append(type);
    }
    return list;
}

// How many processes have this in their environment.
int markedProcesses(const QString &contextId)
{
    int count = 0;
    const QStringList pids = QDir(u"/proc"_s).entryList({ u"[0-9]*"_s }, QDir::Dirs);
    for (const QString &pid : pids) {
        QFile environment(u"/proc/"_s + pid + u"/environ"_s);
        QFile state(u"/proc/"_s + pid + u"/stat"_s);
        if (environment.open(QIODevice::ReadOnly) && state.open(QIODevice::ReadOnly)
            && environment.readAll().contains(contextId.toLatin1()) && !state.readAll().contains(") Z "))
            ++count;
    }
    return count;
}

qint64 memoryMib(qint64 pid, const QByteArray &field)
{
    QFile status(u"/proc/%1/status"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf(field);
    return text.sliced(at + field.size(), text.indexOf("kB", at) - at - field.size()).trimmed().toLongLong() / 1024;
}

// In open files that have no name any more.
qint64 spooledBytes(qint64 pid)
{
    qint64 bytes = 0;
    const QDir files(u"/proc/%1/fd"_s.arg(pid));
    for (const QFileInfo &file : files.entryInfoList(QDir::Files | QDir::System)) {
        if (file.symLinkTarget().endsWith("(deleted)"_L1))
            bytes += file.size();
    }
    return bytes;
}

} // namespace

class TestExecdCode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void cleanup();
    void givesEventsInTheirOrder();
    void keepsStateBetweenRuns();
    void givesDisplaysUpdatesAndClearsAsEvents();
    void drawsPlots();
    void showsThePager();
    void putsNativeOutputInOrder_data();
    void putsNativeOutputInOrder();
    void takesNativeOutputThatHoldsTheInterpreter();
    void survivesTextThatIsNoUnicode();
    void survivesDeeplyNestedResults();
    void refusesASecondRunWhileBusy();
    void keepsWhatIsPrintedAfterTheRun();
    void keepsWhatIsPrintedAfterTheRunElsewhere_data();
    void keepsWhatIsPrintedAfterTheRunElsewhere();
    void refusesAnUnknownContext();
    void interruptsAndKeepsVariables();
    void interruptsWhatHasOnlyJustBegun();
    void interruptsWhatEndsByItself();
    void interruptsWhatRunsBesideAnAwait_data();
    void interruptsWhatRunsBesideAnAwait();
    void interruptsAsOftenAsAsked();
    void interruptsAnEndlessPrinterSoon();
    void interruptsNothingThatHasEnded();
    void leavesItsOwnFramesOut();
    void keepsAllThatThreadsPrint();
    void goesOnWhenTheClientLeaves();
    void keepsAllForASlowClient();
    void passesAVeryLongLine();
    void tellsOfAKernelsDeathAndKillsItsWorkers();
    void tellsWhetherMemoryRanOut();
    void keepsTheLastWordsOfACrash();
    void restartsUnderTheSameId();
    void endsWhatKeepsBecomingAnotherProgram();
    void restartsWhileCodeRuns();
    void staysUsableWhileNativeCodeIgnoresInterrupts();
    void deletesWhileCodeRuns();
    void startsInItsWorkingDirectory();
    void usesThePrewarmedKernel();
    void startsSeveralKernelsAtOnce();
    void goesOnWhenTheTemporaryFolderIsCleaned();
    void refusesUnknownLanguages();
    void saysWhenPythonCannotStart();
    void routesOutputOfThreadsToTheirRun();
    void answersForAKernelThatStartsSlowly();
    void interruptsAndDeletesWhatWaitsForAKernel();
    void waitsForWhatAnotherSandboxCompiles();
};

static std::unique_ptr<TestDaemon> s_daemon;

void TestExecdCode::initTestCase()
{
    s_daemon = std::make_unique<TestDaemon>(QStringList { u"--prewarm"_s, u"python"_s });
    QVERIFY(s_daemon->isReady());
}

void TestExecdCode::cleanupTestCase()
{
    s_daemon.reset();
}

void TestExecdCode::cleanup()
{
    s_daemon->deleteContexts();
}

void TestExecdCode::givesEventsInTheirOrder()
{
    const auto good = s_daemon->runCode(u"import sys\nprint('hi')\nprint('err', file=sys.stderr)\n1+1"_s, u"python"_s);
    QCOMPARE(types(good).first(), u"init"_s);
    QCOMPARE(types(good).last(3), QStringList({ u"execution_count"_s, u"result"_s, u"execution_complete"_s }));
    QCOMPARE(streamText(good), u"hi\n"_s);
    QCOMPARE(streamText(good, "stderr"_L1), u"err\n"_s);
    QCOMPARE(resultText(good), u"2"_s);
    const auto bad = s_daemon->runCode(u"1/0"_s, u"python"_s);
    QCOMPARE(types(bad),
        QStringList({ u"init"_s, u"status"_s, u"error"_s, u"execution_count"_s, u"execution_complete"_s }));
    QCOMPARE(errorName(bad), u"ZeroDivisionError"_s);
}

void TestExecdCode::keepsStateBetweenRuns()
{
    const QString other = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"kept = 41"_s, u"python"_s);
    QCOMPARE(resultText(s_daemon->runCode(u"kept + 1"_s, u"python"_s)), u"42"_s);
    QCOMPARE(errorName(s_daemon->runCode(u"kept"_s, u"python"_s, other)), u"NameError"_s);
    QCOMPARE(s_daemon->request("DELETE", "/code/contexts/" + other.toLatin1()).status, 200);
}

void TestExecdCode::givesDisplaysUpdatesAndClearsAsEvents()
{
    const auto events = s_daemon->runCode(
        u"from IPython.display import display, clear_output, HTML\n"
        "print('before')\ndisplay(HTML('<b>x</b>'), metadata={'k': 1})\nh = display('one', display_id='d')\n"
        "h.update('two')\nclear_output(wait=True)\nclear_output()\nprint('after')"_s,
        u"python"_s);
    QCOMPARE(types(events),
        QStringList({ u"init"_s, u"stdout"_s, u"result"_s, u"result"_s, u"result"_s, u"clear_output"_s,
            u"clear_output"_s, u"stdout"_s, u"execution_count"_s, u"execution_complete"_s }));
    QList<QJsonObject> results;
    QList<bool> waits;
    for (const QJsonObject &event : events) {
        if (event.value("type"_L1).toString() == "result"_L1)
            results.append(event);
        if (event.value("type"_L1).toString() == "clear_output"_L1)
            waits.append(event.value("wait"_L1).toBool());
    }
    QVERIFY(results.at(0).value("display"_L1).toBool());
    QCOMPARE(results.at(0).value("results"_L1).toObject().value("text/html"_L1).toString(), u"<b>x</b>"_s);
    QCOMPARE(results.at(0).value("metadata"_L1).toObject().value("k"_L1).toInt(), 1);
    QCOMPARE(results.at(1).value("display_id"_L1).toString(), u"d"_s);
    QVERIFY(!results.at(1).value("update"_L1).toBool());
    QVERIFY(results.at(2).value("update"_L1).toBool());
    QCOMPARE(waits, QList<bool>({ true, false }));
}

void TestExecdCode::drawsPlots()
{
    const auto events
        = s_daemon->runCode(u"import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"_s, u"python"_s);
    const QJsonObject data = firstOfType(events, "result"_L1).value("results"_L1).toObject();
    QVERIFY2(QByteArray::fromBase64(data.value("image/png"_L1).toString().toLatin1()).startsWith("\x89PNG"),
        qPrintable(errorName(events)));
}

void TestExecdCode::showsThePager()
{
    const auto events = s_daemon->runCode(u"len?"_s, u"python"_s);
    QVERIFY(resultText(events).contains("number of items"_L1));
}

void TestExecdCode::putsNativeOutputInOrder_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("output");
    // Pain 130.
    QTest::newRow("system") << u"import os\nprint('a'); os.system('echo b'); print('c')"_s << u"a\nb\nc\n"_s;
    QTest::newRow("write") << u"import os\nfor i in range(3): print(i); _ = os.write(1, b'n\\n')"_s << u"0\nn\n1\nn\n2\nn\n"_s;
    QTest::newRow("subprocess") << u"import subprocess\nprint('a'); _ = subprocess.run(['echo', 'b']); print('c')"_s
                                << u"a\nb\nc\n"_s;
    QTest::newRow("libc without flush") << u"import ctypes\n_ = ctypes.CDLL(None).puts(b'native')"_s << u"native\n"_s;
    QTest::newRow("last") << u"import os\n_ = os.system('echo last')"_s << u"last\n"_s;
    QTest::newRow("no text") << u"import os\n_ = os.write(1, bytes([0xff, 0xfe, 0, 0x80]) + b'ok\\n')"_s
                             << u"\ufffd\ufffd\0\ufffdok\n"_s;
}

void TestExecdCode::putsNativeOutputInOrder()
{
    QFETCH(const QString, code);
    QFETCH(const QString, output);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(streamText(s_daemon->runCode(code, u"python"_s)), output);
}

void TestExecdCode::takesNativeOutputThatHoldsTheInterpreter()
{
    const auto events = s_daemon->runCode(
        u"import ctypes\nn = 3_000_000\nleft = ctypes.PyDLL(None).write(1, b'n' * n, n)\nleft"_s, u"python"_s);
    QCOMPARE(streamText(events).size(), resultText(events).toInt());
    QCOMPARE(streamText(events).size(), 3000000);
}

void TestExecdCode::survivesTextThatIsNoUnicode()
{
    QCOMPARE(streamText(s_daemon->runCode(u"print('a\\ud800b')"_s, u"python"_s)), u"a\ufffdb\n"_s);
    QVERIFY(resultText(s_daemon->runCode(u"x = chr(0xd800) + 'z'\nx"_s, u"python"_s)).contains("z"_L1));
    QCOMPARE(resultText(s_daemon->runCode(u"5"_s, u"python"_s)), u"5"_s);
}

void TestExecdCode::survivesDeeplyNestedResults()
{
    const auto events = s_daemon->runCode(
        u"from IPython.display import JSON\nd = {}\nfor i in range(60): d = {'k': d}\nJSON(d)"_s, u"python"_s);
    QVERIFY(firstOfType(events, "result"_L1).value("results"_L1).toObject().value("application/json"_L1).isObject());
}

void TestExecdCode::refusesASecondRunWhileBusy()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection first(s_daemon->socketPath());
    first.sendRequest("POST", "/code", s_daemon->codeRequest(u"import time\nprint('up', flush=True)\ntime.sleep(0.5)"_s, u"python"_s, id));
    QVERIFY(first.waitFor("up"));
    const Answer second = s_daemon->request("POST", "/code", s_daemon->codeRequest(u"1"_s, u"python"_s, id));
    QCOMPARE(second.status, 200);
    QCOMPARE(second.events().size(), 2);
    QCOMPARE(second.events().first().value("text"_L1).toString(), id);
    QVERIFY(second.body.endsWith(R"({"code":"RUNTIME_ERROR","message":"error running codes session is busy"})"));
    QCOMPARE(types(first.readAnswer().events()).last(), u"execution_complete"_s);
    QCOMPARE(resultText(s_daemon->runCode(u"1"_s, u"python"_s, id)), u"1"_s);
}

void TestExecdCode::refusesAnUnknownContext()
{
    const Answer answer = s_daemon->request("POST", "/code", s_daemon->codeRequest(u"1"_s, u"python"_s, u"deadbeef"_s));
    QCOMPARE(answer.status, 404);
    QCOMPARE(answer.json().value("code"_L1).toString(), u"CONTEXT_NOT_FOUND"_s);
}

void TestExecdCode::interruptsAndKeepsVariables()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code", s_daemon->codeRequest(u"kept = 7\nprint('up', flush=True)\nwhile True: pass"_s, u"python"_s, id));
    QVERIFY(run.waitFor("up"));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const auto events = run.readAnswer().events();
    QVERIFY(timer.elapsed() < 20000);
    QCOMPARE(errorName(events), u"KeyboardInterrupt"_s);
    QCOMPARE(types(events).last(), u"execution_complete"_s);
    QCOMPARE(resultText(s_daemon->runCode(u"kept"_s, u"python"_s, id)), u"7"_s);
    // Nothing happens to an idle context.
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    QCOMPARE(resultText(s_daemon->runCode(u"kept"_s, u"python"_s, id)), u"7"_s);
}

// Until the kernel has looked at a run, it takes no notice of interrupts.
void TestExecdCode::interruptsWhatHasOnlyJustBegun()
{
    const QString id = s_daemon->createContext(u"python"_s);
    for (int round = 0; round < 40; ++round) {
        RawConnection run(s_daemon->socketPath());
        run.sendRequest("POST", "/code", s_daemon->codeRequest(u"import time\ntime.sleep(600)"_s, u"python"_s, id));
        QVERIFY(run.waitFor("\"type\":\"init\""));
        QTest::qSleep(round % 8);
        QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
        const auto events = run.readAnswer().events();
        QCOMPARE(errorName(events), u"KeyboardInterrupt"_s);
        QCOMPARE(types(events).last(), u"execution_complete"_s);
    }
    QCOMPARE(resultText(s_daemon->runCode(u"1 + 1"_s, u"python"_s, id)), u"2"_s);
}

// Before and after the code the kernel is at work, too: there an interrupt must neither end it nor take the answer away.
void TestExecdCode::interruptsWhatEndsByItself()
{
    const QString id = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"x = 1"_s, u"python"_s, id);
    for (int round = 0; round < 200; ++round) {
        RawConnection run(s_daemon->socketPath());
        run.sendRequest("POST", "/code", s_daemon->codeRequest(u"pass"_s, u"python"_s, id));
        QVERIFY(run.waitFor("\"type\":\"init\""));
        QTest::qSleep(round % 3);
        s_daemon->request("DELETE", "/code?id=" + id.toLatin1());
        const auto events = run.readAnswer().events();
        QCOMPARE(types(events).last(), u"execution_complete"_s);
        QVERIFY2(errorName(events).isEmpty() || errorName(events) == "KeyboardInterrupt"_L1, qPrintable(errorName(events)));
    }
    QCOMPARE(resultText(s_daemon->runCode(u"x"_s, u"python"_s, id)), u"1"_s);
}

void TestExecdCode::interruptsWhatRunsBesideAnAwait_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("a task") << u"async def w():\n    print('go', flush=True)\n    while True: pass\nt = asyncio.create_task(w())\nawait asyncio.sleep(600)"_s;
    QTest::newRow("gathered") << u"async def w():\n    print('go', flush=True)\n    time.sleep(600)\nawait asyncio.gather(w(), w())"_s;
    QTest::newRow("a callback") << u"def w():\n    print('go', flush=True)\n    time.sleep(600)\nasyncio.get_running_loop().call_soon(w)\nawait asyncio.sleep(600)"_s;
    QTest::newRow("the cell itself") << u"await asyncio.sleep(0)\nprint('go', flush=True)\nwhile True: pass"_s;
}

// There asyncio passes a KeyboardInterrupt on to whoever runs the loop, which is the kernel.
void TestExecdCode::interruptsWhatRunsBesideAnAwait()
{
    QFETCH(const QString, code);
    const QString id = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"import asyncio, time\nx = 1"_s, u"python"_s, id);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code", s_daemon->codeRequest(code, u"python"_s, id));
    QVERIFY(run.waitFor("go\\n"));
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const auto events = run.readAnswer().events();
    QCOMPARE(types(events).last(), u"execution_complete"_s);
    QVERIFY2(errorName(events) == "CancelledError"_L1 || errorName(events) == "KeyboardInterrupt"_L1, qPrintable(errorName(events)));
    QCOMPARE(streamText(s_daemon->runCode(u"print(x)"_s, u"python"_s, id)), u"1\n"_s);
}

void TestExecdCode::interruptsAsOftenAsAsked()
{
    // Pain 36: code that swallows interrupts.
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"import time\nfor i in range(3):\n  try:\n    print('step', i, flush=True)\n"
                              "    while True: time.sleep(0.01)\n  except KeyboardInterrupt: pass\nprint('end')"_s,
            u"python"_s, id));
    for (const char *step : { "step 0", "step 1", "step 2" }) {
        QVERIFY(run.waitFor(step));
        QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    }
    QVERIFY(streamText(run.readAnswer().events()).endsWith("end\n"_L1));
}

void TestExecdCode::interruptsAnEndlessPrinterSoon()
{
    // Pain 50.
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code", s_daemon->codeRequest(u"while True: print('spam')"_s, u"python"_s, id));
    QVERIFY(run.waitFor("spam\\nspam"));
    QElapsedTimer timer;
    timer.start();
    s_daemon->request("DELETE", "/code?id=" + id.toLatin1());
    QCOMPARE(errorName(run.readAnswer().events()), u"KeyboardInterrupt"_s);
    QVERIFY(timer.elapsed() < 20000);
}

// The code is over, its output is not: that lasts after a million lines.
void TestExecdCode::interruptsNothingThatHasEnded()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"import sys, time\nflush = sys.stdout.flush\ndef slow():\n    sys.stdout.flush = flush\n    print('over')\n    flush()\n"
                              "    time.sleep(1.5)\nsys.stdout.flush = slow"_s,
            u"python"_s, id));
    QVERIFY(run.waitFor("over"));
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const auto events = run.readAnswer().events();
    QCOMPARE(errorName(events), QString());
    QCOMPARE(types(events).last(), u"execution_complete"_s);
    // The next one can be interrupted again.
    RawConnection next(s_daemon->socketPath());
    next.sendRequest("POST", "/code", s_daemon->codeRequest(u"print('up', flush=True)\nwhile True: pass"_s, u"python"_s, id));
    QVERIFY(next.waitFor("up"));
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    QCOMPARE(errorName(next.readAnswer().events()), u"KeyboardInterrupt"_s);
}

// A traceback ends at the line of the user, as if streams were built in.
void TestExecdCode::leavesItsOwnFramesOut()
{
    const auto traceback = [](const QList<QJsonObject> &events) {
        QString text;
        const QJsonArray lines = firstOfType(events, "error"_L1).value("error"_L1).toObject().value("traceback"_L1).toArray();
        for (const QJsonValue &line : lines)
            text += line.toString();
        return text.remove(QRegularExpression(u"\x1b\\[[0-9;]*m"_s));
    };
    const QString id = s_daemon->createContext(u"python"_s);
    const auto refused = s_daemon->runCode(u"import sys\ntry:\n    1 / 0\nfinally:\n    sys.stdout.write(5)"_s, u"python"_s, id);
    QCOMPARE(errorName(refused), u"TypeError"_s);
    QVERIFY2(traceback(refused).contains("sys.stdout.write(5)"_L1) && traceback(refused).contains("1 / 0"_L1), qPrintable(traceback(refused)));
    QVERIFY2(!traceback(refused).contains("driver.py"_L1) && !traceback(refused).contains("iostream.py"_L1), qPrintable(traceback(refused)));
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code", s_daemon->codeRequest(u"while True: print('spam' * 1000)"_s, u"python"_s, id));
    QVERIFY(run.waitFor("spamspam"));
    s_daemon->request("DELETE", "/code?id=" + id.toLatin1());
    const auto interrupted = run.readAnswer().events();
    QCOMPARE(errorName(interrupted), u"KeyboardInterrupt"_s);
    QVERIFY2(traceback(interrupted).contains("while True"_L1) && !traceback(interrupted).contains("driver.py"_L1), qPrintable(traceback(interrupted)));
}

// What waits to be sent is written without a lock: nothing may get lost between those who write and the one who takes.
void TestExecdCode::keepsAllThatThreadsPrint()
{
    const QString id = s_daemon->createContext(u"python"_s);
    const auto events = s_daemon->runCode(uR"(
import threading
def work(name):
    for i in range(20000):
        print(f'{name} {i:05} ' + 'x' * 90 + '\n', end='')
threads = [threading.Thread(target=work, args=(name,)) for name in 'abc']
for thread in threads: thread.start()
work('d')
for thread in threads: thread.join()
print('long ' + 'y' * 3_000_000)
)"_s,
        u"python"_s, id);
    QVERIFY(errorName(events).isEmpty());
    const QStringList lines = streamText(events).split(u'\n');
    QHash<QChar, int> next;
    qsizetype longest = 0;
    for (const QString &line : lines) {
        if (line.size() > 4 && line.at(1) == u' ')
            QCOMPARE(line.sliced(2, 5).toInt(), next[line.at(0)]++);
        longest = std::max(longest, line.size());
    }
    for (const char name : { 'a', 'b', 'c', 'd' })
        QCOMPARE(next.value(QLatin1Char(name)), 20000);
    QCOMPARE(longest, 3'000'005);
}

void TestExecdCode::goesOnWhenTheClientLeaves()
{
    const QString id = s_daemon->createContext(u"python"_s);
    {
        RawConnection run(s_daemon->socketPath());
        run.sendRequest("POST", "/code",
            s_daemon->codeRequest(u"import time\nfor i in range(10): print(i, flush=True); time.sleep(0.03)\nfinished = True"_s,
                u"python"_s, id));
        QVERIFY(run.waitFor("0\\n"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(resultText(s_daemon->runCode(u"finished"_s, u"python"_s, id)), u"True"_s, 10000);
}

void TestExecdCode::keepsAllForASlowClient()
{
    const QString id = s_daemon->createContext(u"python"_s);
    // From here on: what other tests needed does not count.
    QFile forget(u"/proc/%1/clear_refs"_s.arg(s_daemon->pid()));
    QVERIFY(forget.open(QIODevice::WriteOnly) && forget.write("5") == 1);
    forget.close();
    const qint64 before = memoryMib(s_daemon->pid(), "VmRSS:");
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"for i in range(60): print(str(i % 10) * 1000000)\nopen('done', 'w').close()"_s, u"python"_s, id));
    // The run is not held up by a client that does not read.
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(s_daemon->folder() + u"/done"_s), 60000);
    // Most of it waits on disk. What the kernel sends faster than it is looked at is in memory for a while, more on a busy machine.
    QTRY_VERIFY2_WITH_TIMEOUT(spooledBytes(s_daemon->pid()) > 50'000'000, QByteArray::number(spooledBytes(s_daemon->pid())).constData(), 60000);
    const QString text = streamText(run.readAnswer().events());
    QCOMPARE(text.size(), 60 * 1000001);
    QVERIFY(text.endsWith("9\n"_L1));
    const qint64 growth = memoryMib(s_daemon->pid(), "VmHWM:") - before;
    QVERIFY2(growth < 200, QByteArray::number(growth).constData());
}

void TestExecdCode::passesAVeryLongLine()
{
    const auto events = s_daemon->runCode(u"print('y' * 10_000_000)"_s, u"python"_s);
    QCOMPARE(streamText(events).size(), 10000001);
}

void TestExecdCode::tellsOfAKernelsDeathAndKillsItsWorkers()
{
    // Pains 34 and 131.
    const QString id = s_daemon->createContext(u"python"_s);
    QElapsedTimer timer;
    timer.start();
    const auto events = s_daemon->runCode(
        u"import multiprocessing, os, time\n"
        "workers = [multiprocessing.get_context('fork').Process(target=time.sleep, args=(1000,)) for _ in range(4)]\n"
        "for worker in workers: worker.start()\n"
        "os.system('setsid sleep 1000 &')\nprint('earlier', flush=True)\ntime.sleep(0.3)\nos.kill(os.getpid(), 9)"_s,
        u"python"_s, id);
    QVERIFY(timer.elapsed() < 20000);
    QCOMPARE(streamText(events), u"earlier\n"_s);
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("ename"_L1).toString(), u"KernelDied"_s);
    QCOMPARE(error.value("evalue"_L1).toString(), u"kernel was killed (signal 9)"_s);
    QCOMPARE(types(events).last(), u"execution_complete"_s);
    QTRY_COMPARE(markedProcesses(id), 0);
    // The next run says so, and a restart helps.
    QCOMPARE(errorName(s_daemon->runCode(u"1"_s, u"python"_s, id)), u"ContextLost"_s);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
    QCOMPARE(resultText(s_daemon->runCode(u"1"_s, u"python"_s, id)), u"1"_s);
}

void TestExecdCode::tellsWhetherMemoryRanOut()
{
    TestDaemon daemon({ u"--memory-mib"_s, u"512"_s });
    const QString notice = QFileInfo(daemon.socketPath()).path() + u"/out-of-memory"_s;
    const QString code = u"import os\nif %1: open('%2', 'w').write('17')\nos.kill(os.getpid(), 9)"_s;
    const auto reason = [&](const char *noted) {
        const auto events = daemon.runCode(code.arg(QLatin1StringView(noted), notice), u"python"_s, daemon.createContext(u"python"_s));
        return firstOfType(events, "error"_L1).value("error"_L1).toObject().value("evalue"_L1).toString();
    };
    QCOMPARE(reason("True"), u"kernel died: the sandbox reached its memory limit of 512 MiB (signal 9)"_s);
    // What was stopped earlier says nothing about a later death.
    QCOMPARE(reason("False"), u"kernel was killed (signal 9)"_s);
}

void TestExecdCode::keepsTheLastWordsOfACrash()
{
    const QString id = s_daemon->createContext(u"python"_s);
    const auto events = s_daemon->runCode(u"import ctypes\nctypes.string_at(0)"_s, u"python"_s, id);
    const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("evalue"_L1).toString(), u"kernel died (signal 11, segmentation fault)"_s);
    QVERIFY(streamText(events, "stderr"_L1).contains("Segmentation fault"_L1));
    QVERIFY(!error.value("traceback"_L1).toArray().isEmpty());
}

// While a process becomes another program it shows no variables for an instant, and is found by them.
void TestExecdCode::endsWhatKeepsBecomingAnotherProgram()
{
    const QString script = s_daemon->folder() + u"/again"_s;
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/bin/sh\nexec \"$0\"\n") > 0);
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    file.close();
    for (int round = 0; round < 6; ++round) {
        const QString id = s_daemon->createContext(u"python"_s);
        const auto events = s_daemon->runCode(
            u"import subprocess\nfor _ in range(2): subprocess.Popen(['%1'], start_new_session=True)"_s.arg(script), u"python"_s, id);
        QVERIFY(firstOfType(events, "error"_L1).isEmpty());
        QCOMPARE(s_daemon->request("DELETE", "/code/contexts/" + id.toLatin1()).status, 200);
        // Twice, because it cannot be seen for an instant here, either.
        for (int look = 0; look < 2; ++look)
            QCOMPARE(streamText(s_daemon->runCommand(countOf(script))), u"0"_s);
    }
}

void TestExecdCode::restartsUnderTheSameId()
{
    const QString id = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"import os\nold = 1\n_ = os.system('setsid sleep 1000 &')"_s, u"python"_s, id);
    QTRY_VERIFY(markedProcesses(id) >= 2);
    const Answer answer = s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart");
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json().value("id"_L1).toString(), id);
    QCOMPARE(markedProcesses(id), 1);
    QCOMPARE(errorName(s_daemon->runCode(u"old"_s, u"python"_s, id)), u"NameError"_s);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/nope/restart").status, 404);
}

void TestExecdCode::restartsWhileCodeRuns()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    // Code that ignores interrupts is ended all the same (pain 35).
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('up', flush=True)\nwhile True: pass"_s,
            u"python"_s, id));
    QVERIFY(run.waitFor("up"));
    QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
    const auto events = run.readAnswer().events();
    QCOMPARE(errorName(events), u"ContextStopped"_s);
    QCOMPARE(types(events).last(), u"execution_complete"_s);
    QCOMPARE(resultText(s_daemon->runCode(u"1"_s, u"python"_s, id)), u"1"_s);
}

// Pain 35: a native call that neither returns nor lets go of the interpreter.
void TestExecdCode::staysUsableWhileNativeCodeIgnoresInterrupts()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"import ctypes\nprint('before', flush=True)\nwhile True: ctypes.PyDLL(None).sleep(1000)"_s, u"python"_s, id));
    QVERIFY(run.waitFor("before"));
    // It may end the call, or not; either way every other request is answered, and outputs stay.
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    QCOMPARE(s_daemon->request("GET", "/ping").status, 200);
    QCOMPARE(resultText(s_daemon->runCode(u"6 * 7"_s, u"python"_s)), u"42"_s);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
    const Answer answer = run.readAnswer();
    QVERIFY(answer.complete);
    QCOMPARE(streamText(answer.events()), u"before\n"_s);
    QVERIFY2(!errorName(answer.events()).isEmpty(), answer.body.constData());
    QCOMPARE(resultText(s_daemon->runCode(u"1"_s, u"python"_s, id)), u"1"_s);
}

void TestExecdCode::deletesWhileCodeRuns()
{
    const QString id = s_daemon->createContext(u"python"_s);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code",
        s_daemon->codeRequest(u"import time\nprint('up', flush=True)\ntime.sleep(100)"_s, u"python"_s, id));
    QVERIFY(run.waitFor("up"));
    QCOMPARE(s_daemon->request("DELETE", "/code/contexts/" + id.toLatin1()).status, 200);
    // The second when the kernel had no time to report.
    const QString name = errorName(run.readAnswer().events());
    QVERIFY2(name == "KeyboardInterrupt"_L1 || name == "ContextStopped"_L1, qPrintable(name));
    QCOMPARE(s_daemon->request("GET", "/code/contexts/" + id.toLatin1()).status, 404);
    QCOMPARE(markedProcesses(id), 0);
}

void TestExecdCode::startsInItsWorkingDirectory()
{
    const QString folder = s_daemon->folder() + u"/new ‘folder’"_s;
    const QByteArray body = QJsonDocument(QJsonObject { { u"language"_s, u"python"_s }, { u"cwd"_s, folder } }).toJson();
    const Answer created = s_daemon->request("POST", "/code/context", body);
    QCOMPARE(created.json().value("cwd"_L1).toString(), folder);
    const auto events = s_daemon->runCode(
        u"import os\nprint(os.getcwd())"_s, u"python"_s, created.json().value("id"_L1).toString());
    QCOMPARE(streamText(events), folder + u'\n');
}

void TestExecdCode::usesThePrewarmedKernel()
{
    const TestDaemon daemon({ u"--prewarm"_s, u"python"_s });
    QTest::qWait(1500); // the head start it gets in use
    const QString folder = daemon.folder() + u"/here"_s;
    const QByteArray body = QJsonDocument(QJsonObject { { u"language"_s, u"python"_s }, { u"cwd"_s, folder } }).toJson();
    const QString id = daemon.request("POST", "/code/context", body).json().value("id"_L1).toString();
    const auto events = daemon.runCode(u"import os\nprint(os.getcwd())\n1"_s, u"python"_s, id);
    QCOMPARE(streamText(events), folder + u'\n');
    QCOMPARE(firstOfType(events, "execution_count"_L1).value("execution_count"_L1).toInt(), 1);
}

void TestExecdCode::startsSeveralKernelsAtOnce()
{
    // Pain 129: they do not take each other's sockets.
    std::vector<std::unique_ptr<RawConnection>> connections;
    for (int i = 0; i < 4; ++i) {
        connections.push_back(std::make_unique<RawConnection>(s_daemon->socketPath()));
        connections.back()->sendRequest("POST", "/code/context", "{\"language\":\"python\"}");
    }
    QStringList ids;
    for (const auto &connection : connections)
        ids.append(connection->readAnswer(60000).json().value("id"_L1).toString());
    for (qsizetype i = 0; i < ids.size(); ++i)
        s_daemon->runCode(u"mine = %1"_s.arg(i), u"python"_s, ids.at(i));
    for (qsizetype i = 0; i < ids.size(); ++i)
        QCOMPARE(resultText(s_daemon->runCode(u"mine"_s, u"python"_s, ids.at(i))), QString::number(i));
    QCOMPARE(s_daemon->request("DELETE", "/code/contexts?language=python").status, 200);
    QCOMPARE(s_daemon->request("GET", "/code/contexts?language=python").body, "[]");
}

void TestExecdCode::goesOnWhenTheTemporaryFolderIsCleaned()
{
    TestDaemon daemon;
    const QString python = daemon.createContext(u"python"_s);
    const QString bash = daemon.createContext(u"bash"_s);
    daemon.runCode(u"x=1"_s, u"bash"_s, bash);
    daemon.runCommand(u"rm -rf \"$TMPDIR\"/.[a-z]*"_s);
    QCOMPARE(resultText(daemon.runCode(u"1"_s, u"python"_s, python)), u"1"_s);
    QCOMPARE(streamText(daemon.runCode(u"echo $x"_s, u"bash"_s, bash)), u"1\n"_s);
    QVERIFY(!daemon.createContext(u"python"_s).isEmpty());
}

void TestExecdCode::refusesUnknownLanguages()
{
    QCOMPARE(s_daemon->request("POST", "/code/context", "{\"language\":\"ruby\"}").status, 500);
    QCOMPARE(s_daemon->request("POST", "/code/context", "{}").status, 500);
}

void TestExecdCode::saysWhenPythonCannotStart()
{
    const TestDaemon none({ u"--python"_s, u"no-such-python"_s });
    const Answer missing = none.request("POST", "/code/context", "{\"language\":\"python\"}");
    QCOMPARE(missing.status, 500);
    QVERIFY(missing.json().value("message"_L1).toString().contains("no-such-python"_L1));
    const TestDaemon broken({ u"--python"_s, u"/bin/false"_s });
    const Answer ended = broken.request("POST", "/code", broken.codeRequest(u"1"_s, u"python"_s));
    QCOMPARE(ended.status, 500);
    QVERIFY(ended.json().value("message"_L1).toString().contains("ipykernel"_L1));
}

void TestExecdCode::routesOutputOfThreadsToTheirRun()
{
    // Pain 41: what a thread of an earlier run prints is no output of a later one.
    const QString id = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"import threading, time\ndef late():\n  for i in range(20): print('late', flush=True); time.sleep(0.02)\n"
                      "threading.Thread(target=late).start()"_s,
        u"python"_s, id);
    const auto events = s_daemon->runCode(u"time.sleep(0.2); print('mine')"_s, u"python"_s, id);
    QCOMPARE(streamText(events), u"mine\n"_s);
}

namespace {

// Under this name, what the code prints after its end is kept.
QList<QJsonObject> runNamed(const QString &name, const QString &code, const QString &language, const QString &id)
{
    QJsonObject body = QJsonDocument::fromJson(s_daemon->codeRequest(code, language, id)).object();
    body.insert("run"_L1, name);
    RawConnection run(s_daemon->socketPath());
    run.sendRequest("POST", "/code", QJsonDocument(body).toJson());
    return run.readAnswer(60000).events();
}

struct Late
{
    int status = 0;
    QString text; // "run type: text" of each piece
    qint64 next = 0;
    qint64 dropped = 0;
};

Late lateOutput(const QString &id, qint64 since, int wait)
{
    const Answer answer = s_daemon->request("GET", "/code/contexts/" + id.toLatin1() + "/late?since=" + QByteArray::number(since) + "&wait=" + QByteArray::number(wait));
    const QJsonObject object = answer.json();
    Late late { answer.status, {}, object.value("next"_L1).toInteger(), object.value("dropped"_L1).toInteger() };
    for (const QJsonValue &piece : object.value("outputs"_L1).toArray())
        late.text += piece["run"_L1].toString() + u' ' + piece["type"_L1].toString() + u": "_s + piece["text"_L1].toString();
    return late;
}

// Asks on until the text ends so.
Late lateOutputUntil(const QString &id, qint64 since, const QString &end)
{
    Late all { 0, {}, since, 0 };
    QElapsedTimer timer;
    timer.start();
    while (!all.text.endsWith(end) && timer.elapsed() < 30000) {
        const Late late = lateOutput(id, all.next, 5);
        all = { late.status, all.text + late.text, late.next, all.dropped + late.dropped };
    }
    return all;
}

} // namespace

// Pain 41: it belongs to the run that started the thread, also while another one runs and when both are over.
void TestExecdCode::keepsWhatIsPrintedAfterTheRun()
{
    const QString id = s_daemon->createContext(u"python"_s);
    const auto first = runNamed(u"first"_s, u"import asyncio, sys, threading, time\ndef late():\n  for i in range(5): time.sleep(0.3); print('bg', i, flush=True)\n"
                                            "class Worker(threading.Thread):\n  def run(self): time.sleep(0.7); late()\n"
                                            "worker = Worker(); worker.start(); print('started')"_s, u"python"_s, id);
    QCOMPARE(streamText(first), u"started\n"_s);
    const auto second = runNamed(u"second"_s, u"for i in range(3): time.sleep(0.3); print('mine', i, flush=True)"_s, u"python"_s, id);
    QCOMPARE(streamText(second), u"mine 0\nmine 1\nmine 2\n"_s);
    // Threads of threads, and classes that say themselves what to run, belong to the same run.
    const Late late = lateOutputUntil(id, 0, u"bg 4\n"_s);
    QCOMPARE(QString(late.text).remove(u"first stdout: "_s), u"bg 0\nbg 1\nbg 2\nbg 3\nbg 4\n"_s);
    QCOMPARE(late.dropped, 0);
    QElapsedTimer timer;
    timer.start();
    const Late nothing = lateOutput(id, late.next, 1);
    QCOMPARE(nothing.status, 200);
    QCOMPARE(nothing.text, QString());
    QCOMPARE(nothing.next, late.next);
    QVERIFY(timer.elapsed() >= 900);

    // A task; a run without a name; and more than is kept.
    runNamed(u"task"_s, u"async def tick():\n  await asyncio.sleep(1.5); print('tick', file=sys.stderr)\ntask = asyncio.ensure_future(tick())"_s, u"python"_s, id);
    s_daemon->runCode(u"threading.Timer(1, lambda: print('nobody asked for this', flush=True)).start()"_s, u"python"_s, id);
    const Late ticked = lateOutputUntil(id, late.next, u"tick\n"_s);
    QCOMPARE(ticked.text, u"task stderr: tick\n"_s);
    runNamed(u"flood"_s, u"threading.Timer(1.5, lambda: print('\\u00fc' * 300_000 + 'end', flush=True)).start()"_s, u"python"_s, id);
    const Late flood = lateOutputUntil(id, ticked.next, u"end\n"_s);
    QCOMPARE(flood.next - ticked.next, 600'004);
    QVERIFY2(flood.dropped > 300'000 && flood.dropped < 360'000, QByteArray::number(flood.dropped).constData());
    QVERIFY(!flood.text.contains(QChar::ReplacementCharacter));
    // A line more does not push out all that is kept.
    runNamed(u"more"_s, u"threading.Timer(1, lambda: print('more', flush=True)).start()"_s, u"python"_s, id);
    QCOMPARE(lateOutputUntil(id, flood.next, u"more\n"_s).text, u"more stdout: more\n"_s);
    const Late both = lateOutput(id, ticked.next, 0);
    QVERIFY2(both.text.size() > 100'000 && both.text.endsWith("more\n"_L1), QByteArray::number(both.text.size()).constData());

    // It outlives the kernel, but not the context, and who waits for it then is told so.
    QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
    QCOMPARE(lateOutput(id, ticked.next, 0).next, both.next);
    RawConnection waiting(s_daemon->socketPath());
    waiting.sendRequest("GET", "/code/contexts/" + id.toLatin1() + "/late?wait=60&since=" + QByteArray::number(both.next), {});
    QCOMPARE(s_daemon->request("DELETE", "/code/contexts/" + id.toLatin1()).status, 200);
    QCOMPARE(waiting.readAnswer(30000).status, 404);
    QCOMPARE(lateOutput(id, 0, 0).status, 404);
    const QString other = s_daemon->createContext(u"python"_s);
    QCOMPARE(lateOutput(other, -1, 0).status, 400);
    QCOMPARE(lateOutput(other, 1'000'000, 0).status, 200);
    QCOMPARE(lateOutput(other, 0, 61).status, 400);
    const QJsonObject longName { { u"code"_s, u"1"_s }, { u"context"_s, QJsonObject { { u"id"_s, other }, { u"language"_s, u"python"_s } } }, { u"run"_s, QString(201, u'x') } };
    QCOMPARE(s_daemon->request("POST", "/code", QJsonDocument(longName).toJson()).status, 400);
}

void TestExecdCode::keepsWhatIsPrintedAfterTheRunElsewhere_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::newRow("bash") << u"bash"_s << u"(sleep 2; echo late; echo later >&2) &"_s;
    QTest::newRow("javascript") << u"javascript"_s << u"setTimeout(() => { console.log('late'); console.error('later') }, 2000); 1"_s;
    QTest::newRow("java") << u"java"_s
                          << u"new Thread(() -> { try { Thread.sleep(2000); } catch (InterruptedException e) { } System.out.println(\"late\"); System.err.println(\"later\"); }).start();"_s;
}

void TestExecdCode::keepsWhatIsPrintedAfterTheRunElsewhere()
{
    QFETCH(QString, language);
    QFETCH(QString, code);
    const QString id = s_daemon->createContext(language);
    runNamed(u"first"_s, code, language, id);
    const Late late = lateOutputUntil(id, 0, u"later\n"_s);
    QVERIFY(s_daemon->request("DELETE", "/code/contexts/" + id.toLatin1()).status == 200);
    QVERIFY2(late.text.contains("first stdout: late\n"_L1) && late.text.contains("first stderr: later\n"_L1), qPrintable(late.text));
}

static bool installKernel(const TestDaemon &daemon, const char *script)
{
    const QString folder = daemon.folder() + u"/.local/share/jupyter/kernels/slow"_s;
    QFile file(folder + u"/kernel.json"_s);
    const QJsonObject spec { { u"argv"_s, QJsonArray { u"sh"_s, u"-c"_s, QString::fromLatin1(script) } }, { u"language"_s, u"java"_s }, { u"display_name"_s, u"slow"_s } };
    return QDir().mkpath(folder) && file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(spec).toJson()) > 0;
}

// Published clients give up on a creation after 30 seconds; a stream with its pings keeps them.
void TestExecdCode::answersForAKernelThatStartsSlowly()
{
    TestDaemon daemon;
    QVERIFY(installKernel(daemon, "sleep 14; echo no luck >&2; exit 3"));
    RawConnection creation(daemon.socketPath());
    creation.sendRequest("POST", "/code/context", R"({"language":"java"})");
    const Answer created = creation.readAnswer(25000);
    QCOMPARE(created.status, 200);
    const QString id = created.json().value("id"_L1).toString();
    QCOMPARE(daemon.request("GET", "/code/contexts/" + id.toLatin1() + "/variables").status, 409);
    RawConnection run(daemon.socketPath());
    run.sendRequest("POST", "/code", daemon.codeRequest(u"1"_s, u"java"_s, id));
    QVERIFY(run.waitFor("\"type\":\"ping\""));
    const Answer second = daemon.request("POST", "/code", daemon.codeRequest(u"1"_s, u"java"_s, id));
    QVERIFY(second.body.contains("session is busy"));
    const QJsonObject error = firstOfType(run.readAnswer(60000).events(), "error"_L1).value("error"_L1).toObject();
    QCOMPARE(error.value("ename"_L1).toString(), u"KernelError"_s);
    QVERIFY2(error.value("evalue"_L1).toString().contains("no luck"_L1), qPrintable(error.value("evalue"_L1).toString()));
    QVERIFY(daemon.request("POST", "/code", daemon.codeRequest(u"1"_s, u"java"_s, id)).body.contains("Restart the context to try again"));
    // One that fails soon is an error of the creation, as ever.
    QVERIFY(installKernel(daemon, "echo no luck >&2; exit 3"));
    const Answer refused = daemon.request("POST", "/code/context", R"({"language":"java"})");
    QCOMPARE(refused.status, 500);
    QVERIFY2(refused.body.contains("no luck"), refused.body.constData());
}

void TestExecdCode::interruptsAndDeletesWhatWaitsForAKernel()
{
    TestDaemon daemon;
    QVERIFY(installKernel(daemon, "exec sleep 1000"));
    RawConnection creation(daemon.socketPath());
    creation.sendRequest("POST", "/code/context", R"({"language":"java"})");
    const QByteArray id = creation.readAnswer(25000).json().value("id"_L1).toString().toLatin1();
    QVERIFY(!id.isEmpty());
    const auto start = [&](RawConnection &connection) {
        connection.sendRequest("POST", "/code", daemon.codeRequest(u"1"_s, u"java"_s, QString::fromLatin1(id)));
        return connection.waitFor("\"type\":\"ping\"");
    };
    const auto errorName = [](const Answer &answer) {
        return firstOfType(answer.events(), "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString();
    };
    RawConnection first(daemon.socketPath());
    QVERIFY(start(first));
    QCOMPARE(daemon.request("DELETE", "/code?id=" + id).status, 200);
    QCOMPARE(errorName(first.readAnswer()), u"KeyboardInterrupt"_s);
    RawConnection second(daemon.socketPath());
    QVERIFY(start(second));
    QCOMPARE(daemon.request("DELETE", "/code/contexts/" + id).status, 200);
    QCOMPARE(errorName(second.readAnswer()), u"ContextStopped"_s);
    QCOMPARE(daemon.request("GET", "/code/contexts/" + id).status, 404);
}

// Two sandboxes that need Go first at the same time do not compile the same twice, and say what they wait for.
void TestExecdCode::waitsForWhatAnotherSandboxCompiles()
{
    QTemporaryDir folder;
    const auto write = [&folder](const QString &name, const QByteArray &text) {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
            && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(write(u"bin/go"_s, "#!/bin/sh\ncase $1 in env) echo go9.9 ;; *) touch '" + folder.path().toUtf8() + "/compiled'; sleep 1000 ;; esac\n"));
    QVERIFY(write(u"builds/lock"_s, ""));
    // Somebody is at it.
    QProcess other;
    other.start(u"flock"_s, { folder.filePath(u"builds/lock"_s), u"sh"_s, u"-c"_s, u"echo held; read line"_s });
    QVERIFY(other.waitForReadyRead(30000));
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    qputenv("PATH", QByteArray(folder.filePath(u"bin"_s).toUtf8() + ':' + path));
    TestDaemon daemon({ u"--builds"_s, folder.filePath(u"builds"_s) });
    QVERIFY(daemon.isReady());
    RawConnection run(daemon.socketPath());
    run.sendRequest("POST", "/code", daemon.codeRequest(u"1"_s, u"go"_s));
    QVERIFY2(run.waitFor("compiled for all sandboxes", 60000), run.received().constData());
    QVERIFY(QFile::exists(QFileInfo(daemon.socketPath()).path() + u"/wants-builds"_s));
    QProcess sum;
    sum.start(u"sh"_s, { u"-c"_s, u"cksum <'" WB_SOURCE_DIR "/resources/kernels/go/driver.go' | tr ' ' -"_s });
    QVERIFY(sum.waitForFinished());
    QVERIFY(write(u"builds/go-go9.9/driver-"_s + QString::fromLatin1(sum.readAll().trimmed()),
        "#!/bin/bash\necho '{\"event\":\"ready\"}' >&4; read -r line <&3\n"
        "echo '{\"event\":\"stdout\",\"id\":1,\"text\":\"shared\"}' >&4; echo '{\"event\":\"done\",\"id\":1}' >&4; sleep 1000\n"));
    const auto events = run.readAnswer(60000).events();
    QCOMPARE(streamText(events), u"shared"_s);
    QVERIFY(!QFile::exists(folder.filePath(u"compiled"_s)));
    other.closeWriteChannel();
    other.waitForFinished();
    // Where nobody is at it, it says that, too.
    QVERIFY(QFile::remove(folder.filePath(u"builds/lock"_s)) && QDir(folder.filePath(u"builds/go-go9.9"_s)).removeRecursively());
    TestDaemon alone;
    RawConnection own(alone.socketPath());
    own.sendRequest("POST", "/code", alone.codeRequest(u"1"_s, u"go"_s));
    QVERIFY2(own.waitFor("compiled in this sandbox", 60000), own.received().constData());
    QVERIFY(QFile::exists(folder.filePath(u"compiled"_s)));
}

QTEST_GUILESS_MAIN(TestExecdCode)
#include "tst_execd_code.moc"
