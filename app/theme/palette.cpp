// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette.h"

#include "theme.h"

#include <QApplication>
#include <QPalette>

QPalette paletteFor(const Theme &t)
{
    const QColor button = t.isDark() ? t.raised : t.window;
    QPalette p;
    for (const auto group : { QPalette::Active, QPalette::Inactive, QPalette::Disabled }) {
        const bool off = group == QPalette::Disabled;
        const QColor text = off ? t.disabled : t.text;
        p.setColor(group, QPalette::Window, t.window);
        p.setColor(group, QPalette::Button, button);
        p.setColor(group, QPalette::WindowText, text);
        p.setColor(group, QPalette::ButtonText, text);
        p.setColor(group, QPalette::Text, text);
        p.setColor(group, QPalette::Base, t.base);
        p.setColor(group, QPalette::AlternateBase, t.rowAlt);
        p.setColor(group, QPalette::ToolTipBase, t.tooltip);
        p.setColor(group, QPalette::ToolTipText, t.onTooltip);
        p.setColor(group, QPalette::Highlight, group == QPalette::Active ? t.selection : t.selectionInactive);
        // The selection elsewhere is a grey on which ordinary text is the readable one.
        p.setColor(group, QPalette::HighlightedText, off ? t.disabled : group == QPalette::Active ? t.onSelection : t.text);
        p.setColor(group, QPalette::Accent, t.accent);
        p.setColor(group, QPalette::Link, t.link);
        p.setColor(group, QPalette::LinkVisited, t.link);
        p.setColor(group, QPalette::PlaceholderText, off ? t.disabled : t.text3);
        p.setColor(group, QPalette::BrightText, t.bad);
        p.setColor(group, QPalette::Light, t.raised);
        p.setColor(group, QPalette::Midlight, t.hover);
        p.setColor(group, QPalette::Mid, t.hairline);
        p.setColor(group, QPalette::Dark, t.border);
        p.setColor(group, QPalette::Shadow, t.control);
    }
    return p;
}

void applyPalette(const Theme &theme)
{
    if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
        return;
    QApplication::setPalette(paletteFor(theme));
}
