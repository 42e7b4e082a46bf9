// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <memory>

namespace Notebook {

/// A colour as a program asked for it; the view maps palette entries to its theme.
struct TextColor
{
    enum class Kind : quint8 { Default, Palette, Rgb };
    Kind kind = Kind::Default;
    quint8 index = 0; ///< Palette: 0-7 normal, 8-15 bright, 16-255 the xterm cube and greys.
    quint32 rgb = 0; ///< Rgb: 0xRRGGBB.
    /// The fixed colour of palette entries from 16 on, and of Rgb; for others 0.
    quint32 fixedRgb() const;
    bool operator==(const TextColor &) const = default;
};

struct TextStyle
{
    TextColor foreground;
    TextColor background;
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool strikeOut = false;
    bool inverse = false;
    bool concealed = false;
    QString link; ///< Target of an OSC 8 link, empty for none. Not checked: it comes from the program.
    bool isPlain() const { return *this == TextStyle {}; }
    bool operator==(const TextStyle &) const = default;
};

/// `length` UTF-16 units from `start` share one style. Runs cover the row in order; plain stretches have none.
struct TextRun
{
    qsizetype start = 0;
    qsizetype length = 0;
    TextStyle style;
    bool operator==(const TextRun &) const = default;
};

/// One row of text, ready to draw.
struct TextRow
{
    QString text; ///< Without escape sequences, line end or control characters other than tab.
    QList<TextRun> runs;
    bool continues = false; ///< The next row belongs to the same line, which is longer than one row can be.
};

/// A place in a StreamText: UTF-16 column in a row. row < 0: nowhere.
struct TextPosition
{
    qint64 row = -1;
    qsizetype column = 0;
    bool isValid() const { return row >= 0; }
    bool operator==(const TextPosition &) const = default;
};

/// The stored form of a StreamText at one moment. A value that another thread may read while the text goes on.
class StoredText
{
public:
    /// UTF-8, piece by piece, without everything in memory at once; a character may be cut. Stops when `write` returns false.
    bool forEachPiece(const std::function<bool(QByteArrayView)> &write) const;
    /// The same a piece at a time: each call appends some characters, and gives false when there are none left.
    std::function<bool(QString &text)> reader() const;
    qint64 size() const; ///< Bytes, about.

private:
    friend class StreamText;
    struct Private;
    std::shared_ptr<const Private> d;
};

/**
 * Text as a terminal would show it: carriage return, backspace, cursor movement within the last lines, erasing,
 * SGR colours and styles, OSC 8 links; every other control sequence is swallowed. Sequences and characters may be
 * cut anywhere between two appends. There is no screen width: a tab stays a tab and every character is one column.
 *
 * The unit is the row: a line, or a piece of at most maximumRowSize bytes of a very long line. Rows are found by
 * number in logarithmic time. Beyond memoryLimit() older text goes to an anonymous temporary file; all rows stay
 * reachable, first and last ones without touching the disk. The cursor moves up by at most maximumLiveRows and not over very
 * long lines: what is further up stays as it is.
 *
 * A plain value without signals; use from one thread.
 */
class StreamText
{
public:
    static constexpr qsizetype maximumRowSize = 8192; ///< bytes of UTF-8, escape sequences included
    static constexpr int maximumLiveRows = 512;
    static constexpr qint64 maximumFindSize = 1 << 20;

    StreamText();
    ~StreamText();
    StreamText(StreamText &&) noexcept;
    StreamText &operator=(StreamText &&) noexcept;

    /// Both return the number of the first row that changed; rows from there to the end are new or different.
    qint64 append(QStringView text);
    qint64 appendUtf8(QByteArrayView bytes);
    void clear();

    bool isEmpty() const;
    qint64 rowCount() const; ///< Text that ends in a line end has no further, empty row.
    qint64 lineCount() const; ///< As rowCount, but pieces of one long line count once.
    qint64 size() const; ///< Bytes of UTF-8 that are stored.
    qint64 receivedSize() const; ///< Bytes of UTF-8 that were appended, overwritten text included.
    bool endsWithNewline() const;

    TextRow row(qint64 index) const;
    QString plainRow(qint64 index) const;
    /// Plain text of some rows with line ends, for the clipboard.
    QString plainText(qint64 firstRow = 0, qint64 rows = -1) const;
    /// The text to store in a notebook: overwritten text resolved, styles kept as escape sequences (untouched lines
    /// byte for byte as received), invalid characters replaced.
    QString toStoredText() const;
    /// toStoredText in UTF-8, piece by piece, without everything in memory at once. Stops when `write` returns false.
    bool forEachStoredPiece(const std::function<bool(QByteArrayView)> &write) const { return stored().forEachPiece(write); }
    /// The same for other threads. Cheap.
    StoredText stored() const;

    /// The next match at or after `from`, looking at no more than `maximumRows` rows and `maximumFindSize` characters (then call again
    /// from `next`).
    struct Match
    {
        TextPosition position; ///< Invalid when there is none in the rows looked at.
        qint64 next = -1; ///< Row to go on from; -1 when the end was reached.
    };
    Match find(const QString &needle, TextPosition from, Qt::CaseSensitivity sensitivity = Qt::CaseInsensitive,
               qint64 maximumRows = 20000) const;

    qint64 memoryLimit() const;
    void setMemoryLimit(qint64 bytes); ///< Default 4 MiB; at least 1 MiB.
    qint64 memoryUsed() const;
    qint64 spilledSize() const;
    /// Empty, or why text could not be moved to the disk (it then stays in memory up to 32 times the limit; after that
    /// the oldest part in the middle is dropped: a row that says so and empty ones stand in its place).
    QString spillError() const;
    qint64 lostSize() const; ///< Bytes that were dropped.

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Notebook
