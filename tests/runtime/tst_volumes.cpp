// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

class TestVolumes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsAHostFolder();
    void showsOneFile();
    void keepsNamedVolumes();
    void removesVolumesMadeForASandbox();
    void oneInsideTheOtherWorks();
    void refusesBadVolumes_data();
    void refusesBadVolumes();
    void linksLeadNowhere();
    void linksMadeInsideLeadNowhere();

private:
    static QJsonObject volumes(const QByteArray &list)
    {
        return { { u"volumes"_s, QJsonDocument::fromJson(list).array() } };
    }
    QByteArray path(const char *name) const { return QFile::encodeName(m_host.path()) + '/' + name; }

    QTemporaryDir m_host;
    std::unique_ptr<LocalServer> m_server;
};

namespace {

void write(const QByteArray &path, const QByteArray &text)
{
    QFile file(QFile::decodeName(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    // Whoever runs the sandboxes may read and write it.
    file.setPermissions(QFile::Permissions::fromInt(0x6666));
}

void openUp(const QByteArray &path)
{
    QFile::setPermissions(QFile::decodeName(path), QFile::Permissions::fromInt(0x7777));
}

} // namespace

void TestVolumes::initTestCase()
{
    openUp(QFile::encodeName(m_host.path()));
    for (const char *name : { "allowed", "allowed/inner", "allowed2", "other" }) {
        QVERIFY(QDir().mkpath(QFile::decodeName(path(name))));
        openUp(path(name));
    }
    write(path("allowed/file"), "from the host\n");
    write(path("allowed/inner/deep"), "deeper\n");
    write(path("other/secret"), "host secret\n");
    m_server = std::make_unique<LocalServer>(QStringList { u"--allow-host-path"_s, QFile::decodeName(path("allowed")) + u'/' });
    QVERIFY2(m_server->start(), QJsonDocument(m_server->readyLine()).toJson().constData());
}

void TestVolumes::showsAHostFolder()
{
    const QByteArray id = m_server->createSandbox(volumes(R"([
        {"name":"rw","mountPath":"/data","host":{"path":")" + path("allowed") + R"("}},
        {"name":"ro","mountPath":"/mnt/ro","readOnly":true,"host":{"path":")" + path("allowed") + R"("},"subPath":"inner"},
        {"name":"new","mountPath":"/workspace/made","host":{"path":")" + path("allowed/made/of/it") + R"("}}])"));
    QVERIFY2(!id.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(id, u"cat /data/file /mnt/ro/deep; echo new > /data/new; echo in > made/in"_s).output, u"from the host\ndeeper\n"_s);
    QCOMPARE(m_server->command(id, u"echo x > /mnt/ro/x; echo x > /mnt/ro/deep; rm /mnt/ro/deep"_s).exitCode, u"1"_s);
    QFile written(QFile::decodeName(path("allowed/new")));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), "new\n");
    QVERIFY(QFile::exists(QFile::decodeName(path("allowed/made/of/it/in"))));
    // Not executable as another user, no devices.
    QVERIFY(m_server->command(id, u"grep ' /data ' /proc/self/mountinfo"_s).output.contains("nosuid,nodev"_L1));
    QVERIFY(m_server->request("GET", "/v1/sandboxes/" + id + "/diagnostics/inspect").body.contains("/mnt/ro (read-only) from"));
    QCOMPARE(m_server->request("DELETE", "/v1/sandboxes/" + id).status, 204);
    // The host's files stay.
    QTest::qWait(300);
    QVERIFY(QFile::exists(QFile::decodeName(path("allowed/file"))) && QFile::exists(QFile::decodeName(path("allowed/made/of/it/in"))));
}

void TestVolumes::showsOneFile()
{
    const QByteArray id = m_server->createSandbox(volumes(R"([{"name":"f","mountPath":"/data.txt","readOnly":true,"host":{"path":")" + path("allowed/file") + R"("}}])"));
    QVERIFY2(!id.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(id, u"cat /data.txt"_s).output, u"from the host\n"_s);
    QVERIFY(m_server->command(id, u"echo x > /data.txt"_s).exitCode != "0"_L1);
    m_server->request("DELETE", "/v1/sandboxes/" + id);
}

void TestVolumes::keepsNamedVolumes()
{
    const QByteArray one = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/data","pvc":{"claimName":"shared"}}])"));
    QVERIFY2(!one.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(one, u"mkdir /data/sub; echo kept > /data/sub/file"_s).exitCode, u"0"_s);
    // At the same time in a second sandbox, read-only and from a folder within.
    const QByteArray two = m_server->createSandbox(
        volumes(R"([{"name":"v","mountPath":"/data","readOnly":true,"subPath":"sub","pvc":{"claimName":"shared","createIfNotExists":false}}])"));
    QVERIFY2(!two.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(two, u"cat /data/file"_s).output, u"kept\n"_s);
    QVERIFY(m_server->command(two, u"echo x > /data/x"_s).exitCode != "0"_L1);
    m_server->command(one, u"echo more >> /data/sub/file"_s);
    QCOMPARE(m_server->command(two, u"cat /data/file"_s).output, u"kept\nmore\n"_s);
    for (const QByteArray &id : { one, two })
        m_server->request("DELETE", "/v1/sandboxes/" + id);
    const QByteArray three = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/data","pvc":{"claimName":"shared"}}])"));
    QCOMPARE(m_server->command(three, u"cat /data/sub/file"_s).output, u"kept\nmore\n"_s);
    m_server->request("DELETE", "/v1/sandboxes/" + three);
}

void TestVolumes::removesVolumesMadeForASandbox()
{
    const auto folder = [&](const char *name) { return QString(m_server->stateFolder() + u"/volumes/"_s + QString::fromLatin1(name)); };
    const QByteArray one = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/data","pvc":{"claimName":"passing","deleteOnSandboxTermination":true}}])"));
    QVERIFY(!one.isEmpty());
    m_server->command(one, u"echo x > /data/x"_s);
    QVERIFY(QFile::exists(folder("passing")));
    m_server->request("DELETE", "/v1/sandboxes/" + one);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(folder("passing")), 10000);
    // One that was there before stays, whatever is asked for.
    const QByteArray two = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/data","pvc":{"claimName":"shared","deleteOnSandboxTermination":true}}])"));
    QVERIFY(!two.isEmpty());
    m_server->request("DELETE", "/v1/sandboxes/" + two);
    QTest::qWait(500);
    QVERIFY(QFile::exists(folder("shared")));
}

void TestVolumes::oneInsideTheOtherWorks()
{
    // The inner one is named first.
    const QByteArray id = m_server->createSandbox(volumes(R"([{"name":"b","mountPath":"/data/inside/here","host":{"path":")" + path("allowed/inner")
        + R"("}},{"name":"a","mountPath":"/data//","pvc":{"claimName":"outer"}}])"));
    QVERIFY2(!id.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(id, u"cat /data/inside/here/deep"_s).output, u"deeper\n"_s);
    m_server->request("DELETE", "/v1/sandboxes/" + id);
}

void TestVolumes::refusesBadVolumes_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("contains");
    const auto row = [&](const char *name, const QByteArray &list, int status, const char *contains) { QTest::newRow(name) << list << status << QByteArray(contains); };
    const QByteArray host = R"("host":{"path":")" + path("allowed") + R"("})";
    row("not allowed", R"([{"name":"v","mountPath":"/d","host":{"path":"/etc"}}])", 400, "VOLUME::HOST_PATH_NOT_ALLOWED");
    row("prefix of a name", R"([{"name":"v","mountPath":"/d","host":{"path":")" + path("allowed2") + R"("}}])", 400, "VOLUME::HOST_PATH_NOT_ALLOWED");
    row("above", R"([{"name":"v","mountPath":"/d","host":{"path":")" + path("") + R"("}}])", 400, "VOLUME::HOST_PATH_NOT_ALLOWED");
    row("climbing", R"([{"name":"v","mountPath":"/d","host":{"path":")" + path("allowed/../other") + R"("}}])", 400, "VOLUME::INVALID_HOST_PATH");
    row("relative", R"([{"name":"v","mountPath":"/d","host":{"path":"data"}}])", 422, "string_pattern_mismatch");
    row("windows", R"([{"name":"v","mountPath":"/d","host":{"path":"C:\\data"}}])", 400, "VOLUME::INVALID_HOST_PATH");
    row("sub path climbing", R"([{"name":"v","mountPath":"/d","subPath":"a/../../other",)" + host + "}]", 400, "VOLUME::INVALID_SUB_PATH");
    row("sub path absolute", R"([{"name":"v","mountPath":"/d","subPath":"/etc",)" + host + "}]", 400, "VOLUME::INVALID_SUB_PATH");
    for (const char *place : { "/", "//", "/usr/local/x", "/etc", "/proc/self", "/dev/shm", "/run", "/opt", "/opt/opensandbox/bin", "/a/../etc", "/sys" })
        row(place, R"([{"name":"v","mountPath":")" + QByteArray(place) + "\"," + host + "}]", 400, "VOLUME::INVALID_MOUNT_PATH");
    row("same place twice", R"([{"name":"a","mountPath":"/d",)" + host + R"(},{"name":"b","mountPath":"/d/",)" + host + "}]", 400, "VOLUME::INVALID_MOUNT_PATH");
    row("same name twice", R"([{"name":"a","mountPath":"/d",)" + host + R"(},{"name":"a","mountPath":"/e",)" + host + "}]", 400, "VOLUME::DUPLICATE_NAME");
    row("no such claim", R"([{"name":"v","mountPath":"/d","pvc":{"claimName":"absent","createIfNotExists":false}}])", 400, "VOLUME::PVC_NOT_FOUND");
    row("claim with a path", R"([{"name":"v","mountPath":"/d","pvc":{"claimName":"../run"}}])", 422, "claimName");
    row("bucket", R"([{"name":"v","mountPath":"/d","ossfs":{"bucket":"bbb","endpoint":"e","accessKeyId":"i","accessKeySecret":"very-secret"}}])", 400, "OSS buckets");
    row("bucket without key", R"([{"name":"v","mountPath":"/d","ossfs":{"bucket":"bbb","endpoint":"e","accessKeyId":"i"}}])", 422, "accessKeySecret");
    row("no backend", R"([{"name":"v","mountPath":"/d"}])", 422, "none was provided");
    row("two backends", R"([{"name":"v","mountPath":"/d","pvc":{"claimName":"c"},)" + host + "}]", 422, "multiple were provided");
    row("no list", R"([5])", 422, "model_attributes_type");
}

void TestVolumes::refusesBadVolumes()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, contains);
    QVERIFY(m_server->createSandbox(volumes(list)).isEmpty());
    QTEST(m_server->lastAnswer.status, "status");
    QVERIFY2(m_server->lastAnswer.body.contains(contains), m_server->lastAnswer.body.constData());
    QVERIFY(!m_server->lastAnswer.body.contains("very-secret"));
}

void TestVolumes::linksLeadNowhere()
{
    // A link that is already on the host leads outside of what is allowed.
    QVERIFY(QFile::link(QFile::decodeName(path("other")), QFile::decodeName(path("allowed/out"))));
    QVERIFY(QFile::link(u"inner"_s, QFile::decodeName(path("allowed/within"))));
    const auto list = [&](const char *sub) {
        return volumes(R"([{"name":"v","mountPath":"/d","subPath":")" + QByteArray(sub) + R"(","host":{"path":")" + path("allowed") + R"("}}])");
    };
    QVERIFY(m_server->createSandbox(list("out")).isEmpty());
    QVERIFY2(m_server->lastAnswer.status == 400 && m_server->lastAnswer.body.contains("INVALID_SUB_PATH"), m_server->lastAnswer.body.constData());
    QVERIFY(m_server->createSandbox(list("out/new")).isEmpty());
    QVERIFY(!QFile::exists(QFile::decodeName(path("other/new"))));
    // One that stays inside is followed.
    const QByteArray id = m_server->createSandbox(list("within"));
    QVERIFY2(!id.isEmpty(), m_server->lastAnswer.body.constData());
    QCOMPARE(m_server->command(id, u"cat /d/deep"_s).output, u"deeper\n"_s);
    m_server->request("DELETE", "/v1/sandboxes/" + id);
}

void TestVolumes::linksMadeInsideLeadNowhere()
{
    const QByteArray id = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/d","pvc":{"claimName":"evil"}}])"));
    QVERIFY(!id.isEmpty());
    m_server->command(id, u"ln -s / /d/root; ln -s ../.. /d/up; ln -s /proc/self/root /d/magic; ln -s %1 /d/host"_s.arg(QFile::decodeName(path("other"))));
    // Swapped between a folder and a link all the time.
    m_server->command(id, u"(mkdir /d/real; while :; do ln -sfn %1 /d/swap; rm /d/swap; mkdir /d/swap; rmdir /d/swap; done) >/dev/null 2>&1 & echo"_s
                              .arg(QFile::decodeName(path("other"))));
    for (const char *sub : { "root/etc", "up", "magic/etc", "host" }) {
        const QByteArray next = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/x","subPath":")" + QByteArray(sub) + R"(","pvc":{"claimName":"evil"}}])"));
        QVERIFY2(next.isEmpty() && m_server->lastAnswer.status == 400, sub);
    }
    for (int round = 0; round < 8; ++round) {
        const QByteArray next = m_server->createSandbox(volumes(R"([{"name":"v","mountPath":"/x","subPath":"swap/sub","pvc":{"claimName":"evil"}}])"));
        if (!next.isEmpty()) {
            QVERIFY(m_server->command(next, u"cat /x/secret /x/../x/secret"_s).output.isEmpty());
            m_server->request("DELETE", "/v1/sandboxes/" + next);
        }
        QVERIFY(!QFile::exists(QFile::decodeName(path("other/sub"))));
    }
    m_server->request("DELETE", "/v1/sandboxes/" + id);
}

QTEST_GUILESS_MAIN(TestVolumes)
#include "tst_volumes.moc"
