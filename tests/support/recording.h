// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QUrlQuery>

class Reply;

/// One recorded exchange of tests/data/transcripts.
struct Recording
{
    QString name; ///< area/number-title
    QByteArray request;
    QByteArray response; ///< Every byte, chunk framing included.
    QJsonObject meta;

    static Recording load(const QString &name);
    /// All of an area in order.
    static QList<Recording> area(const QString &area);
    /// All there are, in order.
    static QList<Recording> all();

    QByteArray method() const;
    QByteArray target() const;
    QByteArray route() const; ///< Without the way there: proxies on it, "/v1" and the query.
    QUrlQuery query() const;
    int status() const;
    QByteArray header(const QByteArray &field) const; ///< Lower case.
    QByteArray requestBody() const;
    /// The response's body with the chunk framing taken off, by an implementation of its own.
    QByteArray body() const;
    bool isStream() const { return header("content-type").startsWith("text/event-stream"); }
    QString ended() const { return meta.value(QLatin1StringView("ended")).toString(); }
    /// The framing was satisfied.
    bool isComplete() const { return ended().startsWith(QLatin1StringView("complete")); }
    /// It starts code, a command, or a command in a session.
    bool isRun() const;
    /// A WebSocket of a terminal, refused or not.
    bool isTerminal() const { return route().endsWith("/ws"); }
    /// What was recorded, with the end that it had. Where whoever recorded it went away, the server does.
    Reply reply() const;
};
