// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QPainter;

/// The ground of a bar that stands for an output, or a part of one, that is not shown.
void paintOutputBar(QPainter *painter, const QRectF &bar);

/// Where things stand in such a bar: it is a part of the window, so it is mirrored with it, while the output around it is not.
struct BarSide
{
    QRectF bar;

    /// A place that was counted from the left, where it is seen.
    QRectF visual(const QRectF &place) const;
    /// For text that begins at the beginning of its place.
    int line() const;
};
