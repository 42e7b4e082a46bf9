// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/theme.h"

#include <QDir>
#include <QImage>
#include <QTest>
#include <QWidget>

/// Draws a widget at 1x and 2x into WB_PICTURES, so that it can be judged beside the mock-ups.
inline void savePicture(QWidget *widget, const QString &name)
{
    QDir().mkpath(QStringLiteral(WB_PICTURES));
    for (const int ratio : { 1, 2 }) {
        QImage image(widget->size() * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Theme::current().window);
        widget->render(&image);
        QVERIFY(image.save(QStringLiteral(WB_PICTURES) + QStringLiteral("/sandboxes-%1@%2x.png").arg(name).arg(ratio)));
    }
}
