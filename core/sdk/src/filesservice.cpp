// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "filesservice.h"

#include "errorbody.h"
#include "json.h"
#include "landing.h"
#include "liveness.h"
#include "retry.h"
#include "transfer.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 ChunkSize = 256 << 10;
constexpr qint64 TurnTime = 4; ///< Milliseconds of work before the event loop gets its turn.
constexpr qint64 AbsurdLength = qint64(1) << 60; ///< What execd announces for a folder.

std::optional<Error> pathProblem(const QStringList &paths)
{
    for (const QString &path : paths) {
        if (auto problem = OpenSandbox::pathProblem(path))
            return problem;
    }
    return {};
}

} // namespace

Error localError(const QString &what, const QString &path, const QString &reason)
{
    return { Error::Kind::LocalFile, 0, {}, u"%1 %2: %3"_s.arg(what, path, reason), {} };
}

QByteArray pathsQuery(const QStringList &paths)
{
    Query query;
    for (const QString &path : paths)
        query.add("path", path);
    return query.bytes();
}

QByteArray uploadBoundary()
{
    quint32 random[4];
    QRandomGenerator::system()->fillRange(random);
    return "opensandbox-" + QByteArray(reinterpret_cast<const char *>(random), sizeof random).toHex();
}

QByteArray uploadHead(const QByteArray &boundary, const QString &path, const Permissions &permissions)
{
    QJsonObject metadata = Json::permissions(permissions);
    if (!permissions.mode) // Else execd would make every new file executable.
        metadata.insert("mode"_L1, 644);
    metadata.insert("path"_L1, path);
    // execd takes the metadata part for missing when it has no filename.
    return "--" + boundary
        + "\r\nContent-Disposition: form-data; name=\"metadata\"; filename=\"metadata\"\r\nContent-Type: application/json\r\n\r\n"
        + QJsonDocument(metadata).toJson(QJsonDocument::Compact) + "\r\n--" + boundary
        + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\n";
}

UploadFrame uploadFrame(const QString &path, const Permissions &permissions)
{
    UploadFrame frame;
    frame.boundary = uploadBoundary();
    frame.head = uploadHead(frame.boundary, path, permissions);
    frame.tail = "\r\n--" + frame.boundary + "--\r\n";
    return frame;
}

Request uploadRequest(const QByteArray &boundary)
{
    Request request = Request::bare("POST", "/files/upload");
    request.contentType = "multipart/form-data; boundary=" + boundary;
    return request;
}

Task<QMap<QString, FileInfo>> infoOf(std::shared_ptr<const Client> client, QStringList paths, std::stop_token stop)
{
    if (auto problem = pathProblem(paths))
        co_return std::unexpected(*problem);
    if (paths.isEmpty())
        co_return QMap<QString, FileInfo> {};
    auto call = Client::callForJson(client, Request::get("/files/info", pathsQuery(paths)), stop);
    const Result<QJsonDocument> json = co_await call;
    if (!json)
        co_return std::unexpected(json.error());
    const QJsonObject object = json->object();
    QMap<QString, FileInfo> infos;
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        infos.insert(entry.key(), Json::fileInfo(entry.value().toObject()));
    co_return infos;
}

Task<FileInfo> oneInfo(std::shared_ptr<const Client> client, QString path, std::stop_token stop)
{
    auto ask = infoOf(client, { path }, stop);
    const Result<QMap<QString, FileInfo>> infos = co_await ask;
    if (!infos)
        co_return std::unexpected(infos.error());
    const auto info = infos->constFind(path);
    if (info == infos->constEnd())
        co_return std::unexpected(Error { Error::Kind::Protocol, 200, {}, u"The server told nothing about %1."_s.arg(path), {} });
    co_return *info;
}

bool isMissing(const Error &error)
{
    return error.isNotFound()
        || (error.httpStatus == 500 && (error.message.contains("no such file"_L1, Qt::CaseInsensitive) || error.message.contains("file not found"_L1, Qt::CaseInsensitive)));
}

/// Compares what is there with what was sent: some proxies answer 200 and lose the body.
Task<Done> checkSize(std::shared_ptr<const Client> client, QString path, qint64 size, std::stop_token stop)
{
    auto ask = oneInfo(client, path, stop);
    Result<FileInfo> info = co_await ask;
    if (!info && isMissing(info.error())) { // Some guest file systems show a new file a moment later.
        Pause pause(client->transport->context(), std::chrono::milliseconds(300), stop, client->closed);
        co_await pause;
        auto again = oneInfo(client, path, stop);
        info = co_await again;
    }
    if (!info) {
        Error error = info.error();
        if (isMissing(error))
            error.message = u"The server accepted the upload, but %1 is not there. A proxy on the way may have dropped it."_s.arg(path);
        co_return std::unexpected(error);
    }
    // A link tells its own size; the upload followed it.
    if (info->type == FileInfo::Type::File && info->size != size)
        co_return std::unexpected(Error { Error::Kind::Protocol, 200, u"SIZE_MISMATCH"_s,
            u"The upload of %1 is incomplete: %2 of %3 bytes are there."_s.arg(path).arg(info->size).arg(size), {} });
    co_return Done {};
}

Task<FileInfo> readableInfo(std::shared_ptr<const Client> client, QString path, std::stop_token stop)
{
    auto ask = oneInfo(client, path, stop);
    Result<FileInfo> info = co_await ask;
    if (info && info->type == FileInfo::Type::Directory)
        info = std::unexpected(invalid(u"%1 is a folder."_s.arg(info->path)));
    else if (info && info->type == FileInfo::Type::Other)
        info = std::unexpected(invalid(u"%1 is a device, pipe or socket; it has no content to read."_s.arg(info->path)));
    co_return info;
}

std::optional<Error> countFromEnd(qint64 &offset, const FileInfo &info)
{
    if (offset >= 0)
        return {};
    if (info.type != FileInfo::Type::File)
        return invalid(u"%1 is no ordinary file, so it cannot be read from its end."_s.arg(info.path));
    offset = qMax<qint64>(0, info.size + offset);
    return {};
}

QByteArray rangeHeader(qint64 offset, qint64 length)
{
    const qint64 most = std::numeric_limits<qint64>::max() - offset;
    return "bytes=" + QByteArray::number(offset) + '-' + (length < 0 ? QByteArray() : QByteArray::number(offset + qMin(length, most) - 1));
}

namespace {

/// `began`: the sink has got something, so that there is no second try.
Task<qint64> receiveOnce(std::shared_ptr<const Client> client, Request request, QString path, ArrivalSink sink, std::shared_ptr<bool> began, std::stop_token stop, Pace pace)
{
    request.role = Transport::Role::Stream;
    request.timeout = std::chrono::milliseconds(0);
    Wire wire(client, std::move(request), stop);
    Liveness liveness(client, wire, Liveness::Begin::AtOnce);
    NextTurn nextTurn(client->transport->context());
    QElapsedTimer turn;
    turn.start();
    Arrival arrival;
    std::optional<Error> error;
    QByteArray errorBody;
    qint64 done = 0;
    bool enough = false;
    while (!enough) {
        const QByteArray bytes = wire.read(ChunkSize);
        if (bytes.isEmpty() && wire.isFinished())
            break;
        if (bytes.isEmpty()) {
            co_await wire.activity();
            turn.restart();
            continue;
        }
        liveness.heard();
        if (wire.isStopped())
            break;
        if (!wire.isSuccess()) {
            errorBody += bytes;
            if (errorBody.size() >= ChunkSize) // There may be no end of it.
                break;
            continue;
        }
        if (done == 0) {
            const QByteArray encoding = wire.header("Content-Encoding").trimmed().toLower();
            if (!encoding.isEmpty() && encoding != "identity")
                error = wire.encodingError({});
            arrival = { wire.status(), wire.contentLength(), wire.header("Content-Range") };
        }
        if (!error && wire.contentLength() >= AbsurdLength)
            error = invalid(u"%1 is a folder."_s.arg(path));
        if (!error) {
            *began = true;
            const Result<bool> more = sink(arrival, bytes);
            if (!more)
                error = more.error();
            else
                enough = !*more;
        }
        if (error)
            break;
        done += bytes.size();
        if (pace && !enough) {
            auto held = pace(bytes.size());
            co_await held;
        }
        if (turn.elapsed() >= TurnTime) {
            co_await nextTurn;
            turn.restart();
        }
    }
    const qint64 expected = wire.contentLength();
    if (wire.isStopped())
        error = cancelled();
    else if (!error && wire.status() >= 300)
        error = wire.apiError(errorBody);
    else if (!error && expected >= AbsurdLength)
        error = invalid(u"%1 is a folder."_s.arg(path));
    else if (!error && !enough && !wire.wasGivenUp() && expected >= 0 && done != expected)
        error = Error { Error::Kind::Network, wire.status(), {}, u"The download of %1 was cut: %2 of %3 bytes arrived."_s.arg(path).arg(done).arg(expected), wire.requestId() };
    else if (!error && !enough)
        error = wire.transportError();
    if (error) {
        wire.report(error->message);
        co_return std::unexpected(*error);
    }
    wire.report({});
    co_return done;
}

} // namespace

Task<qint64> receive(std::shared_ptr<const Client> client, Request request, QString path, ArrivalSink sink, std::stop_token stop, Pace pace)
{
    const RetryPolicy policy = client->config.retry;
    const auto began = std::make_shared<bool>(false);
    for (int attempt = 0;; ++attempt) {
        auto receiving = receiveOnce(client, request, path, sink, began, stop, pace);
        const Result<qint64> received = co_await receiving;
        if (received || *began)
            co_return received;
        const Error &error = received.error();
        if (!policy.statuses.contains(error.httpStatus) && !(policy.afterNetworkErrors && isWorthAnotherTry(error)))
            co_return received;
        const auto pause = pauseBefore(policy, attempt, error.retryAfter, QRandomGenerator::global()->generateDouble());
        if (!pause)
            co_return received;
        Pause waiting(client->transport->context(), *pause, stop, client->closed);
        co_await waiting;
        if (client->isStopped(stop))
            co_return std::unexpected(cancelled());
    }
}

Task<Done> makeParents(std::shared_ptr<const Client> client, QStringList paths, Permissions permissions, std::stop_token stop)
{
    if (permissions.owner.isEmpty() && permissions.group.isEmpty())
        co_return Done {};
    permissions.mode.reset();
    QJsonObject missing;
    for (const QString &path : std::as_const(paths)) {
        for (QString parent = path.left(path.lastIndexOf(u'/')); parent.size() > 1 && !missing.contains(parent); parent.truncate(parent.lastIndexOf(u'/'))) {
            auto look = oneInfo(client, parent, stop);
            const Result<FileInfo> info = co_await look;
            if (info) // And everything above it.
                break;
            if (!isMissing(info.error()))
                co_return std::unexpected(info.error());
            missing.insert(parent, Json::permissions(permissions));
        }
    }
    if (missing.isEmpty())
        co_return Done {};
    auto making = Client::callForDone(client, Request::json("POST", "/directories", QJsonDocument(missing)), stop);
    co_return co_await making;
}

Task<Done> checkArrived(std::shared_ptr<const Client> client, QString path, FileInfo info, qint64 received, std::stop_token stop)
{
    if (info.type != FileInfo::Type::File || info.size == 0 || received == info.size)
        co_return Done {};
    // A log may have grown meanwhile; but what did not change has to come as it is.
    auto again = oneInfo(client, path, stop);
    const Result<FileInfo> after = co_await again;
    if (!after)
        co_return std::unexpected(after.error());
    if (after->size == info.size)
        co_return std::unexpected(Error { Error::Kind::Protocol, 200, u"SIZE_MISMATCH"_s,
            u"The download of %1 brought %2 bytes instead of %3. A proxy on the way may have changed them."_s.arg(path).arg(received).arg(info.size), {} });
    co_return Done {};
}

Task<Done> downloadOf(std::shared_ptr<const Client> client, QString remotePath, QString localPath, Progress progress, std::stop_token stop)
{
    auto ask = readableInfo(client, remotePath, stop);
    const Result<FileInfo> info = co_await ask;
    if (!info)
        co_return std::unexpected(info.error());
    Landing file(localPath);
    if (!file.open())
        co_return std::unexpected(localError(u"Cannot write"_s, localPath, file.errorString()));
    qint64 done = 0;
    auto take = [&](const Arrival &arrival, const QByteArray &bytes) -> Result<bool> {
        if (!file.write(bytes))
            return std::unexpected(localError(u"Cannot write"_s, localPath, file.errorString()));
        done += bytes.size();
        if (progress)
            progress(done, arrival.length);
        return true;
    };
    auto receiving = receive(client, Request::get("/files/download", pathsQuery({ remotePath })), remotePath, std::ref(take), stop);
    const Result<qint64> received = co_await receiving;
    if (!received)
        co_return std::unexpected(received.error());
    auto check = checkArrived(client, remotePath, *info, *received, stop);
    if (const Result<Done> same = co_await check; !same)
        co_return same;
    if (!file.land())
        co_return std::unexpected(localError(u"Cannot write"_s, localPath, file.errorString()));
    co_return Done {};
}

namespace {

QList<FileInfo> fileInfos(const QJsonArray &array)
{
    QList<FileInfo> infos;
    infos.reserve(array.size());
    for (const QJsonValue &item : array) {
        FileInfo info = Json::fileInfo(item.toObject());
        if (!info.path.isEmpty())
            infos << std::move(info);
    }
    return infos;
}

Task<QList<FileInfo>> filesFrom(std::shared_ptr<const Client> client, Request request, std::stop_token stop)
{
    auto call = Client::call(client, std::move(request), stop);
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    if (response->body.trimmed().isEmpty())
        co_return QList<FileInfo> {};
    QJsonParseError error;
    const QJsonDocument json = QJsonDocument::fromJson(response->body, &error);
    if (error.error != QJsonParseError::NoError)
        co_return std::unexpected(Error { Error::Kind::Protocol, response->status, {}, u"The list of files cannot be read: %1."_s.arg(error.errorString()), response->requestId });
    co_return fileInfos(json.array());
}

Task<QByteArray> readOf(std::shared_ptr<const Client> client, QString path, qint64 limit, qint64 offset, qint64 length, std::stop_token stop)
{
    if (limit < 0)
        co_return std::unexpected(invalid(u"The range to read is not valid."_s));
    auto ask = readableInfo(client, path, stop);
    const Result<FileInfo> info = co_await ask;
    if (!info)
        co_return std::unexpected(info.error());
    const bool regular = info->type == FileInfo::Type::File;
    if (const auto problem = countFromEnd(offset, *info))
        co_return std::unexpected(*problem);
    const bool wholeFile = offset == 0 && length < 0;
    const auto tooBig = [&](qint64 size) {
        return std::unexpected(invalid(u"%1 has %2 bytes, more than the limit of %3."_s.arg(path).arg(size).arg(limit)));
    };
    if (length < 0 && regular && info->size - offset > limit)
        co_return tooBig(info->size);
    if (length > limit)
        co_return tooBig(length);
    // A range past the end gets a broken answer.
    if (length == 0 || (regular && offset > 0 && offset >= info->size))
        co_return QByteArray {};
    Request request = Request::get("/files/download", pathsQuery({ path }));
    request.role = Transport::Role::Stream;
    request.maximumBody = limit;
    if (!wholeFile && !(regular && info->size == 0))
        request.headers.insert("Range", rangeHeader(offset, length));
    auto call = Client::call(client, std::move(request), stop);
    Result<Response> response = co_await call;
    if (!response) {
        if (response.error().code == "ANSWER_TOO_LONG"_L1)
            co_return tooBig(info->size);
        co_return std::unexpected(response.error());
    }
    if (!wholeFile && response->status == 200) // The range was ignored.
        co_return response->body.mid(offset, length);
    if (wholeFile) {
        auto check = checkArrived(client, path, *info, response->body.size(), stop);
        if (const Result<Done> same = co_await check; !same)
            co_return std::unexpected(same.error());
    }
    co_return response->body;
}

Task<Done> writeOf(std::shared_ptr<const Client> client, QString path, QByteArray content, Permissions permissions, std::stop_token stop)
{
    if (auto problem = OpenSandbox::pathProblem(path))
        co_return std::unexpected(*problem);
    auto parents = makeParents(client, { path }, permissions, stop);
    if (const Result<Done> made = co_await parents; !made)
        co_return made;
    const UploadFrame frame = uploadFrame(path, permissions);
    Request request = uploadRequest(frame.boundary);
    request.body = frame.head + content + frame.tail;
    auto call = Client::callForDone(client, std::move(request), stop);
    const Result<Done> done = co_await call;
    if (!done)
        co_return std::unexpected(done.error());
    auto check = checkSize(client, path, content.size(), stop);
    co_return co_await check;
}

/// Only sends when every path may be sent.
Task<Done> guarded(std::shared_ptr<const Client> client, QStringList paths, Request request, std::stop_token stop)
{
    if (auto problem = pathProblem(paths))
        co_return std::unexpected(*problem);
    if (paths.isEmpty())
        co_return Done {};
    auto call = Client::callForDone(client, std::move(request), stop);
    co_return co_await call;
}

Task<QList<FileInfo>> guardedList(std::shared_ptr<const Client> client, QString path, Request request, std::stop_token stop)
{
    if (auto problem = OpenSandbox::pathProblem(path))
        co_return std::unexpected(*problem);
    auto list = filesFrom(client, std::move(request), stop);
    co_return co_await list;
}

Task<Done> moveOf(std::shared_ptr<const Client> client, QList<MoveEntry> entries, std::stop_token stop)
{
    QJsonArray body;
    QStringList paths;
    for (const MoveEntry &entry : entries) {
        paths << entry.source << entry.destination;
        body << QJsonObject { { u"src"_s, entry.source }, { u"dest"_s, entry.destination } };
    }
    auto sending = guarded(client, std::move(paths), Request::json("POST", "/files/mv", QJsonDocument(body)), stop);
    const Result<Done> done = co_await sending;
    if (done || done.error().kind != Error::Kind::Api || done.error().httpStatus != 500)
        co_return done;
    // A destination that is there is told in the words of the file system, and as a fault of the server.
    for (const MoveEntry &entry : std::as_const(entries)) {
        auto look = infoOf(client, { entry.source, entry.destination }, stop);
        const Result<QMap<QString, FileInfo>> both = co_await look;
        if (both) {
            Error error = done.error();
            error.code = u"DESTINATION_EXISTS"_s;
            error.message = u"%1 was not moved: %2 is there already, and nothing is overwritten."_s.arg(entry.source, entry.destination);
            co_return std::unexpected(error);
        }
        if (!isMissing(both.error())) // Moved already, as long as one of the two is missing.
            break;
    }
    co_return done;
}

Task<Done> sendDirectories(std::shared_ptr<const Client> client, QMap<QString, Permissions> directories, std::stop_token stop);

class HttpFiles : public FilesService
{
public:
    explicit HttpFiles(std::shared_ptr<const Client> client) : m_client(std::move(client)) { }

    Task<QMap<QString, FileInfo>> info(QStringList paths, std::stop_token stop) override { return infoOf(m_client, std::move(paths), std::move(stop)); }
    Task<QList<FileInfo>> list(QString path, std::stop_token stop) override { return listOf(m_client, std::move(path), 1, std::move(stop)); }
    Task<QList<FileInfo>> listTree(QString path, int depth, std::stop_token stop) override { return listOf(m_client, std::move(path), qMax(1, depth), std::move(stop)); }
    Task<QList<FileInfo>> search(QString path, QString pattern, std::stop_token stop) override
    {
        Query query;
        query.add("path", path);
        if (!pattern.isEmpty())
            query.add("pattern", pattern);
        return guardedList(m_client, std::move(path), Request::get("/files/search", query.bytes()), std::move(stop));
    }
    Task<QByteArray> read(QString path, qint64 limit, qint64 offset, qint64 length, std::stop_token stop) override
    {
        return readOf(m_client, std::move(path), limit, offset, length, std::move(stop));
    }
    Task<Done> write(QString path, QByteArray content, Permissions permissions, std::stop_token stop) override
    {
        return writeOf(m_client, std::move(path), std::move(content), std::move(permissions), std::move(stop));
    }
    Task<Done> upload(QString localPath, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop) override
    {
        return transferred<Done>(m_client, Direction::Up, [localPath, remotePath, permissions](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return uploadOf(std::move(client), localPath, remotePath, permissions, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }
    Task<Done> uploadFrom(std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop) override
    {
        return uploadFromOf(m_client, std::move(device), std::move(remotePath), std::move(permissions), std::move(progress), std::move(stop));
    }
    Task<Done> download(QString remotePath, QString localPath, Progress progress, std::stop_token stop) override
    {
        return transferred<Done>(m_client, Direction::Down, [remotePath, localPath](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return downloadOf(std::move(client), remotePath, localPath, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }
    Task<Done> createDirectories(QStringList paths, Permissions permissions, std::stop_token stop) override
    {
        return createDirectoriesOf(m_client, std::move(paths), std::move(permissions), std::move(stop));
    }
    Task<Done> createDirectoriesWith(QMap<QString, Permissions> directories, std::stop_token stop) override
    {
        return createDirectoriesWithOf(m_client, std::move(directories), std::move(stop));
    }
    Task<Done> move(QList<MoveEntry> entries, std::stop_token stop) override { return moveOf(m_client, std::move(entries), std::move(stop)); }
    Task<Done> removeFiles(QStringList paths, std::stop_token stop) override
    {
        Request request = Request::bare("DELETE", "/files", pathsQuery(paths));
        return guarded(m_client, std::move(paths), std::move(request), std::move(stop));
    }
    Task<Done> removeDirectories(QStringList paths, std::stop_token stop) override
    {
        Request request = Request::bare("DELETE", "/directories", pathsQuery(paths));
        return guarded(m_client, std::move(paths), std::move(request), std::move(stop));
    }
    Task<Done> setPermissions(QMap<QString, Permissions> permissions, std::stop_token stop) override
    {
        QJsonObject body;
        for (auto entry = permissions.begin(); entry != permissions.end(); ++entry)
            body.insert(entry.key(), Json::permissions(entry.value()));
        return guarded(m_client, permissions.keys(), Request::json("POST", "/files/permissions", QJsonDocument(body)), std::move(stop));
    }

    Task<Done> readStream(QString path, std::function<bool(QByteArray)> chunk, qint64 offset, qint64 length, std::stop_token stop) override
    {
        return readStreamOf(m_client, std::move(path), std::move(chunk), offset, length, std::move(stop));
    }
    Task<QMap<QString, int>> replaceContents(QMap<QString, Replacement> replacements, std::stop_token stop) override
    {
        return replaceOf(m_client, std::move(replacements), std::move(stop));
    }
    Task<qint64> downloadResumable(QString remotePath, QString localPath, Progress progress, std::stop_token stop) override
    {
        return transferred<qint64>(m_client, Direction::Down, [remotePath, localPath](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return downloadResumableOf(std::move(client), remotePath, localPath, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }
    Task<Done> verify(QString localPath, QString remotePath, Progress progress, std::stop_token stop) override
    {
        return transferred<Done>(m_client, Direction::Down, [localPath, remotePath](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return verifyOf(std::move(client), localPath, remotePath, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }
    Task<QList<FileOutcome>> writeMany(QList<FileContent> files, std::stop_token stop) override { return writeManyOf(m_client, std::move(files), std::move(stop)); }
    Task<QList<FileOutcome>> uploadFolder(QString localFolder, QString remoteFolder, Progress progress, std::stop_token stop) override
    {
        return transferred<QList<FileOutcome>>(m_client, Direction::Up, [localFolder, remoteFolder](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return uploadFolderOf(std::move(client), localFolder, remoteFolder, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }
    Task<QList<FileOutcome>> downloadFolder(QString remoteFolder, QString localFolder, Progress progress, std::stop_token stop) override
    {
        return transferred<QList<FileOutcome>>(m_client, Direction::Down, [remoteFolder, localFolder](std::shared_ptr<const Client> client, Progress told, std::stop_token stopped) {
            return downloadFolderOf(std::move(client), remoteFolder, localFolder, std::move(told), std::move(stopped));
        }, std::move(progress), std::move(stop));
    }

private:
    std::shared_ptr<const Client> m_client;
};

} // namespace

Task<QList<FileInfo>> listOf(std::shared_ptr<const Client> client, QString path, int depth, std::stop_token stop)
{
    Request request = Request::get("/directories/list", Query().add("path", path).add("depth", QString::number(depth)).bytes());
    return guardedList(std::move(client), std::move(path), std::move(request), std::move(stop));
}

Task<Done> createDirectoriesOf(std::shared_ptr<const Client> client, QStringList paths, Permissions permissions, std::stop_token stop)
{
    if (auto problem = pathProblem(paths))
        co_return std::unexpected(*problem);
    auto parents = makeParents(client, paths, permissions, stop);
    if (const Result<Done> made = co_await parents; !made)
        co_return made;
    QMap<QString, Permissions> directories;
    for (const QString &path : std::as_const(paths))
        directories.insert(path, permissions);
    auto making = sendDirectories(client, directories, stop);
    co_return co_await making;
}

Task<Done> createDirectoriesWithOf(std::shared_ptr<const Client> client, QMap<QString, Permissions> directories, std::stop_token stop)
{
    if (auto problem = pathProblem(directories.keys()))
        co_return std::unexpected(*problem);
    for (const auto &[path, permissions] : std::as_const(directories).asKeyValueRange()) {
        auto parents = makeParents(client, { path }, permissions, stop);
        if (const Result<Done> made = co_await parents; !made)
            co_return made;
    }
    auto making = sendDirectories(client, directories, stop);
    co_return co_await making;
}

namespace {

Task<Done> sendDirectories(std::shared_ptr<const Client> client, QMap<QString, Permissions> directories, std::stop_token stop)
{
    const QStringList paths = directories.keys();
    QJsonObject body;
    bool asIs = true;
    for (const auto &[path, permissions] : std::as_const(directories).asKeyValueRange()) {
        body.insert(path, Json::permissions(permissions));
        asIs = asIs && permissions.mode.value_or(0) == 0 && permissions.owner.isEmpty() && permissions.group.isEmpty();
    }
    auto making = guarded(client, paths, Request::json("POST", "/directories", QJsonDocument(body)), stop);
    const Result<Done> made = co_await making;
    if (made || !asIs || made.error().kind != Error::Kind::Api || made.error().httpStatus != 500)
        co_return made;
    // Of a folder that is there and somebody else's the server cannot set the owner, which nobody asked for.
    auto look = infoOf(client, paths, stop);
    const Result<QMap<QString, FileInfo>> infos = co_await look;
    if (infos && infos->size() == paths.size() && std::ranges::all_of(infos->values(), &FileInfo::isDirectory))
        co_return Done {};
    co_return made;
}

} // namespace

std::optional<Error> pathProblem(const QString &path)
{
    if (path.isEmpty())
        return invalid(u"The path is empty."_s);
    if (!path.startsWith(u'/'))
        return invalid(u"'%1' is not an absolute path."_s.arg(readableText(path)));
    if (path.contains(QChar::Null))
        return invalid(u"The path holds a NUL character, which no file name can."_s);
    for (const QChar c : path) {
        if (c.isSurrogate() && !path.isValidUtf16())
            return invalid(u"The path cannot be written as UTF-8."_s);
    }
    // execd replaces variables as os.Expand does: $ before a name, a digit, a brace or a special character.
    for (qsizetype at = path.indexOf(u'$'); at >= 0; at = path.indexOf(u'$', at + 1)) {
        if (at + 1 == path.size())
            break;
        const char16_t next = path.at(at + 1).unicode();
        const bool name = (next >= u'a' && next <= u'z') || (next >= u'A' && next <= u'Z') || (next >= u'0' && next <= u'9') || next == u'_';
        if (name || QStringView(u"{*#$@!?-").contains(QChar(next)))
            return invalid(u"The sandbox's file service would replace '$' in '%1' by a variable and act on another file. "
                           "Rename it with a command in the sandbox first."_s.arg(readableText(path)));
    }
    return {};
}

std::unique_ptr<FilesService> makeFilesService(std::shared_ptr<const Client> client)
{
    return std::make_unique<HttpFiles>(std::move(client));
}

} // namespace OpenSandbox
