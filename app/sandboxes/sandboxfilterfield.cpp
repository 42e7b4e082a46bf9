// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxfilterfield.h"

#include "theme/theme.h"

#include <QInputMethodEvent>
#include <QTextCharFormat>

using namespace Qt::StringLiterals;

SandboxFilterField::SandboxFilterField(QWidget *parent)
    : SearchField(tr("state:running expires<30m"), parent)
{
    setAccessibleName(tr("Filter sandboxes"));
    setToolTip(tr("Words, or terms: state:running image:python name:agent expires<30m owner=ana"));
    connect(this, &QLineEdit::textChanged, this, &SandboxFilterField::parse);
    connect(this, &QLineEdit::cursorPositionChanged, this, &SandboxFilterField::format);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &SandboxFilterField::format);
}

void SandboxFilterField::parse()
{
    m_filter = SandboxFilter::parse(text());
    format();
    const QList<SandboxFilter::Mistake> mistakes = m_filter.mistakes();
    if (mistakes.isEmpty())
        setError(0, 0, {});
    else
        setError(mistakes.first().start, mistakes.first().length, mistakes.first().explanation);
    Q_EMIT filterChanged();
}

void SandboxFilterField::format()
{
    // A line edit takes colours for parts of its text only by this road, which is made for input methods.
    QList<QInputMethodEvent::Attribute> attributes;
    for (const SandboxFilter::Term &term : m_filter.terms()) {
        if (term.kind == SandboxFilter::Term::Kind::Word)
            continue;
        QTextCharFormat look;
        look.setForeground(Theme::current().link);
        look.setBackground(Theme::current().accentTint);
        attributes << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, term.start - cursorPosition(), term.length, look);
    }
    QInputMethodEvent event(QString(), attributes);
    inputMethodEvent(&event);
}
