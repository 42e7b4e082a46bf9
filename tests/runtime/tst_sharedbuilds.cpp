// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// What is compiled once for all sandboxes: made when one asks for it, used by all, changed by none.

#include "localserver.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

class TestSharedBuilds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void endsWithTheServer();
    void isMadeWhenASandboxAsks();
    void isUsedByGo();
    void isUsedByJava();
    void cannotBeChanged();
    void servesTheNextServer();

private:
    QString builds() const { return m_cache.path() + u"/opensandbox-local/builds"_s; }
    QStringList made(const QString &pattern) const;
    bool isRunning() const;

    QTemporaryDir m_cache;
    LocalServer m_server;
    QByteArray m_sandbox;
};

namespace {

constexpr int patience = 900000; // with little priority on a busy machine

bool isInstalled(const char *program)
{
    return !QStandardPaths::findExecutable(QLatin1StringView(program)).isEmpty();
}

QString resultOf(LocalServer &server, const QByteArray &sandbox, const QString &language, const QString &code)
{
    const QJsonObject body { { u"code"_s, code }, { u"context"_s, QJsonObject { { u"language"_s, language } } } };
    const HttpAnswer answer = server.request("POST", "/sandboxes/" + sandbox + "/proxy/44772/code",
                                             QJsonDocument(body).toJson(QJsonDocument::Compact), {}, 300000);
    for (const QByteArray &line : answer.body.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event.value("type"_L1).toString() == "result"_L1)
            return event.value("results"_L1).toObject().value("text"_L1).toString();
    }
    return QString::fromUtf8(answer.body);
}

} // namespace

QStringList TestSharedBuilds::made(const QString &pattern) const
{
    QStringList found;
    QDirIterator files(builds(), { pattern }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (!path.contains("/home-"_L1))
            found.append(path);
    }
    return found;
}

bool TestSharedBuilds::isRunning() const
{
    const QStringList processes = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &process : processes) {
        QFile file(u"/proc/"_s + process + u"/cmdline"_s);
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(QFile::encodeName(builds())))
            return true;
    }
    return false;
}

void TestSharedBuilds::initTestCase()
{
    if (!isInstalled("go") && !isInstalled("javac"))
        QSKIP("neither Go nor a JDK is installed");
    QFile(m_cache.path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther);
    qputenv("XDG_CACHE_HOME", QFile::encodeName(m_cache.path()));
}

void TestSharedBuilds::endsWithTheServer()
{
    LocalServer server;
    QVERIFY2(server.start(), QJsonDocument(server.readyLine()).toJson().constData());
    const QByteArray sandbox = server.createSandbox();
    QVERIFY(!sandbox.isEmpty());
    QCOMPARE(server.command(sandbox, u"touch /run/opensandbox/wants-builds"_s).exitCode, u"0"_s);
    QTRY_VERIFY_WITH_TIMEOUT(isRunning(), 60000);
    ::kill(static_cast<pid_t>(server.process().processId()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(), 30000);
}

void TestSharedBuilds::isMadeWhenASandboxAsks()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    m_sandbox = m_server.createSandbox({ { u"timeout"_s, 7200 } });
    QVERIFY2(!m_sandbox.isEmpty(), m_server.lastAnswer.body.constData());
    QCOMPARE(m_server.command(m_sandbox, u"touch /run/opensandbox/wants-builds"_s).exitCode, u"0"_s);
    if (isInstalled("go"))
        QTRY_VERIFY_WITH_TIMEOUT(!made(u"driver-*"_s).isEmpty(), patience);
    if (isInstalled("javac"))
        QTRY_VERIFY_WITH_TIMEOUT(!made(u"driver.jsa"_s).isEmpty(), patience);
}

void TestSharedBuilds::isUsedByGo()
{
    if (!isInstalled("go"))
        QSKIP("Go is not installed");
    QCOMPARE(resultOf(m_server, m_sandbox, u"go"_s, u"import \"fmt\"\nfmt.Sprint(6 * 7)"_s), u"\"42\""_s);
    const auto links = m_server.command(m_sandbox, u"find ~/.cache/go-build -type l | xargs readlink | grep -vc '^/run/opensandbox-builds/'; ls ~/.cache/go-build | grep -c driver"_s);
    QCOMPARE(links.output, u"0\n0\n"_s);
    QVERIFY(m_server.command(m_sandbox, u"find ~/.cache/go-build -type l | wc -l"_s).output.trimmed().toInt() > 100);
}

void TestSharedBuilds::isUsedByJava()
{
    if (!isInstalled("javac"))
        QSKIP("a JDK is not installed");
    QCOMPARE(resultOf(m_server, m_sandbox, u"java"_s, u"6 * 7"_s), u"42"_s);
    const auto mapped = m_server.command(m_sandbox, u"grep -l opensandbox-builds/java.*driver.jsa /proc/[0-9]*/maps | wc -l"_s);
    QCOMPARE(mapped.output, u"1\n"_s);
}

void TestSharedBuilds::cannotBeChanged()
{
    const auto tries = m_server.command(m_sandbox, uR"(
cd /run/opensandbox-builds
touch new && echo made
for file in $(find . -type f | head -50); do
  echo x 2>/dev/null >>$file && echo wrote $file
  rm -f $file 2>/dev/null && echo removed $file
  chmod u+w $file 2>/dev/null && echo changed $file
done
mv /run/opensandbox-builds /run/other && echo moved
umount /run/opensandbox-builds && echo unmounted
for link in $(find ~/.cache/go-build -type l | head -20); do echo x 2>/dev/null >>$link && echo through $link; done
echo end)"_s);
    QCOMPARE(tries.output, u"end\n"_s);
}

void TestSharedBuilds::servesTheNextServer()
{
    LocalServer next;
    QVERIFY(next.start());
    const QByteArray sandbox = next.createSandbox();
    QCOMPARE(next.command(sandbox, u"ls /run/opensandbox-builds | grep -c -e ^go- -e ^java-"_s).output.trimmed().toInt() > 0, true);
    if (isInstalled("go"))
        QCOMPARE(resultOf(next, sandbox, u"go"_s, u"1 + 1"_s), u"2"_s);
    QVERIFY(!isRunning());
}

QTEST_GUILESS_MAIN(TestSharedBuilds)
#include "tst_sharedbuilds.moc"
