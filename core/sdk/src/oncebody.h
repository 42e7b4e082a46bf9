// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>
#include <QIODevice>

#include <memory>

namespace OpenSandbox {

/**
 * A request body that can be read once. Qt repeats a request on a fresh connection when a reused one
 * turns out closed, and rewinds the body for it; a body that cannot be rewound makes that repeat an
 * error instead. Size and content: head, then a file (or nothing), then tail.
 */
class OnceBody : public QIODevice
{
public:
    explicit OnceBody(QByteArray content);
    /// `size` bytes of the open file, which it takes.
    OnceBody(QByteArray head, std::unique_ptr<QFile> file, qint64 size, QByteArray tail);

    qint64 size() const override { return m_head.size() + m_fileSize + m_tail.size(); }
    bool isSequential() const override { return false; }
    bool atEnd() const override { return m_position >= size(); }
    qint64 bytesAvailable() const override { return size() - m_position; }
    bool reset() override { return false; }
    bool seek(qint64 position) override { return position == m_position && QIODevice::seek(position); }

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_head;
    std::unique_ptr<QFile> m_file;
    qint64 m_fileSize = 0;
    QByteArray m_tail;
    qint64 m_position = 0;
};

} // namespace OpenSandbox
