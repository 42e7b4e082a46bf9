// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording.h"
#include "sdktest.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTimeZone>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/**
 * Every folder of the recordings is replayed: runs by tst_sdk_replay, runs in bash sessions by tst_sdk_sessions,
 * terminals by tst_sdk_pty, and everything else here. What a call gives is compared with what the recorded body
 * says, which is read by plain means.
 */
namespace {

/// What a call gave, and what it should give.
struct Told
{
    std::optional<Error> error;
    QJsonValue ours;
    QJsonValue theirs;
    bool missingIsFine = false; ///< What is to be removed and is not there counts as removed.

    /// The value as `describe` puts it.
    template <typename T, typename Describe>
    void take(const Result<T> &result, Describe describe, const QJsonValue &expected)
    {
        if (result) {
            ours = describe(*result);
            theirs = expected;
        } else {
            error = result.error();
        }
    }
    template <typename T>
    void take(const Result<T> &result)
    {
        if (!result)
            error = result.error();
    }
};

QString seconds(const std::optional<QDateTime> &moment)
{
    return moment ? moment->toUTC().toString(u"yyyy-MM-ddTHH:mm:ss"_s) : QString();
}

/// Recorded moments are UTC; fractions are as long as the server likes.
QString seconds(const QJsonValue &moment)
{
    return moment.toString().left(19);
}

QJsonObject ours(const SandboxInfo &info)
{
    QJsonObject metadata;
    for (auto entry = info.metadata.begin(); entry != info.metadata.end(); ++entry)
        metadata.insert(entry.key(), entry.value());
    return { { u"id"_s, info.id }, { u"state"_s, info.state.name }, { u"reason"_s, info.state.reason }, { u"image"_s, info.image }, { u"snapshot"_s, info.snapshotId },
        { u"entrypoint"_s, QJsonArray::fromStringList(info.entrypoint) }, { u"metadata"_s, metadata }, { u"created"_s, seconds(info.createdAt) }, { u"expires"_s, seconds(info.expiresAt) } };
}

QJsonObject theirSandbox(const QJsonObject &body)
{
    const QJsonObject status = body.value("status"_L1).toObject();
    return { { u"id"_s, body.value("id"_L1).toString() }, { u"state"_s, status.value("state"_L1).toString() }, { u"reason"_s, status.value("reason"_L1).toString() },
        { u"image"_s, body.value("image"_L1).toObject().value("uri"_L1).toString() }, { u"snapshot"_s, body.value("snapshotId"_L1).toString() },
        { u"entrypoint"_s, body.value("entrypoint"_L1).toArray() }, { u"metadata"_s, body.value("metadata"_L1).toObject() },
        { u"created"_s, seconds(body.value("createdAt"_L1)) }, { u"expires"_s, seconds(body.value("expiresAt"_L1)) } };
}

QJsonObject ours(const SnapshotInfo &info)
{
    return { { u"id"_s, info.id }, { u"sandbox"_s, info.sandboxId }, { u"name"_s, info.name }, { u"state"_s, info.stateName }, { u"created"_s, seconds(info.createdAt) } };
}

QJsonObject theirSnapshot(const QJsonObject &body)
{
    return { { u"id"_s, body.value("id"_L1).toString() }, { u"sandbox"_s, body.value("sandboxId"_L1).toString() }, { u"name"_s, body.value("name"_L1).toString() },
        { u"state"_s, body.value("status"_L1).toObject().value("state"_L1).toString() }, { u"created"_s, seconds(body.value("createdAt"_L1)) } };
}

/// Pages and lists.
template <typename Items, typename Describe>
QJsonArray each(const Items &items, Describe describe)
{
    QJsonArray array;
    for (const auto &item : items)
        array << describe(item);
    return array;
}

template <typename Page>
QJsonObject ours(const Page &page, int)
{
    return { { u"items"_s, each(page.items, [](const auto &item) { return ours(item); }) }, { u"page"_s, page.page }, { u"size"_s, page.pageSize },
        { u"total"_s, page.totalItems }, { u"pages"_s, page.totalPages }, { u"more"_s, page.hasNextPage } };
}

QJsonObject theirPage(const QJsonObject &body, QJsonObject (*describe)(const QJsonObject &))
{
    const QJsonObject pagination = body.value("pagination"_L1).toObject();
    return { { u"items"_s, each(body.value("items"_L1).toArray(), [&](const QJsonValue &item) { return describe(item.toObject()); }) }, { u"page"_s, pagination.value("page"_L1) },
        { u"size"_s, pagination.value("pageSize"_L1) }, { u"total"_s, pagination.value("totalItems"_L1) }, { u"pages"_s, pagination.value("totalPages"_L1) },
        { u"more"_s, pagination.value("hasNextPage"_L1) } };
}

QJsonObject ours(const FileInfo &info)
{
    static const QStringList types { u"file"_s, u"directory"_s, u"symlink"_s, u"other"_s };
    return { { u"path"_s, info.path }, { u"type"_s, types.at(int(info.type)) }, { u"size"_s, info.size }, { u"mode"_s, info.mode }, { u"owner"_s, info.owner },
        { u"group"_s, info.group }, { u"modified"_s, seconds(info.modifiedAt) }, { u"created"_s, seconds(info.createdAt) } };
}

QJsonObject theirFile(const QJsonObject &body)
{
    return { { u"path"_s, body.value("path"_L1) }, { u"type"_s, body.value("type"_L1) }, { u"size"_s, body.value("size"_L1).toInteger() }, { u"mode"_s, body.value("mode"_L1) },
        { u"owner"_s, body.value("owner"_L1) }, { u"group"_s, body.value("group"_L1) }, { u"modified"_s, seconds(body.value("modified_at"_L1)) },
        { u"created"_s, seconds(body.value("created_at"_L1)) } };
}

QJsonObject ours(const CodeContext &context)
{
    return { { u"id"_s, context.id }, { u"language"_s, context.language } };
}

QJsonObject theirContext(const QJsonObject &body)
{
    return { { u"id"_s, body.value("id"_L1).toString() }, { u"language"_s, body.value("language"_L1).toString() } };
}

QJsonObject ours(const Metrics &sample)
{
    return { { u"cpu_count"_s, sample.cpuCount }, { u"cpu_used_pct"_s, sample.cpuUsedPercent }, { u"mem_total_mib"_s, sample.memoryTotalMib },
        { u"mem_used_mib"_s, sample.memoryUsedMib }, { u"timestamp"_s, sample.timestampMs } };
}

QJsonObject ours(const CommandStatus &status)
{
    return { { u"id"_s, status.id }, { u"content"_s, status.content }, { u"running"_s, status.running }, { u"error"_s, status.error },
        { u"exit"_s, status.exitCode ? QJsonValue(*status.exitCode) : QJsonValue() }, { u"started"_s, seconds(status.startedAt) }, { u"finished"_s, seconds(status.finishedAt) } };
}

QJsonObject theirStatus(const QJsonObject &body)
{
    return { { u"id"_s, body.value("id"_L1) }, { u"content"_s, body.value("content"_L1).toString() }, { u"running"_s, body.value("running"_L1) },
        { u"error"_s, body.value("error"_L1).toString() }, { u"exit"_s, body.contains("exit_code"_L1) ? body.value("exit_code"_L1) : QJsonValue() },
        { u"started"_s, seconds(body.value("started_at"_L1)) }, { u"finished"_s, seconds(body.value("finished_at"_L1)) } };
}

/// Some answers are two objects in a row.
QJsonObject firstObject(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    return error.error == QJsonParseError::GarbageAtEnd ? json(text.first(error.offset)) : document.object();
}

QByteArray words(const QJsonValue &value)
{
    return QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
}

QString hash(const QByteArray &bytes)
{
    return QString::fromLatin1(QByteArray::number(bytes.size()) + ' ' + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

/// A path of the request that the SDK sends, too; else any.
QString pathOr(const QString &path)
{
    return path.startsWith(u'/') && !path.contains(u'$') && !path.contains(QChar::Null) ? path : u"/x"_s;
}

/// By the file service. Nothing: it has no such call.
std::optional<Told> askFiles(const Recording &recording, FaultServer &server)
{
    const auto files = AdapterFactory::standard()->files(configFor(server), { server.address(), {} });
    const QByteArray route = recording.route();
    const QByteArray method = recording.method();
    const QJsonDocument body = QJsonDocument::fromJson(recording.body());
    const QJsonObject object = body.object();
    const QUrlQuery query = recording.query();
    const QString path = pathOr(query.queryItemValue(u"path"_s, QUrl::FullyDecoded));
    const auto list = [](const QList<FileInfo> &infos) { return each(infos, [](const FileInfo &info) { return ours(info); }); };
    const QJsonArray theirs = each(body.array(), [](const QJsonValue &item) { return theirFile(item.toObject()); });
    Told told;
    if (route == "/directories/list") {
        told.take(wait(files->listTree(path, 2)), list, theirs);
    } else if (route == "/files/search") {
        told.take(wait(files->search(path, u"*"_s)), list, theirs);
    } else if (route == "/files/info") {
        QJsonObject expected;
        for (auto entry = object.begin(); entry != object.end(); ++entry)
            expected.insert(entry.key(), theirFile(entry.value().toObject()));
        told.take(wait(files->info({ path })), [](const QMap<QString, FileInfo> &infos) {
            QJsonObject all;
            for (auto entry = infos.begin(); entry != infos.end(); ++entry)
                all.insert(entry.key(), ours(entry.value()));
            return all;
        }, expected);
    } else if (route == "/files/mv") {
        told.take(wait(files->move({ { u"/a"_s, u"/b"_s } })));
    } else if (route == "/files/permissions") {
        told.take(wait(files->setPermissions({ { u"/a"_s, Permissions { 600, {}, {} } } })));
    } else if (route == "/files/replace") {
        const QString replaced = object.isEmpty() ? QString() : object.begin().key();
        const QString name = pathOr(replaced);
        const QJsonValue expected = name == replaced ? object.value(replaced).toObject().value("replacedCount"_L1) : QJsonValue(-1);
        told.take(wait(files->replaceContents({ { name, { u"a"_s, u"b"_s } } })), [&](const QMap<QString, int> &counts) { return QJsonValue(counts.value(name)); }, expected);
    } else if (route == "/files/upload") {
        server.on("GET", "/files/info", Reply::json(200, R"({"/a":{"path":"/a","type":"file","size":3,"mode":644}})"));
        told.take(wait(files->write(u"/a"_s, "abc")));
    } else if (route == "/files/download" && method == "GET") {
        const QByteArray bytes = recording.body();
        server.on("GET", "/files/info", Reply::json(200, R"({"/a":{"path":"/a","type":"file","size":)" + QByteArray::number(bytes.size()) + R"(,"mode":644}})"));
        told.take(wait(files->read(u"/a"_s)), [](const QByteArray &read) { return QJsonValue(hash(read)); }, hash(bytes));
    } else if (route == "/directories" && method == "POST") {
        told.take(wait(files->createDirectories({ u"/a"_s })));
    } else if (route == "/directories" && method == "DELETE") {
        told.take(wait(files->removeDirectories({ u"/a"_s })));
    } else if (route == "/files" && method == "DELETE") {
        told.take(wait(files->removeFiles({ u"/a"_s })));
    } else {
        return {};
    }
    return told;
}

/// By the services that run things.
std::optional<Told> askExecd(const Recording &recording, FaultServer &server)
{
    const auto factory = AdapterFactory::standard();
    const ConnectionConfig config = configFor(server);
    const Endpoint endpoint { server.address(), {} };
    const QByteArray route = recording.route();
    const QByteArray method = recording.method();
    const QJsonDocument document = QJsonDocument::fromJson(recording.body());
    const QJsonObject body = document.object();
    const QString id = recording.query().queryItemValue(u"id"_s).isEmpty() ? u"x"_s : recording.query().queryItemValue(u"id"_s);
    const auto commands = factory->commands(config, endpoint);
    const auto codes = factory->codes(config, endpoint);
    const auto context = [](const CodeContext &one) { return ours(one); };
    Told told;
    if (route == "/ping" && method == "GET") {
        told.take(wait(factory->health(config, endpoint)->ping()));
    } else if (route == "/code/context") {
        told.take(wait(codes->createContext(u"python"_s)), context, theirContext(body));
    } else if (route == "/code/contexts" && method == "GET") {
        told.take(wait(codes->listContexts(u"python"_s)), [&](const QList<CodeContext> &all) { return each(all, context); },
            each(document.array(), [](const QJsonValue &item) { return theirContext(item.toObject()); }));
    } else if (route == "/code/contexts") {
        told.take(wait(codes->deleteContexts(u"python"_s)));
    } else if (route.startsWith("/code/contexts/") && method == "GET") {
        told.take(wait(codes->getContext(u"x"_s)), context, theirContext(body));
    } else if (route.startsWith("/code/contexts/")) {
        told.take(wait(codes->deleteContext(u"x"_s)));
    } else if (route == "/code" && method == "DELETE") {
        told.take(wait(codes->interrupt(id)));
    } else if (route == "/command" && method == "DELETE") {
        told.take(wait(commands->interrupt(id)));
    } else if (route.startsWith("/command/status/")) {
        told.take(wait(commands->status(u"x"_s)), [](const CommandStatus &status) { return ours(status); }, theirStatus(body));
    } else if (route.startsWith("/command/") && route.endsWith("/logs")) {
        const qint64 cursor = recording.query().queryItemValue(u"cursor"_s).toLongLong();
        told.take(wait(commands->logs(u"x"_s, cursor)),
            [](const CommandLogs &logs) { return QJsonObject { { u"content"_s, hash(logs.content) }, { u"cursor"_s, logs.cursor } }; },
            QJsonObject { { u"content"_s, hash(recording.body()) }, { u"cursor"_s, recording.header("execd-commands-tail-cursor").toLongLong() } });
    } else if (route == "/session") {
        told.take(wait(commands->createSession()), [](const QString &session) { return QJsonValue(session); }, body.value("session_id"_L1));
    } else if (route.startsWith("/session/") && method == "DELETE") {
        told.missingIsFine = true;
        told.take(wait(commands->deleteSession(u"x"_s)));
    } else if (route == "/metrics") {
        told.take(wait(factory->metrics(config, endpoint)->get()), [](const Metrics &sample) { return ours(sample); }, body);
    } else if (route == "/metrics/watch") {
        QJsonArray samples;
        QJsonArray expected;
        for (const QByteArray &line : recording.body().split('\n')) {
            if (const QJsonObject sample = json(line); !sample.isEmpty())
                expected << sample;
        }
        const auto end = wait(factory->metrics(config, endpoint)->watch([&](const Metrics &sample) { samples << ours(sample); }));
        told.ours = samples;
        told.theirs = expected;
        if (end || end.error().kind != Error::Kind::Network) // Whoever recorded it hung up.
            told.ours = u"an orderly end"_s;
    } else if (route == "/pty") {
        const auto pty = factory->pty(config, endpoint);
        told.take(wait(pty->create()), [](const QString &session) { return QJsonValue(session); }, body.value("session_id"_L1));
    } else if (route.startsWith("/pty/") && method == "GET") {
        const auto pty = factory->pty(config, endpoint);
        told.take(wait(pty->status(u"x"_s)),
            [](const PtyStatus &status) { return QJsonObject { { u"session_id"_s, status.id }, { u"running"_s, status.running }, { u"output_offset"_s, status.outputOffset } }; }, body);
    } else if (route.startsWith("/pty/") && method == "DELETE") {
        const auto pty = factory->pty(config, endpoint);
        told.missingIsFine = true;
        told.take(wait(pty->remove(u"x"_s)));
    } else {
        return askFiles(recording, server);
    }
    return told;
}

std::optional<Told> askLifecycle(const Recording &recording, FaultServer &server)
{
    SandboxManager manager(configFor(server));
    const QByteArray route = recording.route();
    const QByteArray method = recording.method();
    const QJsonObject body = json(recording.body());
    const QUrlQuery query = recording.query();
    const auto sandbox = [](const SandboxInfo &info) { return ours(info); };
    const auto snapshot = [](const SnapshotInfo &info) { return ours(info); };
    const auto text = [](const QString &plain) { return QJsonValue(plain); };
    const QByteArray last = route.split('/').last();
    Told told;
    if (route == "/health") {
        told.take(wait(manager.health()));
    } else if (route == "/sandboxes" && method == "POST") {
        CreateOptions options;
        options.image = u"img"_s;
        told.take(wait(manager.create(options)), sandbox, theirSandbox(body));
    } else if (route == "/sandboxes" && method == "GET") {
        told.take(wait(manager.list()), [](const SandboxPage &page) { return ours(page, 0); }, theirPage(body, &theirSandbox));
    } else if (route.startsWith("/sandboxes/") && route.contains("/diagnostics/")) {
        const auto service = manager.diagnostics(u"x"_s);
        const QString all = QString::fromUtf8(recording.body());
        const QString scope = query.queryItemValue(u"scope"_s);
        const bool scoped = !scope.isEmpty() && (last == "logs" || last == "events");
        if (scoped)
            told.take(last == "logs" ? wait(service->logs(scope)) : wait(service->events(scope)), [](const DiagnosticContent &) { return QJsonValue(); }, u"nobody can tell"_s);
        else if (last == "logs")
            told.take(wait(service->plainLogs()), text, all);
        else if (last == "events")
            told.take(wait(service->plainEvents()), text, all);
        else
            told.take(last == "inspect" ? wait(service->inspect()) : wait(service->summary()), text, all);
    } else if (route.startsWith("/sandboxes/") && route.contains("/endpoints/")) {
        const auto found = [](const Endpoint &endpoint) {
            QJsonObject headers;
            for (auto header = endpoint.headers.begin(); header != endpoint.headers.end(); ++header)
                headers.insert(QString::fromLatin1(header.key()), QString::fromLatin1(header.value()));
            return QJsonObject { { u"endpoint"_s, endpoint.endpoint }, { u"headers"_s, headers } };
        };
        const QJsonObject expected { { u"endpoint"_s, body.value("endpoint"_L1) }, { u"headers"_s, body.value("headers"_L1).toObject() } };
        if (query.hasQueryItem(u"expires"_s))
            told.take(wait(manager.signedEndpoint(u"x"_s, 80, QDateTime::currentDateTimeUtc())), found, expected);
        else
            told.take(wait(manager.endpoint(u"x"_s, 80)), found, expected);
    } else if (route.endsWith("/pause")) {
        told.take(wait(manager.pause(u"x"_s)));
    } else if (route.endsWith("/resume")) {
        told.take(wait(manager.resume(u"x"_s)));
    } else if (route.endsWith("/metadata")) {
        told.take(wait(manager.patchMetadata(u"x"_s, { { u"a"_s, u"b"_s } })), sandbox, theirSandbox(body));
    } else if (route.endsWith("/renew-expiration")) {
        told.take(wait(manager.renewUntil(u"x"_s, QDateTime::currentDateTimeUtc())), [](const QDateTime &expiry) { return QJsonValue(seconds(std::optional(expiry))); },
            seconds(body.value("expiresAt"_L1)));
    } else if (route.startsWith("/sandboxes/") && route.endsWith("/snapshots")) {
        told.take(wait(manager.createSnapshot(u"x"_s)), snapshot, theirSnapshot(body));
    } else if (route.startsWith("/sandboxes/") && route.count('/') == 2 && method == "GET") {
        told.take(wait(manager.get(u"x"_s)), sandbox, theirSandbox(body));
    } else if (route.startsWith("/sandboxes/") && route.count('/') == 2 && method == "DELETE") {
        told.missingIsFine = true;
        told.take(wait(manager.kill(u"x"_s)));
    } else if (route == "/snapshots") {
        told.take(wait(manager.listSnapshots()), [](const SnapshotPage &page) { return ours(page, 0); }, theirPage(body, &theirSnapshot));
    } else if (route.startsWith("/snapshots/") && method == "GET") {
        told.take(wait(manager.getSnapshot(u"x"_s)), snapshot, theirSnapshot(body));
    } else if (route.startsWith("/snapshots/")) {
        told.missingIsFine = true;
        told.take(wait(manager.deleteSnapshot(u"x"_s)));
    } else if (route == "/pools" && method == "GET") {
        told.take(wait(manager.listPools()));
    } else if (route == "/pools") {
        told.take(wait(manager.createPool(u"x"_s, {}, {})));
    } else if (route.startsWith("/pools/") && method == "GET") {
        told.take(wait(manager.getPool(u"x"_s)));
    } else if (route.startsWith("/pools/")) {
        told.missingIsFine = true;
        told.take(wait(manager.deletePool(u"x"_s)));
    } else {
        return {};
    }
    return told;
}

std::optional<Told> ask(const Recording &recording, FaultServer &server)
{
    const QByteArray route = recording.route();
    const bool lifecycle = route.startsWith("/sandboxes") || route.startsWith("/snapshots") || route.startsWith("/pools") || route == "/health";
    return lifecycle ? askLifecycle(recording, server) : askExecd(recording, server);
}

/// Replayed elsewhere.
bool isElsewhere(const Recording &recording)
{
    return recording.isRun() || recording.isTerminal();
}

} // namespace

class SdkRecordingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCall_data()
    {
        QTest::addColumn<Recording>("recording");
        for (const Recording &recording : Recording::all()) {
            if (!isElsewhere(recording))
                QTest::newRow(qPrintable(recording.name)) << recording;
        }
    }

    void everyCall()
    {
        QFETCH(Recording, recording);
        const Reply whole = recording.reply();
        QList<Reply> ways { whole, whole.inPieces(recording.response.size() > 200'000 ? 30'000 : 0) };
        if (recording.response.size() < 2500) // Longer bodies go byte by byte through their decoders alone.
            ways << whole.inPieces(1);
        for (const Reply &way : std::as_const(ways)) {
            FaultServer server;
            server.on("*", "*", way);
            const auto asked = ask(recording, server);
            if (!asked) { // No call of ours is answered like this: see callsThatAreNotOurs().
                QVERIFY(notOurs().contains(recording.name));
                return;
            }
            const Told told = *asked;
            const int status = recording.status();
            // Samples end with whoever recorded them.
            const bool broken = !recording.isComplete() && recording.route() != "/metrics/watch";
            const bool wrong = (status >= 300 || broken) && !(told.missingIsFine && status == 404);
            QVERIFY2(told.error.has_value() == wrong, told.error ? toString(*told.error).toUtf8() : QByteArray("a value came"));
            if (!told.error) {
                QCOMPARE(words(told.ours), words(told.theirs));
                continue;
            }
            QVERIFY(!told.error->message.isEmpty());
            if (status < 300) { // No answer, or half of one.
                QVERIFY2(told.error->kind == Error::Kind::Network || told.error->kind == Error::Kind::InvalidArgument, toString(*told.error).toUtf8());
                continue;
            }
            QCOMPARE(told.error->httpStatus, status);
            QCOMPARE(told.error->requestId, QString::fromLatin1(recording.header("x-request-id")));
            const QString code = firstObject(recording.body()).value("code"_L1).toString();
            QVERIFY2(told.error->code == code || (code.isEmpty() && told.error->code == "NOT_SUPPORTED"_L1), told.error->code.toUtf8());
        }
    }

    // What no call of the SDK asks for. Their answers are plain HTTP that other tests have.
    void callsThatAreNotOurs()
    {
        QStringList left;
        for (const Recording &recording : Recording::all()) {
            if (isElsewhere(recording))
                continue;
            FaultServer server;
            server.on("*", "*", Reply::empty(500));
            if (!ask(recording, server))
                left << recording.name;
        }
        QStringList known = notOurs();
        left.sort();
        known.sort();
        QCOMPARE(left, known);
    }

    void nothingIsLeftOut()
    {
        const QList<Recording> all = Recording::all();
        QCOMPARE(all.size(), 1059);
        int runs = 0;
        int terminals = 0;
        for (const Recording &recording : all) {
            QVERIFY2(!recording.request.isEmpty(), qPrintable(recording.name));
            runs += recording.isRun();
            terminals += recording.isTerminal();
        }
        QVERIFY2(runs > 430 && terminals > 40, QByteArray::number(runs) + ' ' + QByteArray::number(terminals));
        // Long bodies are kept as their ends; what is put between them is what was there.
        for (const QString &name : { u"execd-code/024-line-2mb"_s, u"execd-command/19-line-2mb"_s }) {
            const Recording recording = Recording::load(name);
            QCOMPARE(QString::fromLatin1(QCryptographicHash::hash(recording.response, QCryptographicHash::Sha256).toHex()),
                recording.meta.value("response_folded"_L1).toObject().value("sha256"_L1).toString());
        }
    }

private:
    static QStringList notOurs()
    {
        return { u"execd-files/102-download-head"_s, u"execd-health/03-head-ping"_s, u"execd-health/04-unknown-route"_s, u"execd-health/05-wrong-method"_s,
            u"execd-health/06-trailing-slash"_s, u"execd-health/07-double-slash"_s, u"execd-session/44-get-not-allowed"_s, u"execd-session-proxy/45-get-not-allowed"_s,
            u"lifecycle/142-proxy-404"_s, u"lifecycle/143-proxy-port-nothing"_s, u"lifecycle/145-proxy-bad-port"_s, u"lifecycle/146-direct-proxy-port-nothing"_s,
            u"lifecycle/147-direct-9999"_s, u"lifecycle/201-method-not-allowed"_s, u"lifecycle/202-unknown-route"_s, u"lifecycle/203-cors-preflight"_s };
    }
};

QTEST_GUILESS_MAIN(SdkRecordingsTest)
#include "tst_sdk_recordings.moc"
