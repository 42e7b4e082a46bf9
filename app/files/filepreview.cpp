// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filepreview.h"

#include "filemodel.h"
#include "notebook/inpool.h"
#include "shared/iconlabel.h"
#include "remotepath.h"

#include <shared/button.h>
#include <shared/label.h>
#include <shared/segmentedcontrol.h>
#include <theme/bidi.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/syntax.h>
#include <theme/theme.h>

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QAbstractTableModel>
#include <QCoroFuture>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPromise>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;
using OpenSandbox::Result;

namespace Files {
namespace {

/// Long lines make a text layout slow; what follows is not worth that in a preview.
constexpr qsizetype LongestLine = 4'000;

class TableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(const PreviewContent &content)
    {
        beginResetModel();
        m_content = content;
        endResetModel();
    }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_content.rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_content.header.size()); }
    QVariant data(const QModelIndex &index, int role) const override
    {
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
            return m_content.rows[index.row()].value(index.column());
        if (role == Qt::TextAlignmentRole)
            return int((m_content.numeric.value(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        return {};
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
            return m_content.header.value(section);
        if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
            return int((m_content.numeric.value(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        return {};
    }

private:
    PreviewContent m_content;
};

class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return QSize(Metrics::scaled(40), Metrics::row()); }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const QString text = index.data().toString();
        // Paths and identifiers read better with every letter as wide.
        const QFont font = text.startsWith(u'/') ? Fonts::output() : Fonts::tabular(Fonts::body());
        painter->save();
        painter->setFont(font);
        const bool first = index.column() == 0;
        painter->setPen(first ? theme.text2 : theme.text);
        const QRect rect = QStyle::visualRect(option.direction, option.rect, option.rect.adjusted(Metrics::scaled(first ? 12 : 6), 0, -Metrics::scaled(6), 0));
        painter->drawText(rect, index.data(Qt::TextAlignmentRole).toInt(), Bidi::own(QFontMetrics(font).elidedText(text, Qt::ElideRight, rect.width())));
        painter->restore();
    }
};

class ImageArea : public QWidget
{
public:
    using QWidget::QWidget;
    void show(const QImage &image)
    {
        m_image = image;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.fillRect(rect(), theme.base);
        if (m_image.isNull())
            return;
        const int pad = Metrics::scaled(12);
        const QSize room = size() - QSize(2 * pad, 2 * pad);
        QSize shown = m_image.size() / devicePixelRatioF();
        if (shown.width() > room.width() || shown.height() > room.height())
            shown.scale(room, Qt::KeepAspectRatio);
        const QRect place(QPoint((width() - shown.width()) / 2, pad), shown);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, m_image);
    }

private:
    QImage m_image;
};

QFuture<PreviewContent> parseInThread(const FileInfo &file, const QByteArray &bytes)
{
    const auto promise = std::make_shared<QPromise<PreviewContent>>();
    promise->start();
    QFuture<PreviewContent> future = promise->future();
    outputsPool().start([promise, file, bytes] {
        promise->addResult(PreviewWork::parse(file, bytes));
        promise->finish();
    });
    return future;
}

OpenSandbox::Task<PreviewContent> load(std::shared_ptr<OpenSandbox::FilesService> service, FileInfo file, std::stop_token stop)
{
    const qint64 wanted = PreviewWork::wantedBytes(file);
    const Result<QByteArray> bytes = co_await service->read(file.path, wanted, 0, wanted, stop);
    if (!bytes)
        co_return std::unexpected(bytes.error());
    QFuture<PreviewContent> parsing = parseInThread(file, *bytes);
    PreviewContent content = co_await parsing;
    co_return content;
}

} // namespace

struct FilePreview::Private
{
    explicit Private(FilePreview *owner) : q(owner) { }

    FilePreview *q;
    FilesController *controller = nullptr;
    std::optional<FileInfo> file;
    bool standalone = false;
    bool offersCode = false;
    PreviewContent content;
    QTimer delay;
    QWidget *head;
    IconLabel *icon;
    ElidedLabel *name;
    Label *facts;
    SegmentedControl *views;
    SegmentedControl *imageViews;
    QToolButton *open;
    QStackedWidget *stack;
    QTreeView *table;
    TableModel *tableModel;
    QPlainTextEdit *text;
    KSyntaxHighlighting::SyntaxHighlighter *highlighter;
    ImageArea *image;
    QWidget *message;
    Label *messageTitle;
    Label *messageText;
    QAbstractButton *retry;
    Label *format;
    QPushButton *insert;
    TaskScope tasks;

    void request();
    void showContent();
    void showView();
    void say(const QString &title, const QString &body, bool mayRetry = false);
    void setFile();
    void restyle();
    QStringList viewNames() const;
};

FilePreview::FilePreview(QWidget *parent) : QWidget(parent), d(new Private(this))
{
    setAccessibleName(tr("Preview"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);

    d->head = new QWidget;
    d->head->setAutoFillBackground(true);
    d->head->setBackgroundRole(QPalette::Window);
    auto *head = new QHBoxLayout(d->head);
    head->setContentsMargins(Metrics::scaled(12), 0, Metrics::scaled(8), 0);
    head->setSpacing(Metrics::scaled(8));
    d->icon = new IconLabel;
    d->name = new ElidedLabel({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold);
    d->name->setElideMode(Qt::ElideMiddle);
    d->facts = new Label({}, Fonts::Role::Body, &Theme::text2);
    d->views = new SegmentedControl({ tr("Table"), tr("Text") });
    d->views->setAccessibleName(tr("Preview as"));
    d->imageViews = new SegmentedControl({ tr("Image"), tr("Text") });
    d->imageViews->setAccessibleName(tr("Preview as"));
    d->open = Buttons::smallTool(u"external-link"_s, tr("Open in its own tab"));
    head->addWidget(d->icon);
    head->addWidget(d->name);
    head->addWidget(d->facts);
    head->addStretch(1);
    head->addWidget(d->views);
    head->addWidget(d->imageViews);
    head->addWidget(d->open);
    d->head->setFixedHeight(Metrics::tab());
    layout->addWidget(d->head);
    layout->addWidget(new Hairline(Qt::Horizontal));

    d->stack = new QStackedWidget;
    d->table = new QTreeView;
    d->table->setAccessibleName(tr("First rows of the table"));
    d->table->setFrameShape(QFrame::NoFrame);
    d->table->setRootIsDecorated(false);
    d->table->setUniformRowHeights(true);
    d->table->setItemDelegate(new CellDelegate(d->table));
    d->table->setSelectionMode(QAbstractItemView::NoSelection);
    d->table->setFocusPolicy(Qt::ClickFocus);
    d->table->header()->setStretchLastSection(false);
    d->tableModel = new TableModel(d->table);
    d->table->setModel(d->tableModel);
    d->stack->addWidget(d->table);
    d->text = new QPlainTextEdit;
    d->text->setAccessibleName(tr("First lines of the file"));
    d->text->setFrameShape(QFrame::NoFrame);
    d->text->setReadOnly(true);
    d->text->setLineWrapMode(QPlainTextEdit::NoWrap);
    d->text->document()->setDocumentMargin(Metrics::scaled(10));
    d->text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    d->highlighter = new KSyntaxHighlighting::SyntaxHighlighter(d->text->document());
    d->stack->addWidget(d->text);
    d->image = new ImageArea;
    d->stack->addWidget(d->image);
    d->message = new QWidget;
    auto *message = new QVBoxLayout(d->message);
    message->setContentsMargins(Metrics::scaled(24), Metrics::scaled(40), Metrics::scaled(24), Metrics::scaled(24));
    message->setSpacing(Metrics::scaled(4));
    d->messageTitle = new Label({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold);
    d->messageText = new Label({}, Fonts::Role::Body, &Theme::text2);
    for (Label *label : { d->messageTitle, d->messageText }) {
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        message->addWidget(label);
    }
    d->retry = Buttons::smallPush(tr("Try again"), u"refresh-cw"_s);
    message->addSpacing(Metrics::scaled(8));
    message->addWidget(d->retry, 0, Qt::AlignHCenter);
    message->addStretch();
    d->stack->addWidget(d->message);
    layout->addWidget(d->stack, 1);

    layout->addWidget(new Hairline(Qt::Horizontal));
    auto *foot = new QWidget;
    foot->setAutoFillBackground(true);
    foot->setBackgroundRole(QPalette::Window);
    foot->setFixedHeight(Metrics::row());
    auto *footer = new QHBoxLayout(foot);
    footer->setContentsMargins(Metrics::scaled(12), 0, Metrics::scaled(12), 0);
    d->format = new Label({}, Fonts::Role::Small, &Theme::text2);
    d->insert = Buttons::link(tr("Insert read code in notebook"));
    footer->addWidget(d->format, 1);
    footer->addWidget(d->insert);
    layout->addWidget(foot);

    d->delay.setSingleShot(true);
    d->delay.setInterval(80);
    connect(&d->delay, &QTimer::timeout, this, [this] { d->request(); });
    connect(d->views, &SegmentedControl::currentChanged, this, [this] { d->showView(); });
    connect(d->imageViews, &SegmentedControl::currentChanged, this, [this] { d->showView(); });
    connect(d->open, &QToolButton::clicked, this, [this] { Q_EMIT openRequested(path()); });
    connect(d->insert, &QPushButton::clicked, this, [this] { Q_EMIT readCodeRequested(path()); });
    connect(d->retry, &QAbstractButton::clicked, this, [this] { d->request(); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] { d->restyle(); });
    d->restyle();
    showFile(nullptr);
}

FilePreview::~FilePreview() = default;

void FilePreview::Private::restyle()
{
    text->setFont(Fonts::output());
    highlighter->setTheme(currentSyntaxTheme());
    highlighter->rehighlight();
    setFile();
}

void FilePreview::setController(FilesController *controller)
{
    d->controller = controller;
    showFile(nullptr);
}

void FilePreview::setStandalone(bool standalone)
{
    d->standalone = standalone;
    d->setFile();
}

void FilePreview::setOffersCode(bool offers)
{
    d->offersCode = offers;
    d->setFile();
}

QString FilePreview::path() const
{
    return d->file ? d->file->path : QString();
}

const PreviewContent &FilePreview::content() const
{
    return d->content;
}

void FilePreview::Private::setFile()
{
    const bool there = file.has_value();
    icon->setVisible(there);
    open->setVisible(there && !standalone && file->type == FileInfo::Type::File);
    insert->setVisible(there && offersCode && file->type == FileInfo::Type::File && RemotePath::refusal(file->path).isEmpty());
    if (!there) {
        name->setText({});
        return;
    }
    icon->setIcon(Format::iconName(*file));
    name->setText(FileModel::visibleName(RemotePath::name(file->path)));
}

void FilePreview::showFile(const FileInfo *file)
{
    const bool same = file && d->file && *file == *d->file && d->content.kind != PreviewContent::Kind::Nothing;
    if (same)
        return;
    const bool samePath = file && d->file && file->path == d->file->path;
    d->tasks.cancel();
    d->delay.stop();
    d->file = file ? std::optional(*file) : std::nullopt;
    d->setFile();
    if (!file) {
        d->content = {};
        d->say(tr("Nothing is selected."), tr("Select a file to see what is in it."));
        return;
    }
    if (samePath && d->content.kind != PreviewContent::Kind::Nothing) {
        // It changed: what is shown stays until the new is here.
        d->delay.start();
        return;
    }
    d->content = {};
    if (const QString reason = RemotePath::refusal(file->path); !reason.isEmpty())
        return d->say(tr("This file cannot be reached."), reason);
    switch (file->type) {
    case FileInfo::Type::Directory: return d->say(FileModel::visibleName(RemotePath::name(file->path)), tr("Press Enter to open the folder."));
    case FileInfo::Type::Symlink: return d->say(tr("This is a link."), tr("Press Enter to go where it leads."));
    case FileInfo::Type::Other: return d->say(tr("This is a pipe, a socket or a device."), tr("There is nothing to read in it without stopping a program."));
    case FileInfo::Type::File: break;
    }
    if (file->size == 0)
        return d->say(tr("The file is empty."), {});
    if (PreviewWork::wantedBytes(*file) == 0)
        return d->say(tr("The picture is too large for a preview."), tr("It has %1. Download it to look at it.").arg(Format::size(file->size)));
    d->facts->setText(Format::size(file->size));
    d->delay.start();
}

void FilePreview::showSummary(const QString &title, const QString &text)
{
    d->tasks.cancel();
    d->delay.stop();
    d->file.reset();
    d->content = {};
    d->setFile();
    d->say(title, text);
}

void FilePreview::Private::request()
{
    if (!controller || !file)
        return;
    tasks.cancel();
    tasks.run(load(controller->source().files, *file, tasks.token()), [this](Result<PreviewContent> result) {
        if (!result) {
            content = {};
            say(FilePreview::tr("%1 could not be read.").arg(FileModel::visibleName(RemotePath::name(file->path))), FilesController::explain(result.error()), true);
            return;
        }
        content = std::move(*result);
        showContent();
        Q_EMIT q->loaded();
    });
}

void FilePreview::Private::say(const QString &title, const QString &body, bool mayRetry)
{
    messageTitle->setText(title);
    messageText->setText(body);
    messageText->setVisible(!body.isEmpty());
    retry->setVisible(mayRetry);
    views->hide();
    imageViews->hide();
    facts->clear();
    format->clear();
    stack->setCurrentWidget(message);
}

void FilePreview::Private::showContent()
{
    QStringList words;
    switch (content.kind) {
    case PreviewContent::Kind::Nothing:
        return say(content.note, {});
    case PreviewContent::Kind::Table: {
        const int rows = int(content.rows.size());
        const QString columns = FilePreview::tr("%Ln columns", nullptr, int(content.header.size()));
        const bool all = content.whole && rows < PreviewWork::RowsAtMost;
        facts->setText(all ? FilePreview::tr("%Ln rows", nullptr, rows) + u" × "_s + columns : FilePreview::tr("first %Ln rows", nullptr, rows) + u" × "_s + columns);
        const QString delimiter = content.delimiter == u'\t' ? FilePreview::tr("tab") : content.delimiter == u';' ? FilePreview::tr("semicolon") : content.delimiter == u'|' ? FilePreview::tr("bar") : FilePreview::tr("comma");
        words = { content.encoding, delimiter, content.lineEnds };
        tableModel->show(content);
        for (int column = 0; column < tableModel->columnCount(); ++column) {
            int wide = QFontMetrics(Fonts::small(QFont::Medium)).horizontalAdvance(content.header[column].left(60)) + Metrics::scaled(16);
            const QFontMetrics metrics(Fonts::tabular(Fonts::body()));
            const QFontMetrics mono(Fonts::output());
            for (int row = 0; row < qMin(rows, 50); ++row) {
                const QString cell = content.rows[row].value(column);
                wide = qMax(wide, (cell.startsWith(u'/') ? mono : metrics).horizontalAdvance(cell.left(60)) + Metrics::scaled(14));
            }
            table->header()->resizeSection(column, qMin(wide + (column == 0 ? Metrics::scaled(6) : 0), Metrics::scaled(260)));
        }
        break;
    }
    case PreviewContent::Kind::Text: {
        const qsizetype lines = content.text.count(u'\n') + (content.text.endsWith(u'\n') ? 0 : 1);
        facts->setText(content.whole ? FilePreview::tr("%Ln lines", nullptr, int(lines)) : FilePreview::tr("first %1 of %2").arg(Format::size(PreviewWork::TextBytes), Format::size(file->size)));
        words = { content.encoding, content.lineEnds };
        break;
    }
    case PreviewContent::Kind::Image:
        facts->setText(u"%1 × %2"_s.arg(content.imageSize.width()).arg(content.imageSize.height()));
        words = { Format::type(*file), Format::size(file->size) };
        image->show(content.image);
        break;
    case PreviewContent::Kind::Bytes:
        facts->setText(content.whole ? Format::size(file->size) : FilePreview::tr("first %1 of %2").arg(Format::size(PreviewWork::ShownBytes), Format::size(file->size)));
        words = { content.encoding };
        break;
    }
    words.removeAll(QString());
    format->setText(words.join(u" · "_s));

    QString shown = content.text;
    if (content.kind != PreviewContent::Kind::Bytes) {
        QStringList lines = shown.split(u'\n');
        for (QString &line : lines) {
            if (line.size() > LongestLine)
                line = line.left(LongestLine) + u'…';
        }
        shown = lines.join(u'\n');
    }
    const auto definition = content.kind == PreviewContent::Kind::Bytes ? KSyntaxHighlighting::Definition() : syntaxRepository().definitionForFileName(RemotePath::name(file->path));
    highlighter->setDefinition(definition);
    text->setPlainText(shown);

    views->setVisible(content.kind == PreviewContent::Kind::Table);
    views->setCurrent(0);
    imageViews->setVisible(content.kind == PreviewContent::Kind::Image && !content.text.isEmpty());
    imageViews->setCurrent(0);
    showView();
}

void FilePreview::Private::showView()
{
    if (content.kind == PreviewContent::Kind::Table && views->current() == 0)
        stack->setCurrentWidget(table);
    else if (content.kind == PreviewContent::Kind::Image && imageViews->current() == 0)
        stack->setCurrentWidget(image);
    else
        stack->setCurrentWidget(text);
}

void FilePreview::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // The name is worth more than how long the file is.
    d->facts->setMaximumWidth(width() >= Metrics::scaled(390) ? QWIDGETSIZE_MAX : 0);
}

} // namespace Files
