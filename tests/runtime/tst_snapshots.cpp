// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

class TestSnapshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsFilesAndEnvironment();
    void keepsFilesOfEveryKind();
    void isListedByPageStateAndSandbox();
    void cannotBeMisused();
    void isNotReadyAtOnce();
    void standsStillMeanwhile();
    void failsWhenTooLarge();
    void failsWhenTheSandboxGoes();
    void failsWhenTheDiskIsFull();
    void survivesTheServer();
    void halfMadeOnesFail();

private:
    QJsonObject snapshot(LocalServer &server, const QByteArray &sandbox, const QByteArray &body = "{}");
    QByteArray restore(LocalServer &server, const QString &snapshot, const QJsonObject &changes = {});

    LocalServer m_server;
};

namespace {

QString stateOf(const QJsonObject &snapshot)
{
    return snapshot.value("status"_L1).toObject().value("state"_L1).toString();
}

QString messageOf(const QJsonObject &snapshot)
{
    return snapshot.value("status"_L1).toObject().value("message"_L1).toString();
}

QString codeOf(const HttpAnswer &answer)
{
    return QString::number(answer.status) + u' ' + answer.json().value("code"_L1).toString();
}

QByteArray pathOf(const QJsonObject &snapshot)
{
    return "/v1/snapshots/" + snapshot.value("id"_L1).toString().toLatin1();
}

} // namespace

void TestSnapshots::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
}

// In its final state.
QJsonObject TestSnapshots::snapshot(LocalServer &server, const QByteArray &sandbox, const QByteArray &body)
{
    server.lastAnswer = server.request("POST", "/v1/sandboxes/" + sandbox + "/snapshots", body);
    QJsonObject made = server.lastAnswer.json();
    for (int i = 0; i < 600 && server.lastAnswer.status < 300 && stateOf(made) == "Creating"_L1; ++i) {
        QTest::qWait(50);
        made = server.request("GET", pathOf(made)).json();
    }
    return made;
}

QByteArray TestSnapshots::restore(LocalServer &server, const QString &snapshot, const QJsonObject &changes)
{
    QJsonObject body { { u"snapshotId"_s, snapshot }, { u"timeout"_s, 600 }, { u"resourceLimits"_s, QJsonObject() } };
    for (auto change = changes.begin(); change != changes.end(); ++change)
        body[change.key()] = change.value();
    server.lastAnswer = server.request("POST", "/v1/sandboxes", QJsonDocument(body).toJson(), {}, 60000);
    return server.lastAnswer.status == 202 ? server.lastAnswer.json().value("id"_L1).toString().toLatin1() : QByteArray();
}

void TestSnapshots::keepsFilesAndEnvironment()
{
    const QByteArray source = m_server.createSandbox({ { u"env"_s, QJsonObject { { u"KEPT"_s, u"yes"_s }, { u"CHANGED"_s, u"old"_s } } },
                                                       { u"metadata"_s, QJsonObject { { u"team"_s, u"core"_s } } } });
    QVERIFY(!source.isEmpty());
    m_server.command(source, u"echo one > /workspace/a; echo two > ~/b; echo three > /tmp/c"_s);
    const QJsonObject made = snapshot(m_server, source, "{\"name\":\"first\"}");
    QVERIFY2(stateOf(made) == "Ready"_L1, qPrintable(messageOf(made)));
    QCOMPARE(m_server.lastAnswer.status, 202);
    QCOMPARE(m_server.lastAnswer.header("Location"), pathOf(made));
    QCOMPARE(stateOf(m_server.lastAnswer.json()), u"Creating"_s);
    QCOMPARE(made.value("name"_L1).toString(), u"first"_s);
    QCOMPARE(made.value("sandboxId"_L1).toString().toLatin1(), source);

    // The source goes on, and what it does now is not in it; nor does its end matter.
    m_server.command(source, u"echo changed > /workspace/a"_s);
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + source).status, 204);
    const QByteArray copy = restore(m_server, made.value("id"_L1).toString(), { { u"env"_s, QJsonObject { { u"CHANGED"_s, u"new"_s } } } });
    QVERIFY2(!copy.isEmpty(), m_server.lastAnswer.body.constData());
    QCOMPARE(m_server.lastAnswer.json().value("entrypoint"_L1).toArray().first().toString(), u"tail"_s);
    QCOMPARE(m_server.command(copy, u"cat /workspace/a ~/b /tmp/c; echo $KEPT $CHANGED"_s).output, u"one\ntwo\nthree\nyes new\n"_s);
    QVERIFY(m_server.command(copy, u"ls -d /tmp/.execd-* | wc -l"_s).output.trimmed() == "1"_L1);
    const QJsonObject shown = m_server.request("GET", "/v1/sandboxes/" + copy).json();
    QCOMPARE(shown.value("snapshotId"_L1), made.value("id"_L1));
    QVERIFY(!shown.contains("image"_L1));
    QCOMPARE(shown.value("metadata"_L1).toObject().value("team"_L1).toString(), u"core"_s);
    // Code runs in it.
    const QJsonObject code { { u"code"_s, u"1+1"_s }, { u"context"_s, QJsonObject { { u"language"_s, u"python"_s } } } };
    QVERIFY(m_server.request("POST", "/sandboxes/" + copy + "/proxy/44772/code", QJsonDocument(code).toJson()).body.contains("\"text\":\"2\""));

    QCOMPARE(codeOf(m_server.request("DELETE", pathOf(made))), u"409 SNAPSHOT::DELETE_CONFLICT"_s);
    QCOMPARE(stateOf(m_server.request("GET", pathOf(made)).json()), u"Ready"_s);
    m_server.request("DELETE", "/v1/sandboxes/" + copy);
    QCOMPARE(m_server.request("DELETE", pathOf(made)).status, 204);
    QCOMPARE(codeOf(m_server.request("GET", pathOf(made))), u"404 SNAPSHOT::NOT_FOUND"_s);
    QTRY_VERIFY_WITH_TIMEOUT(QDir(m_server.stateFolder() + u"/snapshots"_s).isEmpty(), 10000);
}

void TestSnapshots::keepsFilesOfEveryKind()
{
    const QByteArray source = m_server.createSandbox();
    QVERIFY(!source.isEmpty());
    const auto result = m_server.command(source,
        u"cd /workspace && mkdir -p deep/er && echo x > deep/er/file && chmod 750 deep && ln deep/er/file second && ln -s /etc/passwd link && ln -s nowhere broken "
        "&& mkfifo pipe && truncate -s 3G sparse && printf end >> sparse && echo closed > secret && chmod 000 secret && mkdir shut && echo in > shut/inner && chmod 000 shut "
        "&& touch -d '2001-02-03 04:05:06' old && touch \"$(printf 'line\\nbreak')\" && cp /bin/true run && chmod 4755 run && echo done"_s);
    QVERIFY2(result.output == "done\n"_L1, qPrintable(result.errors));
    const QJsonObject made = snapshot(m_server, source);
    QVERIFY2(stateOf(made) == "Ready"_L1, qPrintable(messageOf(made)));
    // The source is as it was.
    QCOMPARE(m_server.command(source, u"stat -c %a /workspace/secret /workspace/shut"_s).output, u"0\n0\n"_s);
    const QByteArray copy = restore(m_server, made.value("id"_L1).toString());
    QVERIFY2(!copy.isEmpty(), m_server.lastAnswer.body.constData());
    const QString look = m_server.command(copy,
        u"cd /workspace; stat -c '%a %h' deep deep/er/file; readlink link broken; stat -c '%F' pipe; stat -c '%s' sparse; tail -c 3 sparse; echo; "
        "stat -c '%a' secret shut run; chmod 700 secret shut; cat secret shut/inner; stat -c '%y' old | cut -c1-19; ls | grep -c line; du -m sparse | cut -f1"_s).output;
    QVERIFY2(look.startsWith("750 3\n644 2\n/etc/passwd\nnowhere\nfifo\n3221225475\nend\n0\n0\n755\nclosed\nin\n2001-02-03 04:05:06\n1\n"_L1), qPrintable(look));
    QVERIFY(look.section(u'\n', -2, -2).toInt() < 10);
    for (const QByteArray &id : { source, copy })
        m_server.request("DELETE", "/v1/sandboxes/" + id);
    m_server.request("DELETE", pathOf(made));
}

void TestSnapshots::isListedByPageStateAndSandbox()
{
    const QByteArray one = m_server.createSandbox();
    const QByteArray two = m_server.createSandbox();
    QVERIFY(!one.isEmpty() && !two.isEmpty());
    QList<QJsonObject> made;
    for (const QByteArray &sandbox : { one, one, two })
        made << snapshot(m_server, sandbox);
    const auto ids = [&](const QByteArray &query) {
        QStringList found;
        for (const QJsonValue &item : m_server.request("GET", "/v1/snapshots?" + query).json().value("items"_L1).toArray())
            found << item["id"_L1].toString();
        return found;
    };
    const auto id = [&](int i) { return made.at(i).value("id"_L1).toString(); };
    QCOMPARE(ids(""), (QStringList { id(2), id(1), id(0) }));
    QCOMPARE(ids("sandboxId=" + one), (QStringList { id(1), id(0) }));
    QCOMPARE(ids("pageSize=2&page=2"), QStringList { id(0) });
    QCOMPARE(ids("state=Ready&state=Failed").size(), 3);
    // Unlike that of sandboxes, this filter looks at the case.
    QCOMPARE(ids("state=ready"), QStringList());
    const QJsonObject pages = m_server.request("GET", "/snapshots?pageSize=2").json().value("pagination"_L1).toObject();
    QCOMPARE(pages, (QJsonObject { { u"page"_s, 1 }, { u"pageSize"_s, 2 }, { u"totalItems"_s, 3 }, { u"totalPages"_s, 2 }, { u"hasNextPage"_s, true } }));
    QCOMPARE(m_server.request("GET", "/v1/snapshots?pageSize=201").status, 422);
    for (const QJsonObject &entry : made)
        QCOMPARE(m_server.request("DELETE", pathOf(entry)).status, 204);
    for (const QByteArray &sandbox : { one, two })
        m_server.request("DELETE", "/v1/sandboxes/" + sandbox);
}

void TestSnapshots::cannotBeMisused()
{
    const QByteArray source = m_server.createSandbox();
    QVERIFY(!source.isEmpty());
    const QByteArray route = "/v1/sandboxes/" + source + "/snapshots";
    QCOMPARE(m_server.request("POST", route, "{\"name\":\"\"}").status, 422);
    QCOMPARE(m_server.request("POST", route, "[]").status, 422);
    QCOMPARE(m_server.request("POST", route, "{\"name\":5}").status, 422);
    QCOMPARE(codeOf(m_server.request("POST", "/v1/sandboxes/none/snapshots", "{}")), u"404 DOCKER::SANDBOX_NOT_FOUND"_s);
    QCOMPARE(m_server.request("POST", "/v1/sandboxes/" + source + "/pause").status, 202);
    QCOMPARE(codeOf(m_server.request("POST", route, "{}")), u"409 SNAPSHOT::INVALID_SOURCE_STATE"_s);
    QVERIFY(restore(m_server, u"../../etc"_s).isEmpty());
    QCOMPARE(codeOf(m_server.lastAnswer), u"404 SNAPSHOT::NOT_FOUND"_s);
    QCOMPARE(codeOf(m_server.request("DELETE", "/v1/snapshots/..%2F..")), u"404 "_s);
    m_server.request("DELETE", "/v1/sandboxes/" + source);
}

void TestSnapshots::isNotReadyAtOnce()
{
    const QByteArray source = m_server.createSandbox();
    QVERIFY(!source.isEmpty());
    QCOMPARE(m_server.command(source, u"for i in $(seq 3000); do echo $i > $i; done; head -c 300M /dev/urandom > big; echo ok"_s, 60000).output, u"ok\n"_s);
    const QJsonObject made = m_server.request("POST", "/v1/sandboxes/" + source + "/snapshots").json();
    QCOMPARE(stateOf(made), u"Creating"_s);
    // Both answers come while it is being made, however fast that is.
    QVERIFY(restore(m_server, made.value("id"_L1).toString()).isEmpty());
    QCOMPARE(codeOf(m_server.lastAnswer), u"409 SNAPSHOT::NOT_READY"_s);
    QCOMPARE(codeOf(m_server.request("DELETE", pathOf(made))), u"409 SNAPSHOT::INVALID_STATE"_s);
    // The server answers others meanwhile.
    QCOMPARE(m_server.request("GET", "/health").status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(m_server.request("GET", pathOf(made)).json()), u"Ready"_s, 60000);
    QCOMPARE(m_server.request("DELETE", pathOf(made)).status, 204);
    m_server.request("DELETE", "/v1/sandboxes/" + source);
}

void TestSnapshots::standsStillMeanwhile()
{
    // A program writes pairs of files that belong together, all the time; every snapshot has whole pairs.
    const QByteArray source = m_server.createSandbox();
    QVERIFY(!source.isEmpty());
    m_server.command(source, u"cat > /tmp/w.py <<'EOF'\nimport os\ni = 0\nwhile True:\n    i += 1\n    for name in 'ab':\n        with open('new', 'w') as f: f.write(f'{i}\\n')\n        os.replace('new', name)\nEOF\n"
                            "nohup python3 /tmp/w.py >/dev/null 2>&1 & sleep 1"_s);
    for (int round = 0; round < 3; ++round) {
        QJsonObject made = snapshot(m_server, source);
        QVERIFY2(stateOf(made) == "Ready"_L1, qPrintable(messageOf(made)));
        const QByteArray copy = restore(m_server, made.value("id"_L1).toString());
        QVERIFY(!copy.isEmpty());
        const QStringList numbers = m_server.command(copy, u"cat a b"_s).output.split(u'\n', Qt::SkipEmptyParts);
        QVERIFY2(numbers.size() == 2 && qAbs(numbers.first().toInt() - numbers.last().toInt()) <= 1, qPrintable(numbers.join(u' ')));
        m_server.request("DELETE", "/v1/sandboxes/" + copy);
        m_server.request("DELETE", pathOf(made));
        // It goes on afterwards.
        QCOMPARE(m_server.command(source, u"x=$(cat a); sleep 0.3; [ \"$x\" != \"$(cat a)\" ] && echo goes"_s).output, u"goes\n"_s);
    }
    m_server.request("DELETE", "/v1/sandboxes/" + source);
}

void TestSnapshots::failsWhenTooLarge()
{
    LocalServer server({ u"--snapshot-limit"_s, u"20Mi"_s });
    QVERIFY(server.start());
    const QByteArray source = server.createSandbox();
    QVERIFY(!source.isEmpty());
    server.command(source, u"head -c 50M /dev/urandom > big"_s);
    const QJsonObject made = snapshot(server, source);
    QCOMPARE(stateOf(made), u"Failed"_s);
    QVERIFY2(messageOf(made).contains("20 MiB"_L1), qPrintable(messageOf(made)));
    QVERIFY(restore(server, made.value("id"_L1).toString()).isEmpty());
    QCOMPARE(codeOf(server.lastAnswer), u"409 SNAPSHOT::NOT_READY"_s);
    // Nothing is left of the copy, and the sandbox goes on.
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(server.stateFolder() + u"/snapshots/"_s + made.value("id"_L1).toString() + u"/files.part"_s), 10000);
    QCOMPARE(server.command(source, u"echo on"_s).output, u"on\n"_s);
    // Too many levels are an error in words, too.
    server.command(source, u"rm big; python3 -c 'import os\nfor i in range(600): os.mkdir(\"d\"); os.chdir(\"d\")'"_s);
    const QJsonObject deep = snapshot(server, source);
    QCOMPARE(stateOf(deep), u"Failed"_s);
    QVERIFY2(messageOf(deep).contains("deeply"_L1), qPrintable(messageOf(deep)));
    QCOMPARE(server.request("DELETE", pathOf(made)).status, 204);
}

void TestSnapshots::failsWhenTheSandboxGoes()
{
    const QByteArray source = m_server.createSandbox();
    QVERIFY(!source.isEmpty());
    QCOMPARE(m_server.command(source, u"head -c 400M /dev/zero > big; echo ok"_s, 60000).output, u"ok\n"_s);
    const QJsonObject made = m_server.request("POST", "/v1/sandboxes/" + source + "/snapshots").json();
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + source).status, 204);
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(m_server.request("GET", pathOf(made)).json()) != "Creating"_L1, 30000);
    QCOMPARE(stateOf(m_server.request("GET", pathOf(made)).json()), u"Failed"_s);
    QCOMPARE(m_server.request("DELETE", pathOf(made)).status, 204);
}

void TestSnapshots::failsWhenTheDiskIsFull()
{
    // The whole server in a file system of 60 MiB.
    LocalServer server({ u"--keep-free"_s, u"4Mi"_s });
    server.runIn({ u"bwrap"_s, u"--dev-bind"_s, u"/"_s, u"/"_s, u"--size"_s, u"62914560"_s, u"--tmpfs"_s, server.stateFolder(), u"--"_s });
    if (!server.start())
        QSKIP("A sandbox within a sandbox cannot be made here.");
    const QByteArray source = server.createSandbox();
    QVERIFY2(!source.isEmpty(), server.lastAnswer.body.constData());
    QCOMPARE(server.command(source, u"head -c 30M /dev/urandom > big; echo ok"_s).output, u"ok\n"_s);
    QJsonObject made = snapshot(server, source);
    QCOMPARE(stateOf(made), u"Failed"_s);
    QVERIFY2(messageOf(made).contains("disk is full"_L1), qPrintable(messageOf(made)));
    // With the space given back it works again; then there is none for a restored sandbox.
    QCOMPARE(server.request("DELETE", pathOf(made)).status, 204);
    server.command(source, u"rm big; head -c 12M /dev/urandom > big"_s);
    made = snapshot(server, source);
    QVERIFY2(stateOf(made) == "Ready"_L1, qPrintable(messageOf(made)));
    server.command(source, u"head -c 24M /dev/urandom > more"_s);
    QVERIFY(restore(server, made.value("id"_L1).toString()).isEmpty());
    QVERIFY2(server.lastAnswer.status == 500 && server.lastAnswer.body.contains("disk is full"), server.lastAnswer.body.constData());
    QCOMPARE(server.request("GET", "/health").status, 200);
}

void TestSnapshots::survivesTheServer()
{
    QTemporaryDir folder;
    QFile(folder.path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeOther);
    QJsonObject made;
    {
        LocalServer server({ u"--state-dir"_s, folder.path() });
        QVERIFY(server.start());
        const QByteArray source = server.createSandbox({ { u"env"_s, QJsonObject { { u"KEPT"_s, u"yes"_s } } } });
        QVERIFY(!source.isEmpty());
        server.command(source, u"echo text > file"_s);
        made = snapshot(server, source, "{\"name\":\"n\"}");
        QCOMPARE(stateOf(made), u"Ready"_s);
        ::kill(pid_t(server.process().processId()), SIGKILL);
        server.process().waitForFinished();
    }
    LocalServer server({ u"--state-dir"_s, folder.path() });
    QVERIFY(server.start());
    QCOMPARE(server.request("GET", pathOf(made)).json(), made);
    const QByteArray copy = restore(server, made.value("id"_L1).toString());
    QVERIFY2(!copy.isEmpty(), server.lastAnswer.body.constData());
    QCOMPARE(server.command(copy, u"cat file; echo $KEPT"_s).output, u"text\nyes\n"_s);
    server.stop();
}

void TestSnapshots::halfMadeOnesFail()
{
    QTemporaryDir folder;
    QFile(folder.path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeOther);
    const QDir snapshots(folder.path() + u"/snapshots"_s);
    {
        LocalServer server({ u"--state-dir"_s, folder.path() });
        QVERIFY(server.start());
        const QByteArray source = server.createSandbox();
        QVERIFY(!source.isEmpty());
        server.command(source, u"head -c 80M /dev/zero > big"_s, 60000);
        // The kernel ends the server in the midst of the copy, which becomes larger than a file of it may be.
        const rlimit limit { .rlim_cur = 32 << 20, .rlim_max = 32 << 20 };
        QCOMPARE(::prlimit(pid_t(server.process().processId()), RLIMIT_FSIZE, &limit, nullptr), 0);
        server.request("POST", "/v1/sandboxes/" + source + "/snapshots");
        QVERIFY(server.process().waitForFinished(60000));
        QCOMPARE(server.process().exitStatus(), QProcess::CrashExit);
    }
    const QStringList names = snapshots.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(names.size(), 1);
    const QByteArray target = "/v1/snapshots/" + names.constFirst().toLatin1();
    LocalServer server({ u"--state-dir"_s, folder.path() });
    QVERIFY(server.start());
    // The last of the killed server may still be cleaning up.
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(server.request("GET", target).json()) != "Creating"_L1, 20000);
    QCOMPARE(stateOf(server.request("GET", target).json()), u"Failed"_s);
    QVERIFY(!snapshots.exists(names.constFirst() + u"/files.part"_s));
    QCOMPARE(server.request("DELETE", target).status, 204);
    server.stop();
}

QTEST_GUILESS_MAIN(TestSnapshots)
#include "tst_snapshots.moc"
