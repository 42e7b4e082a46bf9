// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QToolButton>

/// Looks that WorkbenchStyle gives to ordinary buttons. Call before or after showing.
namespace Buttons {

/// The one filled button of a window.
void makePrimary(QPushButton *button);
/// Red letters, for what destroys.
void makeDestructive(QPushButton *button);
/// 24 px high.
void makeSmall(QAbstractButton *button);
bool isPrimary(const QWidget *button);
bool isDestructive(const QWidget *button);
bool isSmall(const QWidget *button);

/// A push button with a Lucide icon (may be empty).
QPushButton *push(const QString &text, const QString &iconName = {}, QWidget *parent = nullptr);
QPushButton *smallPush(const QString &text, const QString &iconName = {}, QWidget *parent = nullptr);

/// A flat icon button of a toolbar (28 px) for an action: icon, tooltip with shortcut and reason, accessible name.
QToolButton *tool(QAction *action, QWidget *parent = nullptr);
/// The same at 24 px for dock headers, filter bars and rows.
QToolButton *smallTool(QAction *action, QWidget *parent = nullptr);
/// The same without an action.
QToolButton *smallTool(const QString &iconName, const QString &text, QWidget *parent = nullptr);

/// A word that acts: underlined in the link colour, reachable by Tab.
QPushButton *link(const QString &text, QWidget *parent = nullptr);
bool isLink(const QWidget *button);

} // namespace Buttons

/// Kept in the tooltip of an action: name, shortcut, and why it is disabled. See Actions::setEnabled().
void refreshActionToolTip(QAction *action);
