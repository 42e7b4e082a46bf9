// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "documentarea.h"

#include "documenttabs.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QPainter>
#include <QPointer>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

/// The strip the document tabs stand on, with the hairline that the current tab interrupts.
class TabStrip final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.fillRect(rect(), theme.window);
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    }
};

/// Paints `base`, so that nothing shines through between documents.
class BaseArea final : public QStackedWidget
{
public:
    BaseArea() { setAutoFillBackground(true); setBackgroundRole(QPalette::Base); }
};

/// Where a dragged tab would go.
class DropMark final : public QWidget
{
public:
    explicit DropMark(QWidget *parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QColor fill = theme.accent;
        fill.setAlphaF(0.14F);
        QPainter painter(this);
        painter.fillRect(rect(), fill);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

QString tabText(const QString &title)
{
    return QString(title).replace(u'&', u"&&"_s);
}

QSplitter *splitterOf(const QWidget *widget)
{
    return qobject_cast<QSplitter *>(widget->parentWidget());
}

} // namespace

// One group ------------------------------------------------------------------------------------------------

DocumentGroup::DocumentGroup()
    : m_tabs(new DocumentTabs)
    , m_strip(new TabStrip)
    , m_stripLayout(new QHBoxLayout(m_strip))
    , m_stack(new BaseArea)
{
    m_stripLayout->setContentsMargins(0, 0, 0, 0);
    m_stripLayout->setSpacing(0);
    m_stripLayout->addWidget(m_tabs, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_strip);
    column->addWidget(m_stack, 1);
    setMinimumSize(Metrics::scaled(160), Metrics::scaled(120));
    connect(m_tabs, &QTabBar::currentChanged, this, &DocumentGroup::showPage);
    connect(m_tabs, &QTabBar::tabMoved, this, [this](int from, int to) { m_documents.move(from, to); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &DocumentGroup::restyle);
    restyle();
}

DocumentGroup::~DocumentGroup() = default;

void DocumentGroup::restyle()
{
    m_strip->setFixedHeight(Metrics::tab());
}

QWidget *DocumentGroup::current() const
{
    return m_documents.value(m_tabs->currentIndex());
}

int DocumentGroup::indexOf(const QWidget *document) const
{
    return int(m_documents.indexOf(document));
}

void DocumentGroup::showPage()
{
    if (QWidget *page = current())
        m_stack->setCurrentWidget(page);
    else if (m_nothing)
        m_stack->setCurrentWidget(m_nothing);
    Q_EMIT currentChanged();
}

// All of them ----------------------------------------------------------------------------------------------

DocumentArea::DocumentArea(QWidget *corner, QWidget *nothing, QWidget *parent)
    : QWidget(parent)
    , m_root(new QSplitter(Qt::Horizontal))
    , m_corner(corner)
    , m_nothing(nothing)
{
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_root);
    m_root->setChildrenCollapsible(false);
    m_root->setHandleWidth(1);
    DocumentGroup *first = makeGroup(0);
    m_root->addWidget(first);
    m_active = first;
    placeCorner();
    m_mark = new DropMark(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        for (QWidget *widget = now; widget && widget != this; widget = widget->parentWidget()) {
            if (auto *group = qobject_cast<DocumentGroup *>(widget)) {
                setActive(group);
                return;
            }
        }
    });
}

DocumentGroup *DocumentArea::makeGroup(int number)
{
    auto *group = new DocumentGroup;
    group->m_number = number;
    connect(group, &DocumentGroup::currentChanged, this, [this, group] {
        if (group == m_active && !m_moving)
            Q_EMIT currentChanged();
    });
    DocumentTabs *tabs = group->tabs();
    connect(tabs, &QTabBar::tabBarClicked, this, [this, group] { setActive(group); });
    connect(tabs, &DocumentTabs::closeRequested, this, [this, group](int index) {
        if (QWidget *document = group->m_documents.value(index))
            Q_EMIT closeRequested(document);
    });
    connect(tabs, &DocumentTabs::menuRequested, this, [this, group](int index, const QPoint &point) {
        if (QWidget *document = group->m_documents.value(index)) {
            setCurrent(document);
            Q_EMIT menuRequested(document, point);
        }
    });
    connect(tabs, &DocumentTabs::draggedOut, this, [this, group](int index, const QPoint &point) { dragged(group, index, point); });
    connect(tabs, &DocumentTabs::droppedOut, this, [this, group](int index, const QPoint &point) { dropped(group, index, point); });
    connect(tabs, &DocumentTabs::dragEnded, this, [this] { m_mark->hide(); });
    return group;
}

QList<DocumentGroup *> DocumentArea::groups() const
{
    QList<DocumentGroup *> result;
    const std::function<void(const QSplitter *)> walk = [&](const QSplitter *splitter) {
        for (int i = 0; i < splitter->count(); ++i) {
            if (auto *group = qobject_cast<DocumentGroup *>(splitter->widget(i)))
                result.append(group);
            else if (const auto *inner = qobject_cast<QSplitter *>(splitter->widget(i)))
                walk(inner);
        }
    };
    walk(m_root);
    return result;
}

DocumentGroup *DocumentArea::groupOf(const QWidget *document) const
{
    const QList<DocumentGroup *> all = groups();
    const auto found = std::find_if(all.begin(), all.end(), [document](const DocumentGroup *group) { return group->indexOf(document) >= 0; });
    return found == all.end() ? nullptr : *found;
}

QList<QWidget *> DocumentArea::documents() const
{
    QList<QWidget *> result;
    const QList<DocumentGroup *> all = groups();
    for (const DocumentGroup *group : all)
        result.append(group->m_documents);
    return result;
}

void DocumentArea::add(QWidget *document, const QIcon &icon, const QString &title, const QString &path)
{
    DocumentGroup *group = groupFor(path);
    m_moving = true;
    insert(group, document, icon, title, path.isEmpty() ? title : path, false);
    m_moving = false;
    m_active = nullptr; // So that it is said once, whatever was current.
    setActive(group);
}

void DocumentArea::insert(DocumentGroup *group, QWidget *document, const QIcon &icon, const QString &title, const QString &toolTip, bool modified)
{
    group->m_documents.append(document);
    group->m_stack->addWidget(document);
    const int index = group->m_tabs->addTab(icon, tabText(title));
    group->m_tabs->setTabToolTip(index, toolTip);
    group->m_tabs->setModified(index, modified);
    group->m_tabs->setCurrentIndex(index);
    group->showPage();
}

void DocumentArea::take(DocumentGroup *group, int index, bool gone)
{
    QWidget *document = group->m_documents.takeAt(index);
    if (!gone)
        group->m_stack->removeWidget(document);
    group->m_tabs->removeTab(index);
    group->showPage();
}

void DocumentArea::remove(QWidget *document, bool gone)
{
    DocumentGroup *group = groupOf(document);
    if (!group)
        return;
    m_moving = true;
    // Closing a comparison goes back to what was compared; one that only moves to a side leaves its neighbour.
    const QTabBar::SelectionBehavior behaviour = group->m_tabs->selectionBehaviorOnRemove();
    group->m_tabs->setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
    take(group, group->indexOf(document), gone);
    group->m_tabs->setSelectionBehaviorOnRemove(behaviour);
    dropEmpty(group);
    m_moving = false;
    Q_EMIT currentChanged();
}

void DocumentArea::dropEmpty(DocumentGroup *group)
{
    const QList<DocumentGroup *> all = groups();
    if (!group->m_documents.isEmpty() || all.size() == 1)
        return;
    const qsizetype place = all.indexOf(group);
    if (m_active == group)
        m_active = all.at(place > 0 ? place - 1 : 1);
    QSplitter *splitter = splitterOf(group);
    group->hide();
    group->setParent(this);
    group->deleteLater();
    while (splitter != m_root && splitter->count() == 1) {
        QSplitter *outer = splitterOf(splitter);
        const QList<int> sizes = outer->sizes();
        outer->insertWidget(outer->indexOf(splitter), splitter->widget(0));
        delete std::exchange(splitter, outer);
        outer->setSizes(sizes);
    }
    // The last one is the first again.
    if (all.size() == 2)
        m_active->m_number = 0;
    placeCorner();
    for (DocumentGroup *each : groups())
        each->m_tabs->setProperty("wbInactive", each != m_active);
    m_active->m_tabs->update();
    Q_EMIT structureChanged();
}

void DocumentArea::setActive(DocumentGroup *group)
{
    if (m_active == group)
        return;
    m_active = group;
    const QList<DocumentGroup *> all = groups();
    for (DocumentGroup *each : all) {
        each->m_tabs->setProperty("wbInactive", each != group);
        each->m_tabs->update();
    }
    if (!m_moving)
        Q_EMIT currentChanged();
}

void DocumentArea::setCurrent(QWidget *document)
{
    DocumentGroup *group = groupOf(document);
    if (!group)
        return;
    const QWidget *before = current();
    m_moving = true;
    group->m_tabs->setCurrentIndex(group->indexOf(document));
    setActive(group);
    m_moving = false;
    if (current() != before)
        Q_EMIT currentChanged();
}

void DocumentArea::setTitle(QWidget *document, const QString &title, const QString &toolTip)
{
    if (const DocumentGroup *group = groupOf(document)) {
        const int index = group->indexOf(document);
        group->m_tabs->setTabText(index, tabText(title));
        group->m_tabs->setTabToolTip(index, toolTip);
    }
}

void DocumentArea::setIcon(QWidget *document, const QIcon &icon)
{
    if (const DocumentGroup *group = groupOf(document))
        group->m_tabs->setTabIcon(group->indexOf(document), icon);
}

void DocumentArea::setModified(QWidget *document, bool modified)
{
    if (const DocumentGroup *group = groupOf(document))
        group->m_tabs->setModified(group->indexOf(document), modified);
}

bool DocumentArea::isModified(const QWidget *document) const
{
    const DocumentGroup *group = groupOf(document);
    return group && group->m_tabs->isModified(group->indexOf(document));
}

// Sides ----------------------------------------------------------------------------------------------------

int DocumentArea::freeNumber() const
{
    const QList<DocumentGroup *> all = groups();
    for (int number = 0;; ++number) {
        if (std::none_of(all.begin(), all.end(), [number](const DocumentGroup *group) { return group->m_number == number; }))
            return number;
    }
}

DocumentGroup *DocumentArea::split(DocumentGroup *group, Qt::Orientation orientation, bool before, int number, double share)
{
    DocumentGroup *added = makeGroup(number);
    added->m_origin = group->m_number;
    added->m_orientation = orientation;
    QSplitter *splitter = splitterOf(group);
    if (splitter->count() == 1)
        splitter->setOrientation(orientation);
    int place = splitter->indexOf(group);
    QList<int> sizes = splitter->sizes();
    if (splitter->orientation() != orientation) {
        auto *inner = new QSplitter(orientation);
        inner->setChildrenCollapsible(false);
        inner->setHandleWidth(1);
        splitter->insertWidget(place, inner);
        inner->addWidget(group);
        splitter->setSizes(sizes);
        splitter = inner;
        place = 0;
        sizes = { orientation == Qt::Horizontal ? group->width() : group->height() };
    }
    const int room = sizes.value(place);
    const int theirs = int(room * share);
    splitter->insertWidget(before ? place : place + 1, added);
    sizes[place] = room - theirs;
    sizes.insert(before ? place : place + 1, theirs);
    splitter->setSizes(sizes);
    placeCorner();
    return added;
}

bool DocumentArea::canSplit(const QWidget *document) const
{
    const DocumentGroup *group = groupOf(document);
    return group && group->m_documents.size() > 1;
}

void DocumentArea::move(QWidget *document, DocumentGroup *group, Side side)
{
    DocumentGroup *from = groupOf(document);
    if (!from || !group || (from == group && (side == Side::Into || from->m_documents.size() == 1)))
        return;
    const int index = from->indexOf(document);
    const QIcon icon = from->m_tabs->tabIcon(index);
    const QString title = from->m_tabs->tabText(index).replace(u"&&"_s, u"&"_s);
    const QString toolTip = from->m_tabs->tabToolTip(index);
    const bool modified = from->m_tabs->isModified(index);
    m_moving = true;
    if (side != Side::Into) {
        const bool across = side == Side::Left || side == Side::Right;
        group = split(group, across ? Qt::Horizontal : Qt::Vertical, side == Side::Left || side == Side::Above, freeNumber(), 0.5);
    }
    take(from, index, false);
    insert(group, document, icon, title, toolTip, modified);
    m_active = nullptr;
    setActive(group);
    dropEmpty(from);
    m_moving = false;
    document->setFocus(Qt::OtherFocusReason);
    Q_EMIT structureChanged();
    Q_EMIT currentChanged();
}

void DocumentArea::moveToNext(QWidget *document)
{
    const QList<DocumentGroup *> all = groups();
    DocumentGroup *from = groupOf(document);
    if (from && all.size() > 1)
        move(document, all.at((all.indexOf(from) + 1) % all.size()), Side::Into);
}

void DocumentArea::join()
{
    QWidget *document = current();
    for (QList<DocumentGroup *> all = groups(); all.size() > 1; all = groups())
        move(all.last()->m_documents.constFirst(), all.first(), Side::Into);
    if (document)
        setCurrent(document);
    forget();
}

void DocumentArea::activateNext()
{
    const QList<DocumentGroup *> all = groups();
    DocumentGroup *next = all.at((all.indexOf(m_active) + 1) % all.size());
    if (QWidget *document = next->current())
        document->setFocus(Qt::OtherFocusReason);
    setActive(next);
}

void DocumentArea::placeCorner()
{
    const QWidget *corner = m_root;
    while (const auto *splitter = qobject_cast<const QSplitter *>(corner))
        corner = splitter->widget(splitter->orientation() == Qt::Horizontal ? splitter->count() - 1 : 0);
    const auto *upperRight = static_cast<const DocumentGroup *>(corner);
    upperRight->m_stripLayout->addWidget(m_corner);
    m_corner->show();
    const QList<DocumentGroup *> all = groups();
    for (DocumentGroup *group : all)
        group->m_nothing = nullptr;
    DocumentGroup *last = all.size() == 1 ? all.first() : nullptr;
    if (last) {
        last->m_nothing = m_nothing;
        last->m_stack->addWidget(m_nothing);
        last->showPage();
    } else {
        // It must not go with the group that had it.
        m_nothing->hide();
        m_nothing->setParent(this);
    }
}

void DocumentArea::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_mark->hide();
}

// Dragging -------------------------------------------------------------------------------------------------

std::pair<DocumentGroup *, DocumentArea::Side> DocumentArea::target(DocumentGroup *from, const QPoint &globalPosition) const
{
    const QList<DocumentGroup *> all = groups();
    for (DocumentGroup *group : all) {
        const QRect page(group->mapToGlobal(QPoint()), group->size());
        if (!page.contains(globalPosition))
            continue;
        const double x = double(globalPosition.x() - page.left()) / page.width();
        const double y = double(globalPosition.y() - page.top()) / page.height();
        const bool alone = group == from && from->m_documents.size() == 1;
        constexpr double edge = 0.28;
        const double nearest = std::min({ x, 1 - x, y, 1 - y });
        if (alone || nearest > edge || globalPosition.y() < page.top() + group->m_strip->height())
            return { group, Side::Into };
        return { group, nearest == x ? Side::Left : nearest == 1 - x ? Side::Right : nearest == y ? Side::Above : Side::Below };
    }
    return { nullptr, Side::Into };
}

void DocumentArea::dragged(DocumentGroup *from, int, const QPoint &globalPosition)
{
    const auto [group, side] = target(from, globalPosition);
    if (!group || (group == from && side == Side::Into)) {
        m_mark->hide();
        return;
    }
    QRect room(group->mapTo(this, QPoint()), group->size());
    switch (side) {
    case Side::Into: break;
    case Side::Left: room.setWidth(room.width() / 2); break;
    case Side::Right: room.setLeft(room.left() + room.width() / 2); break;
    case Side::Above: room.setHeight(room.height() / 2); break;
    case Side::Below: room.setTop(room.top() + room.height() / 2); break;
    }
    m_mark->setGeometry(room);
    m_mark->show();
    m_mark->raise();
}

void DocumentArea::dropped(DocumentGroup *from, int index, const QPoint &globalPosition)
{
    m_mark->hide();
    const auto [group, side] = target(from, globalPosition);
    // In a turn of its own: the tab bar is still in its event.
    if (QWidget *document = from->m_documents.value(index); document && group)
        QMetaObject::invokeMethod(document, [this, document, into = QPointer(group), where = side] { move(document, into, where); }, Qt::QueuedConnection);
}

// Memory ---------------------------------------------------------------------------------------------------

void DocumentArea::save(QSettings *settings, const QHash<QWidget *, QString> &paths) const
{
    QVariantList list;
    QVariantMap places;
    const QList<DocumentGroup *> all = groups();
    for (DocumentGroup *group : all) {
        const QSplitter *splitter = splitterOf(group);
        const QList<int> sizes = splitter->sizes();
        int total = 0;
        for (const int size : sizes)
            total += size;
        const double share = total > 0 ? double(sizes.value(splitter->indexOf(group))) / total : 0.5;
        list.append(QVariantMap { { u"number"_s, group->m_number }, { u"origin"_s, group->m_origin }, { u"down"_s, group->m_orientation == Qt::Vertical }, { u"share"_s, share } });
        for (QWidget *document : group->m_documents) {
            if (const QString path = paths.value(document); !path.isEmpty())
                places.insert(path, group->m_number);
        }
    }
    settings->setValue(u"window/documentGroups"_s, list);
    settings->setValue(u"window/documentPlaces"_s, places);
}

void DocumentArea::restore(QSettings *settings)
{
    forget();
    const QVariantList list = settings->value(u"window/documentGroups"_s).toList();
    for (const QVariant &entry : list) {
        const QVariantMap map = entry.toMap();
        m_rememberedGroups.insert(map.value(u"number"_s).toInt(), { map.value(u"origin"_s).toInt(), map.value(u"down"_s).toBool() ? Qt::Vertical : Qt::Horizontal,
                                                                     std::clamp(map.value(u"share"_s).toDouble(), 0.1, 0.9) });
    }
    const QVariantMap places = settings->value(u"window/documentPlaces"_s).toMap();
    for (auto place = places.begin(); place != places.end(); ++place)
        m_rememberedPlaces.insert(place.key(), place.value().toInt());
}

void DocumentArea::forget()
{
    m_rememberedGroups.clear();
    m_rememberedPlaces.clear();
}

DocumentGroup *DocumentArea::groupFor(const QString &path)
{
    const auto place = m_rememberedPlaces.constFind(path);
    const QList<DocumentGroup *> all = groups();
    if (path.isEmpty() || place == m_rememberedPlaces.constEnd())
        return m_active;
    const int number = *place;
    if (all.size() == 1 && all.first()->m_documents.isEmpty()) {
        all.first()->m_number = number;
        return m_active;
    }
    const auto find = [&all](int wanted) {
        const auto found = std::find_if(all.begin(), all.end(), [wanted](const DocumentGroup *group) { return group->m_number == wanted; });
        return found == all.end() ? nullptr : *found;
    };
    if (DocumentGroup *there = find(number))
        return there;
    const auto known = m_rememberedGroups.constFind(number);
    if (known == m_rememberedGroups.constEnd())
        return m_active;
    // They come back in any order: a later group may be there before the one that it was split from.
    DocumentGroup *origin = find(known->origin);
    if (origin)
        return split(origin, known->orientation, false, number, known->share);
    const auto theirs = m_rememberedGroups.constFind(m_active->m_number);
    const bool before = theirs != m_rememberedGroups.constEnd() && theirs->origin == number;
    return split(m_active, before ? theirs->orientation : known->orientation, before, number, known->share);
}

#include "moc_documentarea.cpp"
