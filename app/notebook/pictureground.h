// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QRectF>

class QJsonObject;
class QPainter;
struct Theme;

/**
 * The ground that a transparent picture was drawn for, as Jupyter writes it into the metadata of an output
 * ("needs_background": "light" or "dark"). On another one it lies on a paper of its own, so that it can be read.
 */
namespace PictureGround {

enum class Ground { Any, Light, Dark };

/// Of the output, or of its one MIME type.
Ground of(const QJsonObject &metadata, const QString &mime);
/// False where the theme's own ground will do.
bool needsPaper(Ground ground, const Theme &theme);
/// The paper below a picture.
void paintPaper(QPainter *painter, const QRectF &rect, Ground ground);
/// With its ground, for where nobody knows what will be below: as it is when that is Any or when it is opaque.
QImage onPaper(const QImage &picture, Ground ground);
/// The same for an encoded one (PNG or SVG), encoded again; as it is when it cannot be done. In any thread.
QByteArray onPaper(const QByteArray &picture, const QString &mime, Ground ground);
/// The paper's colour as "#rrggbb"; empty for Any.
QString paper(Ground ground);

} // namespace PictureGround
