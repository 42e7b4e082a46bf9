// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>
#include <QString>

/**
 * What stands in a mirrored window and is painted by us keeps its own direction: names, ids, paths, numbers with their
 * units. Only its place is mirrored. Both give the text as it is while the window is not mirrored, so measure that one.
 */
namespace Bidi {

inline QString isolated(char16_t mark, const QString &text)
{
    return text.isEmpty() || QGuiApplication::layoutDirection() != Qt::RightToLeft ? text : QChar(mark) + text + QChar(u'\u2069');
}

/// Words and names: in the direction of their first letter.
inline QString own(const QString &text)
{
    return isolated(u'\u2068', text);
}

/// Code, keys and paths: from left to right, whatever they begin with.
inline QString code(const QString &text)
{
    return isolated(u'\u2066', text);
}

} // namespace Bidi
