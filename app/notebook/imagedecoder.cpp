// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "imagedecoder.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPainter>
#include <QPromise>
#include <QSet>
#include <QSvgRenderer>
#include <QThreadPool>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <cmath>
#include <memory>

using namespace Qt::StringLiterals;

namespace ImageDecoder {
namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("ImageDecoder", text);
}

bool hasTransparency(const QImage &image)
{
    if (!image.hasAlphaChannel())
        return false;
    const QImage argb = image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < argb.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(argb.constScanLine(y));
        for (int x = 0; x < argb.width(); ++x) {
            if (qAlpha(line[x]) != 255)
                return true;
        }
    }
    return false;
}

/// The pixels that a logical size needs, within what a picture may cost.
QSize pixelsFor(const QSizeF &logical, qreal ratio)
{
    constexpr qreal most = 8192;
    qreal width = logical.width() * ratio;
    qreal height = logical.height() * ratio;
    const qreal factor = std::min({ 1.0, most / std::max(width, 1.0), most / std::max(height, 1.0) });
    width *= factor;
    height *= factor;
    return QSize(std::max(1, int(std::lround(width))), std::max(1, int(std::lround(height))));
}

Picture decodeSvg(const QByteArray &data, const Request &request)
{
    Picture picture;
    picture.opaque = false;
    const QByteArray clean = sanitizeSvg(data);
    if (clean.isEmpty()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This SVG cannot be read."));
        return picture;
    }
    QSvgRenderer renderer;
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    if (!renderer.load(clean)) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This SVG cannot be drawn."));
        return picture;
    }
    QSizeF natural = renderer.defaultSize();
    if (natural.isEmpty() || natural.width() > 32'000 || natural.height() > 32'000)
        natural = QSizeF(640, 480);
    picture.pixelSize = natural.toSize();
    picture.logicalSize = fit(natural, request.wanted, request.maxWidth);
    QImage image(pixelsFor(picture.logicalSize, request.devicePixelRatio), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This SVG is too large to draw."));
        return picture;
    }
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(QPointF(), image.size()));
    painter.end();
    picture.opaque = !hasTransparency(image);
    picture.image = image;
    return picture;
}

} // namespace

QSizeF fit(QSizeF natural, const QSizeF &wanted, qreal maxWidth)
{
    if (natural.isEmpty())
        return {};
    const qreal ratio = natural.height() / natural.width();
    QSizeF size = natural;
    if (wanted.width() > 0 && wanted.height() > 0)
        size = wanted;
    else if (wanted.width() > 0)
        size = QSizeF(wanted.width(), wanted.width() * ratio);
    else if (wanted.height() > 0)
        size = QSizeF(wanted.height() / ratio, wanted.height());
    if (size.height() > 32'000)
        size = QSizeF(size.width() * 32'000 / size.height(), 32'000);
    if (maxWidth > 0 && size.width() > maxWidth)
        size = QSizeF(maxWidth, std::max(1.0, size.height() * maxWidth / size.width()));
    return size;
}

QSize headerSize(const QByteArray &data)
{
    QBuffer buffer;
    buffer.setData(data);
    if (!buffer.open(QIODevice::ReadOnly))
        return {};
    QImageReader reader(&buffer);
    const QSize size = reader.size();
    return reader.transformation().testFlag(QImageIOHandler::TransformationRotate90) ? size.transposed() : size;
}

namespace {

QByteArray dataOf(const Request &request)
{
    const QByteArray data = request.read ? request.read() : request.data;
    return request.base64 && data.size() <= MaxEncodedBytes ? QByteArray::fromBase64(data) : data;
}

} // namespace

Picture decode(const Request &request)
{
    const QByteArray data = dataOf(request);
    if (data.size() > MaxEncodedBytes) {
        Picture picture;
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture is too large to show here."));
        return picture;
    }
    if (request.svg)
        return decodeSvg(data, request);

    Picture picture;
    // Room for what is read before it is scaled down; headers that claim more are refused below.
    [[maybe_unused]] static const bool limited = [] {
        QImageReader::setAllocationLimit(512);
        return true;
    }();
    QBuffer buffer;
    buffer.setData(data);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    if (!reader.canRead()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture is damaged or of an unknown kind."));
        return picture;
    }
    picture.pixelSize = reader.size();
    if (picture.pixelSize.isEmpty()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture does not say how large it is."));
        return picture;
    }
    const qint64 pixels = qint64(picture.pixelSize.width()) * picture.pixelSize.height();
    // A picture packs well, but not a thousandfold better than PNG's own limit.
    if (pixels > MaxPixels || pixels / 4096 > data.size()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture says it has %1 x %2 pixels, which its size cannot hold."))
                            .arg(picture.pixelSize.width())
                            .arg(picture.pixelSize.height());
        return picture;
    }
    picture.logicalSize = fit(picture.pixelSize, request.wanted, request.maxWidth);
    const QSize needed = pixelsFor(picture.logicalSize, request.devicePixelRatio);
    const bool large = pixels > 24'000'000 || picture.pixelSize.width() > 16'000 || picture.pixelSize.height() > 16'000;
    if (large && (needed.width() < picture.pixelSize.width() || needed.height() < picture.pixelSize.height())) {
        reader.setScaledSize(needed.boundedTo(picture.pixelSize));
        picture.reduced = true;
    }
    QImage image;
    if (!reader.read(&image) || image.isNull()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture is damaged or cut off."));
        return picture;
    }
    if (reader.transformation().testFlag(QImageIOHandler::TransformationRotate90)) {
        picture.pixelSize.transpose();
        picture.logicalSize = fit(picture.pixelSize, request.wanted, request.maxWidth);
    }
    const QSize target = pixelsFor(picture.logicalSize, request.devicePixelRatio);
    if (image.width() > target.width() || image.height() > target.height()) {
        // Kept no larger than the screen needs, so that painting need not scale it; a wider column decodes again.
        image = image.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        picture.reduced = true;
    }
    picture.opaque = !hasTransparency(image);
    picture.image = image.convertToFormat(picture.opaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    return picture;
}

Animation animate(const Request &request)
{
    if (request.svg)
        return {};
    const QByteArray data = dataOf(request);
    if (data.size() > MaxEncodedBytes)
        return {};
    QBuffer buffer;
    buffer.setData(data);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    const QSize size = reader.size();
    if (!reader.canRead() || !reader.supportsAnimation() || size.isEmpty())
        return {};
    const QSize target = pixelsFor(fit(size, request.wanted, request.maxWidth), request.devicePixelRatio).boundedTo(size);
    const qint64 most = MaxAnimationBytes / (qint64(target.width()) * target.height() * 4);
    if (most < 2 || qint64(size.width()) * size.height() > 24'000'000)
        return {};
    Animation animation;
    animation.loops = reader.loopCount();
    for (QImage frame; reader.canRead() && reader.read(&frame);) {
        if (animation.frames.size() >= most)
            return {};
        if (frame.size() != target)
            frame = frame.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        animation.frames.append(frame.convertToFormat(QImage::Format_ARGB32_Premultiplied));
        animation.delays.append(reader.nextImageDelay() < MinDelay ? 100 : reader.nextImageDelay());
    }
    return animation.frames.size() > 1 ? animation : Animation {};
}

namespace {

template <typename Result>
QFuture<Result> inPool(Request request, Result (*work)(const Request &))
{
    auto promise = std::make_shared<QPromise<Result>>();
    QFuture<Result> future = promise->future();
    promise->start();
    QThreadPool::globalInstance()->start([promise, work, request = std::move(request)]() {
        if (!promise->isCanceled())
            promise->addResult(work(request));
        promise->finish();
    });
    return future;
}

} // namespace

QFuture<Picture> decodeLater(Request request)
{
    return inPool<Picture>(std::move(request), decode);
}

QFuture<Animation> animateLater(Request request)
{
    return inPool<Animation>(std::move(request), animate);
}

namespace {

bool leavesTheFile(QStringView value)
{
    const QString lower = value.toString().toLower().simplified();
    if (lower.contains("javascript:"_L1) || lower.contains("@import"_L1) || lower.contains("expression("_L1))
        return true;
    qsizetype at = 0;
    while ((at = lower.indexOf("url("_L1, at)) >= 0) {
        at += 4;
        qsizetype start = at;
        while (start < lower.size() && (lower[start] == u' ' || lower[start] == u'"' || lower[start] == u'\''))
            ++start;
        if (start >= lower.size() || lower[start] != u'#')
            return true;
    }
    return false;
}

bool goodReference(QStringView value)
{
    const QStringView trimmed = value.trimmed();
    return trimmed.startsWith(u'#') || trimmed.startsWith("data:image/png"_L1) || trimmed.startsWith("data:image/jpeg"_L1)
        || trimmed.startsWith("data:image/gif"_L1);
}

} // namespace

QByteArray sanitizeSvg(const QByteArray &svg)
{
    if (svg.size() > 32 << 20)
        return {};
    static const QSet<QString> banned { u"script"_s, u"foreignobject"_s, u"iframe"_s, u"object"_s, u"embed"_s, u"audio"_s, u"video"_s,
                                        u"handler"_s, u"listener"_s, u"set"_s, u"animate"_s, u"animatetransform"_s, u"animatemotion"_s,
                                        u"animatecolor"_s, u"discard"_s };
    QByteArray out;
    QXmlStreamReader reader(svg);
    reader.setEntityExpansionLimit(0);
    QXmlStreamWriter writer(&out);
    int depth = 0;
    int uses = 0;
    bool inStyle = false;
    bool sawRoot = false;
    QString style;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement: {
            const QString name = reader.name().toString().toLower();
            if (!sawRoot && name != "svg"_L1)
                return {};
            // Each level and each clone costs the renderer its stack or its time.
            if (banned.contains(name) || depth > 200 || (name == "use"_L1 && ++uses > 20'000)) {
                reader.skipCurrentElement();
                break;
            }
            sawRoot = true;
            ++depth;
            inStyle = name == "style"_L1;
            style.clear();
            writer.writeStartElement(reader.namespaceUri().toString(), reader.name().toString());
            for (const QXmlStreamAttribute &attribute : reader.attributes()) {
                const QString key = attribute.name().toString().toLower();
                if (key.startsWith("on"_L1) || leavesTheFile(attribute.value()))
                    continue;
                if ((key == "href"_L1 || key == "src"_L1) && !goodReference(attribute.value()))
                    continue;
                writer.writeAttribute(attribute.namespaceUri().toString(), attribute.name().toString(), attribute.value().toString());
            }
            break;
        }
        case QXmlStreamReader::EndElement:
            if (inStyle) {
                if (!leavesTheFile(style))
                    writer.writeCharacters(style);
                inStyle = false;
            }
            --depth;
            writer.writeEndElement();
            break;
        case QXmlStreamReader::Characters:
            if (inStyle)
                style += reader.text();
            else if (sawRoot && depth > 0)
                writer.writeCharacters(reader.text().toString());
            break;
        default: // Comments, instructions and document types are left out.
            break;
        }
    }
    if (reader.hasError() || !sawRoot)
        return {};
    writer.writeEndDocument();
    return out;
}

} // namespace ImageDecoder
