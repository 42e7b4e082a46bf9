// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Every blocking call sends what the asynchronous one sends, and brings back its error.
#include "routearguments.h"
#include "serverthread.h"

#include <opensandbox/sandboxsync.h>

#include <QFile>
#include <QTemporaryDir>

using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The blocking objects of one sandbox.
struct Objects
{
    SandboxManagerSync &manager;
    SandboxSync &box;
    CodesSync &codes;
    DiagnosticsSync diagnostics;
    QTemporaryDir folder;

    FilesSync &files() { return box.files(); }
    QString file() const { return folder.filePath(u"f"_s); }
    std::shared_ptr<QIODevice> device() const
    {
        auto opened = std::make_shared<QFile>(file());
        return opened->open(QIODevice::ReadOnly) ? opened : nullptr;
    }
};

struct Call
{
    QByteArray name; ///< In tests/data/requests.txt.
    std::function<std::optional<Error>(Objects &)> call;
};

QList<Call> calls()
{
#define CALL(expression) [](Objects &s) { return errorOf(s.expression); } // NOLINT(bugprone-macro-parentheses)
    return {
        { "health", CALL(manager.health()) },
        { "create", CALL(manager.create(anyImage())) },
        { "list", CALL(manager.list()) },
        { "list all", CALL(manager.listAll()) },
        { "get", CALL(manager.get(u"box"_s)) },
        { "get", CALL(box.info()) },
        { "kill", CALL(manager.kill(u"box"_s)) },
        { "kill", CALL(box.kill()) },
        { "metadata", CALL(manager.patchMetadata(u"box"_s, { { u"a"_s, u"b"_s }, { u"gone"_s, std::nullopt } })) },
        { "metadata", CALL(box.patchMetadata({ { u"a"_s, u"b"_s }, { u"gone"_s, std::nullopt } })) },
        { "pause", CALL(manager.pause(u"box"_s)) },
        { "pause", CALL(box.pause()) },
        { "resume", CALL(manager.resume(u"box"_s)) },
        { "resume", CALL(box.resume()) },
        { "renew", CALL(manager.renewUntil(u"box"_s, moment())) },
        { "endpoint", CALL(manager.endpoint(u"box"_s, 80)) },
        { "endpoint", CALL(box.endpoint(80)) },
        { "endpoint", CALL(box.endpointUrl(80)) },
        { "signed endpoint", CALL(manager.signedEndpoint(u"box"_s, 80, moment())) },
        { "signed endpoint", CALL(box.signedEndpoint(80, moment())) },
        { "snapshot", CALL(manager.createSnapshot(u"box"_s, u"before"_s)) },
        { "snapshot without a name", CALL(box.createSnapshot()) },
        { "snapshots", CALL(manager.listSnapshots()) },
        { "snapshots", CALL(manager.listAllSnapshots()) },
        { "get snapshot", CALL(manager.getSnapshot(u"s"_s)) },
        { "get snapshot", CALL(manager.waitForSnapshot(u"s"_s, 1s, 10ms)) },
        { "get", CALL(manager.waitForState(u"box"_s, SandboxState::Kind::Running, 1s, 10ms)) },
        { "delete snapshot", CALL(manager.deleteSnapshot(u"s"_s)) },
        { "logs", CALL(diagnostics.plainLogs()) },
        { "logs", CALL(box.diagnostics().plainLogs()) },
        { "plain events", CALL(diagnostics.plainEvents()) },
        { "scoped logs", CALL(diagnostics.logs(u"container"_s)) },
        { "scoped events", CALL(diagnostics.events(u"runtime"_s)) },
        { "inspect", CALL(diagnostics.inspect()) },
        { "summary", CALL(diagnostics.summary()) },
        { "pools", CALL(manager.listPools()) },
        { "new pool", CALL(manager.createPool(u"p"_s, { { u"spec"_s, 1 } }, { 1, 2, 3, 4 })) },
        { "pool", CALL(manager.getPool(u"p"_s)) },
        { "resize pool", CALL(manager.resizePool(u"p"_s, { 1, 2, 3, 4 })) },
        { "delete pool", CALL(manager.deletePool(u"p"_s)) },
        { "ping", CALL(box.health().ping()) },
        { "command", CALL(box.commands().run(u"x"_s)) },
        { "command status", CALL(box.commands().status(u"c"_s)) },
        { "command logs", CALL(box.commands().logs(u"c"_s)) },
        { "command status", CALL(box.commands().follow(u"c"_s, [](const QByteArray &, qint64) {})) },
        { "stop command", CALL(box.commands().interrupt(u"c"_s)) },
        { "session", CALL(box.commands().createSession()) },
        { "session run", CALL(box.commands().runInSession(u"s"_s, u"x"_s)) },
        { "end session", CALL(box.commands().deleteSession(u"s"_s)) },
        { "code", CALL(codes.run(u"x"_s, u"python"_s)) },
        { "interrupt", CALL(codes.interrupt(u"c"_s)) },
        { "context", CALL(codes.createContext(u"python"_s)) },
        { "context in a folder", CALL(codes.createContext(u"python"_s, u"/work"_s)) },
        { "contexts", CALL(codes.listContexts()) },
        { "get context", CALL(codes.getContext(u"c"_s)) },
        { "delete context", CALL(codes.deleteContext(u"c"_s)) },
        { "delete contexts", CALL(codes.deleteContexts(u"python"_s)) },
        { "restart", CALL(codes.restartContext(u"c"_s)) },
        { "complete", CALL(codes.complete(u"c"_s, u"x"_s, 1)) },
        { "look up", CALL(codes.inspect(u"c"_s, u"x"_s, 1)) },
        { "variables", CALL(codes.variables(u"c"_s)) },
        { "variable", CALL(codes.variablePage(u"c"_s, u"v"_s)) },
        { "late output", CALL(codes.lateOutput(u"c"_s)) },
        { "input", CALL(codes.sendInput(u"c"_s, u"x"_s)) },
        { "info", CALL(files().info({ u"/f"_s })) },
        { "remove", CALL(files().removeFiles({ u"/f"_s })) },
        { "remove folders", CALL(files().removeDirectories({ u"/f"_s })) },
        { "permissions", CALL(files().setPermissions({ { u"/f"_s, {} } })) },
        { "move", CALL(files().move({ { u"/a"_s, u"/b"_s } })) },
        { "search", CALL(files().search(u"/"_s, u"*"_s)) },
        { "replace", CALL(files().replaceContents({ { u"/f"_s, { u"a"_s, u"b"_s } } })) },
        { "write", CALL(files().write(u"/f"_s, "abc")) },
        { "write", CALL(files().writeText(u"/f"_s, u"abc"_s)) },
        { "upload", CALL(files().upload(s.file(), u"/f"_s)) },
        { "upload from a device", CALL(files().uploadFrom(s.device(), u"/f"_s)) },
        { "read", CALL(files().read(u"/f"_s)) },
        { "read", CALL(files().readText(u"/f"_s)) },
        { "download", CALL(files().download(u"/f"_s, s.folder.filePath(u"down"_s))) },
        { "download again", CALL(files().downloadResumable(u"/f"_s, s.folder.filePath(u"down"_s))) },
        { "stream", CALL(files().readStream(u"/f"_s, [](const QByteArray &) { return true; })) },
        { "verify", CALL(files().verify(s.file(), u"/f"_s)) },
        { "folder", CALL(files().list(u"/"_s)) },
        { "folder", CALL(files().listTree(u"/"_s, 1)) },
        { "new folder", CALL(files().createDirectories({ u"/d"_s })) },
        { "new folders", CALL(files().createDirectoriesWith({ { u"/d"_s, { 700, u"ada"_s, {} } }, { u"/e"_s, {} } })) },
        { "metrics", CALL(box.metrics().get()) },
        { "watch", CALL(box.metrics().watch({})) },
        { "terminal", CALL(box.pty().create()) },
        { "terminal status", CALL(box.pty().status(u"p"_s)) },
        { "end terminal", CALL(box.pty().remove(u"p"_s)) },
        { "policy", CALL(box.egress().get()) },
        { "rules", CALL(box.egress().patch({ { u"allow"_s, u"*.example.com"_s } })) },
        { "rules away", CALL(box.egress().remove({ u"*.example.com"_s })) },
        { "another policy", CALL(box.egress().replace({ u"allow"_s, { { u"deny"_s, u"10.0.0.0/8"_s } } })) },
        { "no policy", CALL(box.egress().reset()) },
        { "guard", CALL(box.egress().health()) },
        { "vault", CALL(box.credentialVault().create({ { u"c"_s, u"hidden-value"_s } }, { { u"b"_s, { { u"api.example.com"_s }, {}, {}, {}, {} }, CredentialAuth::bearer(u"c"_s) } })) },
        { "get vault", CALL(box.credentialVault().get()) },
        { "change vault", CALL(box.credentialVault().patch(vaultChange())) },
        { "end vault", CALL(box.credentialVault().remove()) },
        { "credentials", CALL(box.credentialVault().credentials()) },
        { "credential", CALL(box.credentialVault().credential(u"c"_s)) },
        { "bindings", CALL(box.credentialVault().bindings()) },
        { "binding", CALL(box.credentialVault().binding(u"b"_s)) },
    };
#undef CALL
}

/// By name, without "(guard)".
QMap<QByteArray, QByteArray> written()
{
    QMap<QByteArray, QByteArray> requests;
    QFile golden(QStringLiteral(WB_TEST_DATA "/requests.txt"));
    if (!golden.open(QIODevice::ReadOnly))
        return requests;
    QByteArray name;
    while (!golden.atEnd()) {
        const QByteArray line = golden.readLine();
        if (line.startsWith(' '))
            requests[name] += line;
        else
            name = line.trimmed().replace(" (guard)", "");
    }
    return requests;
}

} // namespace

class SdkSyncRoutesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBlockingCallIsTheAsynchronousOne()
    {
        ServerThread peer;
        const auto prepare = [&] {
            peer.with([&] {
                peer.server().on("*", "*", Reply::json(500, R"({"code":"BROKEN","message":"no"})"));
                const QByteArray endpoint = R"({"endpoint":")" + peer.address().toUtf8() + R"("})";
                peer.server().on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, endpoint));
                peer.server().on("GET", "/v1/sandboxes/box/endpoints/18080", Reply::json(200, endpoint));
            });
        };
        prepare();
        ConnectionConfig config;
        config.domain = peer.address();
        config.apiKey = u"top-secret-key"_s;
        ConnectOptions how;
        how.skipHealthCheck = true;
        auto sandbox = SandboxSync::connect(config, u"box"_s, how);
        QVERIFY2(sandbox, why(sandbox));
        auto interpreter = CodeInterpreterSync::create(*sandbox);
        QVERIFY2(interpreter, why(interpreter));
        SandboxManagerSync manager(config);
        Objects objects { manager, **sandbox, (*interpreter)->codes(), manager.diagnostics(u"box"_s), {} };
        QFile file(objects.file());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("abc") == 3);
        file.close();
        const QMap<QByteArray, QByteArray> expected = written();
        QVERIFY(expected.size() > 80);
        QSet<QByteArray> called;
        for (const Call &one : calls()) {
            called << one.name;
            peer.with([&] {
                peer.server().forget();
                if (expected.value(one.name).contains("/files/download"))
                    peer.server().on("GET", "/files/info", Reply::json(200, R"({"/f":{"path":"/f","type":"file","size":3,"mode":644}})"));
                else
                    peer.server().on("GET", "/files/info", Reply::json(500, R"({"code":"BROKEN","message":"no"})"));
            });
            const std::optional<Error> error = one.call(objects);
            QVERIFY2(error, one.name);
            // Who waits for a state looks again until the time is over.
            QVERIFY2(error->httpStatus == 500 || error->kind == Error::Kind::NotReady, one.name + ": " + toString(*error).toUtf8());
            QList<QByteArray> sent;
            peer.with([&] {
                for (const Received &request : peer.server().received())
                    sent << asWritten(request);
            });
            QVERIFY2(expected.contains(one.name), one.name);
            QVERIFY2(sent.contains(expected.value(one.name)), one.name + ":\n" + sent.join('\n'));
        }
        // And every written request has a blocking call.
        for (const QByteArray &name : expected.keys())
            QVERIFY2(called.contains(name), name);
    }

    void nothingToCallIsRefused()
    {
        ServerThread peer;
        peer.with([&] { serveSandbox(peer.server()); });
        ConnectionConfig config;
        config.domain = peer.address();
        auto sandbox = SandboxSync::connect(config, u"box"_s);
        QVERIFY2(sandbox, why(sandbox));
        const auto read = (*sandbox)->files().readStream(u"/f"_s, {});
        QVERIFY(!read && read.error().kind == Error::Kind::InvalidArgument);
        const auto healthy = (*sandbox)->isHealthy();
        QVERIFY(healthy && *healthy);
        QVERIFY((*sandbox)->waitUntilReady(5s));
    }
};

QTEST_GUILESS_MAIN(SdkSyncRoutesTest)
#include "tst_sdk_syncroutes.moc"
