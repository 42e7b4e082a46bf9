// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outlinepane.h"

#include "cellcanvas.h"
#include "cellstatus.h"
#include "notebookview.h"
#include "shared/emptystate.h"
#include "shared/panefooter.h"
#include "shared/searchfield.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAbstractListModel>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

constexpr int EntryRole = Qt::UserRole;

struct StateLook
{
    QString icon;
    Meaning meaning = Meaning::Idle;
    QString word;
};

StateLook lookOf(Notebook::RunState state)
{
    using Notebook::RunState;
    switch (state) {
    case RunState::Queued: return { u"clock-3"_s, Meaning::Idle, OutlinePane::tr("queued") };
    case RunState::Running: return { u"loader-circle"_s, Meaning::Busy, OutlinePane::tr("running") };
    case RunState::Done: return { u"check"_s, Meaning::Ok, OutlinePane::tr("done") };
    case RunState::Failed: return { u"circle-x"_s, Meaning::Bad, OutlinePane::tr("failed") };
    case RunState::Interrupted: return { u"circle-stop"_s, Meaning::Warn, OutlinePane::tr("interrupted") };
    case RunState::ResultUnknown: return { u"circle-question-mark"_s, Meaning::Warn, OutlinePane::tr("result unknown") };
    case RunState::ContextLost: return { u"unplug"_s, Meaning::Warn, OutlinePane::tr("context lost") };
    case RunState::Stale: return { u"pencil-line"_s, Meaning::Idle, OutlinePane::tr("edited since run") };
    case RunState::NeverRun: break;
    }
    return {};
}

class Delegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return { 80, Metrics::row() }; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const auto entry = index.data(EntryRole).value<OutlineEntry>();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool active = option.state.testFlag(QStyle::State_Active);
        if (selected)
            painter->fillRect(option.rect, active && option.state.testFlag(QStyle::State_HasFocus) ? theme.selection : theme.selectionInactive);
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, theme.hover);
        const bool strong = selected && active && option.state.testFlag(QStyle::State_HasFocus);
        const bool rtl = option.direction == Qt::RightToLeft;
        const int indent = Metrics::scaled(12) + std::min(entry.level, 6) * Metrics::scaled(14);
        QRect room = option.rect.adjusted(rtl ? Metrics::scaled(12) : indent, 0, rtl ? -indent : -Metrics::scaled(12), 0);
        if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
            const qreal ring = theme.focusWidth();
            painter->setPen(QPen(theme.focus, ring));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(option.rect).adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2));
        }
        const StateLook look = lookOf(entry.state);
        if (!look.icon.isEmpty()) {
            const int size = Metrics::smallIcon();
            const QRect at(rtl ? room.left() : room.right() - size, room.top(), size, room.height());
            Icons::paint(painter, at, look.icon, strong && theme.isHighContrast() ? theme.onSelection : theme.tone(look.meaning).text, size);
            room.adjust(rtl ? size + Metrics::scaled(8) : 0, 0, rtl ? 0 : -size - Metrics::scaled(8), 0);
        }
        const QFont font = entry.heading ? Fonts::body(entry.level == 0 ? QFont::DemiBold : QFont::Medium) : Fonts::output();
        painter->setFont(font);
        painter->setPen(strong ? theme.onSelection : entry.heading ? theme.text : theme.text2);
        const QString text = QFontMetrics(font).elidedText(entry.text, Qt::ElideRight, room.width());
        painter->drawText(room, int(Qt::AlignVCenter | Qt::AlignAbsolute | (rtl ? Qt::AlignRight : Qt::AlignLeft)), entry.heading ? Bidi::own(text) : Bidi::code(text));
    }
};

} // namespace

Q_DECLARE_METATYPE(OutlineEntry)

class OutlinePane::Model : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    /// Keeps selection and place where only texts or states changed.
    void set(const QList<OutlineEntry> &entries)
    {
        if (entries.size() != m_entries.size()) {
            // Rows are added or removed where the lists differ first.
            qsizetype head = 0;
            const qsizetype shorter = std::min(entries.size(), m_entries.size());
            while (head < shorter && entries[head].text == m_entries[head].text)
                ++head;
            const qsizetype difference = entries.size() - m_entries.size();
            if (difference > 0) {
                beginInsertRows({}, int(head), int(head + difference - 1));
                m_entries = entries;
                endInsertRows();
            } else {
                beginRemoveRows({}, int(head), int(head - difference - 1));
                m_entries = entries;
                endRemoveRows();
            }
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
            return;
        }
        for (qsizetype i = 0; i < entries.size(); ++i) {
            if (entries[i] == m_entries[i])
                continue;
            m_entries[i] = entries[i];
            Q_EMIT dataChanged(index(int(i), 0), index(int(i), 0));
        }
    }
    const QList<OutlineEntry> &entries() const { return m_entries; }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_entries.size()); }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const OutlineEntry &entry = m_entries[index.row()];
        const QString word = lookOf(entry.state).word;
        switch (role) {
        case Qt::DisplayRole: return entry.text;
        case Qt::ToolTipRole: return word.isEmpty() ? entry.text : entry.text + u'\n' + word;
        case Qt::AccessibleTextRole:
            return entry.heading ? OutlinePane::tr("Heading: %1").arg(entry.text)
                                 : (word.isEmpty() ? OutlinePane::tr("Cell %1: %2").arg(entry.cell + 1).arg(entry.text)
                                                   : OutlinePane::tr("Cell %1, %2: %3").arg(entry.cell + 1).arg(word, entry.text));
        case EntryRole: return QVariant::fromValue(entry);
        default: return {};
        }
    }

private:
    QList<OutlineEntry> m_entries;
};

OutlinePane::OutlinePane(QWidget *parent) : QWidget(parent)
{
    m_model = new Model(this);
    m_proxy = new QSortFilterProxyModel(this);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter = new SearchField(tr("Filter"), this);
    m_filter->setAccessibleName(tr("Filter the outline"));
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    m_list = new QListView(this);
    m_list->setModel(m_proxy);
    m_list->setItemDelegate(new Delegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->setAccessibleName(tr("Outline"));
    m_empty = new EmptyState(tr("No notebook is open."), tr("Its headings and cells appear here."), this);
    m_footer = new PaneFooter(this);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Metrics::scaled(10), Metrics::scaled(8), Metrics::scaled(10), Metrics::scaled(8));
    bar->addWidget(m_filter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_list);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) { go(index.row()); });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        go(index.row());
        if (m_view)
            m_view->canvas()->setFocus();
    });
    connect(m_filter, &SearchField::left, m_list, qOverload<>(&QWidget::setFocus));
    refresh();
}

OutlinePane::~OutlinePane() = default;

void OutlinePane::setView(NotebookView *view)
{
    if (view && m_view == view)
        return;
    if (m_view)
        m_view->disconnect(this);
    m_view = view;
    if (view) {
        connect(view, &NotebookView::outlineChanged, this, &OutlinePane::refresh);
        connect(view, &NotebookView::contextChanged, this, &OutlinePane::refresh);
    }
    refresh();
}

QList<OutlineEntry> OutlinePane::entries() const
{
    return m_model->entries();
}

void OutlinePane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void OutlinePane::refresh()
{
    if (m_view && !isVisible())
        return; // It is made when somebody looks.
    const QList<OutlineEntry> entries = m_view ? m_view->outline() : QList<OutlineEntry>();
    m_model->set(entries);
    m_list->setVisible(m_view);
    m_empty->setVisible(!m_view);
    const auto headings = std::count_if(entries.begin(), entries.end(), [](const OutlineEntry &entry) { return entry.heading; });
    m_footer->setLeft(m_view ? tr("%Ln heading(s)", nullptr, headings) : QString());
    m_footer->setRight({});
    if (!m_view || m_list->hasFocus())
        return;
    // The line of the current cell.
    const int current = m_view->canvas()->current();
    for (int i = 0; i < int(entries.size()); ++i) {
        if (entries[i].cell != current)
            continue;
        const QModelIndex index = m_proxy->mapFromSource(m_model->index(i, 0));
        m_list->setCurrentIndex(index);
        break;
    }
}

void OutlinePane::go(int row)
{
    const QModelIndex source = m_proxy->mapToSource(m_proxy->index(row, 0));
    if (!m_view || !source.isValid())
        return;
    m_view->canvas()->command();
    m_view->canvas()->setCurrent(m_model->entries().at(source.row()).cell);
}
