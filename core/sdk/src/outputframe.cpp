// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputframe.h"

#include <cstring>

namespace OpenSandbox {

namespace {

constexpr quint64 Each = 0x0101010101010101; ///< Times a byte: that byte in all eight places.
constexpr quint64 HighBits = Each * 0x80;

/// Whether one of eight bytes ends a run of plain characters: a quote, a backslash or a control character.
bool endsRun(quint64 word)
{
    const auto hasZero = [](quint64 bytes) { return (bytes - Each) & ~bytes & HighBits; };
    return hasZero(word ^ Each * '"') | hasZero(word ^ Each * '\\') | ((word - Each * 0x20) & ~word & HighBits);
}

/// What stands between the quotes of a string.
struct Raw
{
    QByteArrayView bytes;
    bool ascii = true;
    bool escapes = false;
};

int hexDigit(char16_t c)
{
    if (c >= u'0' && c <= u'9')
        return c - u'0';
    const char16_t lower = c | 0x20;
    return lower >= u'a' && lower <= u'f' ? lower - u'a' + 10 : -1;
}

/// The character that an escape stands for; `size` are the units behind the backslash, of which it takes `taken`.
std::optional<char16_t> escaped(const char16_t *at, qsizetype size, qsizetype &taken)
{
    taken = 1;
    switch (size > 0 ? *at : u'\0') {
    case u'"':
    case u'\\':
    case u'/':
        return *at;
    case u'b':
        return u'\b';
    case u'f':
        return u'\f';
    case u'n':
        return u'\n';
    case u'r':
        return u'\r';
    case u't':
        return u'\t';
    case u'u':
        break;
    default:
        return {};
    }
    taken = 5;
    if (size < taken)
        return {};
    int unit = 0;
    for (const char16_t *digit = at + 1; digit != at + taken; ++digit) {
        const int value = hexDigit(*digit);
        if (value < 0)
            return {};
        unit = unit * 16 + value;
    }
    if (QChar::isSurrogate(char32_t(unit)))
        return {};
    return char16_t(unit);
}

/// Puts characters in the place of the escapes; false when one of them is unusual.
bool unescape(QString &text)
{
    qsizetype from = text.indexOf(u'\\');
    qsizetype to = from;
    char16_t *const units = reinterpret_cast<char16_t *>(text.data());
    const qsizetype size = text.size();
    while (from < size) {
        qsizetype taken = 0;
        const auto character = escaped(units + from + 1, size - from - 1, taken);
        if (!character)
            return false;
        units[to++] = *character;
        from += 1 + taken;
        const qsizetype next = QStringView(units + from, size - from).indexOf(u'\\');
        const qsizetype run = next < 0 ? size - from : next;
        std::memmove(units + to, units + from, size_t(run) * sizeof(char16_t));
        to += run;
        from += run;
    }
    text.truncate(to);
    return true;
}

bool decode(const Raw &raw, QString &text)
{
    if (raw.ascii)
        text = QString::fromLatin1(raw.bytes);
    else if (!raw.bytes.startsWith("\xEF\xBB\xBF") && QUtf8StringView(raw.bytes).isValidUtf8()) // QString would drop a mark at the start.
        text = QString::fromUtf8(raw.bytes);
    else
        return false;
    return !raw.escapes || unescape(text);
}

class Reader
{
public:
    explicit Reader(QByteArrayView json) : m_at(json.data()), m_end(m_at + json.size()) { }

    bool atEnd()
    {
        skipSpace();
        return m_at == m_end;
    }

    bool take(char c)
    {
        skipSpace();
        if (m_at == m_end || *m_at != c)
            return false;
        ++m_at;
        return true;
    }

    /// A string; nothing when it holds a control character or has no end.
    bool string(Raw &raw)
    {
        if (!take('"'))
            return false;
        const char *const begin = m_at;
        quint64 seen = 0;
        for (;;) {
            for (quint64 word = 0; m_end - m_at >= qsizetype(sizeof word); m_at += sizeof word) {
                std::memcpy(&word, m_at, sizeof word);
                if (endsRun(word))
                    break;
                seen |= word;
            }
            // Whatever ended it is among the next eight bytes, or the view ends there.
            quint8 c = 0;
            for (; m_at != m_end; ++m_at) {
                c = quint8(*m_at);
                if (c == '"' || c == '\\' || c < 0x20)
                    break;
                seen |= c;
            }
            if (m_at == m_end || c < 0x20)
                return false;
            if (c == '"')
                break;
            raw.escapes = true;
            if (m_end - m_at < 2 || quint8(m_at[1]) >= 0x80)
                return false;
            m_at += 2;
        }
        raw.bytes = QByteArrayView(begin, m_at);
        raw.ascii = !(seen & HighBits);
        ++m_at;
        return true;
    }

    /// A plain whole number.
    bool number(qint64 &value)
    {
        constexpr qsizetype MostDigits = 18; // All of them fit.
        skipSpace();
        const char *const begin = m_at;
        value = 0;
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at) {
            if (m_at - begin == MostDigits)
                return false;
            value = value * 10 + (*m_at - '0');
        }
        const qsizetype digits = m_at - begin;
        return digits == 1 || (digits > 1 && *begin != '0');
    }

private:
    void skipSpace()
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\t' || *m_at == '\n' || *m_at == '\r'))
            ++m_at;
    }

    const char *m_at;
    const char *m_end;
};

} // namespace

std::optional<StreamEvent> outputFrame(QByteArrayView json)
{
    Reader reader(json);
    std::optional<Raw> type;
    std::optional<Raw> text;
    std::optional<qint64> timestamp;
    if (!reader.take('{'))
        return {};
    do {
        Raw key;
        if (!reader.string(key) || !reader.take(':'))
            return {};
        if (key.bytes == "text" && !text) {
            if (!reader.string(text.emplace()))
                return {};
        } else if (key.bytes == "type" && !type) {
            if (!reader.string(type.emplace()))
                return {};
        } else if (key.bytes == "timestamp" && !timestamp) {
            if (!reader.number(timestamp.emplace()))
                return {};
        } else {
            return {};
        }
    } while (reader.take(','));
    if (!reader.take('}') || !reader.atEnd() || !type || !text)
        return {};

    std::optional<StreamEvent> event(std::in_place);
    event->timestampMs = timestamp.value_or(0);
    QString content;
    if (!decode(*text, content))
        return {};
    if (type->bytes == "stdout")
        event->value = Event::Output { std::move(content), false };
    else if (type->bytes == "stderr")
        event->value = Event::Output { std::move(content), true };
    else if (type->bytes == "ping")
        event->value = Event::Ping {};
    else
        return {};
    return event;
}

} // namespace OpenSandbox
