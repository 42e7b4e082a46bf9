// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What ours can do besides the protocol, with real kernels: input, completion, inspection, variables.
#include "daemonclient.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;

QByteArray jsonOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QString resultText(const QList<QJsonObject> &events)
{
    return firstOfType(events, "result"_L1).value("results"_L1).toObject().value("text"_L1).toString();
}

QString errorName(const QList<QJsonObject> &events)
{
    return firstOfType(events, "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString();
}

} // namespace

class TestExecdExtensions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tellsWhatItCan();
    void servesInput();
    void servesSeveralInputsAndPasswords();
    void failsInputWithoutConsent();
    void endsInputWhenTheClientLeaves();
    void interruptsAWaitingProgram();
    void interruptsAWaitingProgramThatAwaits();
    void asksRightAfterItsStart();
    void refusesInputNobodyWaitsFor();
    void completes();
    void completesByCharacters();
    void refusesImpossiblePositions();
    void inspects();
    void neverWaitsBehindARun();
    void listsVariables();
    void runsNoCodeOfTheUserForThat();
    void boundsTheList();
    void pagesThroughTables_data();
    void pagesThroughTables();
    void sortsAndFiltersTables_data();
    void sortsAndFiltersTables();
    void readsFramesOfPolars();
    void keepsTheOrderUntilTheNextRun();
    void saysWhatIsMissing();
    void pagesThroughVariablesOfBash();

private:
    QJsonObject variable(const QString &name) const;
    QJsonArray variables() const;
    QByteArray route(const char *what) const { return "/code/contexts/" + m_python.toLatin1() + what; }

    QString m_python;
};

void TestExecdExtensions::initTestCase()
{
    s_daemon = std::make_unique<TestDaemon>();
    QVERIFY(s_daemon->isReady());
    m_python = s_daemon->createContext(u"python"_s);
    QVERIFY(!m_python.isEmpty());
}

void TestExecdExtensions::cleanupTestCase()
{
    s_daemon.reset();
}

QJsonArray TestExecdExtensions::variables() const
{
    return s_daemon->request("GET", route("/variables")).json().value("variables"_L1).toArray();
}

QJsonObject TestExecdExtensions::variable(const QString &name) const
{
    const QJsonArray all = variables();
    for (const QJsonValue &value : all) {
        if (value.toObject().value("name"_L1).toString() == name)
            return value.toObject();
    }
    return {};
}

void TestExecdExtensions::tellsWhatItCan()
{
    const Answer answer = s_daemon->request("GET", "/capabilities");
    QCOMPARE(answer.status, 200);
    const QJsonArray extensions = answer.json().value("extensions"_L1).toArray();
    for (const QString &name : { u"completion"_s, u"display"_s, u"figures"_s, u"inspection"_s, u"late-output"_s, u"metrics"_s, u"pty"_s, u"restart"_s,
             u"stdin"_s, u"table-queries"_s, u"variables"_s })
        QVERIFY2(extensions.contains(name), qPrintable(name));
    const QJsonObject languages = answer.json().value("languages"_L1).toObject();
    QCOMPARE(languages.size(), 6);
    const QJsonObject python = languages.value("python"_L1).toObject();
    QVERIFY(python.value("available"_L1).toBool());
    QVERIFY(python.value("extensions"_L1).toArray().contains(u"stdin"_s));
    const QStringList names = languages.keys();
    for (const QString &name : names) {
        const QJsonObject language = languages.value(name).toObject();
        for (const QString &extension : { u"completion"_s, u"inspection"_s, u"stdin"_s, u"variables"_s })
            QVERIFY2(!language.value("available"_L1).toBool() || language.value("extensions"_L1).toArray().contains(extension), qPrintable(name + extension));
        QVERIFY(language.value("available"_L1).toBool() || language.value("hint"_L1).toString().contains("Install"_L1));
    }
}

void TestExecdExtensions::servesInput()
{
    InputRun run(*s_daemon, u"python"_s, m_python, u"name = input('Who? ')\nprint('Hello', name)\nname.upper()"_s);
    const QJsonObject request = run.waitForRequest();
    QCOMPARE(request.value("prompt"_L1).toString(), u"Who? "_s);
    QCOMPARE(request.value("password"_L1), QJsonValue(false));
    QVERIFY(request.value("timestamp"_L1).isDouble());
    QCOMPARE(run.answer(u"Zoë \"x\"\\n"_s), 200);
    const auto events = run.finish();
    QCOMPARE(streamText(events), u"Hello Zoë \"x\"\\n\n"_s);
    QCOMPARE(resultText(events), u"'ZOË \"X\"\\\\N'"_s);
}

void TestExecdExtensions::servesSeveralInputsAndPasswords()
{
    InputRun run(*s_daemon, u"python"_s, m_python, u"import getpass\na = input()\nb = getpass.getpass('Key: ')\n(a, b)"_s);
    QCOMPARE(run.waitForRequest().value("prompt"_L1).toString(), QString());
    QCOMPARE(run.answer(QString()), 200);
    const QJsonObject second = run.waitForRequest();
    QCOMPARE(second.value("prompt"_L1).toString(), u"Key: "_s);
    QCOMPARE(second.value("password"_L1), QJsonValue(true));
    QCOMPARE(run.answer(u"secret"_s), 200);
    QCOMPARE(resultText(run.finish()), u"('', 'secret')"_s);
}

// As on a server that knows no input, so that clients without it do not hang (recording execd-code/040).
void TestExecdExtensions::failsInputWithoutConsent()
{
    QCOMPARE(errorName(s_daemon->runCode(u"input('x')"_s, u"python"_s, m_python)), u"StdinNotImplementedError"_s);
}

void TestExecdExtensions::endsInputWhenTheClientLeaves()
{
    InputRun run(*s_daemon, u"python"_s, m_python, u"try:\n    input('x')\nexcept EOFError:\n    gone = 'noticed'\ntry:\n    input('y')\nexcept EOFError:\n    gone += ' twice'"_s);
    QVERIFY(!run.waitForRequest().isEmpty());
    run.drop();
    QTRY_COMPARE_WITH_TIMEOUT(resultText(s_daemon->runCode(u"gone"_s, u"python"_s, m_python)), u"'noticed twice'"_s, 20000);
}

void TestExecdExtensions::interruptsAWaitingProgram()
{
    InputRun run(*s_daemon, u"python"_s, m_python, u"kept = 5\ninput('x')"_s);
    QVERIFY(!run.waitForRequest().isEmpty());
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + m_python.toLatin1()).status, 200);
    QCOMPARE(errorName(run.finish()), u"KeyboardInterrupt"_s);
    QCOMPARE(run.answer(u"late"_s), 409);
    // What was typed too late is not the answer to the next question.
    InputRun next(*s_daemon, u"python"_s, m_python, u"input('again ') + str(kept)"_s);
    QCOMPARE(next.waitForRequest().value("prompt"_L1).toString(), u"again "_s);
    QCOMPARE(next.answer(u"fresh"_s), 200);
    QCOMPARE(resultText(next.finish()), u"'fresh5'"_s);
}

void TestExecdExtensions::interruptsAWaitingProgramThatAwaits()
{
    const QString awaits = u"import asyncio, time\nawait asyncio.sleep(0)\n"_s;
    InputRun asks(*s_daemon, u"python"_s, m_python, awaits + u"input('x')"_s);
    QVERIFY(!asks.waitForRequest().isEmpty());
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + m_python.toLatin1()).status, 200);
    QCOMPARE(errorName(asks.finish()), u"KeyboardInterrupt"_s);
    // While it waits for a coroutine, that is cancelled; while it works, it is interrupted.
    for (const auto &[code, error] : { std::pair { u"time.sleep(600)"_s, u"KeyboardInterrupt"_s }, { u"await asyncio.sleep(600)"_s, u"CancelledError"_s } }) {
        RawConnection run(s_daemon->socketPath());
        run.sendRequest("POST", "/code", s_daemon->codeRequest(awaits + u"print('up', flush=True)\n"_s + code, u"python"_s, m_python));
        QVERIFY(run.waitFor("up\\n"));
        QTest::qSleep(50);
        QCOMPARE(s_daemon->request("DELETE", "/code?id=" + m_python.toLatin1()).status, 200);
        const QString name = errorName(run.readAnswer().events());
        QVERIFY2(name == error || name == "KeyboardInterrupt"_L1, qPrintable(name));
    }
    QCOMPARE(resultText(s_daemon->runCode(u"await asyncio.sleep(0, 'fine')"_s, u"python"_s, m_python)), u"'fine'"_s);
}

// The channel of questions may be connected later than that of the code.
void TestExecdExtensions::asksRightAfterItsStart()
{
    const QString id = s_daemon->createContext(u"python"_s);
    for (int round = 0; round < 5; ++round) {
        QCOMPARE(s_daemon->request("POST", "/code/contexts/" + id.toLatin1() + "/restart").status, 200);
        InputRun run(*s_daemon, u"python"_s, id, u"input('now ')"_s);
        QCOMPARE(run.waitForRequest().value("prompt"_L1).toString(), u"now "_s);
        QCOMPARE(run.answer(u"yes"_s), 200);
        QCOMPARE(resultText(run.finish()), u"'yes'"_s);
    }
    s_daemon->request("DELETE", "/code/contexts/" + id.toLatin1());
}

void TestExecdExtensions::refusesInputNobodyWaitsFor()
{
    const Answer idle = s_daemon->request("POST", route("/input"), R"({"value":"x"})");
    QCOMPARE(idle.status, 409);
    QCOMPARE(idle.json().value("code"_L1).toString(), u"NO_INPUT_REQUESTED"_s);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/none/input", R"({"value":"x"})").status, 404);
    QCOMPARE(s_daemon->request("POST", route("/input"), "{}").status, 400);
    QCOMPARE(s_daemon->request("POST", route("/input"), R"({"value":5})").status, 400);
}

void TestExecdExtensions::completes()
{
    s_daemon->runCode(u"import math\nlong_name = 1"_s, u"python"_s, m_python);
    const QJsonObject answer
        = s_daemon->request("POST", route("/complete"), R"({"code":"x = math.sq + 1","cursor_pos":11})").json();
    QVERIFY(answer.value("matches"_L1).toArray().contains(u"sqrt"_s) || answer.value("matches"_L1).toArray().contains(u"math.sqrt"_s));
    QCOMPARE(answer.value("cursor_end"_L1).toInt(), 11);
    // Without a position the end of the code counts.
    const QJsonObject atEnd = s_daemon->request("POST", route("/complete"), R"({"code":"long_n"})").json();
    QCOMPARE(atEnd.value("matches"_L1).toArray().first().toString(), u"long_name"_s);
    QCOMPARE(atEnd.value("cursor_start"_L1).toInt(), 0);
    QCOMPARE(atEnd.value("cursor_end"_L1).toInt(), 6);
}

void TestExecdExtensions::completesByCharacters()
{
    // Two characters that are four units of UTF-16 and eight bytes.
    const QByteArray body = jsonOf({ { u"code"_s, u"'😀😀'; long_n"_s }, { u"cursor_pos"_s, 12 } });
    const QJsonObject answer = s_daemon->request("POST", route("/complete"), body).json();
    QCOMPARE(answer.value("matches"_L1).toArray().first().toString(), u"long_name"_s);
    QCOMPARE(answer.value("cursor_start"_L1).toInt(), 6);
}

void TestExecdExtensions::refusesImpossiblePositions()
{
    QCOMPARE(s_daemon->request("POST", route("/complete"), R"({"code":"ab","cursor_pos":3})").status, 400);
    QCOMPARE(s_daemon->request("POST", route("/inspect"), R"({"code":"ab","cursor_pos":-1})").status, 400);
    QCOMPARE(s_daemon->request("POST", route("/complete"), "{").status, 400);
    QCOMPARE(s_daemon->request("POST", "/code/contexts/none/complete", R"({"code":"a"})").status, 404);
}

void TestExecdExtensions::inspects()
{
    s_daemon->runCode(u"def area(width, height):\n    'How large it is.'\n    return width * height"_s, u"python"_s, m_python);
    const QJsonObject answer = s_daemon->request("POST", route("/inspect"), R"({"code":"area(","cursor_pos":4})").json();
    QVERIFY(answer.value("found"_L1).toBool());
    const QString text = answer.value("data"_L1).toObject().value("text"_L1).toString();
    QVERIFY2(text.contains("How large it is."_L1), qPrintable(text));
    const QJsonObject nothing = s_daemon->request("POST", route("/inspect"), R"({"code":"nothing_here"})").json();
    QCOMPARE(nothing.value("found"_L1), QJsonValue(false));
}

void TestExecdExtensions::neverWaitsBehindARun()
{
    RawConnection running(s_daemon->socketPath());
    running.sendRequest("POST", "/code", s_daemon->codeRequest(u"print('go', flush=True)\nimport time\ntime.sleep(1000)"_s, u"python"_s, m_python));
    QVERIFY(running.waitFor("go"));
    QElapsedTimer timer;
    timer.start();
    for (const char *what : { "/complete", "/inspect" }) {
        const Answer answer = s_daemon->request("POST", route(what), R"({"code":"a"})");
        QCOMPARE(answer.status, 409);
        QCOMPARE(answer.json().value("code"_L1).toString(), u"CONTEXT_BUSY"_s);
    }
    QCOMPARE(s_daemon->request("GET", route("/variables")).status, 409);
    QCOMPARE(s_daemon->request("GET", route("/variables/x")).status, 409);
    QVERIFY(timer.elapsed() < 20000);
    s_daemon->request("DELETE", "/code?id=" + m_python.toLatin1());
    running.readAnswer();
}

void TestExecdExtensions::listsVariables()
{
    s_daemon->request("POST", route("/restart"));
    s_daemon->runCode(uR"(
import numpy as np, pandas as pd, math
from collections import OrderedDict, namedtuple
number, text, nothing = 42, "a 'quoted'\nline", None
items = [1, 'two', [3, [4, [5]]]]
lookup = {'a': 1, 'b': (2,)}
grid = np.zeros((150, 4))
frame = pd.DataFrame({'city': ['Oslo', None], 'height': [1.5, float('nan')]})
series = frame['height']
Point = namedtuple('Point', 'x y')
point = Point(1, 2)
huge = 10 ** 100000
class Thing: pass
thing = Thing()
_hidden = 1
def function(): pass
)"_s,
        u"python"_s, m_python);
    QStringList names;
    const QJsonArray all = variables();
    for (const QJsonValue &value : all)
        names.append(value.toObject().value("name"_L1).toString());
    QCOMPARE(names, (QStringList { u"frame"_s, u"grid"_s, u"huge"_s, u"items"_s, u"lookup"_s, u"nothing"_s, u"number"_s,
                        u"point"_s, u"series"_s, u"text"_s, u"thing"_s }));
    QCOMPARE(variable(u"number"_s).value("type"_L1).toString(), u"int"_s);
    QCOMPARE(variable(u"number"_s).value("preview"_L1).toString(), u"42"_s);
    QVERIFY(variable(u"number"_s).value("size"_L1).toInt() > 0);
    QCOMPARE(variable(u"text"_s).value("preview"_L1).toString(), u"\"a 'quoted'\\nline\""_s);
    QCOMPARE(variable(u"nothing"_s).value("preview"_L1).toString(), u"None"_s);
    QCOMPARE(variable(u"items"_s).value("preview"_L1).toString(), u"[1, 'two', [3, <list of 2>]]"_s);
    QCOMPARE(variable(u"items"_s).value("shape"_L1).toArray(), QJsonArray { 3 });
    QCOMPARE(variable(u"lookup"_s).value("preview"_L1).toString(), u"{'a': 1, 'b': (2,)}"_s);
    QCOMPARE(variable(u"grid"_s).value("type"_L1).toString(), u"ndarray[float64]"_s);
    QCOMPARE(variable(u"grid"_s).value("shape"_L1).toArray(), (QJsonArray { 150, 4 }));
    QCOMPARE(variable(u"grid"_s).value("size"_L1).toInt(), 150 * 4 * 8);
    QCOMPARE(variable(u"frame"_s).value("shape"_L1).toArray(), (QJsonArray { 2, 2 }));
    QVERIFY(variable(u"frame"_s).value("preview"_L1).toString().contains("city, height"_L1));
    QVERIFY(variable(u"frame"_s).value("table"_L1).toBool());
    QCOMPARE(variable(u"point"_s).value("preview"_L1).toString(), u"Point((1, 2))"_s);
    QVERIFY(variable(u"huge"_s).value("preview"_L1).toString().contains("bits"_L1));
    QCOMPARE(variable(u"thing"_s).value("preview"_L1).toString(), u"<Thing>"_s);
    // Looking changes nothing: no name is left behind, and the count of runs stays.
    QCOMPARE(resultText(s_daemon->runCode(u"len([n for n in dir() if 'opensandbox' in n])"_s, u"python"_s, m_python)), u"0"_s);
}

void TestExecdExtensions::runsNoCodeOfTheUserForThat()
{
    s_daemon->request("POST", route("/restart"));
    s_daemon->runCode(uR"(
touched = []
class Meta(type):
    def __getattribute__(cls, name):
        touched.append('meta ' + name)
        return super().__getattribute__(name)
class Trap(metaclass=Meta):
    def __getattribute__(self, name):
        touched.append(name)
        while True: pass
    def __repr__(self):
        touched.append('repr')
        while True: pass
    __str__ = __len__ = __iter__ = __sizeof__ = __eq__ = __hash__ = __repr__
class TrapList(list):
    def __repr__(self): touched.append('list repr')
    def __len__(self): touched.append('list len'); return 1
    def __iter__(self): touched.append('list iter'); return iter(())
class TrapText(str):
    def __getitem__(self, i): touched.append('str item')
    def __repr__(self): touched.append('str repr')
trap, inside, many, text = Trap(), [Trap()], TrapList([1, 2, 3]), TrapText('abc')
del touched[:]
)"_s,
        u"python"_s, m_python);
    QCOMPARE(variable(u"trap"_s).value("type"_L1).toString(), u"Trap"_s);
    QCOMPARE(variable(u"inside"_s).value("preview"_L1).toString(), u"[<Trap>]"_s);
    QCOMPARE(variable(u"many"_s).value("preview"_L1).toString(), u"TrapList([1, 2, 3])"_s);
    QCOMPARE(variable(u"text"_s).value("preview"_L1).toString(), u"'abc'"_s);
    QCOMPARE(s_daemon->request("GET", route("/variables/many")).json().value("rows"_L1).toArray().size(), 3);
    QCOMPARE(s_daemon->request("GET", route("/variables/trap")).status, 200);
    QCOMPARE(resultText(s_daemon->runCode(u"touched"_s, u"python"_s, m_python)), u"[]"_s);
}

void TestExecdExtensions::boundsTheList()
{
    s_daemon->request("POST", route("/restart"));
    s_daemon->runCode(u"for i in range(2000): globals()[f'v{i:04}'] = 'x' * 1000000 if i < 5 else [['y' * 1000] * 1000] * 1000"_s,
        u"python"_s, m_python);
    const Answer answer = s_daemon->request("GET", route("/variables"));
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.json().value("truncated"_L1).toBool());
    QCOMPARE(answer.json().value("total"_L1).toInt(), 2001); // With the one that counts.
    const QJsonArray all = answer.json().value("variables"_L1).toArray();
    QVERIFY(all.size() > 0 && all.size() <= 500);
    for (const QJsonValue &value : all)
        QVERIFY(value.toObject().value("preview"_L1).toString().size() <= 200);
    s_daemon->request("POST", route("/restart"));
}

void TestExecdExtensions::pagesThroughTables_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("rows");
    QTest::addColumn<int>("total");
    QTest::newRow("data frame") << QByteArray("frame") << u"|a|b"_s << u"0,1,x;1,2,~;2,~,z"_s << 3;
    QTest::newRow("a page") << QByteArray("frame?offset=1&limit=1") << u"|a|b"_s << u"1,2,~"_s << 3;
    QTest::newRow("behind the end") << QByteArray("frame?offset=10") << u"|a|b"_s << QString() << 3;
    QTest::newRow("series") << QByteArray("series") << u"|a"_s << u"0,1;1,2;2,~"_s << 3;
    QTest::newRow("matrix") << QByteArray("matrix?limit=1") << u"|0|1|2"_s << u"0,0,1,2"_s << 2;
    QTest::newRow("vector") << QByteArray("vector?offset=2") << u"|value"_s << u"2,30"_s << 3;
    QTest::newRow("list") << QByteArray("items") << u"|value"_s << u"0,1;1,x;2,~"_s << 3;
    QTest::newRow("dictionary") << QByteArray("lookup") << u"key|value"_s << u"k,[1]"_s << 1;
    QTest::newRow("one value") << QByteArray("number") << u"value"_s << u"5"_s << 1;
}

void TestExecdExtensions::pagesThroughTables()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QString, columns);
    QFETCH(const QString, rows);
    QFETCH(const int, total);
    s_daemon->runCode(u"import numpy as np, pandas as pd\nframe = pd.DataFrame({'a': pd.array([1, 2, None], dtype='Int64'), 'b': ['x', None, 'z']})\n"
                      "series = frame['a']\nmatrix = np.arange(6).reshape(2, 3)\nvector = np.array([10, 20, 30])\n"
                      "items = [1, 'x', None]\nlookup = {'k': [1]}\nnumber = 5"_s,
        u"python"_s, m_python);
    const Answer answer = s_daemon->request("GET", route("/variables/") + query);
    QCOMPARE(answer.status, 200);
    QStringList names;
    const QJsonArray columnList = answer.json().value("columns"_L1).toArray();
    for (const QJsonValue &column : columnList)
        names.append(column.toObject().value("name"_L1).toString());
    QCOMPARE(names.join('|'_L1), columns);
    QStringList lines;
    const QJsonArray rowList = answer.json().value("rows"_L1).toArray();
    for (const QJsonValue &row : rowList) {
        QStringList cells;
        const QJsonArray cellList = row.toArray();
        for (const QJsonValue &cell : cellList)
            cells.append(cell.isNull() ? u"~"_s : cell.toString());
        lines.append(cells.join(','_L1));
    }
    QCOMPARE(lines.join(';'_L1), rows);
    QCOMPARE(answer.json().value("total_rows"_L1).toInt(), total);
}

void TestExecdExtensions::sortsAndFiltersTables_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("places"); // the first cells of the rows
    QTest::addColumn<int>("matching");
    QTest::newRow("own order") << QByteArray("frame") << u"0 1 2 3 4"_s << 5;
    QTest::newRow("by the index, last first") << QByteArray("frame?sort=0&descending=true") << u"4 3 2 1 0"_s << 5;
    // Equal ones stay as they are and missing ones come last, both ways.
    QTest::newRow("numbers") << QByteArray("frame?sort=2") << u"4 2 0 3 1"_s << 5;
    QTest::newRow("numbers, last first") << QByteArray("frame?sort=2&descending=true") << u"0 3 2 4 1"_s << 5;
    QTest::newRow("texts in any case") << QByteArray("frame?sort=1&descending=false") << u"1 0 4 3 2"_s << 5;
    QTest::newRow("texts, last first") << QByteArray("frame?sort=1&descending=true") << u"3 4 0 1 2"_s << 5;
    QTest::newRow("nullable integers") << QByteArray("frame?sort=3") << u"2 3 0 4 1"_s << 5;
    QTest::newRow("dates") << QByteArray("frame?sort=4") << u"4 1 0 3 2"_s << 5;
    QTest::newRow("filter in any case") << QByteArray("frame?filter=OSLO") << u"0 4"_s << 2;
    QTest::newRow("filter beyond ASCII") << QByteArray("frame?filter=%C3%A5") << u"3"_s << 1;
    QTest::newRow("filter of numbers, sorted") << QByteArray("frame?filter=2.5&sort=3") << u"3 0"_s << 2;
    QTest::newRow("filter of dates") << QByteArray("frame?filter=2020-0") << u"1"_s << 1;
    QTest::newRow("nothing matches") << QByteArray("frame?filter=nan") << QString() << 0;
    QTest::newRow("row numbers are no data") << QByteArray("items?filter=6") << QString() << 0;
    QTest::newRow("a page") << QByteArray("frame?sort=1&offset=1&limit=2") << u"0 4"_s << 5;
    QTest::newRow("behind the end") << QByteArray("frame?filter=oslo&offset=2") << QString() << 2;
    const auto where = [](const QByteArray &json) { return QByteArray("where=") + json.toPercentEncoding(); };
    QTest::newRow("condition on texts") << QByteArray("frame?") + where(R"([{"column":1,"operation":"=","text":"OSLO"}])") << u"0 4"_s << 2;
    QTest::newRow("exactly") << QByteArray("frame?") + where(R"([{"column":1,"operation":"==","text":"oslo"}])") << u"4"_s << 1;
    QTest::newRow("unlike") << QByteArray("frame?") + where(R"([{"column":1,"operation":"!=","text":"oslo"}])") << u"1 2 3"_s << 3;
    QTest::newRow("conditions and a filter, sorted") << QByteArray("frame?sort=3&filter=o&") + where(R"([{"column":2,"operation":">","text":"-1"},{"column":3,"operation":">=","text":"3"}])") << u"0"_s << 1;
    QTest::newRow("nullable") << QByteArray("frame?") + where(R"([{"column":3,"operation":"<","text":"3"}])") << u"2 3"_s << 2;
    QTest::newRow("missing text") << QByteArray("frame?") + where(R"([{"column":1,"operation":"missing"}])") << u"2"_s << 1;
    QTest::newRow("missing number") << QByteArray("frame?") + where(R"([{"column":2,"operation":"missing","text":""}])") << u"1"_s << 1;
    QTest::newRow("missing nullable") << QByteArray("frame?") + where(R"([{"column":3,"operation":"missing"}])") << u"1"_s << 1;
    QTest::newRow("missing date") << QByteArray("frame?") + where(R"([{"column":4,"operation":"missing"}])") << u"2"_s << 1;
    QTest::newRow("present in all") << QByteArray("frame?") + where(R"([{"column":1,"operation":"present"},{"column":2,"operation":"present"},{"column":4,"operation":"present"}])") << u"0 3 4"_s << 3;
    QTest::newRow("nothing is missing") << QByteArray("longs?") + where(R"([{"column":1,"operation":"missing"}])") << QString() << 0;
    QTest::newRow("dates as far as they are written") << QByteArray("frame?") + where(R"([{"column":4,"operation":"<=","text":"2020-02"}])") << u"1 4"_s << 2;
    QTest::newRow("a word in any column") << QByteArray("frame?") + where(R"([{"text":"berg"},{"column":4,"text":"2020"}])") << u"1"_s << 1;
    QTest::newRow("code is a text") << QByteArray("items?") + where(R"x([{"column":1,"operation":"=","text":"__import__('os')"}])x") << QString() << 0;
    QTest::newRow("of an array") << QByteArray("matrix?") + where(R"([{"column":2,"operation":">","text":"0"}])") << u"0 1"_s << 2;
    // As floating point they are the same.
    const QByteArray second = where(R"([{"column":1,"operation":"=","text":"1790000000000000002"}])");
    const QByteArray beyondFirst = where(R"([{"column":1,"operation":">","text":"1,790,000,000,000,000,001"}])");
    QTest::newRow("19 digits in a list") << "longs?" + second << u"1"_s << 1;
    QTest::newRow("19 digits in a list, ordered") << "longs?" + beyondFirst << u"1"_s << 1;
    QTest::newRow("19 digits in an array") << "stamps?" + second << u"1"_s << 1;
    QTest::newRow("19 digits in an array, ordered") << "stamps?" + beyondFirst << u"1"_s << 1;
    QTest::newRow("more digits than an integer has") << "stamps?" + where(R"([{"column":1,"operation":"<","text":"99999999999999999999"}])") << u"0 1"_s << 2;
    // What is compared is what is shown.
    QTest::newRow("days") << "days?" + where(R"([{"column":1,"operation":"==","text":"2024-03-01"}])") << u"0"_s << 1;
    QTest::newRow("days have no time") << QByteArray("days?filter=00:00") << QString() << 0;
    QTest::newRow("days, ordered") << "days?" + where(R"([{"column":1,"operation":">","text":"2024-03-01"}])") << u"1"_s << 1;
    QTest::newRow("months") << "months?" + where(R"([{"column":1,"operation":"==","text":"2024-04-01"}])") << u"1"_s << 1;
    QTest::newRow("of nothing") << QByteArray("nothing?filter=a&") + where(R"([{"column":1,"operation":">","text":"0"}])") << QString() << 0;
    QTest::newRow("matrix") << QByteArray("matrix?sort=1") << u"2 1 0"_s << 3;
    QTest::newRow("vector with gaps") << QByteArray("vector?sort=1&descending=true") << u"0 3 2 1"_s << 4;
    QTest::newRow("numbers before texts") << QByteArray("items?sort=1") << u"6 3 0 4 2 1 5"_s << 7;
    QTest::newRow("dictionary") << QByteArray("lookup?sort=0") << u"y z"_s << 2;
}

// 1. Where the whole table lies: a view that has one page of it cannot sort it.
void TestExecdExtensions::sortsAndFiltersTables()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QString, places);
    QFETCH(const int, matching);
    s_daemon->runCode(uR"(
import numpy as np, pandas as pd
frame = pd.DataFrame({'city': ['Oslo', 'bergen', None, 'Åre', 'oslo'], 'x': [2.5, float('nan'), 1, 2.5, -1],
    'i': pd.array([3, None, 1, 2, 3], dtype='Int64'), 'when': pd.to_datetime(['2020-10-01', '2020-02-01', None, '2021-01-01', '2019-01-01'])})
matrix = np.arange(6)[::-1].reshape(3, 2)
vector = np.array([3, np.nan, 1, 3])
nothing = pd.DataFrame({'n': []})
longs = [1790000000000000001, 1790000000000000002]
stamps = np.array(longs)
days = np.array(['2024-03-01', '2024-03-02', 'NaT'], dtype='datetime64[D]')
months = np.array(['2024-03', '2024-04'], dtype='datetime64[M]')
items = [3, None, 'b', 1.5, 'A', float('nan'), True]
lookup = {'z': 1, 'y': 'two'}
)"_s,
        u"python"_s, m_python);
    const Answer answer = s_daemon->request("GET", route("/variables/") + query);
    QCOMPARE(answer.status, 200);
    QStringList found;
    const QJsonArray rows = answer.json().value("rows"_L1).toArray();
    for (const QJsonValue &row : rows)
        found.append(row[0].toString());
    QCOMPARE(found.join(' '_L1), places);
    QCOMPARE(answer.json().value("matching_rows"_L1).toInt(), matching);
    QVERIFY(answer.json().value("total_rows"_L1).toInt() >= matching);
}

void TestExecdExtensions::readsFramesOfPolars()
{
    const auto events = s_daemon->runCode(u"import datetime as d, polars\n"
        "cold = polars.DataFrame({'n': [3, 1, 2], 'word': ['b', 'Needle', None], 'day': [d.date(2024, 1, 3), d.date(2024, 2, 1), None], 'x': [float('nan'), 1.5, None]})\n"
        "row = cold['word']"_s, u"python"_s, m_python);
    if (firstOfType(events, "error"_L1).value("error"_L1).toObject().value("ename"_L1).toString() == "ModuleNotFoundError"_L1)
        QSKIP("polars is not installed");
    const QJsonObject known = variable(u"cold"_s);
    QCOMPARE(known.value("shape"_L1).toArray(), QJsonArray({ 3, 4 }));
    QCOMPARE(known.value("preview"_L1).toString(), u"3 rows: n, word, day, x"_s);
    const auto first = [this](const char *query) {
        QStringList places;
        const QJsonObject page = s_daemon->request("GET", route("/variables/") + query).json();
        for (const QJsonValue &row : page.value("rows"_L1).toArray())
            places << row.toArray().at(0).toString();
        return places.join(u' ') + u" of "_s + QString::number(page.value("matching_rows"_L1).toInt());
    };
    QCOMPARE(first("cold"), u"0 1 2 of 3"_s);
    QCOMPARE(first("cold?sort=1"), u"1 2 0 of 3"_s);
    QCOMPARE(first("cold?sort=1&descending=true"), u"0 2 1 of 3"_s);
    QCOMPARE(first("cold?sort=2"), u"0 1 2 of 3"_s); // Missing ones last.
    QCOMPARE(first("cold?sort=3&descending=true"), u"1 0 2 of 3"_s);
    QCOMPARE(first("cold?filter=needle"), u"1 of 1"_s);
    QCOMPARE(first("cold?filter=2024-01"), u"0 of 1"_s);
    QCOMPARE(first("row?sort=1&limit=1"), u"0 of 3"_s);
    const QJsonArray row = s_daemon->request("GET", route("/variables/cold?offset=2")).json().value("rows"_L1).toArray().at(0).toArray();
    QCOMPARE(row, QJsonArray({ u"2"_s, u"2"_s, QJsonValue(), QJsonValue(), QJsonValue() }));
}

void TestExecdExtensions::keepsTheOrderUntilTheNextRun()
{
    // A thread changes the rows while nothing runs: an order that is kept does not notice.
    const QString folder = streamText(s_daemon->runCode(uR"(
import os, tempfile, threading, time
rows = [3, 1, 2]
place = tempfile.mkdtemp()
def change():
    while not os.path.exists(place + '/asked'): time.sleep(0.01)
    rows[:] = [7, 9, 8]
    open(place + '/changed', 'w').close()
threading.Thread(target=change, daemon=True).start()
print(place, end='')
)"_s,
        u"python"_s, m_python));
    const auto first = [this](const char *query) {
        return s_daemon->request("GET", route("/variables/rows?") + query).json().value("rows"_L1)[0][0].toString();
    };
    QCOMPARE(first("sort=1"), u"1"_s);
    s_daemon->runCommand(u"touch %1/asked; while [ ! -e %1/changed ]; do sleep 0.01; done"_s.arg(folder));
    QCOMPARE(first("sort=1"), u"1"_s);
    QCOMPARE(first("sort=1&descending=true"), u"1"_s);
    // A run may have changed anything.
    s_daemon->runCode(u"1"_s, u"python"_s, m_python);
    QCOMPARE(first("sort=1"), u"0"_s);
    s_daemon->runCode(u"rows.append(0)"_s, u"python"_s, m_python);
    QCOMPARE(first("sort=1"), u"3"_s);
    for (const char *query : { "sort=2", "sort=-1", "sort=x", "sort=1&descending=1" })
        QCOMPARE(s_daemon->request("GET", route("/variables/rows?") + query).status, 400);
    const QString bash = s_daemon->createContext(u"bash"_s);
    s_daemon->runCode(u"list=(b a)"_s, u"bash"_s, bash);
    QCOMPARE(s_daemon->request("GET", "/code/contexts/" + bash.toLatin1() + "/variables/list?sort=1").json().value("code"_L1).toString(), u"NOT_SUPPORTED"_s);
    QCOMPARE(s_daemon->request("GET", "/code/contexts/" + bash.toLatin1() + "/variables/list").status, 200);
}

void TestExecdExtensions::saysWhatIsMissing()
{
    QCOMPARE(s_daemon->request("GET", route("/variables/never_defined")).json().value("code"_L1).toString(), u"VARIABLE_NOT_FOUND"_s);
    QCOMPARE(s_daemon->request("GET", route("/variables/_")).status, 404);
    for (const char *query : { "limit=0", "limit=1001", "offset=-1", "limit=x" })
        QCOMPARE(s_daemon->request("GET", route("/variables/x?") + query).status, 400);
    QCOMPARE(s_daemon->request("GET", "/code/contexts/none/variables").json().value("code"_L1).toString(), u"CONTEXT_NOT_FOUND"_s);
    // A kernel that has died is no busy one.
    const QString other = s_daemon->createContext(u"python"_s);
    s_daemon->runCode(u"import os; os._exit(1)"_s, u"python"_s, other);
    QTRY_COMPARE(s_daemon->request("GET", "/code/contexts/" + other.toLatin1() + "/variables").json().value("code"_L1).toString(),
        u"CONTEXT_LOST"_s);
    s_daemon->deleteContexts();
    m_python = s_daemon->createContext(u"python"_s);
}

void TestExecdExtensions::pagesThroughVariablesOfBash()
{
    const QString id = s_daemon->createContext(u"bash"_s);
    const QByteArray bash = "/code/contexts/" + id.toLatin1();
    s_daemon->runCode(u"list=(one $'two\nlines' 'back\\slash'); unset 'list[0]'; declare -A box=(['a key']=1 ['@']='all' ['$(touch made)']=x); declare -i number=7; "
                      "for i in {1..1500}; do many[i]=$i; done"_s, u"bash"_s, id);
    const auto page = [&](const char *name) { return s_daemon->request("GET", bash + "/variables/" + name); };
    const auto rows = [](const Answer &answer) { return QString::fromUtf8(QJsonDocument(answer.json().value("rows"_L1).toArray()).toJson(QJsonDocument::Compact)); };
    QCOMPARE(rows(page("list")), uR"j([["1","two\nlines"],["2","back\\slash"]])j"_s);
    QCOMPARE(page("list").json().value("total_rows"_L1).toInt(), 2);
    QCOMPARE(rows(page("number")), uR"j([["7"]])j"_s);
    QCOMPARE(page("number").json().value("columns"_L1)[0]["type"_L1].toString(), u"integer"_s);
    const Answer box = page("box");
    QCOMPARE(box.json().value("columns"_L1)[0]["name"_L1].toString(), u"key"_s);
    QCOMPARE(box.json().value("total_rows"_L1).toInt(), 3);
    QVERIFY2(rows(box).contains(uR"j(["a key","1"])j"_s) && rows(box).contains(uR"j(["$(touch made)","x"])j"_s), qPrintable(rows(box)));
    QCOMPARE(rows(page("many?offset=1498&limit=5")), uR"j([["1499","1499"],["1500","1500"]])j"_s);
    QCOMPARE(page("many?limit=1000").json().value("rows"_L1).toArray().size(), 1000);
    for (const char *name : { "none", "PATH", "__osb_first", "a%3Btouch%20made" })
        QCOMPARE(page(name).status, 404);
    QCOMPARE(streamText(s_daemon->runCode(u"ls -d made 2>&1 >/dev/null | wc -l"_s, u"bash"_s, id)).trimmed(), u"1"_s);
}

QTEST_GUILESS_MAIN(TestExecdExtensions)
#include "tst_execd_extensions.moc"
