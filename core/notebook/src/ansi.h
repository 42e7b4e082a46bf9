// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/streamtext.h>

#include <QHashFunctions>

namespace Notebook::Ansi {

/// What the next character is drawn with. The link is kept as bytes, as it came.
struct Pen
{
    TextColor foreground;
    TextColor background;
    quint16 flags = 0;
    QByteArray link;

    enum Flag : quint16 { Bold = 1, Faint = 2, Italic = 4, Underline = 8, StrikeOut = 16, Inverse = 32, Concealed = 64 };
    bool isPlain() const { return *this == Pen {}; }
    bool operator==(const Pen &) const = default;
    TextStyle style() const;
    /// Carries out the parameters of an SGR sequence.
    void apply(QByteArrayView parameters);
    /// The escape sequences that lead from `from` to this.
    void writeChange(QByteArray &out, const Pen &from) const;
};

inline size_t qHash(const Pen &pen, size_t seed = 0)
{
    return qHashMulti(seed, quint8(pen.foreground.kind), pen.foreground.index, pen.foreground.rgb, quint8(pen.background.kind),
                      pen.background.index, pen.background.rgb, pen.flags, pen.link);
}

/// One escape sequence at the start of some bytes.
struct Sequence
{
    enum class Type : quint8 {
        Incomplete, ///< The bytes end inside it.
        Unterminated, ///< As Incomplete, but what is missing need not be kept: skip to the end of the string.
        Csi, ///< `final`, `parameters`
        Link, ///< `parameters` is the target
        Other, ///< Nothing to do.
    };
    Type type = Type::Other;
    qsizetype size = 0; ///< To be consumed.
    char final = 0;
    QByteArrayView parameters;

    /// The first number of the parameters, or the fallback when it is absent or zero.
    int number(int fallback) const;
};

/// `bytes` starts with ESC.
Sequence parseSequence(QByteArrayView bytes);
/// How many bytes of an unterminated string to swallow; `ended` tells whether its end was among them.
qsizetype skipString(QByteArrayView bytes, bool *ended);

} // namespace Notebook::Ansi
