// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;

/// The ground of a bar that stands for an output, or a part of one, that is not shown.
void paintOutputBar(QPainter *painter, const QRectF &bar);
