// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/cell.h>

#include <QHash>
#include <QList>
#include <QObject>

#include <expected>
#include <functional>
#include <memory>
#include <vector>

namespace Notebook {

/// Why bytes are not a notebook, in words for people; line and column count from 1, 0 when they do not apply.
struct LoadError
{
    QString message;
    QString hint;
    int line = 0;
    int column = 0;
};

/**
 * A notebook. What was not changed is saved byte for byte as it was read, and an edit of one cell changes the lines of that
 * cell only. Everything the user does goes through one undo history; outputs that arrive from runs do not, clearing by hand does.
 */
class Document : public QObject
{
    Q_OBJECT
public:
    /// A new notebook of the current format (4.5) with one empty code cell.
    explicit Document(QObject *parent = nullptr);
    ~Document() override;

    /// Replaces everything, also the undo history. On failure nothing changes.
    std::expected<void, LoadError> fromBytes(const QByteArray &bytes) { return load(prepare(bytes)); }
    /// What can be found out about bytes without a document: that they are JSON, and where its parts are.
    struct Prepared
    {
        QByteArray head; ///< Before the notebook,
        QByteArray text; ///< all but a byte order mark,
        std::expected<Json::Value, LoadError> root; ///< and the notebook itself.
        Json::Style style;
    };
    /// fromBytes() in two steps: this one takes long for large files and may be called in any thread.
    static Prepared prepare(const QByteArray &bytes);
    std::expected<void, LoadError> load(const Prepared &prepared);
    QByteArray toBytes() const;
    /// What toBytes() gives now, to be called once and in any thread: writing large outputs takes its time.
    std::function<QByteArray()> writer() const;
    /// Makes a document like this one, as it is now, in the thread that calls it: for work on the whole of it that takes its time.
    std::function<std::unique_ptr<Document>()> copier() const;
    /// A script or notebook of another format became a notebook in memory: ask for a new file name.
    bool needsSaveAs() const { return m_needsSaveAs; }
    /// Oddities that do not hinder the work, for a banner: keys the format does not know, double ids...
    QStringList warnings() const { return m_warnings; }
    int formatMajor() const { return 4; }
    int formatMinor() const { return m_minor; }

    // --- cells
    int count() const { return int(m_cells.size()); }
    Cell *cell(int index) const { return index >= 0 && index < count() ? m_cells[size_t(index)] : nullptr; }
    Cell *cellById(const QString &id) const { return m_byId.value(id); }
    const std::vector<Cell *> &cells() const { return m_cells; }

    Cell *insertCell(int index, CellKind kind, const QString &source = {}, const Binding &binding = {});
    void removeCells(QList<int> indexes);
    void removeCell(int index) { removeCells({index}); }
    /// Moves `count` cells so that the first of them is at `to` in the list without them.
    void moveCells(int first, int count, int to);
    /// Brings cells together, in their order, before the cell that is now at `gap` (or at the end), as one step. Returns where the first is then.
    int gatherCells(QList<int> indexes, int gap);
    /// The text from `position` on becomes a new cell below, which is returned. Outputs stay with the upper one.
    Cell *splitCell(int index, qsizetype position);
    /// Joins neighbours with a line end between them; the first keeps its kind, binding and outputs.
    Cell *mergeCells(int first, int count);
    void changeKind(const QList<int> &indexes, CellKind kind);
    QList<Cell *> duplicateCells(const QList<int> &indexes);
    /// Cells as a small notebook (for the clipboard, type clipboardMimeType) and back. Pasted cells get new ids.
    QByteArray copyCells(const QList<int> &indexes) const;
    QList<Cell *> pasteCells(int index, const QByteArray &json);
    /// The same small notebook without its text being written: it shares what the cells hold now, so that it costs little whatever they printed.
    Json::Value sharedCells(const QList<int> &indexes) const;
    QList<Cell *> pasteCells(int index, const Json::Value &notebook);
    static QByteArray clipboardBytes(const Json::Value &notebook);
    static QString clipboardMimeType(); ///< application/x-ipynb+json
    void clearOutputs(const QList<int> &indexes); ///< Undoable; counts are cleared, too.
    /**
     * Shows the outputs of the run before the present ones, as a step that undo takes back; once more, those before them.
     *
     * A run itself is no step: undo right after it is about what was typed, moved or deleted, which is what hands expect of Z and Ctrl+Z, and
     * nobody loses what a long run has just printed by one key too many. What a run replaced is asked for by name instead.
     */
    void bringBackOutputs(const QList<int> &indexes);

    // --- undo
    bool canUndo() const;
    bool canRedo() const;
    QString undoText() const; ///< What it would undo: "Delete 2 cells".
    QString redoText() const;
    void undo();
    void redo();
    /// Later typing starts a new step (the focus moved, a cell was run, the file was saved).
    void breakUndoMerging();
    /// Everything changed between the two is one step.
    void beginMacro(const QString &text);
    /// Bytes of cleared and deleted outputs that undo may keep; beyond it the oldest steps cannot be undone any more. The newest always can.
    static constexpr qint64 defaultUndoLimit = 256LL << 20;
    void setUndoLimit(qint64 bytes);
    void endMacro();

    // --- state
    bool isModified() const;
    void setModified(bool modified); ///< false after saving.
    /// Changes with everything that toBytes() would write.
    quint64 revision() const { return m_revision; }
    /// The content of that revision was saved: unmodified, unless something changed since.
    void setSaved(quint64 revision);

    // --- notebook metadata
    Json::Value metadata() const;
    void setMetadata(const Json::Value &metadata); ///< Undoable.
    QString defaultLanguage() const; ///< From our metadata, the kernel's, or "python".
    void setDefaultLanguage(const QString &language);
    Binding defaultBinding() const; ///< What the notebook says; language is always set.
    void setDefaultBinding(const Binding &binding);
    /// The same without a step of undo: where cells run, and what is remembered of it, is no edit of theirs.
    void adoptMetadata(const Json::Value &metadata);
    void adoptDefaultBinding(const Binding &binding);
    /// What the program adds below the notebook's own defaults (the sandbox attached to this view). Not saved.
    void setFallbackBinding(const Binding &binding);
    Binding fallbackBinding() const { return m_fallback; }
    /// The context that cells of this sandbox and language use where neither they nor the notebook name one. Not saved; empty: the first one.
    void setOwnContext(const QString &sandbox, const QString &language, const QString &context);
    QString ownContext(const QString &sandbox, const QString &language) const { return m_ownContexts.value({ sandbox, language }); }
    /// All of them; each names its sandbox, language and context.
    QList<Binding> ownContexts() const;
    /// A restart gave a context another id: all that names it names the new one, also what undo and redo bring back. No step of undo.
    void replaceContext(const QString &context, const QString &newContext);

    // --- outputs
    /// Changes all displays of that id which ran in that scope, in all cells. Returns how many there were.
    int updateDisplay(const QString &scope, const QString &displayId, const MimeBundle &data, const QJsonObject &metadata);

Q_SIGNALS:
    void reset(); ///< Other content; forget all cells.
    void cellsInserted(int first, int count);
    void cellsAboutToBeRemoved(int first, int count); ///< The cells still answer, also afterwards.
    void cellsRemoved(int first, int count);
    void cellsMoved(int first, int count, int to);
    void metadataChanged();
    /// Something of this cell that a file would keep changed. May come thousands of times between two frames.
    void cellChanged(Notebook::Cell *cell);
    void defaultBindingChanged();
    void modifiedChanged(bool modified);
    void undoChanged(); ///< canUndo, canRedo or their texts.
    /// After undo or redo: show this cell; the position is -1 when it was not about its text.
    void focusRequested(Notebook::Cell *cell, qsizetype position);

private:
    friend class Cell;
    friend class OutputList;
    struct History; // the undo history

    void outputsChanged();
    quint64 nextEarlier() { return ++m_lastEarlier; }
    void limitEarlier(); ///< Of all cells; the newest always stays.
    void registerDisplay(Cell *cell, const QString &displayId);
    void forget(Cell *cell);
    void attach(int index, std::vector<std::unique_ptr<Cell>> cells);
    std::vector<std::unique_ptr<Cell>> detach(int index, int count);
    void relocate(int first, int count, int to);
    void renumber(int from);
    void readDefaults();
    void applyMetadata(const Json::Value &metadata);
    void updateModified();
    std::unique_ptr<Cell> makeCell(CellKind kind, const QString &source);
    std::unique_ptr<Cell> cellFromJson(const Json::Value &json, bool keepId);
    QString freshId() const;
    Json::Value rootToWrite() const;

    mutable Json::Value m_root = Json::Value::object(); ///< Its "cells" are those of the last load or save.
    Json::Style m_style;
    bool m_sourceAsList = true;
    QByteArray m_head; ///< Byte order mark and white space before the document.
    QByteArray m_tail; ///< White space after it.
    int m_minor = 5;
    bool m_needsSaveAs = false;
    bool m_idsToWrite = false; ///< Missing ids are written; false while the file is as it was read.
    QStringList m_warnings;
    std::vector<Cell *> m_cells;
    QHash<QString, Cell *> m_byId;
    QMultiHash<QString, Cell *> m_displays;
    Binding m_defaults;
    QString m_kernelLanguage;
    Binding m_fallback;
    QHash<std::pair<QString, QString>, QString> m_ownContexts; ///< By sandbox and language.

    std::unique_ptr<History> m_history;
    quint64 m_revision = 0;
    quint64 m_lastEarlier = 0;
    qint64 m_earlierLimit = defaultUndoLimit;
    bool m_modified = false;
    bool m_outputsModified = false;
    bool m_forcedModified = false;
};

} // namespace Notebook
