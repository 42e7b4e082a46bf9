// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion.h"

#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "keymap.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "words.h"

#include <opensandbox/notebook/document.h>

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScreen>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int TypeRole = Qt::UserRole;
constexpr int PrefixRole = Qt::UserRole + 1;
constexpr int patience = 1500; ///< ms that members wait for the context alone.

/// Code at the left, with what was typed in bold; the type small at the right.
class CandidateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return { 100, Metrics::row() }; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->fillRect(option.rect, selected ? theme.selection : option.state.testFlag(QStyle::State_MouseOver) ? theme.hover : theme.raised);
        const QRect inner = option.rect.adjusted(Metrics::scaled(8), 0, -Metrics::scaled(8), 0);
        const QString text = index.data().toString();
        const qsizetype prefix = std::min<qsizetype>(index.data(PrefixRole).toInt(), text.size());
        const QString type = index.data(TypeRole).toString();
        int right = inner.right();
        if (!type.isEmpty()) {
            painter->setFont(Fonts::small());
            painter->setPen(theme.hint(selected));
            const int width = QFontMetrics(Fonts::small()).horizontalAdvance(type);
            painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, type);
            right -= width + Metrics::scaled(12);
        }
        const QFont bold = Fonts::code(QFont::Bold);
        const QFont plain = Fonts::code();
        painter->setPen(selected ? theme.onSelection : theme.accent);
        painter->setFont(bold);
        const QString head = text.left(prefix);
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, head);
        const int x = inner.left() + QFontMetrics(bold).horizontalAdvance(head);
        painter->setFont(plain);
        painter->setPen(selected ? theme.onSelection : theme.text);
        const int room = std::max(0, right - x);
        painter->drawText(QRect(x, inner.top(), room, inner.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(plain).elidedText(text.sliced(prefix), Qt::ElideRight, room));
    }
};

/// A popup that never takes the focus: 1 px edge, no shadow.
class Popup : public QFrame
{
public:
    explicit Popup(QWidget *parent) : QFrame(parent, Qt::ToolTip | Qt::FramelessWindowHint)
    {
        setAttribute(Qt::WA_ShowWithoutActivating);
        setFocusPolicy(Qt::NoFocus);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(1, 1, 1, 1);
        layout->setSpacing(0);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme &theme = Theme::current();
        painter.fillRect(rect(), theme.raised);
        painter.setPen(QPen(theme.control, 1));
        painter.drawRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5));
    }
};

} // namespace

class CandidateModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;
    void set(const QStringList &texts, const QStringList &types, int prefix)
    {
        beginResetModel();
        m_texts = texts;
        m_types = types;
        m_prefix = prefix;
        endResetModel();
    }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_texts.size()); }
    QVariant data(const QModelIndex &index, int role) const override
    {
        switch (role) {
        case Qt::DisplayRole: return m_texts.value(index.row());
        case Qt::AccessibleTextRole: return m_types.value(index.row()).isEmpty() ? m_texts.value(index.row()) : m_texts.value(index.row()) + u", "_s + m_types.value(index.row());
        case TypeRole: return m_types.value(index.row());
        case PrefixRole: return m_prefix;
        default: return {};
        }
    }

private:
    QStringList m_texts;
    QStringList m_types;
    int m_prefix = 0;
};

Completion::Completion(CodeEditor *editor, Notebook::Document *document, ExecutionTargets *targets, QObject *parent)
    : QObject(parent), m_editor(editor), m_document(document), m_targets(targets)
{
    m_list = new Popup(editor);
    m_view = new QListView(m_list);
    m_model = new CandidateModel(m_list);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CandidateDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setMouseTracking(true);
    m_view->setUniformItemSizes(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Completions"));
    m_list->layout()->addWidget(m_view);
    connect(m_view, &QListView::clicked, this, [this](const QModelIndex &index) { accept(index.row()); });

    m_help = new Popup(editor);
    m_helpText = new QPlainTextEdit(m_help);
    m_helpText->setReadOnly(true);
    m_helpText->setFrameShape(QFrame::NoFrame);
    m_helpText->setFocusPolicy(Qt::NoFocus);
    m_helpText->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_helpText->setAccessibleName(tr("Explanation"));
    m_help->layout()->addWidget(m_helpText);

    editor->installEventFilter(this);
    connect(editor, &QPlainTextEdit::cursorPositionChanged, this, [this]() {
        if (m_inserting)
            return;
        m_help->hide();
        if (m_list->isVisible() || m_waiting)
            narrow();
    });
}

Completion::~Completion() = default;

Notebook::Cell *Completion::cell() const
{
    return m_editor->cell();
}

void Completion::close()
{
    ++m_request;
    m_waiting = false;
    m_list->hide();
    m_help->hide();
}

bool Completion::isListVisible() const
{
    return m_list->isVisible();
}

bool Completion::isHelpVisible() const
{
    return m_help->isVisible();
}

QStringList Completion::candidates() const
{
    QStringList result;
    for (const Candidate &one : m_shown)
        result.append(one.text);
    return result;
}

QString Completion::helpText() const
{
    return m_helpText->toPlainText();
}

// --- completing ----------------------------------------------------------------------------------------

void Completion::complete()
{
    Notebook::Cell *const at = cell();
    if (!at || at->kind() != Notebook::CellKind::Code)
        return;
    m_help->hide();
    const quint64 request = ++m_request;
    m_asked = m_editor->position();
    Words::nameAt(at->source(), m_asked, false, false, &m_start);
    m_all.clear();
    m_moved = false;
    const QStringList words = Words::complete(*m_document, *at, m_asked);
    for (const QString &word : words)
        m_all.append({ word, {} });
    // Members and keys are what only the context knows: words of the notebook would stand in for them, mostly wrong.
    const QChar ahead = m_start > 0 ? at->source().at(m_start - 1) : QChar();
    const bool member = ahead == u'.' || ahead == u'"' || ahead == u'\'';
    const Notebook::Binding binding = at->effectiveBinding();
    m_waiting = m_targets && !binding.sandbox.isEmpty() && (!isIdle || isIdle(at));
    if (m_waiting) {
        QPointer<Completion> guard = this;
        const QList<Candidate> spare = member ? std::exchange(m_all, {}) : QList<Candidate>();
        if (member) {
            QTimer::singleShot(patience, this, [this, request, spare]() {
                if (m_request != request || !m_waiting)
                    return;
                m_all = spare;
                narrow();
            });
        }
        m_targets->complete(binding, at->source(), m_asked, [guard, request, member, spare, source = at->source()](const std::expected<Inspection::Completion, Inspection::Refusal> &answer) {
            if (!guard || guard->m_request != request)
                return;
            guard->m_waiting = false;
            if (member)
                guard->m_all = answer && !answer->matches.isEmpty() ? QList<Candidate>() : spare;
            if (answer && !answer->matches.isEmpty()) {
                // Its matches may begin before the name, at a path or an object: only the rest is shown and inserted.
                const qsizetype before = guard->m_start - answer->start;
                const QString given = before > 0 ? source.mid(answer->start, before) : QString();
                QList<Candidate> known;
                for (qsizetype i = 0; i < answer->matches.size() && i < 1000; ++i) {
                    QString text = answer->matches[i];
                    if (before > 0) {
                        if (!text.startsWith(given))
                            continue;
                        text = text.sliced(given.size());
                    }
                    known.append({ text, answer->types.value(i) });
                }
                for (const Candidate &word : std::as_const(guard->m_all)) {
                    if (std::none_of(known.cbegin(), known.cend(), [&word](const Candidate &one) { return one.text == word.text; }))
                        known.append(word);
                }
                guard->m_all = known;
            }
            guard->narrow();
        });
        if (!m_waiting)
            return; // It answered at once.
    }
    narrow();
}

void Completion::narrow()
{
    if (!cell())
        return close();
    const qsizetype caret = m_editor->position();
    const QString source = cell()->source();
    if (caret < m_asked || caret < m_start || caret > source.size())
        return close();
    const QString prefix = source.sliced(m_start, caret - m_start);
    if (std::any_of(prefix.begin(), prefix.end(), [](QChar c) { return !c.isLetterOrNumber() && c != u'_'; }))
        return close();
    m_shown.clear();
    for (const Candidate &one : std::as_const(m_all)) {
        if (one.text.startsWith(prefix))
            m_shown.append(one);
    }
    for (const Candidate &one : std::as_const(m_all)) {
        if (!one.text.startsWith(prefix) && one.text.startsWith(prefix, Qt::CaseInsensitive))
            m_shown.append(one);
    }
    if (m_shown.isEmpty() || (m_shown.size() == 1 && m_shown.constFirst().text == prefix)) {
        m_list->hide();
        return;
    }
    // The only one there is needs no list, unless the context may still know others.
    if (m_shown.size() == 1 && !m_waiting && caret == m_asked && !m_list->isVisible()) {
        accept(0);
        return;
    }
    show();
}

void Completion::show()
{
    QStringList texts;
    QStringList types;
    int widest = 0;
    const QFontMetrics metrics(Fonts::code(QFont::Bold));
    const QFontMetrics small(Fonts::small());
    for (const Candidate &one : std::as_const(m_shown)) {
        texts.append(one.text);
        types.append(one.type);
        widest = std::max(widest, metrics.horizontalAdvance(one.text.left(60)) + (one.type.isEmpty() ? 0 : small.horizontalAdvance(one.type) + Metrics::scaled(20)));
    }
    const QString present = m_list->isVisible() && m_moved ? m_view->currentIndex().data().toString() : QString();
    static_cast<CandidateModel *>(m_model)->set(texts, types, int(m_editor->position() - m_start));
    const int row = std::max<int>(0, int(texts.indexOf(present)));
    m_view->setCurrentIndex(m_model->index(row, 0));
    m_view->scrollTo(m_view->currentIndex());
    QPalette colors = m_view->palette();
    colors.setColor(QPalette::Base, Theme::current().raised);
    m_view->setPalette(colors);
    const int rows = std::min<int>(10, int(texts.size()));
    place(m_list, { std::clamp(widest + Metrics::scaled(32), Metrics::scaled(180), Metrics::scaled(460)), rows * Metrics::row() + 2 });
    m_list->show();
}

void Completion::place(QFrame *popup, const QSize &size) const
{
    const QRectF caret = m_editor->caretRect();
    QPoint at = m_editor->mapToGlobal(QPointF(caret.left() - Metrics::scaled(8), caret.bottom() + 2).toPoint());
    const QRect screen = m_editor->screen()->availableGeometry();
    if (at.y() + size.height() > screen.bottom())
        at.setY(m_editor->mapToGlobal(QPointF(0, caret.top()).toPoint()).y() - size.height() - 2);
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - size.width())));
    popup->setGeometry(QRect(at, size));
}

void Completion::accept(int row)
{
    if (row < 0 || row >= m_shown.size() || !cell())
        return;
    QString text = m_shown[row].text;
    // Quotes and brackets that were closed by themselves stand there already.
    const QString after = cell()->source().sliced(m_editor->position()).left(3);
    for (qsizetype length = std::min(text.size(), after.size()); length > 0; --length) {
        const QStringView end = QStringView(text).last(length);
        if (after.startsWith(end) && std::ranges::all_of(end, [](QChar c) { return u"\"')]}"_s.contains(c); })) {
            text.chop(length);
            break;
        }
    }
    m_inserting = true;
    QTextCursor cursor = m_editor->cursorTo(m_start);
    cursor.insertText(text);
    m_editor->setTextCursor(cursor);
    m_inserting = false;
    close();
    m_editor->setFocus();
}

// --- explaining ----------------------------------------------------------------------------------------

void Completion::inspect()
{
    Notebook::Cell *const at = cell();
    if (!at || at->kind() != Notebook::CellKind::Code)
        return;
    m_list->hide();
    const quint64 request = ++m_request;
    m_waiting = false;
    const qsizetype caret = m_editor->position();
    QString name = Words::nameAt(at->source(), caret, true, false);
    qsizetype position = caret;
    if (name.isEmpty() && caret > 0) { // Right after "(": what is called.
        position = at->source().lastIndexOf(u'(', caret - 1);
        if (position >= 0)
            name = Words::nameAt(at->source(), position, true, false);
    }
    QString local;
    if (const Words::Definition found = Words::definition(*m_document, *at, name); found.cell)
        local = tr("%1\nIn cell %2").arg(found.line).arg(found.cell->index() + 1);
    const Notebook::Binding binding = at->effectiveBinding();
    const bool ask = m_targets && !binding.sandbox.isEmpty();
    if (ask && isIdle && !isIdle(at)) {
        const QString busy = tr("The context is busy. It explains names when it is idle.");
        showHelp(local.isEmpty() ? busy : local + u"\n\n"_s + busy);
        return;
    }
    if (!local.isEmpty())
        showHelp(local);
    if (!ask) {
        if (local.isEmpty() && !name.isEmpty())
            showHelp(tr("%1 is not defined in this notebook.").arg(name));
        return;
    }
    QPointer<Completion> guard = this;
    m_targets->inspect(binding, at->source(), caret, [guard, request, local, name](const std::expected<QString, Inspection::Refusal> &answer) {
        if (!guard || guard->m_request != request)
            return;
        if (answer && !answer->isEmpty())
            guard->showHelp(local.isEmpty() ? *answer : *answer + u"\n\n"_s + local);
        else if (local.isEmpty() && !name.isEmpty())
            guard->showHelp(!answer && !answer.error().notOffered ? answer.error().text : Completion::tr("Nothing is known about %1.").arg(name));
    });
}

void Completion::showHelp(const QString &text)
{
    const Theme &theme = Theme::current();
    QPalette colors = m_helpText->palette();
    colors.setColor(QPalette::Base, theme.raised);
    colors.setColor(QPalette::Text, theme.text);
    m_helpText->setPalette(colors);
    m_helpText->setFont(Fonts::output());
    m_helpText->document()->setDocumentMargin(Metrics::scaled(8));
    m_helpText->setPlainText(text.left(200'000));
    const QFontMetrics metrics(Fonts::output());
    const int width = Metrics::scaled(560);
    const QRect wanted = metrics.boundingRect(QRect(0, 0, width - Metrics::scaled(32), 100'000), Qt::TextWordWrap | Qt::TextExpandTabs, text.left(20'000));
    place(m_help, { std::clamp(wanted.width() + Metrics::scaled(40), Metrics::scaled(200), width),
                    std::clamp(wanted.height() + metrics.height() + Metrics::scaled(20), Metrics::scaled(40), Metrics::scaled(300)) });
    m_help->show();
}

// --- keys ----------------------------------------------------------------------------------------------

bool Completion::wantsTab() const
{
    const QTextCursor cursor = m_editor->textCursor();
    if (cursor.hasSelection() || cursor.positionInBlock() == 0)
        return false;
    const QChar before = m_editor->document()->characterAt(cursor.position() - 1);
    if (before == u'"' || before == u'\'') // A key, a column or a path, when it opens.
        return cursor.block().text().left(cursor.positionInBlock()).count(before) % 2 == 1;
    return before.isLetterOrNumber() || before == u'_' || before == u'.';
}

bool Completion::wantsExplanation() const
{
    const QTextCursor cursor = m_editor->textCursor();
    return !cursor.hasSelection() && !cursor.block().text().left(cursor.positionInBlock()).trimmed().isEmpty();
}

bool Completion::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide) {
        close();
        return false;
    }
    // What grows above moves the editor, and what belongs to its caret.
    if (event->type() == QEvent::Move && object == m_editor) {
        for (QFrame *popup : { m_list, m_help }) {
            if (popup->isVisible())
                place(popup, popup->size());
        }
        return false;
    }
    const bool overrides = event->type() == QEvent::ShortcutOverride;
    if ((event->type() != QEvent::KeyPress && !overrides) || object != m_editor)
        return false;
    auto *key = static_cast<QKeyEvent *>(event);
    const auto use = [&](auto action) {
        if (overrides)
            event->accept();
        else
            action();
        return true;
    };
    const KeyMap &map = KeyMap::instance();
    const QKeySequence step = KeyMap::step(key);
    if (step.isEmpty())
        return false;
    if (m_list->isVisible()) {
        const int row = m_view->currentIndex().row();
        const int rows = m_model->rowCount();
        const auto go = [this](int to) {
            m_moved = true;
            m_view->setCurrentIndex(m_model->index(to, 0));
        };
        if (map.has(u"completions.accept"_s, step))
            return use([&]() { accept(row); });
        if (map.has(u"completions.previous"_s, step))
            return use([&]() { go((row - 1 + rows) % rows); });
        if (map.has(u"completions.next"_s, step))
            return use([&]() { go((row + 1) % rows); });
        if (step == QKeySequence(Qt::Key_PageUp))
            return use([&]() { go(std::max(0, row - 9)); });
        if (step == QKeySequence(Qt::Key_PageDown))
            return use([&]() { go(std::min(rows - 1, row + 9)); });
    }
    if ((m_list->isVisible() || m_help->isVisible()) && map.has(u"completions.close"_s, step))
        return use([&]() { close(); });
    if (m_help->isVisible() && (key->key() == Qt::Key_PageDown || key->key() == Qt::Key_PageUp)) {
        return use([&]() {
            QScrollBar *bar = m_helpText->verticalScrollBar();
            bar->setValue(bar->value() + (key->key() == Qt::Key_PageDown ? 1 : -1) * bar->pageStep());
        });
    }
    if (overrides)
        return false;
    // A key that indents, too, completes and explains only behind a name.
    if (map.has(u"notebook.complete"_s, step) && (wantsTab() || !map.has(u"notebook.indent"_s, step))) {
        complete();
        return true;
    }
    if (map.has(u"notebook.inspect"_s, step) && (!map.has(u"notebook.outdentLines"_s, step) || wantsExplanation())) {
        inspect();
        return true;
    }
    return false;
}
