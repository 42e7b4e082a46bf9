// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictureground.h"

#include "imagedecoder.h"

#include "theme/theme.h"

#include <QBuffer>
#include <QJsonObject>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace PictureGround {

namespace {

constexpr qint64 mostPixels = 64'000'000; ///< More is saved as it came.

const Theme &themeOf(Ground ground)
{
    return Theme::of(ground == Ground::Dark ? Theme::Kind::Dark : Theme::Kind::Light);
}

} // namespace

Ground of(const QJsonObject &metadata, const QString &mime)
{
    const QString key = u"needs_background"_s;
    const QJsonValue own = metadata.value(mime).toObject().value(key);
    const QString name = (own.isString() ? own : metadata.value(key)).toString();
    return name == "dark"_L1 ? Ground::Dark : name == "light"_L1 ? Ground::Light : Ground::Any;
}

bool needsPaper(Ground ground, const Theme &theme)
{
    return ground != Ground::Any && (ground == Ground::Dark) != theme.isDark();
}

void paintPaper(QPainter *painter, const QRectF &rect, Ground ground)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(themeOf(ground).base);
    painter->drawRoundedRect(rect, 4, 4);
    painter->restore();
}

QImage onPaper(const QImage &picture, Ground ground)
{
    if (ground == Ground::Any || picture.isNull() || !picture.hasAlphaChannel())
        return picture;
    QImage paper(picture.size(), QImage::Format_RGB32);
    paper.setDevicePixelRatio(picture.devicePixelRatio());
    paper.setDotsPerMeterX(picture.dotsPerMeterX());
    paper.setDotsPerMeterY(picture.dotsPerMeterY());
    paper.fill(themeOf(ground).base);
    QPainter painter(&paper);
    painter.drawImage(0, 0, picture);
    return paper;
}

QByteArray onPaper(const QByteArray &picture, const QString &mime, Ground ground)
{
    if (ground == Ground::Any)
        return picture;
    if (mime == "image/svg+xml"_L1) {
        const qsizetype root = picture.indexOf("<svg");
        const qsizetype end = root < 0 ? -1 : picture.indexOf('>', root);
        if (end < 0 || picture.at(end - 1) == '/')
            return picture;
        return picture.first(end + 1) + "\n<rect width=\"100%\" height=\"100%\" fill=\"" + paper(ground).toLatin1() + "\"/>" + picture.sliced(end + 1);
    }
    if (mime != "image/png"_L1)
        return picture;
    const QSize size = ImageDecoder::headerSize(picture);
    if (size.isEmpty() || qint64(size.width()) * size.height() > mostPixels)
        return picture;
    ImageDecoder::Request request;
    request.data = picture;
    const QImage drawn = ImageDecoder::decode(request).image;
    if (drawn.size() != size || !drawn.hasAlphaChannel())
        return picture;
    QByteArray bytes;
    QBuffer out(&bytes);
    out.open(QIODevice::WriteOnly);
    return onPaper(drawn, ground).save(&out, "PNG") ? bytes : picture;
}

QString paper(Ground ground)
{
    return ground == Ground::Any ? QString() : themeOf(ground).base.name();
}

} // namespace PictureGround
