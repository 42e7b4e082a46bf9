// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow_p.h"

#include "documenttabs.h"
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

int MainWindow::Private::tabOf(const QWidget *widget) const
{
    for (qsizetype i = 0; i < documents.size(); ++i) {
        if (documents.at(i).widget == widget)
            return int(i);
    }
    return -1;
}

void MainWindow::addDocument(QWidget *document, const QIcon &icon, const QString &title, const DocumentHooks &hooks)
{
    d->documents.append({ document, title, hooks });
    d->stack->addWidget(document);
    connect(document, &QObject::destroyed, this, [this, document] {
        const int index = d->tabOf(document);
        if (index < 0)
            return;
        d->documents.removeAt(index);
        d->tabs->removeTab(index);
        d->currentChanged();
    });
    const int index = d->tabs->addTab(icon, QString(title).replace(u'&', u"&&"_s));
    d->tabs->setTabToolTip(index, hooks.path && !hooks.path().isEmpty() ? hooks.path() : title);
    d->tabs->setCurrentIndex(index);
    d->currentChanged();
    document->setFocus(Qt::OtherFocusReason);
}

QWidget *MainWindow::currentDocument() const
{
    const int index = d->tabs->currentIndex();
    return index >= 0 && index < d->documents.size() ? d->documents.at(index).widget : nullptr;
}

QList<QWidget *> MainWindow::documents() const
{
    QList<QWidget *> list;
    for (const Private::Document &document : d->documents)
        list.append(document.widget);
    return list;
}

void MainWindow::setCurrentDocument(QWidget *document)
{
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    d->tabs->setCurrentIndex(index);
    document->setFocus(Qt::OtherFocusReason);
}

void MainWindow::setDocumentTitle(QWidget *document, const QString &title)
{
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    d->documents[index].title = title;
    d->tabs->setTabText(index, QString(title).replace(u'&', u"&&"_s));
    const auto &path = d->documents.at(index).hooks.path;
    d->tabs->setTabToolTip(index, path && !path().isEmpty() ? path() : title);
    d->refreshTitle();
}

void MainWindow::setDocumentIcon(QWidget *document, const QIcon &icon)
{
    if (const int index = d->tabOf(document); index >= 0)
        d->tabs->setTabIcon(index, icon);
}

void MainWindow::setDocumentModified(QWidget *document, bool modified)
{
    d->tabs->setModified(d->tabOf(document), modified);
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
    const int index = d->tabOf(document);
    if (index < 0)
        return;
    const Private::Document entry = d->documents.at(index);
    const QString path = entry.hooks.path ? entry.hooks.path() : QString();
    disconnect(document, &QObject::destroyed, this, nullptr);
    // Its actions must be out of toolbar and menus before they go.
    d->documents.removeAt(index);
    d->tabs->removeTab(index);
    d->stack->removeWidget(document);
    d->currentChanged();
    document->hide();
    document->deleteLater();
    Q_EMIT documentClosed(entry.title, path);
}

void MainWindow::Private::currentChanged()
{
    QWidget *widget = q->currentDocument();
    const Document *document = find(widget);
    stack->setCurrentWidget(widget ? widget : nothing);
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
    q->setWindowModified(document && tabs->isModified(tabs->currentIndex()));
    refreshTitle();
    Q_EMIT q->currentDocumentChanged(widget);
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
