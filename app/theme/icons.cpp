// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "icons.h"

#include <QDir>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

// A static library's resources register themselves only when somebody asks; this must be outside a namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(wb_icons);
}

namespace Icons {
namespace {

QString path(const QString &name)
{
    [[maybe_unused]] static const bool registered = (registerResources(), true);
    return ":/icons/lucide/"_L1 + name + ".svg"_L1;
}

class Engine final : public QIconEngine
{
public:
    Engine(const QString &name, Role role) : m_name(name), m_role(role) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        Icons::paint(painter, rect, m_name, colorFor(mode), qMin(rect.width(), rect.height()));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        const int side = qMax(1, qRound(qMin(size.width(), size.height()) / scale));
        return Icons::pixmap(m_name, colorFor(mode), side, scale);
    }

    QIconEngine *clone() const override { return new Engine(m_name, m_role); }
    QString key() const override { return u"lucide"_s; }
    QString iconName() override { return m_name; }

private:
    QColor colorFor(QIcon::Mode mode) const
    {
        const Theme &theme = Theme::current();
        if (mode == QIcon::Disabled)
            return theme.disabled;
        if (mode == QIcon::Selected && theme.isHighContrast())
            return theme.onSelection;
        return color(m_role);
    }

    QString m_name;
    Role m_role;
};

} // namespace

QIcon icon(const QString &name, Role role)
{
    return name.isEmpty() ? QIcon() : QIcon(new Engine(name, role));
}

QPixmap pixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio)
{
    const QString key = u"lucide/%1/%2/%3/%4"_s.arg(name, color.name(QColor::HexArgb)).arg(size).arg(devicePixelRatio);
    QPixmap result;
    if (QPixmapCache::find(key, &result))
        return result;
    result = QPixmap(QSize(qCeil(size * devicePixelRatio), qCeil(size * devicePixelRatio)));
    result.fill(Qt::transparent);
    QFile file(path(name));
    if (!file.open(QIODevice::ReadOnly)) {
        result.setDevicePixelRatio(devicePixelRatio);
        return result;
    }
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    // The stroke thins a little as the icon grows, so that it matches the weight of the text beside it.
    svg.replace("stroke-width=\"2\"", size >= 16 ? "stroke-width=\"1.75\"" : "stroke-width=\"2\"");
    QSvgRenderer renderer(svg);
    QPainter painter(&result);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(color.alphaF());
    renderer.render(&painter, QRectF(QPointF(), result.size()));
    painter.end();
    result.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, result);
    return result;
}

void paint(QPainter *painter, const QRectF &rect, const QString &name, const QColor &color, int size, qreal degrees)
{
    // A widget rendered into a larger picture has a device of ratio 1 and a scaled painter instead.
    const qreal ratio = qMax(painter->device() ? painter->device()->devicePixelRatioF() : 1.0, qAbs(painter->deviceTransform().m11()));
    const QPixmap picture = pixmap(name, color, size, ratio);
    const QPointF middle = rect.center();
    if (degrees != 0) {
        painter->save();
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->translate(middle);
        painter->rotate(degrees);
        painter->drawPixmap(QPointF(-size / 2.0, -size / 2.0), picture);
        painter->restore();
        return;
    }
    // On whole device pixels, or the strokes blur.
    const auto snap = [ratio](qreal v) { return qRound(v * ratio) / ratio; };
    painter->drawPixmap(QPointF(snap(middle.x() - size / 2.0), snap(middle.y() - size / 2.0)), picture);
}

Role role(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Ok:
        return Role::Ok;
    case Meaning::Warn:
        return Role::Warn;
    case Meaning::Bad:
        return Role::Bad;
    case Meaning::Rest:
        return Role::Rest;
    case Meaning::Busy:
        return Role::Busy;
    case Meaning::Idle:
        break;
    }
    return Role::Idle;
}

QColor color(Role role)
{
    const Theme &t = Theme::current();
    switch (role) {
    case Role::Normal:
        return t.text2;
    case Role::Strong:
        return t.text;
    case Role::Hint:
        return t.text3;
    case Role::Accent:
        return t.accent;
    case Role::OnAccent:
        return t.onAccent;
    case Role::Link:
        return t.link;
    case Role::Ok:
        return t.ok;
    case Role::Warn:
        return t.warn;
    case Role::Bad:
        return t.bad;
    case Role::Rest:
        return t.rest;
    case Role::Busy:
        return t.busy;
    case Role::Idle:
        return t.idle;
    case Role::OnSelection:
        return t.onSelection;
    }
    return t.text2;
}

bool exists(const QString &name)
{
    return QFile::exists(path(name));
}

QStringList names()
{
    registerResources();
    QStringList list = QDir(u":/icons/lucide"_s).entryList({ u"*.svg"_s }, QDir::Files, QDir::Name);
    for (QString &name : list)
        name.chop(4);
    return list;
}

} // namespace Icons
