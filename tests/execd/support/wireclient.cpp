// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "wireclient.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QtEndian>

using namespace Qt::StringLiterals;

int WireClient::Frame::closeCode() const
{
    return opcode == 8 && payload.size() >= 2 ? qFromBigEndian<quint16>(payload.constData()) : -1;
}

QJsonObject WireClient::Frame::json() const
{
    return QJsonDocument::fromJson(payload).object();
}

WireClient::WireClient(const TestDaemon &daemon, const QByteArray &target)
    : m_connection(daemon.socketPath())
{
    m_connection.sendRequest("GET", target, {},
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n");
    if (!m_connection.waitFor("\r\n\r\n", 15000))
        return;
    if (m_connection.received().startsWith("HTTP/1.1 101 ")) {
        m_answer.status = 101;
        m_connection.take(m_connection.received().indexOf("\r\n\r\n") + 4);
    } else {
        m_answer = m_connection.readAnswer(5000);
    }
}

void WireClient::send(int opcode, const QByteArray &payload, bool final, bool masked)
{
    QByteArray frame(1, char(opcode | (final ? 0x80 : 0)));
    const int maskBit = masked ? 0x80 : 0;
    if (payload.size() < 126) {
        frame += char(payload.size() | maskBit);
    } else if (payload.size() < 65536) {
        frame += char(126 | maskBit);
        frame += char(payload.size() >> 8);
        frame += char(payload.size() & 0xFF);
    } else {
        frame += char(127 | maskBit);
        for (int shift = 56; shift >= 0; shift -= 8)
            frame += char((quint64(payload.size()) >> shift) & 0xFF);
    }
    if (!masked) {
        m_connection.send(frame + payload);
        return;
    }
    constexpr char mask[] = { 0x11, 0x22, 0x33, 0x44 };
    frame.append(mask, 4);
    QByteArray bytes = payload;
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(bytes.at(i) ^ mask[i % 4]);
    m_connection.send(frame + bytes);
}

void WireClient::sendJson(const QJsonObject &object)
{
    send(1, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

WireClient::Frame WireClient::next(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (true) {
        const QByteArray bytes = m_connection.received();
        qsizetype head = 2;
        qsizetype length = bytes.size() < 2 ? 0 : bytes.at(1) & 0x7F;
        if (length == 126) {
            head = 4;
            length = bytes.size() < head ? 0 : qFromBigEndian<quint16>(bytes.constData() + 2);
        } else if (length == 127) {
            head = 10;
            length = bytes.size() < head ? 0 : qsizetype(qFromBigEndian<quint64>(bytes.constData() + 2));
        }
        if (bytes.size() >= head && bytes.size() >= head + length) {
            const QByteArray whole = m_connection.take(head + length);
            Frame frame { whole.at(0) & 0x0F, (whole.at(0) & 0x80) != 0, whole.sliced(head) };
            if (frame.opcode == 2 && frame.payload.startsWith('\1')) {
                m_output += frame.payload.sliced(1);
                m_kinds.append(u"output"_s);
            } else if (frame.opcode == 2 && frame.payload.startsWith('\2')) {
                m_errors += frame.payload.sliced(1);
                m_kinds.append(u"errors"_s);
            } else if (frame.opcode == 2 && frame.payload.startsWith('\3') && frame.payload.size() >= 9) {
                m_replayOffset = qint64(qFromBigEndian<quint64>(frame.payload.constData() + 1));
                m_replay = frame.payload.sliced(9);
                m_kinds.append(u"replay"_s);
            } else if (frame.opcode == 1) {
                m_texts.append(frame);
                m_allTexts.append(frame.payload);
                m_kinds.append(frame.json().value("type"_L1).toString());
            } else if (frame.opcode == 8) {
                m_closeCode = frame.closeCode();
            }
            return frame;
        }
        const int left = milliseconds - int(timer.elapsed());
        if (left <= 0 || !m_connection.readMore(left))
            return {};
    }
}

bool WireClient::waitForOutput(const QByteArray &text, int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (!m_output.contains(text)) {
        const int left = milliseconds - int(timer.elapsed());
        if (left <= 0 || next(left).opcode < 0)
            return m_output.contains(text);
    }
    return true;
}

QJsonObject WireClient::waitForJson(QLatin1StringView type, int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (true) {
        for (qsizetype i = 0; i < m_texts.size(); ++i) {
            if (m_texts.at(i).json().value("type"_L1).toString() == type)
                return m_texts.takeAt(i).json();
        }
        const int left = milliseconds - int(timer.elapsed());
        if (left <= 0 || next(left).opcode < 0)
            return {};
    }
}

int WireClient::waitForClose(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (m_closeCode == 0) {
        const int left = milliseconds - int(timer.elapsed());
        if (left <= 0 || next(left).opcode < 0)
            return m_closeCode == 0 ? -1 : m_closeCode;
    }
    return m_closeCode;
}
