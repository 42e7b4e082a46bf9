// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QSharedDataPointer>
#include <QString>

#include <expected>
#include <functional>
#include <memory>
#include <vector>

/// JSON kept as it was written: key order, white space, number spelling, string escapes, NaN.
namespace Notebook::Json {

/// Where and why a text is not JSON. Line and column count from 1; the column counts characters.
struct ParseError
{
    QString message;
    qint64 offset = 0;
    int line = 1;
    int column = 1;
};

enum class Kind : quint8 { Null, Bool, Number, String, Array, Object };

/// How new pieces of text are laid out, taken from the document they are put into.
struct Style
{
    QByteArray indent = " "; ///< One level. Null: everything on one line.
    QByteArray newline = "\n";
    QByteArray colon = ": ";
    QByteArray comma = ","; ///< ", " in documents that are on one line.
    bool ascii = false; ///< Non-ASCII characters as \uXXXX.
};

/// Text that a string value asks for when it is written, so that a very long one is not in memory twice.
class TextSource
{
public:
    virtual ~TextSource();
    /// A function that appends the next piece of it to `text` each time, and gives false when there is none left; no character is cut.
    virtual std::function<bool(QString &text)> reader() const = 0;
    /// All pieces, one after the other.
    void forEachPiece(const std::function<void(QStringView)> &take) const;
    /// Characters, about; never long to find out.
    virtual qsizetype size() const = 0;
};

struct ValueData;
class Value;
std::expected<Value, ParseError> parse(const QByteArray &text, int maximumDepth);

/**
 * One value of the tree; a cheap copy-on-write handle. Containers are checked when the document is parsed
 * but split into their children only when somebody asks, so that a large untouched part costs nothing.
 * A value that was never changed writes itself exactly as it was read.
 */
class Value
{
public:
    Value(); ///< null
    ~Value();
    Value(const Value &);
    Value(Value &&) noexcept;
    Value &operator=(const Value &);
    Value &operator=(Value &&) noexcept;

    static Value string(QStringView text);
    static Value string(std::shared_ptr<const TextSource> source);
    static Value number(qint64 number);
    static Value boolean(bool value);
    static Value array();
    static Value object();
    /// A container costs nothing until somebody asks for what is in it.
    static Value fromQt(const QJsonValue &value);
    /// The list form that notebooks use for longer text: one string per line, each with its line end.
    static Value lines(QStringView text);

    Kind kind() const;
    bool isNull() const { return kind() == Kind::Null; }
    bool isString() const { return kind() == Kind::String; }
    bool isArray() const { return kind() == Kind::Array; }
    bool isObject() const { return kind() == Kind::Object; }
    bool isNumber() const { return kind() == Kind::Number; }

    /// The text of a string; empty for other kinds.
    QString toString() const;
    /// A string, or an array of strings joined: how notebooks store text. Other elements are left out.
    QString toText() const;
    /// The same, piece by piece, for very long text.
    void forEachPiece(const std::function<void(QStringView)> &take) const;
    qint64 toInteger(qint64 fallback = 0) const;
    double toDouble(double fallback = 0) const;
    bool toBool(bool fallback = false) const;
    QJsonValue toQt() const;

    /// Number of elements or members.
    qsizetype count() const;
    Value at(qsizetype index) const;
    QString keyAt(qsizetype index) const;
    bool contains(QStringView key) const;
    /// The member, or null. Of members of the same name the last counts, as in other readers.
    Value value(QStringView key) const;

    /// Replaces the value of a member in place or adds the member: in alphabetical place where the members are
    /// sorted, as notebook programs write them, else at the end.
    void set(QStringView key, const Value &value);
    void remove(QStringView key);
    void append(const Value &value);
    /// Replaces all elements of an array. Elements that stay the same keep their text and their white space.
    void setElements(const std::vector<Value> &elements);

    /// The same value without its layout, to be put into another document. Long parts keep theirs, so that this is never long.
    Value withoutLayout() const;

    /// True when both came from the same text and neither was changed (cheap; false says nothing).
    bool isSameText(const Value &other) const;
    /// Size in bytes of the text that this value was read from; 0 for new ones.
    qsizetype storedSize() const;

    /// The same, and of new values about what they take as text; never long to find out.
    qsizetype estimatedSize() const;

    /// Where in the parsed text this value starts; -1 for new ones.
    qsizetype storedOffset() const;

    /// `depth` is that of this value in the document: how far its closing bracket is indented.
    void write(QByteArray &out, const Style &style = {}, int depth = 0) const;
    QByteArray toBytes(const Style &style = {}, int depth = 0) const;

private:
    friend struct ValueData;
    friend class TextReader;
    friend std::expected<Value, ParseError> parse(const QByteArray &text, int maximumDepth);
    explicit Value(ValueData *data);
    QSharedDataPointer<ValueData> d;
};

/// What Value::toText() gives, a part at a time: very long text that must not keep anybody waiting.
class TextReader
{
public:
    explicit TextReader(Value value);
    /// Appends at least `units` characters to `text`, or all that is left. False when the end is reached.
    bool read(QString &text, qsizetype units);

private:
    bool nextString();

    const Value m_value;
    const bool m_stored; ///< An array is read without being split into its elements.
    QByteArrayView m_raw; ///< The inside of the present string as in the document,
    QString m_plain; ///< or the string itself,
    std::function<bool(QString &text)> m_more; ///< of which this gives the next piece.
    qsizetype m_from = 0; ///< In either of them.
    qsizetype m_next = 0; ///< Element, or place in the document, to go on with.
};

/// Parses one document: UTF-8 without byte order mark, nothing but white space around it.
std::expected<Value, ParseError> parse(const QByteArray &text, int maximumDepth = 512);
/// The layout of a document, so that new parts look like the rest.
Style detectStyle(const QByteArray &text);
/// Line and column (in characters), counted from 1.
void locate(QByteArrayView text, qsizetype offset, int *line, int *column);

} // namespace Notebook::Json
