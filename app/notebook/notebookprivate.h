// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notebookview.h"

#include "cellcanvas.h"
#include "codeeditor.h"
#include "execution/executiontargets.h"
#include "headingbar.h"
#include "shared/banner.h"

#include <opensandbox/notebook/bin.h>
#include <opensandbox/notebook/journal.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <optional>

class BrokenFile;
class Completion;
class ContextButton;
class FindBar;
class QComboBox;
class QMenu;

/// What the parts of a notebook view share; each file named after a part implements its functions.
struct NotebookView::Private
{
    NotebookView *q = nullptr;
    ExecutionTargets *targets = nullptr;
    Notebook::Document *document = nullptr;
    Notebook::RunQueue *queue = nullptr;
    Banner *banner = nullptr;
    HeadingBar *headings = nullptr;
    CellCanvas *canvas = nullptr;
    FindBar *findBar = nullptr;
    Completion *completion = nullptr;
    Notebook::Bin *bin = nullptr;
    Notebook::Journal *journal = nullptr;
    Notebook::File::Fingerprint fingerprint; ///< Of the file as it was read or written here.
    Notebook::File::Fingerprint accepted; ///< Of another program's version that the user chose to replace.
    QTimer lookTimer;
    QString saveAgain; ///< Asked for while a save is under way.
    bool looking = false;
    bool saving = false;
    bool closeAfterSave = false;
    std::function<void(bool)> afterSave; ///< Waits for the end of a save, or of the question where to.
    std::function<std::function<void()>(const QString &)> openElsewhere;
    QString savingTo; ///< While a save is under way.
    std::optional<quint64> goneAt; ///< The revision that was saved, when its file was seen to be gone.
    QString path;
    QString loadingPath; ///< Of a file that another thread is reading.
    QPointer<QWidget> loadingNote; ///< In the place of its cells.
    QString brokenPath; ///< Of a file that could not be opened: it is shown, and never written.
    Notebook::File::Error brokenError;
    BrokenFile *broken = nullptr;
    QString copyTitle; ///< Of a notebook without a path.
    QList<QAction *> actions;
    QHash<QString, QAction *> byId;
    QHash<QString, std::function<void()>> commands; ///< What the actions do; keys need not wait until an action is enabled.
    QAction *kindAction = nullptr;
    QAction *contextAction = nullptr;
    QComboBox *kindBox = nullptr;
    ContextButton *contextButton = nullptr;
    QTimer sequenceTimer;
    QTimer summaryTimer;
    QTimer expiryTimer; ///< Runs while cells do: their sandbox may end.
    QTimer patienceTimer; ///< Runs while an interrupt waits for its effect.
    QKeySequence firstStep; ///< Of a sequence of two, until the timer ends.
    QList<QPointer<Notebook::Cell>> pending; ///< Waiting for a sandbox.
    QHash<QString, QString> partsToRun; ///< By cell id: what of a cell that waits in `pending` or `afterRestart` is to run, where that is not all of it.
    bool creating = false;
    bool keepsWriting = false; ///< The keyboard is in a cell, or about to be: nothing may take it.
    QSet<QString> ownWanted; ///< Sandboxes that the notebook came to without saying which context it wants there.
    std::optional<bool> endsOwnContexts; ///< Chosen for this one.
    bool stopped = false; ///< What runs is to end before it closes.
    bool hasLeft = false;
    bool makingOwn = false; ///< A context of its own is being made, and `pending` waits for it.
    QHash<QString, QString> restarting; ///< Keys of contexts and what they are called; what is run there waits in `afterRestart`.
    QSet<QString> restartsTold; ///< Those of which the loss was told before the restart's own word.
    QString askedToRestart; ///< The key of the context that the banner asks about.
    QList<QPointer<Notebook::Cell>> afterRestart;
    QString resuming; ///< The paused sandbox that cells wait for.
    QString goneKey; ///< The binding that the banner says is gone.
    QString expirySeen; ///< The sandbox of which the banner said, or says, that it ends soon.
    QString goneNext; ///< The sandbox that it offers instead.
    QSet<QString> dismissed; ///< Bindings whose end the user has seen and closed.
    bool headingsDirty = true;
    QList<std::tuple<int, int, QString>> headingList; ///< Cell, level, text.

    QAction *add(const QString &id, const QString &text, const QString &icon, const QString &menu, const QString &keys, std::function<void()> run);
    static void setKeys(QAction *action, const QString &keys);
    QAction *operator[](const QString &id) const { return byId.value(id); }
    void makeActions();
    void updateActions();
    void updateSummary();
    void updatePath();
    bool key(QKeyEvent *event);
    void makeKeyActions();
    void showKeys();
    void toggleScrolling();
    void askForLine();
    void goToLine(Notebook::Cell *cell, int line);
    void insert(int index, Notebook::CellKind kind, bool edit);
    void moveSelected(int direction);
    void moveScattered(QList<int> indexes, int direction);
    static bool areNeighbours(const QList<int> &cells);
    void removeSelected();
    void copy(bool cut);
    void paste(bool above);
    void changeKind(Notebook::CellKind kind);
    void heading(int level);
    void split();
    void merge();
    void runSelected(bool advance, bool insertBelow);
    void runSelection();
    void enqueue(const QList<Notebook::Cell *> &cells);
    bool waitsForRestart(const QList<Notebook::Cell *> &cells);
    bool canRunHere(const Notebook::Cell *cell) const;
    bool needsOwnContext(const Notebook::Cell *cell) const;
    void makeOwnContext(const Notebook::Binding &binding);
    void noteUses();
    void noteUse(const Notebook::Binding &binding);
    void askAboutClosing(Banner::Message message, bool mayInterrupt = false);
    void tellOfOwnContext(const Notebook::Binding &binding);
    bool awaitsOwnContext() const; ///< Cells do.
    QString sharedWith(const Notebook::Binding &binding) const;
    void chooseTarget(const QPoint &position);
    void useTarget(const ExecutionTarget &target);
    void createTarget(const QString &language);
    void tellOfCreation();
    void offerResume(const Notebook::Binding &binding);
    void runPending(); ///< What waited for its sandbox.
    /// Marks what waits for a sandbox or context that is being made, or for a restart. `dropped`: why what waits no more did not run.
    void markWaiting(const QString &dropped = {});
    /// What the margin says of a cell that waits; empty where nothing is under way that it could wait for.
    QString waitsFor() const;
    void askWhereItRuns();
    void tellOfFailure(const QString &language, const QString &error);
    void offerRestart();
    void restartContext(bool ask, bool thenRunAll = false);
    void restart(const Notebook::Binding &binding, bool thenRunAll = false);
    void tellOfRestarts();
    QString nameOfContext(const Notebook::Binding &binding) const;
    /// Says in time that a sandbox ends under a running cell.
    void watchExpiry();
    void contextMenu(int index, const QPoint &position, bool wholeNotebook);
    void fillContexts(QMenu *menu, const Notebook::Binding &present, const std::function<void(const ExecutionTarget &)> &choose,
                      const std::function<void(const ExecutionTarget &)> &makeNew);
    void fillLanguages(QMenu *menu, const QList<QPointer<Notebook::Cell>> &cells, const QString &present, bool wholeNotebook);
    void bind(const QList<QPointer<Notebook::Cell>> &cells, const ExecutionTarget &target, bool wholeNotebook);
    void newContext(const QList<QPointer<Notebook::Cell>> &cells, const ExecutionTarget &target, bool wholeNotebook);
    void remember(const QString &sandbox);
    SandboxRecipe remembered(const QString &sandbox) const;
    QString nameOfSandbox(const QString &sandbox) const;
    void checkBindings();
    void followAgain(Notebook::Cell *cell);
    void offerAgain(const Notebook::Binding &gone, ExecutionTargets::Standing standing);
    void createAgain(const Notebook::Binding &gone, ExecutionTargets::Standing standing);
    QList<std::pair<QString, QString>> namedContexts(const QString &sandbox) const;
    void createContexts(const Notebook::Binding &gone, const ExecutionTarget &target, QList<std::pair<QString, QString>> left, QHash<QString, QString> made);
    void chooseInstead(const Notebook::Binding &gone, ExecutionTargets::Standing standing);
    void rebind(const Notebook::Binding &gone, ExecutionTargets::Standing standing, const ExecutionTarget &target, const QHash<QString, QString> &contexts);
    void contextReplaced(const QString &id, const QString &newId);
    void runInBackground();
    void queueMenu(int index, const QPoint &position);
    void addOutputActions(QMenu *menu, Notebook::Cell *cell, quint64 outputId);
    void addBlockActions(QMenu *menu, const QList<OutputBlock *> &blocks);
    void cellMenu(int index, quint64 outputId, OutputBlock *block, const QPoint &position);
    void output(Notebook::Cell *cell, quint64 id, const OutputRequest &request);
    void noticeAction(Notebook::Cell *cell, const QString &code);
    void openStream(Notebook::Cell *cell, quint64 id);
    void saveOutput(Notebook::Cell *cell, quint64 id, const QString &mime);
    bool opened(const QString &file, const std::expected<Notebook::File::Fingerprint, Notebook::File::Error> &result);
    void setFile(const QString &newPath, const Notebook::File::Fingerprint &known);
    void reload(bool ask = true);
    void watchFile();
    void look();
    void compareWithFile();
    void wrote(const QString &file, quint64 revision, const std::expected<Notebook::File::Fingerprint, Notebook::File::Error> &result, bool conflict);
    void openBin();
    void editTags();
    void runFrom(int first);
    void compareWithPrevious(Notebook::Cell *cell);
    void runInSeveral();
    void runSideBySide(const QString &source, const QString &label, QList<ExecutionTarget> places, QList<ExecutionTarget> toMake);
    enum class Format { Html, Pdf, Markdown, Script };
    void exportAs(Format format);
    void exported(const QString &file, const QString &error);
    void goToCell(const QString &place);
    void openText(Notebook::Cell *cell, quint64 id);
    void showBroken(const QString &file, const Notebook::File::Error &error);
    void openBrokenAsText();
    void showError(const QString &id, const Notebook::File::Error &error, const QList<Banner::Button> &buttons = {});
    void findOwnContexts();
    void showCells();
    void askWhere(std::function<void(const QString &)> done);
    bool mayReplace(const QString &file, const QStringList &taken);
    void forgetPending(const QString &reason);
    void tellAfterSave(bool good);
    QString cellLabel(const Notebook::Cell *cell) const;
};
