// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

class QKeyEvent;
class QSettings;

/**
 * The keys of the notebook, each of which the user may change: by the id of the action they carry out. Where they work, the scope of the
 * action says: a letter is a command in command mode only. Signs are spelled without the Shift or AltGr that they need on some
 * keyboards. A sequence has one or two steps ("D, D"). One for the program.
 */
class KeyMap : public QObject
{
    Q_OBJECT
public:
    enum class Scope
    {
        Command, ///< In command mode.
        Always,
        Editing, ///< While a cell is edited, where they go before those that work always.
        Completions, ///< While the list of completions is open; match() does not know them.
        ByKeys, ///< In command mode, and what types nothing while a cell is edited, too.
    };
    static constexpr int patience = 1000; ///< ms that a second step has.

    static KeyMap &instance();

    /// Where changed keys are kept, below "notebookKeys"; null: nowhere. Reads them.
    void setSettings(QSettings *settings);

    QStringList ids() const { return m_order; }
    /// There is an action of this id that has no keys by itself; it may be given some. Those that type nothing work while a cell is edited, too.
    void know(const QString &id);
    QList<QKeySequence> keys(const QString &id) const;
    QList<QKeySequence> defaults(const QString &id) const;
    bool has(const QString &id, const QKeySequence &typed) const { return keys(id).contains(typed); }
    bool isChanged(const QString &id) const { return m_changed.contains(id); }
    Scope scope(const QString &id) const;
    /// Also while a cell is edited, whatever its keys are.
    bool worksWhileEditing(const QString &id) const;
    void setKeys(const QString &id, const QList<QKeySequence> &keys);
    void reset(const QString &id);
    void resetAll();
    /// Another action that these keys carry out already, in a mode that both share; empty for none. Completing and indenting may share one:
    /// it completes behind a name.
    QString conflict(const QString &id, const QKeySequence &keys) const;
    /// What people read: "A", "D, D", "Ctrl+Enter".
    QString text(const QString &id) const;

    /// The action of these keys; empty for none.
    QString match(const QKeySequence &typed, bool editing) const;
    /// Some action's keys begin with this one.
    bool isBeginning(const QKeySequence &typed, bool editing) const;
    /// One step, as the table spells it; empty for a modifier alone.
    static QKeySequence step(const QKeyEvent *event);

Q_SIGNALS:
    void changed();

private:
    KeyMap();
    struct Entry
    {
        QList<QKeySequence> defaults;
        Scope scope = Scope::ByKeys;
    };
    bool works(const QString &id, const QKeySequence &typed, bool editing) const;
    int modes(const QString &id, const QKeySequence &typed) const;
    void add(const QString &id, const QString &keys, Scope scope);
    static QKeySequence spelled(const QKeySequence &keys);
    static QList<QKeySequence> spelled(const QList<QKeySequence> &keys);

    QHash<QString, Entry> m_entries;
    QHash<QString, QList<QKeySequence>> m_changed;
    QStringList m_order;
    QSettings *m_settings = nullptr;
};
