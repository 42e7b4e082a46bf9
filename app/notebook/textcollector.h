// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/streamtext.h>

#include <QObject>
#include <QTimer>

#include <functional>

/// The plain text of many rows, put together a part in each turn of the event loop. Short text is there before start() returns.
class TextCollector : public QObject
{
    Q_OBJECT
public:
    using Source = std::function<const Notebook::StreamText *()>;
    static constexpr qsizetype Slice = 1 << 20; ///< Characters in one turn, about.

    explicit TextCollector(QObject *parent = nullptr);
    /// From one position to another; an invalid `to` is the end. Waits as long as `whole` says that the text is still being read. Anything
    /// that was under way is dropped.
    void start(Source source, std::function<bool()> whole, Notebook::TextPosition from, Notebook::TextPosition to, std::function<void(const QString &)> done);

private:
    void collectSome();

    Source m_source;
    std::function<bool()> m_whole;
    std::function<void(const QString &)> m_done;
    Notebook::TextPosition m_from;
    Notebook::TextPosition m_to;
    qint64 m_row = 0;
    QString m_text;
    QTimer m_timer;
};
