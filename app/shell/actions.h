// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

/**
 * Every action of the window by id ("file.open", "sandbox.kill"): menus, palette and the shortcut sheet are
 * made from here. Two kinds:
 *  - window actions: connect to their triggered();
 *  - document actions ("notebook.run"): forward to the action with that object name of the current document,
 *    whose text, state and reason they show. Without one they are disabled and say what is missing.
 */
class Actions : public QObject
{
    Q_OBJECT
public:
    struct Spec
    {
        QString id = {};
        QString text = {}; ///< With an ellipsis only where it asks more.
        QString icon = {}; ///< Lucide name or empty.
        QList<QKeySequence> keys = {}; ///< The first is shown in menus.
        QString menu = {}; ///< "File", "Edit", ... as in the menu bar, "Edit/Cells" for a menu in it; empty: palette only.
        QString tip = {}; ///< One sentence for status tip and palette; may be empty.
        QString missing = {}; ///< Document actions: why it is disabled without a document that has it.
        QString keyHint = {}; ///< Shown instead of keys, for keys the document itself handles ("0, 0").
        bool destructive = false;
        bool checkable = false;
    };

    explicit Actions(QObject *parent = nullptr);

    QAction *add(const Spec &spec);
    QAction *addDocumentAction(const Spec &spec);
    /// Null when there is none.
    QAction *action(const QString &id) const;
    QList<QAction *> all() const { return m_order; }

    /// A disabled action says why.
    void setEnabled(const QString &id, bool enabled, const QString &reason = {});
    static QString reason(const QAction *action);
    /// The keys as people read them, bound or handled by the document itself.
    static QString keys(const QAction *action);
    /// Its text without mnemonic and keys.
    static QString plainText(const QAction *action);
    static QString plainText(QString text);
    static QString tip(const QAction *action);
    /// "File", or "File/Export" for a menu in that menu.
    static QString menu(const QAction *action);
    /// What a menu ("File", "File/Export") is called where it stands, with its mnemonic.
    static QString menuTitle(const QString &menu);
    static bool isDestructive(const QAction *action);

    /// Points the document actions at those of another document.
    void setDocumentActions(const QList<QAction *> &actions);
    /// Actions of the current document that have no entry of their own here.
    QList<QAction *> furtherDocumentActions() const;

Q_SIGNALS:
    void added(QAction *action);

private:
    QAction *make(const Spec &spec);
    void mirror(const QString &id);

    struct DocumentEntry
    {
        QAction *own = nullptr;
        Spec spec;
        QPointer<QAction> target;
    };

    QList<QAction *> m_order;
    QHash<QString, QAction *> m_byId;
    QHash<QString, DocumentEntry> m_documentEntries;
    QList<QPointer<QAction>> m_further;
    QList<QMetaObject::Connection> m_connections;
};
