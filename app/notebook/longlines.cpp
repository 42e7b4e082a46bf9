// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "longlines.h"

#include <algorithm>

namespace {

/// Not between the halves of a character.
qsizetype boundary(QStringView text, qsizetype at)
{
    return at > 0 && at < text.size() && text[at].isLowSurrogate() && text[at - 1].isHighSurrogate() ? at - 1 : at;
}

} // namespace

LongLines::LongLines(QStringView source, qsizetype keep)
{
    if (source.size() <= Longest)
        return;
    QList<std::pair<qsizetype, qsizetype>> pieces; // From and to, in the source.
    const auto leaveOut = [&](qsizetype from, qsizetype to) {
        from = boundary(source, from);
        to = boundary(source, to);
        if (to - from > 1)
            pieces.append({ from, to });
    };
    for (qsizetype start = 0; start <= source.size();) {
        qsizetype end = source.indexOf(u'\n', start);
        if (end < 0)
            end = source.size();
        if (end - start > Longest) {
            const qsizetype from = start + End;
            const qsizetype to = end - End;
            if (keep > from && keep < to) {
                leaveOut(from, std::max(from, keep - Around));
                leaveOut(std::min(to, keep + Around), to);
            } else {
                leaveOut(from, to);
            }
        }
        start = end + 1;
    }
    if (pieces.isEmpty())
        return;
    constexpr QStringView candidates = u"\u22ef\u2026\u205e\u22ee\u22f0\u22f1\u2025\ufe19";
    const auto mark = std::find_if(candidates.begin(), candidates.end(), [&source](QChar c) { return !source.contains(c); });
    if (mark == candidates.end())
        return; // Slow, but right.
    m_mark = *mark;
    qsizetype hidden = 0;
    for (const auto &[from, to] : std::as_const(pieces)) {
        m_pieces.append({ from - hidden, to - from });
        hidden += to - from - 1;
    }
}

QString LongLines::shown(const QString &source) const
{
    if (isEmpty())
        return source;
    QString text;
    qsizetype from = 0;
    for (const Piece &piece : m_pieces) {
        const qsizetype at = toSource(piece.at);
        text += QStringView(source).sliced(from, at - from);
        text += m_mark;
        from = at + piece.length;
    }
    return text + QStringView(source).sliced(from);
}

QList<int> LongLines::marks() const
{
    QList<int> places;
    for (const Piece &piece : m_pieces)
        places.append(int(piece.at));
    return places;
}

qsizetype LongLines::toSource(qsizetype shown) const
{
    qsizetype position = shown;
    for (const Piece &piece : m_pieces) {
        if (piece.at >= shown)
            break;
        position += piece.length - 1;
    }
    return position;
}

qsizetype LongLines::toShown(qsizetype source, bool after) const
{
    qsizetype hidden = 0;
    for (const Piece &piece : m_pieces) {
        const qsizetype at = piece.at + hidden;
        if (source <= at)
            break;
        if (source < at + piece.length)
            return after ? piece.at + 1 : piece.at;
        hidden += piece.length - 1;
    }
    return source - hidden;
}

bool LongLines::hides(qsizetype source) const
{
    qsizetype hidden = 0;
    for (const Piece &piece : m_pieces) {
        const qsizetype at = piece.at + hidden;
        if (source > at && source < at + piece.length)
            return true;
        hidden += piece.length - 1;
    }
    return false;
}

bool LongLines::replace(QStringView source, qsizetype position, qsizetype removed, QStringView added, QString *text)
{
    const auto first = std::ranges::find_if(m_pieces, [&](const Piece &piece) { return piece.at >= position; });
    const auto last = std::find_if(first, m_pieces.end(), [&](const Piece &piece) { return piece.at >= position + removed; });
    const qsizetype touched = last - first;
    const qsizetype still = touched > 0 ? added.count(m_mark) : 0;
    if (still != 0 && still != touched)
        return false;
    text->clear();
    QList<Piece> pieces(m_pieces.begin(), first);
    if (still == 0) {
        *text = added.toString();
    } else {
        qsizetype from = 0;
        for (auto piece = first; piece != last; ++piece) {
            const qsizetype at = added.indexOf(m_mark, from);
            *text += added.sliced(from, at - from);
            *text += source.sliced(toSource(piece->at), piece->length);
            pieces.append({ position + at, piece->length });
            from = at + 1;
        }
        *text += added.sliced(from);
    }
    for (auto piece = last; piece != m_pieces.end(); ++piece)
        pieces.append({ piece->at + added.size() - removed, piece->length });
    m_pieces = pieces;
    return true;
}
