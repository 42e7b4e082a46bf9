// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "conflictdialog.h"

#include "filemodel.h"
#include "shared/iconlabel.h"
#include "previewcontent.h"
#include "remotepath.h"

#include <shared/button.h>
#include <shared/label.h>
#include <theme/fonts.h>
#include <theme/icons.h>
#include <theme/theme.h>

#include <QButtonGroup>
#include <QCheckBox>
#include <QCoroFuture>
#include <QDir>
#include <QFile>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPromise>
#include <QPushButton>
#include <QRadioButton>
#include <QThreadPool>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;
using OpenSandbox::Result;

namespace Files {
namespace {

/// Files up to this size are read to say what is in them.
constexpr qint64 CountedBytes = 1 << 20;

QFuture<QByteArray> readLocal(const QString &path)
{
    const auto promise = std::make_shared<QPromise<QByteArray>>();
    promise->start();
    QFuture<QByteArray> future = promise->future();
    QThreadPool::globalInstance()->start([promise, path] {
        QFile file(path);
        promise->addResult(file.open(QIODevice::ReadOnly) ? file.read(CountedBytes) : QByteArray());
        promise->finish();
    });
    return future;
}

/// "15 rows", "120 lines", or empty.
QString describe(const QString &path, const QByteArray &bytes)
{
    FileInfo file;
    file.path = path;
    file.size = bytes.size();
    if (bytes.isEmpty() || PreviewWork::isImageName(RemotePath::name(path)))
        return {};
    const PreviewContent content = PreviewWork::parse(file, bytes);
    if (content.kind == PreviewContent::Kind::Table && content.rows.size() < PreviewWork::RowsAtMost)
        return ConflictDialog::tr("%Ln rows", nullptr, int(content.rows.size()));
    if (content.kind == PreviewContent::Kind::Text || content.kind == PreviewContent::Kind::Table)
        return ConflictDialog::tr("%Ln lines", nullptr, int(content.text.count(u'\n') + (content.text.endsWith(u'\n') ? 0 : 1)));
    return {};
}

OpenSandbox::Task<QString> describeLocal(QString path)
{
    QFuture<QByteArray> reading = readLocal(path);
    const QByteArray bytes = co_await reading;
    const QString text = describe(path, bytes);
    co_return text;
}

OpenSandbox::Task<QString> describeRemote(std::shared_ptr<OpenSandbox::FilesService> files, QString path, qint64 size, std::stop_token stop)
{
    const Result<QByteArray> bytes = co_await files->read(path, CountedBytes, 0, size, stop);
    if (!bytes)
        co_return std::unexpected(bytes.error());
    const QString text = describe(path, *bytes);
    co_return text;
}

/// One side of the conflict.
class Card : public QWidget
{
public:
    Card()
    {
        auto *layout = new QGridLayout(this);
        layout->setContentsMargins(Metrics::scaled(12), Metrics::scaled(10), Metrics::scaled(12), Metrics::scaled(10));
        layout->setHorizontalSpacing(Metrics::scaled(8));
        layout->setVerticalSpacing(Metrics::scaled(4));
        auto *head = new QHBoxLayout;
        head->setSpacing(Metrics::scaled(6));
        m_icon = new IconLabel;
        m_title = new Label({}, Fonts::Role::Body, &Theme::text, QFont::DemiBold);
        m_tag = new Label({}, Fonts::Role::Tiny, &Theme::warn);
        m_tag->setContentsMargins(Metrics::scaled(4), 0, Metrics::scaled(4), 0);
        head->addWidget(m_icon);
        head->addWidget(m_title);
        head->addWidget(m_tag);
        head->addStretch();
        layout->addLayout(head, 0, 0, 1, 2);
        m_path = new ElidedLabel({}, Fonts::Role::Output, &Theme::text2);
        m_path->setElideMode(Qt::ElideMiddle);
        layout->addWidget(m_path, 1, 0, 1, 2);
        const QStringList names { ConflictDialog::tr("Size"), ConflictDialog::tr("Modified"), ConflictDialog::tr("Content") };
        for (int i = 0; i < 3; ++i) {
            auto *name = new Label(names[i], Fonts::Role::Body, &Theme::text2);
            m_values[i] = new Label({}, Fonts::Role::Body, &Theme::text);
            m_values[i]->setTabular(true);
            m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
            layout->addWidget(name, i + 2, 0);
            layout->addWidget(m_values[i], i + 2, 1);
            if (i == 2)
                m_contentName = name;
        }
        layout->setColumnMinimumWidth(0, Metrics::scaled(66));
        layout->setColumnStretch(1, 1);
    }
    void show(const QString &icon, const QString &title, const QString &path, const Conflict::Side &side, bool newer)
    {
        m_icon->setIcon(icon);
        m_title->setText(title);
        m_tag->setText(ConflictDialog::tr("newer"));
        m_tag->setVisible(newer);
        m_path->setText(path);
        m_values[0]->setText(side.isFolder ? ConflictDialog::tr("Folder") : Format::size(side.size));
        m_values[1]->setText(Format::exactMoment(side.modified));
        m_values[1]->setToolTip(side.modified.toUTC().toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s));
        setContent({});
        setAccessibleName(u"%1, %2, %3, %4"_s.arg(title, path, m_values[0]->text(), m_values[1]->text()));
    }
    void setContent(const QString &text)
    {
        m_values[2]->setText(text);
        m_contentName->setText(text.isEmpty() ? QString() : ConflictDialog::tr("Content"));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.hairline);
        painter.setBrush(theme.base);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::scaled(6), Metrics::scaled(6));
        if (!m_tag->isVisibleTo(this))
            return;
        painter.setPen(theme.isHighContrast() ? QPen(theme.warn) : QPen(Qt::NoPen));
        painter.setBrush(theme.warnTint);
        painter.drawRoundedRect(QRectF(m_tag->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::scaled(3), Metrics::scaled(3));
    }

private:
    IconLabel *m_icon;
    Label *m_title;
    Label *m_tag;
    ElidedLabel *m_path;
    Label *m_values[3];
    Label *m_contentName;
};

QString shortLocal(const QString &path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

} // namespace

struct ConflictDialog::Private
{
    explicit Private(ConflictDialog *owner, TransferQueue *transfers) : q(owner), queue(transfers) { }

    ConflictDialog *q;
    TransferQueue *queue;
    Conflict conflict;
    Label *sentence;
    Card *source;
    Card *target;
    QButtonGroup *choices;
    QRadioButton *keepBoth;
    QRadioButton *replace;
    QRadioButton *skip;
    QRadioButton *newer;
    QCheckBox *others;
    QPushButton *cancel;
    QPushButton *accept;
    TaskScope tasks;

    void show(const Conflict &next, qsizetype count);
    void updateButton();
    void describe();
};

ConflictDialog::ConflictDialog(TransferQueue *queue, QWidget *parent) : QDialog(parent), d(new Private(this, queue))
{
    setModal(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(Metrics::scaled(16), Metrics::scaled(14), Metrics::scaled(16), Metrics::scaled(14));
    body->setSpacing(Metrics::scaled(14));
    d->sentence = new Label({}, Fonts::Role::Body, &Theme::text2);
    d->sentence->setWordWrap(true);
    body->addWidget(d->sentence);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(Metrics::scaled(12));
    d->source = new Card;
    d->target = new Card;
    cards->addWidget(d->source, 1);
    cards->addWidget(d->target, 1);
    body->addLayout(cards);
    auto *row = new QHBoxLayout;
    row->setSpacing(Metrics::scaled(16));
    d->choices = new QButtonGroup(this);
    d->keepBoth = new QRadioButton(tr("Keep both"));
    d->replace = new QRadioButton(tr("Replace"));
    d->skip = new QRadioButton(tr("Skip"));
    d->newer = new QRadioButton(tr("Replace if mine is newer"));
    const std::pair<QRadioButton *, Choice> all[] = { { d->keepBoth, Choice::KeepBoth }, { d->replace, Choice::Replace }, { d->skip, Choice::Skip }, { d->newer, Choice::ReplaceIfNewer } };
    for (const auto &[button, choice] : all) {
        d->choices->addButton(button, int(choice));
        row->addWidget(button);
    }
    row->addStretch();
    body->addLayout(row);
    layout->addLayout(body);
    layout->addWidget(new Hairline(Qt::Horizontal));
    auto *foot = new QWidget;
    auto *footer = new QHBoxLayout(foot);
    footer->setContentsMargins(Metrics::scaled(16), Metrics::scaled(12), Metrics::scaled(16), Metrics::scaled(12));
    footer->setSpacing(Metrics::scaled(8));
    d->others = new QCheckBox;
    d->cancel = Buttons::push(tr("Cancel"));
    d->cancel->setToolTip(tr("The file keeps waiting in Transfers."));
    d->accept = Buttons::push(tr("Keep both"));
    Buttons::makePrimary(d->accept);
    d->accept->setDefault(true);
    footer->addWidget(d->others, 1);
    footer->addWidget(d->cancel);
    footer->addWidget(d->accept);
    layout->addWidget(foot);
    setMinimumWidth(Metrics::scaled(480));

    connect(d->choices, &QButtonGroup::idToggled, this, [this] { d->updateButton(); });
    connect(d->cancel, &QPushButton::clicked, this, &QDialog::close);
    connect(d->accept, &QPushButton::clicked, this, [this] {
        const Conflict answered = d->conflict;
        d->queue->resolve(answered, choice(), d->others->isChecked() && d->others->isVisibleTo(this));
        showNext();
    });
    // A transfer may be cancelled while its question stands here.
    connect(queue, &TransferQueue::conflictsChanged, this, [this] {
        if (isVisible())
            showNext();
    });
    d->keepBoth->setChecked(true);
    showNext();
}

ConflictDialog::~ConflictDialog() = default;

void ConflictDialog::showNext()
{
    const QList<Conflict> waiting = d->queue->conflicts();
    if (waiting.isEmpty()) {
        close();
        return;
    }
    d->show(waiting.first(), waiting.size());
}

void ConflictDialog::Private::show(const Conflict &next, qsizetype count)
{
    const bool same = conflict.transfer == next.transfer && conflict.item == next.item && !conflict.name.isEmpty();
    others->setText(tr("Do this for the %Ln other conflicts", nullptr, int(count - 1)));
    others->setVisible(count > 1);
    if (same)
        return;
    conflict = next;
    const QString name = FileModel::visibleName(next.name);
    q->setWindowTitle(tr("Replace %1?").arg(name));
    const bool toSandbox = next.direction != Direction::Download;
    const QString folder = RemotePath::parent(next.target.path);
    const QString place = toSandbox ? next.sandboxName : tr("This computer");
    QString text;
    if (!next.replaceable) {
        text = tr("%1 has a folder of this name in %2, so the file cannot replace it.").arg(place, toSandbox ? folder : shortLocal(folder));
    } else {
        const QString when = !next.target.modified.isValid() || !next.source.modified.isValid() ? tr("its time is not known")
            : next.target.modified > next.source.modified                                       ? tr("it was changed after yours")
            : next.target.modified < next.source.modified                                       ? tr("it was changed before yours")
                                                                                                : tr("both were changed at the same time");
        text = tr("%1 already has this file in %2, and %3.").arg(place, toSandbox ? folder : shortLocal(folder), when);
        if (next.target.isLink)
            text += u' ' + tr("It is a link: replacing writes to the file it leads to.");
    }
    sentence->setText(text);
    const bool sourceNewer = next.source.modified > next.target.modified;
    const bool targetNewer = next.target.modified > next.source.modified;
    if (next.direction == Direction::Upload)
        source->show(u"upload"_s, tr("Yours"), shortLocal(next.source.path), next.source, sourceNewer);
    else
        source->show(u"box"_s, next.direction == Direction::Copy ? tr("The copy") : tr("In the sandbox"), next.source.path, next.source, sourceNewer);
    if (toSandbox)
        target->show(u"box"_s, tr("In the sandbox"), next.target.path, next.target, targetNewer);
    else
        target->show(u"download"_s, tr("Yours"), shortLocal(next.target.path), next.target, targetNewer);
    keepBoth->setText(tr("Keep both, as %1").arg(FileModel::visibleName(next.keepBothName)));
    newer->setText(next.direction == Direction::Upload ? tr("Replace if mine is newer") : tr("Replace if the other is newer"));
    replace->setEnabled(next.replaceable);
    newer->setEnabled(next.replaceable);
    if (!next.replaceable)
        keepBoth->setChecked(true);
    updateButton();
    describe();
    q->resize(qMax(q->width(), Metrics::scaled(640)), q->sizeHint().height());
}

void ConflictDialog::Private::describe()
{
    tasks.cancel();
    const std::shared_ptr<OpenSandbox::FilesService> remote = queue->remoteOf(conflict.transfer);
    const auto look = [this, &remote](const Conflict::Side &side, bool local, Card *card) {
        if (side.isFolder || side.isLink || side.size <= 0 || side.size > CountedBytes)
            return;
        const auto tell = [card](Result<QString> text) {
            if (text)
                card->setContent(*text);
        };
        if (local)
            tasks.run(describeLocal(side.path), tell);
        else if (remote && RemotePath::refusal(side.path).isEmpty())
            tasks.run(describeRemote(remote, side.path, side.size, tasks.token()), tell);
    };
    look(conflict.source, conflict.direction == Direction::Upload, source);
    look(conflict.target, conflict.direction == Direction::Download, target);
}

void ConflictDialog::Private::updateButton()
{
    switch (q->choice()) {
    case Choice::KeepBoth: accept->setText(tr("Keep both")); break;
    case Choice::Replace: accept->setText(tr("Replace")); break;
    case Choice::Skip: accept->setText(tr("Skip")); break;
    case Choice::ReplaceIfNewer: accept->setText(tr("Replace if newer")); break;
    }
}

Choice ConflictDialog::choice() const
{
    return Choice(d->choices->checkedId());
}

void ConflictDialog::setChoice(Choice choice)
{
    d->choices->button(int(choice))->setChecked(true);
}

void ConflictDialog::setForOthers(bool on)
{
    d->others->setChecked(on);
}

QString ConflictDialog::question() const
{
    return windowTitle();
}

QString ConflictDialog::sentence() const
{
    return d->sentence->text();
}

QPushButton *ConflictDialog::acceptButton() const
{
    return d->accept;
}

} // namespace Files
