// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pastedpicture.h"

#include <opensandbox/notebook/cell.h>

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QMimeDatabase>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

QString fileIn(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

QString mimeTypeOf(const QByteArray &bytes)
{
    const QString type = QMimeDatabase().mimeTypeForData(bytes).name();
    static const QStringList shown { u"image/png"_s, u"image/jpeg"_s, u"image/gif"_s, u"image/webp"_s, u"image/bmp"_s, u"image/svg+xml"_s };
    return shown.contains(type) ? type : QString();
}

} // namespace

bool PastedPicture::isIn(const QMimeData *data)
{
    static const QStringList endings { u"png"_s, u"jpg"_s, u"jpeg"_s, u"gif"_s, u"webp"_s, u"bmp"_s, u"svg"_s };
    if (data->hasUrls())
        return endings.contains(QFileInfo(fileIn(data)).suffix().toLower());
    return data->hasImage() && !data->hasText();
}

std::optional<PastedPicture> PastedPicture::of(const QMimeData *data)
{
    if (!isIn(data))
        return {};
    PastedPicture picture;
    if (data->hasUrls()) {
        QFile file(fileIn(data));
        if (!QFileInfo(file).isFile()) // Opening a pipe waits for whoever writes to it.
            return {};
        if (!file.open(QIODevice::ReadOnly) || file.size() > largest)
            return {};
        picture.bytes = file.readAll();
        picture.name = QFileInfo(file.fileName()).fileName();
    } else {
        picture.name = u"image.png"_s;
        picture.bytes = data->data(u"image/png"_s);
        if (picture.bytes.isEmpty()) {
            QBuffer buffer(&picture.bytes);
            buffer.open(QIODevice::WriteOnly);
            data->imageData().value<QImage>().save(&buffer, "PNG");
        }
    }
    picture.mimeType = mimeTypeOf(picture.bytes);
    if (picture.mimeType.isEmpty() || picture.bytes.size() > largest)
        return {};
    return picture;
}

QString PastedPicture::addTo(Notebook::Cell *cell) const
{
    // What Markdown would take for the end of the name.
    QString plain = name;
    for (QChar &c : plain) {
        if (c.isSpace() || u"()[]<>\"'\\"_s.contains(c))
            c = u'-';
    }
    const QString kept = cell->addAttachment(plain, mimeType, bytes);
    return kept.isEmpty() ? QString() : u"![%1](attachment:%1)"_s.arg(kept);
}
