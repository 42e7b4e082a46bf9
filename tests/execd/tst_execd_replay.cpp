// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Requests that were recorded with the real server, sent to ours: the answers have to be the same, but
// for ids, times and what is better on purpose (the order of events, no pause at the end).
#include "daemonclient.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// One text for each event, without what differs in each exchange.
QStringList comparable(const QByteArray &body, bool isCode)
{
    QStringList lines;
    QJsonObject previous;
    QString complete;
    for (const QByteArray &line : body.split('\n')) {
        QJsonObject event = QJsonDocument::fromJson(line).object();
        const QString type = event.value("type"_L1).toString();
        if (event.isEmpty() || type == "ping"_L1)
            continue;
        event.remove("timestamp"_L1);
        event.remove("execution_time"_L1);
        // Counts depend on what ran before, and only ours come without a result, too.
        if (type == "execution_count"_L1)
            continue;
        if (type == "init"_L1)
            event.remove("text"_L1);
        if (type == "error"_L1) {
            QJsonObject error = event.value("error"_L1).toObject();
            if (error.value("ename"_L1).toString() != "CommandExecError"_L1)
                error.remove("traceback"_L1);
            QString value = error.value("evalue"_L1).toString();
            static const QRegularExpression cellFile(u"\\(\\S+\\.py"_s);
            error.insert("evalue"_L1, value.replace(cellFile, u"(cell.py"_s));
            event.insert("error"_L1, error);
        }
        // Where the text of a stream is cut depends on the moment, but for lines of commands.
        if (type == "stderr"_L1) {
            static const QRegularExpression temporary(u"/\\S*/ipykernel_\\d+/"_s);
            event.insert("text"_L1, event.value("text"_L1).toString().replace(temporary, u"/tmp/"_s));
        }
        const bool isStream = type == "stdout"_L1 || type == "stderr"_L1;
        if (isCode && isStream && previous.value("type"_L1).toString() == type) {
            const QString joined = previous.value("text"_L1).toString() + event.value("text"_L1).toString();
            event.insert("text"_L1, joined);
            lines.removeLast();
        }
        // The other server's comes anywhere, also between two pieces of one text.
        if (type != "execution_complete"_L1)
            previous = event;
        QString text = QString::fromUtf8(QJsonDocument(event).toJson(QJsonDocument::Compact));
        if (type == "execution_complete"_L1)
            complete = text;
        else
            lines.append(text);
    }
    if (!complete.isEmpty())
        lines.append(complete); // the last in ours; anywhere in the other server's
    return lines;
}

// Lines of commands come from two pipes whose order nobody promises.
QStringList byStream(const QStringList &events)
{
    QStringList out;
    QStringList err;
    QStringList others;
    for (const QString &event : events) {
        if (event.contains("\"type\":\"stdout\""_L1))
            out.append(event);
        else if (event.contains("\"type\":\"stderr\""_L1))
            err.append(event);
        else
            others.append(event);
    }
    return out + err + others;
}

// Where ours differs on purpose: why, and in the status or in what comes then.
struct Difference {
    QString reason;
    bool inStatus = false;
};

const QHash<QString, Difference> &differences()
{
    const QString shown = u"what is displayed arrives"_s;
    const QString oneUser = u"a sandbox has one user"_s;
    static const QHash<QString, Difference> all {
        { u"code/015-surrogate-print"_s, { u"half a character does not end the stream"_s } },
        { u"code/018-surrogate-display"_s, { u"half a character does not end the stream"_s } },
        { u"code/030-mpl-last-value"_s, { shown } },
        { u"code/031-mpl-show"_s, { shown } },
        { u"code/036-json-last-value"_s, { u"metadata of a result arrive"_s } },
        { u"code/037-display-call"_s, { shown } },
        { u"code/038-display-update"_s, { shown } },
        { u"code/039-clear-output"_s, { shown } },
        { u"code/046-pager"_s, { shown } },
        { u"code/062-unknown-context"_s, { u"404 for what is not there"_s, true } },
        { u"code/066-language-sql"_s, { u"a local sandbox has no SQL server"_s, true } },
        { u"health/03-head-ping"_s, { u"HEAD is answered"_s, true } },
        { u"health/06-trailing-slash"_s, { u"no redirection, which would lose the prefix of a proxy"_s, true } },
        { u"session/08-export-multiline-kept"_s, { u"a variable keeps all its lines"_s } },
        { u"session/10-function-lost"_s, { u"messages of the shell name no file of ours"_s } },
        { u"session/13-after-exit"_s, { u"a change of the folder counts, though the run ended by exit"_s } },
        { u"session/18-marker-collision"_s, { u"no line is taken for something of ours"_s } },
        { u"session/24-syntax-error"_s, { u"messages of the shell name no file of ours"_s } },
        { u"command/42-uid"_s, { oneUser } },
        { u"command/43-uid-gid"_s, { oneUser } },
        { u"command/46-uid-bad-perm-cwd"_s, { oneUser } },
        { u"command/78-background-uid-cwd-fail"_s, { oneUser } },
    };
    return all;
}

} // namespace

class TestExecdReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void answersAsRecorded_data();
    void answersAsRecorded();

private:
    std::unique_ptr<TestDaemon> m_daemon;
    QString m_python;
    QList<std::pair<QByteArray, QByteArray>> m_ids; ///< of commands, sessions and contexts, as recorded and ours
};

void TestExecdReplay::initTestCase()
{
    m_daemon = std::make_unique<TestDaemon>();
    QVERIFY(m_daemon->isReady());
    m_python = m_daemon->createContext(u"python"_s);
    QVERIFY(!m_python.isEmpty());
}

void TestExecdReplay::cleanupTestCase()
{
    m_daemon.reset();
}

void TestExecdReplay::answersAsRecorded_data()
{
    QTest::addColumn<QString>("folder");
    const QDir root(QStringLiteral(WB_TEST_DATA) + u"/execd"_s);
    QStringList folders;
    QDirIterator iterator(root.path(), { u"request.http"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (iterator.hasNext())
        folders.append(QFileInfo(iterator.next()).path());
    folders.sort();
    for (const QString &folder : std::as_const(folders))
        QTest::newRow(qPrintable(root.relativeFilePath(folder))) << folder;
}

void TestExecdReplay::answersAsRecorded()
{
    QFETCH(const QString, folder);
    QByteArray request = readAll(folder + u"/request.http"_s);
    const QByteArray recorded = readAll(folder + u"/response.http"_s);
    request.replace(" /proxy/44772/", " /");
    static const QRegularExpression contextId(u"\"id\":\"[0-9a-f-]{36}\""_s);
    const qsizetype head = request.indexOf("\r\n\r\n") + 4;
    QByteArray body = request.sliced(head);
    if (request.startsWith("POST /code ")) {
        // The context of the recording becomes ours.
        QString text = QString::fromUtf8(body);
        text.replace(contextId, u"\"id\":\"%1\""_s.arg(m_python));
        body = text.toUtf8();
        const qsizetype length = request.indexOf("Content-Length: ");
        request = request.first(length) + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }
    for (const auto &[theirs, ours] : std::as_const(m_ids))
        request.replace(theirs, ours);
    const QByteArray expected = Answer::bodyOf(recorded);
    const auto ask = [&] {
        RawConnection connection(m_daemon->socketPath());
        connection.send(request);
        return connection.readAnswer(120000);
    };
    Answer answer = ask();
    // What had ended when it was asked then may need a moment more here.
    const auto isEarly = [&] { return expected.contains("\"running\":false") && answer.body.contains("\"running\":true"); };
    for (int i = 0; i < 200 && isEarly(); ++i) {
        QTest::qWait(50);
        answer = ask();
    }
    QVERIFY(answer.complete);
    static const QRegularExpression newId(u"^\\{(\"type\":\"init\",\"text\"|\"session_id\"|\"id\"):\"([0-9a-f-]{32,36})\""_s);
    const QRegularExpressionMatch theirMatch = newId.match(QString::fromUtf8(expected));
    const QRegularExpressionMatch ourMatch = newId.match(QString::fromUtf8(answer.body));
    if (theirMatch.hasMatch() && ourMatch.hasMatch())
        m_ids.append({ theirMatch.captured(2).toLatin1(), ourMatch.captured(2).toLatin1() });
    const Difference difference = differences().value(QString::fromLatin1(QTest::currentDataTag()));
    if (difference.inStatus)
        QEXPECT_FAIL("", qPrintable(difference.reason), Abort);
    QCOMPARE(answer.status, recorded.split(' ').value(1).toInt());
    if (recorded.contains("text/event-stream")) {
        QCOMPARE(answer.headers.value("content-type"), "text/event-stream");
        QCOMPARE(answer.headers.value("cache-control"), "no-cache");
        QCOMPARE(answer.headers.value("x-accel-buffering"), "no");
        QVERIFY(answer.body.startsWith("{\"type\":\"init\",\"text\":\""));
        QVERIFY(answer.body.endsWith("}\n\n"));
        const bool isCode = request.startsWith("POST /code ") && request.contains("python");
        if (!difference.reason.isEmpty())
            QEXPECT_FAIL("", qPrintable(difference.reason), Abort);
        QCOMPARE(byStream(comparable(answer.body, isCode)), byStream(comparable(expected, isCode)));
        return;
    }
    QCOMPARE(answer.headers.value("content-length").toLongLong(), answer.body.size());
    // A JSON parser's own words for what is wrong are not the protocol.
    static const QRegularExpression reason(u"(invalid body format\\.|invalid metadata format\\.) .*\""_s);
    QString ours = QString::fromUtf8(answer.body);
    QString theirs = QString::fromUtf8(expected);
    static const QRegularExpression sessionId(u"\"session_id\":\"[0-9a-f-]{36}\""_s);
    ours.replace(sessionId, u"\"session_id\""_s);
    theirs.replace(sessionId, u"\"session_id\""_s);
    static const QRegularExpression time(u"\"(started|finished)_at\":\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+(Z|[+-]\\d\\d:\\d\\d)\""_s);
    ours.replace(time, u"\"\\1_at\""_s);
    theirs.replace(time, u"\"\\1_at\""_s);
    for (const auto &[recordedId, ourId] : std::as_const(m_ids))
        ours.replace(QString::fromLatin1(ourId), QString::fromLatin1(recordedId));
    if (!theirs.contains("unmarshal"_L1)) {
        ours.replace(reason, u"\\1\""_s);
        theirs.replace(reason, u"\\1\""_s);
    }
    QCOMPARE(ours, theirs);
}

QTEST_GUILESS_MAIN(TestExecdReplay)
#include "tst_execd_replay.moc"
