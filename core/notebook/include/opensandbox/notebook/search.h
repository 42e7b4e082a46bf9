// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/cell.h>
#include <opensandbox/notebook/textmatcher.h>

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <deque>
#include <vector>

namespace Notebook {

class Document;

/// A place where the text was found.
struct SearchMatch
{
    quint64 outputId = 0; ///< 0: in the source of the cell.
    qint64 row = 0; ///< Of a stream or traceback as StreamText counts; of other text its line; 0 in sources.
    qsizetype start = 0; ///< In the row; in sources from the beginning of the text.
    qsizetype length = 0;
    bool operator==(const SearchMatch &) const = default;
};

/**
 * Finds text in all cells and their outputs. Works in slices of a few milliseconds from the event loop, so that neither two
 * thousand cells nor a hundred megabytes of output stop the window, and follows every change of the document. Of the document's thread.
 */
class Search : public QObject
{
    Q_OBJECT
public:
    static constexpr int maximumMatches = 100'000; ///< More are not counted.
    static constexpr int sliceMs = 6;
    static constexpr qint64 sliceSize = 2 << 20; ///< Characters of outputs that one slice looks at, whatever the time.

    explicit Search(Document *document, QObject *parent = nullptr);
    ~Search() override;

    /// Starts anew; an empty text finds nothing.
    void start(const SearchQuery &query);
    void clear() { start({}); }
    const SearchQuery &query() const { return m_matcher.query(); }
    /// Empty, or what is wrong with the regular expression and where.
    QString error() const { return m_matcher.error(); }
    bool isRunning() const { return !m_waiting.empty(); }
    int count() const { return m_count; }
    /// Characters that the largest slice since start() looked at.
    qint64 largestSlice() const { return m_largestSlice; }
    bool isComplete() const { return m_count < maximumMatches; }
    const std::vector<SearchMatch> &matches(const Cell *cell) const;

    struct Place
    {
        Cell *cell = nullptr;
        int index = -1; ///< Of the match within the cell.
        bool isValid() const { return cell; }
        bool operator==(const Place &) const = default;
    };
    const SearchMatch *match(const Place &place) const;
    /// The place after (or before) this one, around the ends; from an invalid place the first or last one.
    Place next(const Place &from, bool backwards = false) const;
    /// The first match at or after this position of the source of this cell.
    Place at(const Cell *cell, qsizetype position) const;
    /// From 1; 0 for an invalid place.
    int number(const Place &place) const;

    /// Why this text cannot replace anything: it names a group that the expression does not have. Empty: it can.
    QString replacementError(const QString &replacement) const;
    /// Replaces one match in a source; regular expressions may use \1 or $1 (and $&, $$) in `replacement`. False when it is in an output or
    /// gone, or when there is a replacementError().
    bool replace(const Place &place, const QString &replacement);
    /// All matches in sources, as one undo step. Returns how many were replaced.
    int replaceAll(const QString &replacement);

Q_SIGNALS:
    void changed(); ///< Matches came or went, at most once per slice.
    void finished();

private:
    struct Progress
    {
        Cell *cell = nullptr;
        int output = -1; ///< -1: the source comes first.
        qint64 row = 0;
        // Of a display: what is left to read, and the part of a line that was read already.
        std::shared_ptr<Json::TextReader> reader = {};
        QString line = {};
        qsizetype column = 0; ///< Where `line` begins in its line.
    };
    void restart();
    void again(Cell *cell);
    void slice();
    bool searchSome(Progress &progress);
    void searchText(Cell *cell, quint64 outputId, qint64 row, const QString &text, qsizetype column = 0);
    bool searchDisplay(Progress &progress, const Output &output, const QElapsedTimer &clock);
    void drop(Cell *cell);
    QString replaced(const QString &source, const QString &replacement, int *count) const;

    Document *const m_document;
    TextMatcher m_matcher;
    QHash<const Cell *, std::vector<SearchMatch>> m_matches;
    std::deque<Cell *> m_waiting;
    QSet<Cell *> m_again; ///< Changed since they were searched.
    Progress m_progress;
    QTimer m_timer;
    QTimer m_againTimer;
    int m_count = 0;
    qint64 m_sliced = 0; ///< Characters in this slice.
    qint64 m_largestSlice = 0;
};

} // namespace Notebook
