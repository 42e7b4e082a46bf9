// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findline.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/search.h>

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace {

constexpr int typingDelay = 120; ///< ms

} // namespace

FindLine::FindLine(const QString &placeholder, QWidget *parent) : QWidget(parent)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingDelay);
    connect(&m_typing, &QTimer::timeout, this, &FindLine::queryChanged);
    m_field = new QLineEdit(this);
    m_field->setObjectName(u"findField"_s);
    m_field->setPlaceholderText(placeholder);
    m_field->setAccessibleName(placeholder);
    m_field->addAction(Icons::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_field->setMinimumWidth(Metrics::scaled(140));
    m_field->setMaximumWidth(Metrics::scaled(360));
    m_field->installEventFilter(this);
    m_toggles = new QHBoxLayout;
    m_toggles->setSpacing(Metrics::scaled(4));
    m_case = addToggle(u"case-sensitive"_s, tr("Match case"), u"Alt+C"_s);
    m_word = addToggle(u"whole-word"_s, tr("Whole words"), u"Alt+W"_s);
    m_regex = addToggle(u"regex"_s, tr("Regular expression"), u"Alt+R"_s);
    m_count = new Label({}, Fonts::Role::Small, &Theme::text2, QFont::Normal, this);
    m_count->setTabular(true);
    m_previous = Buttons::smallTool(u"arrow-up"_s, tr("Previous match  Shift+F3"), this);
    m_next = Buttons::smallTool(u"arrow-down"_s, tr("Next match  F3"), this);
    auto *close = Buttons::smallTool(u"x"_s, tr("Close  Esc"), this);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Metrics::scaled(4));
    line->addWidget(m_field, 1);
    line->addLayout(m_toggles);
    line->addSpacing(Metrics::scaled(4));
    line->addWidget(m_previous);
    line->addWidget(m_next);
    line->addSpacing(Metrics::scaled(4));
    line->addWidget(m_count);
    line->addStretch(1);
    line->addWidget(close);
    connect(m_field, &QLineEdit::textEdited, this, [this]() { m_typing.start(); });
    connect(m_previous, &QToolButton::clicked, this, [this]() { Q_EMIT nextRequested(true); });
    connect(m_next, &QToolButton::clicked, this, [this]() { Q_EMIT nextRequested(false); });
    connect(close, &QToolButton::clicked, this, &FindLine::closeRequested);
    say({}, false, false);
}

QAction *FindLine::addToggle(const QString &icon, const QString &text, const QString &keys)
{
    auto *action = new QAction(Icons::icon(icon), text, this);
    action->setCheckable(true);
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    refreshActionToolTip(action);
    addAction(action);
    connect(action, &QAction::toggled, this, [this]() {
        m_typing.stop();
        Q_EMIT queryChanged();
    });
    m_toggles->addWidget(Buttons::smallTool(action, this));
    return action;
}

Notebook::SearchQuery FindLine::query() const
{
    return { m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(), true };
}

void FindLine::begin(const QString &selected)
{
    if (!selected.isEmpty() && selected.size() < 200 && !selected.contains(QChar::ParagraphSeparator) && !selected.contains(u'\n'))
        m_field->setText(selected);
    m_field->setFocus();
    m_field->selectAll();
}

bool FindLine::flush()
{
    if (!m_typing.isActive())
        return false;
    m_typing.stop();
    Q_EMIT queryChanged();
    return true;
}

void FindLine::say(const QString &text, bool wrong, bool any)
{
    m_count->setColor(wrong ? &Theme::bad : &Theme::text2);
    m_count->setText(text);
    m_previous->setEnabled(any);
    m_next->setEnabled(any);
}

QString FindLine::summary(int number, int count, bool complete, bool running)
{
    if (count == 0)
        return running ? tr("Searching\u2026") : tr("Nothing matches");
    const QString total = complete ? QLocale().toString(count) : tr("more than %L1").arg(Notebook::Search::maximumMatches);
    const QString text = number > 0 ? tr("%L1 of %2").arg(number).arg(total) : total;
    return running ? text + u'\u2026' : text;
}

bool FindLine::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_F3 || key->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

bool FindLine::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_field && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            Q_EMIT nextRequested(key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void FindLine::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_F3)
        Q_EMIT nextRequested(event->modifiers().testFlag(Qt::ShiftModifier));
    else if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QWidget::keyPressEvent(event);
}
