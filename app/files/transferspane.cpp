// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "transferspane.h"

#include "conflictdialog.h"
#include "transfermodel.h"

#include <theme/bidi.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QAction>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPointer>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <QTreeView>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Files {
namespace {

enum class Command { Pause, Resume, Cancel, Retry, Show, Choose };

QList<Command> commandsOf(const TransferQueue &queue, const Transfer &row)
{
    switch (row.state) {
    case TransferState::Done: return { Command::Show };
    case TransferState::Failed:
    case TransferState::Cancelled: return { Command::Retry };
    default: break;
    }
    QList<Command> commands;
    if (queue.canPause(row.id))
        commands.append(row.paused ? Command::Resume : Command::Pause);
    commands.append(Command::Cancel);
    return commands;
}

QString iconOf(Command command)
{
    switch (command) {
    case Command::Pause: return u"pause"_s;
    case Command::Resume: return u"play"_s;
    case Command::Cancel: return u"x"_s;
    case Command::Retry: return u"refresh-cw"_s;
    case Command::Show: return u"folder-open"_s;
    case Command::Choose: return u"triangle-alert"_s;
    }
    return {};
}

class TransferDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QPersistentModelIndex hoveredRow;
    int hoveredButton = -1;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return QSize(Metrics::scaled(60), Metrics::row()); }

    /// The buttons of a row, from left to right at its end.
    static QRect button(const QRect &cell, int place, int count)
    {
        const int size = Metrics::smallControl();
        const int right = cell.right() - Metrics::scaled(8);
        return QRect(right - size * (count - place), cell.center().y() + 1 - size / 2, size, size);
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto *model = static_cast<const TransferModel *>(index.model());
        const Transfer *row = model->transfer(index);
        if (!row)
            return;
        const Theme &theme = Theme::current();
        const bool selected = option.state & QStyle::State_Selected;
        const bool leading = selected && option.widget && option.widget->hasFocus();
        const bool loud = leading && theme.isHighContrast();
        const auto ink = [&](const QColor &usual) { return loud ? theme.onSelection : usual; };
        const bool right = index.column() == TransferModel::Size || index.column() == TransferModel::Speed;
        QRect rect = option.rect.adjusted(Metrics::scaled(index.column() == 0 ? 12 : 8), 0, -Metrics::scaled(8), 0);
        painter->save();
        switch (index.column()) {
        case TransferModel::File: {
            Icons::paint(painter, QRect(rect.left(), rect.top(), Metrics::icon(), rect.height()), index.data(TransferModel::IconNameRole).toString(), ink(theme.text2), Metrics::icon());
            rect.setLeft(rect.left() + Metrics::icon() + Metrics::scaled(8));
            draw(painter, rect, index.data().toString(), Fonts::body(), ink(leading ? theme.onSelection : theme.text), Qt::AlignLeft, Qt::ElideMiddle);
            break;
        }
        case TransferModel::To:
            draw(painter, rect, index.data().toString(), Fonts::output(), ink(theme.text2), Qt::AlignLeft, Qt::ElideMiddle);
            break;
        case TransferModel::Progress: {
            const int tall = Metrics::scaled(4);
            const QRectF track(rect.left(), rect.center().y() + 1 - tall / 2.0, rect.width(), tall);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(loud ? QColor(Qt::transparent) : theme.hairline);
            painter->drawRoundedRect(track, tall / 2.0, tall / 2.0);
            const double share = row->state == TransferState::Cancelled ? 0 : index.data(TransferModel::ShareRole).toDouble();
            QColor fill = theme.busyFill;
            if (row->state == TransferState::Done)
                fill = row->filesDone == 0 && row->skipped > 0 ? theme.idleFill : theme.okFill;
            else if (row->state == TransferState::Failed)
                fill = theme.badFill;
            else if (row->state == TransferState::Paused || row->paused)
                fill = theme.idleFill;
            painter->setBrush(ink(fill));
            if (share > 0)
                painter->drawRoundedRect(QRectF(track.left(), track.top(), qMax(double(tall), track.width() * share), tall), tall / 2.0, tall / 2.0);
            break;
        }
        case TransferModel::State: {
            QString icon;
            QColor color = theme.text2;
            switch (row->state) {
            case TransferState::WaitingForChoice: icon = u"triangle-alert"_s; color = theme.warn; break;
            case TransferState::Done: icon = u"check"_s; color = row->filesDone == 0 && row->skipped > 0 ? theme.text2 : theme.ok; break;
            case TransferState::Failed: icon = u"circle-x"_s; color = theme.bad; break;
            case TransferState::Cancelled: icon = u"circle-minus"_s; color = theme.idle; break;
            case TransferState::Paused: icon = u"circle-pause"_s; color = theme.rest; break;
            case TransferState::Queued: icon = u"clock-3"_s; color = theme.idle; break;
            default: break;
            }
            if (!icon.isEmpty()) {
                Icons::paint(painter, QRect(rect.left(), rect.top(), Metrics::smallIcon(), rect.height()), icon, ink(color), Metrics::smallIcon());
                rect.setLeft(rect.left() + Metrics::smallIcon() + Metrics::scaled(5));
            }
            draw(painter, rect, index.data().toString(), Fonts::tabular(Fonts::body()), ink(color), Qt::AlignLeft, Qt::ElideRight);
            break;
        }
        case TransferModel::Actions: {
            const QList<Command> commands = commandsOf(*model->queue(), *row);
            for (int i = 0; i < commands.size(); ++i) {
                const QRect place = button(option.rect, i, int(commands.size()));
                if (hoveredRow == index && hoveredButton == i) {
                    painter->setRenderHint(QPainter::Antialiasing);
                    painter->setPen(Qt::NoPen);
                    painter->setBrush(theme.pressed);
                    painter->drawRoundedRect(place, Metrics::scaled(4), Metrics::scaled(4));
                }
                Icons::paint(painter, place, iconOf(commands[i]), ink(theme.text2), Metrics::icon());
            }
            break;
        }
        default:
            draw(painter, rect, index.data().toString(), right ? Fonts::tabular(Fonts::body()) : Fonts::body(),
                 ink(index.column() == TransferModel::Speed ? theme.text2 : leading ? theme.onSelection : theme.text), right ? Qt::AlignRight : Qt::AlignLeft, Qt::ElideRight);
        }
        painter->restore();
    }

private:
    static void draw(QPainter *painter, const QRect &rect, const QString &text, const QFont &font, const QColor &color, Qt::Alignment alignment, Qt::TextElideMode elide)
    {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(rect, int(alignment | Qt::AlignVCenter), Bidi::own(QFontMetrics(font).elidedText(text, elide, rect.width())));
    }
};

class TransferView : public QTreeView
{
    Q_OBJECT
public:
    using QTreeView::QTreeView;

    void arrange()
    {
        const QFontMetrics body(Fonts::tabular(Fonts::body()));
        const int gap = Metrics::scaled(20);
        const int size = body.horizontalAdvance(u"204.0 of 318.0 MiB"_s) + gap;
        const int speed = body.horizontalAdvance(u"1,023 KiB/s"_s) + gap;
        const int actions = 2 * Metrics::smallControl() + Metrics::scaled(14);
        const int all = viewport()->width();
        const int state = body.horizontalAdvance(TransferModel::tr("Waiting for your choice")) + Metrics::smallIcon() + gap + Metrics::scaled(8);
        const int head = QFontMetrics(header()->font()).horizontalAdvance(model()->headerData(TransferModel::Progress, Qt::Horizontal).toString()) + gap;
        const int leastProgress = qMax(Metrics::scaled(60), head);
        // The bar tells as much as the size does.
        const bool showSize = all - size - state - actions - leastProgress >= Metrics::scaled(80);
        setColumnHidden(TransferModel::Size, !showSize);
        const int fixed = (showSize ? size : 0) + state + actions;
        const bool showSpeed = all - fixed - speed > Metrics::scaled(320);
        const bool showTo = all - fixed - speed > Metrics::scaled(560);
        const bool showSandbox = all - fixed - speed > Metrics::scaled(460);
        setColumnHidden(TransferModel::Speed, !showSpeed);
        setColumnHidden(TransferModel::To, !showTo);
        setColumnHidden(TransferModel::Sandbox, !showSandbox);
        int rest = all - fixed - (showSpeed ? speed : 0);
        const int progress = qBound(leastProgress, rest / 5, qMax(leastProgress, Metrics::scaled(190)));
        rest -= progress;
        const int sandbox = showSandbox ? qBound(Metrics::scaled(90), rest / 5, Metrics::scaled(150)) : 0;
        rest -= sandbox;
        const int to = showTo ? rest * 11 / 20 : 0;
        rest -= to;
        if (showSize)
            header()->resizeSection(TransferModel::Size, size);
        header()->resizeSection(TransferModel::State, state);
        header()->resizeSection(TransferModel::Actions, actions);
        header()->resizeSection(TransferModel::Progress, progress);
        if (showSpeed)
            header()->resizeSection(TransferModel::Speed, speed);
        if (showSandbox)
            header()->resizeSection(TransferModel::Sandbox, sandbox);
        if (showTo)
            header()->resizeSection(TransferModel::To, to);
        header()->resizeSection(TransferModel::File, qMax(Metrics::scaled(80), rest));
    }

Q_SIGNALS:
    void commandClicked(quint64 id, int command);

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QTreeView::resizeEvent(event);
        arrange();
    }
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
        if (selectionModel()->isSelected(index))
            painter->fillRect(row, hasFocus() ? theme.selection : theme.selectionInactive);
        else if (underMouse() && row.contains(viewport()->mapFromGlobal(QCursor::pos())))
            painter->fillRect(row, theme.hover);
        QTreeView::drawRow(painter, option, index);
        if (hasFocus() && index.row() == currentIndex().row() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
            const int wide = theme.focusWidth();
            painter->setPen(QPen(theme.focus, wide));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(row).adjusted(wide / 2.0, wide / 2.0, -wide / 2.0, -wide / 2.0));
        }
    }
    int buttonAt(const QPoint &point, QModelIndex *index, QList<Command> *commands) const
    {
        *index = indexAt(point);
        if (!index->isValid() || index->column() != TransferModel::Actions)
            return -1;
        const auto *transfers = static_cast<const TransferModel *>(model());
        const Transfer *row = transfers->transfer(*index);
        *commands = row ? commandsOf(*transfers->queue(), *row) : QList<Command>();
        for (int i = 0; i < commands->size(); ++i) {
            if (TransferDelegate::button(visualRect(*index), i, int(commands->size())).contains(point))
                return i;
        }
        return -1;
    }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        QTreeView::mouseMoveEvent(event);
        QModelIndex index;
        QList<Command> commands;
        auto *delegate = static_cast<TransferDelegate *>(itemDelegate());
        const int at = buttonAt(event->position().toPoint(), &index, &commands);
        if (delegate->hoveredButton != at || delegate->hoveredRow != index) {
            delegate->hoveredButton = at;
            delegate->hoveredRow = index;
            viewport()->update();
        }
    }
    void mousePressEvent(QMouseEvent *event) override
    {
        QModelIndex index;
        QList<Command> commands;
        const int at = event->button() == Qt::LeftButton ? buttonAt(event->position().toPoint(), &index, &commands) : -1;
        if (at >= 0) {
            Q_EMIT commandClicked(index.data(TransferModel::IdRole).toULongLong(), int(commands[at]));
            return;
        }
        QTreeView::mousePressEvent(event);
        // A click on the words is an answer to them.
        const QModelIndex clicked = indexAt(event->position().toPoint());
        if (clicked.column() == TransferModel::State && TransferState(clicked.data(TransferModel::StateRole).toInt()) == TransferState::WaitingForChoice)
            Q_EMIT commandClicked(clicked.data(TransferModel::IdRole).toULongLong(), int(Command::Choose));
    }
    bool viewportEvent(QEvent *event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto *help = static_cast<QHelpEvent *>(event);
            QModelIndex index;
            QList<Command> commands;
            const int at = buttonAt(help->pos(), &index, &commands);
            if (at >= 0) {
                static const QHash<int, QString> words { { int(Command::Pause), tr("Pause after this file") }, { int(Command::Resume), tr("Go on") },
                                                         { int(Command::Cancel), tr("Cancel") }, { int(Command::Retry), tr("Try again what is missing") },
                                                         { int(Command::Show), tr("Show in folder") } };
                QToolTip::showText(help->globalPos(), words.value(int(commands[at])), viewport());
                return true;
            }
        }
        return QTreeView::viewportEvent(event);
    }
    void paintEvent(QPaintEvent *event) override
    {
        QTreeView::paintEvent(event);
        if (model()->rowCount() > 0)
            return;
        const Theme &theme = Theme::current();
        QPainter painter(viewport());
        const QRect area = viewport()->rect().adjusted(Metrics::scaled(12), Metrics::scaled(12), -Metrics::scaled(12), 0);
        painter.setFont(Fonts::body(QFont::DemiBold));
        painter.setPen(theme.text);
        painter.drawText(area, Qt::AlignHCenter | Qt::AlignTop, tr("No transfers."));
        painter.setFont(Fonts::body());
        painter.setPen(theme.text2);
        painter.drawText(area.adjusted(0, Fonts::lineHeight(Fonts::Role::Body) + Metrics::scaled(4), 0, 0), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         tr("Drop files on a folder of a sandbox to upload them."));
    }
};

} // namespace

struct TransfersPane::Private
{
    explicit Private(TransfersPane *owner, TransferQueue *transfers) : q(owner), queue(transfers) { }

    TransfersPane *q;
    TransferQueue *queue;
    TransferModel *model;
    TransferView *view;
    QAction *pauseAll;
    QAction *clear;
    QPointer<ConflictDialog> dialog;
    qsizetype waiting = 0;

    void run(Command command, quint64 id);
    void update();
};

TransfersPane::TransfersPane(TransferQueue *queue, QWidget *parent) : QWidget(parent), d(new Private(this, queue))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    d->model = new TransferModel(queue, this);
    d->view = new TransferView;
    setFocusProxy(d->view);
    d->view->setAccessibleName(tr("Transfers"));
    d->view->setFrameShape(QFrame::NoFrame);
    d->view->setRootIsDecorated(false);
    d->view->setUniformRowHeights(true);
    d->view->setAllColumnsShowFocus(true);
    d->view->setMouseTracking(true);
    d->view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    d->view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    d->view->viewport()->setBackgroundRole(QPalette::Window);
    d->view->setItemDelegate(new TransferDelegate(d->view));
    d->view->setModel(d->model);
    d->view->header()->setStretchLastSection(false);
    d->view->header()->setSectionsMovable(false);
    d->view->header()->setMinimumSectionSize(Metrics::scaled(24));
    d->view->setContextMenuPolicy(Qt::CustomContextMenu);
    layout->addWidget(d->view);

    d->pauseAll = new QAction(Icons::icon(u"pause"_s), tr("Pause all"), this);
    d->pauseAll->setCheckable(true);
    d->clear = new QAction(Icons::icon(u"list-x"_s), tr("Clear finished"), this);
    connect(d->pauseAll, &QAction::toggled, queue, &TransferQueue::pauseAll);
    connect(d->clear, &QAction::triggered, queue, &TransferQueue::clearFinished);
    connect(d->view, &TransferView::commandClicked, this, [this](quint64 id, int command) { d->run(Command(command), id); });
    connect(d->view, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        const Transfer *row = d->model->transfer(index);
        if (row)
            d->run(row->state == TransferState::WaitingForChoice ? Command::Choose : Command::Show, row->id);
    });
    connect(d->view, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        const Transfer *row = d->model->transfer(d->view->indexAt(at));
        if (!row)
            return;
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        const quint64 id = row->id;
        if (row->state == TransferState::WaitingForChoice)
            menu->addAction(tr("Choose…"), this, [this, id] { d->run(Command::Choose, id); });
        if (d->queue->canPause(id))
            menu->addAction(row->paused ? tr("Go on") : tr("Pause after this file"), this, [this, id] { d->run(d->queue->find(id)->paused ? Command::Resume : Command::Pause, id); });
        if (row->state == TransferState::Failed || row->state == TransferState::Cancelled)
            menu->addAction(tr("Try again"), this, [this, id] { d->run(Command::Retry, id); });
        menu->addAction(tr("Show in folder"), this, [this, id] { d->run(Command::Show, id); });
        if (!row->isOver())
            menu->addAction(tr("Cancel"), this, [this, id] { d->run(Command::Cancel, id); });
        menu->popup(d->view->viewport()->mapToGlobal(at));
    });
    auto *cancel = new QAction(tr("Cancel the selected transfers"), this);
    cancel->setShortcut(QKeySequence(Qt::Key_Delete));
    cancel->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(cancel);
    connect(cancel, &QAction::triggered, this, [this] {
        QList<quint64> ids;
        for (const QModelIndex &index : d->view->selectionModel()->selectedRows())
            ids.append(index.data(TransferModel::IdRole).toULongLong());
        for (const quint64 id : ids)
            d->queue->cancel(id);
    });
    connect(queue, &TransferQueue::added, this, [this] { d->view->scrollToBottom(); });
    connect(queue, &TransferQueue::activeChanged, this, [this] { d->update(); });
    connect(queue, &TransferQueue::removed, this, [this] { d->update(); });
    connect(queue, &TransferQueue::conflictsChanged, this, [this] {
        const qsizetype now = d->queue->conflicts().size();
        const bool more = now > d->waiting;
        d->waiting = now;
        // A dialog that was closed comes back only for new ones.
        if (more || (d->dialog && d->dialog->isVisible()))
            askAboutConflicts();
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        d->view->arrange();
        d->view->doItemsLayout();
    });
    d->update();
}

TransfersPane::~TransfersPane() = default;

QList<QAction *> TransfersPane::headerActions() const
{
    return { d->pauseAll, d->clear };
}

QTreeView *TransfersPane::view() const
{
    return d->view;
}

ConflictDialog *TransfersPane::conflictDialog() const
{
    return d->dialog;
}

void TransfersPane::askAboutConflicts()
{
    if (d->queue->conflicts().isEmpty()) {
        if (d->dialog)
            d->dialog->close();
        return;
    }
    if (!d->dialog) {
        d->dialog = new ConflictDialog(d->queue, window());
        d->dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    d->dialog->showNext();
    d->dialog->show();
    d->dialog->raise();
}

void TransfersPane::Private::run(Command command, quint64 id)
{
    const Transfer *row = queue->find(id);
    if (!row)
        return;
    switch (command) {
    case Command::Pause: queue->setPaused(id, true); break;
    case Command::Resume: queue->setPaused(id, false); break;
    case Command::Cancel: queue->cancel(id); break;
    case Command::Retry: queue->retry(id); break;
    case Command::Choose: q->askAboutConflicts(); break;
    case Command::Show:
        if (row->direction == Direction::Download)
            QDesktopServices::openUrl(QUrl::fromLocalFile(row->to));
        else
            Q_EMIT q->showFolderRequested(row->sandboxId, row->to);
        break;
    }
}

void TransfersPane::Private::update()
{
    const int active = queue->activeCount();
    pauseAll->setEnabled(active > 0);
    if (active == 0 && pauseAll->isChecked()) {
        const QSignalBlocker block(pauseAll);
        pauseAll->setChecked(false);
    }
    clear->setEnabled(queue->count() > active);
}

} // namespace Files

#include "transferspane.moc"
