// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "htmlexport.h"
#include "shared/lastfolder.h"

#include <opensandbox/notebook/exporting.h>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QThreadPool>

using namespace Qt::StringLiterals;
namespace File = Notebook::File;

namespace {

/// Writes in another thread and tells the view how it went, if it still lives.
template <typename Write>
void writeLater(NotebookView *view, Write write, std::function<void(const QString &error)> done)
{
    QPointer<NotebookView> guard = view;
    QThreadPool::globalInstance()->start([guard, write = std::move(write), done = std::move(done)]() {
        const QString error = write();
        QMetaObject::invokeMethod(
            qApp,
            [guard, done, error]() {
                if (guard)
                    done(error);
            },
            Qt::QueuedConnection);
    });
}

} // namespace

void NotebookView::exportTo(const QString &path, const QString &format)
{
    const QString name = QFileInfo(title()).completeBaseName();
    writeLater(
        this,
        [path, format, name, copy = d->document->copier()]() {
            const std::unique_ptr<Notebook::Document> document = copy();
            const bool pdf = format == "pdf"_L1;
            const QByteArray bytes = format == "markdown"_L1 ? Notebook::Export::toMarkdown(*document)
                : format == "script"_L1                      ? Notebook::Export::toScript(*document)
                                                             : HtmlExport::page(*document, name, pdf);
            if (pdf)
                return writePdf(path, bytes, name);
            const auto written = File::write(path, bytes);
            return written ? QString() : written.error().message + u' ' + written.error().hint;
        },
        [this, path](const QString &error) { d->exported(path, error); });
}

void NotebookView::Private::exportAs(Format format)
{
    const QString language = document->defaultLanguage();
    const QString suffix = format == Format::Html ? u".html"_s : format == Format::Pdf ? u".pdf"_s : format == Format::Markdown ? u".md"_s : Notebook::Export::scriptSuffix(language);
    const QString name = format == Format::Html ? u"html"_s : format == Format::Pdf ? u"pdf"_s : format == Format::Markdown ? u"markdown"_s : u"script"_s;
    auto *dialog = new QFileDialog(q, tr("Export notebook"), path.isEmpty() ? LastFolder::get() : QFileInfo(path).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix.sliced(1));
    dialog->selectFile(QFileInfo(q->title()).completeBaseName() + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, q, [this, name](const QString &file) { q->exportTo(file, name); });
    dialog->open();
}

void NotebookView::Private::exported(const QString &file, const QString &error)
{
    const QString shown = QDir::toNativeSeparators(file);
    if (error.isEmpty())
        banner->setMessage(u"export"_s, { Meaning::Busy, tr("Exported to %1.").arg(shown), shown, u"check"_s, {}, true });
    else
        banner->setMessage(u"export"_s, { Meaning::Bad, error, error, {}, {}, true });
    Q_EMIT q->exportFinished(error.isEmpty());
}
