// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>
#include <QStringList>

#include "theme.h"

class QPainter;

/// Lucide icons in the colours of the theme. Names are Lucide file names, listed in resources/icons/lucide.txt.
namespace Icons {

/// Which colour of the current theme an icon takes; read each time it is drawn.
enum class Role { Normal, Strong, Hint, Accent, OnAccent, Link, Ok, Warn, Bad, Rest, Busy, Idle, OnSelection };

/// Follows the theme, the device ratio, and is grey while disabled.
QIcon icon(const QString &name, Role role = Role::Normal);

/// One picture, cached by name, colour, size and ratio. `size` in logical pixels.
QPixmap pixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio);

/// Draws the icon centred in `rect` at Metrics-independent `size` logical pixels; `degrees` turns it (spinner).
void paint(QPainter *painter, const QRectF &rect, const QString &name, const QColor &color, int size, qreal degrees = 0);

Role role(Meaning meaning);
QColor color(Role role);
bool exists(const QString &name);
/// Every listed name, for tests.
QStringList names();

} // namespace Icons
