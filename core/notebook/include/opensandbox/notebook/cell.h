// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/json.h>
#include <opensandbox/notebook/outputs.h>

#include <QDateTime>
#include <QObject>
#include <QString>

#include <memory>

namespace Notebook {

class Document;

enum class CellKind : quint8 { Code, Markdown, Raw, Unknown };

/// Where a cell's code runs. Empty fields are inherited: cell from notebook, notebook from the program.
struct Binding
{
    QString connection; ///< Name of the connection.
    QString sandbox; ///< Id or name of the sandbox.
    QString language; ///< "python", "bash", ...
    QString context; ///< Id of the context; empty for the first one of that language.

    bool isEmpty() const { return connection.isEmpty() && sandbox.isEmpty() && language.isEmpty() && context.isEmpty(); }
    /// This binding with its empty fields taken from `other`; the context only where sandbox and language are the same.
    Binding inheriting(const Binding &other) const;
    /// One queue per key.
    QString key() const;
    bool operator==(const Binding &) const = default;
};

/// A run as a command of its own in a sandbox, besides the contexts; it goes on when nobody is connected.
struct BackgroundCommand
{
    QString id; ///< Empty: none.
    QString sandbox; ///< Id of the sandbox.
    bool operator==(const BackgroundCommand &) const = default;
};

enum class RunState : quint8 {
    NeverRun,
    Queued,
    Running,
    Done,
    Failed,
    Interrupted,
    ResultUnknown, ///< The connection was lost while it ran.
    ContextLost, ///< The context ended while it ran, or ended since and its variables are gone.
    Stale, ///< Ran, and was edited since.
};

/// One cell. Made and owned by its Document; a removed cell lives on in the undo history.
class Cell : public QObject
{
    Q_OBJECT
public:
    ~Cell() override;

    Document *document() const { return m_document; }
    /// The id of the file (nbformat 4.5), or one that is only used in memory. Never changes, never empty.
    QString id() const { return m_id; }
    /// Position in the document, at no cost; -1 when removed.
    int index() const { return m_index; }
    CellKind kind() const { return m_kind; }
    QString kindName() const; ///< As in the file.
    const QString &source() const { return m_source; }

    // Edits are undoable and merged while typing. They go through the document's undo history.
    /// Replaces `removed` characters at `position`; what an editor reports per key press.
    void edit(qsizetype position, qsizetype removed, QStringView inserted);
    /// Replaces all; undone as the smallest single edit.
    void setSource(const QString &source);

    OutputList *outputs() const { return m_outputs.get(); }
    int executionCount() const { return m_executionCount; } ///< -1 for none.
    void setExecutionCount(int count);

    Binding binding() const { return m_binding; } ///< What the cell itself says.
    Binding effectiveBinding() const; ///< With the notebook's defaults.
    QString language() const { return effectiveBinding().language; }
    void setBinding(const Binding &binding); ///< Undoable.

    Json::Value metadata() const;
    void setMetadata(const Json::Value &metadata); ///< Undoable.
    QStringList tags() const;
    void setTags(const QStringList &tags); ///< Undoable. Empty and double ones are left out.
    /// Input or outputs folded, as other notebook programs store it (metadata.jupyter).
    bool isSourceHidden() const;
    bool areOutputsHidden() const;
    void setSourceHidden(bool hidden);
    void setOutputsHidden(bool hidden);
    /// The section below a heading is folded, as other notebook programs store it (metadata.heading_collapsed).
    bool isHeadingFolded() const;
    void setHeadingFolded(bool folded); ///< Undoable.
    /// A picture stored in a Markdown cell ("attachment:name"), decoded; `mimeType` may be null.
    QByteArray attachment(const QString &name, QString *mimeType = nullptr) const;
    /// Keeps these bytes with the cell, undoably, for `![name](attachment:name)`. Gives the name under which they are kept: another one where
    /// `name` is taken by something else. Markdown and raw cells only; empty for others.
    QString addAttachment(const QString &name, const QString &mimeType, const QByteArray &bytes);

    // Running: kept in memory, never in the file.
    RunState runState() const { return m_runState; }
    bool isBusy() const { return m_runState == RunState::Queued || m_runState == RunState::Running; }
    int queuePosition() const { return m_queuePosition; } ///< 1 is next; 0 when not queued.
    /// Why it is in this state, for people: "Stopped: cell [3] failed." Often empty.
    QString stateReason() const { return m_stateReason; }
    QDateTime queuedAt() const { return m_queuedAt; }
    QDateTime startedAt() const { return m_startedAt; } ///< Invalid when it never ran here.
    qint64 elapsedMs() const; ///< Of the present run so far, or of the last one; -1 for none.
    /// Since the last output, result or message of the present run, or since its start; -1 when it does not run.
    qint64 silentMs() const;
    bool ranInPart() const { return m_ranInPart; } ///< The last run had a part of its code only.
    QList<qint64> durationsMs() const { return m_durationsMs; } ///< Of the last ten runs that ended, oldest first.
    bool isInterruptRequested() const { return m_interruptRequested; }
    /// The command that runs this cell in the background, kept in the file until it has ended. Undo does not change it.
    BackgroundCommand background() const { return m_background; }
    void setBackground(const BackgroundCommand &command);

    /// This cell as it would be saved.
    Json::Value toJson() const;

Q_SIGNALS:
    /// Also after undo and redo. An editor that made the edit itself ignores it.
    void sourceEdited(qsizetype position, qsizetype removed, qsizetype added);
    void kindChanged();
    void bindingChanged(); ///< Own or inherited.
    void metadataChanged();
    void executionCountChanged();
    void runStateChanged(); ///< State, position, reason or interrupt request.

private:
    friend class Document;
    friend class RunQueue;
    friend class Run;
    explicit Cell(Document *document);

    void applyEdit(qsizetype position, qsizetype removed, QStringView inserted);
    void load(const Json::Value &json);
    void applyMember(QStringView key, const Json::Value &value);
    void applyKind(const QString &name);
    void setRunState(RunState state, const QString &reason = {}, int queuePosition = 0);
    void updateStale();

    Document *m_document = nullptr;
    int m_index = -1;
    QString m_id;
    CellKind m_kind = CellKind::Code;
    QString m_kindName;
    QString m_source;
    mutable Json::Value m_json = Json::Value::object(); ///< As in the file, or as last written.
    Json::Value m_storedSource; ///< As in the file: lines that are like it keep its spelling.
    mutable bool m_sourceChanged = false; ///< The same for parts of it that may be out of date.
    mutable bool m_countChanged = false;
    mutable bool m_kindChanged = false;
    std::unique_ptr<OutputList> m_outputs;
    int m_executionCount = -1;
    Binding m_binding;
    BackgroundCommand m_background;

    RunState m_runState = RunState::NeverRun;
    RunState m_freshState = RunState::NeverRun; ///< State to return to when an edit after the run is undone.
    int m_queuePosition = 0;
    bool m_interruptRequested = false;
    quint64 m_runId = 0; ///< Of the latest run; text of earlier ones is dropped.
    QString m_freshReason;
    QString m_executedSource;
    bool m_ranInPart = false;
    QString m_stateReason;
    QDateTime m_queuedAt;
    QDateTime m_startedAt;
    qint64 m_startedMonotonic = 0;
    qint64 m_heardMonotonic = 0;
    QList<qint64> m_durationsMs;
};

} // namespace Notebook
