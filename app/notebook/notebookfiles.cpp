// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookprivate.h"

#include "inpool.h"
#include "shared/emptystate.h"
#include "shared/lastfolder.h"

#include "brokenfile.h"
#include "diffview.h"
#include "findbar.h"
#include "streamviewer.h"
#include "theme/icons.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
namespace File = Notebook::File;

namespace {

constexpr qint64 longestLine = 100'000; ///< Bytes of a wrong line that are read to show where it is wrong.
constexpr int lookInterval = 2000; ///< ms between looks at the file on the disk.

/// What two versions of a notebook are compared by: the text of cells and outputs, without the file format around it. A cell that both
/// versions have is the same one wherever it stands, so its number is shown, but not compared.
DiffText comparable(const Notebook::Document &document, const QSet<QString> &common)
{
    DiffText text;
    const auto add = [&text](const QString &compared, const QString &shown) {
        text.text += compared;
        text.shown += shown;
    };
    for (const Cell *cell : document.cells()) {
        const QString kind = cell->kind() == CellKind::Code ? NotebookView::tr("code") : cell->kind() == CellKind::Markdown ? NotebookView::tr("text") : cell->kindName();
        add(u"\u2500\u2500 "_s + (common.contains(cell->id()) ? cell->id() : QString()) + u' ' + kind + u'\n',
            u"\u2500\u2500 "_s + NotebookView::tr("Cell %1, %2").arg(cell->index() + 1).arg(kind) + u'\n');
        const QString source = cell->source() + u'\n';
        add(source, source);
        QString outputs = cell->kind() == CellKind::Code ? cell->outputs()->plainText() : QString();
        if (outputs.isEmpty())
            continue;
        outputs = u"\u2192\n"_s + outputs + (outputs.endsWith(u'\n') ? QString() : u"\n"_s);
        add(outputs, outputs);
    }
    return text;
}

QSet<QString> commonIds(const Notebook::Document &one, const Notebook::Document &other)
{
    QSet<QString> ids;
    for (const Cell *cell : one.cells()) {
        if (other.cellById(cell->id()))
            ids.insert(cell->id());
    }
    return ids;
}

struct Look
{
    File::ExternalChange change = File::ExternalChange::None;
    File::Fingerprint present;
};

Look lookAt(const QString &path, const File::Fingerprint &known)
{
    Look look;
    look.change = File::externalChange(path, known);
    if (look.change == File::ExternalChange::Changed)
        (void)File::read(path, &look.present);
    return look;
}

struct Saved
{
    std::expected<File::Fingerprint, File::Error> result;
    bool conflict = false;
};

Saved writeNotebook(const QString &path, const QByteArray &bytes, const File::Fingerprint &known, const File::Fingerprint &accepted)
{
    File::Fingerprint present;
    const auto old = File::read(path, &present);
    if (old && *old == bytes)
        return { present, false };
    // Somebody else's work is not replaced without a word.
    if (old && !known.isNull() && !(present == known) && !(present == accepted))
        return { present, true };
    return { File::write(path, bytes), false };
}

} // namespace

void NotebookView::Private::showError(const QString &id, const File::Error &error, const QList<Banner::Button> &buttons)
{
    QString text = error.message;
    if (error.line > 0 && error.isContentError)
        text += tr(" (line %1, column %2)").arg(error.line).arg(error.column);
    if (!error.hint.isEmpty())
        text += u' ' + error.hint;
    banner->setMessage(id, { Meaning::Bad, text, text, {}, buttons, true });
}

void NotebookView::Private::setFile(const QString &newPath, const File::Fingerprint &known)
{
    path = newPath;
    fingerprint = known;
    accepted = {};
    goneAt.reset();
    banner->clearMessage(u"external"_s);
    if (journal)
        journal->setFile(path, q->title(), fingerprint);
}

// --- opening -------------------------------------------------------------------------------------------

bool NotebookView::open(const QString &path)
{
    d->banner->clearAll();
    d->goneKey.clear();
    d->dismissed.clear();
    return d->opened(path, File::open(*d->document, path));
}

void NotebookView::load(const QString &path)
{
    d->banner->clearAll();
    d->goneKey.clear();
    d->dismissed.clear();
    d->loadingPath = path;
    d->brokenPath.clear();
    delete std::exchange(d->broken, nullptr);
    d->canvas->hide();
    d->headings->hide();
    delete d->loadingNote;
    d->loadingNote = new EmptyState(tr("Opens %1").arg(QFileInfo(path).fileName()), QLocale().formattedDataSize(QFileInfo(path).size(), 1, QLocale::DataSizeSIFormat), this);
    qobject_cast<QVBoxLayout *>(layout())->addWidget(d->loadingNote, 1);
    Q_EMIT titleChanged();
    struct Read
    {
        File::Fingerprint fingerprint;
        std::expected<Notebook::Document::Prepared, File::Error> prepared;
    };
    inPool(
        this,
        [path]() {
            Read read;
            const auto bytes = File::read(path, &read.fingerprint);
            if (bytes)
                read.prepared = Notebook::Document::prepare(*bytes);
            else
                read.prepared = std::unexpected(bytes.error());
            return read;
        },
        [this, path](const Read &read) {
            if (d->loadingPath != path)
                return;
            d->loadingPath.clear();
            delete d->loadingNote;
            const bool good = d->opened(path, read.prepared ? File::load(*d->document, *read.prepared, read.fingerprint) : std::unexpected(read.prepared.error()));
            Q_EMIT loaded(good);
        });
}

bool NotebookView::Private::opened(const QString &file, const std::expected<File::Fingerprint, File::Error> &result)
{
    if (!result) {
        showBroken(file, result.error());
        return false;
    }
    showCells();
    if (document->needsSaveAs()) {
        copyTitle = QFileInfo(file).completeBaseName() + u"-converted.ipynb"_s;
        setFile({}, {});
    } else {
        setFile(file, *result);
    }
    const QStringList warnings = document->warnings();
    if (!warnings.isEmpty())
        banner->setMessage(u"warnings"_s, { Meaning::Busy, warnings.constFirst(), warnings.join(u'\n'), {}, {}, true });
    findOwnContexts();
    updateSummary();
    checkBindings();
    Q_EMIT q->titleChanged();
    return true;
}

/// The file does not say which contexts were made for it, so a notebook that was closed here would come back to those of others.
void NotebookView::Private::findOwnContexts()
{
    using Standing = ExecutionTargets::Standing;
    const QList<Notebook::Binding> before = targets ? targets->ownBefore(path) : QList<Notebook::Binding>();
    for (const Notebook::Binding &own : before) {
        ownWanted.insert(own.sandbox);
        const Standing standing = targets->standing(own);
        if (!own.context.isEmpty() && standing != Standing::ContextGone && standing != Standing::SandboxGone)
            document->setOwnContext(own.sandbox, own.language, own.context);
    }
}

void NotebookView::Private::showCells()
{
    loadingPath.clear();
    delete loadingNote;
    brokenPath.clear();
    delete std::exchange(broken, nullptr);
    canvas->show();
    headings->show();
    q->setFocusProxy(canvas);
}

/// In the place of the cells. Whatever is asked for afterwards, this file is not written.
void NotebookView::Private::showBroken(const QString &file, const File::Error &error)
{
    brokenPath = file;
    brokenError = error;
    QString line;
    if (error.isContentError && error.line > 0) {
        QFile text(file);
        if (text.open(QIODevice::ReadOnly)) {
            for (int i = 1; i < error.line && !text.atEnd(); ++i)
                text.readLine();
            line = QString::fromUtf8(text.readLine(longestLine));
        }
    }
    delete broken;
    broken = new BrokenFile(file, error, line, q);
    canvas->hide();
    headings->hide();
    findBar->hide();
    qobject_cast<QVBoxLayout *>(q->layout())->addWidget(broken, 1);
    broken->show();
    q->setFocusProxy(broken);
    QObject::connect(broken, &BrokenFile::textRequested, q, [this]() { openBrokenAsText(); });
    QObject::connect(broken, &BrokenFile::anotherRequested, q, &NotebookView::openAnotherRequested);
    QObject::connect(broken, &BrokenFile::closeRequested, q, &NotebookView::closeAccepted);
    updateActions();
    Q_EMIT q->titleChanged();
}

void NotebookView::Private::openBrokenAsText()
{
    inPool(
        q,
        [file = brokenPath]() -> std::expected<std::shared_ptr<Notebook::StreamText>, File::Error> {
            const auto bytes = File::read(file);
            if (!bytes)
                return std::unexpected(bytes.error());
            auto text = std::make_shared<Notebook::StreamText>();
            text->append(QString::fromUtf8(*bytes));
            return text;
        },
        [this, file = brokenPath](const std::expected<std::shared_ptr<Notebook::StreamText>, File::Error> &text) {
            if (!text) {
                showError(u"open"_s, text.error());
                return;
            }
            const QString name = QFileInfo(file).fileName();
            auto *viewer = new StreamViewer([kept = *text]() -> const Notebook::StreamText * { return kept.get(); });
            viewer->addBar(name);
            Q_EMIT q->openInTabRequested(viewer, Icons::icon(u"file-text"_s), tr("%1 as text").arg(name));
            if (brokenError.line > 0)
                viewer->area()->reveal({ brokenError.line - 1, std::max(0, brokenError.column - 1) }, 1);
        });
}

bool NotebookView::openCopy(const QString &path, const QString &title)
{
    const bool good = open(path);
    d->copyTitle = title;
    d->setFile({}, {});
    d->updateSummary();
    Q_EMIT titleChanged();
    return good;
}

void NotebookView::keepJournal(const QString &folder)
{
    delete d->journal;
    d->journal = new Notebook::Journal(d->document, folder, this);
    d->journal->setFile(d->path, title(), d->fingerprint);
    connect(d->journal, &Notebook::Journal::errorChanged, this, [this]() {
        const QString error = d->journal->error();
        if (error.isEmpty())
            d->banner->clearMessage(u"journal"_s);
        else
            d->banner->setMessage(u"journal"_s, { Meaning::Warn, tr("Changes are not kept against a crash. %1").arg(error), error, {}, {}, true });
    });
}

bool NotebookView::restore(const Notebook::Recovery &recovery)
{
    d->banner->clearAll();
    d->queue->clearAll();
    if (const auto loaded = d->document->load(recovery.prepared); !loaded) {
        File::Error error;
        error.message = loaded.error().message;
        d->showError(u"open"_s, error);
        return false;
    }
    d->showCells();
    d->copyTitle = recovery.path.isEmpty() ? recovery.title : QString();
    d->setFile(recovery.path, recovery.fingerprint);
    d->document->setModified(true);
    if (d->journal) {
        // The old one goes when the new one is whole.
        connect(d->journal, &Notebook::Journal::written, this,
                [directory = recovery.directory]() { QThreadPool::globalInstance()->start([directory]() { Notebook::Journal::discard(directory); }); }, Qt::SingleShotConnection);
        d->journal->start();
    }
    const QString when = QLocale().toString(recovery.changedAt, QLocale::ShortFormat);
    QString text = tr("%1 was not saved when the workbench ended. %Ln changed cell(s) came back, as of %2.", nullptr, recovery.changedCells).arg(title(), when);
    if (recovery.cellsWithoutOutput > 0)
        text += u' ' + tr("Outputs over %1 MB did not.").arg(Notebook::Journal::maximumOutputs >> 20);
    QList<Banner::Button> buttons { { tr("Keep changes"), {}, [this]() {
                                         d->banner->clearMessage(u"recovered"_s);
                                         d->canvas->setFocus();
                                     } } };
    if (!recovery.path.isEmpty()) {
        buttons.append({ tr("Compare"), u"git-compare"_s, [this]() { d->compareWithFile(); } });
        buttons.append({ tr("Back to the file"), {}, [this]() { d->reload(); } });
    }
    d->banner->setMessage(u"recovered"_s, { Meaning::Warn, text, text, u"archive-restore"_s, buttons, false });
    d->updateSummary();
    Q_EMIT titleChanged();
    Q_EMIT modifiedChanged(true);
    return true;
}

void NotebookView::Private::reload(bool ask)
{
    if (const QString running = q->runningText(); ask && !running.isEmpty()) {
        banner->setMessage(u"reload"_s, { Meaning::Warn, tr("%1 Its output is lost when the file is loaded again.").arg(running), {}, u"refresh-cw"_s,
                                          { { tr("Keep running"), {}, [this]() {
                                                 banner->clearMessage(u"reload"_s);
                                                 canvas->setFocus();
                                             } },
                                            { tr("Interrupt and reload"), {}, [this]() {
                                                 banner->clearMessage(u"reload"_s);
                                                 queue->interruptAll();
                                                 reload(false);
                                             } } },
                                          true });
        return;
    }
    if (ask && document->isModified() && !goneAt && !banner->hasMessage(u"recovered"_s)) {
        banner->setMessage(u"reload"_s, { Meaning::Warn, tr("Your changes to %1 are lost when the file is loaded again, and cannot be brought back.").arg(q->title()), {}, u"refresh-cw"_s,
                                          { { tr("Keep mine"), {}, [this]() {
                                                 banner->clearMessage(u"reload"_s);
                                                 canvas->setFocus();
                                             } },
                                            { tr("Compare"), u"git-compare"_s, [this]() { compareWithFile(); } },
                                            { tr("Discard and reload"), {}, [this]() {
                                                 banner->clearMessage(u"reload"_s);
                                                 reload(false);
                                             } } },
                                          true });
        return;
    }
    const QString file = path;
    const int current = canvas->current();
    inPool(
        q,
        [file]() {
            File::Fingerprint known;
            const auto bytes = File::read(file, &known);
            std::expected<Notebook::Document::Prepared, File::Error> prepared;
            if (bytes)
                prepared = Notebook::Document::prepare(*bytes);
            else
                prepared = std::unexpected(bytes.error());
            return std::pair(prepared, known);
        },
        [this, file, current](const std::pair<std::expected<Notebook::Document::Prepared, File::Error>, File::Fingerprint> &read) {
            if (!read.first) {
                showError(u"open"_s, read.first.error());
                return;
            }
            queue->clearAll();
            if (const auto loaded = document->load(*read.first); !loaded) {
                File::Error error;
                error.message = loaded.error().message;
                error.hint = loaded.error().hint;
                showError(u"open"_s, error);
                return;
            }
            for (const QString &id : { u"external"_s, u"recovered"_s, u"save"_s })
                banner->clearMessage(id);
            setFile(file, read.second);
            canvas->setCurrent(current);
            canvas->setFocus();
            updateSummary();
        });
}

// --- what others do to the file ------------------------------------------------------------------------

void NotebookView::Private::watchFile()
{
    lookTimer.setInterval(lookInterval);
    QObject::connect(&lookTimer, &QTimer::timeout, q, [this]() { look(); });
    QObject::connect(qApp, &QGuiApplication::applicationStateChanged, q, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive)
            look();
    });
    lookTimer.start();
}

void NotebookView::Private::look()
{
    // In hidden tabs, too: what no file has any more is to be known before the window closes.
    if (path.isEmpty() || looking || saving || fingerprint.isNull())
        return;
    looking = true;
    inPool(
        q, [file = path, known = fingerprint]() { return lookAt(file, known); },
        [this, file = path, known = fingerprint](const Look &look) {
            looking = false;
            if (file != path || !(known == fingerprint) || saving)
                return;
            switch (look.change) {
            case File::ExternalChange::None:
                banner->clearMessage(u"external"_s);
                if (const auto revision = std::exchange(goneAt, std::nullopt); revision && *revision == document->revision())
                    document->setModified(false); // It is back as it was.
                break;
            case File::ExternalChange::Gone:
                if (!document->isModified()) {
                    goneAt = document->revision();
                    document->setModified(true);
                }
                if (!banner->hasMessage(u"external"_s))
                    banner->setMessage(u"external"_s, { Meaning::Warn, tr("%1 is not there any more. Saving writes it again.").arg(q->title()), QDir::toNativeSeparators(path), {}, {}, true });
                break;
            case File::ExternalChange::Changed: {
                // Where it was gone it is there again, but not as it was: what is shown stays unsaved.
                const bool wasGone = std::exchange(goneAt, std::nullopt).has_value();
                if (look.present == accepted || look.present.isNull() || (banner->hasMessage(u"external"_s) && !wasGone))
                    break;
                banner->setMessage(u"external"_s,
                                   { Meaning::Warn, tr("%1 changed on the disk since you opened it.").arg(q->title()), QDir::toNativeSeparators(path), u"file-diff"_s,
                                     { { tr("Keep mine"), {},
                                         [this, present = look.present]() {
                                             accepted = present;
                                             banner->clearMessage(u"external"_s);
                                             document->setModified(true);
                                             canvas->setFocus();
                                         } },
                                       { tr("Compare"), u"git-compare"_s, [this]() { compareWithFile(); } },
                                       { tr("Reload"), u"refresh-cw"_s, [this]() { reload(); } } },
                                     false });
                break;
            }
            }
        });
}

void NotebookView::Private::compareWithFile()
{
    using Texts = std::pair<DiffText, DiffText>;
    inPool(
        q,
        [file = path, copy = document->copier()]() -> std::expected<Texts, File::Error> {
            const auto bytes = File::read(file);
            if (!bytes)
                return std::unexpected(bytes.error());
            const std::unique_ptr<Notebook::Document> mine = copy();
            Notebook::Document other;
            if (!other.fromBytes(*bytes)) // Not a notebook any more: its text says what it is.
                return Texts { DiffText(QString::fromUtf8(*bytes)), comparable(*mine, {}) };
            const QSet<QString> common = commonIds(other, *mine);
            return Texts { comparable(other, common), comparable(*mine, common) };
        },
        [this](const std::expected<Texts, File::Error> &texts) {
            if (!texts) {
                showError(u"open"_s, texts.error());
                return;
            }
            Q_EMIT q->openInTabRequested(new DiffView(tr("On the disk"), texts->first, tr("Here"), texts->second), Icons::icon(u"git-compare"_s), tr("%1, compared").arg(q->title()));
        });
}

// --- saving --------------------------------------------------------------------------------------------

void NotebookView::Private::askWhere(std::function<void(const QString &)> done)
{
    auto *dialog = new QFileDialog(q, NotebookView::tr("Save notebook"), path.isEmpty() ? LastFolder::get() : QFileInfo(path).path(), NotebookView::tr("Notebooks (*.ipynb)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    LastFolder::follow(dialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(q->title());
    connect(dialog, &QFileDialog::fileSelected, q, [this, done](const QString &chosen) {
        // The dialogs of some desktops ask about the name as it was typed, and not about the one with its ending.
        const bool named = QFileInfo(chosen).fileName().contains(u'.');
        const QString file = named ? chosen : chosen + ".ipynb"_L1;
        if (named || !QFileInfo::exists(file)) {
            done(file);
            return;
        }
        banner->setMessage(u"save"_s, { Meaning::Warn, tr("%1 is there already, and was not replaced.").arg(QFileInfo(file).fileName()), QDir::toNativeSeparators(file), {},
                                        { { tr("Save as…"), {}, [this]() { q->askWhereToSave(); } }, { tr("Replace it"), {}, [this, file]() { q->saveAs(file); } } }, true });
        done({});
    });
    connect(dialog, &QDialog::rejected, q, [done]() { done({}); });
    dialog->open();
}

void NotebookView::askWhereToSave()
{
    if (d->broken || d->loadingNote)
        return;
    d->askWhere([this](const QString &file) {
        if (!file.isEmpty()) {
            saveAs(file);
            return;
        }
        d->closeAfterSave = false;
        d->tellAfterSave(false);
    });
}

bool NotebookView::Private::mayReplace(const QString &file, const QStringList &taken)
{
    if (File::isSame(file, path))
        return true;
    const std::function<void()> show = openElsewhere ? openElsewhere(file) : nullptr;
    const bool promised = std::any_of(taken.begin(), taken.end(), [&file](const QString &other) { return File::isSame(file, other); });
    if (!show && !promised)
        return true;
    QList<Banner::Button> buttons;
    if (show)
        buttons.append({ tr("Show that tab"), {}, show });
    buttons.append({ tr("Save as…"), {}, [this]() { q->askWhereToSave(); } });
    const QString name = QFileInfo(file).fileName();
    banner->setMessage(u"save"_s, { Meaning::Warn, show ? tr("%1 is open in another tab, so it was not replaced. Close that tab first, or save under another name.").arg(name)
                                                        : tr("%1 is the name that another notebook is to be saved under. Save this one under a name of its own.").arg(name),
                                    QDir::toNativeSeparators(file), {}, buttons, true });
    return false;
}

void NotebookView::setOpenElsewhere(std::function<std::function<void()>(const QString &path)> find)
{
    d->openElsewhere = std::move(find);
}

bool NotebookView::holds(const QString &path) const
{
    return File::isSame(path, filePath()) || File::isSame(path, d->savingTo) || File::isSame(path, d->saveAgain);
}

bool NotebookView::isUnsaved() const
{
    if (d->broken || d->loadingNote)
        return false;
    return d->document->isModified() || (!d->path.isEmpty() && !QFileInfo::exists(d->path));
}

QString NotebookView::filePath() const
{
    return !d->loadingPath.isEmpty() ? d->loadingPath : d->brokenPath.isEmpty() ? d->path : d->brokenPath;
}

QString NotebookView::title() const
{
    if (!filePath().isEmpty())
        return QFileInfo(filePath()).fileName();
    return d->copyTitle.isEmpty() ? tr("Untitled.ipynb") : d->copyTitle;
}

void NotebookView::setUntitledName(const QString &name)
{
    d->copyTitle = name;
    if (d->journal)
        d->journal->setFile(d->path, title(), d->fingerprint);
    d->updatePath();
    Q_EMIT titleChanged();
}

bool NotebookView::isBroken() const
{
    return d->broken != nullptr;
}

bool NotebookView::isModified() const
{
    return d->document->isModified();
}

bool NotebookView::save()
{
    if (d->broken || d->loadingNote)
        return false;
    if (d->path.isEmpty()) {
        askWhereToSave();
        return false;
    }
    saveAs(d->path);
    return true;
}

void NotebookView::saveAs(const QString &path)
{
    if (d->broken || d->loadingNote)
        return;
    if (d->saving) {
        d->saveAgain = path;
        return;
    }
    if (!d->mayReplace(path, {})) {
        d->closeAfterSave = false;
        d->tellAfterSave(false);
        Q_EMIT saved(false);
        return;
    }
    d->saving = true;
    d->savingTo = path;
    d->document->breakUndoMerging();
    const bool same = File::isSame(path, d->path);
    inPool(
        this,
        [path, write = d->document->writer(), known = same ? d->fingerprint : File::Fingerprint {}, accepted = d->accepted]() { return writeNotebook(path, write(), known, accepted); },
        [this, path, revision = d->document->revision()](const Saved &saved) {
            d->saving = false;
            d->savingTo.clear();
            d->wrote(path, revision, saved.result, saved.conflict);
            if (const QString again = std::exchange(d->saveAgain, {}); !again.isEmpty())
                saveAs(again);
            else
                d->tellAfterSave(saved.result && !saved.conflict);
        });
}

void NotebookView::Private::wrote(const QString &file, quint64 revision, const std::expected<File::Fingerprint, File::Error> &result, bool conflict)
{
    if (!result) {
        closeAfterSave = false;
        showError(u"save"_s, result.error(), { { tr("Save as…"), {}, [this]() { q->askWhereToSave(); } } });
        Q_EMIT q->saved(false);
        return;
    }
    if (conflict) {
        closeAfterSave = false;
        banner->clearMessage(u"external"_s);
        banner->setMessage(u"save"_s, { Meaning::Warn, tr("%1 was not saved: another program changed it since you opened it.").arg(q->title()), QDir::toNativeSeparators(file), u"file-diff"_s,
                                        { { tr("Compare"), u"git-compare"_s, [this]() { compareWithFile(); } },
                                          { tr("Reload"), u"refresh-cw"_s, [this]() { reload(); } },
                                          { tr("Replace it"), {}, [this, present = *result]() {
                                               accepted = present;
                                               banner->clearMessage(u"save"_s);
                                               q->save();
                                           } } },
                                        true });
        Q_EMIT q->saved(false);
        return;
    }
    for (const QString &id : { u"save"_s, u"external"_s, u"recovered"_s })
        banner->clearMessage(id);
    const bool renamed = path != file;
    document->setSaved(revision);
    setFile(file, *result);
    if (renamed) {
        updateSummary();
        Q_EMIT q->titleChanged();
    }
    Q_EMIT q->saved(true);
    if (std::exchange(closeAfterSave, false) && !document->isModified())
        Q_EMIT q->closeAccepted();
}

void NotebookView::Private::tellAfterSave(bool good)
{
    if (const auto done = std::exchange(afterSave, {}))
        done(good);
}

// --- closing -------------------------------------------------------------------------------------------

void NotebookView::askPlace(const QStringList &taken, std::function<void(const QString &)> done)
{
    d->askWhere([this, taken, done = std::move(done)](const QString &file) { done(!file.isEmpty() && d->mayReplace(file, taken) ? file : QString()); });
}

void NotebookView::saveFirst(const QString &place, std::function<void(bool)> done)
{
    d->afterSave = std::move(done);
    if (d->broken || d->loadingNote)
        d->tellAfterSave(true); // There is nothing of the user's in it.
    else
        saveAs(place);
}

void NotebookView::stopFirst(std::function<void()> done)
{
    d->stopped = true;
    // Commands in the background go on without the notebook.
    const auto look = [this, done = std::move(done)]() {
        if (d->queue->isBusyInForeground())
            return false;
        done();
        return true;
    };
    if (look())
        return;
    auto *watch = new QObject(this);
    connect(d->queue, &Notebook::RunQueue::changed, watch, [look, watch]() {
        if (look())
            watch->deleteLater();
    });
    d->queue->interruptAll();
}

QString NotebookView::runningText() const
{
    if (!d->queue->isBusyInForeground())
        return {};
    int count = 0;
    const Cell *one = nullptr;
    for (const Cell *cell : d->document->cells()) {
        if (!cell->isBusy() || !cell->background().id.isEmpty())
            continue;
        ++count;
        one = cell;
    }
    return count == 1 ? tr("Cell %1 still runs.").arg(d->cellLabel(one)) : tr("%n cell(s) run or wait.", nullptr, count);
}

QList<NotebookView::Background> NotebookView::background() const
{
    QList<Background> list;
    for (const Cell *cell : d->document->cells()) {
        if (cell->isBusy() && !cell->background().id.isEmpty())
            list.append({ d->cellLabel(cell), cell->background().sandbox });
    }
    return list;
}

bool NotebookView::requestClose()
{
    if (d->queue->isBusyInForeground()) {
        QString running = tr("A cell");
        for (const Cell *cell : d->document->cells()) {
            if (cell->runState() == Notebook::RunState::Running && cell->background().id.isEmpty()) {
                running = tr("Cell %1").arg(d->cellLabel(cell));
                break;
            }
        }
        const auto close = [this]() {
            if (askToSave())
                Q_EMIT closeAccepted();
        };
        // Without a choice the notebook stays open.
        d->askAboutClosing({ Meaning::Warn, tr("%1 still runs. What it prints after closing is lost: the server does not keep it.").arg(running), {}, {},
                             { { tr("Interrupt and close"), {}, [this, close]() {
                                    connect(d->queue, &Notebook::RunQueue::idle, this, close, Qt::SingleShotConnection);
                                    d->queue->interruptAll();
                                } },
                               { tr("Let it run and close"), {}, close } },
                             true }, true);
        return false;
    }
    return askToSave();
}

bool NotebookView::askToSave()
{
    if (!isUnsaved())
        return true;
    d->askAboutClosing({ Meaning::Warn, d->document->isModified() && !d->goneAt ? tr("%1 has changes that are not saved.").arg(title()) : tr("The file of %1 is gone. Closing loses what is shown here.").arg(title()), {}, u"save"_s,
                         { { tr("Save and close"), u"save"_s,
                             [this]() {
                                 d->closeAfterSave = true;
                                 save();
                             } },
                           { tr("Close without saving"), {}, [this]() { Q_EMIT closeAccepted(); } } },
                         true });
    return false;
}

/// A question that is asked anyway says what becomes of a context of its own, and lets it be otherwise this once.
void NotebookView::Private::askAboutClosing(Banner::Message message, bool mayInterrupt)
{
    const Banner::Message question = message;
    // Under what goes on running it stays in any case.
    const bool runs = queue->isBusyInForeground();
    if (q->hasOwnContexts() && (mayInterrupt || !runs)) {
        const bool end = q->endsOwnContexts();
        message.text += u' ' + (!end ? tr("Its context and variables stay.") : runs ? tr("Interrupted, its context and variables end with it.") : tr("Its context and variables end with it."));
        message.buttons.append({ end ? tr("Keep its context") : tr("End its context"), {}, [this, question, end, mayInterrupt]() {
                                    endsOwnContexts = !end;
                                    askAboutClosing(question, mayInterrupt);
                                } });
    }
    banner->setMessage(u"close"_s, message);
}
