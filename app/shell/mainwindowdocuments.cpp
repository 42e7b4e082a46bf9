// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow_p.h"

#include "closing.h"
#include "documentarea.h"
#include "toolrow.h"

using namespace Qt::StringLiterals;

MainWindow::Private::Document *MainWindow::Private::find(const QWidget *widget)
{
    for (Document &document : documents) {
        if (document.widget == widget)
            return &document;
    }
    return nullptr;
}

void MainWindow::addDocument(QWidget *document, const QIcon &icon, const QString &title, const DocumentHooks &hooks)
{
    d->documents.append({ document, title, hooks });
    connect(document, &QObject::destroyed, this, [this, document] {
        d->documents.removeIf([document](const Private::Document &entry) { return entry.widget == document; });
        d->documentArea->remove(document, true);
    });
    d->documentArea->add(document, icon, title, hooks.path ? hooks.path() : QString());
    document->setFocus(Qt::OtherFocusReason);
}

QWidget *MainWindow::currentDocument() const
{
    return d->documentArea->current();
}

QList<QWidget *> MainWindow::documents() const
{
    return d->documentArea->documents();
}

void MainWindow::setCurrentDocument(QWidget *document)
{
    if (!d->find(document))
        return;
    d->documentArea->setCurrent(document);
    document->setFocus(Qt::OtherFocusReason);
}

void MainWindow::setDocumentTitle(QWidget *document, const QString &title)
{
    Private::Document *entry = d->find(document);
    if (!entry)
        return;
    entry->title = title;
    const QString path = entry->hooks.path ? entry->hooks.path() : QString();
    d->documentArea->setTitle(document, title, path.isEmpty() ? title : path);
    d->refreshTitle();
}

void MainWindow::setDocumentIcon(QWidget *document, const QIcon &icon)
{
    d->documentArea->setIcon(document, icon);
}

void MainWindow::setDocumentModified(QWidget *document, bool modified)
{
    d->documentArea->setModified(document, modified);
    if (document == currentDocument())
        setWindowModified(modified);
}

void MainWindow::refreshDocument(QWidget *document)
{
    if (document == currentDocument())
        d->currentChanged();
}

void MainWindow::closeDocument(QWidget *document)
{
    const Private::Document *entry = d->find(document);
    if (!entry)
        return;
    const auto ask = entry->hooks.requestClose;
    if (ask && !ask()) {
        setCurrentDocument(document);
        return;
    }
    closeDocumentNow(document);
}

void MainWindow::closeDocumentNow(QWidget *document)
{
    const Private::Document *found = d->find(document);
    if (!found)
        return;
    const Private::Document entry = *found;
    const QString path = entry.hooks.path ? entry.hooks.path() : QString();
    disconnect(document, &QObject::destroyed, this, nullptr);
    // Its actions must be out of toolbar and menus before they go.
    d->documents.removeIf([document](const Private::Document &each) { return each.widget == document; });
    d->documentArea->remove(document);
    document->hide();
    document->deleteLater();
    Q_EMIT documentClosed(entry.title, path);
}

bool MainWindow::Private::askBeforeClosing(const QList<QWidget *> &which, bool quits)
{
    if (closing) {
        closing->remind();
        return false;
    }
    QList<Closing::Part> parts;
    for (QWidget *widget : which) {
        if (const Document *document = find(widget))
            parts.append({ widget, document->title, document->hooks });
    }
    auto *flow = new Closing(q, quits, parts, concerns);
    if (flow->isNeedless()) {
        delete flow;
        return true;
    }
    closing = flow;
    flow->start([this, quits, parts] {
        if (quits) {
            mayClose = true;
            q->close();
            mayClose = false;
            return;
        }
        for (const Closing::Part &part : parts) {
            if (part.document)
                q->closeDocumentNow(part.document);
        }
    });
    return false;
}

void MainWindow::closeDocuments(const QList<QWidget *> &documents)
{
    if (!d->askBeforeClosing(documents, false))
        return;
    for (QWidget *document : documents)
        closeDocumentNow(document);
}

void MainWindow::Private::currentChanged()
{
    QWidget *widget = q->currentDocument();
    const Document *document = find(widget);
    toolRow->setActions(document && document->hooks.toolBarActions ? document->hooks.toolBarActions() : usualTools);
    actions->setDocumentActions(document && document->hooks.allActions ? document->hooks.allActions() : QList<QAction *>());
    if (const bool nowCalm = document && document->hooks.calm; nowCalm != calm) {
        calm = nowCalm;
        asked = {};
        refreshAreas();
    }
    actions->setEnabled(u"file.save"_s, document && document->hooks.save, tr("Nothing to save is open."));
    actions->setEnabled(u"file.saveAs"_s, document && document->hooks.saveAs, tr("Nothing to save is open."));
    actions->setEnabled(u"file.close"_s, document, tr("No tab is open."));
    q->setWindowModified(document && documentArea->isModified(widget));
    refreshSides();
    refreshTitle();
    Q_EMIT q->currentDocumentChanged(widget);
}

void MainWindow::Private::refreshSides()
{
    const bool several = documentArea->groups().size() > 1;
    const QString alone = tr("A side of its own needs a second tab here.");
    for (const QString &id : { u"window.splitRight"_s, u"window.splitDown"_s })
        actions->setEnabled(id, documentArea->canSplit(q->currentDocument()), alone);
    const QString noSides = tr("There is one side only. Split it first.");
    for (const QString &id : { u"window.moveToNext"_s, u"window.nextGroup"_s })
        actions->setEnabled(id, several, noSides);
}

void MainWindow::Private::refreshTitle()
{
    const QString program = tr("OpenSandbox Workbench");
    const Document *document = find(q->currentDocument());
    if (!document) {
        q->setWindowTitle(program);
        return;
    }
    const QString context = document->hooks.windowTitle ? document->hooks.windowTitle() : QString();
    q->setWindowTitle(context.isEmpty() ? u"%1[*] — %2"_s.arg(document->title, program) : u"%1[*] • %2"_s.arg(document->title, context));
}
