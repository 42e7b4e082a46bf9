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
    add(u"notebook.runAdvance"_s, u"Shift+Return"_s, Scope::Always);
    add(u"notebook.run"_s, u"Ctrl+Return"_s, Scope::Always);
    add(u"notebook.runSelection"_s, u"F9"_s, Scope::Always);
    add(u"notebook.runInsert"_s, u"Alt+Return"_s, Scope::Always);
    add(u"notebook.runAll"_s, u"F5"_s, Scope::Always);
    add(u"notebook.runFailed"_s, u"Shift+F5"_s, Scope::Always);
    add(u"notebook.restartRunAll"_s, u"Ctrl+Shift+F5"_s, Scope::Always);
    add(u"notebook.runBackground"_s, u"Ctrl+Shift+Return"_s, Scope::Always);
    add(u"notebook.moveUp"_s, u"Ctrl+Shift+Up;Alt+Up"_s, Scope::Always);
    add(u"notebook.moveDown"_s, u"Ctrl+Shift+Down;Alt+Down"_s, Scope::Always);
    add(u"notebook.split"_s, u"Ctrl+Shift+-"_s, Scope::Always);
    add(u"notebook.find"_s, u"Ctrl+F"_s, Scope::Always);
    add(u"notebook.replace"_s, u"Ctrl+H"_s, Scope::Always);
    add(u"notebook.findNext"_s, u"F3"_s, Scope::Always);
    add(u"notebook.findPrevious"_s, u"Shift+F3"_s, Scope::Always);
    add(u"notebook.goToLine"_s, u"Ctrl+G"_s, Scope::Always);
    add(u"notebook.save"_s, u"Ctrl+S"_s, Scope::Always);
    add(u"notebook.saveAs"_s, u"Ctrl+Shift+S"_s, Scope::Always);
    // While a cell is edited.
    add(u"notebook.leave"_s, u"Esc;Ctrl+M"_s, Scope::Editing);
    add(u"notebook.indent"_s, u"Tab"_s, Scope::Editing); // Before those that complete: who shares a key goes first behind a name only.
    add(u"notebook.indentLines"_s, u"Ctrl+]"_s, Scope::Editing);
    add(u"notebook.outdentLines"_s, u"Ctrl+[;Shift+Tab"_s, Scope::Editing);
    add(u"notebook.complete"_s, u"Tab;Ctrl+Space"_s, Scope::Editing);
    add(u"notebook.inspect"_s, u"Shift+Tab;Ctrl+I"_s, Scope::Editing);
    add(u"notebook.comment"_s, u"Ctrl+/"_s, Scope::Editing);
    add(u"notebook.moveLinesUp"_s, u"Alt+Up"_s, Scope::Editing);
    add(u"notebook.moveLinesDown"_s, u"Alt+Down"_s, Scope::Editing);
    add(u"notebook.copyLinesUp"_s, u"Alt+Shift+Up"_s, Scope::Editing);
    add(u"notebook.copyLinesDown"_s, u"Alt+Shift+Down"_s, Scope::Editing);
    add(u"notebook.deleteLines"_s, u"Ctrl+Shift+K"_s, Scope::Editing);
    add(u"notebook.selectOccurrence"_s, u"Ctrl+D"_s, Scope::Editing);
    add(u"notebook.columnsUp"_s, u"Ctrl+Alt+Shift+Up"_s, Scope::Editing);
    add(u"notebook.columnsDown"_s, u"Ctrl+Alt+Shift+Down"_s, Scope::Editing);
    add(u"notebook.columnsLeft"_s, u"Alt+Shift+Left;Ctrl+Alt+Shift+Left"_s, Scope::Editing);
    add(u"notebook.columnsRight"_s, u"Alt+Shift+Right;Ctrl+Alt+Shift+Right"_s, Scope::Editing);
    // In the list of completions.
    add(u"completions.accept"_s, u"Return;Tab"_s, Scope::Completions);
    add(u"completions.next"_s, u"Down"_s, Scope::Completions);
    add(u"completions.previous"_s, u"Up"_s, Scope::Completions);
    add(u"completions.close"_s, u"Esc"_s, Scope::Completions);
    // In command mode.
    add(u"notebook.edit"_s, u"Return"_s, Scope::Command);
    add(u"notebook.selectPrevious"_s, u"K;Up"_s, Scope::Command);
    add(u"notebook.selectNext"_s, u"J;Down"_s, Scope::Command);
    add(u"notebook.extendUp"_s, u"Shift+K;Shift+Up"_s, Scope::Command);
    add(u"notebook.extendDown"_s, u"Shift+J;Shift+Down"_s, Scope::Command);
    add(u"notebook.selectFirst"_s, u"Home;Ctrl+Home;Ctrl+Up"_s, Scope::Command);
    add(u"notebook.selectLast"_s, u"End;Ctrl+End;Ctrl+Down"_s, Scope::Command);
    add(u"notebook.selectAll"_s, u"Ctrl+A"_s, Scope::Command);
    add(u"notebook.pin"_s, u"Ctrl+Space"_s, Scope::Command);
    add(u"notebook.fold"_s, u"Left"_s, Scope::Command);
    add(u"notebook.unfold"_s, u"Right"_s, Scope::Command);
    add(u"notebook.pageDown"_s, u"Space"_s, Scope::Command);
    add(u"notebook.pageUp"_s, u"Shift+Space"_s, Scope::Command);
    add(u"notebook.insertAbove"_s, u"A"_s, Scope::Command);
    add(u"notebook.insertBelow"_s, u"B"_s, Scope::Command);
    add(u"notebook.cut"_s, u"X;Ctrl+X"_s, Scope::Command);
    add(u"notebook.copy"_s, u"C;Ctrl+C"_s, Scope::Command);
    add(u"notebook.paste"_s, u"V;Ctrl+V"_s, Scope::Command);
    add(u"notebook.pasteAbove"_s, u"Shift+V"_s, Scope::Command);
    add(u"notebook.delete"_s, u"D, D"_s, Scope::Command);
    add(u"notebook.undo"_s, u"Z;Ctrl+Z"_s, Scope::ByKeys);
    add(u"notebook.redo"_s, u"Shift+Z;Ctrl+Shift+Z;Ctrl+Y"_s, Scope::ByKeys);
    add(u"notebook.merge"_s, u"Shift+M"_s, Scope::Command);
    add(u"notebook.toCode"_s, u"Y"_s, Scope::Command);
    add(u"notebook.toText"_s, u"M"_s, Scope::Command);
    add(u"notebook.toRaw"_s, u"R"_s, Scope::Command);
    for (int level = 1; level <= 6; ++level)
        add(u"notebook.heading%1"_s.arg(level), QString::number(level), Scope::Command);
    add(u"notebook.lineNumbers"_s, u"L"_s, Scope::Command);
    add(u"notebook.allLineNumbers"_s, u"Shift+L"_s, Scope::Command);
    add(u"notebook.toggleOutput"_s, u"O"_s, Scope::Command);
    add(u"notebook.earlierOutputs"_s, u"Ctrl+Alt+Z"_s, Scope::Command);
    add(u"notebook.chooseContext"_s, u"Shift+C"_s, Scope::Command);
    add(u"notebook.newContext"_s, u"Shift+N"_s, Scope::Command);
    add(u"notebook.scrollOutput"_s, u"Shift+O"_s, Scope::Command);
    add(u"notebook.keys"_s, u"H"_s, Scope::Command);
    add(u"notebook.interrupt"_s, u"I, I"_s, Scope::Command);
    add(u"notebook.restart"_s, u"0, 0"_s, Scope::Command);
}

void KeyMap::add(const QString &id, const QString &keys, Scope scope)
{
    QList<QKeySequence> list;
    const QStringList each = keys.split(u';');
    for (const QString &one : each)
        list.append(QKeySequence::fromString(one, QKeySequence::PortableText));
    m_order.append(id);
    m_entries.insert(id, { spelled(list), scope });
}

void KeyMap::know(const QString &id)
{
    if (m_entries.contains(id))
        return;
    m_order.append(id);
    m_entries.insert(id, Entry());
}

namespace {

enum Mode : int { CommandMode = 1, EditMode = 2, ListMode = 4 };

bool types(const QKeySequence &typed)
{
    const QKeyCombination first = typed[0];
    return !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) && (first.key() < Qt::Key_F1 || first.key() > Qt::Key_F35);
}

QKeyCombination spelledStep(QKeyCombination step)
{
    int key = step.key();
    Qt::KeyboardModifiers modifiers = step.keyboardModifiers();
    switch (key) {
    case Qt::Key_Enter: key = Qt::Key_Return; break;
    case Qt::Key_Underscore: key = Qt::Key_Minus; break;
    case Qt::Key_Backtab:
        key = Qt::Key_Tab;
        modifiers |= Qt::ShiftModifier;
        break;
    default: break;
    }
    const bool letterOrDigit = (key >= Qt::Key_0 && key <= Qt::Key_9) || (key >= Qt::Key_A && key <= Qt::Key_Z);
    if (key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !letterOrDigit && key != Qt::Key_Minus) {
        modifiers &= ~Qt::ShiftModifier;
        if (modifiers.testFlags(Qt::ControlModifier | Qt::AltModifier))
            modifiers &= ~Qt::AltModifier; // Together they are AltGr on some systems.
    }
    return QKeyCombination(modifiers, Qt::Key(key));
}

} // namespace

QKeySequence KeyMap::spelled(const QKeySequence &keys)
{
    switch (keys.count()) {
    case 0: return {};
    case 1: return QKeySequence(spelledStep(keys[0]));
    default: return QKeySequence(spelledStep(keys[0]), spelledStep(keys[1]));
    }
}

QList<QKeySequence> KeyMap::spelled(const QList<QKeySequence> &keys)
{
    QList<QKeySequence> result;
    for (const QKeySequence &one : keys)
        result.append(spelled(one));
    return result;
}

int KeyMap::modes(const QString &id, const QKeySequence &typed) const
{
    switch (scope(id)) {
    case Scope::Command: return CommandMode;
    case Scope::Always: return CommandMode | EditMode;
    case Scope::Editing: return EditMode;
    case Scope::Completions: return ListMode;
    case Scope::ByKeys: return types(typed) ? CommandMode : CommandMode | EditMode;
    }
    return 0;
}

bool KeyMap::works(const QString &id, const QKeySequence &typed, bool editing) const
{
    return modes(id, typed) & (editing ? EditMode : CommandMode);
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
            m_changed.insert(id, spelled(QKeySequence::listFromString(settings->value(id).toString(), QKeySequence::PortableText)));
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

KeyMap::Scope KeyMap::scope(const QString &id) const
{
    return m_entries.value(id).scope;
}

bool KeyMap::worksWhileEditing(const QString &id) const
{
    return scope(id) == Scope::Always || scope(id) == Scope::Editing;
}

void KeyMap::setKeys(const QString &id, const QList<QKeySequence> &keys)
{
    if (!m_entries.contains(id))
        return;
    const QList<QKeySequence> own = spelled(keys);
    if (own == m_entries.value(id).defaults) {
        reset(id);
        return;
    }
    m_changed.insert(id, own);
    if (m_settings)
        m_settings->setValue(u"notebookKeys/"_s + id, QKeySequence::listToString(own, QKeySequence::PortableText));
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
    const QKeySequence own = spelled(keys);
    const auto shares = [&id](const QString &other) {
        const auto isPair = [&](const QString &a, const QString &b) { return (id == a && other == b) || (id == b && other == a); };
        return isPair(u"notebook.complete"_s, u"notebook.indent"_s) || isPair(u"notebook.inspect"_s, u"notebook.outdentLines"_s);
    };
    for (const QString &other : m_order) {
        if (other == id || shares(other))
            continue;
        const QList<QKeySequence> theirs = this->keys(other);
        for (const QKeySequence &one : theirs) {
            if (!(modes(id, own) & modes(other, one)))
                continue;
            // "D" would never let "D, D" come to its second step.
            if (one == own || one.matches(own) != QKeySequence::NoMatch || own.matches(one) != QKeySequence::NoMatch)
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
    QString result;
    for (const QString &id : m_order) {
        if (!works(id, typed, editing) || !has(id, typed))
            continue;
        if (!editing || scope(id) == Scope::Editing)
            return id;
        if (result.isEmpty())
            result = id;
    }
    return result;
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
    const int key = event->key();
    Qt::KeyboardModifiers modifiers = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    switch (key) {
    case 0:
    case Qt::Key_unknown:
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta: return {};
    default: break;
    }
    // Where digits are written with Shift, it belongs to the digit.
    if (key >= Qt::Key_0 && key <= Qt::Key_9 && modifiers == Qt::ShiftModifier && event->text() == QChar(key))
        modifiers = Qt::NoModifier;
    return QKeySequence(spelledStep(QKeyCombination(modifiers, Qt::Key(key))));
}
