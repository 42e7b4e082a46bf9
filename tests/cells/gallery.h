// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QWidget>

#include <algorithm>
#include <cstdlib>

/// Pictures side by side under their names.
class Sheet
{
public:
    void add(const QString &name, QWidget *widget)
    {
        QCoreApplication::processEvents();
        m_pieces.append({ name, widget->grab() });
    }

    bool save(const QString &file) const
    {
        constexpr int gap = 16;
        constexpr int line = 18;
        const int width = int(1700 * Fonts::scale());
        const qreal ratio = qGuiApp->devicePixelRatio(); // QT_SCALE_FACTOR=2 draws everything twice as fine.
        int x = gap;
        int y = gap;
        int row = 0;
        QList<std::pair<QPoint, Piece>> placed;
        for (const Piece &piece : m_pieces) {
            const QSize size = piece.second.deviceIndependentSize().toSize();
            if (x + size.width() + gap > width && x > gap) {
                x = gap;
                y += row + gap;
                row = 0;
            }
            placed.append({ { x, y }, piece });
            x += size.width() + gap;
            row = std::max(row, size.height() + line);
        }
        QPixmap sheet((QSizeF(width, y + row + gap) * ratio).toSize());
        sheet.setDevicePixelRatio(ratio);
        const Theme &theme = Theme::current();
        sheet.fill(theme.sunken);
        QPainter painter(&sheet);
        painter.setPen(theme.text2);
        painter.setFont(Fonts::small());
        for (const auto &[at, piece] : std::as_const(placed)) {
            painter.drawText(at + QPoint(0, 13), piece.first);
            painter.drawPixmap(at + QPoint(0, line), piece.second);
        }
        painter.end();
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        const QString path = QStringLiteral(WB_PICTURES) + u'/' + file + (ratio > 1 ? QStringLiteral("@2x.png") : QStringLiteral(".png"));
        const bool saved = sheet.save(path);
        QFile::setPermissions(path, QFile::permissions(path) | QFile::ReadOther | QFile::ReadGroup);
        return saved;
    }

private:
    using Piece = std::pair<QString, QPixmap>;
    QList<Piece> m_pieces;
};

inline QByteArray chart(const QColor &color, int shift)
{
    QImage image(240, 120, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2));
    for (int x = 0; x < 240; x += 4)
        painter.drawLine(x, 60 + (x * 7 + shift) % 31, x + 4, 60 + ((x + 4) * 7 + shift) % 31);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// Where the first thing stands that is not the background.
inline int firstInk(QWidget *widget, const QRect &place)
{
    const QImage image = widget->grab(place).toImage();
    const QRgb paper = image.pixel(0, 0);
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y) {
            const QRgb now = image.pixel(x, y);
            if (std::abs(qGray(now) - qGray(paper)) > 60)
                return place.left() + x;
        }
    }
    return -1;
}

/// Something is drawn there.
inline bool hasInk(QWidget *widget, const QRectF &place)
{
    return firstInk(widget, place.toAlignedRect()) >= 0;
}
