// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

/// One recorded exchange of tests/data/transcripts.
struct Recording
{
    QString name; ///< area/number-title
    QByteArray request;
    QByteArray response; ///< Every byte, chunk framing included.
    QJsonObject meta;

    static Recording load(const QString &name);
    /// All of an area in order; those with shortened bodies are left out.
    static QList<Recording> area(const QString &area);

    QByteArray method() const;
    QByteArray target() const;
    int status() const;
    QByteArray header(const QByteArray &field) const; ///< Lower case.
    QByteArray requestBody() const;
    /// The response's body with the chunk framing taken off, by an implementation of its own.
    QByteArray body() const;
    bool isStream() const { return header("content-type").startsWith("text/event-stream"); }
    QString ended() const { return meta.value(QLatin1StringView("ended")).toString(); }
    /// The framing was satisfied.
    bool isComplete() const { return ended().startsWith(QLatin1StringView("complete")); }
};
