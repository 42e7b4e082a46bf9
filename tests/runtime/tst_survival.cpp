// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

// pains 126, 131, 132
class TestSurvival : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSurvivesTheServer();
    void nothingOfATestSandboxSurvivesTheServer();
    void nothingSurvivesTheEndOfStandardInput();
    void nothingSurvivesASignal();
    void nothingSurvivesTheKeeper();
    void deletingEndsEveryProcess_data();
    void deletingEndsEveryProcess();
    void leftoversAreRemovedAtTheNextStart();
    void theStateFolderIsPrivate();
    void sandboxesAreReportedAsGoneAfterARestart();
    void aServerOfAParentForgets();
};

namespace {

// What is left in the state folder; not the link of useOwnBwrap().
QStringList leftFiles(const LocalServer &server)
{
    QStringList names = QDir(server.stateFolder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    names.removeAll(u"bwrap"_s);
    return names;
}

bool folderIsEmpty(const LocalServer &server)
{
    return leftFiles(server).isEmpty();
}

// By its name, every process of bubblewrap is known as one of this server, also before it has mounted anything.
QString useOwnBwrap(LocalServer &server)
{
    const QString link = server.stateFolder() + u"/bwrap"_s;
    server.process().setArguments(server.process().arguments() + QStringList { u"--bwrap"_s, link });
    return link;
}

// A request whose answer nobody waits for, as long as the socket lives.
std::unique_ptr<QTcpSocket> begin(const LocalServer &server, const QByteArray &line, const QByteArray &body = {})
{
    auto client = std::make_unique<QTcpSocket>();
    client->connectToHost(u"127.0.0.1"_s, server.port());
    client->waitForConnected();
    client->write(line + " HTTP/1.1\r\nHost: 127.0.0.1\r\nOPEN-SANDBOX-API-KEY: " + server.key()
                  + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    client->flush();
    return client;
}

} // namespace

void TestSurvival::nothingSurvivesTheServer()
{
    // At many moments: while it starts, while one or two sandboxes start, while a command runs and its sandbox is deleted.
    bool given = false;
    const int wanted = qEnvironmentVariableIntValue("WB_SURVIVAL_ROUNDS", &given);
    const int rounds = given ? wanted : 60;
    const QByteArray body = QJsonDocument(LocalServer::createBody()).toJson(QJsonDocument::Compact);
    QElapsedTimer total;
    total.start();
    qint64 slowest = 0;
    for (int round = 0; round < rounds; ++round) {
        LocalServer server;
        QVERIFY(QFile::link(QStandardPaths::findExecutable(u"bwrap"_s), useOwnBwrap(server)));
        const int kind = round % 4;
        std::vector<std::unique_ptr<QTcpSocket>> clients;
        if (kind == 0) {
            server.process().start();
            QVERIFY(server.process().waitForStarted());
            QTest::qSleep(QRandomGenerator::global()->bounded(120));
        } else {
            QVERIFY(server.start());
            if (kind == 3) {
                const QByteArray id = server.createSandbox();
                QVERIFY(!id.isEmpty());
                clients.push_back(begin(server, "POST /sandboxes/" + id + "/proxy/44772/command", R"({"command":"setsid sleep 1000 & sleep 1000"})"));
                QTest::qSleep(QRandomGenerator::global()->bounded(60));
                clients.push_back(begin(server, "DELETE /v1/sandboxes/" + id));
            } else {
                for (int i = 0; i < kind; ++i)
                    clients.push_back(begin(server, "POST /v1/sandboxes", body));
            }
            QTest::qSleep(QRandomGenerator::global()->bounded(90));
        }
        ::kill(pid_t(server.process().processId()), SIGKILL);
        QElapsedTimer timer;
        timer.start();
        server.process().waitForFinished();
        QList<qint64> left;
        while (!(left = server.processes()).isEmpty() && timer.elapsed() < 30000)
            QTest::qSleep(5);
        slowest = qMax(slowest, timer.elapsed());
        QFile first(u"/proc/%1/cmdline"_s.arg(left.value(0)));
        const QByteArray words = first.open(QIODevice::ReadOnly) ? first.readAll().replace('\0', ' ') : QByteArray();
        QVERIFY2(left.isEmpty(), qPrintable(u"round %1: %2 processes are left, the first is %3"_s.arg(round).arg(left.size()).arg(QString::fromUtf8(words))));
        // A server that was killed before it had its keeper leaves an empty folder at most.
        for (const QString &name : leftFiles(server)) {
            QVERIFY2(kind == 0, qPrintable(u"round %1: %2 is left"_s.arg(round).arg(name)));
            const QStringList inside = QDir(server.stateFolder() + u'/' + name).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
            QVERIFY2(inside.isEmpty() || inside == QStringList { u"lock"_s }, qPrintable(inside.join(u' ')));
        }
    }
    qInfo("%d rounds in %lld ms, the slowest clean-up took %lld ms", rounds, total.elapsed(), slowest);
}

void TestSurvival::nothingOfATestSandboxSurvivesTheServer()
{
    // Killed while it starts, bubblewrap leaves a process that does not end with its parent yet: as this one.
    LocalServer server;
    QFile program(useOwnBwrap(server));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/bash\nsetsid bash -c \"exec -a '" + QFile::encodeName(server.stateFolder()) + "' sleep 1000\" &\nexec sleep 1000\n");
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther);
    program.close();
    const auto running = [&] {
        int count = 0;
        for (const qint64 pid : server.processes()) {
            QFile name(u"/proc/%1/comm"_s.arg(pid));
            count += name.open(QIODevice::ReadOnly) && name.readAll() == "sleep\n" ? 1 : 0;
        }
        return count;
    };
    server.process().start();
    QVERIFY(server.process().waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(running(), 1, 30000);
    ::kill(pid_t(server.process().processId()), SIGKILL);
    QVERIFY(server.process().waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 10000);
    QVERIFY(folderIsEmpty(server));
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
    QVERIFY(server.process().waitForFinished(30000));
    QCOMPARE(server.process().exitCode(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 30000);
    QVERIFY(timer.elapsed() < 30000);
    QVERIFY(folderIsEmpty(server));
}

void TestSurvival::nothingSurvivesASignal()
{
    for (const int number : { SIGTERM, SIGINT, SIGHUP }) {
        LocalServer server;
        QVERIFY(server.start());
        QVERIFY(!server.createSandbox().isEmpty());
        ::kill(pid_t(server.process().processId()), number);
        QVERIFY(server.process().waitForFinished(30000));
        QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 30000);
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
    QVERIFY(server.process().waitForFinished(30000));
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 30000);
}

void TestSurvival::deletingEndsEveryProcess_data()
{
    QTest::addColumn<QJsonObject>("changes");
    QTest::newRow("usual") << QJsonObject();
    // It takes the folder that was prepared, and leaves the process.
    QTest::newRow("unlike what was prepared") << QJsonObject { { u"resourceLimits"_s, QJsonObject { { u"pids"_s, u"300"_s } } } };
}

void TestSurvival::deletingEndsEveryProcess()
{
    QFETCH(QJsonObject, changes);
    LocalServer server;
    QVERIFY(server.start());
    QTRY_VERIFY_WITH_TIMEOUT(server.processes().size() > server.processes(LocalServer::Processes::InUse).size(), 30000);
    const QByteArray id = server.createSandbox(changes);
    QVERIFY2(!id.isEmpty(), server.lastAnswer.body.constData());
    server.command(id, u"for i in 1 2 3 4 5 6 7 8; do setsid nohup sleep 1000 >/dev/null 2>&1 & done; trap '' TERM; (trap '' TERM; sleep 1000) >/dev/null 2>&1 & echo"_s);
    // Known by number and start, and by what names the sandbox: a count would take in what meanwhile prepares the next one.
    const QList<ProcessMark> before = server.processesOf(id);
    QVERIFY2(before.size() > 9, QByteArray::number(before.size()).constData());
    QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    // Gone when the answer is there, not some time later.
    QStringList left;
    for (const ProcessMark &process : before + server.processesOf(id)) {
        if (process.lives())
            left.append(process.description());
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u'\n')));
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

void TestSurvival::sandboxesAreReportedAsGoneAfterARestart()
{
    QTemporaryDir folder;
    QFile(folder.path()).setPermissions(QFile::Permissions::fromInt(0x7711));
    QByteArray running;
    QByteArray ended;
    QByteArray deleted;
    QByteArray expiring;
    QJsonObject before;
    // Once killed, once told to stop.
    for (const int number : { SIGKILL, SIGTERM }) {
        {
            LocalServer server({ u"--state-dir"_s, folder.path() });
            server.standAlone();
            QVERIFY(server.start());
            if (running.isEmpty()) {
                running = server.createSandbox({ { u"metadata"_s, QJsonObject { { u"name"_s, u"kept"_s } } }, { u"env"_s, QJsonObject { { u"SECRET"_s, u"very-secret"_s } } } });
                ended = server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"sh"_s, u"-c"_s, u"exit 3"_s } } });
                deleted = server.createSandbox();
                expiring = server.createSandbox();
                QVERIFY(!running.isEmpty() && !ended.isEmpty() && !deleted.isEmpty() && !expiring.isEmpty());
                QTRY_VERIFY_WITH_TIMEOUT(server.request("GET", "/v1/sandboxes/" + ended).body.contains("code 3"), 10000);
                QCOMPARE(server.request("PATCH", "/v1/sandboxes/" + running + "/metadata", R"({"more":"yes"})").status, 200);
                QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + deleted).status, 204);
                const QString soon = QDateTime::currentDateTimeUtc().addSecs(1).toString(Qt::ISODateWithMs);
                QCOMPARE(server.request("POST", "/v1/sandboxes/" + expiring + "/renew-expiration", "{\"expiresAt\":\"" + soon.toLatin1() + "\"}").status, 200);
                before = server.request("GET", "/v1/sandboxes/" + running).json();
            }
            ::kill(pid_t(server.process().processId()), number);
            QVERIFY(server.process().waitForFinished(10000));
            // No orphan is left.
            QTRY_VERIFY_WITH_TIMEOUT(server.processes().isEmpty(), 10000);
        }
        // What is written down holds no secrets, and only this user can read it.
        for (const QFileInfo &file : QDir(folder.path() + u"/records"_s).entryInfoList(QDir::Files)) {
            QFile record(file.filePath());
            QVERIFY(record.open(QIODevice::ReadOnly));
            QVERIFY(!record.readAll().contains("very-secret"));
            QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        }
        QTest::qWait(1100);
        LocalServer server({ u"--state-dir"_s, folder.path() });
        server.standAlone();
        QVERIFY(server.start());
        QTRY_COMPARE_WITH_TIMEOUT(server.request("GET", "/v1/sandboxes/" + running).status, 200, 20000);
        const QJsonObject after = server.request("GET", "/v1/sandboxes/" + running).json();
        const QJsonObject status = after.value("status"_L1).toObject();
        QCOMPARE(status.value("state"_L1).toString(), u"Terminated"_s);
        QCOMPARE(status.value("reason"_L1).toString(), u"RUNTIME_STOPPED"_s);
        QVERIFY(status.value("message"_L1).toString().contains("ended with it"_L1));
        for (const char *key : { "id", "image", "entrypoint", "metadata", "createdAt", "expiresAt" })
            QCOMPARE(after.value(QLatin1StringView(key)), before.value(QLatin1StringView(key)));
        // One that had ended keeps its own end, and the others stay gone.
        QTRY_VERIFY_WITH_TIMEOUT(server.request("GET", "/v1/sandboxes/" + ended).body.contains("code 3"), 20000);
        QCOMPARE(server.request("GET", "/v1/sandboxes/" + deleted).status, 404);
        QTRY_COMPARE_WITH_TIMEOUT(server.request("GET", "/v1/sandboxes/" + expiring).status, 404, 10000);
        // Nothing can be done with it but to delete it.
        QCOMPARE(server.request("GET", "/sandboxes/" + running + "/proxy/44772/ping").status, 502);
        QCOMPARE(server.request("POST", "/v1/sandboxes/" + running + "/pause").status, 409);
        QCOMPARE(server.request("POST", "/v1/sandboxes/" + running + "/snapshots").status, 409);
        QCOMPARE(server.request("GET", "/v1/sandboxes/" + running + "/diagnostics/summary").status, 200);
        if (number == SIGTERM) {
            for (const QByteArray &id : { running, ended })
                QCOMPARE(server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
            QVERIFY(!QFile::exists(folder.path() + u"/records"_s));
        }
        server.stop();
    }
}

void TestSurvival::aServerOfAParentForgets()
{
    LocalServer server;
    QVERIFY(server.start());
    const QByteArray id = server.createSandbox();
    QVERIFY(!id.isEmpty());
    server.stop();
    LocalServer next({ u"--state-dir"_s, server.stateFolder() });
    QVERIFY(next.start());
    QCOMPARE(next.request("GET", "/v1/sandboxes/" + id).status, 404);
    next.stop();
}

int main(int argc, char **argv)
{
    // Many rounds take longer than the five minutes that a test function is given.
    qputenv("QTEST_FUNCTION_TIMEOUT", "1800000");
    QCoreApplication application(argc, argv);
    TestSurvival test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_survival.moc"
