// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contextspane.h"

#include "session/sandboxwords.h"
#include "shared/badge.h"
#include "shared/emptystate.h"
#include "shared/panefooter.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

enum Role { IdRole = Qt::UserRole, SandboxRole, NameRole, PlaceRole, StateRole, MeaningRole, LanguageRole, SeriesRole };

bool isHead(const QModelIndex &index)
{
    return index.data(IdRole).toString().isEmpty();
}

} // namespace

struct ContextsPane::Row
{
    QString id; ///< Empty: the line of a connection.
    QString sandbox = {};
    QString name = {};
    QString place = {}; ///< "ctx-1".
    QString state = {};
    int meaning = int(Meaning::Idle);
    QString language = {};
    int series = 0;
    bool operator==(const Row &) const = default;

    QString spoken() const
    {
        return id.isEmpty() ? (state.isEmpty() ? name : name + u", "_s + state)
                            : u"%1 \u00b7 %2, %3, %4"_s.arg(name, place, SandboxWords::languageName(language), state);
    }
};

class ContextsPane::Delegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Of the button that opens the menu.
    static QRect menuRect(const QStyleOptionViewItem &option)
    {
        const int size = Metrics::smallControl();
        const QRect place(option.rect.right() + 1 - Metrics::scaled(10) - size, option.rect.center().y() + 1 - size / 2, size, size);
        return QStyle::visualRect(option.direction, option.rect, place);
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        return { 80, isHead(index) ? Metrics::row() + Metrics::scaled(4) : Metrics::scaled(40) };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        painter->save();
        const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
        const QRect rect = option.rect;
        const QString state = index.data(StateRole).toString();
        const Meaning meaning = Meaning(index.data(MeaningRole).toInt());
        if (isHead(index)) {
            const int end = rect.right() + 1 - Metrics::scaled(12);
            int left = rect.left() + Metrics::scaled(12);
            const QFontMetrics small(Fonts::small());
            const int width = small.horizontalAdvance(state);
            painter->setFont(Fonts::small());
            painter->setPen(theme.tone(meaning).text);
            painter->drawText(visual(QRect(end - width, rect.top(), width, rect.height())), int(Qt::AlignVCenter | Qt::AlignRight), Bidi::own(state));
            const QFont bold = Fonts::small(QFont::DemiBold);
            const int room = std::max(0, end - width - Metrics::scaled(8) - left);
            painter->setFont(bold);
            painter->setPen(theme.text2);
            painter->drawText(visual(QRect(left, rect.top(), room, rect.height())), int(Qt::AlignVCenter | Qt::AlignLeft),
                              Bidi::own(QFontMetrics(bold).elidedText(index.data(NameRole).toString(), Qt::ElideRight, room)));
            painter->restore();
            return;
        }
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
        const bool leading = selected && view && view->hasFocus();
        const bool flat = leading && theme.isHighContrast();
        if (selected)
            painter->fillRect(rect, leading ? theme.selection : theme.selectionInactive);
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(rect, theme.hover);
        const QString letters = LanguageBadge::letters(index.data(LanguageRole).toString());
        const int badge = LanguageBadge::size(letters).width();
        LanguageBadge::paint(painter, visual(QRect(rect.left() + Metrics::scaled(12), rect.top(), badge, rect.height())), letters, index.data(SeriesRole).toInt(), flat);
        Icons::paint(painter, menuRect(option), u"ellipsis-vertical"_s, flat ? theme.onSelection : theme.text2, Metrics::icon());
        const int left = rect.left() + Metrics::scaled(12 + 34);
        const int room = rect.right() + 1 - Metrics::scaled(14) - Metrics::smallControl() - left;
        const int nameHeight = Fonts::lineHeight(Fonts::Role::Body);
        const int stateHeight = Fonts::lineHeight(Fonts::Role::Small);
        const int top = rect.top() + (rect.height() - nameHeight - stateHeight) / 2;
        const QFont medium = Fonts::body(QFont::Medium);
        const QFontMetrics names(medium);
        const QString place = u" \u00b7 "_s + index.data(PlaceRole).toString();
        const int placeWidth = QFontMetrics(Fonts::body()).horizontalAdvance(place);
        const QString name = names.elidedText(index.data(NameRole).toString(), Qt::ElideRight, std::max(0, room - placeWidth));
        const int nameWidth = names.horizontalAdvance(name);
        painter->setFont(medium);
        painter->setPen(flat ? theme.onSelection : theme.text);
        painter->drawText(visual(QRect(left, top, nameWidth + 2, nameHeight)), int(Qt::AlignVCenter | Qt::AlignLeft), Bidi::own(name));
        painter->setFont(Fonts::body());
        painter->setPen(flat ? theme.onSelection : theme.text2);
        painter->drawText(visual(QRect(left + nameWidth, top, std::max(0, room - nameWidth), nameHeight)), int(Qt::AlignVCenter | Qt::AlignLeft), place);
        painter->setFont(Fonts::small());
        painter->setPen(flat ? theme.onSelection : meaning == Meaning::Idle ? theme.text2 : theme.tone(meaning).text);
        painter->drawText(visual(QRect(left, top + nameHeight, room, stateHeight)), int(Qt::AlignVCenter | Qt::AlignLeft),
                          Bidi::own(QFontMetrics(Fonts::small()).elidedText(state, Qt::ElideRight, room)));
        painter->restore();
    }
};

ContextsPane::ContextsPane(SessionRegistry *registry, QWidget *parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_tree(new QTreeWidget(this))
    , m_empty(new EmptyState(tr("No contexts yet."), tr("A notebook makes one when its first cell runs."), this))
    , m_footer(new PaneFooter(this))
{
    m_tree->setColumnCount(1);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(0);
    m_tree->setItemsExpandable(false);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setMouseTracking(true);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setItemDelegate(new Delegate(m_tree));
    m_tree->setAccessibleName(tr("Contexts"));
    m_tree->viewport()->setBackgroundRole(QPalette::Window);
    m_tree->installEventFilter(this);
    m_tree->viewport()->installEventFilter(this);
    setFocusProxy(m_tree);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Metrics::scaled(4), 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_footer);

    m_soon.setSingleShot(true);
    m_soon.setInterval(50);
    connect(&m_soon, &QTimer::timeout, this, &ContextsPane::refresh);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(m_registry, &SessionRegistry::contextsChanged, this, soon);
    connect(m_registry, &SessionRegistry::sessionAdded, this, &ContextsPane::follow);
    SandboxStore *store = m_registry->store();
    for (const auto signal : { &SandboxStore::added, &SandboxStore::changed, &SandboxStore::removed })
        connect(store, signal, this, soon);
    connect(store, &SandboxStore::refreshFailed, this, soon);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, m_tree, [this] { m_tree->doItemsLayout(); });
    const auto sessions = m_registry->sessions();
    for (const auto &session : sessions)
        follow(session);
    refresh();
}

ContextsPane::~ContextsPane() = default;

void ContextsPane::follow(const std::shared_ptr<SandboxSession> &session)
{
    SandboxSession *one = session.get();
    connect(one, &SandboxSession::stateChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(one, &SandboxSession::contextRestarted, this, [this](const QString &, const QString &id) {
        m_restarted.insert(id, QDateTime::currentDateTime());
        m_soon.start();
    });
}

QList<ContextsPane::Row> ContextsPane::rows() const
{
    QList<Row> result;
    SandboxStore *store = m_registry->store();
    QString last;
    const QList<SandboxRecord> records = store->records();
    for (const SandboxRecord &record : records) {
        const auto session = m_registry->existing(record.id());
        const Connection *connection = store->connectionOf(record.id());
        const QList<ContextState> contexts = record.isPresent() ? session ? session->contexts() : QList<ContextState>() : m_last.value(record.id());
        if (contexts.isEmpty() || !connection)
            continue;
        const bool stale = store->isStale(record.connectionId);
        if (record.connectionId != last) {
            last = record.connectionId;
            result.append({ .id = {}, .name = connection->name(), .state = stale ? tr("Not reachable") : QString(), .meaning = int(stale ? Meaning::Warn : Meaning::Idle) });
        }
        const StateLook look = SandboxWords::state(record);
        for (qsizetype i = 0; i < contexts.size(); ++i) {
            const ContextState &context = contexts[i];
            Row row { .id = context.id(), .sandbox = record.id(), .name = record.name(), .place = u"ctx-%1"_s.arg(i + 1), .state = tr("Idle"),
                      .meaning = int(Meaning::Idle), .language = context.language(), .series = store->seriesOf(record.id()) };
            const auto say = [&row](const QString &text, Meaning meaning) {
                row.state = text;
                row.meaning = int(meaning);
            };
            if (!record.isPresent())
                say(look.word, look.meaning);
            else if (stale)
                say(context.queued > 0 ? tr("Unknown, %n cell(s) wait", nullptr, context.queued) : tr("Unknown"), Meaning::Warn);
            else if (!record.isRunning())
                say(look.word, look.meaning);
            else if (context.busy)
                say(context.queued > 0 ? tr("Busy, %1 queued").arg(context.queued) : tr("Busy"), Meaning::Busy);
            else if (const auto when = m_restarted.constFind(context.id()); when != m_restarted.constEnd())
                say(tr("Restarted %1").arg(when->toString(u"HH:mm:ss"_s)), Meaning::Warn);
            result.append(row);
        }
    }
    return result;
}

void ContextsPane::refresh()
{
    const auto sessions = m_registry->sessions();
    for (const auto &session : sessions) {
        const QList<ContextState> contexts = session->contexts();
        if (session->isReady())
            m_last.insert(session->sandboxId(), contexts);
        for (const ContextState &context : contexts) {
            if (context.busy)
                m_restarted.remove(context.id());
        }
    }
    const QList<Row> wanted = rows();
    const auto same = [this, &wanted] {
        if (wanted.size() != m_tree->topLevelItemCount())
            return false;
        for (int i = 0; i < int(wanted.size()); ++i) {
            const QTreeWidgetItem *item = m_tree->topLevelItem(i);
            if (item->data(0, IdRole).toString() != wanted[i].id || item->data(0, SandboxRole).toString() != wanted[i].sandbox)
                return false;
        }
        return true;
    };
    if (!same()) {
        const QString kept = m_tree->currentItem() ? m_tree->currentItem()->data(0, IdRole).toString() : QString();
        m_tree->clear();
        for (const Row &row : wanted) {
            auto *item = new QTreeWidgetItem(m_tree);
            item->setData(0, IdRole, row.id);
            item->setData(0, SandboxRole, row.sandbox);
            item->setFlags(row.id.isEmpty() ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            if (!kept.isEmpty() && row.id == kept)
                m_tree->setCurrentItem(item);
        }
    }
    int busy = 0;
    int count = 0;
    for (int i = 0; i < int(wanted.size()); ++i) {
        const Row &row = wanted[i];
        QTreeWidgetItem *item = m_tree->topLevelItem(i);
        const auto put = [item](int role, const QVariant &value) {
            if (item->data(0, role) != value)
                item->setData(0, role, value);
        };
        put(NameRole, row.name);
        put(PlaceRole, row.place);
        put(StateRole, row.state);
        put(MeaningRole, row.meaning);
        put(LanguageRole, row.language);
        put(SeriesRole, row.series);
        put(Qt::AccessibleTextRole, row.spoken());
        put(Qt::ToolTipRole, row.id.isEmpty() ? QString() : tr("%1 in %2\n%3").arg(SandboxWords::languageName(row.language), row.name, row.id));
        count += !row.id.isEmpty();
        busy += !row.id.isEmpty() && row.meaning == int(Meaning::Busy);
    }
    m_tree->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    m_footer->setLeft(count == 0 ? QString() : busy > 0 ? tr("%n context(s)", nullptr, count) + u" \u00b7 "_s + tr("%1 busy").arg(busy) : tr("%n context(s)", nullptr, count));
}

void ContextsPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

QStringList ContextsPane::lines() const
{
    QStringList result;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        result.append(m_tree->topLevelItem(i)->data(0, Qt::AccessibleTextRole).toString());
    return result;
}

QTreeWidgetItem *ContextsPane::itemOf(const QString &contextId) const
{
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        if (m_tree->topLevelItem(i)->data(0, IdRole).toString() == contextId)
            return m_tree->topLevelItem(i);
    }
    return nullptr;
}

void ContextsPane::openMenu(const QString &contextId)
{
    if (QTreeWidgetItem *item = itemOf(contextId))
        openMenu(item, m_tree->viewport()->mapToGlobal(m_tree->visualItemRect(item).center()));
}

void ContextsPane::report(const QString &what, const SandboxSession &session, const OpenSandbox::Error &error)
{
    if (error.kind != OpenSandbox::Error::Kind::Cancelled)
        Q_EMIT failed(what + u' ' + describeError(error, session.name()).message);
}

void ContextsPane::removeContext(QTreeWidgetItem *item)
{
    const auto session = m_registry->existing(item->data(0, SandboxRole).toString());
    if (!session)
        return;
    m_tasks.run(session->deleteContext(item->data(0, IdRole).toString()), [this, session](const OpenSandbox::Result<OpenSandbox::Done> &result) {
        if (!result)
            report(tr("The context was not deleted."), *session, result.error());
    });
}

void ContextsPane::openMenu(QTreeWidgetItem *item, const QPoint &globalPosition)
{
    const QString id = item->data(0, IdRole).toString();
    const QString sandbox = item->data(0, SandboxRole).toString();
    const auto session = m_registry->existing(sandbox);
    if (id.isEmpty())
        return;
    m_tree->setCurrentItem(item);
    const ContextState *context = session ? session->findContext(id) : nullptr;
    const bool ready = session && session->isReady() && context;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *interrupt = menu->addAction(tr("Interrupt"), this, [this, session, id] {
        m_tasks.run(session->interruptContext(id), [this, session](const OpenSandbox::Result<OpenSandbox::Done> &result) {
            if (!result)
                report(tr("The context was not interrupted."), *session, result.error());
        });
    });
    interrupt->setEnabled(ready && context->busy);
    menu->addAction(tr("Restart: its variables are lost"), this, [this, session, id] {
        m_tasks.run(session->restartContext(id), [this, session](const OpenSandbox::Result<OpenSandbox::CodeContext> &result) {
            if (!result)
                report(tr("The context was not restarted."), *session, result.error());
        });
    })->setEnabled(ready);
    menu->addAction(tr("Show %1").arg(item->data(0, NameRole).toString()), this, [this, sandbox] { Q_EMIT sandboxRequested(sandbox); });
    menu->addSeparator();
    QAction *remove = menu->addAction(tr("Delete: its variables are lost"), this, [this, id] {
        if (QTreeWidgetItem *that = itemOf(id))
            removeContext(that);
    });
    remove->setProperty("wbDestructive", true);
    remove->setEnabled(ready);
    menu->popup(globalPosition);
}

bool ContextsPane::eventFilter(QObject *watched, QEvent *event)
{
    QTreeWidgetItem *current = m_tree->currentItem();
    if (watched == m_tree && event->type() == QEvent::KeyPress && current) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Right) {
            openMenu(current->data(0, IdRole).toString());
            return true;
        }
        if (key == Qt::Key_Delete && !current->data(0, IdRole).toString().isEmpty()) {
            removeContext(current);
            return true;
        }
    }
    if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        QTreeWidgetItem *item = m_tree->itemAt(mouse->position().toPoint());
        if (item && mouse->button() == Qt::LeftButton) {
            QStyleOptionViewItem option;
            option.rect = m_tree->visualItemRect(item);
            option.direction = m_tree->layoutDirection();
            if (Delegate::menuRect(option).contains(mouse->position().toPoint()))
                openMenu(item, mouse->globalPosition().toPoint());
        }
    }
    if (event->type() == QEvent::ContextMenu && (watched == m_tree || watched == m_tree->viewport())) {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        const bool keyboard = menu->reason() == QContextMenuEvent::Keyboard;
        if (QTreeWidgetItem *item = keyboard ? current : m_tree->itemAt(menu->pos()))
            openMenu(item, keyboard ? m_tree->viewport()->mapToGlobal(m_tree->visualItemRect(item).center()) : menu->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}
