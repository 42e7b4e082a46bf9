// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ptyprotocol.h"

#include "errorbody.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <limits>

using namespace Qt::StringLiterals;

namespace OpenSandbox::Pty {

namespace {

constexpr char Input = 0;
constexpr char StandardOutput = 1;
constexpr char StandardError = 2;
constexpr char Replayed = 3;

QString text(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace

Frame fromBinary(QByteArrayView frame)
{
    if (frame.isEmpty())
        return Ignored {};
    const QByteArrayView rest = frame.sliced(1);
    switch (frame.front()) {
    case StandardOutput:
        return Output { rest.toByteArray(), false };
    case StandardError:
        return Output { rest.toByteArray(), true };
    case Replayed: {
        if (rest.size() < qsizetype(sizeof(quint64)))
            return Ignored {};
        const quint64 offset = qFromBigEndian<quint64>(rest.data());
        const QByteArrayView bytes = rest.sliced(sizeof(quint64));
        if (offset > quint64(std::numeric_limits<qint64>::max() / 2)) // Later output is added to it.
            return Ignored {};
        return Replay { qint64(offset), bytes.toByteArray() };
    }
    default:
        return Ignored {};
    }
}

Frame fromText(QByteArrayView frame)
{
    const QJsonObject object = QJsonDocument::fromJson(frame.toByteArray()).object();
    const QString type = object.value("type"_L1).toString();
    if (type == "connected"_L1)
        return Connected { object.value("mode"_L1).toString() };
    if (type == "exit"_L1)
        return Exit { object.value("exit_code"_L1).toInt(-1) };
    if (type == "pong"_L1)
        return Pong {};
    if (type == "error"_L1)
        return Complaint { readableText(object.value("code"_L1).toString()), readableText(object.value("error"_L1).toString()) };
    return Ignored {};
}

QByteArray input(QByteArrayView bytes)
{
    QByteArray frame(1, Input);
    frame.append(bytes);
    return frame;
}

QString resize(QSize size)
{
    return text({ { u"type"_s, u"resize"_s }, { u"cols"_s, size.width() }, { u"rows"_s, size.height() } });
}

QString signal(const QString &name)
{
    return text({ { u"type"_s, u"signal"_s }, { u"signal"_s, name } });
}

QString ping()
{
    return text({ { u"type"_s, u"ping"_s } });
}

} // namespace OpenSandbox::Pty
