// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "session/localruntime.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The launcher against shell scripts that behave like a runtime in trouble.
class TestLocalRuntime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void failures_data();
    void failures();
    void missingProgramIsSaid();
    void silenceEndsAfterTheTimeLimit();
    void startsAndTellsTheConnection();
    void crashIsFollowedByAnotherStart();
    void retryStartsAfresh();
    void endsWithItsOwner();

private:
    QString script(const QByteArray &body);

    QTemporaryDir m_folder;
    int m_scripts = 0;
};

QString TestLocalRuntime::script(const QByteArray &body)
{
    const QString path = m_folder.filePath(u"runtime-%1"_s.arg(++m_scripts));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("#!/bin/sh\n" + body + "\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

void TestLocalRuntime::failures_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    QTest::newRow("bubblewrap missing") << QByteArray(R"(echo '{"ready":false,"code":"BWRAP_MISSING","message":"bubblewrap is not installed.","hint":"Install the package bubblewrap."}'; exit 1)")
                                        << u"bubblewrap is not installed."_s << u"Install the package bubblewrap."_s;
    QTest::newRow("user namespaces disabled") << QByteArray(R"(echo '{"ready":false,"code":"USERNS_DISABLED","message":"This system forbids user namespaces.","hint":"Allow them: sysctl kernel.unprivileged_userns_clone=1"}'; exit 1)")
                                              << u"forbids user namespaces"_s << u"sysctl"_s;
    QTest::newRow("no reason") << QByteArray(R"(echo '{"ready":false}'; exit 1)") << u"gives no reason"_s << QString();
    QTest::newRow("crash while starting") << QByteArray("echo 'cannot load libfoo.so' >&2; kill -SEGV $$") << u"crashed"_s << u"Retry"_s;
    QTest::newRow("exit code and last words") << QByteArray("echo first >&2; echo 'port is taken' >&2; exit 3") << u"port is taken"_s << u"Retry"_s;
    QTest::newRow("garbage") << QByteArray("echo Hello there; cat") << u"Hello there"_s << u"this version"_s;
    QTest::newRow("ready without a port") << QByteArray(R"(echo '{"ready":true,"port":"80"}'; cat)") << u"cannot be understood"_s << u"this version"_s;
    QTest::newRow("port out of range") << QByteArray(R"(echo '{"ready":true,"port":70000}'; cat)") << u"cannot be understood"_s << u"this version"_s;
    QTest::newRow("endless line") << QByteArray("head -c 400000 /dev/zero | tr '\\0' x; cat") << u"xxxx"_s << u"this version"_s;
}

void TestLocalRuntime::failures()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    runtime.setExecutable(script(body));
    runtime.start();
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Failed);
    QCOMPARE(connection.state(), Connection::State::Failed);
    QVERIFY2(connection.problem().message.contains(message), qPrintable(connection.problem().message));
    QVERIFY2(connection.problem().hint.contains(hint), qPrintable(connection.problem().hint));
    QVERIFY(connection.problem().message.size() < 600);
}

void TestLocalRuntime::missingProgramIsSaid()
{
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    runtime.setExecutable(m_folder.filePath(u"nowhere"_s));
    runtime.start();
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Failed);
    QVERIFY(connection.problem().message.contains(u"cannot be started"_s));
    QVERIFY(connection.problem().hint.contains(u"nowhere"_s));
}

void TestLocalRuntime::silenceEndsAfterTheTimeLimit()
{
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    runtime.setExecutable(script("cat"));
    runtime.setReadyTimeout(300ms);
    runtime.start();
    QCOMPARE(connection.state(), Connection::State::Starting);
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Failed);
    QVERIFY2(connection.problem().message.contains(u"within 0.3 s"_s), qPrintable(connection.problem().message));
}

void TestLocalRuntime::startsAndTellsTheConnection()
{
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    runtime.setExecutable(script(R"(echo "$@" >&2; test -n "$OPENSANDBOX_LOCAL_API_KEY" || exit 9
echo '{"ready":true,"port":9,"pid":1,"isolation":{"summary":"Own namespaces."},"warnings":["No memory limit."]}'; cat >/dev/null)"));
    runtime.start();
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Running);
    QCOMPARE(connection.config().domain, u"127.0.0.1:9"_s);
    QVERIFY(connection.config().apiKey.size() >= 32);
    QCOMPARE(runtime.isolation().value("summary"_L1).toString(), u"Own namespaces."_s);
    QCOMPARE(runtime.warnings(), QStringList { u"No memory limit."_s });
    QTRY_VERIFY(runtime.diagnostics().contains(u"--exit-with-stdin"_s));
    QVERIFY(!runtime.diagnostics().contains(connection.config().apiKey));
    runtime.stop();
    QCOMPARE(connection.state(), Connection::State::Off);
}

void TestLocalRuntime::crashIsFollowedByAnotherStart()
{
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    const QString mark = m_folder.filePath(u"mark"_s);
    runtime.setExecutable(script("echo '{\"ready\":true,\"port\":9}'; test -e " + mark.toLocal8Bit() + " || { touch " + mark.toLocal8Bit() + "; sleep 0.2; kill -KILL $$; }; cat >/dev/null"));
    QSignalSpy states(&runtime, &LocalRuntime::stateChanged);
    runtime.start();
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Running);
    const QString key = connection.config().apiKey;
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Starting);
    QCOMPARE(connection.state(), Connection::State::Starting);
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Running);
    QVERIFY(connection.config().apiKey != key);
}

void TestLocalRuntime::retryStartsAfresh()
{
    Connection connection(u"local"_s, u"Local runtime"_s, true);
    LocalRuntime runtime(&connection);
    const QString mark = m_folder.filePath(u"installed"_s);
    runtime.setExecutable(script("test -e " + mark.toLocal8Bit() + R"( || { echo '{"ready":false,"message":"Not yet.","hint":"Install it."}'; exit 1; }; echo '{"ready":true,"port":9}'; cat >/dev/null)"));
    runtime.start();
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Failed);
    QFile file(mark);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    connection.retryNow(); // What the button in the list does.
    QTRY_COMPARE(runtime.state(), LocalRuntime::State::Running);
}

void TestLocalRuntime::endsWithItsOwner()
{
    const QString ended = m_folder.filePath(u"ended"_s);
    {
        Connection connection(u"local"_s, u"Local runtime"_s, true);
        LocalRuntime runtime(&connection);
        // What it has to say at its end is more than its pipes hold.
        runtime.setExecutable(script("echo '{\"ready\":true,\"port\":9}'; cat >/dev/null; head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; touch " + ended.toLocal8Bit()));
        runtime.start();
        QTRY_COMPARE(runtime.state(), LocalRuntime::State::Running);
    }
    QVERIFY(QFile::exists(ended));
}

QTEST_GUILESS_MAIN(TestLocalRuntime)
#include "tst_localruntime.moc"
