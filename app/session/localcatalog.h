// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

/**
 * What a local runtime offers on its machine: images that stand for what is installed, and languages that have
 * contexts. From GET /v1/local, an addition of the local runtime; empty for servers that have no such list. Pure.
 */
struct LocalCatalog
{
    struct Image
    {
        QString name = {};
        QStringList aliases = {}; ///< Further names that mean the same, without registry and tag.
        QString contains = {}; ///< "Python 3.13, Node.js, Bash"; may be empty.
    };

    QList<Image> images = {};
    QStringList languages = {}; ///< As SupportedLanguage names them.

    bool isKnown() const { return !images.isEmpty(); }
    /// What an image reference stands for, whatever its tag; null when the runtime would refuse it.
    const Image *find(const QString &reference) const;

    /// Anything that is no such list gives an empty one.
    static LocalCatalog parse(const QByteArray &json);
};
