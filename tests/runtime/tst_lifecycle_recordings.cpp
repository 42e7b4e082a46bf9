// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"
#include "recording.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

// Every request recorded from the real lifecycle server is sent to ours, in the same order, and the
// answers are compared field by field. What differs must be in the table below, with its reason.
class TestLifecycleRecordings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersAsTheRealServer_data();
    void answersAsTheRealServer();
    void answersAsTheRealServerWithAllowedFolders_data();
    void answersAsTheRealServerWithAllowedFolders();

private:
    void replay(LocalServer &server, const Recording &recording);

    QTemporaryDir m_allowed;
    LocalServer m_server;
    std::unique_ptr<LocalServer> m_second;
    // Ids of the recordings and what they are here.
    QMap<QByteArray, QByteArray> m_ids;
};

namespace {

struct Known
{
    const char *recording;
    // Paths that differ, in the order found.
    QStringList paths;
    const char *reason;
    // Depends on which of two things was faster.
    bool sometimes = false;
};

// The real server echoes the whole request, with its environment and registry password, into "input".
constexpr const char *noEcho = "the request is not echoed into the answer: it may hold secrets";
constexpr const char *stays = "a deleted key stays deleted";
constexpr const char *ended = "the answer tells how the program ended, when that is known already";
constexpr const char *named = "endpoints always lead through this server: a sandbox has no port of its own on the machine";

const QList<Known> &knownDifferences()
{
    static const QList<Known> list {
        { "lifecycle/042-create-err-missing-entrypoint", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/055-create-err-image-and-snapshot", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/056-create-err-neither-image-nor-snapshot", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/058-create-err-no-resource-limits", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/065-create-err-platform-missing-arch", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/067-create-err-image-uri-empty", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/068-create-err-image-auth-partial", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/075-create-err-credential-proxy-alone", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/079-create-err-volume-no-backend", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/080-create-err-volume-two-backends", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/090-create-err-text-plain", { u"body.detail[0].input"_s }, noEcho },
        { "lifecycle/087-create-err-bad-json", { u"body.detail[0].ctx.error"_s, u"body.detail[0].loc[1]"_s }, "the words of another JSON parser" },
        { "lifecycle/207-expect-100", { u"body.detail[0].ctx.error"_s, u"body.detail[0].loc[1]"_s }, "the words of another JSON parser" },
        { "lifecycle/121-renew-garbage",
          { u"body.detail[0].ctx"_s, u"body.detail[0].msg"_s, u"body.detail[0].type"_s },
          "one message for all texts that are no time" },
        { "lifecycle/018-create-bad-entrypoint", { u"body.status.reason"_s, u"body.status.state"_s }, ended, true },
        { "lifecycle/023-create-short-entrypoint", { u"body.status.reason"_s, u"body.status.state"_s }, ended, true },
        { "lifecycle/020-endpoint-of-dead-sandbox", { u"body.endpoint"_s }, named },
        { "lifecycle/101-patch-after-delete-resurrects", { u"body.metadata.project"_s }, stays },
        { "lifecycle/102-patch-delete-missing", { u"body.metadata.project"_s }, stays },
        { "lifecycle/103-patch-empty", { u"body.metadata.project"_s }, stays },
        { "lifecycle/108-patch-merge-content-type", { u"body.metadata.project"_s }, stays },
        { "lifecycle/112-patch-restore", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/114-get-after-renew", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/150-get-paused", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/151-list-paused", { u"body.items[0].metadata.example.com/team"_s, u"body.items[0].metadata.project"_s }, stays },
        { "lifecycle/159-get-resumed", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/177-snapshot-restored-get", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/208-chunked-request", { u"body.metadata.example.com/team"_s, u"body.metadata.project"_s }, stays },
        { "lifecycle/153-endpoint-while-paused", { u"body.endpoint"_s }, named },
        { "lifecycle/127-endpoint-direct", { u"body.endpoint"_s }, named },
        { "lifecycle/131-endpoint-8080", { u"body.endpoint"_s }, named },
        { "lifecycle/132-endpoint-unlistened", { u"body.endpoint"_s }, named },
        { "lifecycle/143-proxy-port-nothing", { u"content-type"_s, u"x-request-id"_s, u"body"_s },
          "the daemon in the sandbox answers, byte by byte, as behind the real server's egress sidecar" },
        { "lifecycle/185-diag-logs-scoped", { u"status"_s, u"body"_s }, "scoped diagnostics are offered" },
        { "lifecycle/187-diag-events-scoped", { u"status"_s, u"body"_s }, "scoped diagnostics are offered" },
        { "lifecycle/195-diag-logs-unknown-scoped", { u"status"_s, u"body.code"_s }, "scoped diagnostics are offered" },
        { "lifecycle/204-cors-simple", { u"access-control-allow-origin"_s },
          "a wildcard with credentials is refused by every browser" },
        { "lifecycle-noegress/02-network-policy-empty", { u"status"_s, u"body"_s }, "no network at all can be enforced here" },
    };
    return list;
}

QString typeOf(const QJsonValue &value)
{
    static const char *const names[] = { "null", "bool", "number", "string", "array", "object" };
    return value.isUndefined() ? u"nothing"_s : QString::fromLatin1(names[int(value.type())]);
}

// Differs in every exchange: only the form is compared.
bool isVolatile(const QString &key)
{
    static const QStringList keys { u"createdAt"_s, u"lastTransitionAt"_s, u"message"_s };
    return keys.contains(key);
}

class Comparison
{
public:
    explicit Comparison(const QMap<QByteArray, QByteArray> &ids, bool exactTimes)
        : m_ids(ids)
        , m_exactTimes(exactTimes)
    {
    }

    void values(const QString &path, const QJsonValue &theirs, const QJsonValue &ours)
    {
        const QString key = path.section(u'.', -1);
        if (key == "input"_L1) {
            if (theirs != ours)
                differs(path, typeOf(theirs), typeOf(ours));
        } else if (typeOf(theirs) != typeOf(ours)) {
            differs(path, typeOf(theirs), typeOf(ours));
        } else if (theirs.isObject()) {
            QStringList keys = theirs.toObject().keys();
            for (const QString &name : ours.toObject().keys()) {
                if (!keys.contains(name))
                    keys << name;
            }
            keys.sort();
            for (const QString &name : std::as_const(keys))
                values(path + u'.' + name, theirs.toObject().value(name), ours.toObject().value(name));
        } else if (theirs.isArray()) {
            if (theirs.toArray().size() != ours.toArray().size())
                differs(path, QString::number(theirs.toArray().size()), QString::number(ours.toArray().size()));
            for (qsizetype i = 0; i < qMin(theirs.toArray().size(), ours.toArray().size()); ++i)
                values(path + u"[%1]"_s.arg(i), theirs.toArray().at(i), ours.toArray().at(i));
        } else if (theirs.isString() && (key == "expiresAt"_L1 || isVolatile(key))) {
            static const QRegularExpression time(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{6})?Z$"_s);
            if (key == "message"_L1 ? ours.toString().isEmpty() : !time.match(ours.toString()).hasMatch())
                differs(path, theirs.toString(), ours.toString());
            else if (m_exactTimes && key == "expiresAt"_L1 && theirs != ours)
                differs(path, theirs.toString(), ours.toString());
        } else if (theirs.isString()) {
            QByteArray expected = theirs.toString().toUtf8();
            for (auto id = m_ids.constBegin(); id != m_ids.constEnd(); ++id)
                expected.replace(id.key(), id.value());
            if (expected != ours.toString().toUtf8())
                differs(path, QString::fromUtf8(expected), ours.toString());
        } else if (theirs != ours) {
            differs(path, theirs.toVariant().toString(), ours.toVariant().toString());
        }
    }
    void differs(const QString &path, const QString &theirs, const QString &ours)
    {
        paths << path;
        text += u"\n  %1: theirs '%2', ours '%3'"_s.arg(path, theirs.left(200), ours.left(200));
    }

    QStringList paths;
    QString text;

private:
    const QMap<QByteArray, QByteArray> &m_ids;
    bool m_exactTimes;
};

QByteArray shifted(const QByteArray &text, qint64 seconds)
{
    QString out = QString::fromUtf8(text);
    static const QRegularExpression time(u"2026-1[12]-\\d\\dT\\d\\d:\\d\\d:\\d\\d"_s);
    qsizetype from = 0;
    for (QRegularExpressionMatch match; (match = time.match(out, from)).hasMatch(); from = match.capturedEnd()) {
        QDateTime moment = QDateTime::fromString(match.captured(), Qt::ISODate);
        moment.setTimeZone(QTimeZone::UTC);
        out.replace(match.capturedStart(), match.capturedLength(), moment.addSecs(seconds).toString(u"yyyy-MM-ddTHH:mm:ss"_s));
    }
    static const QRegularExpression number(u"\\b179600\\d{4}\\b"_s);
    if (const auto match = number.match(out); match.hasMatch())
        out.replace(match.capturedStart(), match.capturedLength(), QString::number(match.captured().toLongLong() + seconds));
    return out.toUtf8();
}

QByteArray bodyOf(const Recording &recording)
{
    QByteArray response = recording.response;
    if (response.startsWith("HTTP/1.1 100"))
        response = response.mid(response.indexOf("\r\n\r\n") + 4);
    return parseAnswer(response).body;
}

int statusOf(const Recording &recording)
{
    return recording.status() == 100 ? recording.response.mid(recording.response.indexOf("\r\n\r\n") + 4).split(' ').value(1).toInt() : recording.status();
}

void addRows(const QString &area)
{
    QTest::addColumn<QString>("name");
    for (const Recording &recording : Recording::area(area)) {
        if (recording.meta.value("server"_L1).toString().startsWith("lifecycle"_L1) && recording.status() != 0)
            QTest::newRow(recording.name.toUtf8().constData()) << recording.name;
    }
}

} // namespace

void TestLifecycleRecordings::initTestCase()
{
    m_server.setKey("osb-test-key");
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    // One that was there before the recorder began.
    QJsonObject body = LocalServer::createBody();
    body.insert(u"image"_s, QJsonObject { { u"uri"_s, u"opensandbox/code-interpreter:v1.1.0"_s } });
    body.insert(u"metadata"_s, QJsonObject { { u"name"_s, u"golden"_s } });
    const Recording listed = Recording::load(u"lifecycle/005-list-one"_s);
    const QJsonObject golden = QJsonDocument::fromJson(listed.body()).object().value("items"_L1).toArray().first().toObject();
    body.insert(u"entrypoint"_s, golden.value("entrypoint"_L1));
    if (!golden.contains("expiresAt"_L1))
        body.remove(u"timeout"_s);
    const HttpAnswer made = m_server.request("POST", "/v1/sandboxes", QJsonDocument(body).toJson(), {}, 60000);
    QVERIFY2(made.status == 202, made.body.constData());
    m_ids.insert(golden.value("id"_L1).toString().toLatin1(), made.json().value("id"_L1).toString().toLatin1());
}

void TestLifecycleRecordings::replay(LocalServer &server, const Recording &recording)
{
    // Times in the recording are moved to today; ids become ours.
    const qint64 shift = QDateTime::currentSecsSinceEpoch() - qint64(recording.meta.value("recorded_unix"_L1).toDouble());
    const bool renewal = recording.target().endsWith("/renew-expiration");
    QByteArray head = recording.request.left(recording.request.indexOf("\r\n\r\n") + 2);
    QByteArray body = recording.requestBody();
    for (auto id = m_ids.constBegin(); id != m_ids.constEnd(); ++id) {
        head.replace(id.key(), id.value());
        body.replace(id.key(), id.value());
    }
    if (renewal)
        body = shifted(body, shift);
    body.replace("/data/allowed", QFile::encodeName(m_allowed.path() + u"/allowed"_s));
    static const QRegularExpression length(u"content-length: \\d+"_s, QRegularExpression::CaseInsensitiveOption);
    head = QString::fromUtf8(head).replace(length, u"Content-Length: %1"_s.arg(body.size())).toUtf8();
    if (!head.contains("onnection:"))
        head += "Connection: close\r\n";
    if (recording.name.endsWith("keepalive-pipelined"_L1))
        head.replace("Connection: close\r\n", "");
    if (recording.name.endsWith("165-snapshot-create"_L1)) {
        // So much that the copy is not done before the next two requests.
        const QByteArray id = head.split('/').value(3);
        QCOMPARE(server.command(id, u"mkdir many; cd many; for i in $(seq 4000); do echo $i > $i; done; head -c 300M /dev/urandom > big; echo ok"_s, 120000).output, u"ok\n"_s);
    }
    if (recording.name.endsWith("183-snapshot-delete-second"_L1)) {
        // Begun long before, in the recording: it was ready by then.
        const QByteArray path = head.split(' ').value(1);
        QTRY_VERIFY_WITH_TIMEOUT(server.request("GET", path).json().value("status"_L1).toObject().value("state"_L1) != "Creating"_L1, 60000);
    }
    const bool slow = recording.method() == "POST" && recording.target().endsWith("/sandboxes");
    HttpAnswer answer = parseAnswer(server.raw(head + "\r\n" + body, slow ? 60000 : 5000), recording.method() == "HEAD");

    const QByteArray theirBody = renewal ? shifted(bodyOf(recording), shift) : bodyOf(recording);
    const QJsonDocument theirs = QJsonDocument::fromJson(theirBody);
    // A state that takes a moment to be reached.
    const auto stateOf = [](const QByteArray &text) {
        return QJsonDocument::fromJson(text).object().value("status"_L1).toObject().value("state"_L1).toString();
    };
    for (int i = 0; i < 200 && recording.method() == "GET" && stateOf(answer.body) != stateOf(theirBody); ++i) {
        QTest::qWait(50);
        answer = parseAnswer(server.raw(head + "\r\n" + body, 5000));
    }
    const QJsonDocument ours = QJsonDocument::fromJson(answer.body);
    const QString theirId = theirs.object().value("id"_L1).toString();
    const QString ourId = ours.object().value("id"_L1).toString();
    if (!theirId.isEmpty() && !ourId.isEmpty() && !m_ids.contains(theirId.toLatin1()))
        m_ids.insert(theirId.toLatin1(), ourId.toLatin1());

    Comparison comparison(m_ids, renewal);
    if (statusOf(recording) != answer.status)
        comparison.differs(u"status"_s, QString::number(statusOf(recording)), QString::number(answer.status));
    const HttpAnswer theirHead = parseAnswer(recording.response);
    for (const char *name : { "content-type", "deprecation", "location", "access-control-allow-origin", "access-control-allow-credentials",
                              "access-control-allow-headers", "access-control-allow-methods", "access-control-max-age" }) {
        QByteArray expected = theirHead.header(name);
        for (auto id = m_ids.constBegin(); id != m_ids.constEnd(); ++id)
            expected.replace(id.key(), id.value());
        // The real one names itself in full.
        if (expected.startsWith("http://127.0.0.1:18080"))
            expected = expected.mid(22);
        if (answer.status == statusOf(recording) && expected != answer.header(name))
            comparison.differs(QString::fromLatin1(name), QString::fromLatin1(expected), QString::fromLatin1(answer.header(name)));
    }
    if (answer.header("x-request-id").isEmpty())
        comparison.differs(u"x-request-id"_s, u"something"_s, u"nothing"_s);
    if (theirs.isObject() || ours.isObject()) {
        const bool sameKind = theirs.isObject() == ours.isObject() && theirs.object().contains("code"_L1) == ours.object().contains("code"_L1);
        if (!sameKind)
            comparison.differs(u"body"_s, QString::fromUtf8(theirBody), QString::fromUtf8(answer.body));
        else
            comparison.values(u"body"_s, theirs.object(), ours.object());
    } else if (theirBody.isEmpty() != answer.body.isEmpty()) {
        comparison.differs(u"body"_s, QString::fromUtf8(theirBody), QString::fromUtf8(answer.body));
    }

    QStringList expected;
    QStringList found = comparison.paths;
    found.removeDuplicates();
    for (const Known &entry : knownDifferences()) {
        if (recording.name == QLatin1StringView(entry.recording) && !(entry.sometimes && found.isEmpty()))
            expected = entry.paths;
    }
    QVERIFY2(found == expected, qPrintable(comparison.text + u"\n  known: "_s + expected.join(u", "_s) + u"\n  body: "_s + QString::fromUtf8(answer.body.left(600))));
}

void TestLifecycleRecordings::answersAsTheRealServer_data()
{
    addRows(u"lifecycle"_s);
}

void TestLifecycleRecordings::answersAsTheRealServer()
{
    QFETCH(QString, name);
    replay(m_server, Recording::load(name));
}

void TestLifecycleRecordings::answersAsTheRealServerWithAllowedFolders_data()
{
    addRows(u"lifecycle-noegress"_s);
}

void TestLifecycleRecordings::answersAsTheRealServerWithAllowedFolders()
{
    if (!m_second) {
        const QString allowed = m_allowed.path() + u"/allowed"_s;
        QVERIFY(QDir().mkpath(allowed));
        m_second = std::make_unique<LocalServer>(QStringList { u"--allow-host-path"_s, allowed });
        m_second->setKey("osb-test-key");
        QVERIFY(m_second->start());
        m_ids.clear();
    }
    QFETCH(QString, name);
    replay(*m_second, Recording::load(name));
}

QTEST_GUILESS_MAIN(TestLifecycleRecordings)
#include "tst_lifecycle_recordings.moc"
