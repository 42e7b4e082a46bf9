// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "imagedecoder.h"

#include "inpool.h"
#include "svgcleaner.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPainter>
#include <QPromise>
#include <QSvgRenderer>
#include <QtEndian>

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

/// A reader of one known format, which asks no other one.
class Reader
{
public:
    explicit Reader(const QByteArray &data)
    {
        // Room for what is read before it is scaled down; headers that claim more are refused.
        [[maybe_unused]] static const bool limited = [] {
            QImageReader::setAllocationLimit(512);
            return true;
        }();
        const QByteArray format = formatOf(data);
        if (format.isEmpty())
            return;
        m_buffer.setData(data);
        m_buffer.open(QIODevice::ReadOnly);
        m_reader.setAutoDetectImageFormat(false);
        m_reader.setDecideFormatFromContent(false);
        m_reader.setDevice(&m_buffer);
        m_reader.setFormat(format);
        m_known = true;
    }

    bool isKnown() const { return m_known && m_reader.canRead(); }
    QImageReader *operator->() { return &m_reader; }

private:
    QBuffer m_buffer;
    QImageReader m_reader;
    bool m_known = false;
};

QByteArray pictureInside(const QByteArray &bytes)
{
    Request request;
    request.data = bytes;
    const Picture picture = decode(request);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    return !picture.image.isNull() && picture.image.save(&buffer, "PNG", 80) ? png : QByteArray();
}

Picture decodeSvg(const QByteArray &data, const Request &request)
{
    Picture picture;
    picture.opaque = false;
    const auto [clean, drawn] = SvgCleaner::clean(data, pictureInside);
    if (clean.isEmpty()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This SVG is damaged, or more than can be drawn here."));
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
    QSize size = pixelsFor(picture.logicalSize, request.devicePixelRatio);
    // Each element may cover all of it.
    constexpr double mostWork = 2e11;
    if (const double work = double(size.width()) * size.height() * double(drawn); work > mostWork)
        size = (QSizeF(size) * std::sqrt(mostWork / work)).toSize().expandedTo({ 1, 1 });
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
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

QByteArray formatOf(QByteArrayView data)
{
    if (data.startsWith("\x89PNG\r\n\x1a\n"))
        return "png";
    if (data.startsWith("\xff\xd8\xff"))
        return "jpeg";
    if (data.startsWith("GIF87a") || data.startsWith("GIF89a"))
        return "gif";
    if (data.size() > 12 && data.startsWith("RIFF") && data.sliced(8, 4) == "WEBP")
        return "webp";
    if (data.size() > 26 && data.startsWith("BM") && data.sliced(6, 4) == QByteArrayView("\0\0\0\0", 4))
        return "bmp";
    return {};
}

namespace {

template <typename Number>
int little(QByteArrayView data, qsizetype at)
{
    return at + qsizetype(sizeof(Number)) <= data.size() ? int(qFromLittleEndian<Number>(data.data() + at)) : 0;
}

template <typename Number>
int big(QByteArrayView data, qsizetype at)
{
    return at + qsizetype(sizeof(Number)) <= data.size() ? int(qFromBigEndian<Number>(data.data() + at)) : 0;
}

/// True when an Exif block lays the picture on its side.
bool liesOnItsSide(QByteArrayView exif)
{
    if (!exif.startsWith(QByteArrayView("Exif\0\0", 6)))
        return false;
    const QByteArrayView tiff = exif.sliced(6);
    const bool intel = tiff.startsWith("II");
    const auto number16 = [&](qsizetype at) { return intel ? little<quint16>(tiff, at) : big<quint16>(tiff, at); };
    const qsizetype entries = intel ? little<qint32>(tiff, 4) : big<qint32>(tiff, 4);
    if (entries < 8 || entries > tiff.size())
        return false;
    for (int i = 0; i < std::min(number16(entries), 100); ++i) {
        const qsizetype entry = entries + 2 + 12 * i;
        if (number16(entry) == 0x112)
            return number16(entry + 8) >= 5 && number16(entry + 8) <= 8;
    }
    return false;
}

QSize jpegSize(QByteArrayView data)
{
    bool turned = false;
    qsizetype at = 2;
    for (int segment = 0; segment < 1000 && at + 4 <= data.size(); ++segment) {
        const int marker = big<quint16>(data, at);
        const int length = big<quint16>(data, at + 2);
        if (marker < 0xff00 || length < 2)
            return {};
        const QByteArrayView content = data.sliced(at + 4, std::clamp<qsizetype>(length - 2, 0, data.size() - at - 4));
        if (marker == 0xffe1)
            turned = turned || liesOnItsSide(content);
        if (marker >= 0xffc0 && marker <= 0xffcf && marker != 0xffc4 && marker != 0xffc8 && marker != 0xffcc) {
            const QSize size(big<quint16>(content, 3), big<quint16>(content, 1));
            return turned ? size.transposed() : size;
        }
        at += 2 + length;
    }
    return {};
}

QSize webpSize(QByteArrayView data)
{
    const QByteArrayView kind = data.sliced(12, std::min<qsizetype>(4, data.size() - 12));
    if (kind == "VP8X")
        return { 1 + (little<qint32>(data, 24) & 0xffffff), 1 + (big<quint8>(data, 27) | big<quint8>(data, 28) << 8 | big<quint8>(data, 29) << 16) };
    if (kind == "VP8L") {
        const auto bits = quint32(little<qint32>(data, 21));
        return { 1 + int(bits & 0x3fff), 1 + int(bits >> 14 & 0x3fff) };
    }
    return { little<quint16>(data, 26) & 0x3fff, little<quint16>(data, 28) & 0x3fff };
}

} // namespace

QSize headerSize(const QByteArray &data)
{
    const QByteArray format = formatOf(data);
    QSize size;
    if (format == "png")
        size = { big<qint32>(data, 16), big<qint32>(data, 20) };
    else if (format == "jpeg")
        size = jpegSize(data);
    else if (format == "gif")
        size = { little<quint16>(data, 6), little<quint16>(data, 8) };
    else if (format == "webp")
        size = webpSize(data);
    else if (format == "bmp")
        size = { little<qint32>(data, 18), std::abs(std::max(little<qint32>(data, 22), -0x7fffffff)) };
    return size.isEmpty() ? QSize() : size;
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
    Reader reader(data);
    reader->setAutoTransform(true);
    if (!reader.isKnown()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture is damaged or of an unknown kind."));
        return picture;
    }
    picture.pixelSize = reader->size();
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
        reader->setScaledSize(needed.boundedTo(picture.pixelSize));
        picture.reduced = true;
    }
    QImage image;
    if (!reader->read(&image) || image.isNull()) {
        picture.error = words(QT_TRANSLATE_NOOP("ImageDecoder", "This picture is damaged or cut off."));
        return picture;
    }
    if (reader->transformation().testFlag(QImageIOHandler::TransformationRotate90)) {
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
    Reader reader(data);
    const QSize size = reader.isKnown() ? reader->size() : QSize();
    if (size.isEmpty() || !reader->supportsAnimation())
        return {};
    const QSize target = pixelsFor(fit(size, request.wanted, request.maxWidth), request.devicePixelRatio).boundedTo(size);
    const qint64 most = MaxAnimationBytes / (qint64(target.width()) * target.height() * 4);
    if (most < 2 || qint64(size.width()) * size.height() > 24'000'000)
        return {};
    Animation animation;
    animation.loops = reader->loopCount();
    for (QImage frame; reader->canRead() && reader->read(&frame);) {
        if (animation.frames.size() >= most)
            return {};
        if (frame.size() != target)
            frame = frame.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        animation.frames.append(frame.convertToFormat(QImage::Format_ARGB32_Premultiplied));
        animation.delays.append(reader->nextImageDelay() < MinDelay ? 100 : reader->nextImageDelay());
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
    outputsPool().start([promise, work, request = std::move(request)]() {
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

} // namespace ImageDecoder
