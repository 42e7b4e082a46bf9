// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "http/message.h"
#include "http/router.h"
#include "isolation/bubblewrap.h"
#include "isolation/filetree.h"
#include "isolation/innernetwork.h"
#include "isolation/keeper.h"
#include "isolation/limits.h"
#include "isolation/probe.h"
#include "isolation/processes.h"
#include "isolation/sharedsettings.h"
#include "json.h"
#include "lifecycle/profiles.h"
#include "lifecycle/profilestore.h"
#include "lifecycle/timestamp.h"
#include "lifecycle/validation.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Runtime;
using namespace Qt::StringLiterals;

class TestRuntimeParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodesPercentEscapesExactly();
    void splitsQueries();
    void readsRanges_data();
    void readsRanges();
    void headsCannotBeSplitByValues();
    void routesBeforeDecoding();
    void readsTimes_data();
    void readsTimes();
    void readsSizesAndCpus();
    void checksLabels();
    void readsTheMetadataFilterTwiceDecoded();
    void replacesInvalidUtf8();
    void refusesDeepJson();
    void knowsImagesByName();
    void readsProcessStatus();
    void explainsWhyThereIsNoSandbox();
    void removesHostileFolders();
    void countsWhatTheKernelEnded();
    void keepsSecretsAndNulOutOfArguments();
    void copiesSettingsWithoutSecrets();
    void makesSocketsInOtherNetworksOnly();
};

void TestRuntimeParts::decodesPercentEscapesExactly()
{
    QCOMPARE(Http::decodePercent("/a%2Fb%20c+%zz%"), "/a/b c+%zz%");
    QCOMPARE(Http::decodeForm("a+b%2Bc"), "a b+c");
    QCOMPARE(Http::encodePercent("a b/~\xff"), "a%20b%2F~%FF");
    QCOMPARE(Http::encodePercent("a b/c", true), "a%20b/c");
}

void TestRuntimeParts::splitsQueries()
{
    const Http::QueryList list = Http::parseQuery("a=1&&b&a=%26%3D&=x");
    QCOMPARE(list.size(), 4U);
    QCOMPARE(list[1].first, "b");
    QCOMPARE(list[1].second, "");
    QCOMPARE(list[2].second, "&=");
    QCOMPARE(list[3].first, "");
}

void TestRuntimeParts::readsRanges_data()
{
    using Kind = Http::ByteRange::Kind;
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("kind");
    QTest::addColumn<quint64>("first");
    QTest::addColumn<quint64>("length");
    QTest::newRow("from to") << QByteArray("bytes=2-4") << int(Kind::Part) << 2ULL << 3ULL;
    QTest::newRow("open") << QByteArray("bytes=5-") << int(Kind::Part) << 5ULL << 5ULL;
    QTest::newRow("last") << QByteArray("bytes=-3") << int(Kind::Part) << 7ULL << 3ULL;
    QTest::newRow("more than there is") << QByteArray("bytes=-300") << int(Kind::Part) << 0ULL << 10ULL;
    QTest::newRow("clamped") << QByteArray("bytes=5-99") << int(Kind::Part) << 5ULL << 5ULL;
    QTest::newRow("first of several") << QByteArray("bytes=1-1,3-4") << int(Kind::Part) << 1ULL << 1ULL;
    QTest::newRow("past the end") << QByteArray("bytes=10-") << int(Kind::Unsatisfiable) << 0ULL << 0ULL;
    QTest::newRow("nothing") << QByteArray("bytes=-0") << int(Kind::Unsatisfiable) << 0ULL << 0ULL;
    QTest::newRow("backwards") << QByteArray("bytes=4-2") << int(Kind::Malformed) << 0ULL << 0ULL;
    QTest::newRow("unit") << QByteArray("lines=1-2") << int(Kind::Malformed) << 0ULL << 0ULL;
    QTest::newRow("overflow") << QByteArray("bytes=99999999999999999999-") << int(Kind::Malformed) << 0ULL << 0ULL;
}

void TestRuntimeParts::readsRanges()
{
    QFETCH(QByteArray, header);
    QFETCH(int, kind);
    const auto range = Http::parseRange(std::string_view(header.constData(), size_t(header.size())), 10);
    QCOMPARE(int(range.kind), kind);
    QTEST(quint64(range.first), "first");
    QTEST(quint64(range.length), "length");
}

void TestRuntimeParts::headsCannotBeSplitByValues()
{
    Http::Headers headers;
    headers.set("X-Id", "a\r\nEvil: 1");
    QVERIFY(!Http::serializeHead(200, headers).contains("\r\nEvil"));
}

void TestRuntimeParts::routesBeforeDecoding()
{
    Http::Router router;
    int hit = 0;
    const auto handler = [&hit](int number) {
        return [&hit, number](Http::ExchangePtr) -> Http::Awaitable<void> {
            hit = number;
            throw Http::Failure(200, "", "");
        };
    };
    router.add("GET", "/files/{name}", handler(1));
    router.add("*", "/proxy/{port}/{rest*}", handler(2));
    const auto params = [&](const char *method, const char *target) {
        Http::Request request;
        request.method = method;
        Http::setTarget(request, target);
        router.route(request);
        return request.params;
    };
    QCOMPARE(params("GET", "/files/a%2Fb?x").at("name"), "a/b");
    QVERIFY(params("GET", "/files/a/b").empty());
    QVERIFY(params("POST", "/files/a").empty());
    QCOMPARE(params("PUT", "/proxy/80/a%20b/c").at("rest"), "a%20b/c");
    QCOMPARE(params("PUT", "/proxy/80").at("rest"), "");
    QCOMPARE(params("GET", "http://host:1/proxy/80/x").at("port"), "80");
}

void TestRuntimeParts::readsTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("plain") << QByteArray("2026-11-30T03:01:20Z") << QByteArray("2026-11-30T03:01:20Z");
    QTest::newRow("offset") << QByteArray("2026-11-30T05:01:20+02:00") << QByteArray("2026-11-30T03:01:20Z");
    QTest::newRow("west") << QByteArray("2026-11-29T22:01:20-0500") << QByteArray("2026-11-30T03:01:20Z");
    QTest::newRow("naive") << QByteArray("2026-11-30 02:24") << QByteArray("2026-11-30T02:24:00Z");
    QTest::newRow("fraction") << QByteArray("2026-11-30T02:26:20.123456789Z") << QByteArray("2026-11-30T02:26:20.123456Z");
    QTest::newRow("short fraction") << QByteArray("2026-11-30T02:26:20.5Z") << QByteArray("2026-11-30T02:26:20.500000Z");
    QTest::newRow("number") << QByteArray("1796004481") << QByteArray("2026-11-30T02:08:01Z");
    QTest::newRow("milliseconds") << QByteArray("1796004481000") << QByteArray("2026-11-30T02:08:01Z");
    QTest::newRow("word") << QByteArray("tomorrow") << QByteArray();
    QTest::newRow("no such day") << QByteArray("2026-02-30T00:00:00Z") << QByteArray();
    QTest::newRow("hour") << QByteArray("2026-11-30T25:00:00Z") << QByteArray();
    QTest::newRow("tail") << QByteArray("2026-11-30T01:00:00Zx") << QByteArray();
    QTest::newRow("empty") << QByteArray("") << QByteArray();
}

void TestRuntimeParts::readsTimes()
{
    QFETCH(QByteArray, text);
    const auto time = parseTime(std::string_view(text.constData(), size_t(text.size())));
    QTEST(time ? QByteArray::fromStdString(formatTime(*time)) : QByteArray(), "result");
}

void TestRuntimeParts::readsSizesAndCpus()
{
    QCOMPARE(parseMemory("512Mi").value_or(0), 512ULL << 20);
    QCOMPARE(parseMemory("2Gi").value_or(0), 2ULL << 30);
    QCOMPARE(parseMemory("1.5g").value_or(0), 1500000000ULL);
    QCOMPARE(parseMemory("1048576").value_or(0), 1048576ULL);
    QCOMPARE(parseMemory("100MB").value_or(0), 100000000ULL);
    for (const char *wrong : { "", "x", "-1Gi", "1 Gi", "1Qi", "0", "1e3" , "999999999Ti" })
        QVERIFY2(!parseMemory(wrong), wrong);
    QCOMPARE(parseCpu("500m").value_or(0), 500ULL);
    QCOMPARE(parseCpu("2").value_or(0), 2000ULL);
    QCOMPARE(parseCpu("0.25").value_or(0), 250ULL);
    for (const char *wrong : { "", "m", "two", "-1", "0", "1c" })
        QVERIFY2(!parseCpu(wrong), wrong);
}

void TestRuntimeParts::checksLabels()
{
    for (const char *good : { "name", "example.com/team", "a.b-c_D9", "x" })
        QVERIFY2(!checkLabelKey(good), good);
    for (const char *bad : { "", "bad key", "-x", "x-", "Example.com/x", "a/b/c", "/x", "x/", "\xe6\x97\xa5" })
        QVERIFY2(checkLabelKey(bad).has_value(), bad);
    QVERIFY(!checkLabelValue(""));
    QVERIFY(!checkLabelValue(std::string(63, 'x')));
    QVERIFY(checkLabelValue(std::string(64, 'x')).has_value());
    QVERIFY(checkLabelValue("has space").has_value());
}

void TestRuntimeParts::readsTheMetadataFilterTwiceDecoded()
{
    const auto filter = parseMetadataFilter("a%20b=c%26d&e=&a=last&a%20b=x+y");
    QVERIFY(filter.has_value());
    QCOMPARE(filter->at("a b"), "x y");
    QCOMPARE(filter->at("e"), "");
    QCOMPARE(filter->at("a"), "last");
    QVERIFY(!parseMetadataFilter("broken").has_value());
}

void TestRuntimeParts::replacesInvalidUtf8()
{
    QCOMPARE(Json::validUtf8("a\xff\xc3\xa9\xed\xa0\x80z\xc3"), "a\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd");
    QCOMPARE(Json::validUtf8("plain"), "plain");
}

void TestRuntimeParts::refusesDeepJson()
{
    QVERIFY(!Json::parse(std::string(100000, '[')).has_value());
    QVERIFY(!Json::parse("{\"a\":1} x").has_value());
    QVERIFY(!Json::parse("").has_value());
    QVERIFY(Json::parse(" {\"a\":[1,2]} ").has_value());
}

void TestRuntimeParts::knowsImagesByName()
{
    const ProfileStore none("/no/such/folder");
    for (const char *image : { "local", "opensandbox/code-interpreter", "opensandbox/code-interpreter:v1.1.0",
                               "registry.example.com:5000/opensandbox/code-interpreter:latest", "bash:5", "docker.io/library/bash" })
        QVERIFY2(findProfile(image, {}, none).has_value(), image);
    for (const char *image : { "nginx:latest", "evil/local", "code-interpreter", "", "127.0.0.1:1/none" }) {
        const auto profile = findProfile(image, {}, none);
        QVERIFY2(!profile, image);
        QVERIFY(profile.error().contains("local, opensandbox/code-interpreter"));
    }
    // A version that cannot be had is said, not ignored.
    const auto old = findProfile("python:2.3", {}, none);
    if (old)
        QVERIFY(old->remark.contains("Python 2.3 is not installed"));
}

void TestRuntimeParts::readsProcessStatus()
{
    const auto info = parseStat("12 (a) b\n) R 7 12 12 0 -1 4194304 1 2 3 4 10 20 30 40 20 0 5 0 100 1000 77 1 2 3");
    QVERIFY(info.has_value());
    QCOMPARE(info->name, "a) b\n");
    QCOMPARE(info->parent, 7);
    QCOMPARE(info->ticks, 100ULL);
    QCOMPARE(info->threads, 5ULL);
    QCOMPARE(info->residentPages, 77ULL);
    QVERIFY(!parseStat("garbage").has_value());
    const ProcessTable table = ProcessTable::read();
    QVERIFY(!table.tree(::getpid()).empty());
}

// pains 123, 124
void TestRuntimeParts::explainsWhyThereIsNoSandbox()
{
    const auto explain = [](const char *said, const HostFacts &facts) {
        Probe probe;
        explainFailure(probe, said, facts);
        return probe;
    };
    const char *denied = "bwrap: setting up uid map: Permission denied\n";
    QCOMPARE(explain(denied, { .appArmorRestricts = true }).code, "USER_NAMESPACES_RESTRICTED");
    QVERIFY(explain(denied, { .appArmorRestricts = true }).hint.contains("apparmor"));
    QCOMPARE(explain("bwrap: No permissions to create a new namespace", { .userNamespacesOff = true }).code, "USER_NAMESPACES_DISABLED");
    QCOMPARE(explain("bwrap: Creating new namespace failed: Operation not permitted", { .inContainer = true }).code, "NAMESPACES_REFUSED");
    QCOMPARE(explain("anything", { .inChroot = true }).code, "CHROOT");
    const Probe other = explain("bwrap: Unknown option --size", {});
    QCOMPARE(other.code, "SANDBOX_TEST_FAILED");
    QVERIFY(other.message.contains("Unknown option --size"));
}

void TestRuntimeParts::removesHostileFolders()
{
    QTemporaryDir place;
    QFile outside(place.filePath(u"outside"_s));
    QVERIFY(outside.open(QIODevice::WriteOnly));
    outside.close();
    const QString root = place.filePath(u"root"_s);
    QVERIFY(QDir().mkpath(root + u"/locked/inner"_s));
    QFile::link(outside.fileName(), root + u"/locked/link"_s);
    QFile::link(place.path(), root + u"/folderlink"_s);
    // Deeper than a path may be long, and than folders are held open.
    const std::string path = root.toStdString();
    ::mkdir((path + "/deep").c_str(), 0700);
    int folder = ::open((path + "/deep").c_str(), O_RDONLY | O_DIRECTORY);
    const std::string name(100, 'd');
    for (int i = 0; i < 150; ++i) {
        ::mkdirat(folder, name.c_str(), 0700);
        const int next = ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY);
        ::close(folder);
        folder = next;
    }
    ::close(folder);
    ::chmod((path + "/locked/inner").c_str(), 0);
    ::chmod((path + "/locked").c_str(), 0);
    QVERIFY(removeTree(root.toStdString()));
    QVERIFY(!QFile::exists(root));
    QVERIFY(outside.exists());
    QVERIFY(removeTree(root.toStdString()));
}

// The files as Linux 6.12 and 5.10 write them.
void TestRuntimeParts::countsWhatTheKernelEnded()
{
    QCOMPARE(outOfMemoryKillsIn("low 0\nhigh 0\nmax 318\noom 2\noom_kill 3\noom_group_kill 0\n"), 3U);
    QCOMPARE(outOfMemoryKillsIn("low 0\nhigh 0\nmax 318\noom 2\noom_kill 0\n"), 0U);
    QCOMPARE(outOfMemoryKillsIn("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n"), 2U);
    // Older than the count, or not there at all.
    for (const char *text : { "oom_kill_disable 0\nunder_oom 1\n", "", "oom_kill", "oom_kill x\n", "\n\n 1 2 3" })
        QCOMPARE(outOfMemoryKillsIn(text), 0U);
}

void TestRuntimeParts::keepsSecretsAndNulOutOfArguments()
{
    SandboxPlan plan;
    plan.mode.bwrap = "/usr/bin/bwrap";
    plan.home = plan.temporary = plan.workspace = plan.control = plan.settings = "/nowhere";
    plan.environment = { { "TOKEN", "secret" } };
    plan.command = { "true" };
    for (const std::string &word : bwrapCommand(plan))
        QVERIFY(!word.contains("secret"));
    QVERIFY(bwrapArguments(plan).has_value());
    plan.environment = { { "A", std::string("x\0y", 3) } };
    QVERIFY(!bwrapArguments(plan).has_value());
}

void TestRuntimeParts::copiesSettingsWithoutSecrets()
{
    QTemporaryDir folder;
    const std::string source = folder.filePath(u"source"_s).toStdString();
    const auto write = [&](const std::string &name, const QByteArray &text, QFile::Permissions permissions) {
        const QString path = QString::fromStdString(source + '/' + name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        QVERIFY(file.setPermissions(permissions));
    };
    const QFile::Permissions everybody = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
    write("services", "one", everybody);
    write("shadow", "secret", everybody);
    write("npmrc", "token", QFile::ReadOwner | QFile::WriteOwner);
    write("fonts/conf.d/10.conf", "font", everybody);
    write("ssl/private/key", "secret", everybody);
    write("elsewhere", "time", everybody);
    QVERIFY(::symlink("elsewhere", (source + "/timezone").c_str()) == 0);
    QVERIFY(::symlink("/usr/lib/os-release", (source + "/os-release").c_str()) == 0);
    QVERIFY(::symlink("nowhere", (source + "/rpc").c_str()) == 0);

    const mode_t mask = ::umask(077);
    SharedSettings settings(folder.filePath(u"copies"_s).toStdString(), source);
    const auto first = settings.current();
    ::umask(mask);
    QVERIFY2(first.has_value(), first ? "" : first.error().c_str());
    const auto content = [](const std::string &path) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    };
    QCOMPARE(content(*first + "/services"), "one");
    QCOMPARE(content(*first + "/timezone"), "time");
    QVERIFY(!QFileInfo(QString::fromStdString(*first + "/timezone")).isSymLink());
    QVERIFY(QFileInfo(QString::fromStdString(*first + "/os-release")).isSymLink());
    QCOMPARE(content(*first + "/fonts/conf.d/10.conf"), "font");
    for (const char *name : { "/shadow", "/npmrc", "/ssl/private/key", "/rpc", "/elsewhere" })
        QCOMPARE(content(*first + name), "(none)");
    QVERIFY(content(*first + "/passwd").contains("sandbox:x:1000:"));
    // The user of a sandbox may be another one.
    for (const char *name : { "", "/fonts/conf.d", "/fonts/conf.d/10.conf", "/passwd" })
        QVERIFY(QFileInfo(QString::fromStdString(*first + name)).permission(QFile::ReadOther));

    QCOMPARE(settings.current().value(), *first);
    write("fonts/conf.d/20.conf", "more", everybody);
    const auto second = settings.current();
    QVERIFY(second.has_value() && *second != *first);
    QCOMPARE(content(*second + "/fonts/conf.d/20.conf"), "more");
    QCOMPARE(content(*first + "/fonts/conf.d/10.conf"), "font");
    QFile::remove(QString::fromStdString(source + "/services"));
    QVERIFY(*settings.current() != *second);
    QCOMPARE(content(*settings.current() + "/services"), "(none)");
    // A file that a link leads to.
    const auto third = settings.current();
    write("elsewhere", "later", everybody);
    QVERIFY(*settings.current() != *third);
    QCOMPARE(content(*settings.current() + "/timezone"), "later");
}

void TestRuntimeParts::makesSocketsInOtherNetworksOnly()
{
    QVERIFY(!InnerNetwork());
    QVERIFY(!InnerNetwork().takeSocket());
    // A port of this machine is never taken for one of a sandbox.
    InnerNetwork own = InnerNetwork::of(::getpid());
    QVERIFY(!own && !own.takeSocket());
    QVERIFY(!InnerNetwork::of(0));

    QProcess other;
    other.start(u"bwrap"_s, { u"--unshare-user"_s, u"--unshare-net"_s, u"--die-with-parent"_s, u"--ro-bind"_s, u"/"_s, u"/"_s, u"sh"_s, u"-c"_s, u"echo $$; exec sleep 60"_s });
    QVERIFY2(other.waitForReadyRead(20000), other.readAllStandardError().constData());
    InnerNetwork inner = InnerNetwork::of(other.readAllStandardOutput().trimmed().toInt());
    QVERIFY(inner);
    QTcpServer here;
    QVERIFY(here.listen(QHostAddress::LocalHost));
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(here.serverPort());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::vector<Descriptor> kept;
    for (int i = 0; i < 20; ++i) {
        Descriptor socket = inner.takeSocket();
        QVERIFY2(socket, QByteArray::number(i).constData());
        QCOMPARE(::fcntl(socket.get(), F_GETFD), FD_CLOEXEC);
        QVERIFY(::fcntl(socket.get(), F_GETFL) & O_NONBLOCK);
        int type = 0;
        socklen_t size = sizeof type;
        QCOMPARE(::getsockopt(socket.get(), SOL_SOCKET, SO_TYPE, &type, &size), 0);
        QCOMPARE(type, int(SOCK_STREAM));
        QCOMPARE(::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), -1);
        QVERIFY(errno == EINPROGRESS || errno == ECONNREFUSED);
        int refused = errno;
        pollfd answered { .fd = socket.get(), .events = POLLOUT, .revents = 0 };
        QCOMPARE(::poll(&answered, 1, 20000), 1);
        size = sizeof refused;
        if (refused == EINPROGRESS)
            QCOMPARE(::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &refused, &size), 0);
        QCOMPARE(refused, ECONNREFUSED);
        kept.push_back(std::move(socket));
    }
    QVERIFY(!here.waitForNewConnection(100));
    other.kill();
    QVERIFY(other.waitForFinished(20000));
    // Its network outlives it as long as somebody may ask for it.
    QVERIFY(inner.takeSocket());
}

QTEST_GUILESS_MAIN(TestRuntimeParts)
#include "tst_runtimeparts.moc"
