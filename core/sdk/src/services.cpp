// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

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

Task<Done> CodesService::sendInput(QString, QString)
{
    return notSupported<Done>();
}

} // namespace OpenSandbox
