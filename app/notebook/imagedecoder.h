// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pictureground.h"

#include <QByteArray>
#include <QFuture>
#include <QImage>
#include <QList>
#include <QSize>
#include <QSizeF>
#include <QString>

#include <functional>

/**
 * Pictures out of outputs, attachments and files of a sandbox: the only place where bytes become a picture. They are not trusted.
 * What they are is said by their first bytes and never guessed by trying; the formats are PNG, JPEG, GIF, WebP and BMP. An SVG is
 * one only where it is called so, is never unpacked, and loses whatever could reach outside. Sizes are read before anything is
 * allocated, big pictures are decoded smaller.
 */
namespace ImageDecoder {

struct Request
{
    QByteArray data; ///< The picture's bytes, or its base64 text.
    bool base64 = false;
    bool svg = false;
    QSizeF wanted; ///< Logical size from the output's metadata; empty when none, one side may be 0.
    qreal maxWidth = 0; ///< Logical width of the column; 0: no limit.
    qreal devicePixelRatio = 1;
    PictureGround::Ground ground = PictureGround::Ground::Any; ///< That it was drawn for.
    std::function<QByteArray()> read = {}; ///< Brings `data` instead, in the thread that decodes: copying megabytes takes its time, too.
};

struct Picture
{
    QImage image; ///< Null on failure. Its device pixel ratio is 1; draw it into `logicalSize`. No larger than that takes on the screen.
    QSize pixelSize; ///< Of the original; also set on some failures.
    QSizeF logicalSize; ///< Fits maxWidth.
    bool opaque = true;
    bool reduced = false; ///< Decoded smaller than the original.
    QString error; ///< Readable reason of a failure.
};

inline constexpr qint64 MaxPixels = 1'000'000'000; ///< More than that in a header is a forgery.
inline constexpr qint64 MaxEncodedBytes = 256LL << 20;

/// In the calling thread: any but the interface's, save in tests.
Picture decode(const Request &request);
/// In the thread pool.
QFuture<Picture> decodeLater(Request request);

/// The frames of a moving picture, no larger than they are shown.
struct Animation
{
    QList<QImage> frames; ///< Empty: the picture does not move, or would take more than it may.
    QList<int> delays; ///< ms, one for each frame; at least MinDelay.
    int loops = -1; ///< How often it begins again; -1: for ever.
};

inline constexpr qint64 MaxAnimationBytes = 48LL << 20; ///< Of all frames together.
inline constexpr int MinDelay = 30; ///< Files that ask for less mean "soon".

/// In any thread but the interface's, save in tests.
Animation animate(const Request &request);
QFuture<Animation> animateLater(Request request);

/// The logical size that a picture takes.
QSizeF fit(QSizeF natural, const QSizeF &wanted, qreal maxWidth);

/// The size in a picture's header, as it will be shown. The beginning of the data is enough; invalid when it is not there. It only looks
/// at some bytes, so it may be asked in the interface thread.
QSize headerSize(const QByteArray &data);

/// What the first bytes say: "png", "jpeg", "gif", "webp" or "bmp"; empty for all else.
QByteArray formatOf(QByteArrayView data);

} // namespace ImageDecoder
