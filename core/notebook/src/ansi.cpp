// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ansi.h"

#include <array>
#include <algorithm>

namespace Notebook {

quint32 TextColor::fixedRgb() const
{
    if (kind == Kind::Rgb)
        return rgb;
    if (kind != Kind::Palette || index < 16)
        return 0;
    if (index >= 232) {
        const quint32 grey = quint32(8 + (index - 232) * 10);
        return grey << 16 | grey << 8 | grey;
    }
    const auto level = [](int step) { return quint32(step == 0 ? 0 : 55 + step * 40); };
    const int cube = index - 16;
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6);
}

} // namespace Notebook

namespace Notebook::Ansi {

namespace {

constexpr qsizetype maximumCsi = 256;
constexpr qsizetype maximumString = 4096;

struct Parameter
{
    int value; ///< -1 when empty.
    bool sub; ///< Follows a colon.
};

struct Parameters
{
    std::array<Parameter, 32> list; // filled up to count only: this runs for every colour change
    size_t count = 0;
};

Parameters split(QByteArrayView text)
{
    Parameters result;
    Parameter current {-1, false};
    for (qsizetype i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ';';
        if (c >= '0' && c <= '9') {
            current.value = std::min(std::max(current.value, 0) * 10 + (c - '0'), 65535);
        } else if (c == ';' || c == ':') {
            if (result.count == result.list.size())
                break;
            result.list[result.count++] = current;
            current = {-1, c == ':'};
        }
    }
    return result;
}

/// The colour after 38, 48 or 58; `i` ends on its last parameter.
TextColor extendedColor(const Parameters &parameters, size_t &i)
{
    const auto at = [&](size_t index) { return index < parameters.count ? std::max(parameters.list[index].value, 0) : 0; };
    TextColor color;
    if (i + 1 >= parameters.count)
        return color;
    const bool colons = parameters.list[i + 1].sub;
    size_t last = i + 1;
    while (colons && last + 1 < parameters.count && parameters.list[last + 1].sub)
        ++last;
    if (at(i + 1) == 5) {
        color.kind = TextColor::Kind::Palette;
        color.index = quint8(std::min(at(i + 2), 255));
        i = colons ? last : std::min(i + 2, parameters.count - 1);
    } else if (at(i + 1) == 2) {
        // With colons there may be a colour space before red.
        const size_t red = colons && last - i >= 5 ? i + 3 : i + 2;
        color.kind = TextColor::Kind::Rgb;
        color.rgb = quint32(std::min(at(red), 255)) << 16 | quint32(std::min(at(red + 1), 255)) << 8 | quint32(std::min(at(red + 2), 255));
        i = colons ? last : std::min(i + 4, parameters.count - 1);
    } else {
        i = last;
    }
    return color;
}

TextColor palette(int index)
{
    TextColor color;
    color.kind = TextColor::Kind::Palette;
    color.index = quint8(index);
    return color;
}

void writeColor(QByteArray &out, const TextColor &color, bool background)
{
    const int base = background ? 40 : 30;
    switch (color.kind) {
    case TextColor::Kind::Default: break;
    case TextColor::Kind::Palette:
        out += ';';
        if (color.index < 8)
            out += QByteArray::number(base + color.index);
        else if (color.index < 16)
            out += QByteArray::number(base + 60 + color.index - 8);
        else
            out += QByteArray::number(base + 8) + ";5;" + QByteArray::number(color.index);
        break;
    case TextColor::Kind::Rgb:
        out += ';' + QByteArray::number(base + 8) + ";2;" + QByteArray::number(color.rgb >> 16) + ';'
            + QByteArray::number(color.rgb >> 8 & 255) + ';' + QByteArray::number(color.rgb & 255);
        break;
    }
}

} // namespace

TextStyle Pen::style() const
{
    TextStyle style;
    style.foreground = foreground;
    style.background = background;
    style.bold = flags & Bold;
    style.faint = flags & Faint;
    style.italic = flags & Italic;
    style.underline = flags & Underline;
    style.strikeOut = flags & StrikeOut;
    style.inverse = flags & Inverse;
    style.concealed = flags & Concealed;
    style.link = QString::fromUtf8(link);
    return style;
}

void Pen::apply(QByteArrayView text)
{
    const auto plain = [this] {
        foreground = {};
        background = {};
        flags = 0;
    };
    if (text.isEmpty() || text == "0") {
        plain();
        return;
    }
    const Parameters parameters = split(text);
    for (size_t i = 0; i < parameters.count; ++i) {
        const Parameter &parameter = parameters.list[i];
        if (parameter.sub)
            continue;
        const int code = std::max(parameter.value, 0);
        const auto on = [this](Flag flag) { flags = quint16(flags | flag); };
        const auto off = [this](int which) { flags = quint16(flags & ~which); };
        switch (code) {
        case 0: plain(); break;
        case 1: on(Bold); break;
        case 2: on(Faint); break;
        case 3: on(Italic); break;
        case 4:
            // 4:0 is "no underline", 4:3 a wavy one.
            if (i + 1 < parameters.count && parameters.list[i + 1].sub && parameters.list[i + 1].value == 0)
                off(Underline);
            else
                on(Underline);
            break;
        case 7: on(Inverse); break;
        case 8: on(Concealed); break;
        case 9: on(StrikeOut); break;
        case 21: on(Underline); break;
        case 22: off(Bold | Faint); break;
        case 23: off(Italic); break;
        case 24: off(Underline); break;
        case 27: off(Inverse); break;
        case 28: off(Concealed); break;
        case 29: off(StrikeOut); break;
        case 38: foreground = extendedColor(parameters, i); break;
        case 39: foreground = {}; break;
        case 48: background = extendedColor(parameters, i); break;
        case 49: background = {}; break;
        case 58: extendedColor(parameters, i); break;
        default:
            if (code >= 30 && code <= 37)
                foreground = palette(code - 30);
            else if (code >= 40 && code <= 47)
                background = palette(code - 40);
            else if (code >= 90 && code <= 97)
                foreground = palette(code - 90 + 8);
            else if (code >= 100 && code <= 107)
                background = palette(code - 100 + 8);
            break;
        }
    }
}

void Pen::writeChange(QByteArray &out, const Pen &from) const
{
    if (from.foreground != foreground || from.background != background || from.flags != flags) {
        out += "\x1b[0";
        static constexpr int codes[] = {1, 2, 3, 4, 9, 7, 8};
        for (int bit = 0; bit < 7; ++bit) {
            if (flags & (1 << bit))
                out += ';' + QByteArray::number(codes[bit]);
        }
        writeColor(out, foreground, false);
        writeColor(out, background, true);
        out += 'm';
    }
    if (from.link != link)
        out += "\x1b]8;;" + link + "\x1b\\";
}

int Sequence::number(int fallback) const
{
    const Parameters list = split(parameters);
    return list.count > 0 && list.list[0].value > 0 ? list.list[0].value : fallback;
}

qsizetype skipString(QByteArrayView bytes, bool *ended)
{
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (c == '\a') {
            *ended = true;
            return i + 1;
        }
        // A line end is in no such string: it was no sequence, and the text after it must not get lost.
        if (c == '\n' || c == '\r') {
            *ended = true;
            return i;
        }
        if (c == '\x1b') {
            *ended = true;
            return i + 1 < bytes.size() && bytes[i + 1] == '\\' ? i + 2 : i;
        }
    }
    *ended = false;
    return bytes.size();
}

Sequence parseSequence(QByteArrayView bytes)
{
    Sequence result;
    if (bytes.size() < 2) {
        result.type = Sequence::Type::Incomplete;
        return result;
    }
    const char kind = bytes[1];
    if (kind == '[') {
        for (qsizetype i = 2; i < bytes.size(); ++i) {
            const uchar c = uchar(bytes[i]);
            if (c >= 0x40 && c <= 0x7e) {
                result.type = Sequence::Type::Csi;
                result.size = i + 1;
                result.final = char(c);
                result.parameters = bytes.sliced(2, i - 2);
                return result;
            }
            if (c < 0x20 || c > 0x7e || i > maximumCsi) {
                result.size = i;
                return result;
            }
        }
        result.type = Sequence::Type::Incomplete;
        return result;
    }
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
        bool ended = false;
        const QByteArrayView body = bytes.sliced(2);
        qsizetype size = skipString(body, &ended);
        // The ESC of the end may be the last byte that has arrived.
        if (!ended || (size + 1 == body.size() && body[size] == '\x1b')) {
            result.type = bytes.size() > maximumString ? Sequence::Type::Unterminated : Sequence::Type::Incomplete;
            return result;
        }
        result.size = size + 2;
        if (kind == ']' && body.startsWith("8;") && size > 0 && size <= maximumString) {
            QByteArrayView text = body.first(size);
            if (text.endsWith('\a'))
                text.chop(1);
            else if (text.endsWith("\x1b\\"))
                text.chop(2);
            else
                return result;
            const qsizetype target = text.indexOf(';', 2);
            if (target >= 0) {
                result.type = Sequence::Type::Link;
                result.parameters = text.sliced(target + 1);
                if (std::ranges::any_of(result.parameters, [](char c) { return uchar(c) < 0x20 || c == 0x7f; }))
                    result.type = Sequence::Type::Other;
            }
        }
        return result;
    }
    // ESC with intermediate bytes and one final byte: character sets, keypad modes and their like.
    for (qsizetype i = 1; i < bytes.size(); ++i) {
        const uchar c = uchar(bytes[i]);
        if (c >= 0x20 && c <= 0x2f && i < 8)
            continue;
        result.size = c >= 0x30 && c <= 0x7e ? i + 1 : i;
        return result;
    }
    result.type = Sequence::Type::Incomplete;
    return result;
}

} // namespace Notebook::Ansi
