// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findbar.h"

#include "cellcanvas.h"
#include "codeeditor.h"
#include "findline.h"
#include "shared/button.h"
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

FindBar::FindBar(CellCanvas *canvas, Notebook::Document *document, QWidget *parent)
    : QWidget(parent), m_canvas(canvas), m_search(new Search(document, this))
{
    setAccessibleName(tr("Find"));
    m_line = new FindLine(tr("Find in cells and outputs"), this);
    m_outputs = m_line->addToggle(u"logs"_s, tr("In outputs, too"), u"Alt+O"_s);
    m_outputs->setChecked(true);
    m_replacement = new QLineEdit(this);
    m_replacement->setObjectName(u"replaceField"_s);
    m_replacement->setPlaceholderText(tr("Replace with"));
    m_replacement->setAccessibleName(tr("Replace with"));
    m_replacement->addAction(Icons::icon(u"replace"_s), QLineEdit::LeadingPosition);
    m_replaceOne = Buttons::smallPush(tr("Replace"), {}, this);
    m_replaceAll = Buttons::smallPush(tr("Replace all"), {}, this);

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
    layout->addWidget(m_line);
    layout->addWidget(m_replaceRow);
    hide();

    connect(m_line, &FindLine::queryChanged, this, &FindBar::query);
    connect(m_line, &FindLine::nextRequested, this, &FindBar::findNext);
    connect(m_line, &FindLine::closeRequested, this, &FindBar::closeBar);
    connect(m_replacement, &QLineEdit::textEdited, this, [this]() {
        m_outcome.clear();
        say();
    });
    connect(m_replaceOne, &QPushButton::clicked, this, &FindBar::replaceCurrent);
    connect(m_replaceAll, &QPushButton::clicked, this, &FindBar::replaceAll);
    connect(m_search, &Search::changed, this, &FindBar::found);
    connect(m_search, &Search::finished, this, &FindBar::say);
    m_line->field()->installEventFilter(this);
    m_replacement->installEventFilter(this);
}

Notebook::SearchQuery FindBar::wanted() const
{
    Notebook::SearchQuery query = m_line->query();
    query.inOutputs = m_outputs->isChecked();
    return query;
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
    m_replaceRow->setVisible(replace);
    show();
    m_line->begin(selected);
    query();
}

void FindBar::closeBar()
{
    m_line->stop();
    m_search->clear();
    m_place = {};
    m_canvas->setFound(nullptr, {});
    hide();
    m_canvas->setFocus();
}

void FindBar::query()
{
    m_line->stop();
    m_outcome.clear();
    if (!isVisible())
        return;
    m_place = {};
    m_seeking = true;
    m_search->start(wanted());
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
    if (m_line->flush())
        return;
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
    m_line->stop();
    const Notebook::SearchQuery query = wanted();
    if (!(query == m_search->query()))
        m_search->start(query);
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
    if (!m_outcome.isEmpty())
        return count == 0 || m_search->isRunning() ? m_outcome : m_outcome + u" \u00b7 "_s + tr("%Ln match(es) left", nullptr, count);
    return FindLine::summary(m_place.isValid() ? m_search->number(m_place) : 0, count, m_search->isComplete(), m_search->isRunning());
}

void FindBar::say()
{
    const bool cannot = !replacementError().isEmpty();
    const bool wrong = !m_search->error().isEmpty() || cannot;
    const bool any = m_search->count() > 0;
    m_line->say(summary(), wrong, any);
    m_replaceOne->setEnabled(any && !cannot);
    m_replaceAll->setEnabled(any && !cannot);
}

bool FindBar::eventFilter(QObject *object, QEvent *event)
{
    QLineEdit *const field = m_line->field();
    if (event->type() == QEvent::Resize && object == field)
        m_replacement->setFixedWidth(field->width());
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    auto *key = static_cast<QKeyEvent *>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (object == m_replacement && enter) {
        if (key->modifiers().testFlag(Qt::ControlModifier))
            replaceAll();
        else
            replaceCurrent();
        return true;
    }
    // From one text to the other; back from there the buttons between them are passed.
    if (object == field && key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier && m_replaceRow->isVisible()) {
        m_replacement->setFocus(Qt::TabFocusReason);
        m_replacement->selectAll();
        return true;
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
