// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "button.h"

#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAction>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace {

constexpr char primaryKey[] = "wbPrimary";
constexpr char destructiveKey[] = "wbDestructive";
constexpr char smallKey[] = "wbSmall";
constexpr char linkKey[] = "wbLink";

void mark(QWidget *widget, const char *key)
{
    widget->setProperty(key, true);
    widget->updateGeometry();
    widget->update();
}

QToolButton *makeTool(QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    const auto resize = [button] { button->setIconSize({ Metrics::icon(), Metrics::icon() }); };
    resize();
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::changed, button, resize);
    return button;
}

} // namespace

namespace Buttons {

void makePrimary(QPushButton *button)
{
    mark(button, primaryKey);
    const auto restyle = [button] { button->setFont(Fonts::body(QFont::DemiBold)); };
    restyle();
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::changed, button, restyle);
}

void makeDestructive(QPushButton *button)
{
    mark(button, destructiveKey);
}

void makeSmall(QAbstractButton *button)
{
    mark(button, smallKey);
    const auto restyle = [button] {
        button->setFont(Fonts::small());
        button->setIconSize({ Metrics::smallIcon(), Metrics::smallIcon() });
    };
    restyle();
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::changed, button, restyle);
}

bool isPrimary(const QWidget *button)
{
    return button && button->property(primaryKey).toBool();
}

bool isDestructive(const QWidget *button)
{
    return button && button->property(destructiveKey).toBool();
}

bool isSmall(const QWidget *button)
{
    return button && button->property(smallKey).toBool();
}

bool isLink(const QWidget *button)
{
    return button && button->property(linkKey).toBool();
}

QPushButton *push(const QString &text, const QString &iconName, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    button->setAccessibleName(text);
    if (!iconName.isEmpty())
        button->setIcon(Icons::icon(iconName, Icons::Role::Strong));
    const auto resize = [button] { button->setIconSize({ Metrics::icon(), Metrics::icon() }); };
    resize();
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::changed, button, resize);
    return button;
}

QPushButton *smallPush(const QString &text, const QString &iconName, QWidget *parent)
{
    QPushButton *button = push(text, iconName, parent);
    makeSmall(button);
    return button;
}

QToolButton *tool(QAction *action, QWidget *parent)
{
    QToolButton *button = makeTool(parent);
    button->setDefaultAction(action);
    button->setAccessibleName(action->iconText());
    // A tooltip that somebody wrote, perhaps with a reason, stays.
    QString plain = action->text().section(u'\t', 0, 0);
    plain.remove(u'&');
    if (action->toolTip() == plain || action->toolTip() == action->iconText())
        refreshActionToolTip(action);
    return button;
}

QToolButton *smallTool(QAction *action, QWidget *parent)
{
    QToolButton *button = tool(action, parent);
    mark(button, smallKey);
    return button;
}

QToolButton *smallTool(const QString &iconName, const QString &text, QWidget *parent)
{
    QToolButton *button = makeTool(parent);
    button->setIcon(Icons::icon(iconName));
    button->setText(text);
    button->setToolTip(text);
    button->setAccessibleName(text);
    mark(button, smallKey);
    return button;
}

QPushButton *link(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    button->setFlat(true);
    button->setAccessibleName(text);
    button->setCursor(Qt::PointingHandCursor);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    mark(button, linkKey);
    return button;
}

} // namespace Buttons

void refreshActionToolTip(QAction *action)
{
    QString text = action->text().section(u'\t', 0, 0);
    text.remove(u'&');
    if (text.endsWith(u'…'))
        text.chop(1);
    const QString keys = action->shortcut().isEmpty() ? action->property("wbKeyHint").toString()
                                                      : action->shortcut().toString(QKeySequence::NativeText);
    if (!keys.isEmpty())
        text += u"  "_s + keys;
    const QString reason = action->property("wbReason").toString();
    if (!action->isEnabled() && !reason.isEmpty())
        text += u'\n' + reason;
    action->setToolTip(text);
}
