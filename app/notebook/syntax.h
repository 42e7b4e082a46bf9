// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QString>
#include <QTextLayout>

/// Languages and their highlighting. One repository for the whole process; interface thread only.
namespace Syntax {

inline constexpr qsizetype MaxHighlightedLine = 16 << 10; ///< Longer lines stay plain: their layout costs seconds.

KSyntaxHighlighting::Definition definition(const QString &language);
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

/// The live highlighter of an editor, with the long-line guard.
class EditorHighlighter : public KSyntaxHighlighting::SyntaxHighlighter
{
    Q_OBJECT
public:
    explicit EditorHighlighter(QTextDocument *document);

protected:
    void highlightBlock(const QString &text) override;
};

} // namespace Syntax
