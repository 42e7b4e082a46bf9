// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/metricshistory.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace Sparkline {

/// CPU of the last `seconds` until `nowMs`, 0 to 100 % over the height: 1.5 px line over a fill of 13 %. Gaps stay gaps.
void paintCpu(QPainter *painter, const QRectF &rect, const MetricsHistory &history, const QColor &color, qint64 nowMs, int seconds = 120);

} // namespace Sparkline
