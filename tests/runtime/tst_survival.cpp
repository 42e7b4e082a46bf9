// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

// pains 126, 131, 132
class TestSurvival : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSurvivesTheServer();
    void nothingSurvivesTheEndOfStandardInput();
    void nothingSurvivesASignal();
    void nothingSurvivesTheKeeper();
    void deletingEndsEveryProcess();
    void leftoversAreRemovedAtTheNextStart();
    void theStateFolderIsPrivate();
};

namespace {

bool folderIsEmpty(const LocalServer &server)
{
    return QDir(server.stateFolder()).isEmpty();
}

QByteArray createRequest(quint16 port)
{
    const QByteArray body = QJsonDocument(LocalServer::createBody()).toJson(QJsonDocument::Compact);
    return "POST /v1/sandboxes HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port)
        + "\r\nOPEN-SANDBOX-API-KEY: test-key\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

void TestSurvival::nothingSurvivesTheServer()
{
    // At a hundred moments: while it starts, while a sandbox starts, while one runs.
    QElapsedTimer total;
    total.start();
    qint64 slowest = 0;
    for (int round = 0; round < 100; ++round) {
        LocalServer server;
        const int kind = round % 3;
        std::vector<std::unique_ptr<QTcpSocket>> clients;
        if (kind == 0) {
            server.process().start();
            QVERIFY(server.process().waitForStarted());
            QTest::qSleep(QRandomGenerator::global()->bounded(120));
        } else {
            QVERIFY(server.start());
            for (int i = 0; i < kind; ++i) {
                auto client = std::make_unique<QTcpSocket>();
                client->connectToHost(u"127.0.0.1"_s, server.port());
                QVERIFY(client->waitForConnected());
                client->write(createRequest(server.port()));
                client->flush();
                clients.push_back(std::move(client));
            }
            QTest::qSleep(QRandomGenerator::global()->bounded(90));
        }
        ::kill(pid_t(server.process().processId()), SIGKILL);
        QElapsedTimer timer;
        timer.start();
        server.process().waitForFinished();
        QList<qint64> left;
        while (!(left = server.processes()).isEmpty() && timer.elapsed() < 5000)
            QTest::qSleep(5);
        slowest = qMax(slowest, timer.elapsed());
        QVERIFY2(left.isEmpty(), qPrintable(u"round %1: %2 processes are left"_s.arg(round).arg(left.size())));
        // A server that was killed before it had its keeper leaves an empty folder at most.
        if (kind != 0)
            QVERIFY2(folderIsEmpty(server), qPrintable(u"round %1: files are left"_s.arg(round)));
    }
    qInfo("100 rounds in %lld ms, the slowest clean-up took %lld ms", total.elapsed(), slowest);
}

void TestSurvival::nothingSurvivesTheEndOfStandardInput()
{
    LocalServer server;
    QVERIFY(server.start());
    const QByteArray id = server.createSandbox();
    QVERIFY(!id.isEmpty());
    server.command(id, u"for i in 1 2 3 4 5 6 7 8; do setsid nohup sleep 1000 >/dev/null 2>&1 & done; echo"_s);
    QVERIFY(server.processes().size() >= 10);
    QElapsedTimer timer;
    timer.start();
    server.process().closeWriteChannel();
    QVERIFY(server.process().waitForFinished(5000));
    QCOMPARE(server.process().exitCode(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 5000);
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(folderIsEmpty(server));
}

void TestSurvival::nothingSurvivesASignal()
{
    for (const int number : { SIGTERM, SIGINT, SIGHUP }) {
        LocalServer server;
        QVERIFY(server.start());
        QVERIFY(!server.createSandbox().isEmpty());
        ::kill(pid_t(server.process().processId()), number);
        QVERIFY(server.process().waitForFinished(5000));
        QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 5000);
        QVERIFY(folderIsEmpty(server));
    }
}

void TestSurvival::nothingSurvivesTheKeeper()
{
    LocalServer server;
    QVERIFY(server.start());
    QVERIFY(!server.createSandbox().isEmpty());
    qint64 keeper = 0;
    for (const qint64 pid : server.processes()) {
        QFile file(u"/proc/%1/cmdline"_s.arg(pid));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains("keeper"))
            keeper = pid;
    }
    QVERIFY(keeper > 0);
    ::kill(pid_t(keeper), SIGKILL);
    QVERIFY(server.process().waitForFinished(5000));
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 5000);
}

void TestSurvival::deletingEndsEveryProcess()
{
    LocalServer server;
    QVERIFY(server.start());
    const qsizetype before = server.processes().size();
    const QByteArray id = server.createSandbox();
    QVERIFY(!id.isEmpty());
    server.command(id, u"for i in 1 2 3 4 5 6 7 8; do setsid nohup sleep 1000 >/dev/null 2>&1 & done; trap '' TERM; (trap '' TERM; sleep 1000) >/dev/null 2>&1 & echo"_s);
    QVERIFY(server.processes().size() > before + 8);
    QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    // Gone when the answer is there, not some time later.
    QCOMPARE(server.processes().size(), before);
}

void TestSurvival::leftoversAreRemovedAtTheNextStart()
{
    LocalServer first;
    QVERIFY(first.start());
    QVERIFY(!first.createSandbox().isEmpty());
    // What a machine that lost power leaves: a folder without anybody, with closed folders in it.
    const QString left = first.stateFolder() + u"/run-left00"_s;
    QVERIFY(QDir().mkpath(left + u"/x/workspace/closed"_s));
    QFile lock(left + u"/lock"_s);
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.close();
    QFile(left + u"/x/workspace/closed"_s).setPermissions(QFile::Permissions());

    LocalServer second({ u"--state-dir"_s, first.stateFolder() });
    QVERIFY(second.start());
    QVERIFY(!QFile::exists(left));
    // The folder of a server that lives is not touched.
    QCOMPARE(QDir(first.stateFolder()).entryList({ u"run-*"_s }, QDir::Dirs).size(), 2);
    QVERIFY(!first.createSandbox().isEmpty());
    second.stop();
}

void TestSurvival::theStateFolderIsPrivate()
{
    LocalServer server;
    QVERIFY(server.start());
    QVERIFY(!server.createSandbox().isEmpty());
    const QFileInfo folder(QDir(server.stateFolder()).entryInfoList({ u"run-*"_s }, QDir::Dirs).constFirst());
    QCOMPARE(folder.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    // Removed under its feet: an error in words, no hang, and the server goes on.
    server.stop();
    LocalServer broken;
    QVERIFY(broken.start());
    QDir(QDir(broken.stateFolder()).entryInfoList({ u"run-*"_s }, QDir::Dirs).constFirst().filePath()).removeRecursively();
    QVERIFY(broken.createSandbox().isEmpty());
    QVERIFY2(broken.lastAnswer.status >= 500, broken.lastAnswer.body.constData());
    QVERIFY2(broken.lastAnswer.body.contains(broken.stateFolder().toUtf8()), broken.lastAnswer.body.constData());
    QCOMPARE(broken.request("GET", "/health").status, 200);
}

QTEST_GUILESS_MAIN(TestSurvival)
#include "tst_survival.moc"
