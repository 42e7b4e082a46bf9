// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spool.h"

#include "filesservice.h"

#include <QAbstractSocket>
#include <QFileDevice>
#include <QNetworkReply>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qsizetype PieceSize = 256 << 10;

/// What broke off is not to be taken for all.
bool hasFailed(const QIODevice *device)
{
    if (const auto *file = qobject_cast<const QFileDevice *>(device))
        return file->error() != QFileDevice::NoError;
    if (const auto *reply = qobject_cast<const QNetworkReply *>(device))
        return reply->error() != QNetworkReply::NoError;
    if (const auto *socket = qobject_cast<const QAbstractSocket *>(device))
        return socket->error() != QAbstractSocket::UnknownSocketError && socket->error() != QAbstractSocket::RemoteHostClosedError;
    return false;
}

} // namespace

std::optional<Error> deviceProblem(const QIODevice *device)
{
    if (!device || !device->isReadable())
        return invalid(u"The device to upload from is not open for reading."_s);
    if (device->isTextModeEnabled())
        return invalid(u"The device to upload from is open in text mode, which changes line ends. Open it without QIODevice::Text."_s);
    return {};
}

Spool::Spool(std::shared_ptr<QIODevice> source) : m_source(std::move(source)), m_file(std::make_shared<QTemporaryFile>()), m_piece(PieceSize, Qt::Uninitialized)
{
    const auto finished = [this] { m_finished = true; };
    QObject::connect(m_source.get(), &QIODevice::readChannelFinished, &m_scope, finished);
    QObject::connect(m_source.get(), &QIODevice::aboutToClose, &m_scope, finished);
}

Result<Spool::Step> Spool::read()
{
    if (!m_file->isOpen() && !m_file->open())
        return std::unexpected(localError(u"Cannot write"_s, m_file->fileTemplate(), m_file->errorString()));
    // A file's end is an empty read; of other devices a negative one, or one after the word that nothing follows.
    const bool last = m_finished || qobject_cast<const QFileDevice *>(m_source.get());
    const qint64 count = m_source->isOpen() ? m_source->read(m_piece.data(), m_piece.size()) : -1;
    if (count > 0) {
        if (m_file->write(m_piece.constData(), count) != count)
            return std::unexpected(localError(u"Cannot write"_s, m_file->fileName(), m_file->errorString()));
        return Step::More;
    }
    if (count == 0 && !last)
        return Step::Nothing;
    if (hasFailed(m_source.get()))
        return std::unexpected(Error { Error::Kind::LocalFile, 0, {}, u"What was to be uploaded could not be read to its end: %1"_s.arg(m_source->errorString()), {} });
    if (!m_file->flush())
        return std::unexpected(localError(u"Cannot write"_s, m_file->fileName(), m_file->errorString()));
    return Step::End;
}

std::shared_ptr<QTemporaryFile> Spool::content()
{
    m_file->seek(0);
    return m_file;
}

} // namespace OpenSandbox
