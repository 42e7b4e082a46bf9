// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/streamdecoder.h>

#include "outputframe.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonParseError>

#include <cstring>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qsizetype KeptCapacity = 1 << 20; ///< A buffer that grew beyond this is given back after its line.
constexpr qsizetype HeadSize = 512;

QJsonObject mimeBundle(const QJsonObject &object)
{
    QJsonObject data = object.value("results"_L1).toObject();
    if (data.isEmpty())
        data = object.value("data"_L1).toObject();
    // execd renames text/plain.
    if (const auto text = data.constFind("text"_L1); text != data.constEnd()) {
        const QJsonValue value = text.value();
        data.remove("text"_L1);
        if (!data.contains("text/plain"_L1))
            data.insert("text/plain"_L1, value);
    }
    return data;
}

Event::Result resultFrom(const QJsonObject &object)
{
    Event::Result result;
    result.data = mimeBundle(object);
    result.isDisplay = object.value("display"_L1).toBool();
    result.isUpdate = object.value("update"_L1).toBool();
    result.metadata = object.value("metadata"_L1).toObject();
    result.displayId = object.value("display_id"_L1).toString();
    return result;
}

Event::Failure failureFrom(const QJsonObject &object)
{
    const QJsonValue error = object.value("error"_L1);
    if (error.isString())
        return { {}, error.toString(), {} };
    const QJsonObject body = error.isObject() ? error.toObject() : object;
    Event::Failure failure { body.value("ename"_L1).toString(), body.value("evalue"_L1).toVariant().toString(), {} };
    for (const QJsonValue &line : body.value("traceback"_L1).toArray())
        failure.traceback << line.toString();
    return failure;
}

} // namespace

StreamEvent eventFromJson(const QJsonObject &object)
{
    StreamEvent event;
    event.timestampMs = object.value("timestamp"_L1).toInteger();
    const QString type = object.value("type"_L1).toString();
    const auto text = [&] { return object.value("text"_L1).toString(); };
    if (type == "stdout"_L1)
        event.value = Event::Output { text(), false };
    else if (type == "stderr"_L1)
        event.value = Event::Output { text(), true };
    else if (type == "ping"_L1)
        event.value = Event::Ping {};
    else if (type == "result"_L1)
        event.value = resultFrom(object);
    else if (type == "init"_L1)
        event.value = Event::Init { text() };
    else if (type == "execution_complete"_L1)
        event.value = Event::Complete { std::chrono::milliseconds(object.value("execution_time"_L1).toInteger()) };
    else if (type == "execution_count"_L1)
        event.value = Event::Count { object.value("execution_count"_L1).toInt() };
    else if (type == "status"_L1)
        event.value = Event::Status { text() };
    else if (type == "error"_L1)
        event.value = failureFrom(object);
    else if (type == "clear_output"_L1)
        event.value = Event::ClearOutput { object.value("wait"_L1).toBool() };
    else if (type == "input_request"_L1)
        event.value = Event::InputRequest { object.value("prompt"_L1).toString(), object.value("password"_L1).toBool() };
    else if (type == "display_data"_L1 || type == "update_display_data"_L1) {
        Event::Result result = resultFrom(object);
        result.isDisplay = true;
        result.isUpdate = result.isUpdate || type.startsWith(u'u');
        event.value = result;
    } else if (type.isEmpty() && object.value("code"_L1).isString())
        event.value = Event::ServerError { object.value("code"_L1).toString(), object.value("message"_L1).toString() };
    else if (type.isEmpty() && object.value("error"_L1).isString())
        event.value = Event::ServerError { {}, object.value("error"_L1).toString() };
    else
        event.value = Event::Unknown { type, object };
    return event;
}

StreamDecoder::StreamDecoder(Sink sink) : m_sink(std::move(sink)) { }

void StreamDecoder::feed(QByteArrayView bytes)
{
    // Whole lines are parsed where they lie; only a line's torn part is copied.
    m_bytesSeen += bytes.size();
    const char *at = bytes.data();
    const char *const end = at + bytes.size();
    while (at != end) {
        const char *const lf = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)));
        if (!lf) {
            m_buffer.append(at, end - at);
            return;
        }
        if (m_buffer.isEmpty()) {
            line(QByteArrayView(at, lf));
        } else {
            m_buffer.append(at, lf - at);
            const QByteArray whole = std::exchange(m_buffer, {});
            line(whole);
            if (whole.capacity() <= KeptCapacity) {
                m_buffer = whole;
                m_buffer.resize(0);
            }
        }
        at = lf + 1;
    }
}

bool StreamDecoder::endsLongLine(QByteArrayView bytes) const
{
    return m_buffer.size() + m_data.size() > LongLine && (bytes.isEmpty() || bytes.contains('\n'));
}

void StreamDecoder::finish()
{
    m_finishing = true;
    if (!m_buffer.isEmpty()) {
        const QByteArray last = std::exchange(m_buffer, {});
        line(last);
    }
    flushData();
}

void StreamDecoder::line(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    if (line.startsWith("\xEF\xBB\xBF"))
        line = line.sliced(3);
    if (line.isEmpty()) {
        flushData();
        return;
    }
    if (line.startsWith('{')) {
        flushData();
        frame(line);
        return;
    }
    if (line.startsWith("data:")) {
        line = line.sliced(5);
        if (line.startsWith(' '))
            line = line.sliced(1);
        if (m_hasData)
            m_data.append('\n');
        m_data.append(line);
        m_hasData = true;
        return;
    }
    if (line.startsWith(':') || line.startsWith("event:") || line.startsWith("id:") || line.startsWith("retry:"))
        return;
    const QByteArrayView trimmed = line.trimmed();
    if (trimmed.isEmpty())
        return;
    flushData();
    frame(trimmed);
}

void StreamDecoder::flushData()
{
    if (!m_hasData)
        return;
    m_hasData = false;
    const QByteArray data = std::exchange(m_data, {});
    const QByteArrayView trimmed = QByteArrayView(data).trimmed();
    if (trimmed.isEmpty())
        return;
    if (data.contains('\n')) {
        // One event over several lines, unless each line is an event and the blank lines between are missing.
        QJsonParseError error;
        QJsonDocument::fromJson(QByteArray::fromRawData(trimmed.data(), trimmed.size()), &error);
        if (error.error != QJsonParseError::NoError && error.error != QJsonParseError::IllegalUTF8String) {
            bool objects = true;
            const QList<QByteArray> parts = data.split('\n');
            for (const QByteArray &part : parts)
                objects = objects && (part.trimmed().isEmpty() || QJsonDocument::fromJson(part).isObject());
            if (objects) {
                for (const QByteArray &part : parts) {
                    if (!part.trimmed().isEmpty())
                        frame(part);
                }
                return;
            }
        }
    }
    frame(trimmed);
}

void StreamDecoder::frame(QByteArrayView json)
{
    if (auto event = outputFrame(json)) {
        m_sink(std::move(*event));
        return;
    }
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), json.size()), &error);
    if (error.error == QJsonParseError::IllegalUTF8String) // Replace what is not UTF-8 rather than lose the frame.
        document = QJsonDocument::fromJson(QString::fromUtf8(json).toUtf8(), &error);
    if (document.isObject()) {
        m_sink(eventFromJson(document.object()));
    } else if (m_finishing && json.startsWith('{')) {
        m_endedInsideFrame = true;
        emitBroken(json, u"the stream ended inside this frame"_s);
    } else {
        emitBroken(json, error.error == QJsonParseError::NoError ? u"not a JSON object"_s : error.errorString());
    }
}

void StreamDecoder::emitBroken(QByteArrayView bytes, const QString &reason)
{
    m_sink(StreamEvent { Event::Broken { reason, bytes.size(), bytes.first(qMin(bytes.size(), HeadSize)).toByteArray() }, 0 });
}

} // namespace OpenSandbox
