// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Bash, JavaScript, TypeScript, Java and Go behind our own drivers, with the real tools.
#include "daemonclient.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<TestDaemon> s_daemon;
QHash<QString, QString> s_contexts;

QString resultText(const QList<QJsonObject> &events)
{
    return firstOfType(events, "result"_L1).value("results"_L1).toObject().value("text"_L1).toString();
}

QJsonObject errorOf(const QList<QJsonObject> &events)
{
    return firstOfType(events, "error"_L1).value("error"_L1).toObject();
}

QString tracebackOf(const QList<QJsonObject> &events)
{
    QString text;
    const QJsonArray lines = errorOf(events).value("traceback"_L1).toArray();
    for (const QJsonValue &line : lines)
        text += line.toString() + '\n'_L1;
    return text;
}

QByteArray contextRequest(const QString &language)
{
    return QJsonDocument(QJsonObject { { u"language"_s, language } }).toJson(QJsonDocument::Compact);
}

QString contextOf(const QString &language)
{
    if (s_contexts.contains(language))
        return s_contexts.value(language);
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code/context", contextRequest(language));
    const Answer answer = connection.readAnswer(300000);
    if (answer.status != 200)
        qWarning("%s", answer.body.constData());
    s_contexts.insert(language, answer.json().value("id"_L1).toString());
    return s_contexts.value(language);
}

QList<QJsonObject> run(const QString &language, const QString &code)
{
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code", s_daemon->codeRequest(code, language, contextOf(language)));
    return connection.readAnswer(300000).events(); // the first of Go compiles its standard library
}

} // namespace

class TestExecdLanguages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void keepsState_data();
    void keepsState();
    void givesErrorsTheirPlace_data();
    void givesErrorsTheirPlace();
    void streamsWhileItRuns_data();
    void streamsWhileItRuns();
    void interruptsAndKeepsState_data();
    void interruptsAndKeepsState();
    void endsWhatAnInterruptedCellHasSet();
    void showsRichResults_data();
    void showsRichResults();
    void givesEventsInTheirOrder_data();
    void givesEventsInTheirOrder();
    void listsVariables_data();
    void listsVariables();
    void completes_data();
    void completes();
    void inspects_data();
    void inspects();
    void asksWithoutEffect();
    void passesMuchOutput_data();
    void passesMuchOutput();
    void hasNoInput_data();
    void hasNoInput();
    void servesInput_data();
    void servesInput();
    void endsInput_data();
    void endsInput();
    void interruptsAQuestion_data();
    void interruptsAQuestion();
    void survivesGarbageOnItsChannel();
    void noticesDeath_data();
    void noticesDeath();
    void restartsAfresh_data();
    void restartsAfresh();
    void countsVariablesThatItDoesNotList_data();
    void countsVariablesThatItDoesNotList();
};

void TestExecdLanguages::initTestCase()
{
    // What Go compiles once serves all runs of this test.
    if (!qEnvironmentVariableIsSet("GOCACHE"))
        qputenv("GOCACHE", QByteArrayLiteral(WB_BIN_DIR "/go-cache"));
    s_daemon = std::make_unique<TestDaemon>();
    QVERIFY(s_daemon->isReady());
    for (const QString &language : { u"javascript"_s, u"typescript"_s, u"java"_s, u"go"_s })
        QVERIFY2(!contextOf(language).isEmpty(), qPrintable(language));
}

void TestExecdLanguages::cleanupTestCase()
{
    s_daemon.reset();
}

void TestExecdLanguages::keepsState_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QStringList>("cells");
    QTest::addColumn<QString>("result");
    const auto row = [](const char *name, const QString &language, const QStringList &cells, const QString &result) {
        QTest::newRow(name) << language << cells << result;
    };
    row("js variables", u"javascript"_s, { u"let a = 1; const b = 2; var c = 3; d = 4"_s, u"a + b + c + d"_s }, u"10"_s);
    row("js declared again", u"javascript"_s, { u"let a = 1; const b = 1; class K { m() { return 1 } }"_s,
        u"const a = 5; let b = 6; class K { m() { return 7 } }"_s, u"a + b + new K().m()"_s }, u"18"_s);
    row("js functions", u"javascript"_s, { u"function twice(x) { return 2 * x }"_s, u"twice(21)"_s }, u"42"_s);
    row("js await", u"javascript"_s, { u"const later = await new Promise(r => setTimeout(() => r('done'), 50))"_s, u"later"_s }, u"'done'"_s);
    row("js imports", u"javascript"_s, { u"import fs, { readFileSync as read } from 'node:fs'\nimport * as os from 'node:os'"_s,
        u"[typeof fs.statSync, typeof read, typeof os.cpus, typeof (await import('node:path')).join, typeof require('url').parse].join()"_s },
        u"'function,function,function,function,function'"_s);
    row("js text that looks like imports", u"javascript"_s, { u"`import ${1} from \"a\"` + /import('x')/.source + \"import b from 'c'\""_s },
        u"`import 1 from \"a\"import('x')import b from 'c'`"_s);
    row("js value of an object", u"javascript"_s, { u"({ n: 1, list: [1, 2] })"_s }, u"{ n: 1, list: [ 1, 2 ] }"_s);
    row("js no value", u"javascript"_s, { u"let nothing = 1"_s }, QString());
    row("ts types", u"typescript"_s, { u"interface P { name: string }\nenum Color { Red, Green }\nconst p: P = { name: 'Ada' };"_s,
        u"`${p.name} ${Color.Green as number}`"_s }, u"'Ada 1'"_s);
    row("ts generics", u"typescript"_s, { u"class Box<T> { constructor(public value: T) {} }\nconst box = new Box<number>(3)"_s, u"box.value satisfies number"_s }, u"3"_s);
    row("ts imports used later", u"typescript"_s, { u"import { join } from 'node:path';\nimport type { Stats } from 'node:fs'"_s, u"join('a', 'b')"_s }, u"'a/b'"_s);
    row("java variables", u"java"_s, { u"int a = 5; var list = new ArrayList<Integer>();"_s, u"list.add(a); list.add(2 * a);"_s, u"list"_s }, u"[5, 10]"_s);
    row("java methods and classes", u"java"_s, { u"record R(int x) { int twice() { return 2 * x; } }\nint f(R r) { return r.twice(); }"_s, u"f(new R(21))"_s }, u"42"_s);
    row("java declared again", u"java"_s, { u"int a = 1;"_s, u"String a = \"text\";"_s, u"a"_s }, u"\"text\""_s);
    row("java imports", u"java"_s, { u"import java.awt.Point;"_s, u"new Point(1, 2).x + Stream.of(1, 2).mapToInt(i -> i).sum()"_s }, u"4"_s);
    row("java forward reference", u"java"_s, { u"int outer() { return inner() + 1; }"_s, u"int inner() { return 1; }"_s, u"outer()"_s }, u"2"_s);
    row("go variables", u"go"_s, { u"x := 5\nvar words = []string{\"a\"}"_s, u"x++\nwords = append(words, \"b\")"_s, u"fmt.Sprint(x, words)"_s }, QString());
    row("go imports and values", u"go"_s, { u"import \"fmt\""_s, u"fmt.Sprint(x, words)"_s }, u"\"6 [a b]\""_s);
    row("go functions and types", u"go"_s, { u"type P struct { X, y int; next *P }\nfunc (p *P) Sum() int { return p.X + p.y }\np := &P{1, 2, nil}\np.next = p"_s,
        u"p.y = 40"_s, u"[]any{p.Sum(), p.next == p}"_s }, u"[41 true]"_s);
    row("go declared again", u"go"_s, { u"func f() int { return 1 }"_s, u"func f() string { return \"new\" }"_s, u"f()"_s }, u"\"new\""_s);
    row("go variables in functions", u"go"_s, { u"var total = 10\nfunc add(n int) { total += n }"_s, u"add(5)"_s, u"total"_s }, u"15"_s);
    row("go values of interfaces", u"go"_s, { u"m := map[string]any{\"n\": 1, \"list\": []any{\"x\", 2.5}}"_s, u"m[\"list\"].([]any)[1]"_s }, u"2.5"_s);
    row("go initial values out of the state", u"go"_s, { u"base := 21"_s, u"var doubled = base * 2"_s, u"doubled"_s }, u"42"_s);
    row("go loops and branches", u"go"_s, { u"n := 0\nfor i := 0; i < 4; i++ { n += i }\nif k := n; k > 5 { n *= 7 } else if k < 0 { n = 0 }"_s, u"n"_s }, u"42"_s);
    row("go whole program", u"go"_s, { u"package main\n\nimport \"fmt\"\n\nvar answer int\n\nfunc main() {\n\tanswer = 42\n\tfmt.Println(\"hello\")\n}\n"_s, u"answer"_s }, u"42"_s);
    row("go statements between declarations", u"go"_s, { u"const c = 40\nq := c\nfunc g() int { return c + 2 }\nq = g()\nfunc() { q++ }()"_s, u"q"_s }, u"43"_s);
}

void TestExecdLanguages::keepsState()
{
    QFETCH(const QString, language);
    QFETCH(const QStringList, cells);
    QFETCH(const QString, result);
    QList<QJsonObject> events;
    for (const QString &cell : cells) {
        events = run(language, cell);
        if (cell != cells.last() || !result.isEmpty())
            QVERIFY2(errorOf(events).isEmpty(), qPrintable(cell + tracebackOf(events)));
    }
    QCOMPARE(resultText(events), result);
}

void TestExecdLanguages::givesErrorsTheirPlace_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const QString &language, const QString &code, const QString &ename, const QString &message, const QString &place) {
        QTest::newRow(name) << language << code << ename << message << place;
    };
    row("js exception", u"javascript"_s, u"function deep() {\n  throw new TypeError('bad')\n}\ndeep()"_s, u"TypeError"_s, u"bad"_s, u"\\.js:2:9\\)\\n    at cell-\\d+\\.js:4:1\\n$"_s);
    row("js rejected promise", u"javascript"_s, u"\nawait Promise.reject(new RangeError('late'))"_s, u"RangeError"_s, u"late"_s, u"\\.js:2:"_s);
    row("js syntax", u"javascript"_s, u"let ok = 1\nlet bad = ;"_s, u"SyntaxError"_s, u"Unexpected token ';'"_s, u"cell-\\d+\\.js:2\\nlet bad = ;\\n          \\^"_s);
    row("js no error object", u"javascript"_s, u"throw { code: 5 }"_s, u"Uncaught"_s, u"{ code: 5 }"_s, QString());
    row("ts lines behind types", u"typescript"_s, u"interface A {\n  x: number\n}\n\ntype B = string\n\nfunction fail(a: A): never {\n  throw new Error('here')\n}\nfail({ x: 1 })"_s,
        u"Error"_s, u"here"_s, u"\\.ts:8:\\d+\\)\\n    at cell-\\d+\\.ts:10:"_s);
    row("ts syntax", u"typescript"_s, u"const fine = 1\nconst q: = 5"_s, u"SyntaxError"_s, u"Type expected."_s, u"cell-\\d+\\.ts:2\\nconst q: = 5\\n         \\^"_s);
    row("java exception", u"java"_s, u"int divide(int n) {\n  return 10 / n;\n}\n\ndivide(0)"_s, u"ArithmeticException"_s, u"/ by zero"_s, u"at divide cell-\\d+\\.java:2\\n    at cell-\\d+\\.java:5"_s);
    row("java cause", u"java"_s, u"throw new IllegalStateException(\"outer\", new RuntimeException(\"inner\"));"_s, u"IllegalStateException"_s, u"outer"_s, u"Caused by: java\\.lang\\.RuntimeException: inner"_s);
    row("java type", u"java"_s, u"int fine = 1;\nint bad = \"s\";"_s, u"CompileError"_s, u"incompatible types: java.lang.String cannot be converted to int"_s, u"\\.java:2: .*\\nint bad = \"s\";\\n          \\^"_s);
    row("java open bracket", u"java"_s, u"foo("_s, u"SyntaxError"_s, u"the code ends too early; a bracket or a quote is open"_s, u"\\.java:1: "_s);
    row("go panic", u"go"_s, u"func crash(i int) int {\n\treturn []int{1}[i]\n}\ncrash(1)"_s, u"panic"_s, u"runtime error: index out of range [1] with length 1"_s, u"at crash cell-\\d+\\.go:2\\n    at cell-\\d+\\.go:4"_s);
    row("go type", u"go"_s, u"ok := 1\n_ = ok\nvar bad int = \"s\""_s, u"CompileError"_s, u"cannot use \"s\" (untyped string constant) as int value in variable declaration"_s, u"\\.go:3: .*\\nvar bad int = \"s\"\\n              \\^"_s);
    row("go syntax", u"go"_s, u"ok := 1\nif true {"_s, u"SyntaxError"_s, u"the code ends within a bracket"_s, u"\\.go:2:10"_s);
    row("go exit", u"go"_s, u"import \"os\"\nos.Exit(3)"_s, u"ExitError"_s, u"3"_s, u"exit status 3"_s);
    row("go what does not stay", u"go"_s, u"ch := make(chan int)\n_ = ch"_s, QString(), QString(), QString());
    row("go what did not stay", u"go"_s, u"ch <- 1"_s, u"CompileError"_s, u"undefined: ch (it was a chan int; it does not stay: a channel cannot be kept)"_s, u"\\.go:1"_s);
}

void TestExecdLanguages::givesErrorsTheirPlace()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, name);
    QFETCH(const QString, message);
    QFETCH(const QString, place);
    const auto events = run(language, code);
    QCOMPARE(errorOf(events).value("ename"_L1).toString(), name);
    QCOMPARE(errorOf(events).value("evalue"_L1).toString(), message);
    const QString traceback = tracebackOf(events);
    QVERIFY2(traceback.contains(QRegularExpression(place)), qPrintable(traceback));
    // A context goes on after an error.
    QVERIFY(errorOf(run(language, language == "java"_L1 ? u"int after = 1;"_s : language == "go"_L1 ? u"after := 1"_s : u"var after = 1"_s)).isEmpty());
}

void TestExecdLanguages::streamsWhileItRuns_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::newRow("javascript") << u"javascript"_s << u"console.log('one é'); console.error('wrong'); await new Promise(r => setTimeout(r, 100000))"_s;
    QTest::newRow("typescript") << u"typescript"_s << u"console.log('one é' as string); console.error('wrong'); await new Promise<void>(r => setTimeout(r, 100000))"_s;
    QTest::newRow("java") << u"java"_s << u"System.out.println(\"one é\"); System.err.println(\"wrong\"); Thread.sleep(100000);"_s;
    QTest::newRow("go") << u"go"_s << u"import (\"fmt\"; \"os\"; \"time\")\nfmt.Println(\"one é\")\nfmt.Fprintln(os.Stderr, \"wrong\")\ntime.Sleep(100 * time.Second)"_s;
}

void TestExecdLanguages::streamsWhileItRuns()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    const QString id = contextOf(language);
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code", s_daemon->codeRequest(code, language, id));
    QVERIFY(connection.waitFor("one \xc3\xa9", 60000));
    QVERIFY(connection.waitFor("wrong", 60000));
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const auto events = connection.readAnswer(60000).events();
    QCOMPARE(streamText(events), u"one é\n"_s);
    QCOMPARE(streamText(events, "stderr"_L1), u"wrong\n"_s);
    QCOMPARE(errorOf(events).value("ename"_L1).toString(), u"KeyboardInterrupt"_s);
}

void TestExecdLanguages::interruptsAndKeepsState_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("endless"); // prints "go" first
    QTest::addColumn<QString>("after");
    QTest::newRow("js loop") << u"javascript"_s << u"let kept = 41"_s << u"console.log('go'); while (true) {}"_s << u"kept + 1"_s;
    QTest::newRow("js loop behind await") << u"javascript"_s << u"let kept = 41"_s << u"console.log('go'); await null; while (true) {}"_s << u"kept + 1"_s;
    QTest::newRow("js loop in a timer") << u"javascript"_s << u"let kept = 41"_s
        << u"setTimeout(() => { console.log('go'); while (true) {} }); await new Promise(() => {})"_s << u"kept + 1"_s;
    QTest::newRow("js loops in an interval") << u"javascript"_s << u"let kept = 41"_s
        << u"setInterval(() => { console.log('go'); while (true) {} }, 10); await new Promise(() => {})"_s << u"kept + 1"_s;
    QTest::newRow("js loop of waits") << u"javascript"_s << u"let kept = 41; const wait = (ms) => new Promise((done) => setTimeout(done, ms))"_s
        << u"console.log('go'); while (true) { await wait(10); }"_s << u"kept + 1"_s;
    QTest::newRow("js waiting") << u"javascript"_s << u"let kept = 41"_s << u"console.log('go'); await new Promise(() => {})"_s << u"kept + 1"_s;
    QTest::newRow("js program") << u"javascript"_s << u"let kept = 41"_s << u"console.log('go'); require('child_process').execSync('sleep 1000')"_s << u"kept + 1"_s;
    // As a shell does that loses the interrupt while it starts a program.
    QTest::newRow("js program that was started too late to hear of it") << u"javascript"_s << u"let kept = 41"_s
        << u"require('child_process').execSync(\"trap 'sleep 1000; exit 3' INT; echo go; sleep 1000\", { stdio: 'inherit' })"_s << u"kept + 1"_s;
    QTest::newRow("js regular expression") << u"javascript"_s << u"let kept = 41"_s << u"console.log('go'); /^(a+)+$/.test('a'.repeat(60) + 'b')"_s << u"kept + 1"_s;
    QTest::newRow("ts loop") << u"typescript"_s << u"let kept: number = 41"_s << u"console.log('go'); while (true) {}"_s << u"kept + 1"_s;
    QTest::newRow("java loop") << u"java"_s << u"int kept = 41;"_s << u"System.out.println(\"go\"); while (true) { }"_s << u"kept + 1"_s;
    QTest::newRow("java waiting") << u"java"_s << u"int kept = 41;"_s << u"System.out.println(\"go\"); Thread.sleep(1000000);"_s << u"kept + 1"_s;
    QTest::newRow("go loop") << u"go"_s << u"kept := 41"_s << u"import \"fmt\"\nfmt.Println(\"go\")\nfor { }"_s << u"kept + 1"_s;
    QTest::newRow("go deaf program") << u"go"_s << u"kept := 41"_s
        << u"import (\"fmt\"; \"os\"; \"os/signal\")\nsignal.Ignore(os.Interrupt)\nfmt.Println(\"go\")\nselect { }"_s << u"kept + 1"_s;
}

void TestExecdLanguages::interruptsAndKeepsState()
{
    QFETCH(const QString, language);
    QFETCH(const QString, before);
    QFETCH(const QString, endless);
    QFETCH(const QString, after);
    run(language, before);
    const QString id = contextOf(language);
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code", s_daemon->codeRequest(endless, language, id));
    QVERIFY(connection.waitFor("go\\n", 60000));
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    const Answer answer = connection.readAnswer(60000);
    QVERIFY(answer.complete);
    QCOMPARE(errorOf(answer.events()).value("ename"_L1).toString(), u"KeyboardInterrupt"_s);
    QCOMPARE(resultText(run(language, after)), u"42"_s);
}

// A loop of timers would go on behind the cells that follow, and need one interrupt after the other.
void TestExecdLanguages::endsWhatAnInterruptedCellHasSet()
{
    const QString language = u"javascript"_s;
    const QString id = contextOf(language);
    for (const QString &code : { u"setInterval(() => console.log('go'), 20); await new Promise(() => {})"_s,
             u"while (true) { await new Promise((done) => setTimeout(done, 20)); console.log('go') }"_s,
             u"const { setTimeout: pause } = await import('node:timers/promises'); while (true) { await pause(20); console.log('go') }"_s }) {
        RawConnection connection(s_daemon->socketPath());
        connection.sendRequest("POST", "/code", s_daemon->codeRequest(code, language, id));
        QVERIFY(connection.waitFor("go\\n", 60000));
        QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
        QCOMPARE(errorOf(connection.readAnswer(60000).events()).value("ename"_L1).toString(), u"KeyboardInterrupt"_s);
        const auto events = run(language, u"await new Promise((done) => setTimeout(done, 300)); 'quiet'"_s);
        QCOMPARE(resultText(events), u"'quiet'"_s);
        QCOMPARE(streamText(events), QString());
    }
}

void TestExecdLanguages::showsRichResults_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("data");
    QTest::addColumn<bool>("display");
    QTest::newRow("js html") << u"javascript"_s << u"display.html('<b>x</b>')"_s << u"text/html"_s << u"<b>x</b>"_s << true;
    QTest::newRow("js png as value") << u"javascript"_s << u"Buffer.from('89504e470d0a1a0a', 'hex')"_s << u"image/png"_s << u"iVBORw0KGgo="_s << false;
    QTest::newRow("js own bundle") << u"javascript"_s << u"({ [Symbol.for('Jupyter.display')]() { return { 'text/markdown': '*m*' } } })"_s << u"text/markdown"_s << u"*m*"_s << false;
    QTest::newRow("java svg") << u"java"_s << u"Display.svg(\"<svg/>\");"_s << u"image/svg+xml"_s << u"<svg/>"_s << true;
    QTest::newRow("java png") << u"java"_s << u"Display.png(new byte[] { 1, 2, 3 });"_s << u"image/png"_s << u"AQID"_s << true;
    QTest::newRow("go html") << u"go"_s << u"DisplayHTML(\"<b>x</b>\")"_s << u"text/html"_s << u"<b>x</b>"_s << true;
    QTest::newRow("go png") << u"go"_s << u"DisplayPNG([]byte{1, 2, 3})"_s << u"image/png"_s << u"AQID"_s << true;
}

void TestExecdLanguages::showsRichResults()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, type);
    QFETCH(const QString, data);
    QFETCH(const bool, display);
    const auto events = run(language, code);
    QVERIFY2(errorOf(events).isEmpty(), qPrintable(tracebackOf(events)));
    const QJsonObject event = firstOfType(events, "result"_L1);
    QCOMPARE(event.value("results"_L1).toObject().value(type).toString(), data);
    QCOMPARE(event.value("display"_L1).toBool(), display);
}

void TestExecdLanguages::givesEventsInTheirOrder_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::newRow("javascript") << u"javascript"_s << u"console.log('a'); 1 + 1"_s;
    QTest::newRow("typescript") << u"typescript"_s << u"console.log('a'); 1 + 1"_s;
    QTest::newRow("java") << u"java"_s << u"System.out.println(\"a\"); 1 + 1"_s;
    QTest::newRow("go") << u"go"_s << u"import \"fmt\"\nfmt.Println(\"a\")\n1 + 1"_s;
}

void TestExecdLanguages::givesEventsInTheirOrder()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QStringList types;
    const auto events = run(language, code);
    for (const QJsonObject &event : events) {
        if (event.value("type"_L1).toString() != "ping"_L1)
            types.append(event.value("type"_L1).toString());
    }
    QCOMPARE(types, (QStringList { u"init"_s, u"stdout"_s, u"execution_count"_s, u"result"_s, u"execution_complete"_s }));
    QCOMPARE(resultText(events), u"2"_s);
}

void TestExecdLanguages::listsVariables_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("preview");
    QTest::newRow("js number") << u"javascript"_s << u"let listedNumber = 7"_s << u"listedNumber"_s << u"number"_s << u"7"_s;
    QTest::newRow("js array") << u"javascript"_s << u"const listedArray = [1, 'x', { a: 1 }]"_s << u"listedArray"_s << u"Array"_s << u"[1, \"x\", Object]"_s;
    QTest::newRow("ts object") << u"typescript"_s << u"const listedObject: { a: number } = { a: 1 }"_s << u"listedObject"_s << u"Object"_s << u"{a: 1}"_s;
    QTest::newRow("java text") << u"java"_s << u"String listedText = \"x\";"_s << u"listedText"_s << u"String"_s << u"\"x\""_s;
    QTest::newRow("java object") << u"java"_s << u"class Loud { static int asked = 0; public String toString() { asked++; return \"loud\"; } }\nLoud listedLoud = new Loud();"_s << u"listedLoud"_s << u"Loud"_s << u"<Loud>"_s;
    QTest::newRow("bash text") << u"bash"_s << u"listed_text=$'one\ntwo'"_s << u"listed_text"_s << u"string"_s << u"one two"_s;
    QTest::newRow("bash array") << u"bash"_s << u"listed_array=(a 'b c')"_s << u"listed_array"_s << u"array"_s << u"([0]=\"a\" [1]=\"b c\")"_s;
    QTest::newRow("bash integer") << u"bash"_s << u"declare -i listed_number=6*7"_s << u"listed_number"_s << u"integer"_s << u"42"_s;
    QTest::newRow("go slice") << u"go"_s << u"listedSlice := []int{1, 2, 3}"_s << u"listedSlice"_s << u"[]int"_s << u"[1, 2, 3]"_s;
    QTest::newRow("go struct") << u"go"_s << u"type Listed struct { A int; b string }\nlistedStruct := Listed{1, \"x\"}"_s << u"listedStruct"_s << u"Listed"_s << u"Listed{A: 1, b: \"x\"}"_s;
}

void TestExecdLanguages::listsVariables()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, name);
    QFETCH(const QString, type);
    QFETCH(const QString, preview);
    const auto events = run(language, code);
    QVERIFY2(errorOf(events).isEmpty(), qPrintable(tracebackOf(events)));
    const Answer answer = s_daemon->request("GET", "/code/contexts/" + contextOf(language).toLatin1() + "/variables");
    QCOMPARE(answer.status, 200);
    QJsonObject found;
    const QJsonArray all = answer.json().value("variables"_L1).toArray();
    for (const QJsonValue &value : all) {
        if (value.toObject().value("name"_L1).toString() == name)
            found = value.toObject();
    }
    QCOMPARE(found.value("type"_L1).toString(), type);
    QCOMPARE(found.value("preview"_L1).toString(), preview);
}

void TestExecdLanguages::countsVariablesThatItDoesNotList_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QString java;
    QString go;
    for (int i = 0; i < 520; ++i) {
        java += u"int counted%1 = %1;\n"_s.arg(i);
        go += u"var counted%1 = %1\n"_s.arg(i);
    }
    QTest::newRow("javascript") << u"javascript"_s << u"for (let i = 0; i < 520; ++i) globalThis['counted' + i] = i; for (let i = 0; i < 600; ++i) globalThis['act' + i] = () => i"_s;
    QTest::newRow("bash") << u"bash"_s << u"for i in {1..520}; do declare -g counted$i=$i; done; unset i"_s;
    QTest::newRow("java") << u"java"_s << java;
    QTest::newRow("go") << u"go"_s << go;
}

void TestExecdLanguages::countsVariablesThatItDoesNotList()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    run(language, u"1"_s);
    const auto ask = [&] { return s_daemon->request("GET", "/code/contexts/" + contextOf(language).toLatin1() + "/variables").json(); };
    const QJsonObject before = ask();
    QVERIFY(!before.value("truncated"_L1).toBool());
    const auto events = run(language, code);
    QVERIFY2(errorOf(events).isEmpty(), qPrintable(tracebackOf(events)));
    const QJsonObject after = ask();
    QVERIFY(after.value("truncated"_L1).toBool());
    QCOMPARE(after.value("variables"_L1).toArray().size(), 500);
    QCOMPARE(after.value("total"_L1).toInt(), before.value("variables"_L1).toArray().size() + 520);
}

void TestExecdLanguages::completes_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("setUp");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("match");
    QTest::addColumn<int>("start");
    QTest::newRow("js name") << u"javascript"_s << u"let completedName = 1"_s << u"1 + completedN"_s << u"completedName"_s << 4;
    QTest::newRow("js member") << u"javascript"_s << u"let box = { '😀': 1, inner: { deepest: 1 } }"_s << u"'😀'; box.inner.dee"_s << u"deepest"_s << 15;
    QTest::newRow("js prototype") << u"javascript"_s << u"let list = []"_s << u"list.flatM"_s << u"flatMap"_s << 5;
    QTest::newRow("ts keyword") << u"typescript"_s << QString() << u"interf"_s << u"interface"_s << 0;
    QTest::newRow("java member") << u"java"_s << u"String completed = \"\";"_s << u"int q = 1;\ncompleted.isBl"_s << u"isBlank()"_s << 21;
    QTest::newRow("go name") << u"go"_s << u"completedName := 1"_s << u"1 + completedN"_s << u"completedName"_s << 4;
    QTest::newRow("go function") << u"go"_s << u"func completedFunction() {}"_s << u"/*😀*/ completedF"_s << u"completedFunction"_s << 6;
    QTest::newRow("go package") << u"go"_s << u"import \"strings\""_s << u"strings.ToUp"_s << u"ToUpper"_s << 8;
    QTest::newRow("go method") << u"go"_s << u"type Completed struct{}\nfunc (c Completed) Method() {}\ncompletedThing := Completed{}"_s << u"completedThing.Me"_s << u"Method"_s << 15;
    QTest::newRow("bash function") << u"bash"_s << u"completed_function() { :; }"_s << u"echo '😀'; completed_f"_s << u"completed_function"_s << 10;
    QTest::newRow("bash variable") << u"bash"_s << u"completed_variable=1"_s << u"echo \"${completed_v"_s << u"completed_variable"_s << 8;
    QTest::newRow("bash command") << u"bash"_s << QString() << u"ls | xar"_s << u"xargs"_s << 5;
    QTest::newRow("bash file") << u"bash"_s << u"mkdir -p made && touch 'made/a file'"_s << u"cat made/a"_s << u"made/a\\ file"_s << 4;
}

void TestExecdLanguages::completes()
{
    QFETCH(const QString, language);
    QFETCH(const QString, setUp);
    QFETCH(const QString, code);
    QFETCH(const QString, match);
    QFETCH(const int, start);
    if (!setUp.isEmpty())
        run(language, setUp);
    const QByteArray body = QJsonDocument(QJsonObject { { u"code"_s, code } }).toJson(QJsonDocument::Compact);
    const Answer answer = s_daemon->request("POST", "/code/contexts/" + contextOf(language).toLatin1() + "/complete", body);
    QCOMPARE(answer.status, 200);
    QVERIFY2(answer.json().value("matches"_L1).toArray().contains(match), answer.body.constData());
    QCOMPARE(answer.json().value("cursor_start"_L1).toInt(), start);
}

void TestExecdLanguages::inspects_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("setUp");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("text"); // empty: there is nothing to say
    QTest::newRow("js function") << u"javascript"_s << u"function shown(a) { return a }"_s << u"shown"_s << u"return a"_s;
    QTest::newRow("java method") << u"java"_s << QString() << u"\"\".isBlank"_s << u"boolean String.isBlank()"_s;
    QTest::newRow("go function") << u"go"_s << u"func shown(a int) int { return a }"_s << u"shown"_s << u"return a"_s;
    QTest::newRow("go package") << u"go"_s << u"import \"strings\""_s << u"strings.ToUpper"_s << u"func ToUpper(s string) string"_s;
    QTest::newRow("go nothing") << u"go"_s << QString() << u"nothingHere"_s << QString();
    QTest::newRow("bash function") << u"bash"_s << u"shown() { echo \"it's $1\"; }"_s << u"shown x"_s << u"echo \"it's $1\""_s;
    QTest::newRow("bash builtin") << u"bash"_s << QString() << u"cd"_s << u"Change the shell working directory"_s;
    QTest::newRow("bash variable") << u"bash"_s << u"shown_variable=7"_s << u"$shown_variable"_s << u"shown_variable=\"7\""_s;
    QTest::newRow("bash nothing") << u"bash"_s << QString() << u"nothing_here"_s << QString();
    QTest::newRow("bash hostile") << u"bash"_s << QString() << u"$(touch hostile)'; touch hostile"_s << u"touch is"_s;
}

void TestExecdLanguages::inspects()
{
    QFETCH(const QString, language);
    QFETCH(const QString, setUp);
    QFETCH(const QString, code);
    QFETCH(const QString, text);
    if (!setUp.isEmpty())
        run(language, setUp);
    const qsizetype cursor = code.indexOf(u' ') < 0 ? code.size() : code.indexOf(u' ');
    const QByteArray body = QJsonDocument(QJsonObject { { u"code"_s, code }, { u"cursor_pos"_s, cursor } }).toJson(QJsonDocument::Compact);
    const Answer answer = s_daemon->request("POST", "/code/contexts/" + contextOf(language).toLatin1() + "/inspect", body);
    QCOMPARE(answer.status, 200);
    if (!text.isEmpty())
        QVERIFY2(answer.json().value("data"_L1).toObject().value("text"_L1).toString().contains(text), answer.body.constData());
    QCOMPARE(answer.json().value("found"_L1).toBool(), !text.isEmpty());
    QVERIFY(!QFileInfo::exists(s_daemon->folder() + u"/hostile"_s));
}

void TestExecdLanguages::asksWithoutEffect()
{
    run(u"javascript"_s, u"let touched = 0; let trap = { get inner() { touched++; return {} } };\n"
                         "let proxy = new Proxy({}, { get() { touched++; while (true) {} }, ownKeys() { touched++; while (true) {} }, getPrototypeOf() { touched++; return null } })"_s);
    const QByteArray route = "/code/contexts/" + contextOf(u"javascript"_s).toLatin1();
    QCOMPARE(s_daemon->request("GET", route + "/variables").status, 200);
    QCOMPARE(s_daemon->request("POST", route + "/complete", R"({"code":"trap.inner.x"})").status, 200);
    QCOMPARE(s_daemon->request("POST", route + "/complete", R"({"code":"proxy.x"})").status, 200);
    QCOMPARE(s_daemon->request("POST", route + "/inspect", R"({"code":"proxy"})").status, 200);
    s_daemon->request("GET", route + "/variables/proxy");
    QCOMPARE(resultText(run(u"javascript"_s, u"touched"_s)), u"0"_s);

    run(u"java"_s, u"class Touchy { static int touched = 0; public String toString() { touched++; return \"\"; } }\nTouchy touchy = new Touchy();"_s);
    const QString before = resultText(run(u"java"_s, u"Touchy.touched"_s)); // JShell itself asks each new value
    const QByteArray java = "/code/contexts/" + contextOf(u"java"_s).toLatin1();
    QCOMPARE(s_daemon->request("GET", java + "/variables").status, 200);
    QCOMPARE(s_daemon->request("POST", java + "/complete", R"({"code":"touchy.toS"})").status, 200);
    QCOMPARE(resultText(run(u"java"_s, u"Touchy.touched"_s)), before);
}

void TestExecdLanguages::passesMuchOutput_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::newRow("javascript") << u"javascript"_s << u"for (let i = 0; i < 100000; i++) console.log('line ' + i)"_s;
    QTest::newRow("java") << u"java"_s << u"for (int i = 0; i < 100000; i++) System.out.println(\"line \" + i);"_s;
    QTest::newRow("go") << u"go"_s << u"import \"fmt\"\nfor i := 0; i < 100000; i++ { fmt.Println(\"line\", i) }"_s;
}

void TestExecdLanguages::passesMuchOutput()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    const QString text = streamText(run(language, code));
    QCOMPARE(text.size(), 1088890);
    QVERIFY(text.endsWith(u"line 99999\n"_s));
}

void TestExecdLanguages::hasNoInput_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("result");
    QTest::newRow("javascript") << u"javascript"_s << u"require('fs').readFileSync(0).length"_s << u"0"_s;
    QTest::newRow("js stream") << u"javascript"_s << u"let all = ''; for await (const part of process.stdin) all += part; all"_s << u"''"_s;
    QTest::newRow("java") << u"java"_s << u"System.in.read()"_s << u"-1"_s;
    QTest::newRow("go") << u"go"_s << u"import (\"io\"; \"os\")\nall, _ := io.ReadAll(os.Stdin)\nlen(all)"_s << u"0"_s;
}

void TestExecdLanguages::hasNoInput()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, result);
    QCOMPARE(resultText(run(language, code)), result);
}

void TestExecdLanguages::servesInput_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<QString>("result"); // in the output or as the value
    QTest::newRow("bash read") << u"bash"_s << u"read -rp 'Name? ' name; read other; echo \"[$name|$other]\""_s << u"Name? "_s << u"[Zoë \\n x|two]\n"_s;
    QTest::newRow("js prompt") << u"javascript"_s << u"console.log(`[${prompt('Name? ')}|${prompt()}]`)"_s << u"Name? "_s << u"[Zoë \\n x|two]\n"_s;
    QTest::newRow("js readline") << u"javascript"_s
        << u"const lines = require('readline/promises').createInterface({ input: process.stdin });\n"
           "console.log(`[${await lines.question('')}|${await lines.question('')}]`); lines.close()"_s << QString() << u"[Zoë \\n x|two]\n"_s;
    QTest::newRow("ts prompt") << u"typescript"_s << u"const name: string | null = prompt('Name? '); console.log(`[${name}|${prompt()}]`)"_s << u"Name? "_s << u"[Zoë \\n x|two]\n"_s;
    QTest::newRow("java scanner") << u"java"_s << u"var lines = new Scanner(System.in);\nSystem.out.println(\"[\" + lines.nextLine() + \"|\" + lines.nextLine() + \"]\");"_s << QString() << u"[Zoë \\n x|two]\n"_s;
    QTest::newRow("go reader") << u"go"_s
        << u"import (\"bufio\"; \"fmt\"; \"os\")\nlines := bufio.NewReader(os.Stdin)\none, _ := lines.ReadString('\\n')\ntwo, _ := lines.ReadString('\\n')\n"
           "fmt.Printf(\"[%s|%s]\\n\", one[:len(one)-1], two[:len(two)-1])"_s << QString() << u"[Zoë \\n x|two]\n"_s;
}

void TestExecdLanguages::servesInput()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, prompt);
    QFETCH(const QString, result);
    InputRun input(*s_daemon, language, contextOf(language), code);
    QCOMPARE(input.waitForRequest(120000).value("prompt"_L1), QJsonValue(prompt));
    QCOMPARE(input.answer(u"Zoë \\n x"_s), 200);
    QVERIFY(!input.waitForRequest().isEmpty());
    QCOMPARE(input.answer(u"two"_s), 200);
    const auto events = input.finish();
    QVERIFY2(errorOf(events).isEmpty(), qPrintable(tracebackOf(events)));
    QCOMPARE(streamText(events), result);
}

void TestExecdLanguages::endsInput_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("output");
    QTest::newRow("bash") << u"bash"_s << u"read line || echo ended"_s << u"ended\n"_s;
    QTest::newRow("js prompt") << u"javascript"_s << u"console.log(prompt())"_s << u"null\n"_s;
    QTest::newRow("js stream") << u"javascript"_s << u"let count = 0; for await (const part of process.stdin) count++; console.log(count)"_s << u"0\n"_s;
    QTest::newRow("java") << u"java"_s << u"System.out.println(System.in.read());"_s << u"-1\n"_s;
    QTest::newRow("go") << u"go"_s << u"import (\"fmt\"; \"io\"; \"os\")\nall, err := io.ReadAll(os.Stdin)\nfmt.Println(len(all), err)"_s << u"0 <nil>\n"_s;
}

void TestExecdLanguages::endsInput()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, output);
    InputRun input(*s_daemon, language, contextOf(language), code);
    QVERIFY(!input.waitForRequest(120000).isEmpty());
    QCOMPARE(input.endInput(), 200);
    const auto events = input.finish();
    QVERIFY2(errorOf(events).isEmpty(), qPrintable(tracebackOf(events)));
    QCOMPARE(streamText(events), output);
}

void TestExecdLanguages::interruptsAQuestion_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("after");
    QTest::newRow("bash") << u"bash"_s << u"read line"_s << u"echo 42"_s;
    QTest::newRow("js") << u"javascript"_s << u"prompt()"_s << u"console.log(42)"_s;
    QTest::newRow("java") << u"java"_s << u"new Scanner(System.in).nextLine()"_s << u"System.out.println(42);"_s;
    QTest::newRow("go") << u"go"_s << u"import (\"io\"; \"os\")\nio.ReadAll(os.Stdin)"_s << u"import \"fmt\"\nfmt.Println(42)"_s;
}

void TestExecdLanguages::interruptsAQuestion()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, after);
    const QString id = contextOf(language);
    InputRun input(*s_daemon, language, id, code);
    QVERIFY(!input.waitForRequest(120000).isEmpty());
    QCOMPARE(s_daemon->request("DELETE", "/code?id=" + id.toLatin1()).status, 200);
    QCOMPARE(errorOf(input.finish()).value("ename"_L1).toString(), u"KeyboardInterrupt"_s);
    QCOMPARE(input.answer(u"late"_s), 409);
    QCOMPARE(streamText(run(language, after)), u"42\n"_s);
}

void TestExecdLanguages::survivesGarbageOnItsChannel()
{
    // The user's code can reach the descriptor that our messages go through.
    const auto events = run(u"javascript"_s, u"const garbage = require('fs');\n"
                                             "garbage.writeSync(4, 'no json\\n{\"event\":\"done\",\"id\":999999}\\n{\"event\":\"answer\",\"id\":1}\\n[[[\\n\\n\\xff\\n');\n"
                                             "'still here'"_s);
    QCOMPARE(resultText(events), u"'still here'"_s);
    QCOMPARE(resultText(run(u"javascript"_s, u"1 + 1"_s)), u"2"_s);
}

void TestExecdLanguages::noticesDeath_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("reason");
    QTest::newRow("js exit") << u"javascript"_s << u"console.log('last'); process.exit(3)"_s << u"kernel died (exit code 3)"_s;
    QTest::newRow("js killed") << u"typescript"_s << u"console.log('last'); process.kill(process.pid, 'SIGKILL'); while (true) {}"_s
                               << u"kernel was killed (signal 9)"_s;
    QTest::newRow("java exit") << u"java"_s << u"System.out.println(\"last\"); System.exit(0);"_s << u"kernel ended by itself (exit code 0)"_s;
    QTest::newRow("go killed") << u"go"_s << u"import (\"fmt\"; \"os\"; \"syscall\")\nfmt.Println(\"last\")\nsyscall.Kill(os.Getppid(), syscall.SIGKILL)\nselect { }"_s
                               << u"kernel was killed (signal 9)"_s;
}

void TestExecdLanguages::noticesDeath()
{
    QFETCH(const QString, language);
    QFETCH(const QString, code);
    QFETCH(const QString, reason);
    const auto events = run(language, code);
    QCOMPARE(streamText(events), u"last\n"_s);
    QCOMPARE(errorOf(events).value("ename"_L1).toString(), u"KernelDied"_s);
    QCOMPARE(errorOf(events).value("evalue"_L1).toString(), reason);
    QTRY_COMPARE_WITH_TIMEOUT(errorOf(run(language, u"1"_s)).value("ename"_L1).toString(), u"ContextLost"_s, 20000);
    const QByteArray id = contextOf(language).toLatin1();
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code/contexts/" + id + "/restart");
    QCOMPARE(connection.readAnswer(300000).status, 200);
    QCOMPARE(resultText(run(language, u"1 + 1"_s)), u"2"_s);
}

void TestExecdLanguages::restartsAfresh_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("get");
    QTest::newRow("javascript") << u"javascript"_s << u"let gone = 1"_s << u"typeof gone"_s;
    QTest::newRow("java") << u"java"_s << u"int gone = 1;"_s << u"gone"_s;
    QTest::newRow("go") << u"go"_s << u"gone := 1"_s << u"gone"_s;
}

void TestExecdLanguages::restartsAfresh()
{
    QFETCH(const QString, language);
    QFETCH(const QString, set);
    QFETCH(const QString, get);
    QVERIFY(errorOf(run(language, set)).isEmpty());
    RawConnection connection(s_daemon->socketPath());
    connection.sendRequest("POST", "/code/contexts/" + contextOf(language).toLatin1() + "/restart");
    QCOMPARE(connection.readAnswer(300000).status, 200);
    const auto events = run(language, get);
    QVERIFY(language == "javascript"_L1 ? resultText(events) == "'undefined'"_L1 : !errorOf(events).isEmpty());
}

QTEST_GUILESS_MAIN(TestExecdLanguages)
#include "tst_execd_languages.moc"
