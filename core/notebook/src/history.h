// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/document.h>

namespace Notebook {

/// The undo history of a document: a list of commands of which the first `m_done` are carried out.
struct Document::History
{
    /// Each is carried out by redo() when it is pushed.
    struct Command
    {
        explicit Command(QString title)
            : text(std::move(title))
        {
        }
        virtual ~Command() = default;
        virtual void redo(Document &document) = 0;
        virtual void undo(Document &document) = 0;
        /// Takes up a command that was just carried out after this one.
        virtual bool absorb(const Command &) { return false; }
        /// Where to look after undo or redo; a null cell for nowhere.
        virtual std::pair<Cell *, qsizetype> focus(Document &, bool) const { return {}; }
        /// A context got another id: what undo or redo brings back must not name the one that is gone.
        virtual void renameContext(const QString &, const QString &) { }
        /// Some of our members of the notebook's metadata are no steps: they stay as they are now, whatever is undone.
        virtual void adopt(const Json::Value &, const QStringList &) { }
        /// Bytes of outputs that only this command keeps, roughly.
        virtual qint64 size() const { return 0; }
        QString text;
    };

    struct Edit : Command
    {
        Edit(Cell *target, qsizetype at, QString before, QString after);
        void redo(Document &document) override;
        void undo(Document &document) override;
        bool absorb(const Command &other) override;
        std::pair<Cell *, qsizetype> focus(Document &, bool undone) const override;
        Cell *cell;
        qsizetype position;
        QString removed;
        QString inserted;
    };

    struct Insert : Command
    {
        Insert(int at, std::vector<std::unique_ptr<Cell>> newCells, QString title);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &document, bool undone) const override;
        void renameContext(const QString &context, const QString &newContext) override { renameIn(cells, context, newContext); }
        qint64 size() const override { return sizeOf(cells); }
        int index;
        int count;
        std::vector<std::unique_ptr<Cell>> cells;
    };

    struct Remove : Command
    {
        Remove(int at, int howMany);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &document, bool undone) const override;
        void renameContext(const QString &context, const QString &newContext) override { renameIn(cells, context, newContext); }
        qint64 size() const override { return sizeOf(cells); }
        int index;
        int count;
        std::vector<std::unique_ptr<Cell>> cells;
    };

    struct Move : Command
    {
        Move(int from, int howMany, int target, QString title);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &document, bool undone) const override;
        int first;
        int count;
        int to;
    };

    struct Kind : Command
    {
        Kind(Cell *target, QString name);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &, bool) const override { return {cell, -1}; }
        Cell *cell;
        qint64 size() const override { return OutputList::sizeOf(outputs); }
        QString before;
        QString after;
        OutputList::Content outputs;
        int executionCount = -1;
    };

    /// One member of a cell's object: its metadata or attachments.
    struct Member : Command
    {
        Member(Cell *target, QString name, Json::Value oldValue, Json::Value newValue);
        void redo(Document &document) override;
        void undo(Document &document) override;
        void renameContext(const QString &context, const QString &newContext) override;
        std::pair<Cell *, qsizetype> focus(Document &, bool) const override { return {cell, -1}; }
        Cell *cell;
        QString key;
        Json::Value before;
        Json::Value after;
    };

    struct NotebookMetadata : Command
    {
        NotebookMetadata(Json::Value oldValue, Json::Value newValue);
        void redo(Document &document) override;
        void undo(Document &document) override;
        void renameContext(const QString &context, const QString &newContext) override;
        void adopt(const Json::Value &ours, const QStringList &names) override;
        Json::Value before;
        Json::Value after;
    };

    /// Clears the outputs of a cell by exchanging them with none.
    struct Outputs : Command
    {
        explicit Outputs(Cell *target);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &, bool) const override { return {cell, -1}; }
        qint64 size() const override { return OutputList::sizeOf(content); }
        Cell *cell;
        OutputList::Content content;
        int executionCount = -1;
        quint64 runId = 0; ///< What a later run prints is left alone.
        bool carriedOut = false;

    private:
        void exchange();
    };

    /// Exchanges the outputs of a cell with those of the run before.
    struct EarlierOutputs : Command
    {
        explicit EarlierOutputs(Cell *target);
        void redo(Document &document) override;
        void undo(Document &document) override;
        std::pair<Cell *, qsizetype> focus(Document &, bool) const override { return {cell, -1}; }
        qint64 size() const override { return OutputList::sizeOf(content); }
        Cell *cell;
        OutputList::Content content; ///< Of the later run.
        int executionCount = -1;
        quint64 runId = 0; ///< Of the later run, whose threads may print on: not into what was brought back.
        bool carriedOut = false; ///< False: nothing was left to be brought back.
    };

    struct Macro : Command
    {
        using Command::Command;
        void redo(Document &document) override;
        void undo(Document &document) override;
        void renameContext(const QString &context, const QString &newContext) override;
        void adopt(const Json::Value &ours, const QStringList &names) override;
        std::pair<Cell *, qsizetype> focus(Document &document, bool undone) const override;
        qint64 size() const override;
        std::vector<std::unique_ptr<Command>> commands;
    };

    void push(Document &document, std::unique_ptr<Command> command);
    void beginMacro(const QString &text);
    void endMacro(Document &document);
    void undo(Document &document);
    void redo(Document &document);
    void renameContext(const QString &context, const QString &newContext);
    void adopt(const Json::Value &ours, const QStringList &names);
    void breakMerging() { m_mayMerge = false; }
    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_commands.size(); }
    QString undoText() const { return canUndo() ? m_commands[m_done - 1]->text : QString(); }
    QString redoText() const { return canRedo() ? m_commands[m_done]->text : QString(); }
    bool isClean() const { return m_clean == qsizetype(m_done) && !m_macro; }
    void setClean();
    /// More than that of outputs is not kept: the oldest steps are forgotten, the newest never.
    void setLimit(qint64 bytes) { m_limit = bytes; }
    /// True while a command works: what it does to outputs is part of the history.
    bool isWorking() const { return m_working; }

private:
    void store(Document &document, std::unique_ptr<Command> command);
    void forgetOldest();
    bool isTooLarge() const;
    static qint64 sizeOf(const std::vector<std::unique_ptr<Cell>> &cells);
    static void renameIn(const std::vector<std::unique_ptr<Cell>> &cells, const QString &context, const QString &newContext);

    static constexpr qint64 worthCounting = 64 * 1024;
    static constexpr size_t maximumCommands = 2000;
    std::vector<std::unique_ptr<Command>> m_commands;
    size_t m_done = 0;
    qsizetype m_clean = 0; ///< Value of m_done at which the document is as in the file; -1 when it is never again.
    qint64 m_limit = Document::defaultUndoLimit;
    bool m_mayMerge = false;
    bool m_working = false;
    std::unique_ptr<Macro> m_macro;
    int m_macroDepth = 0;
};

} // namespace Notebook
