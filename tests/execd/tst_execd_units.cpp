// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/drivermessage.h"
#include "execd/environmentfile.h"
#include "execd/eventencoder.h"
#include "execd/globmatch.h"
#include "execd/jupytermessage.h"
#include "execd/kernelspec.h"
#include "execd/linesplitter.h"
#include "execd/metrics.h"
#include "execd/milestone.h"
#include "execd/multipartparser.h"
#include "execd/pathexpansion.h"
#include "execd/ptyframe.h"
#include "execd/replaybuffer.h"
#include "execd/shellword.h"
#include "execd/spool.h"
#include "execd/toolchains.h"
#include "execd/utf8cutter.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>

using namespace Execd;
using namespace Qt::StringLiterals;

namespace {

// Keeps what a parser gives, as one text that is easy to compare.
class Recorder final : public MultipartParser::Handler {
public:
    void beginPart(const MultipartHeaders &headers) override
    {
        text += '[' + headers.name + '|' + headers.fileName.value_or("-") + '|';
    }
    void partData(std::string_view data) override { text += data; }
    void endPart() override { text += ']'; }
    std::string text;
};

std::vector<std::string_view> views(const std::vector<std::string> &frames)
{
    return { frames.begin(), frames.end() };
}

} // namespace

class TestExecdUnits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheWordOfAShell_data();
    void findsTheWordOfAShell();
    void wakesAllWhoWait();
    void givesAnswersToTheirQuestions();
    void escapesTextsLikeTheOtherServer_data();
    void escapesTextsLikeTheOtherServer();
    void writesFieldsInOrderAndLeavesOutEmptyOnes();
    void writesAdditionsBehindTheKnownFields();
    void sortsKeysOfResultsAndKeepsNesting();
    void cutsTextsBetweenCharacters();
    void putsCutCharactersTogether();
    void signsMessages();
    void takesItsOwnMessagesApart();
    void refusesBrokenMessages_data();
    void refusesBrokenMessages();
    void readsJsonWithHalfSurrogatesAndBadBytes_data();
    void readsJsonWithHalfSurrogatesAndBadBytes();
    void readsWhatTerminalClientsSend_data();
    void readsWhatTerminalClientsSend();
    void keepsTheLastOutputOfATerminal();
    void readsMessagesOfDrivers();
    void refusesBrokenMessagesOfDrivers_data();
    void refusesBrokenMessagesOfDrivers();
    void cutsDriverLinesAndLeavesOutEndlessOnes();
    void comparesVersions_data();
    void comparesVersions();
    void choosesAmongInstalledTools();
    void readsFilesWithVariables_data();
    void readsFilesWithVariables();
    void splitsLines_data();
    void splitsLines();
    void matchesGlobs_data();
    void matchesGlobs();
    void knowsBrokenGlobs();
    void expandsPaths_data();
    void expandsPaths();
    void parsesMultipartInPiecesOfAnySize_data();
    void parsesMultipartInPiecesOfAnySize();
    void parsesLongMultipartFramesByteByByte();
    void refusesBrokenMultipart_data();
    void refusesBrokenMultipart();
    void findsTheBoundary_data();
    void findsTheBoundary();
    void spoolsInOrderOverMemoryAndDisk();
    void spoolSaysWhenItIsFull();
    void readsKernelSpecs();
    void readsPss();
};

void TestExecdUnits::escapesTextsLikeTheOtherServer_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << QByteArray("hi") << QByteArray(R"("hi")");
    QTest::newRow("quotes") << QByteArray(R"(a"b\c)") << QByteArray(R"("a\"b\\c")");
    QTest::newRow("controls") << QByteArray("\n\r\t\b\x1b\0x", 7) << QByteArray(R"("\n\r\t\u0008\u001b\u0000x")");
    QTest::newRow("html") << QByteArray("<a>&") << QByteArray("\"\\u003ca\\u003e\\u0026\"");
    QTest::newRow("del and bom raw") << QByteArray("\x7f\xEF\xBB\xBF") << QByteArray("\"\x7f\xEF\xBB\xBF\"");
    QTest::newRow("line separators") << QByteArray("\xE2\x80\xA8\xE2\x80\xA9") << QByteArray(R"("\u2028\u2029")");
    // Some clients take it for the end of a line (pain 34).
    QTest::newRow("next line") << QByteArray("a\xC2\x85z") << QByteArray(R"("a\u0085z")");
    QTest::newRow("emoji raw") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\"\xF0\x9F\x98\x80\"");
    // One mark for each byte (pain 55).
    QTest::newRow("bad bytes") << QByteArray("ok \xff\xfe \xc3 end") << QByteArray(R"("ok \ufffd\ufffd \ufffd end")");
    QTest::newRow("surrogate in utf-8") << QByteArray("\xED\xA0\x80") << QByteArray(R"("\ufffd\ufffd\ufffd")");
    QTest::newRow("too long form") << QByteArray("\xC0\xAF") << QByteArray(R"("\ufffd\ufffd")");
    QTest::newRow("cut at the end") << QByteArray("x\xE4\xBD") << QByteArray(R"("x\ufffd\ufffd")");
    QTest::newRow("beyond unicode") << QByteArray("\xF4\x90\x80\x80") << QByteArray(R"("\ufffd\ufffd\ufffd\ufffd")");
}

void TestExecdUnits::escapesTextsLikeTheOtherServer()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, json);
    QCOMPARE(QByteArray::fromStdString(jsonString(text.toStdString())), json);
}

void TestExecdUnits::writesFieldsInOrderAndLeavesOutEmptyOnes()
{
    Event event;
    event.type = "execution_complete";
    QCOMPARE(encodeEvent(event, 5), "{\"type\":\"execution_complete\",\"timestamp\":5}\n\n");
    event.executionTime = 48;
    QCOMPARE(encodeEvent(event, 5), "{\"type\":\"execution_complete\",\"execution_time\":48,\"timestamp\":5}\n\n");
    Event error;
    error.type = "error";
    error.error = ErrorContent { "CommandExecError", "3", { "exit status 3" } };
    QCOMPARE(encodeEvent(error, 7),
        "{\"type\":\"error\",\"timestamp\":7,\"error\":{\"ename\":\"CommandExecError\",\"evalue\":\"3\","
        "\"traceback\":[\"exit status 3\"]}}\n\n");
}

void TestExecdUnits::writesAdditionsBehindTheKnownFields()
{
    Event event;
    event.type = "result";
    event.results = boost::json::object { { "text", "1" } };
    event.display = true;
    event.metadata = { { "w", 3 } };
    event.displayId = "d";
    event.update = true;
    QCOMPARE(encodeEvent(event, 7),
        "{\"type\":\"result\",\"timestamp\":7,\"results\":{\"text\":\"1\"},\"display\":true,\"metadata\":{\"w\":3},"
        "\"display_id\":\"d\",\"update\":true}\n\n");
    Event clear;
    clear.type = "clear_output";
    clear.wait = false;
    QCOMPARE(encodeEvent(clear, 7), "{\"type\":\"clear_output\",\"timestamp\":7,\"wait\":false}\n\n");
}

void TestExecdUnits::sortsKeysOfResultsAndKeepsNesting()
{
    std::string out;
    appendJson(out, boost::json::parse(R"({"b":[1,{"y":null,"x":1.5}],"a":"<","c":true})"));
    QCOMPARE(out, R"({"a":"\u003c","b":[1,{"x":1.5,"y":null}],"c":true})");
}

void TestExecdUnits::cutsTextsBetweenCharacters()
{
    QCOMPARE(utf8Prefix("abc", 10), 3u);
    QCOMPARE(utf8Prefix("aä", 2), 1u);
    QCOMPARE(utf8Prefix("\xF0\x9F\x98\x80 tail", 3), 3u); // no way to cut it well, but it goes on
    QCOMPARE(utf8Prefix("x\xF0\x9F\x98\x80", 4), 1u);
}

void TestExecdUnits::putsCutCharactersTogether()
{
    const std::string text = "a€😀\xff z";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Utf8Cutter cutter;
        std::string out = cutter.add(text.substr(0, cut));
        QCOMPARE(incompleteUtf8Tail(out), 0u);
        out += cutter.add(text.substr(cut));
        QCOMPARE(out + cutter.finish(), text);
    }
}

void TestExecdUnits::signsMessages()
{
    // The reference is Python's own hmac over the four parts behind the signature.
    const std::vector<std::string> frames = serializeJupyterMessage("execute_request", "m1", "s", { { "code", "1" } }, "secret");
    QProcess python;
    python.start(u"python3"_s, { u"-c"_s, u"import hmac, sys; print(hmac.new(b'secret', sys.stdin.buffer.read(), 'sha256').hexdigest(), end='')"_s });
    QVERIFY(python.waitForStarted());
    for (std::size_t i = 2; i < frames.size(); ++i)
        python.write(QByteArray::fromStdString(frames[i]));
    python.closeWriteChannel();
    QVERIFY(python.waitForFinished());
    QCOMPARE(python.readAllStandardOutput(), QByteArray::fromStdString(frames[1]));
}

void TestExecdUnits::takesItsOwnMessagesApart()
{
    const auto frames
        = serializeJupyterMessage("execute_request", "m1", "s", { { "code", "print('ä')" } }, "secret");
    std::vector<std::string> withIdentity = frames;
    withIdentity.insert(withIdentity.begin(), "some identity");
    const auto message = parseJupyterMessage(views(withIdentity), "secret");
    QVERIFY(message);
    QCOMPARE(message->type, "execute_request");
    QCOMPARE(message->id, "m1");
    QCOMPARE(std::string(message->content.at("code").as_string()), "print('ä')");
}

void TestExecdUnits::refusesBrokenMessages_data()
{
    QTest::addColumn<int>("frame");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("forged") << 5 << QByteArray("{\"code\":\"other\"}");
    QTest::newRow("no signature") << 1 << QByteArray();
    QTest::newRow("no delimiter") << 0 << QByteArray("x");
}

void TestExecdUnits::refusesBrokenMessages()
{
    QFETCH(const int, frame);
    QFETCH(const QByteArray, content);
    auto frames = serializeJupyterMessage("execute_request", "m1", "s", {}, "secret");
    frames[size_t(frame)] = content.toStdString();
    QVERIFY(!parseJupyterMessage(views(frames), "secret"));
    frames.resize(4);
    QVERIFY(!parseJupyterMessage(views(frames), "secret"));
    QVERIFY(!parseJupyterMessage({}, "secret"));
}

void TestExecdUnits::readsJsonWithHalfSurrogatesAndBadBytes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("pair") << QByteArray(R"({"t":"\ud83d\ude00"})") << QByteArray("\xF0\x9F\x98\x80");
    QTest::newRow("high alone") << QByteArray(R"({"t":"a\ud83db"})") << QByteArray("a\xEF\xBF\xBD" "b");
    QTest::newRow("low alone") << QByteArray(R"({"t":"\ude00"})") << QByteArray("\xEF\xBF\xBD");
    QTest::newRow("two highs") << QByteArray(R"({"t":"\ud83d\ud83d"})") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD");
    QTest::newRow("escaped backslash") << QByteArray(R"({"t":"\\ud83d \ud83d"})") << QByteArray("\\ud83d \xEF\xBF\xBD");
    QTest::newRow("bad byte") << QByteArray("{\"t\":\"a\xff\"}") << QByteArray("a\xEF\xBF\xBD");
}

void TestExecdUnits::readsJsonWithHalfSurrogatesAndBadBytes()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, text);
    const auto object = parseLenientObject(json.toStdString());
    QVERIFY2(object, object ? "" : object.error().c_str());
    QCOMPARE(QByteArray::fromStdString(std::string(object->at("t").as_string())), text);
}

void TestExecdUnits::splitsLines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("lines");
    // Pain 46: six lines, no doubled blanks, the last one without an end.
    QTest::newRow("blanks") << QByteArray("a\n\nb\n\n\nc") << QByteArrayList { "a", "", "b", "", "", "c" };
    QTest::newRow("crlf") << QByteArray("one\r\ntwo\r\n\r\nthree\r\n") << QByteArrayList { "one", "two", "", "three" };
    QTest::newRow("progress") << QByteArray("\r25%\r50%\n") << QByteArrayList { "", "25%", "50%" };
    QTest::newRow("nothing") << QByteArray() << QByteArrayList();
}

void TestExecdUnits::splitsLines()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArrayList, lines);
    for (qsizetype step = 1; step <= qMax<qsizetype>(bytes.size(), 1); ++step) {
        QByteArrayList got;
        LineSplitter splitter([&got](std::string_view line) { got.append(QByteArray(line.data(), qsizetype(line.size()))); });
        for (qsizetype at = 0; at < bytes.size(); at += step)
            splitter.add(bytes.sliced(at, qMin(step, bytes.size() - at)).toStdString());
        splitter.finish();
        QCOMPARE(got, lines);
    }
}

void TestExecdUnits::matchesGlobs_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("matches");
    QTest::newRow("star") << QByteArray("*.txt") << QByteArray("a.txt") << true;
    QTest::newRow("star needs suffix") << QByteArray("*.txt") << QByteArray("a.txt.gz") << false;
    QTest::newRow("double star") << QByteArray("**") << QByteArray(".hidden") << true;
    QTest::newRow("leading folders") << QByteArray("**/*.py") << QByteArray("a.py") << true;
    QTest::newRow("real folder") << QByteArray("sub/*.txt") << QByteArray("a.txt") << false;
    QTest::newRow("question mark is a character") << QByteArray("?.txt") << QByteArray("ä.txt") << true;
    QTest::newRow("class") << QByteArray("[a-c]1") << QByteArray("b1") << true;
    QTest::newRow("negated class") << QByteArray("[!a-c]1") << QByteArray("b1") << false;
    QTest::newRow("braces") << QByteArray("*.{py,txt}") << QByteArray("x.py") << true;
    QTest::newRow("nested braces") << QByteArray("{a,{b,c}d}") << QByteArray("cd") << true;
    QTest::newRow("escape") << QByteArray("\\*") << QByteArray("*") << true;
    QTest::newRow("escape no wildcard") << QByteArray("\\*") << QByteArray("a") << false;
    QTest::newRow("many stars") << QByteArray("*a*a*a*a*a*a*a*b") << QByteArray(2000, 'a') << false;
}

void TestExecdUnits::matchesGlobs()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const QByteArray, name);
    QFETCH(const bool, matches);
    QVERIFY(isValidGlob(pattern.toStdString()));
    QCOMPARE(globMatches(pattern.toStdString(), name.toStdString()), matches);
}

void TestExecdUnits::knowsBrokenGlobs()
{
    for (const char *pattern : { "[", "[a", "a{b", "\\", "{a,[}" })
        QVERIFY2(!isValidGlob(pattern), pattern);
}

void TestExecdUnits::expandsPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("expanded"); // empty: refused
    QTest::newRow("absolute") << QByteArray("/a/b/../c//d/") << QByteArray("/a/c/d");
    QTest::newRow("root") << QByteArray("/") << QByteArray("/");
    QTest::newRow("home") << QByteArray("~") << QByteArray("/home/of/test");
    QTest::newRow("below home") << QByteArray("~/x") << QByteArray("/home/of/test/x");
    QTest::newRow("other home") << QByteArray("/~user") << QByteArray("/~user");
    QTest::newRow("variable") << QByteArray("$HOME/x") << QByteArray("/home/of/test/x");
    QTest::newRow("braces") << QByteArray("${HOME}x") << QByteArray("/home/of/testx");
    QTest::newRow("positional vanishes") << QByteArray("/a$5b") << QByteArray("/ab");
    QTest::newRow("last dollar stays") << QByteArray("/a$") << QByteArray("/a$");
    QTest::newRow("undefined") << QByteArray("$NOPE_X/x") << QByteArray();
    QTest::newRow("open brace") << QByteArray("/${HOME") << QByteArray();
}

void TestExecdUnits::expandsPaths()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, expanded);
    qputenv("HOME", "/home/of/test");
    const auto result = expandPath(path.toStdString());
    QCOMPARE(QByteArray::fromStdString(result.value_or(std::string())), expanded);
}

void TestExecdUnits::parsesMultipartInPiecesOfAnySize_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("parts");
    QTest::newRow("two") << QByteArray("--B\r\nContent-Disposition: form-data; name=\"metadata\"; filename=\"m\"\r\n"
                                       "Content-Type: application/json\r\n\r\n{}\r\n--B\r\n"
                                       "content-disposition: form-data; filename=\"a \\\"b\\\".txt\"; name=file\r\n\r\n"
                                       "data\r\n--\r\n-B\r\n\r\n--B--\r\nepilogue")
                         << QByteArray("[metadata|m|{}][file|a \"b\".txt|data\r\n--\r\n-B\r\n]");
    QTest::newRow("empty file") << QByteArray("--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\r\n--B--")
                                << QByteArray("[f|-|]");
    QTest::newRow("no line break before the boundary")
        << QByteArray("--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n--B--") << QByteArray("[f|-|]");
    QTest::newRow("preamble and padding")
        << QByteArray("ignored\r\n--B  \r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n--B--")
        << QByteArray("[f|-|x]");
    QTest::newRow("no headers") << QByteArray("--B\r\n\r\nx\r\n--B--") << QByteArray("[|-|x]");
    QTest::newRow("windows path") << QByteArray("--B\r\nContent-Disposition: form-data; name=\"f\"; "
                                                "filename=\"C:\\dir\\x\"\r\n\r\n\r\n\r\n--B--")
                                  << QByteArray("[f|C:\\dir\\x|\r\n]");
}

void TestExecdUnits::parsesMultipartInPiecesOfAnySize()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, parts);
    for (qsizetype step = 1; step <= body.size(); ++step) {
        Recorder recorder;
        MultipartParser parser("B", recorder);
        for (qsizetype at = 0; at < body.size(); at += step)
            QVERIFY2(parser.feed(body.sliced(at, qMin(step, body.size() - at)).toStdString()), parser.error().c_str());
        QVERIFY(parser.finished());
        QCOMPARE(QByteArray::fromStdString(recorder.text), parts);
    }
}

// What is looked for begins in one piece and ends in another, far behind where the last search ended.
void TestExecdUnits::parsesLongMultipartFramesByteByByte()
{
    const std::string body = std::string(60000, 'p') + "\r\n--B" + std::string(60000, ' ') + "\r\nX: " + std::string(60000, 'h')
        + "\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n--B \t \r\nContent-Disposition: form-data; name=\"g\"\r\n\r\ny\r\n--B--";
    Recorder recorder;
    MultipartParser parser("B", recorder);
    for (const char &c : body)
        QVERIFY2(parser.feed({ &c, 1 }), parser.error().c_str());
    QVERIFY(parser.finished());
    QCOMPARE(recorder.text, std::string("[f|-|x][g|-|y]"));
}

void TestExecdUnits::refusesBrokenMultipart_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("no boundary") << QByteArray(100000, 'x');
    QTest::newRow("endless headers") << "--B\r\n" + QByteArray(100000, 'x');
    QTest::newRow("text behind boundary") << QByteArray("--Bx\r\n\r\n");
    QTest::newRow("header without colon") << QByteArray("--B\r\nnonsense\r\n\r\nx\r\n--B--");
    QTest::newRow("cut") << QByteArray("--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n--B");
    QTest::newRow("empty") << QByteArray();
}

void TestExecdUnits::refusesBrokenMultipart()
{
    QFETCH(const QByteArray, body);
    Recorder recorder;
    MultipartParser parser("B", recorder);
    parser.feed(body.toStdString());
    QVERIFY(!parser.finished());
}

void TestExecdUnits::findsTheBoundary_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("boundary");
    QTest::newRow("bare") << QByteArray("multipart/form-data; boundary=abc") << QByteArray("abc");
    QTest::newRow("quoted") << QByteArray("Multipart/Form-Data; charset=x; Boundary=\"a b;c\"") << QByteArray("a b;c");
    QTest::newRow("none") << QByteArray("multipart/form-data") << QByteArray();
    QTest::newRow("other type") << QByteArray("application/json; boundary=abc") << QByteArray();
}

void TestExecdUnits::findsTheBoundary()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, boundary);
    QCOMPARE(QByteArray::fromStdString(multipartBoundary(type.toStdString()).value_or("")), boundary);
}

void TestExecdUnits::spoolsInOrderOverMemoryAndDisk()
{
    const QTemporaryDir folder;
    Spool spool(folder.path().toStdString(), 1000, 1 << 20);
    std::string expected;
    std::string got;
    for (int i = 0; i < 2000; ++i) {
        const std::string piece = "piece " + std::to_string(i) + ';';
        QVERIFY(spool.push(piece));
        expected += piece;
        if (i % 700 == 699) {
            for (int n = 0; n < 3; ++n)
                got += spool.take();
        }
    }
    while (!spool.empty())
        got += spool.take();
    QVERIFY(got == expected);
    QCOMPARE(spool.size(), 0u);
    QVERIFY(spool.push("again"));
    QCOMPARE(spool.take(), "again");
}

void TestExecdUnits::spoolSaysWhenItIsFull()
{
    const QTemporaryDir folder;
    Spool spool(folder.path().toStdString(), 10, 100);
    QVERIFY(spool.push(std::string(10, 'a')));
    QVERIFY(spool.push(std::string(100, 'b')));
    QVERIFY(!spool.push("c"));
    Spool nowhere("/nonexistent/folder", 10, 100);
    QVERIFY(nowhere.push(std::string(10, 'a')));
    QVERIFY(!nowhere.push("b"));
}

void TestExecdUnits::readsKernelSpecs()
{
    const auto launch = parseKernelSpec(
        R"({"argv":["k","{resource_dir}/x","-f","{connection_file}"],"language":"Go","interrupt_mode":"message","env":{"A":"1"}})",
        "go", "/k/go");
    QVERIFY(launch);
    QCOMPARE(launch->arguments.at(1), "/k/go/x");
    QVERIFY(launch->interruptByMessage);
    QCOMPARE(launch->environment.front().first, "A");
    QVERIFY(!parseKernelSpec(R"({"argv":["k"],"language":"java"})", "go", "/k"));
    QVERIFY(!parseKernelSpec(R"({"argv":[1],"language":"go"})", "go", "/k"));
    QVERIFY(!parseKernelSpec("nonsense", "go", "/k"));
}

void TestExecdUnits::readsPss()
{
    QCOMPARE(parsePss("55-66 ---p 0 00:00 0 [rollup]\nRss:  900 kB\nPss:                 512 kB\nPss_Dirty: 1 kB\n"), 512u * 1024);
    QCOMPARE(parsePss(""), 0u);
    QCOMPARE(parsePss("\nPss:"), 0u);
}

void TestExecdUnits::readsWhatTerminalClientsSend_data()
{
    QTest::addColumn<bool>("isText");
    QTest::addColumn<std::string>("data");
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("text");
    using Kind = PtyInput::Kind;
    const auto row = [](const char *name, bool isText, std::string data, Kind kind, std::string text = {}) {
        QTest::newRow(name) << isText << data << int(kind) << text;
    };
    row("typed", false, std::string("\0ls\xff\n", 5), Kind::Typed, "ls\xff\n");
    row("nothing typed", false, std::string(1, '\0'), Kind::Nothing);
    row("another channel", false, "\tjunk", Kind::Nothing);
    row("empty", false, "", Kind::Nothing);
    row("text", true, R"({"type":"stdin","data":"a\u00e9"})", Kind::Typed, "a\xc3\xa9");
    row("size", true, R"({"type":"resize","cols":100,"rows":30})", Kind::Resize);
    row("no size", true, R"({"type":"resize","cols":0,"rows":30})", Kind::Nothing);
    row("huge size", true, R"({"type":"resize","cols":70000,"rows":30})", Kind::Nothing);
    row("signal", true, R"({"type":"signal","signal":"SIGTERM"})", Kind::Signal);
    row("unknown signal", true, R"({"type":"signal","signal":"SIGSTOP"})", Kind::Nothing);
    row("ping", true, R"({"type":"ping"})", Kind::Ping);
    row("unknown type", true, R"({"type":"zzz"})", Kind::Unknown, "zzz");
    row("no type", true, "{}", Kind::Unknown);
    row("no JSON", true, "{not json", Kind::Nothing);
    row("deep JSON", true, std::string(100000, '['), Kind::Nothing);
}

void TestExecdUnits::readsWhatTerminalClientsSend()
{
    QFETCH(const bool, isText);
    QFETCH(const std::string, data);
    QFETCH(const int, kind);
    QFETCH(const std::string, text);
    const PtyInput input = parsePtyInput(isText, data);
    QCOMPARE(int(input.kind), kind);
    QCOMPARE(input.text, text);
}

void TestExecdUnits::keepsTheLastOutputOfATerminal()
{
    ReplayBuffer buffer(8);
    buffer.append("abc");
    QCOMPARE(buffer.since(0), "abc");
    QCOMPARE(buffer.since(1), "bc");
    QCOMPARE(buffer.since(3), "");
    QCOMPARE(buffer.since(99), "");
    for (char c = 'd'; c <= 'z'; ++c)
        buffer.append(std::string(1, c));
    QCOMPARE(buffer.end(), 26u);
    QCOMPARE(buffer.begin(), 18u);
    QCOMPARE(buffer.since(0), "stuvwxyz");
    QCOMPARE(buffer.since(24), "yz");
    buffer.append("0123456789");
    QCOMPARE(buffer.since(0), "23456789");
    QCOMPARE(ptyReplayFrame(0x0102, "x"), std::string("\3\0\0\0\0\0\0\1\2x", 10));
}

void TestExecdUnits::readsMessagesOfDrivers()
{
    const auto result = parseDriverMessage(R"({"event":"display","id":7,"data":{"text/html":"<b>"},"display_id":"d","update":true})");
    QVERIFY(result.has_value());
    QVERIFY(result->kind == DriverMessage::Kind::Display);
    QCOMPARE(result->id, 7);
    QCOMPARE(result->displayId, "d");
    QVERIFY(result->update);
    const auto error = parseDriverMessage(R"({"event":"error","id":1,"ename":"E","evalue":"v","traceback":["a",5,"b"]})");
    QVERIFY(error.has_value());
    QCOMPARE(error->error.traceback, (std::vector<std::string> { "a", "b" }));
    const auto input = parseDriverMessage(R"({"event":"input","id":1,"text":"Name? ","password":true})");
    QVERIFY(input && input->kind == DriverMessage::Kind::Input && input->text == "Name? " && input->password);
    const auto none = parseDriverMessage(R"({"event":"answer","id":3})");
    QVERIFY(none && !none->hasContent);
    const auto answer = parseDriverMessage(R"({"event":"answer","id":3,"content":{}})");
    QVERIFY(answer && answer->hasContent);
}

void TestExecdUnits::refusesBrokenMessagesOfDrivers_data()
{
    QTest::addColumn<std::string>("line");
    QTest::newRow("no JSON") << std::string("done");
    QTest::newRow("no object") << std::string("[1]");
    QTest::newRow("no event") << std::string("{}");
    QTest::newRow("unknown event") << std::string(R"({"event":"x"})");
    QTest::newRow("number as event") << std::string(R"({"event":1})");
    QTest::newRow("result of nothing") << std::string(R"({"event":"result","id":1})");
    QTest::newRow("data of a wrong kind") << std::string(R"({"event":"result","id":1,"data":[1]})");
    QTest::newRow("deep") << std::string(R"({"event":"done","x":)") + std::string(100000, '[');
}

void TestExecdUnits::refusesBrokenMessagesOfDrivers()
{
    QFETCH(const std::string, line);
    const auto message = parseDriverMessage(line);
    QVERIFY(!message.has_value());
    QVERIFY(!message.error().empty());
}

void TestExecdUnits::cutsDriverLinesAndLeavesOutEndlessOnes()
{
    DriverLines lines(5);
    std::vector<std::string> got;
    const auto add = [&](std::string_view bytes) {
        lines.add(bytes, [&got](std::string_view line) { got.emplace_back(line); });
    };
    add("ab");
    add("c\n\nde\nfgh");
    add("ijk");
    add("lmn\nop\n");
    QCOMPARE(got, (std::vector<std::string> { "abc", "de", "op" }));
}

void TestExecdUnits::comparesVersions_data()
{
    QTest::addColumn<std::string>("installed");
    QTest::addColumn<std::string>("wanted");
    QTest::addColumn<bool>("fits");
    QTest::newRow("major") << std::string("21.0.13") << std::string("21") << true;
    QTest::newRow("minor") << std::string("1.24.4") << std::string("1.24") << true;
    QTest::newRow("not a prefix of digits") << std::string("1.24.4") << std::string("1.2") << false;
    QTest::newRow("with v") << std::string("20.19.2") << std::string("v20.19.2") << true;
    QTest::newRow("more exact than known") << std::string("21") << std::string("21.0.1") << false;
    QTest::newRow("nothing wanted") << std::string("21") << std::string() << false;
}

void TestExecdUnits::comparesVersions()
{
    QFETCH(const std::string, installed);
    QFETCH(const std::string, wanted);
    QFETCH(const bool, fits);
    QCOMPARE(versionFits(installed, wanted), fits);
}

void TestExecdUnits::choosesAmongInstalledTools()
{
    const QTemporaryDir folder;
    const std::string root = folder.path().toStdString();
    const auto install = [&](const char *path) {
        const QString name = folder.path() + QString::fromLatin1(path);
        QDir().mkpath(QFileInfo(name).path());
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    const Environment nothing { { "PATH", root + "/bin" } };
    for (const char *language : { "java", "go", "javascript", "typescript" }) {
        const auto missing = findToolchain(language, nothing, root);
        QVERIFY(!missing);
        QVERIFY2(missing.error().contains("Install the package"), missing.error().c_str());
    }
    QVERIFY(findToolchain("java", nothing, root).error().contains("openjdk-21-jdk-headless"));
    install("/usr/lib/go-1.22/bin/go");
    install("/usr/lib/go-1.24/bin/go");
    install("/usr/lib/gobject/bin/other");
    // Without one in PATH any is better than none; the variable decides.
    QCOMPARE(findToolchain("go", nothing, root).value(), root + "/usr/lib/go-1.24/bin/go");
    QCOMPARE(findToolchain("go", { { "PATH", root + "/bin" }, { "GO_VERSION", "1.22" } }, root).value(),
        root + "/usr/lib/go-1.22/bin/go");
    install("/bin/go");
    QCOMPARE(findToolchain("go", nothing, root).value(), root + "/bin/go");
    QCOMPARE(findToolchain("go", { { "PATH", root + "/bin" }, { "GO_VERSION", "1.99" } }, root).value(), root + "/bin/go");
    install("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");
    QFile release(folder.path() + QStringLiteral("/usr/lib/jvm/java-17-openjdk-amd64/release"));
    QVERIFY(release.open(QIODevice::WriteOnly));
    release.write("IMPLEMENTOR=\"Debian 13\"\nJAVA_VERSION=\"17.0.9\"\n");
    release.close();
    install("/bin/java");
    QCOMPARE(findToolchain("java", { { "PATH", root + "/bin" }, { "JAVA_VERSION", "17" } }, root).value(),
        root + "/usr/lib/jvm/java-17-openjdk-amd64/bin/java");
}

void TestExecdUnits::readsFilesWithVariables_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("value"); // of A
    QTest::newRow("plain") << std::string("A=x y\n") << std::string("x y");
    QTest::newRow("without line end") << std::string("B=1\nA=x") << std::string("x");
    QTest::newRow("other line ends") << std::string("A=x\r\nB=y\r\n") << std::string("x");
    QTest::newRow("comments and blanks") << std::string("\n# A=no\n  A = no\n  A=yes") << std::string("yes");
    QTest::newRow("export") << std::string("export A=x") << std::string("x");
    QTest::newRow("single quotes") << std::string("A='$HOME \\n \"'") << std::string("$HOME \\n \"");
    QTest::newRow("double quotes") << std::string("A=\"a\\n\\\"b\\\\ $H ${H}c \\$H\"") << std::string("a\n\"b\\ home homec $H");
    QTest::newRow("lines in quotes") << std::string("A='one\ntwo'\nB=1") << std::string("one\ntwo");
    QTest::newRow("open quote") << std::string("A='one\nB=1") << std::string("'one");
    QTest::newRow("names in a plain value") << std::string("A=$H/${H}/$/${/$1") << std::string("home/home/$/${/$1");
    QTest::newRow("undefined") << std::string("A=[$NOTHING]") << std::string("[]");
    QTest::newRow("empty") << std::string("A=") << std::string();
    QTest::newRow("equals in the value") << std::string("A=b=c") << std::string("b=c");
    QTest::newRow("no name") << std::string("1A=x\nA-B=x\n=x\nnonsense\nA=y") << std::string("y");
    QTest::newRow("the last counts") << std::string("A=1\nA=$A2\nA=${A}3") << std::string("3");
}

void TestExecdUnits::readsFilesWithVariables()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, value);
    Environment environment { { "H", "home" } };
    addEnvironmentFile(environment, text);
    const std::string *found = findVariable(environment, "A");
    QVERIFY(found);
    QCOMPARE(*found, value);
}

void TestExecdUnits::findsTheWordOfAShell_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("start");
    const auto row = [](const char *name, const char *text, ShellWord::Kind kind, const char *word, int start) {
        QTest::newRow(name) << QString::fromUtf8(text) << int(kind) << QString::fromUtf8(word) << start;
    };
    using Kind = ShellWord::Kind;
    row("nothing", "", Kind::Command, "", 0);
    row("command", "gi", Kind::Command, "gi", 0);
    row("argument", "git sta", Kind::File, "sta", 4);
    row("behind a pipe", "ls | gr", Kind::Command, "gr", 5);
    row("behind then", "if true; then ec", Kind::Command, "ec", 14);
    row("path of a command", "./ru", Kind::File, "./ru", 0);
    row("variable", "echo $HO", Kind::Variable, "HO", 6);
    row("variable in braces", "echo \"x${HO", Kind::Variable, "HO", 9);
    row("no variable in single quotes", "echo '$HO", Kind::File, "$HO", 6);
    row("escaped blank", "cat a\\ fi", Kind::File, "a fi", 4);
    row("within quotes", "cat \"a fi", Kind::File, "a fi", 5);
    row("value", "x=fi", Kind::File, "fi", 2);
    row("next line", "a=1\nec", Kind::Command, "ec", 4);
    row("substitution", "echo $(da", Kind::Command, "da", 7);
    row("only a dollar", "echo $", Kind::Variable, "", 6);
    row("a backslash at the end", "cat \\", Kind::File, "\\", 4);
}

void TestExecdUnits::findsTheWordOfAShell()
{
    QFETCH(const QString, text);
    QFETCH(const int, kind);
    QFETCH(const QString, word);
    QFETCH(const int, start);
    const ShellWord found = shellWordBefore(text.toStdString());
    QCOMPARE(QString::fromStdString(found.word), word);
    QCOMPARE(int(found.kind), kind);
    QCOMPARE(int(found.start), start);
    QCOMPARE(shellNameAt("echo $name-x y", 8), std::string("name-x"));
    QCOMPARE(shellEscaped("a b'c\xC3\xA4"), std::string("a\\ b\\'c\xC3\xA4"));
    QCOMPARE(shellQuoted("it's"), std::string("'it'\\''s'"));
    QCOMPARE(withoutEscapes("a\\nb\\\\n\\"), std::string("a\nb\\n\\"));
}

static boost::asio::awaitable<void> note(const Milestone *milestone, std::chrono::milliseconds limit, std::vector<int> *log)
{
    auto waiting = milestone->wait(limit);
    const bool reached = co_await std::move(waiting);
    log->push_back(reached ? 1 : 0);
}

void TestExecdUnits::wakesAllWhoWait()
{
    using namespace std::chrono_literals;
    boost::asio::io_context context;
    std::vector<int> log;
    auto milestone = std::make_unique<Milestone>(context.get_executor());
    for (int i = 0; i < 3; ++i)
        boost::asio::co_spawn(context, note(milestone.get(), 100s, &log), boost::asio::detached);
    boost::asio::co_spawn(context, note(milestone.get(), 1ms, &log), boost::asio::detached);
    while (log.empty())
        context.run_one();
    QCOMPARE(log, std::vector<int> { 0 });
    milestone->reach();
    context.run();
    QCOMPARE(log, (std::vector<int> { 0, 1, 1, 1 }));
    context.restart();
    boost::asio::co_spawn(context, note(milestone.get(), 100s, &log), boost::asio::detached);
    context.run();
    QCOMPARE(log.back(), 1);

    // Its end ends their waiting, too; and waiters that are destroyed are not woken.
    milestone = std::make_unique<Milestone>(context.get_executor());
    context.restart();
    boost::asio::co_spawn(context, note(milestone.get(), 100s, &log), boost::asio::detached);
    context.poll();
    milestone.reset();
    context.run();
    QCOMPARE(log.back(), 0);
    std::optional<Milestone> later;
    {
        boost::asio::io_context other;
        later.emplace(other.get_executor());
        boost::asio::co_spawn(other, note(&*later, 100s, &log), boost::asio::detached);
        other.poll();
        later.reset();
    }
}

static boost::asio::awaitable<void> noteAnswer(boost::asio::awaitable<std::optional<std::string>> answer, std::vector<std::string> *log)
{
    const std::optional<std::string> text = co_await std::move(answer);
    log->push_back(text.value_or("none"));
}

void TestExecdUnits::givesAnswersToTheirQuestions()
{
    using namespace std::chrono_literals;
    boost::asio::io_context context;
    std::vector<std::string> log;
    PendingAnswers<int, std::string> pending(context.get_executor());
    for (const int id : { 1, 2, 3 })
        boost::asio::co_spawn(context, noteAnswer(pending.answerTo(id, 100s), &log), boost::asio::detached);
    std::string text = "second";
    QVERIFY(pending.give(2, text));
    std::string unasked = "kept";
    QVERIFY(!pending.give(7, unasked));
    QCOMPARE(unasked, std::string("kept"));
    context.poll();
    QCOMPARE(log, std::vector<std::string> { "second" });
    pending.abandon();
    context.run();
    QCOMPARE(log, (std::vector<std::string> { "second", "none", "none" }));
    context.restart();
    boost::asio::co_spawn(context, noteAnswer(pending.answerTo(4, 1ms), &log), boost::asio::detached);
    context.run();
    QCOMPARE(log.back(), std::string("none"));
}

QTEST_APPLESS_MAIN(TestExecdUnits)
#include "tst_execd_units.moc"
