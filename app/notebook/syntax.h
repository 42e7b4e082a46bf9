// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QString>
#include <QTextCursor>
#include <QTextLayout>
#include <QTimer>

/// Languages and their highlighting. One repository for the whole window; interface thread only, where nothing else is said.
namespace Syntax {

inline constexpr qsizetype MaxHighlightedLine = 16 << 10; ///< Longer lines stay plain: their layout costs seconds.

KSyntaxHighlighting::Definition definition(const QString &language);
/// In a repository of another thread, too. A language may be named by the suffix of its files.
KSyntaxHighlighting::Definition find(const KSyntaxHighlighting::Repository &repository, const QString &language);
KSyntaxHighlighting::Theme theme();

/// "py", "sh", "js", "ts", "go", "java"; for others the first three letters.
QString letters(const QString &language);
/// "Python", "Bash", ...; unknown ones as they are.
QString displayName(const QString &language);
/// What starts a comment line; empty when the language has none.
QString comment(const QString &language);
int indentWidth(const QString &language);
/// Code that ends like this opens a block.
bool opensBlock(const QString &language, QStringView line);

/// Colours a text line by line, keeping the state between the lines.
class LineHighlighter : private KSyntaxHighlighting::AbstractHighlighter
{
public:
    explicit LineHighlighter(const QString &language);
    QList<QTextLayout::FormatRange> next(const QString &line);

private:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;

    KSyntaxHighlighting::State m_state;
    QList<QTextLayout::FormatRange> m_ranges;
};

/// The live highlighter of an editor, with the long-line guard. Many lines are coloured a part in each turn of the event loop.
class EditorHighlighter : public KSyntaxHighlighting::SyntaxHighlighter
{
    Q_OBJECT
public:
    static constexpr qsizetype Part = 12 << 10; ///< Characters in one turn; a line counts as LineCost more.
    static constexpr qsizetype LineCost = 40;

    explicit EditorHighlighter(QTextDocument *document);
    /// Lines wait for their colours.
    bool isWaiting() const { return !m_rest.isNull(); }
    /// It is highlighting; what the document then reports is no change of text.
    bool isAtWork() const { return m_atWork; }

protected:
    void highlightBlock(const QString &text) override;

private:
    void proceed();

    QTextCursor m_rest; ///< The first line that waits; it moves with the text. Null: none.
    QTimer m_timer;
    qsizetype m_done = 0; ///< In this turn.
    bool m_atWork = false;
};

} // namespace Syntax
