// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

template <typename T>
Task<T> missing()
{
    co_return std::unexpected(invalid(u"This file service does not offer that."_s));
}

template <typename T>
Task<T> notSupported()
{
    co_return std::unexpected(Error { Error::Kind::Api, 501, u"NOT_SUPPORTED"_s, u"This code service does not offer that."_s, {} });
}

} // namespace

namespace {

/// `reading` goes on by itself: the service may be gone.
Task<QString> decoded(Task<QByteArray> reading, QString path, QString encoding)
{
    const Result<QByteArray> bytes = co_await reading;
    if (!bytes)
        co_return std::unexpected(bytes.error());
    QStringDecoder decoder(encoding, QStringDecoder::Flag::Stateless);
    QString text = decoder.decode(*bytes);
    if (decoder.hasError())
        co_return std::unexpected(Error { Error::Kind::Protocol, 200, u"NOT_TEXT"_s, u"%1 holds bytes that are no %2 text."_s.arg(path, encoding), {} });
    co_return text;
}

template <typename T>
Task<T> refused(QString message)
{
    co_return std::unexpected(invalid(message));
}

QString unknownEncoding(const QString &encoding)
{
    return u"The text encoding '%1' is not known here."_s.arg(encoding);
}

} // namespace

Task<QString> FilesService::readText(QString path, QString encoding, qint64 limit, std::stop_token stop)
{
    if (!QStringDecoder(encoding).isValid())
        return refused<QString>(unknownEncoding(encoding));
    return decoded(read(path, limit, 0, -1, std::move(stop)), path, encoding);
}

Task<Done> FilesService::writeText(QString path, QString text, QString encoding, Permissions permissions, std::stop_token stop)
{
    QStringEncoder encoder(encoding, QStringEncoder::Flag::Stateless);
    if (!encoder.isValid())
        return refused<Done>(unknownEncoding(encoding));
    const QByteArray bytes = encoder.encode(text);
    // Not every encoder tells; a byte order mark at the start is a character here.
    QStringDecoder decoder(encoding, QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    if (encoder.hasError() || QString(decoder.decode(bytes)) != text)
        return refused<Done>(u"The text for %1 has characters that %2 does not have."_s.arg(path, encoding));
    return write(std::move(path), bytes, std::move(permissions), std::move(stop));
}

Task<Done> FilesService::createDirectoriesWith(QMap<QString, Permissions>, std::stop_token)
{
    return missing<Done>();
}

Task<QList<FileInfo>> FilesService::listTree(QString, int, std::stop_token)
{
    return missing<QList<FileInfo>>();
}

Task<Done> FilesService::uploadFrom(std::shared_ptr<QIODevice>, QString, Permissions, Progress, std::stop_token)
{
    return missing<Done>();
}

Task<Done> FilesService::readStream(QString, std::function<bool(QByteArray)>, qint64, qint64, std::stop_token)
{
    return missing<Done>();
}

Task<QMap<QString, int>> FilesService::replaceContents(QMap<QString, Replacement>, std::stop_token)
{
    return missing<QMap<QString, int>>();
}

Task<qint64> FilesService::downloadResumable(QString, QString, Progress, std::stop_token)
{
    return missing<qint64>();
}

Task<Done> FilesService::verify(QString, QString, Progress, std::stop_token)
{
    return missing<Done>();
}

Task<QList<FileOutcome>> FilesService::writeMany(QList<FileContent>, std::stop_token)
{
    return missing<QList<FileOutcome>>();
}

Task<QList<FileOutcome>> FilesService::uploadFolder(QString, QString, Progress, std::stop_token)
{
    return missing<QList<FileOutcome>>();
}

Task<QList<FileOutcome>> FilesService::downloadFolder(QString, QString, Progress, std::stop_token)
{
    return missing<QList<FileOutcome>>();
}

Task<Completion> CodesService::complete(QString, QString, int, std::stop_token)
{
    return notSupported<Completion>();
}

Task<Inspection> CodesService::inspect(QString, QString, int, int, std::stop_token)
{
    return notSupported<Inspection>();
}

Task<VariableList> CodesService::variables(QString, std::stop_token)
{
    return notSupported<VariableList>();
}

Task<VariablePage> CodesService::variablePage(QString, QString, VariableQuery, std::stop_token)
{
    return notSupported<VariablePage>();
}

Task<VariablePage> CodesService::variablePage(QString contextId, QString name, qint64 offset, int limit, std::stop_token stop)
{
    return variablePage(std::move(contextId), std::move(name), VariableQuery { .offset = offset, .limit = limit }, std::move(stop));
}

Task<Done> CodesService::sendInput(QString, QString, std::stop_token)
{
    return notSupported<Done>();
}

Task<LateOutput> CodesService::lateOutput(QString, qint64, std::chrono::seconds, std::stop_token)
{
    return notSupported<LateOutput>();
}

} // namespace OpenSandbox
