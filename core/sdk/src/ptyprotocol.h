// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>

#include <variant>

/// The frames of a PTY's WebSocket. Pure.
namespace OpenSandbox::Pty {

struct Output { QByteArray bytes; bool isError = false; };
struct Replay { qint64 offset = 0; QByteArray bytes; };
struct Connected { QString mode; };
struct Exit { int code = 0; };
struct Pong { };
struct Complaint { QString code; QString message; };
struct Ignored { };

using Frame = std::variant<Output, Replay, Connected, Exit, Pong, Complaint, Ignored>;

Frame fromBinary(QByteArrayView frame);
Frame fromText(QByteArrayView frame);

QByteArray input(QByteArrayView bytes);
QString resize(QSize size);
QString signal(const QString &name);
QString ping();

} // namespace OpenSandbox::Pty
