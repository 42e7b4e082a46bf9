// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findbar.h"

#include "cellcanvas.h"
#include "codeeditor.h"
#include "shared/button.h"
#include "shared/label.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using Notebook::Search;

namespace {

constexpr int typingDelay = 120; ///< ms

} // namespace

FindBar::FindBar(CellCanvas *canvas, Notebook::Document *document, QWidget *parent)
    : QWidget(parent), m_canvas(canvas), m_search(new Search(document, this))
{
    setAccessibleName(tr("Find"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingDelay);
    connect(&m_typing, &QTimer::timeout, this, &FindBar::query);

    m_field = new QLineEdit(this);
    m_field->setObjectName(u"findField"_s);
    m_field->setPlaceholderText(tr("Find in cells and outputs"));
    m_field->setAccessibleName(tr("Find in cells and outputs"));
    m_field->addAction(Icons::icon(u"search"_s), QLineEdit::LeadingPosition);
    m_field->setMinimumWidth(Metrics::scaled(140));
    m_field->setMaximumWidth(Metrics::scaled(360));
    m_replacement = new QLineEdit(this);
    m_replacement->setObjectName(u"replaceField"_s);
    m_replacement->setPlaceholderText(tr("Replace with"));
    m_replacement->setAccessibleName(tr("Replace with"));
    m_replacement->addAction(Icons::icon(u"replace"_s), QLineEdit::LeadingPosition);
    m_case = toggle(u"case-sensitive"_s, tr("Match case"), u"Alt+C"_s);
    m_word = toggle(u"whole-word"_s, tr("Whole words"), u"Alt+W"_s);
    m_regex = toggle(u"regex"_s, tr("Regular expression"), u"Alt+R"_s);
    m_outputs = toggle(u"logs"_s, tr("In outputs, too"), u"Alt+O"_s);
    m_outputs->setChecked(true);
    m_count = new Label({}, Fonts::Role::Small, &Theme::text2, QFont::Normal, this);
    m_count->setTabular(true);
    m_previous = Buttons::smallTool(u"arrow-up"_s, tr("Previous match  Shift+F3"), this);
    m_next = Buttons::smallTool(u"arrow-down"_s, tr("Next match  F3"), this);
    auto *close = Buttons::smallTool(u"x"_s, tr("Close  Esc"), this);
    m_replaceOne = Buttons::smallPush(tr("Replace"), {}, this);
    m_replaceAll = Buttons::smallPush(tr("Replace all"), {}, this);

    auto *first = new QHBoxLayout;
    first->setSpacing(Metrics::scaled(4));
    first->addWidget(m_field, 1);
    for (QAction *action : { m_case, m_word, m_regex, m_outputs })
        first->addWidget(Buttons::smallTool(action, this));
    first->addSpacing(Metrics::scaled(4));
    first->addWidget(m_previous);
    first->addWidget(m_next);
    first->addSpacing(Metrics::scaled(4));
    first->addWidget(m_count);
    first->addStretch(1);
    first->addWidget(close);
    m_replaceRow = new QWidget(this);
    auto *second = new QHBoxLayout(m_replaceRow);
    second->setContentsMargins(0, 0, 0, 0);
    second->setSpacing(Metrics::scaled(4));
    second->addWidget(m_replacement);
    second->addWidget(m_replaceOne);
    second->addWidget(m_replaceAll);
    second->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(58), Metrics::scaled(6), Metrics::scaled(8), Metrics::scaled(7));
    layout->setSpacing(Metrics::scaled(4));
    layout->addLayout(first);
    layout->addWidget(m_replaceRow);
    hide();

    connect(m_field, &QLineEdit::textEdited, this, [this]() { m_typing.start(); });
    connect(m_replacement, &QLineEdit::textEdited, this, [this]() {
        m_outcome.clear();
        say();
    });
    connect(m_previous, &QToolButton::clicked, this, [this]() { findNext(true); });
    connect(m_next, &QToolButton::clicked, this, [this]() { findNext(); });
    connect(close, &QToolButton::clicked, this, &FindBar::closeBar);
    connect(m_replaceOne, &QPushButton::clicked, this, &FindBar::replaceCurrent);
    connect(m_replaceAll, &QPushButton::clicked, this, &FindBar::replaceAll);
    connect(m_search, &Search::changed, this, &FindBar::found);
    connect(m_search, &Search::finished, this, &FindBar::say);
    m_field->installEventFilter(this);
    m_replacement->installEventFilter(this);
}

QAction *FindBar::toggle(const QString &icon, const QString &text, const QString &keys)
{
    auto *action = new QAction(Icons::icon(icon), text, this);
    action->setCheckable(true);
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    refreshActionToolTip(action);
    addAction(action);
    connect(action, &QAction::toggled, this, &FindBar::query);
    return action;
}

void FindBar::openFind(bool replace)
{
    QString selected;
    m_startPosition = 0;
    if (const CodeEditor *editor = m_canvas->editor()) {
        selected = editor->textCursor().selectedText();
        m_startPosition = editor->toSource(editor->textCursor().selectionStart());
    } else if (m_canvas->currentCell()) {
        const QList<OutputBlock *> blocks = m_canvas->blocks(m_canvas->current());
        for (const OutputBlock *block : blocks) {
            if (block->hasSelection())
                selected = block->selectedText();
        }
    }
    if (!selected.isEmpty() && selected.size() < 200 && !selected.contains(QChar::ParagraphSeparator) && !selected.contains(u'\n'))
        m_field->setText(selected);
    m_replaceRow->setVisible(replace);
    show();
    m_field->setFocus();
    m_field->selectAll();
    query();
}

void FindBar::closeBar()
{
    m_typing.stop();
    m_search->clear();
    m_place = {};
    m_canvas->setFound(nullptr, {});
    hide();
    m_canvas->setFocus();
}

void FindBar::query()
{
    m_typing.stop();
    m_outcome.clear();
    if (!isVisible())
        return;
    m_place = {};
    m_seeking = true;
    m_search->start({ m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(), m_outputs->isChecked() });
    say();
}

void FindBar::found()
{
    if (m_seeking && m_search->count() > 0) {
        // The nearest one from where the eye is, as soon as the search has come there.
        const Notebook::Cell *cell = m_canvas->currentCell();
        const Search::Place place = m_search->at(cell, m_startPosition);
        if (place.isValid() && (!m_search->isRunning() || !cell || place.cell->index() >= cell->index())) {
            m_seeking = false;
            go(place);
            return;
        }
    }
    if (m_place.isValid() && !m_search->match(m_place))
        m_place = {};
    m_canvas->setFound(m_search->query().text.isEmpty() ? nullptr : m_search, m_place);
    say();
}

/// What is wrong with the text to put in place, while it is seen.
QString FindBar::replacementError() const
{
    return m_replaceRow->isHidden() ? QString() : m_search->replacementError(m_replacement->text());
}

void FindBar::go(const Search::Place &place)
{
    m_outcome.clear();
    m_place = place;
    m_canvas->setFound(m_search, m_place);
    m_canvas->reveal(m_place);
    say();
}

void FindBar::findNext(bool backwards)
{
    if (!isVisible()) {
        openFind(false);
        return;
    }
    if (m_typing.isActive()) {
        query();
        return;
    }
    m_seeking = false;
    const Search::Place place = m_place.isValid() ? m_search->next(m_place, backwards) : m_search->at(m_canvas->currentCell(), m_startPosition);
    if (place.isValid())
        go(place);
}

void FindBar::replaceCurrent()
{
    if (!m_place.isValid()) {
        findNext();
        return;
    }
    const Search::Place old = m_place;
    const Notebook::SearchMatch *match = m_search->match(old);
    if (!match)
        return;
    if (match->outputId != 0) { // Outputs are what happened: they are passed by.
        findNext();
        return;
    }
    // Behind what is put there, which references to groups make longer or shorter than what was typed.
    const qsizetype start = match->start;
    const qsizetype behind = old.cell->source().size() - match->start - match->length;
    if (m_search->replace(old, m_replacement->text())) {
        m_place = {};
        const qsizetype after = std::max(start, old.cell->source().size() - behind);
        const Search::Place place = m_search->at(old.cell, after);
        if (place.isValid())
            go(place);
    }
    say();
}

void FindBar::replaceAll()
{
    m_typing.stop();
    const Notebook::SearchQuery wanted { m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(), m_outputs->isChecked() };
    if (!(wanted == m_search->query()))
        m_search->start(wanted);
    m_place = {};
    m_seeking = false;
    if (m_search->replacementError(m_replacement->text()).isEmpty())
        m_outcome = tr("%Ln replaced", nullptr, m_search->replaceAll(m_replacement->text()));
    m_canvas->setFound(m_search, {});
    say();
}

QString FindBar::summary() const
{
    if (m_search->query().text.isEmpty())
        return {};
    if (!m_search->error().isEmpty())
        return m_search->error();
    if (const QString wrong = replacementError(); !wrong.isEmpty())
        return wrong;
    const int count = m_search->count();
    const QString total = m_search->isComplete() ? QLocale().toString(count) : tr("more than %L1").arg(Search::maximumMatches);
    if (!m_outcome.isEmpty())
        return count == 0 || m_search->isRunning() ? m_outcome : m_outcome + u" \u00b7 "_s + tr("%Ln match(es) left", nullptr, count);
    if (count == 0)
        return m_search->isRunning() ? tr("Searching\u2026") : tr("Nothing matches");
    const QString text = m_place.isValid() ? tr("%L1 of %2").arg(m_search->number(m_place)).arg(total) : total;
    return m_search->isRunning() ? text + u'\u2026' : text;
}

void FindBar::say()
{
    const bool cannot = !replacementError().isEmpty();
    const bool wrong = !m_search->error().isEmpty() || cannot;
    m_count->setColor(wrong ? &Theme::bad : &Theme::text2);
    m_count->setText(summary());
    const bool any = m_search->count() > 0;
    m_previous->setEnabled(any);
    m_next->setEnabled(any);
    m_replaceOne->setEnabled(any && !cannot);
    m_replaceAll->setEnabled(any && !cannot);
}

bool FindBar::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::Resize && object == m_field)
        m_replacement->setFixedWidth(m_field->width());
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (object == m_replacement && key->modifiers().testFlag(Qt::ControlModifier))
                replaceAll();
            else if (object == m_replacement)
                replaceCurrent();
            else
                findNext(key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        closeBar();
    else if (event->key() == Qt::Key_F3)
        findNext(event->modifiers().testFlag(Qt::ShiftModifier));
    else if (event->matches(QKeySequence::Find))
        openFind(m_replaceRow->isVisible());
    else if (event->key() == Qt::Key_H && event->modifiers() == Qt::ControlModifier)
        openFind(true);
    else
        QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
}
