// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileDevice>

#include <memory>

namespace OpenSandbox {

/**
 * A local file that appears whole or not at all: it is written beside its place under another name. Where it replaces one
 * its bytes are on the disk first, so that a power failure cannot take the old file and the new one. Where there is none, none can be
 * lost: then it is in the system's hands like any other file, because waiting for the disk may take longer than the whole download.
 */
class Landing
{
public:
    explicit Landing(QString path) : m_path(std::move(path)) { }
    ~Landing(); ///< What has not landed is removed.
    Landing(const Landing &) = delete;
    Landing &operator=(const Landing &) = delete;

    bool open();
    bool write(const QByteArray &bytes) { return m_file->write(bytes) == bytes.size(); }
    bool land();
    QString errorString() const { return m_error.isEmpty() ? m_file->errorString() : m_error; }

private:
    const QString m_path;
    QString m_name; ///< Of a new file, until it has landed.
    QString m_error;
    std::unique_ptr<QFileDevice> m_file;
};

} // namespace OpenSandbox
