// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIODevice>

#include <memory>

namespace OpenSandbox {

/**
 * The bytes of a request's body: head, then a device's (or nothing), then tail. 64-bit sizes, nothing is
 * buffered. They can be read once only: a network layer that wants to send the request again has to
 * rewind its body, is refused, and fails. So a request with such a body, be it empty, goes out at most once.
 */
class RequestBody : public QIODevice
{
    Q_OBJECT

public:
    explicit RequestBody(QByteArray content = {});
    /// `size` bytes of the open device, from where it stands.
    RequestBody(QByteArray head, std::shared_ptr<QIODevice> device, qint64 size, QByteArray tail);

    qint64 size() const override { return m_head.size() + m_deviceSize + m_tail.size(); }
    bool reset() override { return false; }
    bool seek(qint64 position) override { return position == m_position && QIODevice::seek(position); }
    /// The device ended before its size was read.
    bool becameShort() const { return m_short; }

Q_SIGNALS:
    void taken(qint64 position); ///< So much is on its way, but for some 100 KiB in buffers.
    void shortened();

protected:
    qint64 readData(char *data, qint64 maximum) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    /// How much to read now, so that the next piece lies in the buffer as it lies in its page of the file: copying
    /// between places that differ by a few bytes there is three times slower on some processors (AMD, rep movsb).
    qint64 inStep(const char *data, qint64 wanted) const;

    QByteArray m_head;
    std::shared_ptr<QIODevice> m_device;
    qint64 m_deviceSize = 0;
    QByteArray m_tail;
    qint64 m_position = 0;
    bool m_short = false;
};

} // namespace OpenSandbox
