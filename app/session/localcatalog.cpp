// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "localcatalog.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace {

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &each : array) {
        if (each.isString() && !each.toString().isEmpty())
            list << each.toString();
    }
    return list;
}

} // namespace

LocalCatalog LocalCatalog::parse(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    LocalCatalog catalog;
    catalog.languages = strings(object.value("languages"_L1));
    const QJsonArray profiles = object.value("profiles"_L1).toArray();
    for (const QJsonValue &profile : profiles) {
        Image image { profile["name"_L1].toString(), strings(profile["aliases"_L1]), profile["contains"_L1].toString() };
        if (!image.name.isEmpty())
            catalog.images << image;
    }
    if (catalog.images.isEmpty()) {
        // A runtime that only names them.
        for (const QString &name : strings(object.value("images"_L1)))
            catalog.images << Image { name, {}, {} };
    }
    return catalog;
}

const LocalCatalog::Image *LocalCatalog::find(const QString &reference) const
{
    // name[:tag][@digest] with any registry and folder before it, as the runtime reads it.
    QString name = reference.trimmed().section(u'@', 0, 0);
    const qsizetype slash = name.lastIndexOf(u'/');
    if (const qsizetype colon = name.lastIndexOf(u':'); colon > slash)
        name.truncate(colon);
    const QString folder = slash < 0 ? QString() : name.first(slash);
    const QString last = name.sliced(slash + 1);
    const bool official = folder.isEmpty() || folder == "library"_L1 || folder == "docker.io/library"_L1;
    for (const Image &image : images) {
        if (name == image.name || (image.name.contains(u'/') && name.endsWith(u'/' + image.name)))
            return &image;
        if (official && (last == image.name || image.aliases.contains(last)))
            return &image;
    }
    return nullptr;
}
