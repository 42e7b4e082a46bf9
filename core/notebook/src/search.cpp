// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/search.h>

#include "text.h"

#include <QCoreApplication>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

constexpr int rowsAtOnce = 128;
constexpr qsizetype readAtOnce = 64 * 1024;
constexpr qsizetype longestLine = 1 << 20; ///< Longer ones are searched in parts.
constexpr int changeDelay = 200; ///< ms; a cell that prints is searched again at most that often.

Json::Value shownText(const Output &output)
{
    for (const QStringView type : { u"text/plain", u"text/markdown", u"text/latex", u"application/json", u"text/html" }) {
        if (!output.data().contains(type))
            continue;
        const Json::Value value = output.data().object().value(type);
        return value.isString() || type != u"application/json" ? value : Json::Value::string(output.data().text(type));
    }
    return {};
}

} // namespace

Search::Search(Document *document, QObject *parent) : QObject(parent), m_document(document)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &Search::slice);
    m_againTimer.setSingleShot(true);
    m_againTimer.setInterval(changeDelay);
    connect(&m_againTimer, &QTimer::timeout, this, [this]() {
        const QSet<Cell *> cells = std::exchange(m_again, {});
        for (Cell *cell : cells) {
            drop(cell);
            m_waiting.push_back(cell);
        }
        if (!m_waiting.empty())
            m_timer.start();
    });
    connect(document, &Document::cellChanged, this, &Search::again);
    connect(document, &Document::cellsInserted, this, [this](int first, int count) {
        for (int i = first; i < first + count; ++i)
            again(m_document->cell(i));
    });
    connect(document, &Document::cellsAboutToBeRemoved, this, [this](int first, int count) {
        for (int i = first; i < first + count; ++i) {
            Cell *cell = m_document->cell(i);
            drop(cell);
            m_again.remove(cell);
            std::erase(m_waiting, cell);
            if (m_progress.cell == cell)
                m_progress = {};
        }
    });
    connect(document, &Document::cellsRemoved, this, &Search::changed);
    connect(document, &Document::cellsMoved, this, &Search::changed);
    connect(document, &Document::reset, this, &Search::restart);
}

Search::~Search() = default;

void Search::start(const SearchQuery &query)
{
    m_matcher = TextMatcher(query);
    restart();
}

void Search::restart()
{
    m_timer.stop();
    m_againTimer.stop();
    m_again.clear();
    m_matches.clear();
    m_count = 0;
    m_largestSlice = 0;
    m_progress = {};
    m_waiting.clear();
    if (!m_matcher.isEmpty()) {
        m_waiting.assign(m_document->cells().begin(), m_document->cells().end());
        m_timer.start();
    }
    Q_EMIT changed();
    if (m_waiting.empty())
        Q_EMIT finished();
}

void Search::again(Cell *cell)
{
    if (m_matcher.isEmpty() || cell->index() < 0)
        return;
    m_again.insert(cell);
    if (!m_againTimer.isActive())
        m_againTimer.start();
}

void Search::drop(Cell *cell)
{
    const auto found = m_matches.constFind(cell);
    if (found == m_matches.constEnd())
        return;
    m_count -= int(found->size());
    m_matches.erase(found);
}

void Search::slice()
{
    QElapsedTimer clock;
    clock.start();
    const int before = m_count;
    m_sliced = 0;
    while (!m_waiting.empty()) {
        Cell *cell = m_waiting.front();
        if (m_progress.cell != cell) {
            drop(cell);
            m_progress = { cell, -1, 0 };
        }
        if (m_count >= maximumMatches) {
            m_waiting.clear();
            break;
        }
        if (!searchSome(m_progress))
            break;
        m_waiting.pop_front();
        m_progress = {};
        if (clock.elapsed() >= sliceMs || m_sliced >= sliceSize)
            break;
    }
    m_largestSlice = std::max(m_largestSlice, m_sliced);
    if (before != m_count || m_waiting.empty())
        Q_EMIT changed();
    if (m_waiting.empty())
        Q_EMIT finished();
    else
        m_timer.start();
}

/// True when the cell is done.
bool Search::searchSome(Progress &progress)
{
    QElapsedTimer clock;
    clock.start();
    Cell *cell = progress.cell;
    if (progress.output < 0) {
        searchText(cell, 0, 0, cell->source());
        progress.output = 0;
    }
    if (!query().inOutputs || cell->kind() != CellKind::Code)
        return true;
    // The first look at stored outputs splits them up.
    if (cell->outputs()->count() > 0 && clock.elapsed() >= sliceMs)
        return false;
    for (; progress.output < cell->outputs()->count(); ++progress.output, progress.row = 0, progress.reader.reset()) {
        const Output &output = cell->outputs()->at(progress.output);
        switch (output.type()) {
        case OutputType::Stream:
        case OutputType::Error: {
            if (output.type() == OutputType::Stream && !output.prepareStream(sliceMs))
                return false;
            const StreamText &text = output.type() == OutputType::Stream ? output.stream() : output.traceback();
            const qint64 rows = text.rowCount();
            while (progress.row < rows) {
                for (int i = 0; i < rowsAtOnce && progress.row < rows; ++i, ++progress.row)
                    searchText(cell, output.id(), progress.row, text.plainRow(progress.row));
                if (clock.elapsed() >= sliceMs || m_sliced >= sliceSize)
                    return false;
            }
            break;
        }
        case OutputType::Display:
        case OutputType::Result:
            if (!searchDisplay(progress, output, clock))
                return false;
            break;
        case OutputType::Notice:
        case OutputType::Unknown: break;
        }
        if ((clock.elapsed() >= sliceMs || m_sliced >= sliceSize) && progress.output + 1 < cell->outputs()->count()) {
            ++progress.output;
            progress.row = 0;
            progress.reader.reset();
            return false;
        }
    }
    return true;
}

/// Line by line, a part of the text at a time. True when the output is done.
bool Search::searchDisplay(Progress &progress, const Output &output, const QElapsedTimer &clock)
{
    if (!progress.reader) {
        progress.reader = std::make_shared<Json::TextReader>(shownText(output));
        progress.line.clear();
        progress.column = 0;
    }
    for (bool more = true; more;) {
        const qsizetype known = progress.line.size();
        more = progress.reader->read(progress.line, readAtOnce);
        qsizetype at = 0;
        for (qsizetype end = progress.line.indexOf(u'\n', known); end >= 0; end = progress.line.indexOf(u'\n', at)) {
            searchText(progress.cell, output.id(), progress.row++, progress.line.sliced(at, end - at), progress.column);
            progress.column = 0;
            at = end + 1;
        }
        if (!more || progress.line.size() - at >= longestLine) {
            // What the next part begins with is searched with it, so that a match across the cut is found once.
            const qsizetype overlap = more && !query().isRegex ? std::min(query().text.size(), progress.line.size() - at) - 1 : 0;
            searchText(progress.cell, output.id(), progress.row, progress.line.sliced(at), progress.column);
            progress.column += progress.line.size() - at - overlap;
            at = progress.line.size() - overlap;
        }
        progress.line.remove(0, at);
        if (more && (clock.elapsed() >= sliceMs || m_sliced >= sliceSize))
            return false;
    }
    return true;
}

void Search::searchText(Cell *cell, quint64 outputId, qint64 row, const QString &text, qsizetype column)
{
    if (text.isEmpty())
        return;
    m_sliced += text.size();
    std::vector<SearchMatch> *list = nullptr;
    const auto add = [&](qsizetype start, qsizetype length) {
        if (!list)
            list = &m_matches[cell];
        list->push_back({ outputId, row, column + start, length });
        return ++m_count < maximumMatches;
    };
    m_matcher.forEach(text, add);
}

const std::vector<SearchMatch> &Search::matches(const Cell *cell) const
{
    static const std::vector<SearchMatch> none;
    const auto found = m_matches.constFind(cell);
    return found == m_matches.constEnd() ? none : *found;
}

const SearchMatch *Search::match(const Place &place) const
{
    const std::vector<SearchMatch> &list = matches(place.cell);
    return place.cell && place.index >= 0 && place.index < int(list.size()) ? &list[size_t(place.index)] : nullptr;
}

Search::Place Search::next(const Place &from, bool backwards) const
{
    if (m_count == 0)
        return {};
    const int cells = m_document->count();
    if (from.cell && from.cell->index() >= 0) {
        const int wanted = from.index + (backwards ? -1 : 1);
        if (wanted >= 0 && wanted < int(matches(from.cell).size()))
            return { from.cell, wanted };
    }
    const int start = from.cell && from.cell->index() >= 0 ? from.cell->index() : backwards ? cells : -1;
    for (int step = 1; step <= cells + 1; ++step) {
        const int index = ((backwards ? start - step : start + step) % cells + cells) % cells;
        Cell *cell = m_document->cell(index);
        if (const std::vector<SearchMatch> &list = matches(cell); !list.empty())
            return { cell, backwards ? int(list.size()) - 1 : 0 };
    }
    return {};
}

Search::Place Search::at(const Cell *cell, qsizetype position) const
{
    if (cell) {
        const std::vector<SearchMatch> &list = matches(cell);
        for (size_t i = 0; i < list.size(); ++i) {
            if (list[i].outputId != 0 || list[i].start >= position)
                return { m_document->cell(cell->index()), int(i) };
        }
        return next({ m_document->cell(cell->index()), int(list.size()) });
    }
    return next({});
}

int Search::number(const Place &place) const
{
    if (!match(place))
        return 0;
    int number = place.index + 1;
    for (int i = 0; i < place.cell->index(); ++i)
        number += int(matches(m_document->cell(i)).size());
    return number;
}

namespace {

/// A part of a replacement: a text, or what a group found.
struct Piece
{
    QString text;
    int group = -1; ///< 0: all of the match.
};

/// \1 and $1 stand for what the first group found, $& (and \0, $0) for all of it, $$ for a dollar sign.
std::vector<Piece> piecesOf(const QString &replacement, int groups)
{
    std::vector<Piece> pieces;
    const auto add = [&pieces](QChar sign) {
        if (pieces.empty() || pieces.back().group >= 0)
            pieces.push_back({});
        pieces.back().text += sign;
    };
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar sign = replacement[i];
        const QChar next = i + 1 < replacement.size() ? replacement[i + 1] : QChar();
        const auto digit = [&replacement](qsizetype at) { return at < replacement.size() && replacement[at] >= u'0' && replacement[at] <= u'9' ? replacement[at].digitValue() : -1; };
        if ((sign != u'\\' && sign != u'$') || next.isNull()) {
            add(sign);
        } else if (sign == u'$' && next == u'$') {
            add(next);
            ++i;
        } else if (sign == u'$' && next == u'&') {
            pieces.push_back({ {}, 0 });
            ++i;
        } else if (int group = digit(i + 1); group >= 0) {
            ++i;
            // $12 is the twelfth group where there are so many, else the first one and a 2.
            if (const int second = digit(i + 1); group > 0 && second >= 0 && group * 10 + second <= groups) {
                group = group * 10 + second;
                ++i;
            }
            pieces.push_back({ {}, group });
        } else {
            add(sign);
        }
    }
    return pieces;
}

QString expanded(const QString &replacement, const QRegularExpressionMatch &match)
{
    QString text;
    for (const Piece &piece : piecesOf(replacement, match.regularExpression().captureCount()))
        text += piece.group >= 0 ? match.captured(piece.group) : piece.text;
    return text;
}

} // namespace

QString Search::replacementError(const QString &replacement) const
{
    if (!query().isRegex || m_matcher.isEmpty())
        return {};
    const int groups = m_matcher.expression().captureCount();
    for (const Piece &piece : piecesOf(replacement, groups)) {
        if (piece.group > groups)
            return QCoreApplication::translate("Notebook::Search", "The expression has no group %1").arg(piece.group);
    }
    return {};
}

QString Search::replaced(const QString &source, const QString &replacement, int *count) const
{
    if (query().isRegex) {
        QString result;
        qsizetype copied = 0;
        QRegularExpressionMatchIterator matches = m_matcher.expression().globalMatch(source);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            if (match.capturedLength() == 0)
                continue;
            result += QStringView(source).sliced(copied, match.capturedStart() - copied);
            result += expanded(replacement, match);
            copied = match.capturedEnd();
            ++*count;
        }
        return *count > 0 ? result + QStringView(source).sliced(copied) : source;
    }
    QString result;
    qsizetype copied = 0;
    m_matcher.forEach(source, [&](qsizetype at, qsizetype length) {
        result += QStringView(source).sliced(copied, at - copied);
        result += replacement;
        copied = at + length;
        ++*count;
        return true;
    });
    return *count > 0 ? result + QStringView(source).sliced(copied) : source;
}

bool Search::replace(const Place &place, const QString &replacement)
{
    const SearchMatch *found = match(place);
    if (!found || found->outputId != 0 || place.cell->index() < 0 || !replacementError(replacement).isEmpty())
        return false;
    const SearchMatch target = *found;
    const QString source = place.cell->source();
    if (target.start + target.length > source.size())
        return false;
    QString text = replacement;
    if (query().isRegex) {
        // Captures, and what stands around, count: so the match is made again where it was.
        const QRegularExpressionMatch match = m_matcher.expression().match(source, target.start);
        if (!match.hasMatch() || match.capturedStart() != target.start)
            return false;
        text = expanded(replacement, match);
    }
    m_document->breakUndoMerging();
    place.cell->edit(target.start, target.length, text);
    m_document->breakUndoMerging();
    // At once, so that the next one is right.
    drop(place.cell);
    m_again.remove(place.cell);
    Progress progress { place.cell, -1, 0 };
    while (!searchSome(progress)) { }
    Q_EMIT changed();
    return true;
}

int Search::replaceAll(const QString &replacement)
{
    if (m_matcher.isEmpty() || !replacementError(replacement).isEmpty())
        return 0;
    int total = 0;
    m_document->beginMacro(QCoreApplication::translate("Notebook::Search", "Replace all"));
    const std::vector<Cell *> cells = m_document->cells();
    for (Cell *cell : cells) {
        int count = 0;
        const QString source = replaced(cell->source(), replacement, &count);
        if (count > 0)
            cell->setSource(source);
        total += count;
    }
    m_document->endMacro();
    restart();
    return total;
}

} // namespace Notebook
