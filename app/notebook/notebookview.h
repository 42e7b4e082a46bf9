// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QWidget>

#include <chrono>
#include <functional>
#include <memory>

class CellCanvas;
class Completion;
class ExecutionTargets;
struct OutlineEntry;
namespace Notebook {
class Document;
class RunQueue;
struct Recovery;
}

/**
 * A notebook as a document of the main window: its cells, their outputs, its banner and its questions.
 * Owns the document and the run queue. Interface thread only.
 */
class NotebookView : public QWidget
{
    Q_OBJECT
public:
    explicit NotebookView(ExecutionTargets *targets, QWidget *parent = nullptr);
    ~NotebookView() override;

    /// Loads a file. On failure it carries the file's name, says what is wrong in place of the cells, and never writes; returns false.
    bool open(const QString &path);
    /// Loads a notebook that is not the user's to change: saving asks for a place.
    bool openCopy(const QString &path, const QString &title);
    /// Keeps every change in this folder until it is saved, so that a crash loses nothing.
    void keepJournal(const QString &folder);
    /// Shows what a crash left in a journal, says so, and offers the file as it is.
    bool restore(const Notebook::Recovery &recovery);
    /// Empty for a notebook that was never saved.
    QString filePath() const;
    /// The file's name; without a file the name it was given, or "Untitled.ipynb".
    QString title() const;
    void setUntitledName(const QString &name);
    bool isModified() const;
    /// No file has what is shown here: it was changed, or its file is gone. Looks at the disk.
    bool isUnsaved() const;
    /// Whether it was read from this file, or is being written to it.
    bool holds(const QString &path) const;
    /// `find` gives what shows the other document that holds a file, or nothing. Such a file is never written to from here: what the
    /// other one shows would be on no disk any more.
    void setOpenElsewhere(std::function<std::function<void()>(const QString &path)> find);
    /// The file could not be opened.
    bool isBroken() const;
    Notebook::Document *document() const;
    Notebook::RunQueue *queue() const;
    CellCanvas *canvas() const;

    /// open() for large files: another thread reads them, and loaded() tells the end. Until then there is nothing to be seen or saved.
    void load(const QString &path);
    static constexpr qint64 largeFile = 1 << 20; ///< Bytes.

    /// Writes the file in another thread and emits saved(); without a path it asks for one and returns false.
    bool save();
    void saveAs(const QString &path);
    void askWhereToSave();
    /// Asks where to write it before it closes with others; calls back once, with nothing when no place was chosen or it cannot be
    /// had, which it says itself. Others have chosen the places in `taken`.
    void askPlace(const QStringList &taken, std::function<void(const QString &)> done);
    /// Writes it before it closes with others; calls back once, false when that failed.
    void saveFirst(const QString &place, std::function<void(bool)> done);
    /// Interrupts what runs and calls back when it has ended.
    void stopFirst(std::function<void()> done);
    /// A sentence about what runs or waits here; empty when nothing does whose output would be lost.
    QString runningText() const;
    struct Background
    {
        QString cell; ///< "[3]"; "3" for one that never ended.
        QString sandbox; ///< Its id.
    };
    /// Cells whose commands run beside all queues and go on without the notebook.
    QList<Background> background() const;
    /// Whether it has contexts that nobody else uses, which end when it closes.
    bool hasOwnContexts() const;
    bool endsOwnContexts() const;
    /// What becomes of them; without a choice it is as ExecutionTargets::endsOwnContexts() says.
    void setEndsOwnContexts(bool end);
    /// It is about to be closed: contexts of its own end now, not only when it is destroyed.
    void leaveContexts();
    /// True when it may close at once. Otherwise it asks in place and emits closeAccepted() if the answer is to close.
    bool requestClose();

    /// Writes it as "html" (self-contained), "pdf", "markdown" or "script", in the background; emits exportFinished().
    void exportTo(const QString &path, const QString &format);

    /// Runs these cells in order; asks where, when some have no sandbox that runs, and goes on by itself.
    void run(const QList<int> &cells);
    void runAll();
    /// Stops what runs in the current cell's context, else everything.
    void interrupt();
    /// After this time without a reaction to an interrupt, restarting the context is offered; 10 s.
    void setInterruptPatience(std::chrono::milliseconds patience);
    bool isBusy() const;
    /// The menu of contexts for the current cell.
    void chooseContext();
    /// Headings, and the code cells below them.
    QList<OutlineEntry> outline() const;
    Completion *completion() const;

    /// Uses this sandbox for every cell without a binding of its own.
    void attach(const QString &connection, const QString &sandboxId);
    /// A sandbox for this notebook is being made elsewhere: says so, and what is run waits for attach() or failAttaching().
    void awaitSandbox();
    void failAttaching(const QString &problem);

    /// The document's own toolbar, left to right: actions, with separators; combos are QWidgetActions.
    /// Every action has its id as object name ("notebook.run") and its reason in the tooltip when disabled.
    QList<QAction *> toolBarActions() const;
    /// Every action, for menus and the palette; the property "menu" names the menu ("Edit", "Run", "Context").
    QList<QAction *> allActions() const;

    /// "Command mode", "Edit mode · Ln 3, Col 8".
    QString modeText() const;
    /// For the status bar: language letters, context, busy or idle, queue length.
    QString contextText() const;
    /// The sandbox of the current cell; empty when none.
    QString currentSandboxId() const;
    QString currentLanguage() const;
    int currentSeries() const;

Q_SIGNALS:
    void loaded(bool good);
    /// A save came to its end; when it failed the banner says why.
    void saved(bool good);
    void exportFinished(bool good);
    /// It is about to be destroyed, and still whole.
    void closing();
    void titleChanged();
    void modifiedChanged(bool modified);
    void modeChanged();
    /// Cells, headings or states changed; at most every 50 ms.
    void outlineChanged();
    void contextChanged();
    void closeAccepted();
    /// A whole output, to be shown as a document; ownership goes to the receiver.
    void openInTabRequested(QWidget *widget, const QIcon &icon, const QString &title);
    /// The user wants to run this in a terminal of the sandbox.
    void terminalRequested(const QString &sandboxId, const QString &code);
    void fileRequested(const QString &sandboxId, const QString &path);
    void newSandboxRequested();
    /// This file cannot be opened; the user wants another one.
    void openAnotherRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    /// True when nothing would be lost; otherwise a banner asks, and closeAccepted() follows.
    bool askToSave();
    struct Private;
    std::unique_ptr<Private> d;
};
