// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/codeinterpreter.h>

#include "figuretaker.h"
#include "sdktest.h"

#include <QRegularExpression>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray initOf(const QByteArray &id)
{
    return R"({"type":"init","text":")" + id + R"(","timestamp":1})";
}

const QByteArray Complete = R"({"type":"execution_complete","execution_time":5,"timestamp":1})";

Reply answerOf(const QByteArray &id)
{
    return Reply::stream({ initOf(id), Complete });
}

QString contextOf(const Received &request)
{
    return bodyOf(request).value("context"_L1)["id"_L1].toString();
}

QString codeOf(const Received &request)
{
    return bodyOf(request).value("code"_L1).toString();
}

} // namespace

/// Pain 31: a server refuses a run in a busy context; runs wait for their turn instead.
class SdkCodeQueueTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<FaultServer> m_server;
    std::shared_ptr<CodeInterpreter> m_interpreter;
    const CodeContext m_a { u"a"_s, u"python"_s, {} };
    const CodeContext m_b { u"b"_s, u"python"_s, {} };

    CodesService &codes() { return m_interpreter->codes(); }
    QStringList sent() const
    {
        QStringList all;
        for (const Received &request : m_server->received("POST", "/code"))
            all << codeOf(request);
        return all;
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<FaultServer>();
        serveSandbox(*m_server);
        m_server->on("POST", "/code", [](const Received &request) { return answerOf(contextOf(request).toUtf8()); });
        m_server->on("DELETE", "/code", Reply::empty(200));
        const auto sandbox = wait(Sandbox::connect(configFor(*m_server), u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const auto interpreter = wait(CodeInterpreter::create(*sandbox));
        QVERIFY2(interpreter, why(interpreter));
        m_interpreter = *interpreter;
    }
    void cleanup() { m_interpreter.reset(); }

    void runsOfOneContextGoOneAfterTheOther()
    {
        QList<std::shared_ptr<Later<Execution>>> runs;
        QStringList early;
        m_server->on("POST", "/code", [&](const Received &request) {
            const int number = codeOf(request).toInt();
            if (number > 0 && !runs.at(number - 1)->result)
                early << codeOf(request);
            return answerOf("a").inPieces(20, 2);
        });
        for (int i = 0; i < 6; ++i)
            runs << Later<Execution>::start(codes().run(QString::number(i), m_a));
        for (const auto &run : std::as_const(runs)) {
            QTRY_VERIFY(run->result.has_value());
            QVERIFY2(*run->result, why(*run->result));
        }
        QCOMPARE(early, QStringList()); // Each was sent when the one before it had ended.
        QCOMPARE(sent(), QStringList({ u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s }));
    }

    void whoWaitsMayLeave()
    {
        m_server->expect("POST", "/code", Reply::openStream({ initOf("a") }));
        std::stop_source first;
        std::stop_source second;
        const auto running = Later<Execution>::start(codes().run(u"running"_s, m_a, {}, first.get_token()));
        const auto leaving = Later<Execution>::start(codes().run(u"leaving"_s, m_a, {}, second.get_token()));
        const auto staying = Later<Execution>::start(codes().run(u"staying"_s, m_a));
        QTRY_COMPARE(m_server->count("POST", "/code"), 1);
        second.request_stop();
        QVERIFY(!leaving->result); // Never from inside the request.
        QTRY_VERIFY(leaving->result.has_value());
        QVERIFY(!*leaving->result && leaving->result->error().kind == Error::Kind::Cancelled);
        QVERIFY(!running->result && !staying->result);
        // An interrupt does not wait behind anybody.
        const auto interrupted = wait(codes().interrupt(u"a"_s));
        QVERIFY2(interrupted, why(interrupted));
        first.request_stop();
        QTRY_VERIFY(staying->result.has_value());
        QVERIFY2(*staying->result, why(*staying->result));
        QVERIFY(running->result && !*running->result);
        QCOMPARE(sent(), QStringList({ u"running"_s, u"staying"_s }));
        // One that was stopped beforehand is not sent either.
        const auto late = wait(codes().run(u"late"_s, m_a, {}, second.get_token()));
        QVERIFY(!late && late.error().kind == Error::Kind::Cancelled);
        QVERIFY(wait(codes().run(u"last"_s, m_a)));
        QCOMPARE(sent().last(), u"last"_s);
        QCOMPARE(sent().size(), 3);
    }

    void aFailureLetsTheNextRun()
    {
        m_server->expect("POST", "/code", Reply::json(500, R"({"code":"RUNTIME_ERROR","message":"no"})"));
        m_server->expect("POST", "/code", Reply::stream({ initOf("a"), R"({"type":"error","error":{"ename":"ValueError","evalue":"x","traceback":[]}})" }));
        m_server->expect("POST", "/code", answerOf("a").cutAfter(200));
        QList<std::shared_ptr<Later<Execution>>> runs;
        for (int i = 0; i < 4; ++i)
            runs << Later<Execution>::start(codes().run(QString::number(i), m_a));
        for (const auto &run : std::as_const(runs))
            QTRY_VERIFY(run->result.has_value());
        QVERIFY(!*runs.at(0)->result && runs.at(0)->result->error().httpStatus == 500);
        QVERIFY(*runs.at(1)->result && !(*runs.at(1)->result)->succeeded());
        QVERIFY(!*runs.at(2)->result);
        QVERIFY2(*runs.at(3)->result, why(*runs.at(3)->result));
        QCOMPARE(sent().size(), 4);
    }

    void contextsDoNotWaitForEachOther()
    {
        m_server->on("POST", "/code", [](const Received &request) { return contextOf(request) == "a"_L1 ? Reply::openStream({ initOf("a") }) : answerOf("b"); });
        std::stop_source stop;
        const auto first = Later<Execution>::start(codes().run(u"1"_s, m_a, {}, stop.get_token()));
        const auto other = wait(codes().run(u"2"_s, m_b));
        QVERIFY2(other, why(other));
        // Nor do languages.
        const auto bash = wait(codes().run(u"3"_s, u"bash"_s));
        QVERIFY2(bash, why(bash));
        QVERIFY(!first->result);
        stop.request_stop();
        QTRY_VERIFY(first->result.has_value());
    }

    // The display bridge asks, installs and tells before a run; who was asked first runs first all the same.
    void runsKeepTheirOrderWithTheDisplayBridge()
    {
        QStringList ran;
        QStringList early;
        std::shared_ptr<Later<Execution>> slow;
        m_server->on("POST", "/code", [&](const Received &request) {
            static const QRegularExpression bootstrap(u"_opensandbox_bridge\\(\"([0-9a-f]{32})\""_s);
            const QString context = contextOf(request).isEmpty() ? u"default"_s : contextOf(request);
            const QString nonce = bootstrap.match(codeOf(request)).captured(1);
            if (slow && !slow->result)
                early << codeOf(request);
            if (nonce.isEmpty()) {
                ran << codeOf(request);
                return answerOf(context.toUtf8()).inPieces(20, 2);
            }
            ran << QString(u"install in "_s + context);
            const QJsonObject ready { { u"nonce"_s, nonce }, { u"figures"_s, u"/tmp/figures"_s } };
            const QString frame = u"\x1b]7780;"_s + nonce + u";ready;"_s + QString::fromUtf8(QJsonDocument(ready).toJson(QJsonDocument::Compact)) + u"\x1b\\"_s;
            const QJsonObject output { { u"type"_s, u"stdout"_s }, { u"text"_s, frame }, { u"timestamp"_s, 1 } };
            return Reply::stream({ initOf(context.toUtf8()), QJsonDocument(output).toJson(QJsonDocument::Compact), Complete });
        });
        // The first of the questions, and of the files, is answered last.
        const Reply unknown = Reply::json(404, R"({"code":"NOT_FOUND","message":"no"})");
        m_server->on("GET", "/capabilities", unknown);
        m_server->expect("GET", "/capabilities", Reply::silence().thenWait(300).thenSend(unknown.bytes()));
        m_server->on("POST", "/files/upload", Reply::silence().thenWait(300).thenSend(Reply::empty(200).bytes()));
        m_server->expect("POST", "/files/upload", Reply::silence().thenWait(300).thenSend(Reply::json(503, "{}").bytes()));
        const FigureStyle style { u"#000000"_s, u"#ffffff"_s, { u"#123456"_s } };
        const qsizetype size = QJsonDocument(figuresJson(style)).toJson(QJsonDocument::Compact).size();
        m_server->on("GET", "/files/info", Reply::json(200, R"({"/tmp/figures":{"path":"/tmp/figures","type":"file","mode":644,"size":)" + QByteArray::number(size) + "}}"));
        ConnectionConfig config = configFor(*m_server);
        config.displayBridge = true;
        const auto sandbox = wait(Sandbox::connect(config, u"box"_s));
        QVERIFY2(sandbox, why(sandbox));
        const auto interpreter = wait(CodeInterpreter::create(*sandbox));
        QVERIFY2(interpreter, why(interpreter));
        m_interpreter = *interpreter;
        const auto both = [&](const Result<Execution> &first, const Result<Execution> &second) {
            return first && second ? QByteArray() : why(first) + ", " + why(second);
        };
        auto first = Later<Execution>::start(codes().run(u"1"_s, m_a));
        auto second = Later<Execution>::start(codes().run(u"2"_s, m_a));
        QTRY_VERIFY(first->result && second->result);
        QCOMPARE(both(*first->result, *second->result), QByteArray());
        QCOMPARE(ran, QStringList({ u"install in a"_s, u"1"_s, u"2"_s }));
        // New colours are told to the kernel first.
        m_interpreter->setFigureStyle(style);
        first = Later<Execution>::start(codes().run(u"3"_s, m_a));
        second = Later<Execution>::start(codes().run(u"4"_s, m_a));
        QTRY_VERIFY(first->result && second->result);
        QCOMPARE(both(*first->result, *second->result), QByteArray());
        QCOMPARE(ran.mid(3), QStringList({ u"3"_s, u"4"_s }));
        QVERIFY(wait(codes().run(u"and on"_s, m_a)));
        QCOMPARE(ran.takeLast(), u"and on"_s);
        QCOMPARE(m_server->count("POST", "/files/upload"), 2); // What failed is told again, once.
        // A language's default context has one queue, whether it is meant by the language or by its id.
        QVERIFY(wait(codes().run(u"5"_s, u"python"_s)));
        slow = Later<Execution>::start(codes().run(u"6"_s, u"python"_s));
        second = Later<Execution>::start(codes().run(u"7"_s, CodeContext { u"default"_s, u"python"_s, {} }));
        QTRY_VERIFY(slow->result && second->result);
        QCOMPARE(both(*slow->result, *second->result), QByteArray());
        QCOMPARE(ran.mid(5), QStringList({ u"install in default"_s, u"5"_s, u"6"_s, u"7"_s }));
        QCOMPARE(early, QStringList({ u"6"_s }));
        slow.reset();
        // Who waits may leave.
        m_server->expect("POST", "/code", Reply::openStream({ initOf("a") }));
        std::stop_source stop;
        std::stop_source leave;
        first = Later<Execution>::start(codes().run(u"8"_s, m_a, {}, stop.get_token()));
        second = Later<Execution>::start(codes().run(u"9"_s, m_a, {}, leave.get_token()));
        const auto last = Later<Execution>::start(codes().run(u"10"_s, m_a));
        leave.request_stop();
        QTRY_VERIFY(second->result.has_value());
        QVERIFY(!*second->result && second->result->error().kind == Error::Kind::Cancelled);
        QVERIFY(!first->result && !last->result);
        stop.request_stop();
        QTRY_VERIFY(last->result.has_value());
        QVERIFY2(*last->result, why(*last->result));
        QCOMPARE(ran.last(), u"10"_s);
        QVERIFY(!ran.contains(u"9"_s));
    }

    void aClosedSandboxEndsThoseThatWait()
    {
        m_server->expect("POST", "/code", Reply::openStream({ initOf("a") }));
        const auto first = Later<Execution>::start(codes().run(u"1"_s, m_a));
        const auto second = Later<Execution>::start(codes().run(u"2"_s, m_a));
        QTRY_COMPARE(m_server->count("POST", "/code"), 1);
        m_interpreter->sandbox().close();
        m_interpreter.reset(); // Calls outlive their object.
        QTRY_VERIFY(first->result && second->result);
        QVERIFY(!*second->result && second->result->error().kind == Error::Kind::Cancelled);
        QCOMPARE(sent(), QStringList({ u"1"_s }));
    }
};

QTEST_GUILESS_MAIN(SdkCodeQueueTest)
#include "tst_sdk_codequeue.moc"
