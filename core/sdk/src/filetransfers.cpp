// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "filesservice.h"

#include "json.h"
#include "pace.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <cerrno>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// Where an answer's bytes begin in the file: a server may leave the range aside, or move it.
std::optional<qint64> beginOf(const Arrival &arrival)
{
    if (arrival.status != 206)
        return 0;
    static const QRegularExpression form(u"\\Abytes ([0-9]{1,18})-[0-9]+/([0-9]+|\\*)\\z"_s);
    const auto match = form.match(QString::fromLatin1(arrival.contentRange.trimmed()));
    if (!match.hasMatch())
        return {};
    return match.captured(1).toLongLong();
}

/**
 * The name of what a broken download leaves. It tells the file it belongs to: another size or time means
 * another name, so parts of two files are never joined.
 */
QString partName(const QString &localPath, const FileInfo &info)
{
    const QString identity = info.path + u'\n' + QString::number(info.size) + u'\n' + (info.modifiedAt ? info.modifiedAt->toString(Qt::ISODateWithMs) : QString());
    return localPath + u'.' + QString::fromLatin1(QCryptographicHash::hash(identity.toUtf8(), QCryptographicHash::Sha1).toHex().first(10)) + u".part";
}

/// Removes the parts of older versions.
void removeOtherParts(const QString &localPath, const QString &part)
{
    const QFileInfo target(localPath);
    static const QRegularExpression tail(u"\\A\\.[0-9a-f]{10}\\.part\\z"_s);
    const QStringList names = target.dir().entryList(QDir::Files | QDir::Hidden | QDir::NoSymLinks);
    for (const QString &name : names) {
        if (name.startsWith(target.fileName()) && tail.match(name.sliced(target.fileName().size())).hasMatch() && name != QFileInfo(part).fileName())
            QFile::remove(target.dir().filePath(name));
    }
}

std::optional<Error> replaceBy(const QString &from, const QString &to)
{
    if (std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) != 0)
        return localError(u"Cannot write"_s, to, qt_error_string(errno));
    return {};
}

} // namespace

Task<Done> readStreamOf(std::shared_ptr<const Client> client, QString path, std::function<bool(QByteArray)> chunk, qint64 offset, qint64 length, std::stop_token stop)
{
    if (!chunk)
        co_return std::unexpected(invalid(u"There is nothing that takes the content."_s));
    auto ask = readableInfo(client, path, stop);
    const Result<FileInfo> info = co_await ask;
    if (!info)
        co_return std::unexpected(info.error());
    const bool regular = info->type == FileInfo::Type::File;
    if (const auto problem = countFromEnd(offset, *info))
        co_return std::unexpected(*problem);
    // A range past the end gets a broken answer.
    if (length == 0 || (regular && offset > 0 && offset >= info->size))
        co_return Done {};
    Request request = Request::get("/files/download", pathsQuery({ path }));
    if ((offset > 0 || length >= 0) && !(regular && info->size == 0))
        request.headers.insert("Range", rangeHeader(offset, length));
    qint64 at = -1; // In the file.
    bool refused = false;
    auto take = [&](const Arrival &arrival, const QByteArray &bytes) -> Result<bool> {
        if (at < 0) {
            const auto begin = beginOf(arrival);
            if (!begin || *begin > offset)
                return std::unexpected(misunderstood(u"The server sent another part of %1 than was asked for."_s.arg(path)));
            at = *begin;
        }
        const qint64 end = length < 0 ? at + bytes.size() : offset + qMin(length, std::numeric_limits<qint64>::max() - offset);
        const qint64 from = qMin<qint64>(qMax<qint64>(0, offset - at), bytes.size());
        const qint64 to = qBound<qint64>(from, end - at, bytes.size());
        at += bytes.size();
        if (to > from && !chunk(from == 0 && to == bytes.size() ? bytes : bytes.sliced(from, to - from))) {
            refused = true;
            return false;
        }
        return length < 0 || at < end;
    };
    auto receiving = receive(client, std::move(request), path, std::ref(take), stop, paceOf(chunk));
    const Result<qint64> received = co_await receiving;
    if (!received)
        co_return std::unexpected(received.error());
    if (offset > 0 || length >= 0 || refused)
        co_return Done {};
    auto check = checkArrived(client, path, *info, *received, stop);
    co_return co_await check;
}

Task<QMap<QString, int>> replaceOf(std::shared_ptr<const Client> client, QMap<QString, Replacement> replacements, std::stop_token stop)
{
    QJsonObject body;
    for (auto entry = replacements.begin(); entry != replacements.end(); ++entry) {
        if (auto problem = pathProblem(entry.key()))
            co_return std::unexpected(*problem);
        if (entry->oldText.isEmpty())
            co_return std::unexpected(invalid(u"There is nothing to look for in %1."_s.arg(entry.key())));
        body.insert(entry.key(), QJsonObject { { u"old"_s, entry->oldText }, { u"new"_s, entry->newText } });
    }
    if (body.isEmpty())
        co_return QMap<QString, int> {};
    Request request = Request::json("POST", "/files/replace", QJsonDocument(body));
    request.query = "verbose=true";
    auto call = Client::call(client, std::move(request), stop);
    const Result<Response> response = co_await call;
    if (!response)
        co_return std::unexpected(response.error());
    const QJsonObject counts = QJsonDocument::fromJson(response->body).object();
    QMap<QString, int> replaced;
    for (auto entry = replacements.begin(); entry != replacements.end(); ++entry)
        replaced.insert(entry.key(), counts.value(entry.key()).toObject().value("replacedCount"_L1).toInt(-1));
    co_return replaced;
}

Task<qint64> downloadResumableOf(std::shared_ptr<const Client> client, QString remotePath, QString localPath, Progress progress, std::stop_token stop)
{
    auto ask = readableInfo(client, remotePath, stop);
    const Result<FileInfo> info = co_await ask;
    if (!info)
        co_return std::unexpected(info.error());
    const qint64 size = info->size;
    if (info->type != FileInfo::Type::File || size == 0) { // A link tells another size, /proc none.
        auto whole = downloadOf(client, remotePath, localPath, progress, stop);
        const Result<Done> done = co_await whole;
        if (!done)
            co_return std::unexpected(done.error());
        co_return QFileInfo(localPath).size();
    }
    const QString partPath = partName(localPath, *info);
    removeOtherParts(localPath, partPath);
    QFile part(partPath);
    if (!part.open(QIODevice::ReadWrite))
        co_return std::unexpected(localError(u"Cannot write"_s, partPath, part.errorString()));
    if (part.size() > size)
        part.resize(0);
    const qint64 start = part.size();
    part.seek(start);
    qint64 received = 0;
    if (start < size) {
        qint64 at = -1;
        Request request = Request::get("/files/download", pathsQuery({ remotePath }));
        if (start > 0)
            request.headers.insert("Range", rangeHeader(start, -1));
        auto take = [&](const Arrival &arrival, const QByteArray &bytes) -> Result<bool> {
            if (at < 0) {
                const auto begin = beginOf(arrival);
                if (!begin || (*begin != 0 && *begin != start))
                    return std::unexpected(misunderstood(u"The server sent another part of %1 than was asked for."_s.arg(remotePath)));
                at = *begin;
                if (at == 0 && start > 0 && !(part.resize(0) && part.seek(0))) // All of it, again.
                    return std::unexpected(localError(u"Cannot write"_s, partPath, part.errorString()));
            }
            if (part.write(bytes) != bytes.size())
                return std::unexpected(localError(u"Cannot write"_s, partPath, part.errorString()));
            at += bytes.size();
            if (progress)
                progress(at, size);
            return true;
        };
        auto receiving = receive(client, std::move(request), remotePath, std::ref(take), stop);
        const Result<qint64> arrived = co_await receiving;
        const bool kept = part.flush();
        if (!arrived)
            co_return std::unexpected(arrived.error());
        if (!kept) // What is there may be continued.
            co_return std::unexpected(localError(u"Cannot write"_s, partPath, part.errorString()));
        received = *arrived;
    }
    part.close();
    if (QFileInfo(partPath).size() != size) {
        QFile::remove(partPath);
        co_return std::unexpected(Error { Error::Kind::Protocol, 200, u"SIZE_MISMATCH"_s,
            u"The download of %1 brought another number of bytes than the %2 it should have."_s.arg(remotePath).arg(size), {} });
    }
    if (start > 0) { // Two tries: the file may have changed under them.
        auto again = oneInfo(client, remotePath, stop);
        const Result<FileInfo> after = co_await again;
        if (!after)
            co_return std::unexpected(after.error());
        if (after->size != size || after->modifiedAt != info->modifiedAt) {
            QFile::remove(partPath);
            co_return std::unexpected(Error { Error::Kind::Protocol, 200, u"FILE_CHANGED"_s, u"%1 changed while it was downloaded. Try again."_s.arg(remotePath), {} });
        }
    }
    if (auto error = replaceBy(partPath, localPath))
        co_return std::unexpected(*error);
    co_return received;
}

Task<Done> verifyOf(std::shared_ptr<const Client> client, QString localPath, QString remotePath, Progress progress, std::stop_token stop)
{
    QFile local(localPath);
    if (!local.open(QIODevice::ReadOnly))
        co_return std::unexpected(localError(u"Cannot read"_s, localPath, local.errorString()));
    auto ask = readableInfo(client, remotePath, stop);
    const Result<FileInfo> info = co_await ask;
    if (!info)
        co_return std::unexpected(info.error());
    const qint64 size = local.size();
    const auto differs = [&](const QString &where) {
        return Error { Error::Kind::Protocol, 200, u"CONTENT_DIFFERS"_s, u"%1 and %2 differ: %3."_s.arg(localPath, remotePath, where), {} };
    };
    if (info->type == FileInfo::Type::File && info->size != size)
        co_return std::unexpected(differs(u"%1 and %2 bytes"_s.arg(size).arg(info->size)));
    qint64 at = 0;
    auto take = [&](const Arrival &, const QByteArray &bytes) -> Result<bool> {
        const QByteArray ours = local.read(bytes.size());
        if (ours != bytes) {
            const auto [mine, theirs] = std::ranges::mismatch(ours, bytes);
            Q_UNUSED(theirs)
            return std::unexpected(differs(u"at byte %1"_s.arg(at + (mine - ours.begin()))));
        }
        at += bytes.size();
        if (progress)
            progress(at, size);
        return true;
    };
    auto receiving = receive(client, Request::get("/files/download", pathsQuery({ remotePath })), remotePath, std::ref(take), stop);
    const Result<qint64> received = co_await receiving;
    if (!received)
        co_return std::unexpected(received.error());
    if (at != size)
        co_return std::unexpected(differs(u"at byte %1"_s.arg(at)));
    co_return Done {};
}

} // namespace OpenSandbox
