// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLocalServer>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTest>

#include <sys/resource.h>

using namespace Qt::StringLiterals;

class TestIsolation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutBubblewrapThereIsNoSandbox();
    void anOldProcIsSaid();
    void hostFilesCannotBeRead();
    void programsAreLimitedAndStepBack();
    void theSystemCannotBeChanged();
    void hostProcessesAreInvisible();
    void noPrivilegeCanBeGained();
    void systemCallsAreRefused_data();
    void systemCallsAreRefused();
    void thereIsNoNetworkUnlessAllowed();
    void otherSandboxesCannotBeReached();
    void secretsDoNotShow();
    void aSwappedSocketLeadsNowhere();
    void aForkBombIsHarmless();
    void aMemoryHogDies();
    void aProgramCanBeUsedAfterOthersDied();
    void sharedMemoryCounts();

private:
    QString run(const QString &text) { return m_server.command(m_id, text).output; }

    LocalServer m_server;
    QByteArray m_id;
};

void TestIsolation::initTestCase()
{
    QVERIFY2(m_server.start(), QJsonDocument(m_server.readyLine()).toJson().constData());
    m_id = m_server.createSandbox();
    QVERIFY2(!m_id.isEmpty(), m_server.lastAnswer.body.constData());
}

// pain 123
void TestIsolation::withoutBubblewrapThereIsNoSandbox()
{
    LocalServer missing({ u"--bwrap"_s, u"/no/such/bwrap"_s });
    QVERIFY(!missing.start());
    QCOMPARE(missing.readyLine().value("code"_L1).toString(), u"BWRAP_MISSING"_s);
    QVERIFY(missing.readyLine().value("hint"_L1).toString().contains("apt install bubblewrap"_L1));

    QTemporaryDir folder;
    const auto standIn = [&](const QByteArray &text) {
        QFile script(folder.filePath(u"bwrap"_s));
        if (script.open(QIODevice::WriteOnly | QIODevice::Truncate))
            script.write("#!/bin/sh\n" + text);
        // Whoever the sandboxes run as has to get at it.
        const QFile::Permissions everybody = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther;
        script.setPermissions(everybody);
        QFile(folder.path()).setPermissions(everybody);
        script.close();
        LocalServer server({ u"--bwrap"_s, script.fileName() });
        server.start();
        return server.readyLine();
    };
    const QJsonObject denied = standIn("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1\n");
    QCOMPARE(denied.value("ready"_L1).toBool(true), false);
    QVERIFY(denied.value("message"_L1).toString().contains("setting up uid map: Permission denied"_L1));
    QVERIFY(!denied.value("hint"_L1).toString().isEmpty());
    // One that runs programs without closing them in is found out.
    const QJsonObject open = standIn("while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\n");
    QCOMPARE(open.value("code"_L1).toString(), u"SANDBOX_TEST_FAILED"_s);
}

// pain 124: as in a container, whose /proc is partly covered.
void TestIsolation::anOldProcIsSaid()
{
    const LocalServer folder;
    QProcess process;
    process.start(u"bwrap"_s, { u"--dev-bind"_s, u"/"_s, u"/"_s, u"--tmpfs"_s, u"/proc/fs"_s, u"--"_s,
                                QStringLiteral(WB_BIN_DIR "/opensandbox-local"), u"probe"_s, u"--state-dir"_s, folder.stateFolder() });
    QVERIFY(process.waitForFinished(30000));
    const QJsonObject report = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QVERIFY2(report.value("ready"_L1).toBool(), QJsonDocument(report).toJson().constData());
    QCOMPARE(report.value("isolation"_L1).toObject().value("processes"_L1).toString(), u"the host's list can be seen"_s);
    QVERIFY(report.value("warnings"_L1).toArray().first().toString().contains("/proc"_L1));
}

void TestIsolation::hostFilesCannotBeRead()
{
    QFile secret(m_server.stateFolder() + u"/secret"_s);
    QVERIFY(secret.open(QIODevice::WriteOnly));
    secret.write("host secret");
    secret.close();
    QFile everybody(QDir::tempPath() + u"/opensandbox-readable-%1"_s.arg(QCoreApplication::applicationPid()));
    QVERIFY(everybody.open(QIODevice::WriteOnly));
    everybody.write("host secret");
    everybody.close();
    everybody.setPermissions(QFile::ReadOther | QFile::ReadOwner | QFile::ReadGroup | QFile::WriteOwner);
    for (const QString &path : QStringList { secret.fileName(), everybody.fileName(), u"/etc/shadow"_s, u"/etc/hostname.host"_s, u"/root"_s,
                                 QStringLiteral(WB_SOURCE_DIR "/CMakeLists.txt"), u"/proc/1/root/etc/shadow"_s, QString(u"/proc/1/cwd/.."_s + secret.fileName()),
                                 u"/var/lib/dpkg/status"_s, u"/sys/kernel"_s, u"/boot"_s, u"/dev/sda"_s, u"/dev/mem"_s, u"/dev/kmsg"_s }) {
        const auto result = m_server.command(m_id, u"cat '%1' 2>/dev/null || ls '%1'"_s.arg(path));
        QVERIFY2(result.exitCode != "0"_L1 && result.output.isEmpty(), qPrintable(path + u": "_s + result.output));
    }
    // Accounts and names are those of the sandbox.
    QCOMPARE(run(u"wc -l < /etc/passwd"_s).trimmed(), u"3"_s);
    QVERIFY(run(u"hostname"_s).startsWith("sandbox-"_L1));
    QCOMPARE(run(u"cat /etc/hostname"_s), run(u"hostname"_s));
    QCOMPARE(run(u"python3 -c 'import socket; print(socket.gethostbyname(socket.gethostname()))'"_s), u"127.0.0.1\n"_s);
    QCOMPARE(run(u"(echo x > /etc/hosts) 2>/dev/null || (rm /etc/hosts) 2>/dev/null || (echo x > /etc/hostname) 2>/dev/null || echo no"_s), u"no\n"_s);
    everybody.remove();
}

void TestIsolation::programsAreLimitedAndStepBack()
{
    // By the daemon itself, before it starts anything.
    QCOMPARE(run(u"ulimit -Hu; ulimit -Su"_s).simplified(), u"512 512"_s);
    QVERIFY(m_server.command(m_id, u"ulimit -Su 600"_s).exitCode != "0"_L1);
    const bool watched = m_server.readyLine().value("isolation"_L1)["limits"_L1]["by"_L1].toString().contains("watchdog"_L1);
    const QString niceness = QString::number(std::min(19, ::getpriority(PRIO_PROCESS, 0) + (watched ? 5 : 0)));
    // Descriptor 3 is of the program that lists them.
    const QString look = u"nice; ls /proc/self/fd"_s;
    const QString wanted = niceness + u" 0 1 2 3"_s;
    QCOMPARE(run(look).simplified(), wanted);
    const QByteArray id = m_server.createSandbox({ { u"entrypoint"_s, QJsonArray { u"/bin/sh"_s, u"-c"_s, QString(u"("_s + look + u") > /workspace/seen; exec sleep 1000"_s) } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    QTRY_COMPARE_WITH_TIMEOUT(m_server.command(id, u"cat /workspace/seen"_s).output.simplified(), wanted, 20000);
    QCOMPARE(m_server.command(id, u"ulimit -Hu; nice; ls /proc/self/fd"_s).output.simplified(), QString(u"512 "_s + wanted));
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestIsolation::theSystemCannotBeChanged()
{
    for (const char *path : { "/usr/x", "/etc/x", "/x", "/bin/x", "/dev/x", "/proc/x", "/opt/opensandbox/x", "/opt/x", "/var/x", "/etc/passwd",
                              "/opt/opensandbox/execd", "/usr/bin/env" })
        QVERIFY2(m_server.command(m_id, u"echo x > "_s + QString::fromLatin1(path)).exitCode != "0"_L1, path);
    for (const char *path : { "/tmp/x", "/workspace/x", "/home/sandbox/x", "/var/tmp/y", "/dev/shm/x" })
        QVERIFY2(m_server.command(m_id, u"echo x > "_s + QString::fromLatin1(path)).exitCode == "0"_L1, path);
    // The usual modes for new files.
    QCOMPARE(run(u"umask; touch new; stat -c %a new"_s), u"0022\n644\n"_s);
}

void TestIsolation::hostProcessesAreInvisible()
{
    const int visible = run(u"ls -d /proc/[0-9]* | wc -l"_s).trimmed().toInt();
    QVERIFY2(visible > 0 && visible < 40, QByteArray::number(visible).constData());
    QVERIFY(!run(u"cat /proc/[0-9]*/cmdline | tr '\\0' ' '"_s).contains("opensandbox-local"_L1));
    QCOMPARE(m_server.command(m_id, u"kill -9 %1"_s.arg(m_server.process().processId())).exitCode, u"1"_s);
    QCOMPARE(m_server.request("GET", "/health").status, 200);
}

void TestIsolation::noPrivilegeCanBeGained()
{
    const QString status = run(u"grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status"_s);
    for (const char *line : { "CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "CapBnd:\t0000000000000000", "CapAmb:\t0000000000000000",
                              "NoNewPrivs:\t1", "Seccomp:\t2" })
        QVERIFY2(status.contains(QLatin1StringView(line)), qPrintable(status));
    QCOMPARE(run(u"id -u"_s), u"1000\n"_s);
    for (const char *text : { "unshare -U true", "unshare -Ur true", "unshare -n true", "unshare -m true", "unshare -p true", "bwrap --bind / / true",
                              "mount -t tmpfs x /tmp", "umount /tmp", "chroot / true", "su -c true", "su root -c true", "chown root /workspace",
                              "setpriv --reuid 0 true", "nsenter -t 1 -m true", "echo 1 > /proc/sys/kernel/panic",
                              "echo 0 > /proc/sys/user/max_user_namespaces", "mknod d b 8 0", "hostname other", "date -s 2000-01-01", "dmesg" })
        QVERIFY2(m_server.command(m_id, QString::fromLatin1(text)).exitCode != "0"_L1, text);
}

void TestIsolation::systemCallsAreRefused_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("error");
    // Numbers of x86-64; skipped on others.
    QTest::newRow("ptrace") << u"101, 16, 1, 0, 0"_s << EPERM;
    QTest::newRow("mount") << u"165, 0, 0, 0, 0, 0"_s << EPERM;
    QTest::newRow("unshare user") << u"272, 0x10000000"_s << EPERM;
    QTest::newRow("clone with a user namespace") << u"56, 0x10000011, 0, 0, 0, 0"_s << EPERM;
    QTest::newRow("clone3") << u"435, 0, 0"_s << ENOSYS;
    QTest::newRow("setns") << u"308, 0, 0"_s << EPERM;
    QTest::newRow("keyctl") << u"250, 0, 0"_s << EPERM;
    QTest::newRow("add_key") << u"248, 0, 0, 0, 0, 0"_s << EPERM;
    QTest::newRow("bpf") << u"321, 0, 0, 0"_s << EPERM;
    QTest::newRow("perf_event_open") << u"298, 0, 0, 0, 0, 0"_s << EPERM;
    QTest::newRow("userfaultfd") << u"323, 0"_s << EPERM;
    QTest::newRow("io_uring_setup") << u"425, 1, 0"_s << ENOSYS;
    QTest::newRow("process_vm_readv") << u"310, 1, 0, 0, 0, 0, 0"_s << EPERM;
    QTest::newRow("open_by_handle_at") << u"304, 0, 0, 0"_s << EPERM;
    QTest::newRow("open_tree") << u"428, 0, 0, 0"_s << EPERM;
    QTest::newRow("ioctl TIOCSTI") << u"16, 0, 0x5412, 0"_s << EPERM;
    QTest::newRow("ioctl TIOCSTI with high bits") << u"16, 0, 0x100005412, 0"_s << EPERM;
    QTest::newRow("socket vsock") << u"41, 40, 1, 0"_s << EAFNOSUPPORT;
    QTest::newRow("socket packet") << u"41, 17, 3, 0"_s << EAFNOSUPPORT;
    QTest::newRow("socket alg") << u"41, 38, 5, 0"_s << EAFNOSUPPORT;
}

void TestIsolation::systemCallsAreRefused()
{
    if (QSysInfo::currentCpuArchitecture() != "x86_64"_L1)
        QSKIP("The numbers of the system calls are those of x86-64.");
    QFETCH(QString, call);
    QFETCH(int, error);
    const QString text = u"python3 -c 'import ctypes; l = ctypes.CDLL(None, use_errno=True); "
                         "a = [ctypes.c_long(x) for x in (%1)]; r = l.syscall(*a); print(r, ctypes.get_errno())'"_s.arg(call);
    QCOMPARE(run(text), u"-1 %1\n"_s.arg(error));
}

void TestIsolation::thereIsNoNetworkUnlessAllowed()
{
    QTcpServer host;
    QVERIFY(host.listen(QHostAddress::LocalHost));
    const QString attempt = u"python3 -c 'import socket; s = socket.create_connection((\"127.0.0.1\", %1), 3); print(\"connected\")' 2>&1 | tail -n 1"_s
                                .arg(host.serverPort());
    QVERIFY2(!run(attempt).contains("connected"_L1), "the host can be reached");
    QCOMPARE(run(u"ls /sys/class/net 2>/dev/null; tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '"_s), u"lo\n"_s);
    QVERIFY(run(u"python3 -c 'import socket; socket.create_connection((\"1.1.1.1\", 80), 3)' 2>&1 | tail -n 1"_s).contains("unreachable"_L1));

    const QByteArray open = m_server.createSandbox({ { u"networkPolicy"_s, QJsonObject { { u"defaultAction"_s, u"allow"_s } } } });
    QVERIFY(!open.isEmpty());
    QVERIFY(m_server.command(open, attempt).output.contains("connected"_L1));
    m_server.request("DELETE", "/v1/sandboxes/" + open);
}

void TestIsolation::otherSandboxesCannotBeReached()
{
    const QByteArray other = m_server.createSandbox();
    QVERIFY(!other.isEmpty());
    QCOMPARE(m_server.command(other, u"echo private > /workspace/mine; echo x > /tmp/mine; echo y > ~/mine; nohup sleep 1000 >/dev/null 2>&1 &"_s).exitCode, u"0"_s);
    QVERIFY(run(u"find / -name mine 2>/dev/null"_s).isEmpty());
    QVERIFY(run(u"pgrep -f 'sleep 1000'"_s).isEmpty());
    m_server.request("DELETE", "/v1/sandboxes/" + other);
}

void TestIsolation::secretsDoNotShow()
{
    const QString secret = u"very-secret-"_s + QString::number(QRandomGenerator::system()->generate64(), 36);
    const QByteArray id = m_server.createSandbox({ { u"env"_s, QJsonObject { { u"TOKEN"_s, secret } } } });
    QVERIFY(!id.isEmpty());
    QCOMPARE(m_server.command(id, u"echo $TOKEN"_s).output, QString(secret + u'\n'));
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile file(u"/proc/%1/cmdline"_s.arg(name));
        if (name.at(0).isDigit() && file.open(QIODevice::ReadOnly))
            QVERIFY(!file.readAll().contains(secret.toLatin1()));
    }
    // Nothing of the server's own environment gets in.
    QVERIFY(!m_server.command(id, u"env"_s).output.contains("test-key"_L1));
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestIsolation::aSwappedSocketLeadsNowhere()
{
    // Something inside puts another socket's name in the place of the daemon's.
    QLocalServer host;
    const QString path = m_server.stateFolder() + u"/host.sock"_s;
    QVERIFY(host.listen(path));
    const QByteArray id = m_server.createSandbox();
    QVERIFY(!id.isEmpty());
    m_server.command(id, u"rm /run/opensandbox/execd.sock; ln -s %1 /run/opensandbox/execd.sock"_s.arg(path));
    QCOMPARE(m_server.request("GET", "/sandboxes/" + id + "/proxy/44772/ping").status, 502);
    QVERIFY(!host.waitForNewConnection(200));
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
}

void TestIsolation::aForkBombIsHarmless()
{
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"512Mi"_s }, { u"pids"_s, u"128"_s } } } });
    QVERIFY2(!id.isEmpty(), m_server.lastAnswer.body.constData());
    const QJsonObject body { { u"command"_s, u"bomb() { bomb | bomb & }; bomb; sleep 2"_s }, { u"background"_s, true } };
    m_server.request("POST", "/sandboxes/" + id + "/proxy/44772/command", QJsonDocument(body).toJson(), {}, 5000);
    QTest::qWait(1500);
    const qsizetype inside = m_server.processes().size();
    QVERIFY2(inside < 200, QByteArray::number(inside).constData());
    // The host and the other sandbox go on.
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run(u"echo fine"_s), u"fine\n"_s);
    QVERIFY2(timer.elapsed() < 10000, QByteArray::number(timer.elapsed()).constData());
    timer.restart();
    QCOMPARE(m_server.request("DELETE", "/v1/sandboxes/" + id).status, 204);
    QVERIFY(timer.elapsed() < 8000);
}

void TestIsolation::aMemoryHogDies()
{
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"256Mi"_s } } } });
    QVERIFY(!id.isEmpty());
    const auto result = m_server.command(id, u"python3 -c '\nx = []\nimport time\nfor i in range(400):\n    x.append(b\"x\" * (10 << 20))\n    time.sleep(0.002)\nprint(\"survived\")'"_s);
    QVERIFY2(!result.output.contains("survived"_L1), "4 GB were used within a limit of 256 MiB");
    QVERIFY(result.exitCode != "0"_L1);
    // The reason can be seen, and the sandbox is still there.
    QTRY_VERIFY(m_server.request("GET", "/v1/sandboxes/" + id + "/diagnostics/events").body.contains("memory"));
    QVERIFY(m_server.request("GET", "/v1/sandboxes/" + id).body.contains("Out of memory"));
    QCOMPARE(m_server.command(id, u"echo alive"_s).output, u"alive\n"_s);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestIsolation::aProgramCanBeUsedAfterOthersDied()
{
    // Many small ones together.
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"256Mi"_s } } } });
    QVERIFY(!id.isEmpty());
    m_server.command(id, u"for i in 1 2 3 4 5 6 7 8; do python3 -c 'x = b\"x\" * (60 << 20); import time; time.sleep(60)' & done; sleep 4; jobs -r | wc -l > left"_s);
    const int left = m_server.command(id, u"cat left"_s).output.trimmed().toInt();
    QVERIFY2(left > 0 && left <= 4, QByteArray::number(left).constData());
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

void TestIsolation::sharedMemoryCounts()
{
    const QByteArray id = m_server.createSandbox({ { u"resourceLimits"_s, QJsonObject { { u"memory"_s, u"256Mi"_s } } } });
    QVERIFY(!id.isEmpty());
    QVERIFY(m_server.command(id, u"head -c 400M /dev/zero > /dev/shm/big"_s).exitCode != "0"_L1);
    QVERIFY(m_server.command(id, u"head -c 100M /dev/zero > /run/big"_s).exitCode != "0"_L1);
    m_server.request("DELETE", "/v1/sandboxes/" + id);
}

QTEST_GUILESS_MAIN(TestIsolation)
#include "tst_isolation.moc"
