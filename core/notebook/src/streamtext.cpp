// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/streamtext.h>

#include "ansi.h"
#include "textlog.h"

#include <QHash>
#include <QStringDecoder>

#include <cstring>
#include <climits>
#include <vector>
#include <utility>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

// How text is kept. Rows that are done are bytes in a log: UTF-8 with the SGR and link sequences as they came. Each row can be
// read by itself: when it does not start plain, a prefix between two `prefixMark`s says with which pen. A row ends in '\n', or in
// `softBreak` where a very long line goes on in the next row. Most text only ever goes to the end of the log, at the speed of
// copying. When the cursor leaves the end (carriage return, backspace, movement), the rows concerned are taken back from the
// log into cells, the live rows, and return to the log at the next line end after the last of them.

namespace Notebook {

namespace {

using Ansi::Pen;
using Ansi::Sequence;

constexpr char softBreak = '\x1e';
constexpr char prefixMark = '\x1d';
constexpr qint64 markDistance = 16 * 1024;
constexpr int maximumLiveSegments = 2; ///< Pieces of a long line that are taken back from the log.
constexpr size_t maximumLiveCells = 24 * 1024; ///< In one row, before it goes to the log.
constexpr qint64 maximumPulled = 64 * 1024; ///< Characters taken back before the cursor is stopped.
constexpr size_t maximumColumn = 512; ///< How far movement alone can widen a row.
constexpr size_t liveRowSize = 2048; ///< Cells of a live row that are shown as one row.

/// Bytes that need attention: control characters other than line end and tab.
constexpr auto specialBytes = [] {
    std::array<bool, 256> table {};
    for (size_t i = 0; i < 0x20; ++i)
        table[i] = i != '\n' && i != '\t';
    table[0x7f] = true;
    return table;
}();

struct LiveCell
{
    char32_t character = U' ';
    quint32 pen = 0; ///< Index of the list of pens.
};

using LiveRow = std::vector<LiveCell>;

void putUtf8(QByteArray &out, char32_t c)
{
    if (c < 0x80) {
        out += char(c);
    } else if (c < 0x800) {
        out += char(0xc0 | (c >> 6));
        out += char(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        out += char(0xe0 | (c >> 12));
        out += char(0x80 | ((c >> 6) & 0x3f));
        out += char(0x80 | (c & 0x3f));
    } else {
        out += char(0xf0 | (c >> 18));
        out += char(0x80 | ((c >> 12) & 0x3f));
        out += char(0x80 | ((c >> 6) & 0x3f));
        out += char(0x80 | (c & 0x3f));
    }
}

/// Reads one character of valid UTF-8 and moves on.
char32_t takeUtf8(QByteArrayView bytes, qsizetype &at)
{
    const uchar first = uchar(bytes[at]);
    const int length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 1 || at + length > bytes.size()) {
        ++at;
        return first < 0x80 ? char32_t(first) : U'\ufffd';
    }
    char32_t c = first & (0xff >> (length + 1));
    for (int i = 1; i < length; ++i)
        c = c << 6 | (uchar(bytes[at + i]) & 0x3f);
    at += length;
    return c;
}

/// Cuts before a character that would be split.
qsizetype characterBoundary(QByteArrayView bytes, qsizetype at)
{
    while (at > 0 && at < bytes.size() && (uchar(bytes[at]) & 0xc0) == 0x80)
        --at;
    return at;
}

/// Walks over one stored row: text pieces and changes of the pen.
template<typename OnText>
void walkRow(QByteArrayView row, Pen &pen, OnText onText)
{
    qsizetype at = 0;
    while (at < row.size()) {
        qsizetype end = at;
        while (end < row.size() && row[end] != '\x1b' && row[end] != prefixMark)
            ++end;
        if (end > at)
            onText(row.sliced(at, end - at));
        at = end;
        if (at >= row.size())
            break;
        if (row[at] == prefixMark) {
            ++at;
            continue;
        }
        const Sequence sequence = Ansi::parseSequence(row.sliced(at));
        if (sequence.type == Sequence::Type::Csi)
            pen.apply(sequence.parameters);
        else if (sequence.type == Sequence::Type::Link)
            pen.link = sequence.parameters.toByteArray();
        at += std::max<qsizetype>(sequence.size, 1);
    }
}

void addRun(QList<TextRun> &runs, qsizetype start, qsizetype length, const Pen &pen)
{
    if (length <= 0 || pen.isPlain())
        return;
    const TextStyle style = pen.style();
    if (!runs.isEmpty() && runs.last().start + runs.last().length == start && runs.last().style == style)
        runs.last().length += length;
    else
        runs += TextRun {start, length, style};
}

TextRow decodeRow(QByteArrayView bytes)
{
    TextRow row;
    if (!bytes.contains('\x1b')) {
        row.text = QString::fromUtf8(bytes);
        return row;
    }
    Pen pen;
    walkRow(bytes, pen, [&](QByteArrayView text) {
        const qsizetype start = row.text.size();
        row.text += QUtf8StringView(text.data(), text.size()).toString();
        addRun(row.runs, start, row.text.size() - start, pen);
    });
    return row;
}

} // namespace

struct StreamText::Private
{
    struct Mark
    {
        qint64 offset = 0;
        qint64 row = 0;
    };

    TextLog log;
    std::vector<Mark> marks {Mark {}}; ///< Row starts, some kilobytes apart.
    qint64 logRows = 0; ///< Rows of the log that ended.
    qint64 logLines = 0; ///< Those that ended a line.
    qint64 openStart = 0; ///< Where the last row of the log starts, which has not ended (or is empty).
    bool openHasText = false;
    Pen openPen; ///< With which it starts.

    std::vector<LiveRow> live; ///< Rows after the log; the log has no open row then.
    std::vector<Pen> pens; ///< Of live cells.
    QHash<Pen, quint32> penNumbers; ///< Their places in `pens`.
    quint32 penIndex = 0; ///< Of `pen`, plus 1; 0 when not looked up.
    qint64 pulled = 0; ///< Characters taken back since the live rows began,
    qint64 consumed = 0; ///< and bytes read since then: rows return to the log when reading them has paid for it.
    size_t cursorRow = 0;
    size_t cursorColumn = 0;

    Pen pen;
    bool atLineStart = false; ///< A carriage return came; what it means depends on what follows.
    QByteArray pending; ///< The start of an escape sequence or of a character.
    bool skipping = false; ///< Inside a long control string.
    QChar highSurrogate;
    QByteArray cutCharacter;
    qint64 received = 0;
    qint64 firstChanged = 0;

    // Where the last row was read, for the one after it.
    mutable qint64 hintRow = -1;
    mutable qint64 hintOffset = 0;

    qint64 append(QByteArrayView bytes);
    void consume(QByteArrayView bytes);
    void plain(QByteArrayView run);
    void control(char c);
    void sequence(const Sequence &sequence, QByteArrayView bytes);
    void csi(const Sequence &sequence);

    void startOpenRow();
    void endOpenRow(char end);
    void appendToLog(QByteArrayView text);
    void mark();
    void cutLog(qint64 offset);

    void enterLive();
    bool pullPreviousLine();
    LiveRow takeLine(qint64 start, qint64 end, Pen *first);
    void livePlain(QByteArrayView run);
    void liveNewline();
    void commitLive();
    quint32 numberOf(const Pen &wanted);
    quint32 currentPen();
    void writeLiveRow(QByteArray &out, const LiveRow &row, Pen &state, const Pen &endPen, std::vector<qsizetype> *breaks) const;

    qint64 lineStart(qint64 before, int *rows) const;
    bool endsInSoftBreak() const
    {
        return openStart > 0 && openStart > log.memoryStart() && log.view(openStart - 1, 1).front() == softBreak;
    }
    qint64 liveRowCount() const;
    QByteArray storedRow(qint64 index, bool *soft) const;
    TextRow liveRow(qint64 index) const;
};

// --- the end of the log

void StreamText::Private::mark()
{
    if (openStart - marks.back().offset >= markDistance)
        marks.push_back({openStart, logRows});
}

void StreamText::Private::startOpenRow()
{
    if (log.size() > openStart || openPen.isPlain())
        return;
    QByteArray prefix(1, prefixMark);
    openPen.writeChange(prefix, {});
    prefix += prefixMark;
    log.append(prefix);
}

void StreamText::Private::endOpenRow(char end)
{
    log.append(end);
    ++logRows;
    logLines += end == '\n';
    openStart = log.size();
    openHasText = false;
    openPen = pen;
    mark();
}

/// Text without line ends and control characters.
void StreamText::Private::appendToLog(QByteArrayView text)
{
    while (!text.isEmpty()) {
        startOpenRow();
        const qsizetype room = maximumRowSize - qsizetype(log.size() - openStart);
        if (text.size() <= room) {
            log.append(text);
            openHasText = true;
            return;
        }
        const qsizetype part = room > 0 ? characterBoundary(text, room) : 0;
        log.append(text.first(part));
        endOpenRow(softBreak);
        text = text.sliced(part);
    }
}

void StreamText::Private::plain(QByteArrayView run)
{
    if (atLineStart) {
        if (run.front() == '\n')
            atLineStart = false;
        else
            enterLive();
    }
    while (!run.isEmpty()) {
        if (!live.empty()) {
            const qsizetype end = run.indexOf('\n');
            if (end != 0)
                livePlain(end < 0 ? run : run.first(end));
            if (end < 0)
                return;
            if (!live.empty())
                liveNewline();
            else
                endOpenRow('\n');
            run = run.sliced(end + 1);
            continue;
        }
        // The first line goes on in the open row; after it whole lines are copied at once.
        qsizetype end = run.indexOf('\n');
        if (end != 0)
            appendToLog(end < 0 ? run : run.first(end));
        if (end < 0)
            return;
        endOpenRow('\n');
        run = run.sliced(end + 1);
        while (pen.isPlain() && !run.isEmpty()) {
            const QByteArrayView slice = run.first(std::min(run.size(), maximumRowSize));
            const qsizetype last = slice.lastIndexOf('\n');
            if (last < 0)
                break;
            const qint64 lines = std::count(slice.begin(), slice.begin() + last + 1, '\n');
            log.append(slice.first(last + 1));
            logRows += lines;
            logLines += lines;
            openStart = log.size();
            mark();
            run = run.sliced(last + 1);
        }
    }
}

// --- control characters and sequences

void StreamText::Private::control(char c)
{
    switch (c) {
    case '\r':
        if (live.empty())
            atLineStart = true;
        else
            cursorColumn = 0;
        return;
    case '\b':
        enterLive();
        if (cursorColumn > 0)
            --cursorColumn;
        return;
    case '\v':
    case '\f': plain("\n"); return;
    default: return;
    }
}

void StreamText::Private::sequence(const Sequence &sequence, QByteArrayView bytes)
{
    const bool sgr = sequence.type == Sequence::Type::Csi && sequence.final == 'm'
        && (sequence.parameters.isEmpty() || uchar(sequence.parameters.front()) < '<');
    if (!sgr && sequence.type != Sequence::Type::Link) {
        if (sequence.type == Sequence::Type::Csi)
            csi(sequence);
        return;
    }
    if (atLineStart)
        enterLive();
    if (live.empty()) {
        if (log.size() - openStart + bytes.size() > maximumRowSize && log.size() > openStart)
            endOpenRow(softBreak);
        startOpenRow();
        log.append(bytes);
    }
    if (sgr)
        pen.apply(sequence.parameters);
    else
        pen.link = sequence.parameters.toByteArray();
    penIndex = 0;
}

void StreamText::Private::csi(const Sequence &sequence)
{
    if (!sequence.parameters.isEmpty() && uchar(sequence.parameters.front()) >= '<')
        return; // private modes
    const size_t amount = size_t(sequence.number(1));
    switch (sequence.final) {
    case 'K': {
        const int what = sequence.number(0);
        // Erasing after the end is what coloured listings do all the time.
        if (what == 0 && live.empty() && !atLineStart)
            return;
        enterLive();
        LiveRow &row = live[cursorRow];
        if (what == 0 && cursorColumn < row.size())
            row.resize(cursorColumn);
        else if (what == 1)
            std::fill_n(row.begin(), std::min(row.size(), cursorColumn + 1), LiveCell {});
        else if (what == 2)
            row.clear();
        return;
    }
    case 'J':
        if (sequence.number(0) == 0 && (!live.empty() || atLineStart)) {
            enterLive();
            if (cursorColumn < live[cursorRow].size())
                live[cursorRow].resize(cursorColumn);
            live.resize(cursorRow + 1);
        }
        return;
    case 'G':
    case '`':
        enterLive();
        cursorColumn = std::min(amount - 1, std::max(maximumColumn, live[cursorRow].size()));
        return;
    case 'C':
        enterLive();
        cursorColumn = std::min(cursorColumn + amount, std::max(maximumColumn, live[cursorRow].size()));
        return;
    case 'D':
        enterLive();
        cursorColumn -= std::min(cursorColumn, amount);
        return;
    case 'A':
    case 'F':
        enterLive();
        for (size_t i = 0; i < amount; ++i) {
            if (cursorRow == 0 && !pullPreviousLine())
                break;
            --cursorRow;
        }
        if (sequence.final == 'F')
            cursorColumn = 0;
        return;
    case 'B':
    case 'E':
        if (live.empty() && !atLineStart && sequence.final == 'B')
            return;
        enterLive();
        cursorRow = std::min(cursorRow + amount, live.size() - 1);
        if (sequence.final == 'E')
            cursorColumn = 0;
        return;
    default: return;
    }
}

void StreamText::Private::consume(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (skipping) {
            bool ended = false;
            bytes = bytes.sliced(Ansi::skipString(bytes, &ended));
            skipping = !ended;
            continue;
        }
        qsizetype end = 0;
        while (end < bytes.size() && !specialBytes[uchar(bytes[end])])
            ++end;
        if (end > 0) {
            consumed += end;
            plain(bytes.first(end));
            bytes = bytes.sliced(end);
            continue;
        }
        ++consumed;
        if (bytes.front() != '\x1b') {
            control(bytes.front());
            bytes = bytes.sliced(1);
            continue;
        }
        const Sequence found = Ansi::parseSequence(bytes);
        if (found.type == Sequence::Type::Incomplete) {
            pending = bytes.toByteArray();
            return;
        }
        if (found.type == Sequence::Type::Unterminated) {
            skipping = true;
            bytes = bytes.sliced(2);
            continue;
        }
        const qsizetype size = std::max<qsizetype>(found.size, 1);
        sequence(found, bytes.first(size));
        bytes = bytes.sliced(size);
    }
}

// --- live rows

qint64 StreamText::Private::lineStart(qint64 before, int *rows) const
{
    // Goes back over the pieces of one line; `before` is the start of its last piece.
    qint64 start = before;
    while (start > 0 && start > log.memoryStart() && *rows < maximumLiveSegments && log.view(start - 1, 1).front() == softBreak) {
        const qint64 lowest = std::max(log.memoryStart(), start - 2 * maximumRowSize);
        const qint64 soft = log.lastIndexOf(softBreak, lowest, start - 1);
        const qint64 hard = log.lastIndexOf('\n', lowest, start - 1);
        const qint64 found = std::max(soft, hard);
        if (found < 0 && lowest > 0)
            break;
        start = found + 1;
        ++*rows;
    }
    return start;
}

void StreamText::Private::cutLog(qint64 offset)
{
    log.truncate(offset);
    openStart = offset;
    openHasText = false;
    while (marks.size() > 1 && marks.back().offset > offset)
        marks.pop_back();
    if (hintOffset > offset)
        hintRow = -1;
}

LiveRow StreamText::Private::takeLine(qint64 start, qint64 end, Pen *first)
{
    const QByteArray bytes = log.read(start, end - start);
    LiveRow row;
    row.reserve(size_t(bytes.size()));
    Pen state;
    bool firstPiece = true;
    for (qsizetype at = 0; at <= bytes.size();) {
        const qsizetype soft = bytes.indexOf(softBreak, at);
        const qsizetype stop = soft < 0 ? bytes.size() : soft;
        QByteArrayView piece = QByteArrayView(bytes).sliced(at, stop - at);
        state = {};
        if (piece.startsWith(prefixMark)) {
            const qsizetype close = piece.indexOf(prefixMark, 1);
            walkRow(piece.first(std::max<qsizetype>(close, 1)), state, [](QByteArrayView) {});
            piece = piece.sliced(close + 1);
        }
        if (firstPiece)
            *first = state;
        firstPiece = false;
        quint32 index = 0;
        Pen indexed;
        walkRow(piece, state, [&](QByteArrayView text) {
            if (indexed != state) {
                indexed = state;
                index = numberOf(state);
            }
            for (qsizetype i = 0; i < text.size();)
                row.push_back({takeUtf8(text, i), index});
        });
        at = stop + 1;
    }
    return row;
}

void StreamText::Private::enterLive()
{
    if (live.empty()) {
        pens.clear();
        penNumbers.clear();
        numberOf({});
        penIndex = 0;
        pulled = 0;
        consumed = 0;
        int pieces = 0;
        const qint64 start = lineStart(openStart, &pieces);
        Pen first = openPen;
        LiveRow row;
        if (log.size() > start)
            row = takeLine(start, log.size(), &first);
        logRows -= pieces;
        cutLog(start);
        openPen = first;
        cursorRow = 0;
        cursorColumn = row.size();
        pulled += qint64(row.size()) + 1;
        live.push_back(std::move(row));
        firstChanged = std::min(firstChanged, logRows);
    }
    if (atLineStart) {
        atLineStart = false;
        cursorColumn = 0;
    }
}

bool StreamText::Private::pullPreviousLine()
{
    if (openStart <= log.memoryStart() || openStart == 0 || live.size() >= maximumLiveRows || pulled > maximumPulled)
        return false;
    const qint64 end = openStart - 1; // its line end
    const qint64 lowest = std::max(log.memoryStart(), end - 2 * maximumRowSize);
    const qint64 found = std::max(log.lastIndexOf('\n', lowest, end), log.lastIndexOf(softBreak, lowest, end));
    if (found < 0 && lowest > 0)
        return false;
    int pieces = 1;
    const qint64 start = lineStart(found + 1, &pieces);
    // An empty row has no prefix: the pen at its start is the pen at its end, where the next row starts.
    Pen first = openPen;
    LiveRow row;
    if (end > start)
        row = takeLine(start, end, &first);
    pulled += qint64(row.size()) + 1;
    logRows -= pieces;
    --logLines;
    cutLog(start);
    openPen = first;
    live.insert(live.begin(), std::move(row));
    ++cursorRow;
    firstChanged = std::min(firstChanged, logRows);
    return true;
}

quint32 StreamText::Private::numberOf(const Pen &wanted)
{
    const auto known = penNumbers.constFind(wanted);
    if (known != penNumbers.cend())
        return *known;
    pens.push_back(wanted);
    penNumbers.insert(wanted, quint32(pens.size() - 1));
    return quint32(pens.size() - 1);
}

quint32 StreamText::Private::currentPen()
{
    if (penIndex > 0)
        return penIndex - 1;
    if (pens.size() > 4096) {
        // An endless animation of colours in one row: forget those that are overwritten.
        const std::vector<Pen> old = std::exchange(pens, {});
        penNumbers.clear();
        numberOf({});
        for (LiveRow &row : live) {
            for (LiveCell &cell : row)
                cell.pen = numberOf(old[cell.pen]);
        }
    }
    penIndex = numberOf(pen) + 1;
    return penIndex - 1;
}

void StreamText::Private::livePlain(QByteArrayView run)
{
    const quint32 index = currentPen();
    LiveRow &row = live[cursorRow];
    qsizetype at = 0;
    while (at < run.size()) {
        if (cursorColumn >= row.size()) {
            if (row.size() >= maximumLiveCells && cursorColumn == row.size()) {
                commitLive();
                appendToLog(run.sliced(at));
                return;
            }
            row.resize(cursorColumn);
            row.push_back({takeUtf8(run, at), index});
        } else {
            row[cursorColumn] = {takeUtf8(run, at), index};
        }
        ++cursorColumn;
    }
}

void StreamText::Private::liveNewline()
{
    if (cursorRow + 1 < live.size()) {
        ++cursorRow;
        cursorColumn = 0;
        return;
    }
    if (consumed < pulled && live.size() < 2 * maximumLiveRows) {
        // Programs that draw several bars go up again at once.
        live.emplace_back();
        ++cursorRow;
        cursorColumn = 0;
        return;
    }
    commitLive();
    endOpenRow('\n');
}

/// Writes `row`, whose first cell comes while the pen is `state`, and then the change to `endPen`.
void StreamText::Private::writeLiveRow(QByteArray &out, const LiveRow &row, Pen &state, const Pen &endPen,
                                       std::vector<qsizetype> *breaks) const
{
    qsizetype rowStart = out.size();
    const auto breakIfLong = [&] {
        if (!breaks || out.size() - rowStart < maximumRowSize - 8)
            return;
        breaks->push_back(out.size());
        out += softBreak;
        rowStart = out.size();
        if (!state.isPlain()) {
            out += prefixMark;
            state.writeChange(out, {});
            out += prefixMark;
        }
    };
    quint32 index = UINT_MAX;
    for (const LiveCell &cell : row) {
        if (cell.pen != index) {
            index = cell.pen;
            pens[index].writeChange(out, state);
            state = pens[index];
        }
        breakIfLong();
        putUtf8(out, cell.character);
    }
    endPen.writeChange(out, state);
    state = endPen;
}

/// All live rows return to the log; the last one becomes the open row there.
void StreamText::Private::commitLive()
{
    std::vector<LiveRow> rows = std::exchange(live, {});
    for (size_t i = 0; i < rows.size(); ++i) {
        const bool last = i + 1 == rows.size();
        startOpenRow();
        QByteArray bytes;
        std::vector<qsizetype> breaks;
        Pen state = openPen;
        writeLiveRow(bytes, rows[i], state, last ? pen : Pen {}, &breaks);
        qsizetype from = 0;
        for (qsizetype at : breaks) {
            log.append(QByteArrayView(bytes).sliced(from, at + 1 - from));
            ++logRows;
            openStart = log.size();
            mark();
            from = at + 1;
        }
        log.append(QByteArrayView(bytes).sliced(from));
        openHasText = !rows[i].empty();
        if (!last) {
            log.append('\n');
            ++logRows;
            ++logLines;
            openStart = log.size();
            openHasText = false;
            openPen = {};
            mark();
        }
    }
    penIndex = 0;
}

// --- reading

qint64 StreamText::Private::liveRowCount() const
{
    if (live.empty())
        return openHasText ? 1 : 0;
    qint64 rows = 0;
    for (size_t i = 0; i < live.size(); ++i) {
        if (i + 1 == live.size() && live[i].empty())
            break;
        rows += qint64(std::max<size_t>(1, (live[i].size() + liveRowSize - 1) / liveRowSize));
    }
    return rows;
}

QByteArray StreamText::Private::storedRow(qint64 index, bool *soft) const
{
    qint64 row = 0;
    qint64 offset = 0;
    const auto after = std::ranges::upper_bound(marks, index, {}, &Mark::row);
    const Mark &before = *(after - 1);
    row = before.row;
    offset = before.offset;
    if (hintRow >= row && hintRow <= index) {
        row = hintRow;
        offset = hintOffset;
    }
    QByteArray carried; // A row that lies in two chunks.
    while (offset < log.size()) {
        const QByteArrayView part = log.view(offset, 2 * markDistance);
        qsizetype at = 0;
        while (at < part.size()) {
            const char *begin = part.data() + at;
            const char *end = static_cast<const char *>(std::memchr(begin, '\n', size_t(part.size() - at)));
            const qsizetype length = end ? end - begin : part.size() - at;
            // A line end far away may hide nearer soft breaks.
            const char *softEnd = static_cast<const char *>(std::memchr(begin, softBreak, size_t(length)));
            const qsizetype size = softEnd ? softEnd - begin : length;
            const bool complete = end || softEnd;
            if (row == index) {
                carried.append(begin, size);
                if (complete) {
                    *soft = softEnd != nullptr;
                    hintRow = index + 1;
                    hintOffset = offset + at + size + 1;
                    return carried;
                }
            } else if (complete) {
                ++row;
            }
            at += size + (complete ? 1 : 0);
        }
        offset += part.size();
    }
    *soft = false;
    return carried;
}

TextRow StreamText::Private::liveRow(qint64 index) const
{
    for (const LiveRow &cells : live) {
        const qint64 rows = qint64(std::max<size_t>(1, (cells.size() + liveRowSize - 1) / liveRowSize));
        if (index >= rows) {
            index -= rows;
            continue;
        }
        TextRow row;
        const size_t begin = size_t(index) * liveRowSize;
        const size_t end = std::min(cells.size(), begin + liveRowSize);
        for (size_t i = begin; i < end;) {
            const qsizetype start = row.text.size();
            const quint32 runPen = cells[i].pen;
            for (; i < end && cells[i].pen == runPen; ++i) {
                if (QChar::requiresSurrogates(cells[i].character)) {
                    row.text += QChar(QChar::highSurrogate(cells[i].character));
                    row.text += QChar(QChar::lowSurrogate(cells[i].character));
                } else {
                    row.text += QChar(char16_t(cells[i].character));
                }
            }
            addRun(row.runs, start, row.text.size() - start, pens[runPen]);
        }
        row.continues = end < cells.size();
        return row;
    }
    return {};
}

qint64 StreamText::Private::append(QByteArrayView bytes)
{
    received += bytes.size();
    firstChanged = logRows;
    if (pending.isEmpty()) {
        consume(bytes);
    } else {
        const QByteArray joined = std::exchange(pending, {}) + bytes;
        consume(joined);
    }
    return firstChanged;
}

// --- the class

StreamText::StreamText()
    : d(std::make_unique<Private>())
{
}
StreamText::~StreamText() = default;
StreamText::StreamText(StreamText &&) noexcept = default;
StreamText &StreamText::operator=(StreamText &&) noexcept = default;

qint64 StreamText::append(QStringView text)
{
    constexpr qsizetype slice = 64 * 1024;
    qint64 first = -1;
    while (!text.isEmpty()) {
        qsizetype size = std::min(slice, text.size());
        QString joined;
        QStringView part = text.first(size);
        if (!d->highSurrogate.isNull()) {
            joined = d->highSurrogate + part;
            part = joined;
            d->highSurrogate = QChar();
        }
        if (part.back().isHighSurrogate()) {
            d->highSurrogate = part.back();
            part.chop(1);
        }
        // A lone half of a character becomes a replacement mark.
        const qint64 changed = d->append(part.toUtf8());
        first = first < 0 ? changed : std::min(first, changed);
        text = text.sliced(size);
    }
    return first < 0 ? d->logRows : first;
}

qint64 StreamText::appendUtf8(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return d->logRows;
    QByteArray joined;
    if (!d->cutCharacter.isEmpty()) {
        joined = std::exchange(d->cutCharacter, {}) + bytes;
        bytes = joined;
    }
    // A character that is cut at the end waits for its rest.
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const uchar c = uchar(bytes[bytes.size() - back]);
        if ((c & 0xc0) == 0x80)
            continue;
        const int length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
        if (length > back) {
            d->cutCharacter = bytes.last(back).toByteArray();
            bytes.chop(back);
        }
        break;
    }
    if (bytes.isValidUtf8())
        return d->append(bytes);
    return d->append(QString::fromUtf8(bytes).toUtf8());
}

void StreamText::clear()
{
    const qint64 limit = memoryLimit();
    d = std::make_unique<Private>();
    d->log.setMemoryLimit(limit);
}

bool StreamText::isEmpty() const { return rowCount() == 0; }

qint64 StreamText::rowCount() const { return d->logRows + d->liveRowCount(); }

qint64 StreamText::lineCount() const
{
    if (d->live.empty())
        return d->logLines + (d->openHasText || d->endsInSoftBreak() ? 1 : 0);
    return d->logLines + qint64(d->live.size()) - (d->live.back().empty() ? 1 : 0);
}

qint64 StreamText::size() const
{
    qint64 size = d->log.size();
    for (const LiveRow &row : d->live)
        size += qint64(row.size()) + 1;
    return size;
}

qint64 StreamText::receivedSize() const { return d->received; }

bool StreamText::endsWithNewline() const
{
    return d->live.empty() ? d->logRows > 0 && !d->openHasText && !d->endsInSoftBreak() : d->live.back().empty();
}

TextRow StreamText::row(qint64 index) const
{
    if (index < 0 || index >= rowCount())
        return {};
    if (!d->live.empty() && index >= d->logRows)
        return d->liveRow(index - d->logRows);
    bool soft = false;
    TextRow row = decodeRow(d->storedRow(index, &soft));
    row.continues = soft && index + 1 < rowCount();
    return row;
}

QString StreamText::plainRow(qint64 index) const { return row(index).text; }

QString StreamText::plainText(qint64 firstRow, qint64 rows) const
{
    const qint64 end = rows < 0 ? rowCount() : std::min(rowCount(), firstRow + rows);
    QString text;
    for (qint64 i = std::max<qint64>(firstRow, 0); i < end; ++i) {
        const TextRow row = this->row(i);
        text += row.text;
        if (!row.continues && (i + 1 < rowCount() || endsWithNewline()))
            text += u'\n';
    }
    return text;
}

struct StoredText::Private
{
    FrozenLog log;
    QByteArray live; ///< Rows after the log.
};

/// What is between our own marks.
static bool plainParts(QByteArrayView part, bool &inPrefix, const std::function<bool(QByteArrayView)> &write)
{
    qsizetype from = 0;
    for (qsizetype at = 0; at <= part.size(); ++at) {
        // A prefix whose end is missing ends with its line.
        if (inPrefix && at < part.size() && part[at] == '\n') {
            inPrefix = false;
            from = at;
        }
        if (at < part.size() && part[at] != prefixMark && part[at] != softBreak)
            continue;
        if (!inPrefix && at > from && !write(part.sliced(from, at - from)))
            return false;
        if (at < part.size() && part[at] == prefixMark)
            inPrefix = !inPrefix;
        from = at + 1;
    }
    return true;
}

qint64 StoredText::size() const { return d ? d->log.size() + d->live.size() : 0; }

bool StoredText::forEachPiece(const std::function<bool(QByteArrayView)> &write) const
{
    if (!d)
        return true;
    bool inPrefix = false;
    const bool whole = d->log.forEachChunk([&](QByteArrayView part) { return plainParts(part, inPrefix, write); });
    return whole && (d->live.isEmpty() || write(d->live));
}

std::function<bool(QString &)> StoredText::reader() const
{
    struct State
    {
        size_t chunk = 0;
        bool inPrefix = false;
        QStringDecoder decoder { QStringDecoder::Utf8 };
    };
    return [text = d, state = std::make_shared<State>()](QString &out) {
        const size_t chunks = text ? text->log.chunkCount() : 0;
        if (!text || state->chunk > chunks)
            return false;
        const QByteArray part = state->chunk < chunks ? text->log.chunk(state->chunk) : text->live;
        if (state->chunk++ == chunks) {
            out += state->decoder.decode(part);
            return true;
        }
        plainParts(part, state->inPrefix, [&](QByteArrayView bytes) {
            out += state->decoder.decode(bytes);
            return true;
        });
        return true;
    };
}

StoredText StreamText::stored() const
{
    auto result = std::make_shared<StoredText::Private>();
    result->log = d->log.freeze();
    Pen state = d->openPen;
    for (size_t i = 0; i < d->live.size(); ++i) {
        const bool last = i + 1 == d->live.size();
        d->writeLiveRow(result->live, d->live[i], state, last ? d->pen : Pen {}, nullptr);
        if (!last)
            result->live += '\n';
    }
    StoredText text;
    text.d = std::move(result);
    return text;
}

QString StreamText::toStoredText() const
{
    QString text;
    QStringDecoder decoder(QStringDecoder::Utf8);
    forEachStoredPiece([&](QByteArrayView piece) {
        text += decoder.decode(piece);
        return true;
    });
    return text;
}

StreamText::Match StreamText::find(const QString &needle, TextPosition from, Qt::CaseSensitivity sensitivity, qint64 maximumRows) const
{
    Match match;
    if (needle.isEmpty())
        return match;
    const qint64 end = rowCount();
    qint64 index = std::max<qint64>(from.row, 0);
    qsizetype column = from.row < 0 ? 0 : std::max<qsizetype>(from.column, 0);
    const qint64 stop = std::min(end, index + std::max<qint64>(maximumRows, 1));
    qint64 seen = 0;
    for (; index < stop && seen < maximumFindSize; ++index, column = 0) {
        const TextRow current = row(index);
        seen += current.text.size();
        QString text = current.text;
        // A match may begin in this piece of a long line and end in the next.
        if (current.continues)
            text += plainRow(index + 1).left(needle.size() - 1);
        const qsizetype found = text.indexOf(needle, column, sensitivity);
        if (found >= 0 && found < std::max<qsizetype>(current.text.size(), 1)) {
            match.position = {index, found};
            match.next = index;
            return match;
        }
    }
    match.next = index < end ? index : -1;
    return match;
}

qint64 StreamText::memoryLimit() const { return d->log.memoryLimit(); }
void StreamText::setMemoryLimit(qint64 bytes) { d->log.setMemoryLimit(bytes); }

qint64 StreamText::memoryUsed() const
{
    qint64 used = d->log.memoryUsed() + qint64(d->marks.capacity() * sizeof(Private::Mark));
    for (const LiveRow &row : d->live)
        used += qint64(row.capacity() * sizeof(LiveCell));
    return used;
}

qint64 StreamText::spilledSize() const { return d->log.spilledSize(); }
QString StreamText::spillError() const { return d->log.error(); }
qint64 StreamText::lostSize() const { return d->log.lostSize(); }

} // namespace Notebook
