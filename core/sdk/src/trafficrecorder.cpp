// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/trafficrecorder.h>

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 SmallestFile = 64 << 10;

Error failure(const QFile &file, const QString &reason)
{
    return { Error::Kind::LocalFile, 0, {}, u"The traffic could not be recorded in %1: %2."_s.arg(file.fileName(), reason), {} };
}

bool begin(QFile &file)
{
    // Private from its first byte on.
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate, QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace

TrafficRecorder::TrafficRecorder(const QString &path, Limits limits) : m_file(path), m_limits(limits) { }

TrafficRecorder::~TrafficRecorder() = default;

Result<std::shared_ptr<TrafficRecorder>> TrafficRecorder::start(const QString &path, Limits limits)
{
    limits.file = qMax(limits.file, SmallestFile);
    limits.body = qBound<qint64>(0, limits.body, limits.file / 8);
    std::shared_ptr<TrafficRecorder> recorder(new TrafficRecorder(path, limits));
    if (!begin(recorder->m_file))
        return std::unexpected(failure(recorder->m_file, recorder->m_file.errorString()));
    return recorder;
}

Result<std::shared_ptr<TrafficRecorder>> TrafficRecorder::start(const QString &path)
{
    return start(path, Limits {});
}

QString TrafficRecorder::path() const
{
    return m_file.fileName();
}

TrafficRecorder::Limits TrafficRecorder::limits() const
{
    return m_limits;
}

std::optional<Error> TrafficRecorder::problem() const
{
    const QMutexLocker lock(&m_mutex);
    return m_problem;
}

void TrafficRecorder::write(const QJsonObject &exchange)
{
    QByteArray line = QJsonDocument(exchange).toJson(QJsonDocument::Compact);
    line += '\n';
    const QMutexLocker lock(&m_mutex);
    if (m_problem || line.size() > m_limits.file / 2)
        return;
    if (m_size + line.size() > m_limits.file / 2) {
        const QString old = m_file.fileName() + u".old"_s;
        m_file.close();
        QFile::remove(old);
        if (!QFile::rename(m_file.fileName(), old) || !begin(m_file)) {
            m_problem = failure(m_file, m_file.errorString());
            return;
        }
        m_size = 0;
    }
    if (m_file.write(line) != line.size() || !m_file.flush()) {
        m_problem = failure(m_file, m_file.errorString());
        return;
    }
    m_size += line.size();
}

} // namespace OpenSandbox
