// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxdelegate.h"

#include "metrics/sparkline.h"
#include "session/sandboxmodel.h"
#include "session/sandboxwords.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QAbstractItemView>
#include <QPainter>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto Soon = 10min;
constexpr auto VerySoon = 2min;

struct RowColors
{
    QColor name;
    QColor state;
    QColor icon;
    QColor second;
    QColor line;
};

RowColors colorsOf(const SandboxRecord &record, Meaning meaning, bool selected, bool stale)
{
    const Theme &theme = Theme::current();
    if (selected && theme.isHighContrast())
        return { theme.onSelection, theme.onSelection, theme.onSelection, theme.onSelection, theme.onSelection };
    const bool over = !record.isPresent() || record.info.state.kind == OpenSandbox::SandboxState::Kind::Terminated;
    RowColors colors;
    colors.name = selected ? theme.onSelection : over ? theme.text2 : theme.text;
    colors.second = selected ? theme.text2 : over ? theme.text3 : theme.text2;
    colors.state = stale ? theme.text3 : theme.tone(meaning).text;
    colors.icon = colors.state;
    colors.line = stale ? theme.idleFill : theme.seriesColor(0);
    return colors;
}

} // namespace

SandboxDelegate::SandboxDelegate(SandboxStore *store, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_store(store)
{
}

void SandboxDelegate::setHovered(const QString &sandboxId, int action)
{
    m_hovered = sandboxId;
    m_hoveredAction = action;
}

QList<RowAction> SandboxDelegate::actionsOf(const SandboxRecord &record)
{
    using Kind = OpenSandbox::SandboxState::Kind;
    if (!record.isPresent() || record.presence == SandboxRecord::Presence::Killing)
        return { RowAction::More };
    switch (record.info.state.kind) {
    case Kind::Running:
    case Kind::Paused:
    case Kind::Other: return { RowAction::Notebook, RowAction::Files, RowAction::PauseResume, RowAction::Renew, RowAction::More };
    default: return { RowAction::More };
    }
}

QList<QRect> SandboxDelegate::actionRects(const QRect &row, qsizetype count)
{
    QList<QRect> rects = logicalActionRects(row, count);
    for (QRect &rect : rects)
        rect = QStyle::visualRect(QGuiApplication::layoutDirection(), row, rect);
    return rects;
}

QList<QRect> SandboxDelegate::logicalActionRects(const QRect &row, qsizetype count)
{
    const int size = Metrics::smallControl();
    const int gap = Metrics::scaled(1);
    QList<QRect> rects;
    int x = row.right() + 1 - Metrics::scaled(6) - int(count) * size - (int(count) - 1) * gap;
    for (qsizetype i = 0; i < count; ++i) {
        rects << QRect(x, row.center().y() + 1 - size / 2, size, size);
        x += size + gap;
    }
    return rects;
}

QString SandboxDelegate::actionIcon(RowAction action, const SandboxRecord &record)
{
    switch (action) {
    case RowAction::Notebook: return u"notebook-text"_s;
    case RowAction::Files: return u"folder-open"_s;
    case RowAction::PauseResume: return record.info.state.kind == OpenSandbox::SandboxState::Kind::Paused ? u"play"_s : u"pause"_s;
    case RowAction::Renew: return u"timer-reset"_s;
    case RowAction::More: return u"ellipsis-vertical"_s;
    }
    return {};
}

QString SandboxDelegate::refusal(RowAction action, const SandboxRecord &record) const
{
    return m_refusal ? m_refusal(action, record) : QString();
}

QString SandboxDelegate::actionText(RowAction action, const SandboxRecord &record) const
{
    if (const QString reason = refusal(action, record); !reason.isEmpty())
        return reason;
    switch (action) {
    case RowAction::Notebook: return tr("New notebook here");
    case RowAction::Files: return tr("Files");
    case RowAction::PauseResume: return record.info.state.kind == OpenSandbox::SandboxState::Kind::Paused ? tr("Resume") : tr("Pause");
    case RowAction::Renew: return tr("Renew");
    case RowAction::More: return tr("More");
    }
    return {};
}

bool SandboxDelegate::showsActions(const QStyleOptionViewItem &option, const QModelIndex &index, const QString &sandboxId) const
{
    if (sandboxId == m_hovered)
        return true;
    // A view that draws one ring around the whole row does not tell the row that it has the focus.
    const auto *view = m_keyboardFocus ? qobject_cast<const QAbstractItemView *>(option.widget) : nullptr;
    return view && view->hasFocus() && view->currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0);
}

QSize SandboxDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    if (index.data(SandboxModel::KindRole).toInt() == SandboxModel::ConnectionRow)
        return { 80, Metrics::row() };
    return { 80, m_wide ? Metrics::scaled(32) : Metrics::twoLineRow() };
}

void SandboxDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const bool isConnection = index.data(SandboxModel::KindRole).toInt() == SandboxModel::ConnectionRow;
    const QString id = index.data(SandboxModel::IdRole).toString();
    const SandboxRecord *record = isConnection ? nullptr : m_store->find(id);
    if (isConnection) {
        paintConnection(painter, option, index);
    } else if (record) {
        const bool selected = option.state & QStyle::State_Selected;
        if (selected)
            painter->fillRect(option.rect, Theme::current().selection);
        else if (id == m_hovered)
            painter->fillRect(option.rect, Theme::current().hover);
        if (m_wide)
            paintColumn(painter, option, *record, index);
        else
            paintTwoLines(painter, option, *record, index);
    }
    painter->restore();
}

void SandboxDelegate::paintConnection(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::current();
    const Connection *connection = m_store->connections()->find(index.data(SandboxModel::IdRole).toString());
    if (!connection || index.column() > 0)
        return;
    const QRect rect = option.rect;
    // Text is aligned by the painter's direction; its place is not.
    const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
    const int arrow = Metrics::smallIcon();
    const bool open = option.state & QStyle::State_Open;
    int x = rect.left() + Metrics::scaled(10);
    Icons::paint(painter, visual(QRect(x, rect.top(), arrow, rect.height())), open ? u"chevron-down"_s : option.direction == Qt::RightToLeft ? u"chevron-left"_s : u"chevron-right"_s, theme.text2, arrow);
    x = rect.left() + Metrics::scaled(30);

    QString right;
    QColor rightColor = theme.text3;
    const QDateTime updated = m_store->updatedAt(connection->id());
    switch (connection->state()) {
    case Connection::State::Online:
        if (connection->latency()) {
            right = connection->latencyText();
            if (connection->isSlow())
                rightColor = theme.warn;
        }
        break;
    case Connection::State::Offline:
    case Connection::State::Refused:
        right = updated.isValid() ? tr("stale %1").arg(SandboxWords::age(std::chrono::seconds(updated.secsTo(QDateTime::currentDateTime())))) : connection->stateText();
        rightColor = connection->state() == Connection::State::Refused ? theme.bad : theme.warn;
        break;
    case Connection::State::Failed:
        right = connection->stateText();
        rightColor = theme.bad;
        break;
    default:
        right = connection->stateText();
        break;
    }
    int end = rect.right() + 1 - Metrics::scaled(12);
    painter->setFont(Fonts::tabular(Fonts::small()));
    const int rightWidth = painter->fontMetrics().horizontalAdvance(right);
    painter->setPen(rightColor);
    painter->drawText(visual(QRect(end - rightWidth, rect.top(), rightWidth, rect.height())), Qt::AlignRight | Qt::AlignVCenter, Bidi::own(right));
    end -= rightWidth + Metrics::scaled(8);

    const QString count = QString::number(index.model()->rowCount(index));
    const QFont bold = Fonts::small(QFont::DemiBold);
    const QFontMetrics boldMetrics(bold);
    const QFontMetrics countMetrics(Fonts::small());
    const int countWidth = countMetrics.horizontalAdvance(count) + Metrics::scaled(8);
    const QString name = boldMetrics.elidedText(index.data().toString(), Qt::ElideRight, end - x - countWidth);
    painter->setFont(bold);
    painter->setPen(theme.text2);
    painter->drawText(visual(QRect(x, rect.top(), end - x, rect.height())), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(name));
    x += boldMetrics.horizontalAdvance(name) + Metrics::scaled(6);
    painter->setFont(Fonts::tabular(Fonts::small()));
    painter->setPen(theme.text3);
    painter->drawText(visual(QRect(x, rect.top(), std::max(0, end - x), rect.height())), Qt::AlignLeft | Qt::AlignVCenter, count);
}

int SandboxDelegate::expiryWidth(const SandboxRecord &record) const
{
    const bool unlimited = record.isPresent() && !record.info.expiresAt;
    return std::max(Metrics::scaled(58), unlimited ? QFontMetrics(Fonts::small()).horizontalAdvance(tr("no limit")) : 0);
}

void SandboxDelegate::paintExpiry(QPainter *painter, const QRect &row, const QRect &place, const SandboxRecord &record, bool selected) const
{
    const auto visual = [painter, &row](const QRect &part) { return QStyle::visualRect(painter->layoutDirection(), row, part); };
    const QRect rect = visual(place);
    const Theme &theme = Theme::current();
    const bool flat = selected && theme.isHighContrast();
    const auto left = m_store->remaining(record.id());
    if (!left) {
        if (record.isPresent() && !record.info.expiresAt) {
            painter->setFont(Fonts::small());
            painter->setPen(flat ? theme.onSelection : theme.hint(selected));
            painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, tr("no limit"));
        }
        return;
    }
    QColor text = theme.text2;
    QColor fill = theme.idleFill;
    QFont font = Fonts::tabular(Fonts::body());
    if (*left < VerySoon || *left < Soon) {
        const bool very = *left < VerySoon;
        text = very ? theme.bad : theme.warn;
        fill = very ? theme.badFill : theme.warnFill;
        font = Fonts::tabular(Fonts::body(QFont::DemiBold));
    }
    if (flat) {
        text = theme.onSelection;
        fill = theme.onSelection;
    }
    const int bar = Metrics::scaled(3);
    const int lineHeight = Fonts::lineHeight(Fonts::Role::Body);
    const int gap = Metrics::scaled(3);
    const int top = rect.center().y() + 1 - (lineHeight + gap + bar) / 2;
    painter->setFont(font);
    painter->setPen(text);
    painter->drawText(visual(QRect(place.left() - Metrics::scaled(24), top, place.width() + Metrics::scaled(24), lineHeight)), Qt::AlignRight | Qt::AlignVCenter, Bidi::own(SandboxWords::remaining(*left)));
    const QRectF track(rect.left(), top + lineHeight + gap, rect.width(), bar);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    if (flat) {
        painter->setPen(QPen(theme.onSelection, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(track.adjusted(.5, .5, -.5, -.5));
        painter->setPen(Qt::NoPen);
    } else {
        QColor trackColor = theme.hairline;
        if (selected) {
            trackColor = theme.text2;
            trackColor.setAlphaF(0.22F);
        }
        painter->setBrush(trackColor);
        painter->drawRoundedRect(track, bar / 2.0, bar / 2.0);
    }
    QRectF part = track;
    part.setWidth(std::max(qreal(bar) / 2, track.width() * m_store->remainingShare(record.id())));
    painter->setBrush(fill);
    painter->drawRoundedRect(part, bar / 2.0, bar / 2.0);
    painter->setRenderHint(QPainter::Antialiasing, false);
}

void SandboxDelegate::paintActions(QPainter *painter, const QRect &row, const SandboxRecord &record, bool selected) const
{
    const Theme &theme = Theme::current();
    const QList<RowAction> actions = actionsOf(record);
    const QList<QRect> rects = actionRects(row, actions.size());
    for (qsizetype i = 0; i < actions.size(); ++i) {
        const bool under = record.id() == m_hovered && m_hoveredAction == int(i);
        if (under) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.pressed);
            painter->drawRoundedRect(rects.at(i), 4, 4);
            painter->setRenderHint(QPainter::Antialiasing, false);
        }
        QColor color = refusal(actions.at(i), record).isEmpty() ? theme.text2 : theme.disabled;
        if (selected && theme.isHighContrast() && !under)
            color = theme.onSelection;
        Icons::paint(painter, rects.at(i), actionIcon(actions.at(i), record), color, Metrics::icon());
    }
}

void SandboxDelegate::paintTwoLines(QPainter *painter, const QStyleOptionViewItem &option, const SandboxRecord &record, const QModelIndex &index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    const StateLook look = SandboxWords::state(record);
    const bool stale = m_store->isStale(record.connectionId);
    const RowColors colors = colorsOf(record, look.meaning, selected, stale);
    const QRect rect = option.rect;
    const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
    const int icon = Metrics::icon();
    const int edge = Metrics::scaled(12);
    Icons::paint(painter, visual(QRect(rect.left() + edge, rect.top(), icon, rect.height())), look.icon, colors.icon, icon);

    const int left = rect.left() + edge + icon + Metrics::scaled(8);
    int right = rect.right() + 1 - edge;
    if (showsActions(option, index, record.id())) {
        paintActions(painter, rect, record, selected);
        right = logicalActionRects(rect, actionsOf(record).size()).first().left() - Metrics::scaled(4);
    } else if (record.isRunning() || (record.isPresent() && record.info.state.kind == OpenSandbox::SandboxState::Kind::Paused)) {
        const int expiry = expiryWidth(record);
        paintExpiry(painter, rect, QRect(right - expiry, rect.top(), expiry, rect.height()), record, selected);
        right -= expiry + Metrics::scaled(10);
        const MetricsHistory *history = m_store->history(record.id());
        if (!m_dense && history && record.isRunning()) {
            const int width = Metrics::scaled(44);
            const int height = Metrics::scaled(20);
            // The end is the last sample, not this computer's clock: the sandbox may have another one.
            if (!history->isEmpty())
                Sparkline::paintCpu(painter, visual(QRect(right - width, rect.center().y() + 1 - height / 2, width, height)), *history, colors.line, history->last().timeMs);
            right -= width + Metrics::scaled(8);
        }
    }

    const QFont nameFont = Fonts::body(QFont::Medium);
    const QFontMetrics nameMetrics(nameFont);
    const int nameHeight = Fonts::lineHeight(Fonts::Role::Body);
    const int secondHeight = Fonts::lineHeight(Fonts::Role::Small);
    const int top = rect.top() + (rect.height() - nameHeight - secondHeight) / 2;
    painter->setFont(nameFont);
    painter->setPen(colors.name);
    painter->drawText(visual(QRect(left, top, right - left, nameHeight)), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(nameMetrics.elidedText(record.name(), Qt::ElideRight, right - left)));

    const QFont second = Fonts::small();
    const QFontMetrics secondMetrics(second);
    painter->setFont(second);
    const QRect line(left, top + nameHeight, right - left, secondHeight);
    const QString word = secondMetrics.elidedText(look.word, Qt::ElideRight, line.width());
    painter->setPen(colors.state);
    painter->drawText(visual(line), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(word));
    const QString fact = index.data(SandboxModel::FactRole).toString();
    if (!fact.isEmpty()) {
        const QString dot = u" · "_s;
        const int used = secondMetrics.horizontalAdvance(word);
        const QString shown = secondMetrics.elidedText(fact, Qt::ElideRight, line.width() - used - secondMetrics.horizontalAdvance(dot));
        painter->setPen(colors.second);
        painter->drawText(visual(line.adjusted(used, 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter, dot + Bidi::own(shown));
    }
}

void SandboxDelegate::paintColumn(QPainter *painter, const QStyleOptionViewItem &option, const SandboxRecord &record, const QModelIndex &index) const
{
    const Theme &theme = Theme::current();
    const bool selected = option.state & QStyle::State_Selected;
    const StateLook look = SandboxWords::state(record);
    const RowColors colors = colorsOf(record, look.meaning, selected, m_store->isStale(record.connectionId));
    const int pad = Metrics::scaled(index.column() == 0 ? 12 : 8);
    QRect rect = option.rect.adjusted(pad, 0, -Metrics::scaled(8), 0);
    const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
    const auto text = [&](const QString &value, const QFont &font, const QColor &color, Qt::Alignment alignment) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(visual(rect), int(alignment | Qt::AlignVCenter), Bidi::own(QFontMetrics(font).elidedText(value, Qt::ElideRight, rect.width())));
    };
    const QColor second = selected && theme.isHighContrast() ? theme.onSelection : theme.text2;
    switch (index.column()) {
    case SandboxModel::NameColumn:
        text(record.name(), Fonts::body(QFont::Medium), colors.name, Qt::AlignLeft);
        break;
    case SandboxModel::StateColumn:
        Icons::paint(painter, visual(QRect(rect.left(), rect.top(), Metrics::icon(), rect.height())), look.icon, colors.icon, Metrics::icon());
        rect.adjust(Metrics::icon() + Metrics::scaled(4), 0, 0, 0);
        text(look.word, Fonts::body(), colors.state, Qt::AlignLeft);
        break;
    case SandboxModel::ExpiresColumn:
        if (record.isRunning() || record.info.state.kind == OpenSandbox::SandboxState::Kind::Paused)
            paintExpiry(painter, option.rect, QRect(rect.right() + 1 - expiryWidth(record), rect.top(), expiryWidth(record), rect.height()), record, selected);
        break;
    case SandboxModel::CpuColumn: {
        const MetricsHistory *history = m_store->history(record.id());
        text(index.data().toString(), Fonts::tabular(Fonts::body()), colors.name, Qt::AlignRight);
        const int width = Metrics::scaled(52);
        const int numbers = Metrics::scaled(44);
        if (history && !history->isEmpty() && record.isRunning() && rect.width() > width + numbers)
            Sparkline::paintCpu(painter, visual(QRect(rect.right() + 1 - numbers - width, rect.center().y() + 1 - 8, width, 16)), *history, colors.line, history->last().timeMs);
        break;
    }
    case SandboxModel::MemoryColumn:
        text(index.data().toString(), Fonts::tabular(Fonts::body()), colors.name, Qt::AlignRight);
        break;
    default:
        text(index.data().toString(), Fonts::body(), second, Qt::AlignLeft);
        break;
    }
}
