// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

/**
 * Text as it is shown where some of its lines are too long to be laid out: of these only the ends (and what is around the
 * caret) are there, and one mark for each piece between. Positions are UTF-16 units, "source" those of the whole text, "shown" those of
 * what is laid out; without long lines they are the same.
 */
class LongLines
{
public:
    static constexpr qsizetype Longest = 8192; ///< Longer lines are shown in pieces.
    static constexpr qsizetype End = 4096; ///< Of each end of such a line.
    static constexpr qsizetype Around = 1024; ///< Of each side of `keep`.

    LongLines() = default;
    /// `keep`: a position whose surroundings stay; -1: none.
    explicit LongLines(QStringView source, qsizetype keep = -1);

    bool isEmpty() const { return m_pieces.isEmpty(); }
    /// Stands for a piece; a character that is nowhere else in the text.
    QChar mark() const { return m_mark; }
    QString shown(const QString &source) const;
    /// Places of the marks, in order.
    QList<int> marks() const;

    qsizetype toSource(qsizetype shown) const;
    /// A position inside a piece becomes that of its mark, or with `after` the one behind the mark.
    qsizetype toShown(qsizetype source, bool after = false) const;
    bool hides(qsizetype source) const;

    /// What the shown text from `position` on, `removed` characters long, became: the source text that `added` stands for. `source` is
    /// that from before. Nothing when it cannot be told which pieces are still there; then nothing has changed here.
    bool replace(QStringView source, qsizetype position, qsizetype removed, QStringView added, QString *text);

private:
    struct Piece
    {
        qsizetype at = 0; ///< Of its mark, shown.
        qsizetype length = 0; ///< In the source.
    };
    QList<Piece> m_pieces;
    QChar m_mark;
};
