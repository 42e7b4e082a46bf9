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
 * The keys of the notebook, each of which the user may change: by the id of the action they carry out. Some work in command mode only,
 * where a letter is a command, the others also while a cell is edited. A sequence has one or two steps ("D, D"). One for the program.
 */
class KeyMap : public QObject
{
    Q_OBJECT
public:
    static KeyMap &instance();

    /// Where changed keys are kept, below "notebookKeys"; null: nowhere. Reads them.
    void setSettings(QSettings *settings);

    QStringList ids() const { return m_order; }
    /// There is an action of this id that has no keys by itself; it may be given some. Those that type nothing work while a cell is edited, too.
    void know(const QString &id);
    QList<QKeySequence> keys(const QString &id) const;
    QList<QKeySequence> defaults(const QString &id) const;
    bool isChanged(const QString &id) const { return m_changed.contains(id); }
    /// Also while a cell is edited.
    bool worksWhileEditing(const QString &id) const;
    void setKeys(const QString &id, const QList<QKeySequence> &keys);
    void reset(const QString &id);
    void resetAll();
    /// Another action that these keys carry out already, in a mode that both share; empty for none.
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
        bool editing = false;
        bool free = false; ///< What its keys are decides.
    };
    bool works(const QString &id, const QKeySequence &typed, bool editing) const;
    void add(const QString &id, const QString &keys, bool editing);

    QHash<QString, Entry> m_entries;
    QHash<QString, QList<QKeySequence>> m_changed;
    QStringList m_order;
    QSettings *m_settings = nullptr;
};
