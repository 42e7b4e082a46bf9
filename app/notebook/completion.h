// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "execution/inspection.h"

#include <QFrame>
#include <QObject>
#include <QPointer>

#include <functional>

class CodeEditor;
class ExecutionTargets;
class QAbstractListModel;
class QListView;
class QPlainTextEdit;
namespace Notebook {
class Cell;
class Document;
}

/**
 * Completes and explains names in the editor of a notebook: words of the notebook at once, what the context knows as soon as it
 * answers; a context that runs something is not asked. The editor keeps the focus, so the popups are told what to do by its keys.
 */
class Completion : public QObject
{
    Q_OBJECT
public:
    Completion(CodeEditor *editor, Notebook::Document *document, ExecutionTargets *targets, QObject *parent = nullptr);
    ~Completion() override;

    /// Says whether the context of this cell may be asked now.
    std::function<bool(const Notebook::Cell *)> isIdle;

    /// Offers what can stand at the caret.
    void complete();
    /// Explains the name at the caret.
    void inspect();
    void close();
    bool isListVisible() const;
    bool isHelpVisible() const;
    /// What is offered, in order.
    QStringList candidates() const;
    QString helpText() const;
    QFrame *listWidget() const { return m_list; }
    QFrame *helpWidget() const { return m_help; }

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    struct Candidate
    {
        QString text; ///< What replaces the piece from m_start to the caret.
        QString type;
    };
    void narrow();
    void show();
    void accept(int row);
    bool wantsTab() const;
    bool wantsExplanation() const;
    void place(QFrame *popup, const QSize &size) const;
    Notebook::Cell *cell() const;
    void showHelp(const QString &text);

    CodeEditor *const m_editor;
    Notebook::Document *const m_document;
    ExecutionTargets *const m_targets;
    QFrame *m_list = nullptr;
    QListView *m_view = nullptr;
    QAbstractListModel *m_model = nullptr;
    QFrame *m_help = nullptr;
    QPlainTextEdit *m_helpText = nullptr;
    bool m_moved = false; ///< The user chose another row than the first.
    QList<Candidate> m_all; ///< Of the prefix at the time of asking.
    QList<Candidate> m_shown;
    qsizetype m_start = 0;
    qsizetype m_asked = 0; ///< Caret when the words were collected.
    quint64 m_request = 0;
    bool m_waiting = false; ///< For the context.
    bool m_inserting = false;
};
