// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picturediff.h"

#include "imagedecoder.h"
#include "inpool.h"
#include "pictureground.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPointer>

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace {

constexpr int largestSide = 4000;
constexpr int threshold = 12; ///< Of one channel: less is what encoders do by themselves.

QImage decode(const Notebook::StoredPicture &picture)
{
    ImageDecoder::Request request;
    request.data = picture.data;
    request.svg = picture.type == "image/svg+xml"_L1;
    request.maxWidth = largestSide;
    // One may be for a light ground and one for a dark one.
    return PictureGround::onPaper(ImageDecoder::decode(request).image, PictureGround::of(picture.metadata, picture.type)).convertToFormat(QImage::Format_ARGB32);
}

} // namespace

PictureDifference PictureDifference::of(const Notebook::StoredPicture &left, const Notebook::StoredPicture &right)
{
    PictureDifference result;
    result.left = decode(left);
    result.right = decode(right);
    if (left == right) {
        result.share = 0;
        result.marks = result.right;
        return result;
    }
    if (result.left.isNull() || result.left.size() != result.right.size())
        return result;
    result.marks = QImage(result.right.size(), QImage::Format_ARGB32);
    const QColor red = Theme::of(Theme::Kind::Light).badFill;
    qint64 different = 0;
    for (int y = 0; y < result.right.height(); ++y) {
        const auto *a = reinterpret_cast<const QRgb *>(result.left.constScanLine(y));
        const auto *b = reinterpret_cast<const QRgb *>(result.right.constScanLine(y));
        auto *out = reinterpret_cast<QRgb *>(result.marks.scanLine(y));
        for (int x = 0; x < result.right.width(); ++x) {
            const bool differs = std::abs(qRed(a[x]) - qRed(b[x])) > threshold || std::abs(qGreen(a[x]) - qGreen(b[x])) > threshold
                || std::abs(qBlue(a[x]) - qBlue(b[x])) > threshold || std::abs(qAlpha(a[x]) - qAlpha(b[x])) > threshold;
            different += differs;
            const int grey = 200 + qGray(b[x]) * 55 / 255;
            out[x] = differs ? red.rgb() : qRgba(grey, grey, grey, qAlpha(b[x]));
        }
    }
    result.share = double(different) / double(std::max<qint64>(1, qint64(result.right.width()) * result.right.height()));
    return result;
}

QString PictureDifference::text() const
{
    if (left.isNull() && right.isNull())
        return PictureDiff::tr("Not shown");
    if (left.isNull())
        return PictureDiff::tr("Only at the right");
    if (right.isNull())
        return PictureDiff::tr("Only at the left");
    if (marks.isNull())
        return PictureDiff::tr("Other size: %1 x %2 and %3 x %4").arg(left.width()).arg(left.height()).arg(right.width()).arg(right.height());
    if (share == 0)
        return PictureDiff::tr("The same");
    return PictureDiff::tr("%1 % of the pixels differ").arg(QLocale().toString(std::max(0.01, share * 100), 'f', share < .001 ? 2 : 1));
}

PictureDiff::PictureDiff(const QString &leftTitle, const QList<Notebook::StoredPicture> &left, const QString &rightTitle, const QList<Notebook::StoredPicture> &right, QWidget *parent)
    : PictureDiff(leftTitle, [left]() { return left; }, rightTitle, [right]() { return right; }, parent)
{
}

PictureDiff::PictureDiff(const QString &leftTitle, const Pictures &left, const QString &rightTitle, const Pictures &right, QWidget *parent)
    : QWidget(parent), m_leftTitle(leftTitle), m_rightTitle(rightTitle)
{
    setAccessibleName(tr("Pictures compared"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    QPointer<PictureDiff> guard = this;
    outputsPool().start([guard, readLeft = left, readRight = right]() {
        const QList<Notebook::StoredPicture> before = readLeft ? readLeft() : QList<Notebook::StoredPicture>();
        const QList<Notebook::StoredPicture> after = readRight ? readRight() : QList<Notebook::StoredPicture>();
        QList<PictureDifference> all;
        for (qsizetype i = 0; i < std::min<qsizetype>(8, std::max(before.size(), after.size())); ++i)
            all.append(PictureDifference::of(before.value(i), after.value(i)));
        QMetaObject::invokeMethod(
            qApp,
            [guard, all]() {
                if (!guard)
                    return;
                guard->m_differences = all;
                guard->m_ready = true;
                guard->setAccessibleDescription(all.isEmpty() ? QString() : all.constFirst().text());
                guard->updateGeometry();
                guard->update();
                Q_EMIT guard->ready();
            },
            Qt::QueuedConnection);
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
}

QSize PictureDiff::sizeHint() const
{
    return { Metrics::scaled(640), Metrics::scaled(240) };
}

void PictureDiff::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (m_differences.isEmpty())
        return;
    const int pad = Metrics::scaled(12);
    const int line = Fonts::lineHeight(Fonts::Role::Small);
    const int row = height() / int(m_differences.size());
    const int column = width() / 3;
    const QFontMetrics metrics(Fonts::small());
    // The left one stays at the left, as it is called.
    painter.setLayoutDirection(Qt::LeftToRight);
    for (int i = 0; i < int(m_differences.size()); ++i) {
        const PictureDifference &one = m_differences[i];
        const int top = i * row;
        painter.setFont(Fonts::small());
        painter.setPen(theme.text2);
        int x = 0;
        const std::pair<const QImage *, QString> columns[] = { { &one.left, m_leftTitle }, { &one.right, m_rightTitle }, { &one.marks, one.text() } };
        for (const auto &[image, caption] : columns) {
            const QRect head(x + pad, top + pad, column - 2 * pad, line);
            painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(caption, Qt::ElideRight, head.width()));
            const QRect room(head.left(), head.bottom() + 1 + Metrics::scaled(4), head.width(), std::max(1, row - line - 2 * pad - Metrics::scaled(4)));
            x += column;
            if (image->isNull())
                continue;
            const QSize size = image->size().scaled(room.size(), Qt::KeepAspectRatio).boundedTo(image->size() * 2);
            painter.drawImage(QRect(room.topLeft(), size), *image);
        }
    }
}
