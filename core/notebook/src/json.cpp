// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/json.h>

#include <QJsonArray>
#include <QJsonObject>

#include <bit>
#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Notebook::Json {

namespace {

/// A stretch of the buffer of the value that holds it.
struct Slice
{
    qsizetype begin = -1;
    qsizetype end = -1;
    bool isNull() const { return begin < 0; }
};

struct Member
{
    Slice lead; ///< White space, and in objects the key and the colon, before the value. Null: new.
    Slice trail; ///< White space between the value and a comma.
    QString key;
    Value value;
};

} // namespace

struct ValueData : QSharedData
{
    Kind kind = Kind::Null;
    QByteArray buffer; ///< The whole text that this was read from.
    Slice raw; ///< Where in it; null for new values.
    QJsonValue qt = QJsonValue::Undefined; ///< What a new container was made from.
    bool changed = false; ///< Of containers: `raw` and `qt` are out of date.
    mutable bool split = true; ///< Of containers: `members` and `closing` are filled.
    mutable std::vector<Member> members;
    mutable Slice closing; ///< White space before the closing bracket.
    QString string; ///< Of new strings,
    std::shared_ptr<const TextSource> source; ///< or where they come from.
    QByteArray literal; ///< Of other new scalars.

    bool isStored() const { return !raw.isNull() && !changed; }
    bool isFromQt() const { return !qt.isUndefined() && !changed; }
    bool isRawArray() const { return kind == Kind::Array && !split && !raw.isNull(); }
    QByteArrayView text(Slice slice) const
    {
        return QByteArrayView(buffer).sliced(slice.begin, slice.end - slice.begin);
    }
    void ensureSplit() const;
    std::vector<Member> membersFromQt() const;
    static Value stored(const QByteArray &buffer, Slice raw);
};

namespace {

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// Walks over JSON text. Used to check a document once, and again to split parts of it that are known to be right.
class Scanner
{
public:
    Scanner(const char *data, qsizetype begin, qsizetype end)
        : m_data(data)
        , m_pos(begin)
        , m_end(end)
    {
    }

    qsizetype position() const { return m_pos; }
    bool atEnd() const { return m_pos >= m_end; }
    char peek() const { return m_pos < m_end ? m_data[m_pos] : '\0'; }
    void advance() { ++m_pos; }
    const char *error() const { return m_error; }
    qsizetype errorPosition() const { return m_errorPosition; }

    void skipSpace()
    {
        while (m_pos < m_end && isSpace(m_data[m_pos]))
            ++m_pos;
    }

    bool skipString()
    {
        const qsizetype start = m_pos;
        ++m_pos;
        for (;;) {
            // Eight bytes at a time over what needs no attention: pictures are one string of many megabytes.
            while (m_pos + 8 <= m_end) {
                quint64 word;
                std::memcpy(&word, m_data + m_pos, 8);
                constexpr quint64 ones = 0x0101010101010101ULL;
                constexpr quint64 high = 0x8080808080808080ULL;
                const quint64 quote = word ^ (ones * '"');
                const quint64 slash = word ^ (ones * '\\');
                const quint64 special = ((quote - ones) & ~quote) | ((slash - ones) & ~slash)
                    | ((word - ones * 0x20) & ~word);
                if (special & high) {
                    // The lowest mark is exact: borrows only reach the ones above it.
                    if constexpr (std::endian::native == std::endian::little)
                        m_pos += std::countr_zero(special & high) / 8;
                    break;
                }
                m_pos += 8;
            }
            if (m_pos >= m_end)
                return fail("A string is not closed", start);
            const char c = m_data[m_pos];
            if (c == '"') {
                ++m_pos;
                return true;
            }
            if (c == '\\') {
                if (m_pos + 1 >= m_end)
                    return fail("A string is not closed", start);
                const char next = m_data[m_pos + 1];
                if (next == 'u') {
                    for (int i = 2; i < 6; ++i) {
                        if (m_pos + i >= m_end || !isHex(m_data[m_pos + i]))
                            return fail("\\u in a string needs four hexadecimal digits", m_pos);
                    }
                    m_pos += 6;
                } else if (next != '\0' && std::strchr("\"\\/bfnrt", next)) {
                    m_pos += 2;
                } else {
                    return fail("A string has an unknown escape", m_pos);
                }
                continue;
            }
            if (uchar(c) < 0x20)
                return fail(c == '\n' || c == '\r' ? "A string is not closed on its line"
                                                   : "A string has a control character that is not escaped", m_pos);
            ++m_pos;
        }
    }

    bool skipNumber()
    {
        const qsizetype start = m_pos;
        if (peek() == '-')
            ++m_pos;
        if (skipWord("Infinity"))
            return true;
        if (peek() == '0') {
            ++m_pos;
            if (isDigit(peek()))
                return fail("A number has a leading zero", start);
        } else if (!skipDigits()) {
            return fail("This is not a value", start);
        }
        if (peek() == '.') {
            ++m_pos;
            if (!skipDigits())
                return fail("A number has no digits after its point", start);
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_pos;
            if (peek() == '+' || peek() == '-')
                ++m_pos;
            if (!skipDigits())
                return fail("A number has no digits in its exponent", start);
        }
        return true;
    }

    bool skipValue(int depth)
    {
        switch (peek()) {
        case '"': return skipString();
        case '[': return skipContainer(depth, ']');
        case '{': return skipContainer(depth, '}');
        case 't': return skipWord("true") || fail("This is not a value", m_pos);
        case 'f': return skipWord("false") || fail("This is not a value", m_pos);
        case 'n': return skipWord("null") || fail("This is not a value", m_pos);
        case 'N': return skipWord("NaN") || fail("This is not a value", m_pos);
        default: break;
        }
        if (atEnd())
            return fail("The text ends where a value is expected", m_pos);
        return skipNumber();
    }

    bool fail(const char *message, qsizetype position)
    {
        if (!m_error) {
            m_error = message;
            m_errorPosition = position;
        }
        return false;
    }

private:
    bool skipDigits()
    {
        const qsizetype start = m_pos;
        while (isDigit(peek()))
            ++m_pos;
        return m_pos > start;
    }

    bool skipWord(const char *word)
    {
        const qsizetype length = qsizetype(std::strlen(word));
        if (m_end - m_pos < length || std::memcmp(m_data + m_pos, word, size_t(length)) != 0)
            return false;
        m_pos += length;
        return true;
    }

    bool skipContainer(int depth, char close)
    {
        if (depth <= 0)
            return fail("Values are nested too deeply", m_pos);
        const qsizetype start = m_pos;
        ++m_pos;
        skipSpace();
        if (peek() == close) {
            ++m_pos;
            return true;
        }
        for (;;) {
            if (close == '}') {
                if (atEnd())
                    return fail("The text ends inside an object", start);
                if (peek() != '"')
                    return fail("A name in quotation marks is expected here", m_pos);
                if (!skipString())
                    return false;
                skipSpace();
                if (peek() != ':')
                    return fail("A colon is expected after a name", m_pos);
                ++m_pos;
                skipSpace();
            }
            if (!skipValue(depth - 1))
                return false;
            skipSpace();
            if (peek() == ',') {
                ++m_pos;
                skipSpace();
                if (peek() == close)
                    return fail("There is a comma after the last value", m_pos);
                continue;
            }
            if (peek() == close) {
                ++m_pos;
                return true;
            }
            if (atEnd())
                return fail(close == '}' ? "The text ends inside an object" : "The text ends inside a list", start);
            return fail("A comma or a closing bracket is expected here", m_pos);
        }
    }

    const char *m_data;
    qsizetype m_pos;
    qsizetype m_end;
    const char *m_error = nullptr;
    qsizetype m_errorPosition = 0;
};

constexpr int noLimit = 1 << 20;

Kind kindOf(char c)
{
    switch (c) {
    case '"': return Kind::String;
    case '[': return Kind::Array;
    case '{': return Kind::Object;
    case 't':
    case 'f': return Kind::Bool;
    case 'n': return Kind::Null;
    default: return Kind::Number;
    }
}

constexpr qsizetype longEnough = 64 * 1024;

/// `text` is the inside of a checked string. Appends it from `from` on until `out` has `enough` characters; returns where to go on.
qsizetype unescapeSome(QString &out, QByteArrayView text, qsizetype from, qsizetype enough)
{
    while (from < text.size() && out.size() < enough) {
        const qsizetype window = std::min(text.size() - from, longEnough);
        qsizetype slash = text.sliced(from, window).indexOf('\\');
        slash = slash < 0 ? -1 : slash + from;
        qsizetype end = slash < 0 ? from + window : slash;
        while (slash < 0 && end < text.size() && (uchar(text[end]) & 0xC0) == 0x80)
            --end;
        out += QUtf8StringView(text.data() + from, end - from).toString();
        from = end;
        if (end == slash) {
            const char c = text[slash + 1];
            from = slash + 2;
            switch (c) {
            case 'b': out += u'\b'; break;
            case 'f': out += u'\f'; break;
            case 'n': out += u'\n'; break;
            case 'r': out += u'\r'; break;
            case 't': out += u'\t'; break;
            case 'u':
                out += QChar(text.sliced(slash + 2, 4).toByteArray().toUShort(nullptr, 16));
                from = slash + 6;
                break;
            default: out += QLatin1Char(c); break;
            }
        }
    }
    return from;
}

/// `text` is a checked string with its quotation marks. `out` is handed to `take` whenever it got long.
template<typename Take>
void unescape(QString &out, QByteArrayView text, Take take)
{
    text = text.sliced(1, text.size() - 2);
    for (qsizetype from = 0; from < text.size();) {
        from = unescapeSome(out, text, from, std::max(longEnough, out.size() + 1));
        if (out.size() >= longEnough)
            take(out);
    }
}

void appendUnescaped(QString &out, QByteArrayView text)
{
    unescape(out, text, [](QString &) {});
}

void writeEscaped(QByteArray &out, QStringView text, bool ascii)
{
    const auto hex = [&out](char16_t unit) {
        static const char digits[] = "0123456789abcdef";
        const char escape[] = {'\\', 'u', digits[unit >> 12], digits[(unit >> 8) & 15], digits[(unit >> 4) & 15], digits[unit & 15]};
        out.append(escape, 6);
    };
    qsizetype plain = 0;
    const auto flush = [&](qsizetype end) {
        if (end > plain)
            out += text.sliced(plain, end - plain).toUtf8();
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const char16_t unit = c.unicode();
        if (unit >= 0x20 && unit != u'"' && unit != u'\\' && unit < 0x80)
            continue;
        if (unit >= 0x80 && !ascii) {
            if (!c.isSurrogate())
                continue;
            if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
                ++i;
                continue;
            }
        }
        flush(i);
        plain = i + 1;
        switch (unit) {
        case u'"': out += "\\\""; break;
        case u'\\': out += "\\\\"; break;
        case u'\b': out += "\\b"; break;
        case u'\f': out += "\\f"; break;
        case u'\n': out += "\\n"; break;
        case u'\r': out += "\\r"; break;
        case u'\t': out += "\\t"; break;
        default: hex(unit); break;
        }
    }
    flush(text.size());
}

void writeString(QByteArray &out, QStringView text, bool ascii)
{
    out += '"';
    writeEscaped(out, text, ascii);
    out += '"';
}

void writeBreak(QByteArray &out, const Style &style, int depth)
{
    out += style.newline;
    for (int i = 0; i < depth; ++i)
        out += style.indent;
}

} // namespace

Value ValueData::stored(const QByteArray &buffer, Slice raw)
{
    auto *data = new ValueData;
    data->kind = kindOf(buffer[raw.begin]);
    data->buffer = buffer;
    data->raw = raw;
    data->split = data->kind != Kind::Array && data->kind != Kind::Object;
    return Value(data);
}

void ValueData::ensureSplit() const
{
    if (split)
        return;
    split = true;
    if (raw.isNull()) {
        members = membersFromQt();
        return;
    }
    const bool object = kind == Kind::Object;
    Scanner scanner(buffer.constData(), raw.begin + 1, raw.end);
    Slice lead {raw.begin + 1, 0};
    scanner.skipSpace();
    while (scanner.position() < raw.end - 1) {
        Member member;
        if (object) {
            const qsizetype begin = scanner.position();
            scanner.skipString();
            appendUnescaped(member.key, text({begin, scanner.position()}));
            scanner.skipSpace();
            scanner.advance();
            scanner.skipSpace();
        }
        lead.end = scanner.position();
        member.lead = lead;
        scanner.skipValue(noLimit);
        const Slice value {lead.end, scanner.position()};
        member.value = stored(buffer, value);
        scanner.skipSpace();
        const bool last = scanner.peek() != ',';
        member.trail = {value.end, last ? value.end : scanner.position()};
        members.push_back(std::move(member));
        if (last) {
            closing = {value.end, raw.end - 1};
            break;
        }
        scanner.advance();
        lead.begin = scanner.position();
        scanner.skipSpace();
    }
}

std::vector<Member> ValueData::membersFromQt() const
{
    std::vector<Member> result;
    if (kind == Kind::Array) {
        const QJsonArray elements = qt.toArray();
        result.reserve(size_t(elements.size()));
        for (const QJsonValue &element : elements) {
            result.emplace_back();
            result.back().value = Value::fromQt(element);
        }
    } else {
        const QJsonObject object = qt.toObject();
        result.reserve(size_t(object.size()));
        for (auto it = object.begin(); it != object.end(); ++it) {
            result.emplace_back();
            result.back().key = it.key();
            result.back().value = Value::fromQt(it.value());
        }
    }
    return result;
}

TextSource::~TextSource() = default;

void TextSource::forEachPiece(const std::function<void(QStringView)> &take) const
{
    const auto read = reader();
    QString piece;
    while (read(piece)) {
        take(piece);
        piece.truncate(0);
    }
}

Value::Value()
{
    static const QSharedDataPointer<ValueData> null(new ValueData);
    d = null;
}
Value::~Value() = default;
Value::Value(const Value &) = default;
Value::Value(Value &&other) noexcept = default;
Value &Value::operator=(const Value &) = default;
Value &Value::operator=(Value &&) noexcept = default;
Value::Value(ValueData *data)
    : d(data)
{
}

Value Value::string(QStringView text)
{
    auto *data = new ValueData;
    data->kind = Kind::String;
    data->string = text.toString();
    return Value(data);
}

Value Value::string(std::shared_ptr<const TextSource> source)
{
    auto *data = new ValueData;
    data->kind = Kind::String;
    data->source = std::move(source);
    return Value(data);
}

Value Value::number(qint64 number)
{
    auto *data = new ValueData;
    data->kind = Kind::Number;
    data->literal = QByteArray::number(number);
    return Value(data);
}

Value Value::boolean(bool value)
{
    auto *data = new ValueData;
    data->kind = Kind::Bool;
    data->literal = value ? "true" : "false";
    return Value(data);
}

Value Value::array()
{
    auto *data = new ValueData;
    data->kind = Kind::Array;
    return Value(data);
}

Value Value::object()
{
    auto *data = new ValueData;
    data->kind = Kind::Object;
    return Value(data);
}

Value Value::lines(QStringView text)
{
    Value list = array();
    auto &members = list.d->members;
    qsizetype from = 0;
    while (from < text.size()) {
        const qsizetype end = text.indexOf(u'\n', from);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        Member member;
        member.value = string(text.sliced(from, next - from));
        members.push_back(std::move(member));
        from = next;
    }
    return list;
}

Value Value::fromQt(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool: return boolean(value.toBool());
    case QJsonValue::Double: {
        if (value.toVariant().typeId() == QMetaType::LongLong)
            return number(value.toInteger());
        auto *data = new ValueData;
        data->kind = Kind::Number;
        const double real = value.toDouble();
        data->literal = std::isnan(real) ? QByteArray("NaN")
            : std::isinf(real)           ? QByteArray(real > 0 ? "Infinity" : "-Infinity")
                                         : QByteArray::number(real, 'g', QLocale::FloatingPointShortest);
        if (std::isfinite(real) && !data->literal.contains('.') && !data->literal.contains('e'))
            data->literal += ".0";
        return Value(data);
    }
    case QJsonValue::String: return string(value.toString());
    case QJsonValue::Array:
    case QJsonValue::Object: {
        auto *data = new ValueData;
        data->kind = value.isArray() ? Kind::Array : Kind::Object;
        data->qt = value;
        data->split = false;
        return Value(data);
    }
    default: return {};
    }
}

Kind Value::kind() const { return d->kind; }

QString Value::toString() const
{
    if (d->kind != Kind::String)
        return {};
    QString text;
    if (d->source)
        d->source->forEachPiece([&text](QStringView piece) { text += piece; });
    if (d->source || d->raw.isNull())
        return d->source ? text : d->string;
    appendUnescaped(text, d->text(d->raw));
    return text;
}

QString Value::toText() const
{
    if (d->kind == Kind::String)
        return toString();
    QString text;
    forEachPiece([&text](QStringView piece) { text += piece; });
    return text;
}

void Value::forEachPiece(const std::function<void(QStringView)> &take) const
{
    QString piece;
    const auto flush = [&take](QString &text) {
        take(text);
        text.truncate(0);
    };
    if (d->kind == Kind::String) {
        if (d->source) {
            d->source->forEachPiece(take);
            return;
        }
        if (d->raw.isNull())
            piece = d->string;
        else
            unescape(piece, d->text(d->raw), flush);
    } else if (d->isRawArray()) {
        // Tens of thousands of output lines are read without a node for each.
        Scanner scanner(d->buffer.constData(), d->raw.begin + 1, d->raw.end - 1);
        for (scanner.skipSpace(); !scanner.atEnd(); scanner.skipSpace()) {
            const qsizetype begin = scanner.position();
            scanner.skipValue(noLimit);
            if (d->buffer[begin] == '"')
                unescape(piece, d->text({begin, scanner.position()}), flush);
            scanner.skipSpace();
            scanner.advance();
        }
    } else if (d->kind == Kind::Array) {
        d->ensureSplit();
        for (const Member &member : std::as_const(d->members)) {
            if (member.value.isString())
                member.value.forEachPiece(take);
        }
    }
    if (!piece.isEmpty())
        take(piece);
}

TextReader::TextReader(Value value)
    : m_value(std::move(value))
    , m_stored(m_value.d->isRawArray())
    , m_next(m_stored ? m_value.d->raw.begin + 1 : 0)
{
    if (m_value.isArray() && !m_stored)
        m_value.d->ensureSplit();
}

bool TextReader::nextString()
{
    const ValueData &data = *m_value.d;
    m_from = 0;
    m_raw = {};
    m_plain.clear();
    if (m_more && m_more(m_plain))
        return true;
    m_more = nullptr;
    const auto use = [this](const ValueData &string) {
        if (string.source)
            m_more = string.source->reader(); // Its first piece comes with the next turn of read().
        else if (string.raw.isNull())
            m_plain = string.string;
        else
            m_raw = string.text(string.raw).sliced(1, string.raw.end - string.raw.begin - 2);
    };
    if (data.kind == Kind::String) {
        if (m_next++ > 0)
            return false;
        use(data);
        return true;
    }
    if (data.kind != Kind::Array)
        return false;
    if (!m_stored) {
        while (m_next < qsizetype(data.members.size())) {
            const Value &element = data.members[size_t(m_next++)].value;
            if (element.isString()) {
                use(*element.d);
                return true;
            }
        }
        return false;
    }
    Scanner scanner(data.buffer.constData(), m_next, data.raw.end - 1);
    for (scanner.skipSpace(); !scanner.atEnd(); scanner.skipSpace()) {
        const qsizetype begin = scanner.position();
        scanner.skipValue(noLimit);
        const qsizetype end = scanner.position();
        scanner.skipSpace();
        scanner.advance();
        m_next = scanner.position();
        if (data.buffer[begin] == '"') {
            m_raw = data.text({begin + 1, end - 1});
            return true;
        }
    }
    m_next = data.raw.end;
    return false;
}

bool TextReader::read(QString &text, qsizetype units)
{
    const qsizetype enough = text.size() + std::max<qsizetype>(1, units);
    for (;;) {
        if (!m_raw.isEmpty()) {
            m_from = unescapeSome(text, m_raw, m_from, enough);
        } else {
            const QStringView piece = QStringView(m_plain).sliced(m_from, std::min(m_plain.size() - m_from, enough - text.size()));
            text += piece;
            m_from += piece.size();
        }
        if (m_from < (m_raw.isEmpty() ? m_plain.size() : m_raw.size()))
            return true;
        if (!nextString())
            return false;
        if (text.size() >= enough)
            return true;
    }
}

qint64 Value::toInteger(qint64 fallback) const
{
    if (d->kind != Kind::Number)
        return fallback;
    const QByteArray literal = d->raw.isNull() ? d->literal : d->text(d->raw).toByteArray();
    bool ok = false;
    const qint64 integer = literal.toLongLong(&ok);
    if (ok)
        return integer;
    const double real = literal.toDouble(&ok);
    return ok && real == std::trunc(real) && std::abs(real) < 9e15 ? qint64(real) : fallback;
}

double Value::toDouble(double fallback) const
{
    if (d->kind != Kind::Number)
        return fallback;
    bool ok = false;
    const double real = (d->raw.isNull() ? d->literal : d->text(d->raw).toByteArray()).toDouble(&ok);
    return ok ? real : fallback;
}

bool Value::toBool(bool fallback) const
{
    if (d->kind != Kind::Bool)
        return fallback;
    return d->raw.isNull() ? d->literal == "true" : d->buffer[d->raw.begin] == 't';
}

QJsonValue Value::toQt() const
{
    if (d->isFromQt())
        return d->qt;
    switch (d->kind) {
    case Kind::Null: return QJsonValue::Null;
    case Kind::Bool: return toBool();
    case Kind::String: return toString();
    case Kind::Number: {
        const QByteArray literal = d->raw.isNull() ? d->literal : d->text(d->raw).toByteArray();
        bool ok = false;
        const qint64 integer = literal.toLongLong(&ok);
        if (ok)
            return integer;
        const double real = literal.toDouble(&ok);
        return ok && std::isfinite(real) ? QJsonValue(real) : QJsonValue(QJsonValue::Null);
    }
    case Kind::Array: {
        QJsonArray list;
        for (qsizetype i = 0; i < count(); ++i)
            list.append(at(i).toQt());
        return list;
    }
    case Kind::Object: {
        QJsonObject map;
        for (qsizetype i = 0; i < count(); ++i)
            map.insert(keyAt(i), at(i).toQt());
        return map;
    }
    }
    return {};
}

qsizetype Value::count() const
{
    d->ensureSplit();
    return qsizetype(d->members.size());
}

Value Value::at(qsizetype index) const
{
    d->ensureSplit();
    return index >= 0 && index < qsizetype(d->members.size()) ? d->members[size_t(index)].value : Value();
}

QString Value::keyAt(qsizetype index) const
{
    d->ensureSplit();
    return index >= 0 && index < qsizetype(d->members.size()) ? d->members[size_t(index)].key : QString();
}

bool Value::contains(QStringView key) const
{
    if (d->kind != Kind::Object)
        return false;
    d->ensureSplit();
    return std::ranges::any_of(d->members, [&](const Member &member) { return member.key == key; });
}

Value Value::value(QStringView key) const
{
    if (d->kind != Kind::Object)
        return {};
    d->ensureSplit();
    for (auto it = d->members.rbegin(); it != d->members.rend(); ++it) {
        if (it->key == key)
            return it->value;
    }
    return {};
}

void Value::set(QStringView key, const Value &value)
{
    if (d->kind != Kind::Object)
        *this = object();
    std::as_const(d)->ensureSplit();
    const auto &known = std::as_const(d)->members;
    for (size_t i = known.size(); i-- > 0;) {
        if (known[i].key == key) {
            if (known[i].value.isSameText(value))
                return;
            d->members[i].value = value;
            d->changed = true;
            return;
        }
    }
    auto place = known.size();
    if (std::ranges::is_sorted(known, {}, &Member::key))
        place = size_t(std::ranges::upper_bound(known, key, [](QStringView a, QStringView b) { return a < b; }, &Member::key) - known.begin());
    Member member;
    member.key = key.toString();
    member.value = value;
    d->members.insert(d->members.begin() + qsizetype(place), std::move(member));
    d->changed = true;
}

void Value::remove(QStringView key)
{
    if (!contains(key))
        return;
    std::erase_if(d->members, [&](const Member &member) { return member.key == key; });
    d->changed = true;
}

void Value::append(const Value &value)
{
    if (d->kind != Kind::Array)
        *this = array();
    std::as_const(d)->ensureSplit();
    Member member;
    member.value = value;
    d->members.push_back(std::move(member));
    d->changed = true;
}

void Value::setElements(const std::vector<Value> &elements)
{
    if (d->kind != Kind::Array)
        *this = array();
    std::as_const(d)->ensureSplit();
    const auto &known = std::as_const(d)->members;
    if (known.size() == elements.size()
        && std::ranges::equal(known, elements, [](const Member &a, const Value &b) { return a.value.isSameText(b); }))
        return;
    d->members.resize(elements.size());
    for (size_t i = 0; i < elements.size(); ++i)
        d->members[i].value = elements[i];
    d->changed = true;
}

Value Value::withoutLayout() const
{
    if ((d->kind != Kind::Array && d->kind != Kind::Object) || d->isFromQt())
        return *this;
    constexpr qsizetype longPart = 256 << 10;
    if (d->kind == Kind::Array && storedSize() > longPart && d->isStored())
        return *this;
    d->ensureSplit();
    auto *data = new ValueData;
    data->kind = d->kind;
    data->members.reserve(d->members.size());
    for (const Member &member : std::as_const(d->members)) {
        Member copy;
        copy.key = member.key;
        copy.value = member.value.withoutLayout();
        data->members.push_back(std::move(copy));
    }
    return Value(data);
}

bool Value::isSameText(const Value &other) const
{
    if (d.constData() == other.d.constData())
        return true;
    return d->isStored() && other.d->isStored() && d->buffer.constData() == other.d->buffer.constData()
        && d->raw.begin == other.d->raw.begin && d->raw.end == other.d->raw.end;
}

qsizetype Value::storedSize() const { return d->raw.isNull() ? 0 : d->raw.end - d->raw.begin; }

namespace {

/// No more than `budget` values are looked at, and the rest is taken to be like them.
qsizetype sizeOf(const QJsonValue &value, int &budget)
{
    --budget;
    if (value.isString())
        return value.toString().size() + 2;
    qsizetype seen = 0;
    qsizetype count = 0;
    qsizetype size = 0;
    if (value.isArray()) {
        const QJsonArray list = value.toArray();
        count = list.size();
        for (; seen < count && budget > 0; ++seen)
            size += sizeOf(list.at(seen), budget) + 2;
    } else if (value.isObject()) {
        const QJsonObject map = value.toObject();
        count = map.size();
        for (auto it = map.begin(); it != map.end() && budget > 0; ++it, ++seen)
            size += it.key().size() + 4 + sizeOf(it.value(), budget);
    } else {
        return 8;
    }
    return 2 + (seen == count ? size : seen == 0 ? 8 * count : qsizetype(double(size) / double(seen) * double(count)));
}

} // namespace

qsizetype Value::estimatedSize() const
{
    constexpr int looked = 4096;
    if (storedSize() > 0)
        return storedSize();
    if (d->isFromQt()) {
        int budget = looked;
        return sizeOf(d->qt, budget);
    }
    if (isString())
        return 2 + (d->source ? d->source->size() : toString().size());
    if (!isArray() && !isObject())
        return 8;
    qsizetype size = 2;
    for (qsizetype i = 0; i < count(); ++i)
        size += at(i).estimatedSize() + (isObject() ? keyAt(i).size() + 4 : 2);
    return size;
}

qsizetype Value::storedOffset() const { return d->raw.begin; }

void Value::write(QByteArray &out, const Style &style, int depth) const
{
    if (d->isStored()) {
        out += d->text(d->raw);
        return;
    }
    switch (d->kind) {
    case Kind::Null: out += "null"; return;
    case Kind::Bool:
    case Kind::Number: out += d->literal; return;
    case Kind::String:
        if (!d->source)
            return writeString(out, d->string, style.ascii);
        out += '"';
        d->source->forEachPiece([&](QStringView piece) { writeEscaped(out, piece, style.ascii); });
        out += '"';
        return;
    case Kind::Array:
    case Kind::Object: break;
    }
    const bool object = d->kind == Kind::Object;
    out += object ? '{' : '[';
    // Where it came from is read here, not the members: another thread may be splitting them off.
    const std::vector<Member> own = d->isFromQt() ? d->membersFromQt() : std::vector<Member>();
    const auto &members = d->isFromQt() ? own : d->members;
    // New members look like the ones that are there.
    const auto stored = std::ranges::find_if(members, [](const Member &member) { return !member.lead.isNull(); });
    QByteArrayView space;
    if (stored != members.end()) {
        space = d->text(stored->lead);
        qsizetype length = 0;
        while (length < space.size() && isSpace(space[length]))
            ++length;
        space = space.first(length);
    }
    for (size_t i = 0; i < members.size(); ++i) {
        const Member &member = members[i];
        if (i > 0)
            out += ',';
        if (!member.lead.isNull()) {
            out += d->text(member.lead);
        } else {
            if (space.contains('\n'))
                out += space;
            else if (stored == members.end() && !style.indent.isNull())
                writeBreak(out, style, depth + 1);
            else if (i > 0)
                out += QByteArrayView(style.comma).sliced(1);
            if (object) {
                writeString(out, member.key, style.ascii);
                out += style.colon;
            }
        }
        member.value.write(out, style, depth + 1);
        if (!member.trail.isNull())
            out += d->text(member.trail);
    }
    if (!members.empty()) {
        if (!d->closing.isNull())
            out += d->text(d->closing);
        else if (!style.indent.isNull())
            writeBreak(out, style, depth);
    }
    out += object ? '}' : ']';
}

QByteArray Value::toBytes(const Style &style, int depth) const
{
    QByteArray out;
    write(out, style, depth);
    return out;
}

void locate(QByteArrayView text, qsizetype offset, int *line, int *column)
{
    const QByteArrayView before = text.first(std::clamp<qsizetype>(offset, 0, text.size()));
    *line = int(before.count('\n')) + 1;
    const QByteArrayView last = before.sliced(before.lastIndexOf('\n') + 1);
    *column = int(std::ranges::count_if(last, [](char c) { return (uchar(c) & 0xC0) != 0x80; })) + 1;
}

std::expected<Value, ParseError> parse(const QByteArray &text, int maximumDepth)
{
    Scanner scanner(text.constData(), 0, text.size());
    scanner.skipSpace();
    const qsizetype begin = scanner.position();
    bool good = scanner.skipValue(maximumDepth);
    const qsizetype end = scanner.position();
    if (good) {
        scanner.skipSpace();
        if (!scanner.atEnd())
            good = scanner.fail("There is text after the end of the document", scanner.position());
    }
    if (good && !QByteArrayView(text).isValidUtf8()) {
        // Find the first place by halves: a valid start that is cut inside a character is valid with at most 3 bytes less.
        qsizetype from = 0;
        qsizetype to = text.size();
        const auto validUpTo = [&](qsizetype size) {
            for (qsizetype cut = size; cut >= 0 && cut > size - 4; --cut) {
                if (QByteArrayView(text).first(cut).isValidUtf8())
                    return true;
            }
            return false;
        };
        while (from < to) {
            const qsizetype middle = from + (to - from + 1) / 2;
            if (validUpTo(middle))
                from = middle;
            else
                to = middle - 1;
        }
        while (from > 0 && !QByteArrayView(text).first(from).isValidUtf8())
            --from;
        good = scanner.fail("These bytes are not UTF-8", from);
    }
    if (good)
        return ValueData::stored(text, {begin, end});
    ParseError error;
    error.message = QString::fromLatin1(scanner.error());
    error.offset = scanner.errorPosition();
    locate(text, error.offset, &error.line, &error.column);
    return std::unexpected(error);
}

Style detectStyle(const QByteArray &text)
{
    Style style;
    Scanner scanner(text.constData(), 0, text.size());
    scanner.skipSpace();
    if (scanner.peek() != '{' && scanner.peek() != '[')
        return style;
    scanner.advance();
    const qsizetype begin = scanner.position();
    scanner.skipSpace();
    const QByteArrayView space = QByteArrayView(text).sliced(begin, scanner.position() - begin);
    const qsizetype newline = space.lastIndexOf('\n');
    if (newline < 0 && !scanner.atEnd() && scanner.peek() != '}' && scanner.peek() != ']') {
        style.indent = QByteArray();
    } else if (newline >= 0) {
        style.newline = newline > 0 && space[newline - 1] == '\r' ? "\r\n" : "\n";
        style.indent = QByteArray("").append(space.sliced(newline + 1));
    }
    if (scanner.peek() == '"' && scanner.skipString()) {
        const qsizetype colon = scanner.position();
        scanner.skipSpace();
        if (scanner.peek() == ':') {
            scanner.advance();
            const qsizetype after = scanner.position();
            scanner.skipSpace();
            const QByteArrayView gap = QByteArrayView(text).sliced(colon, scanner.position() - colon);
            if (!gap.contains('\n') && scanner.position() - after <= 4)
                style.colon = gap.toByteArray();
        }
    }
    style.comma = style.indent.isNull() && style.colon.endsWith(' ') ? ", " : ",";
    const bool plain = std::ranges::none_of(text, [](char c) { return uchar(c) >= 0x80; });
    style.ascii = plain && text.contains("\\u");
    if (style.ascii) {
        // Only escapes that UTF-8 would not need say something about the habit of the writer.
        style.ascii = false;
        for (qsizetype at = text.indexOf("\\u"); at >= 0 && !style.ascii; at = text.indexOf("\\u", at + 2)) {
            qsizetype slashes = 0;
            while (at - slashes - 1 >= 0 && text[at - slashes - 1] == '\\')
                ++slashes;
            style.ascii = slashes % 2 == 0 && text.mid(at + 2, 4).toUShort(nullptr, 16) >= 0x80;
        }
    }
    return style;
}

} // namespace Notebook::Json
