// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QFile>
#include <QMutex>

#include <memory>
#include <optional>

class QJsonObject;

namespace OpenSandbox {

/**
 * Writes exchanges with the servers into a file that can be added to a bug report: one JSON object a line with
 * method, address, headers, bodies, status and time. Masked as "***": the key, the values of all headers but
 * harmless ones, values of JSON members whose names tell of secrets, and every value of an environment. What
 * code prints is recorded as it is: look at the file before you send it. Contents of files are left out, and
 * bodies longer than a limit. Of a terminal its connection is recorded, not what goes over it.
 *
 * Bounded: at half of the size the file becomes PATH.old, in place of an older one, and a new one is begun.
 * Used by one or more configurations in any thread; the file is private to its owner.
 */
class TrafficRecorder
{
public:
    /// How much is kept.
    struct Limits
    {
        qint64 file = 8 << 20; ///< Bytes of PATH and PATH.old together, at least 64 KiB.
        qint64 body = 64 << 10; ///< Longer bodies are left out; of event streams, later lines.
    };

    /// Begins a file, replacing one that is there. Error::LocalFile when it cannot be written.
    static Result<std::shared_ptr<TrafficRecorder>> start(const QString &path, Limits limits);
    /// The same with the limits above.
    static Result<std::shared_ptr<TrafficRecorder>> start(const QString &path);
    ~TrafficRecorder();
    TrafficRecorder(const TrafficRecorder &) = delete;
    TrafficRecorder &operator=(const TrafficRecorder &) = delete;

    QString path() const; ///< As given.
    Limits limits() const; ///< As given.
    /// Why recording ended, for example a full disk; nothing while it works.
    std::optional<Error> problem() const;

    /// Appends one exchange, whose secrets are masked already. The SDK calls it.
    void write(const QJsonObject &exchange);

private:
    TrafficRecorder(const QString &path, Limits limits);

    mutable QMutex m_mutex;
    QFile m_file;
    const Limits m_limits;
    qint64 m_size = 0;
    std::optional<Error> m_problem;
};

} // namespace OpenSandbox
