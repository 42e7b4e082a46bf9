// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keymap.h"

#include <QKeyEvent>
#include <QSettings>

#include <algorithm>

using namespace Qt::StringLiterals;

KeyMap &KeyMap::instance()
{
    static KeyMap map;
    return map;
}

KeyMap::KeyMap()
{
    // In both modes.
    add(u"notebook.runAdvance"_s, u"Shift+Return"_s, true);
    add(u"notebook.run"_s, u"Ctrl+Return"_s, true);
    add(u"notebook.runSelection"_s, u"F9"_s, true);
    add(u"notebook.runInsert"_s, u"Alt+Return"_s, true);
    add(u"notebook.runAll"_s, u"F5"_s, true);
    add(u"notebook.runFailed"_s, u"Shift+F5"_s, true);
    add(u"notebook.restartRunAll"_s, u"Ctrl+Shift+F5"_s, true);
    add(u"notebook.runBackground"_s, u"Ctrl+Shift+Return"_s, true);
    add(u"notebook.moveUp"_s, u"Ctrl+Shift+Up;Alt+Up"_s, true);
    add(u"notebook.moveDown"_s, u"Ctrl+Shift+Down;Alt+Down"_s, true);
    add(u"notebook.split"_s, u"Ctrl+Shift+-"_s, true);
    add(u"notebook.find"_s, u"Ctrl+F"_s, true);
    add(u"notebook.replace"_s, u"Ctrl+H"_s, true);
    add(u"notebook.findNext"_s, u"F3"_s, true);
    add(u"notebook.findPrevious"_s, u"Shift+F3"_s, true);
    add(u"notebook.goToLine"_s, u"Ctrl+G"_s, true);
    add(u"notebook.save"_s, u"Ctrl+S"_s, true);
    add(u"notebook.saveAs"_s, u"Ctrl+Shift+S"_s, true);
    // In command mode.
    add(u"notebook.edit"_s, u"Return"_s, false);
    add(u"notebook.selectPrevious"_s, u"K;Up"_s, false);
    add(u"notebook.selectNext"_s, u"J;Down"_s, false);
    add(u"notebook.extendUp"_s, u"Shift+K;Shift+Up"_s, false);
    add(u"notebook.extendDown"_s, u"Shift+J;Shift+Down"_s, false);
    add(u"notebook.selectFirst"_s, u"Home;Ctrl+Home;Ctrl+Up"_s, false);
    add(u"notebook.selectLast"_s, u"End;Ctrl+End;Ctrl+Down"_s, false);
    add(u"notebook.selectAll"_s, u"Ctrl+A"_s, false);
    add(u"notebook.pin"_s, u"Ctrl+Space"_s, false);
    add(u"notebook.fold"_s, u"Left"_s, false);
    add(u"notebook.unfold"_s, u"Right"_s, false);
    add(u"notebook.pageDown"_s, u"Space"_s, false);
    add(u"notebook.pageUp"_s, u"Shift+Space"_s, false);
    add(u"notebook.insertAbove"_s, u"A"_s, false);
    add(u"notebook.insertBelow"_s, u"B"_s, false);
    add(u"notebook.cut"_s, u"X;Ctrl+X"_s, false);
    add(u"notebook.copy"_s, u"C;Ctrl+C"_s, false);
    add(u"notebook.paste"_s, u"V;Ctrl+V"_s, false);
    add(u"notebook.pasteAbove"_s, u"Shift+V"_s, false);
    add(u"notebook.delete"_s, u"D, D"_s, false);
    add(u"notebook.undo"_s, u"Z;Ctrl+Z"_s, false);
    add(u"notebook.redo"_s, u"Shift+Z;Ctrl+Shift+Z;Ctrl+Y"_s, false);
    add(u"notebook.merge"_s, u"Shift+M"_s, false);
    add(u"notebook.toCode"_s, u"Y"_s, false);
    add(u"notebook.toText"_s, u"M"_s, false);
    add(u"notebook.toRaw"_s, u"R"_s, false);
    for (int level = 1; level <= 6; ++level)
        add(u"notebook.heading%1"_s.arg(level), QString::number(level), false);
    add(u"notebook.lineNumbers"_s, u"L"_s, false);
    add(u"notebook.allLineNumbers"_s, u"Shift+L"_s, false);
    add(u"notebook.toggleOutput"_s, u"O"_s, false);
    add(u"notebook.earlierOutputs"_s, u"Ctrl+Alt+Z"_s, false);
    add(u"notebook.chooseContext"_s, u"Shift+C"_s, false);
    add(u"notebook.newContext"_s, u"Shift+N"_s, false);
    add(u"notebook.scrollOutput"_s, u"Shift+O"_s, false);
    add(u"notebook.keys"_s, u"H"_s, false);
    add(u"notebook.interrupt"_s, u"I, I"_s, false);
    add(u"notebook.restart"_s, u"0, 0"_s, false);
}

void KeyMap::add(const QString &id, const QString &keys, bool editing)
{
    QList<QKeySequence> list;
    const QStringList each = keys.split(u';');
    for (const QString &one : each)
        list.append(QKeySequence::fromString(one, QKeySequence::PortableText));
    m_order.append(id);
    m_entries.insert(id, { list, editing, false });
}

void KeyMap::know(const QString &id)
{
    if (m_entries.contains(id))
        return;
    m_order.append(id);
    m_entries.insert(id, { {}, false, true });
}

bool KeyMap::works(const QString &id, const QKeySequence &typed, bool editing) const
{
    const Entry entry = m_entries.value(id);
    if (!editing || entry.editing)
        return true;
    const QKeyCombination first = typed[0];
    const bool types = !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) && (first.key() < Qt::Key_F1 || first.key() > Qt::Key_F35);
    return entry.free && !types;
}

void KeyMap::setSettings(QSettings *settings)
{
    m_settings = settings;
    m_changed.clear();
    if (settings) {
        settings->beginGroup(u"notebookKeys"_s);
        const QStringList known = settings->childKeys();
        for (const QString &id : known) {
            // Some are known only when there is a notebook.
            m_changed.insert(id, QKeySequence::listFromString(settings->value(id).toString(), QKeySequence::PortableText));
        }
        settings->endGroup();
    }
    Q_EMIT changed();
}

QList<QKeySequence> KeyMap::keys(const QString &id) const
{
    const auto own = m_changed.constFind(id);
    return own != m_changed.constEnd() ? *own : m_entries.value(id).defaults;
}

QList<QKeySequence> KeyMap::defaults(const QString &id) const
{
    return m_entries.value(id).defaults;
}

bool KeyMap::worksWhileEditing(const QString &id) const
{
    return m_entries.value(id).editing;
}

void KeyMap::setKeys(const QString &id, const QList<QKeySequence> &keys)
{
    if (!m_entries.contains(id))
        return;
    if (keys == m_entries.value(id).defaults) {
        reset(id);
        return;
    }
    m_changed.insert(id, keys);
    if (m_settings)
        m_settings->setValue(u"notebookKeys/"_s + id, QKeySequence::listToString(keys, QKeySequence::PortableText));
    Q_EMIT changed();
}

void KeyMap::reset(const QString &id)
{
    if (m_settings)
        m_settings->remove(u"notebookKeys/"_s + id);
    if (m_changed.remove(id) > 0)
        Q_EMIT changed();
}

void KeyMap::resetAll()
{
    if (m_settings)
        m_settings->remove(u"notebookKeys"_s);
    m_changed.clear();
    Q_EMIT changed();
}

QString KeyMap::conflict(const QString &id, const QKeySequence &keys) const
{
    if (keys.isEmpty())
        return {};
    for (const QString &other : m_order) {
        // All of them work in command mode.
        const QList<QKeySequence> theirs = this->keys(other);
        for (const QKeySequence &one : theirs) {
            // "D" would never let "D, D" come to its second step.
            if (other != id && (one == keys || one.matches(keys) != QKeySequence::NoMatch || keys.matches(one) != QKeySequence::NoMatch))
                return other;
        }
    }
    return {};
}

QString KeyMap::text(const QString &id) const
{
    const QList<QKeySequence> all = keys(id);
    return all.isEmpty() ? QString() : all.constFirst().toString(QKeySequence::NativeText).replace(u"Return"_s, u"Enter"_s);
}

QString KeyMap::match(const QKeySequence &typed, bool editing) const
{
    for (const QString &id : m_order) {
        if (keys(id).contains(typed) && works(id, typed, editing))
            return id;
    }
    return {};
}

bool KeyMap::isBeginning(const QKeySequence &typed, bool editing) const
{
    return std::any_of(m_order.begin(), m_order.end(), [&](const QString &id) {
        if (!works(id, typed, editing))
            return false;
        const QList<QKeySequence> all = keys(id);
        return std::any_of(all.begin(), all.end(), [&typed](const QKeySequence &one) { return one.count() > 1 && typed.matches(one) == QKeySequence::PartialMatch; });
    });
}

QKeySequence KeyMap::step(const QKeyEvent *event)
{
    int key = event->key();
    Qt::KeyboardModifiers modifiers = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    switch (key) {
    case 0:
    case Qt::Key_unknown:
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta: return {};
    case Qt::Key_Enter: key = Qt::Key_Return; break;
    case Qt::Key_Backtab:
        key = Qt::Key_Tab;
        modifiers |= Qt::ShiftModifier;
        break;
    case Qt::Key_Underscore: key = Qt::Key_Minus; break;
    default: break;
    }
    // Where digits are written with Shift, it belongs to the digit.
    if (key >= Qt::Key_0 && key <= Qt::Key_9 && modifiers == Qt::ShiftModifier && event->text() == QChar(key))
        modifiers = Qt::NoModifier;
    return QKeySequence(QKeyCombination(modifiers, Qt::Key(key)));
}
