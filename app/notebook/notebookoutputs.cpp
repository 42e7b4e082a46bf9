// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "htmldata.h"
#include "inpool.h"
#include "markdownhtml.h"
#include "pictureground.h"
#include "streamviewer.h"
#include "textloader.h"
#include "datagrid.h"
#include "shared/lastfolder.h"
#include "theme/icons.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QSaveFile>
#include <QUrl>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

void NotebookView::Private::output(Cell *cell, quint64 id, const OutputRequest &request)
{
    switch (request.kind) {
    case OutputRequest::Kind::OpenLink: {
        const QUrl url(request.text, QUrl::StrictMode);
        if (url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1 || url.scheme() == "mailto"_L1))
            QDesktopServices::openUrl(url);
        break;
    }
    case OutputRequest::Kind::OpenStream:
        openText(cell, id);
        break;
    case OutputRequest::Kind::OpenTable: {
        // Of the cell's own text, or of one of its outputs: "text/html:2" is the third table of its HTML.
        const int at = cell->outputs()->indexOf(id);
        const QString mime = request.text.section(u':', 0, 0);
        if (at < 0 && cell->kind() != CellKind::Markdown)
            return;
        std::function<QByteArray()> read;
        if (at < 0)
            read = [source = cell->source()]() { return source.toUtf8(); };
        else
            read = cell->outputs()->at(at).reader(mime);
        inPool(
            q,
            [read = std::move(read), mime, wanted = request.text.section(u':', 1).toInt()]() {
                const QString source = QString::fromUtf8(read());
                QList<HtmlData::Part> parts = mime == "text/markdown"_L1 ? MarkdownHtml::parse(source) : HtmlData::parse(source);
                parts.removeIf([](const HtmlData::Part &part) { return !std::holds_alternative<HtmlData::Table>(part); });
                return wanted < 0 || wanted >= parts.size() ? HtmlData::Table() : std::get<HtmlData::Table>(parts.at(wanted));
            },
            [this, title = tr("Table of cell %1").arg(cellLabel(cell))](const HtmlData::Table &table) {
                if (!table.cells.isEmpty())
                    Q_EMIT q->openInTabRequested(new DataGrid(table), Icons::icon(u"table-2"_s), title);
            },
            outputsPool());
        break;
    }
    case OutputRequest::Kind::ShowFile:
        Q_EMIT q->fileRequested(cell->effectiveBinding().sandbox, request.text);
        break;
    case OutputRequest::Kind::GoToCell:
        goToCell(request.text);
        break;
    case OutputRequest::Kind::Input:
        if (queue->answer(cell, request.text)) {
            if (QWidget *editor = canvas->editor())
                editor->setFocus();
            else
                canvas->setFocus();
        }
        break;
    case OutputRequest::Kind::AddCell: {
        Cell *added = document->insertCell(cell->index() + 1, CellKind::Code, request.text, cell->binding());
        canvas->setCurrent(added->index());
        canvas->setFocus();
        break;
    }
    case OutputRequest::Kind::Notice:
        noticeAction(cell, request.text);
        break;
    case OutputRequest::Kind::ShowAs:
        canvas->showAs(cell, id, request.text);
        break;
    case OutputRequest::Kind::SaveAs:
        saveOutput(cell, id, request.text);
        break;
    case OutputRequest::Kind::CopyText:
        QGuiApplication::clipboard()->setText(request.text);
        break;
    }
}

void NotebookView::Private::noticeAction(Cell *cell, const QString &code)
{
    canvas->setCurrent(cell->index());
    if (code == "run"_L1) {
        q->run({ cell->index() });
    } else if (code == "run-above"_L1) {
        QList<int> cells;
        const QString key = cell->effectiveBinding().key();
        for (int i = 0; i < cell->index(); ++i) {
            if (document->cell(i)->kind() == CellKind::Code && document->cell(i)->effectiveBinding().key() == key)
                cells.append(i);
        }
        q->run(cells);
    } else if (code == "interrupt"_L1) {
        q->interrupt();
    } else if (code == "create"_L1) {
        pending = { cell };
        createAgain(cell->effectiveBinding(), ExecutionTargets::Standing::SandboxGone);
    } else if (code == "create-context"_L1) {
        pending = { cell };
        createAgain(cell->effectiveBinding(), ExecutionTargets::Standing::ContextGone);
    } else if (code == "choose"_L1) {
        pending = { cell };
        chooseInstead(cell->effectiveBinding(), ExecutionTargets::Standing::SandboxGone);
    } else if (code == "choose-context"_L1) {
        pending = { cell };
        chooseInstead(cell->effectiveBinding(), ExecutionTargets::Standing::ContextGone);
    } else if (code == "follow"_L1) {
        queue->enqueueBackground(cell, true);
    } else if (code == "terminal"_L1) {
        Q_EMIT q->terminalRequested(cell->effectiveBinding().sandbox, cell->source());
    } else if (code == "check-context"_L1 && targets) {
        QPointer<NotebookView> guard = q;
        targets->checkContext(cell->effectiveBinding(), [this, guard](const QString &text, bool idle) {
            if (guard)
                banner->setMessage(u"check"_s, { idle ? Meaning::Busy : Meaning::Warn, text, {}, {}, {}, true });
        });
    }
}

/// "7" or "7:3": the cell that ran as [7], and the caret in its third line.
void NotebookView::Private::goToCell(const QString &place)
{
    const int count = place.section(u':', 0, 0).toInt();
    const int line = place.section(u':', 1, 1).toInt();
    for (Cell *other : document->cells()) {
        if (other->executionCount() != count || other->kind() != CellKind::Code)
            continue;
        canvas->command();
        canvas->setCurrent(other->index());
        if (line > 0)
            goToLine(other, line);
        return;
    }
    banner->setMessage(u"goto"_s, { Meaning::Busy, tr("No cell has the number [%1] any more.").arg(count), {}, {}, {}, true });
}

void NotebookView::Private::openText(Cell *cell, quint64 id)
{
    const int at = cell->outputs()->indexOf(id);
    if (at < 0)
        return;
    const Notebook::Output &shown = cell->outputs()->at(at);
    const bool rich = shown.type() == Notebook::OutputType::Display || shown.type() == Notebook::OutputType::Result;
    if (!rich) {
        openStream(cell, id);
        return;
    }
    // What a display says as text, kept as it is now.
    QString type = u"text/plain"_s;
    const QStringList types = OutputBlocks::ranked(shown);
    for (const QString &mime : types) {
        if (!shown.data().contains(type) && !mime.startsWith("image/"_L1))
            type = mime;
    }
    auto *kept = new TextLoader(shown.data().object().value(type), type.endsWith("json"_L1));
    auto *viewer = new StreamViewer([kept]() { return &kept->text(); });
    kept->setParent(viewer);
    viewer->area()->setWholeness([kept]() { return kept->isWhole(); });
    QObject::connect(kept, &TextLoader::grew, viewer, &StreamViewer::contentChanged);
    viewer->addBar(tr("Output of cell %1").arg(cellLabel(cell)));
    Q_EMIT q->openInTabRequested(viewer, Icons::icon(u"logs"_s), tr("Output of cell %1").arg(cellLabel(cell)));
}

void NotebookView::Private::openStream(Cell *cell, quint64 id)
{
    QPointer<Notebook::OutputList> list = cell->outputs();
    auto *viewer = new StreamViewer([list, id]() -> const Notebook::StreamText * {
        const int at = list ? list->indexOf(id) : -1;
        if (at < 0)
            return nullptr;
        const Notebook::Output &shown = list->at(at);
        return shown.type() == Notebook::OutputType::Error ? &shown.traceback() : &shown.streamSoFar();
    });
    viewer->area()->setWholeness([list, id]() {
        const int at = list ? list->indexOf(id) : -1;
        return at < 0 || list->at(at).type() != Notebook::OutputType::Stream || list->at(at).isStreamWhole();
    });
    list->prepare(id);
    viewer->addBar(tr("Output of cell %1").arg(cellLabel(cell)));
    auto *timer = new QTimer(viewer);
    timer->setSingleShot(true);
    timer->setInterval(33);
    QObject::connect(timer, &QTimer::timeout, viewer, &StreamViewer::contentChanged);
    const auto later = [timer]() {
        if (!timer->isActive())
            timer->start();
    };
    QObject::connect(list, &Notebook::OutputList::outputChanged, viewer, later);
    QObject::connect(list, &Notebook::OutputList::outputsRemoved, viewer, later);
    Q_EMIT q->openInTabRequested(viewer, Icons::icon(u"logs"_s), tr("Output of cell %1").arg(cellLabel(cell)));
}

void NotebookView::Private::saveOutput(Cell *cell, quint64 id, const QString &mime)
{
    auto *dialog = new QFileDialog(q, tr("Save output"), LastFolder::get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(tr("output-%1").arg(cell->index() + 1) + u'.' + OutputBlocks::suffix(mime));
    QPointer<Cell> guard = cell;
    QObject::connect(dialog, &QFileDialog::fileSelected, q, [this, guard, id, mime](const QString &file) {
        const int at = guard ? guard->outputs()->indexOf(id) : -1;
        if (at < 0)
            return;
        const Notebook::Output &shown = guard->outputs()->at(at);
        // What opens it has a ground of its own.
        const std::function<QByteArray()> bytes = [read = shown.reader(mime), mime, ground = PictureGround::of(shown.metadata(), mime)]() {
            return PictureGround::onPaper(read(), mime, ground);
        };
        inPool(
            q,
            [file, bytes]() {
                QSaveFile out(file);
                const QByteArray content = bytes();
                const bool written = out.open(QIODevice::WriteOnly) && out.write(content) == content.size() && out.commit();
                return written ? QString() : out.errorString();
            },
            [this, file](const QString &error) {
                if (!error.isEmpty())
                    banner->setMessage(u"saveOutput"_s, { Meaning::Bad, tr("%1 was not written. %2.").arg(QDir::toNativeSeparators(file), error), {}, {}, {}, true });
            });
    });
    dialog->open();
}
