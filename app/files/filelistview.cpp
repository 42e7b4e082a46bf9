// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filelistview.h"

#include "filemodel.h"

#include <theme/bidi.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QApplication>
#include <QDrag>
#include <QDragMoveEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimerEvent>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Files {
namespace {

/// Icon, name, tags, where a link leads; mono for the mode; everything of an unreachable file in grey.
class FileDelegate : public QStyledItemDelegate
{
    Q_DECLARE_TR_FUNCTIONS(FileDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return QSize(Metrics::scaled(60), Metrics::row()); }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const bool selected = option.state & QStyle::State_Selected;
        const bool leading = selected && (option.widget && (option.widget->hasFocus() || option.widget->property("wbLeading").toBool()));
        const bool loud = leading && theme.isHighContrast();
        const bool refused = !index.data(FileModel::RefusalRole).toString().isEmpty();
        // What could not be read again is old.
        const bool stale = option.widget && option.widget->property("wbStale").toBool();
        const auto ink = [&](const QColor &usual) { return loud ? theme.onSelection : refused ? theme.disabled : stale ? theme.hint(leading) : usual; };
        const int pad = Metrics::scaled(index.column() == FileModel::Name ? 12 : 8);
        QRect rect = option.rect.adjusted(pad, 0, -Metrics::scaled(8), 0);
        const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
        painter->save();

        if (index.column() != FileModel::Name) {
            const QFont font = index.column() == FileModel::Mode ? Fonts::output() : index.column() == FileModel::Type ? Fonts::body() : Fonts::tabular(Fonts::body());
            const QString text = index.data().toString();
            painter->setFont(font);
            painter->setPen(ink(index.column() == FileModel::Size ? (leading ? theme.onSelection : theme.text) : theme.text2));
            const bool right = index.column() == FileModel::Size;
            painter->drawText(visual(rect), int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter), Bidi::own(QFontMetrics(font).elidedText(text, Qt::ElideRight, rect.width())));
            painter->restore();
            return;
        }

        const bool folder = index.data(FileModel::IsFolderRole).toBool();
        const QString icon = index.data(FileModel::IconNameRole).toString();
        const QRect iconRect(rect.left(), rect.top(), Metrics::icon(), rect.height());
        Icons::paint(painter, visual(iconRect), icon, ink(folder && icon == "folder"_L1 ? theme.accent : theme.hint(leading)), Metrics::icon());
        rect.setLeft(iconRect.right() + 1 + Metrics::scaled(8));

        QString tag;
        Tone tone;
        if (refused) {
            tag = tr("not reachable");
            tone = theme.tone(Meaning::Warn);
        } else if (const auto change = Change(index.data(FileModel::ChangeRole).toInt()); change != Change::None) {
            tag = change == Change::New ? tr("new") : tr("changed");
            tone = theme.tone(change == Change::New ? Meaning::Ok : Meaning::Warn);
        }
        const QFont tiny = Fonts::tiny();
        const int tagWidth = tag.isEmpty() ? 0 : QFontMetrics(tiny).horizontalAdvance(tag) + Metrics::scaled(8);
        const int room = rect.width() - (tagWidth ? tagWidth + Metrics::scaled(8) : 0);

        const QFont body = Fonts::body();
        const QFontMetrics metrics(body);
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room);
        painter->setFont(body);
        painter->setPen(ink(leading ? theme.onSelection : theme.text));
        painter->drawText(visual(rect), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(name));
        int x = rect.left() + metrics.horizontalAdvance(name) + Metrics::scaled(8);
        if (!tag.isEmpty()) {
            const int tall = Metrics::badge();
            const QRect box(x, rect.center().y() + 1 - tall / 2, tagWidth, tall);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(theme.isHighContrast() ? QPen(loud ? theme.onSelection : tone.text) : QPen(Qt::NoPen));
            painter->setBrush(loud ? QColor(Qt::transparent) : tone.tint);
            painter->drawRoundedRect(QRectF(visual(box)).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::scaled(3), Metrics::scaled(3));
            painter->setFont(tiny);
            painter->setPen(loud ? theme.onSelection : tone.text);
            painter->drawText(visual(box), Qt::AlignCenter, Bidi::own(tag));
            x = box.right() + 1 + Metrics::scaled(8);
        }
        if (const QString target = index.data(FileModel::LinkTargetRole).toString(); !target.isEmpty() && x < rect.right() - Metrics::scaled(40)) {
            const QFont output = Fonts::output();
            painter->setFont(output);
            painter->setPen(ink(theme.hint(leading)));
            painter->drawText(visual(QRect(x, rect.top(), rect.right() - x, rect.height())), Qt::AlignLeft | Qt::AlignVCenter,
                              Bidi::code(QFontMetrics(output).elidedText(u"→ "_s + target, Qt::ElideMiddle, rect.right() - x)));
        }
        painter->restore();
    }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        auto *edit = new QLineEdit(parent);
        edit->setFrame(false);
        edit->setAccessibleName(tr("New name of %1").arg(index.data(Qt::EditRole).toString()));
        return edit;
    }
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        auto *edit = static_cast<QLineEdit *>(editor);
        const QString name = index.data(Qt::EditRole).toString();
        edit->setText(name);
        // The ending is seldom what shall change.
        const qsizetype dot = index.data(FileModel::IsFolderRole).toBool() ? -1 : name.lastIndexOf(u'.');
        QMetaObject::invokeMethod(edit, [edit, dot, name] { edit->setSelection(0, int(dot > 0 ? dot : name.size())); }, Qt::QueuedConnection);
    }
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        model->setData(index, static_cast<QLineEdit *>(editor)->text());
    }
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        editor->setGeometry(option.rect.adjusted(Metrics::scaled(28), 0, 0, 0));
    }

};

} // namespace

DropTarget::DropTarget(QAbstractItemView *view, int pathRole, std::function<bool(const QModelIndex &)> isFolder, std::function<QString()> folderOfView)
    : QObject(view), m_view(view), m_pathRole(pathRole), m_isFolder(std::move(isFolder)), m_folderOfView(std::move(folderOfView))
{
    view->setAcceptDrops(true);
    view->viewport()->setAcceptDrops(true);
    view->viewport()->installEventFilter(this);
}

bool DropTarget::takes(const QMimeData *mime) const
{
    if (mime->hasFormat(PathsMimeType))
        return true;
    const QList<QUrl> urls = mime->urls();
    return std::ranges::any_of(urls, &QUrl::isLocalFile);
}

void DropTarget::aim(const QPoint &point)
{
    const QModelIndex at = m_view->indexAt(point).siblingAtColumn(0);
    const bool folder = at.isValid() && m_isFolder(at);
    if (folder) {
        m_target = at.data(m_pathRole).toString();
        if (m_index != at) {
            m_index = at;
            m_spring.start(SpringMs, this);
        }
    } else {
        m_spring.stop();
        m_index = QModelIndex();
        m_target = m_folderOfView();
    }
    m_view->viewport()->update();
}

void DropTarget::clear()
{
    m_spring.stop();
    m_index = QModelIndex();
    m_target.clear();
    m_view->viewport()->update();
}

bool DropTarget::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto *move = static_cast<QDragMoveEvent *>(event);
        aim(move->position().toPoint());
        if (m_target.isEmpty() || !takes(move->mimeData())) {
            move->ignore();
            return true;
        }
        if (move->mimeData()->hasFormat(PathsMimeType)) {
            const bool copy = move->modifiers().testFlag(Qt::ControlModifier);
            move->setDropAction(copy ? Qt::CopyAction : Qt::MoveAction);
        } else {
            move->setDropAction(Qt::CopyAction);
        }
        move->accept();
        return true;
    }
    case QEvent::DragLeave:
        clear();
        return true;
    case QEvent::Drop: {
        auto *drop = static_cast<QDropEvent *>(event);
        aim(drop->position().toPoint());
        const QString folder = m_target;
        clear();
        if (folder.isEmpty() || !takes(drop->mimeData())) {
            drop->ignore();
            return true;
        }
        const bool ours = drop->mimeData()->hasFormat(PathsMimeType);
        const bool copy = drop->modifiers().testFlag(Qt::ControlModifier);
        drop->setDropAction(Qt::CopyAction);
        drop->accept();
        if (ours) {
            Q_EMIT pathsDropped(drop->mimeData()->data(PathsMimeType), folder, copy);
            return true;
        }
        QStringList paths;
        for (const QUrl &url : drop->mimeData()->urls()) {
            if (url.isLocalFile())
                paths.append(url.toLocalFile());
        }
        Q_EMIT filesDropped(paths, folder);
        return true;
    }
    default:
        return QObject::eventFilter(watched, event);
    }
}

void DropTarget::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_spring.timerId())
        return;
    m_spring.stop();
    if (m_index.isValid())
        Q_EMIT springOpen(m_index);
}

FileListView::FileListView(QWidget *parent) : QTreeView(parent)
{
    setAccessibleName(tr("Files"));
    setItemDelegate(new FileDelegate(this));
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setSortingEnabled(true);
    setFrameShape(NoFrame);
    setDragEnabled(true);
    setDragDropMode(DragDrop);
    setDropIndicatorShown(false);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setProperty("wbLeading", true);
    header()->setSortIndicator(FileModel::Name, Qt::AscendingOrder);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(Metrics::scaled(48));
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        scheduleDelayedItemsLayout();
        arrangeColumns();
        viewport()->update();
    });
}

FileListView::~FileListView() = default;

void FileListView::setHint(const QString &title, const QString &text)
{
    if (m_hintTitle == title && m_hintText == text)
        return;
    m_hintTitle = title;
    m_hintText = text;
    viewport()->update();
}

void FileListView::arrangeColumns()
{
    if (!model())
        return;
    const QFontMetrics body(Fonts::tabular(Fonts::body()));
    const QFontMetrics mono(Fonts::output());
    const int gap = Metrics::scaled(16);
    const int type = Metrics::scaled(112);
    const int size = body.horizontalAdvance(u"1,023.9 MiB"_s) + gap;
    const int modified = body.horizontalAdvance(u"Today 00:00 ww"_s) + gap + Metrics::scaled(8);
    const int mode = mono.horizontalAdvance(u"drwxr-xr-x"_s) + gap + Metrics::scaled(8);
    const int wanted = Metrics::scaled(200);
    const int all = viewport()->width();
    // When it gets narrow, the least useful columns leave first.
    const bool showMode = all >= wanted + type + size + modified + mode;
    const bool showType = all >= wanted + type + size + modified;
    const bool showModified = all >= wanted + size + modified;
    setColumnHidden(FileModel::Mode, !showMode);
    setColumnHidden(FileModel::Type, !showType);
    setColumnHidden(FileModel::Modified, !showModified);
    int rest = all - size;
    header()->resizeSection(FileModel::Size, size);
    if (showMode) {
        header()->resizeSection(FileModel::Mode, mode);
        rest -= mode;
    }
    if (showType) {
        header()->resizeSection(FileModel::Type, type);
        rest -= type;
    }
    if (showModified) {
        header()->resizeSection(FileModel::Modified, modified);
        rest -= modified;
    }
    header()->resizeSection(FileModel::Name, qMax(Metrics::scaled(80), rest));
}

void FileListView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    arrangeColumns();
}

void FileListView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::current();
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (selectionModel()->isSelected(index))
        painter->fillRect(row, theme.selection);
    else if (underMouse() && row.contains(viewport()->mapFromGlobal(QCursor::pos())))
        painter->fillRect(row, theme.hover);
    QTreeView::drawRow(painter, option, index);
    const bool aimed = m_drops && !m_drops->hovered().isEmpty() && index.siblingAtColumn(0).data(FileModel::PathRole).toString() == m_drops->hovered();
    const bool keyboard = hasFocus() && index.row() == currentIndex().row() && window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (!aimed && !keyboard)
        return;
    const int wide = theme.focusWidth();
    painter->save();
    painter->setPen(QPen(aimed ? theme.accent : theme.focus, wide));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(row).adjusted(wide / 2.0, wide / 2.0, -wide / 2.0, -wide / 2.0));
    painter->restore();
}

void FileListView::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    const Theme &theme = Theme::current();
    QPainter painter(viewport());
    if (m_drops && !m_drops->hovered().isEmpty() && !viewport()->rect().isEmpty()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
    if (m_hintTitle.isEmpty() || (model() && model()->rowCount() > 0))
        return;
    const int needed = 3 * Fonts::lineHeight(Fonts::Role::Body) + Metrics::scaled(4);
    const int above = std::clamp((viewport()->height() - needed) / 2, 0, Metrics::scaled(40));
    const QRect area = viewport()->rect().adjusted(Metrics::scaled(24), above, -Metrics::scaled(24), 0);
    painter.setFont(Fonts::body(QFont::DemiBold));
    painter.setPen(theme.text);
    const QRect used = painter.boundingRect(area, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_hintTitle);
    painter.drawText(area, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, Bidi::own(m_hintTitle));
    painter.setFont(Fonts::body());
    painter.setPen(theme.text2);
    painter.drawText(area.adjusted(0, used.height() + Metrics::scaled(4), 0, 0), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, Bidi::own(m_hintText));
}

void FileListView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Backspace && state() != EditingState) {
        Q_EMIT parentRequested();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState) {
        if (currentIndex().isValid())
            Q_EMIT openRequested(currentIndex());
        return;
    }
    QTreeView::keyPressEvent(event);
}

void FileListView::startDrag(Qt::DropActions actions)
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    QMimeData *mime = model()->mimeData(rows);
    if (!mime)
        return;
    auto *drag = new QDrag(this);
    drag->setMimeData(mime);
    // A small card instead of a picture of the rows: name and count.
    const QString text = rows.size() == 1 ? rows.first().data().toString() : tr("%Ln items", nullptr, int(rows.size()));
    const QFont font = Fonts::body();
    const Theme &theme = Theme::current();
    const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideMiddle, Metrics::scaled(240));
    QPixmap card(QSize(QFontMetrics(font).horizontalAdvance(shown) + Metrics::scaled(44), Metrics::control()) * devicePixelRatioF());
    card.setDevicePixelRatio(devicePixelRatioF());
    card.fill(Qt::transparent);
    {
        QPainter painter(&card);
        const QRect rect(QPoint(), card.deviceIndependentSize().toSize());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.control);
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::scaled(4), Metrics::scaled(4));
        Icons::paint(&painter, QRect(Metrics::scaled(8), 0, Metrics::icon(), rect.height()), rows.first().data(FileModel::IconNameRole).toString(), theme.text2, Metrics::icon());
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(rect.adjusted(Metrics::scaled(32), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, shown);
    }
    drag->setPixmap(card);
    drag->exec(actions, Qt::CopyAction);
}

} // namespace Files
