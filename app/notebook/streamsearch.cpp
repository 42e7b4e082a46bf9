// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "streamsearch.h"

#include <opensandbox/notebook/search.h>

#include <QElapsedTimer>

#include <algorithm>

using Notebook::Search;
using Notebook::StreamText;
using Notebook::TextPosition;

namespace {

constexpr int changeDelay = 200; ///< ms; what arrives is looked at that often.

bool precedes(const StreamSearch::Match &match, const TextPosition &position)
{
    return match.position.row < position.row || (match.position.row == position.row && match.position.column < position.column);
}

} // namespace

StreamSearch::StreamSearch(Source source, QObject *parent) : QObject(parent), m_source(std::move(source))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &StreamSearch::slice);
    m_againTimer.setSingleShot(true);
    m_againTimer.setInterval(changeDelay);
    connect(&m_againTimer, &QTimer::timeout, this, &StreamSearch::again);
}

void StreamSearch::start(const Notebook::SearchQuery &query)
{
    m_timer.stop();
    m_againTimer.stop();
    m_matcher = Notebook::TextMatcher(query);
    m_matches.clear();
    m_row = 0;
    m_received = 0;
    m_largestSlice = 0;
    if (!m_matcher.isEmpty())
        m_timer.start();
    Q_EMIT changed();
}

bool StreamSearch::isComplete() const
{
    return m_matches.size() < size_t(Search::maximumMatches);
}

void StreamSearch::contentChanged()
{
    if (!m_matcher.isEmpty() && !m_againTimer.isActive())
        m_againTimer.start();
}

void StreamSearch::again()
{
    const StreamText *text = m_source();
    if (!text)
        return;
    // Rows near the end may have been written over; all of them when it began anew.
    const bool anew = text->receivedSize() < m_received || text->rowCount() < m_row;
    m_row = anew ? 0 : std::max<qint64>(0, m_row - StreamText::maximumLiveRows);
    const auto first = std::lower_bound(m_matches.begin(), m_matches.end(), TextPosition { m_row, 0 }, precedes);
    m_matches.erase(first, m_matches.end());
    if (!m_timer.isActive())
        m_timer.start();
}

void StreamSearch::slice()
{
    QElapsedTimer clock;
    clock.start();
    const StreamText *text = m_source();
    const size_t before = m_matches.size();
    qint64 rows = 0;
    if (text) {
        rows = text->rowCount();
        m_received = text->receivedSize();
    }
    qsizetype seen = 0;
    for (int i = 1; m_row < rows && isComplete(); ++m_row, ++i) {
        // A clock is not asked at each short row; a regular expression may take its time in one.
        if (seen >= Search::sliceSize || ((i % 64 == 0 || query().isRegex) && clock.elapsed() >= Search::sliceMs))
            break;
        const QString row = text->plainRow(m_row);
        seen += row.size() + 1;
        m_matcher.forEach(row, [this](qsizetype start, qsizetype length) {
            m_matches.push_back({ { m_row, start }, length });
            return isComplete();
        });
    }
    m_largestSlice = std::max(m_largestSlice, seen);
    if (m_row < rows && isComplete())
        m_timer.start();
    if (m_matches.size() != before || !m_timer.isActive())
        Q_EMIT changed();
}

int StreamSearch::at(TextPosition from, bool backwards) const
{
    const auto place = std::lower_bound(m_matches.begin(), m_matches.end(), from, precedes);
    const bool passed = !isRunning() || m_row > from.row;
    if (backwards) {
        if (!passed)
            return Later;
        if (place != m_matches.begin())
            return int(place - m_matches.begin()) - 1;
        return isRunning() ? Later : int(m_matches.size()) - 1;
    }
    if (place != m_matches.end())
        return int(place - m_matches.begin());
    return isRunning() ? Later : m_matches.empty() ? None : 0;
}

std::pair<std::vector<StreamSearch::Match>::const_iterator, std::vector<StreamSearch::Match>::const_iterator> StreamSearch::in(qint64 row) const
{
    return { std::lower_bound(m_matches.begin(), m_matches.end(), TextPosition { row, 0 }, precedes),
             std::lower_bound(m_matches.begin(), m_matches.end(), TextPosition { row + 1, 0 }, precedes) };
}
