// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/streamtext.h>
#include <opensandbox/notebook/textmatcher.h>

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

/// Finds text in the rows of one StreamText, a part in each turn of the event loop, and follows what arrives.
class StreamSearch : public QObject
{
    Q_OBJECT
public:
    using Source = std::function<const Notebook::StreamText *()>;
    struct Match
    {
        Notebook::TextPosition position;
        qsizetype length = 0;
        bool operator==(const Match &) const = default;
    };
    static constexpr int None = -1;
    static constexpr int Later = -2; ///< It is not known yet.

    explicit StreamSearch(Source source, QObject *parent = nullptr);

    /// Starts anew; an empty text finds nothing.
    void start(const Notebook::SearchQuery &query);
    void clear() { start({}); }
    const Notebook::SearchQuery &query() const { return m_matcher.query(); }
    QString error() const { return m_matcher.error(); }
    /// The text has grown or begun anew.
    void contentChanged();
    bool isRunning() const { return m_timer.isActive(); }
    bool isComplete() const;
    const std::vector<Match> &matches() const { return m_matches; } ///< In order.
    /// The first match at this place or behind it, or the last one before it, around the ends: its place in matches(), None or Later.
    int at(Notebook::TextPosition from, bool backwards) const;
    /// The matches of a row.
    std::pair<std::vector<Match>::const_iterator, std::vector<Match>::const_iterator> in(qint64 row) const;
    /// Characters that the largest slice since start() looked at.
    qsizetype largestSlice() const { return m_largestSlice; }

Q_SIGNALS:
    void changed(); ///< Matches came or went, or it came to its end.

private:
    void slice();
    void again();

    Source m_source;
    Notebook::TextMatcher m_matcher;
    std::vector<Match> m_matches;
    qint64 m_row = 0; ///< Those before were looked at.
    qint64 m_received = 0; ///< Bytes of the text when it was looked at last.
    qsizetype m_largestSlice = 0;
    QTimer m_timer;
    QTimer m_againTimer;
};
