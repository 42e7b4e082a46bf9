// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions.h"

#include "shared/button.h"
#include "theme/icons.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr char reasonKey[] = "wbReason";
constexpr char keyHintKey[] = "wbKeyHint";
constexpr char menuKey[] = "wbMenu";
constexpr char tipKey[] = "wbTip";
constexpr char destructiveKey[] = "wbDestructive";

QString native(const QKeySequence &keys)
{
    return keys.toString(QKeySequence::NativeText);
}

} // namespace

Actions::Actions(QObject *parent) : QObject(parent)
{
}

QAction *Actions::make(const Spec &spec)
{
    Q_ASSERT(!m_byId.contains(spec.id));
    auto *action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    QString plain = spec.text;
    plain.remove(u'&');
    action->setIconText(plain.endsWith(u'…') ? plain.chopped(1) : plain);
    if (!spec.icon.isEmpty())
        action->setIcon(Icons::icon(spec.icon, spec.destructive ? Icons::Role::Bad : Icons::Role::Normal));
    // Only entries that also have a toolbar button show their icon in menus; the menus decide.
    action->setIconVisibleInMenu(false);
    action->setCheckable(spec.checkable);
    action->setProperty(menuKey, spec.menu);
    action->setProperty(tipKey, spec.tip);
    action->setProperty(destructiveKey, spec.destructive);
    action->setStatusTip(spec.tip);
    m_byId.insert(spec.id, action);
    m_order.append(action);
    return action;
}

QAction *Actions::add(const Spec &spec)
{
    QAction *action = make(spec);
    action->setShortcuts(spec.keys);
    if (!spec.keyHint.isEmpty()) {
        action->setProperty(keyHintKey, spec.keyHint);
        action->setText(spec.text + u'\t' + spec.keyHint);
    }
    refreshActionToolTip(action);
    Q_EMIT added(action);
    return action;
}

QAction *Actions::addDocumentAction(const Spec &spec)
{
    QAction *action = make(spec);
    m_documentEntries.insert(spec.id, { action, spec, nullptr });
    connect(action, &QAction::triggered, this, [this, id = spec.id] {
        if (QAction *target = m_documentEntries.value(id).target)
            target->trigger();
        mirror(id);
    });
    mirror(spec.id);
    Q_EMIT added(action);
    return action;
}

QAction *Actions::action(const QString &id) const
{
    return m_byId.value(id);
}

void Actions::setEnabled(const QString &id, bool enabled, const QString &reason)
{
    QAction *action = m_byId.value(id);
    Q_ASSERT(action);
    if (!action)
        return;
    action->setProperty(reasonKey, enabled ? QString() : reason);
    action->setEnabled(enabled);
    action->setStatusTip(enabled ? tip(action) : reason);
    refreshActionToolTip(action);
}

QString Actions::reason(const QAction *action)
{
    if (action->isEnabled())
        return {};
    const QString own = action->property(reasonKey).toString();
    if (!own.isEmpty())
        return own;
    // A document's action keeps its reason on the further lines of its tooltip.
    return action->toolTip().section(u'\n', 1);
}

QString Actions::keys(const QAction *action)
{
    const QString hint = action->property(keyHintKey).toString();
    return hint.isEmpty() ? native(action->shortcut()) : hint;
}

QString Actions::plainText(const QAction *action)
{
    return plainText(action->text().section(u'\t', 0, 0));
}

QString Actions::plainText(QString text)
{
    // Where letters are no part of the words, the mnemonic stands behind them: "Name(&N)".
    static const QRegularExpression behind(u"\\(&\\w\\)"_s);
    return text.remove(behind).remove(u'&');
}

QString Actions::menuTitle(const QString &menu)
{
    static const QHash<QString, const char *> titles {
        { u"File"_s, QT_TRANSLATE_NOOP("Actions", "&File") },
        { u"Edit"_s, QT_TRANSLATE_NOOP("Actions", "&Edit") },
        { u"View"_s, QT_TRANSLATE_NOOP("Actions", "&View") },
        { u"Sandbox"_s, QT_TRANSLATE_NOOP("Actions", "&Sandbox") },
        { u"Run"_s, QT_TRANSLATE_NOOP("Actions", "&Run") },
        { u"Context"_s, QT_TRANSLATE_NOOP("Actions", "&Context") },
        { u"Tools"_s, QT_TRANSLATE_NOOP("Actions", "&Tools") },
        { u"Window"_s, QT_TRANSLATE_NOOP("Actions", "&Window") },
        { u"Help"_s, QT_TRANSLATE_NOOP("Actions", "&Help") },
        { u"File/Export"_s, QT_TRANSLATE_NOOP("Actions", "Ex&port") },
        { u"Edit/Cells"_s, QT_TRANSLATE_NOOP("Actions", "Ce&lls") },
        { u"Edit/Lines"_s, QT_TRANSLATE_NOOP("Actions", "L&ines") },
        { u"Edit/Kind"_s, QT_TRANSLATE_NOOP("Actions", "&Kind of the cells") },
        { u"Edit/Output"_s, QT_TRANSLATE_NOOP("Actions", "&Output") },
        { u"View/Panes"_s, QT_TRANSLATE_NOOP("Actions", "&Panes") },
        { u"View/Cells"_s, QT_TRANSLATE_NOOP("Actions", "C&ells") },
    };
    const char *title = titles.value(menu);
    return title ? tr(title) : menu;
}

QString Actions::tip(const QAction *action)
{
    return action->property(tipKey).toString();
}

QString Actions::menu(const QAction *action)
{
    const QString own = action->property(menuKey).toString();
    return own.isEmpty() ? action->property("menu").toString() : own;
}

bool Actions::isDestructive(const QAction *action)
{
    return action->property(destructiveKey).toBool();
}

void Actions::setDocumentActions(const QList<QAction *> &actions)
{
    for (const QMetaObject::Connection &connection : std::as_const(m_connections))
        disconnect(connection);
    m_connections.clear();
    m_further.clear();
    for (DocumentEntry &entry : m_documentEntries)
        entry.target = nullptr;
    for (QAction *target : actions) {
        if (!target || target->isSeparator())
            continue;
        const QString id = target->objectName();
        const auto it = m_documentEntries.find(id);
        if (it == m_documentEntries.end()) {
            m_further.append(target);
            continue;
        }
        it->target = target;
        m_connections.append(connect(target, &QAction::changed, this, [this, id] { mirror(id); }));
    }
    for (auto it = m_documentEntries.keyBegin(); it != m_documentEntries.keyEnd(); ++it)
        mirror(*it);
}

QList<QAction *> Actions::furtherDocumentActions() const
{
    QList<QAction *> list;
    for (const QPointer<QAction> &action : m_further) {
        if (action)
            list.append(action);
    }
    return list;
}

void Actions::mirror(const QString &id)
{
    const auto it = m_documentEntries.constFind(id);
    if (it == m_documentEntries.constEnd())
        return;
    QAction *shown = it->own;
    const QAction *target = it->target;
    QString keys = it->spec.keyHint;
    // The user may have given the notebook's commands other keys.
    const QString own = target ? target->property(keyHintKey).toString() : QString();
    if (!own.isEmpty())
        keys = own;
    else if (target && !target->shortcut().isEmpty())
        keys = native(target->shortcut());
    else if (keys.isEmpty() && !it->spec.keys.isEmpty())
        keys = native(it->spec.keys.first());
    shown->setProperty(keyHintKey, keys);
    shown->setText(keys.isEmpty() ? it->spec.text : it->spec.text + u'\t' + keys);
    shown->setEnabled(target && target->isEnabled());
    shown->setProperty(reasonKey, shown->isEnabled() ? QString() : target ? reason(target) : it->spec.missing);
    if (target && target->isCheckable()) {
        shown->setCheckable(true);
        shown->setChecked(target->isChecked());
    }
    shown->setStatusTip(shown->isEnabled() ? it->spec.tip : reason(shown));
    refreshActionToolTip(shown);
}

#include "moc_actions.cpp"
