// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QIODevice>
#include <QObject>
#include <QTemporaryFile>

#include <memory>
#include <optional>

namespace OpenSandbox {

/// Why this device cannot be uploaded from.
std::optional<Error> deviceProblem(const QIODevice *device);

/// Keeps all that a sequential device gives in a temporary file, because a request has to say its size before its first byte.
class Spool
{
public:
    enum class Step {
        More, ///< Something came.
        Nothing, ///< Nothing is there yet.
        End,
    };

    /// The device is open.
    explicit Spool(std::shared_ptr<QIODevice> source);

    /// Takes what is there, a piece at most. The device's own failure is an Error, and so is a full disk.
    Result<Step> read();
    /// All that came, from its start, in an open file that is gone with its last owner.
    std::shared_ptr<QTemporaryFile> content();

private:
    std::shared_ptr<QIODevice> m_source;
    std::shared_ptr<QTemporaryFile> m_file;
    QByteArray m_piece;
    bool m_finished = false; ///< The device has said that nothing will follow.
    QObject m_scope; ///< Receiver of the connections.
};

} // namespace OpenSandbox
