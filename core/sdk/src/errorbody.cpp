// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "errorbody.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qsizetype MaximumText = 2000;

/// The length of the JSON object or array at the start, 0 if it does not end.
qsizetype firstValueLength(QByteArrayView text)
{
    int depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth <= 0)
                return i + 1;
        }
    }
    return 0;
}

QString stripMarkup(QString html)
{
    static const QRegularExpression hidden(u"<(script|style|head)\\b.*?</\\1\\s*>"_s,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression tag(u"<[^>]*>"_s);
    static const QRegularExpression title(u"<title[^>]*>([^<]*)</title"_s, QRegularExpression::CaseInsensitiveOption);
    const QString heading = title.match(html).captured(1).simplified();
    html.replace(hidden, u" "_s);
    html.replace(tag, u" "_s);
    html.replace(u"&nbsp;"_s, u" "_s).replace(u"&lt;"_s, u"<"_s).replace(u"&gt;"_s, u">"_s).replace(u"&quot;"_s, u"\""_s).replace(u"&amp;"_s, u"&"_s);
    html = html.simplified();
    if (heading.isEmpty() || html.startsWith(heading))
        return html;
    return html.isEmpty() ? heading : QString(heading + u": "_s + html);
}

/// "body.entrypoint: Field required" for one entry of a validation error.
QString validationText(const QJsonObject &entry)
{
    QStringList place;
    for (const QJsonValue &part : entry.value("loc"_L1).toArray())
        place << (part.isString() ? part.toString() : QString::number(part.toInteger()));
    const QString text = entry.value("msg"_L1).toString(entry.value("message"_L1).toString());
    if (place.isEmpty())
        return text;
    return QString(place.join(u'.') + u": "_s + (text.isEmpty() ? u"not valid"_s : text));
}

ErrorBody fromObject(const QJsonObject &object, int depth = 0);

ErrorBody fromValue(const QJsonValue &value, int depth)
{
    if (value.isString())
        return { {}, value.toString() };
    if (value.isObject() && depth < 4)
        return fromObject(value.toObject(), depth + 1);
    if (value.isArray()) {
        QStringList texts;
        for (const QJsonValue &entry : value.toArray()) {
            const QString text = entry.isObject() ? validationText(entry.toObject()) : entry.toString();
            if (!text.isEmpty())
                texts << text;
        }
        return { {}, texts.join(u'\n') };
    }
    return {};
}

ErrorBody fromObject(const QJsonObject &object, int depth)
{
    ErrorBody result;
    const QJsonValue code = object.value("code"_L1);
    result.code = code.isDouble() ? QString::number(code.toInteger()) : code.toString();
    for (const QLatin1StringView key : { "message"_L1, "detail"_L1, "error"_L1, "msg"_L1 }) {
        ErrorBody inner = fromValue(object.value(key), depth);
        if (result.code.isEmpty())
            result.code = inner.code;
        if (result.message.isEmpty())
            result.message = inner.message;
    }
    return result;
}

} // namespace

QString readableText(const QString &text)
{
    QString clean;
    clean.reserve(qMin(text.size(), MaximumText + 1));
    for (const QChar c : text) {
        if (clean.size() >= MaximumText) {
            if (clean.back().isHighSurrogate())
                clean.chop(1);
            clean += u'…';
            break;
        }
        if (c == u'\n' || c == u'\t' || c.category() != QChar::Other_Control)
            clean += c;
    }
    return clean.trimmed();
}

ErrorBody parseErrorBody(QByteArrayView body)
{
    body = body.trimmed();
    ErrorBody result;
    bool understood = false;
    if (body.startsWith('{') || body.startsWith('[')) {
        const QByteArrayView first = body.first(firstValueLength(body));
        const auto document = QJsonDocument::fromJson(QByteArray::fromRawData(first.data(), first.size()));
        if (document.isObject()) {
            result = fromObject(document.object());
            understood = true;
        } else if (document.isArray()) {
            result = fromValue(document.array(), 0);
            understood = true;
        }
    }
    if (!understood || (result.message.isEmpty() && result.code.isEmpty())) {
        const QString text = QString::fromUtf8(body.first(qMin<qsizetype>(body.size(), 64 * 1024)));
        result.message = body.startsWith('<') ? stripMarkup(text) : text;
    }
    result.code = readableText(result.code).left(200);
    result.message = readableText(result.message);
    return result;
}

} // namespace OpenSandbox
