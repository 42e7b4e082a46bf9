// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QPointer>
#include <QTranslator>

using namespace Qt::StringLiterals;

// A static library's resources register themselves only when somebody asks; this must be outside a namespace.
static void registerCatalogues()
{
    Q_INIT_RESOURCE(wb_i18n);
}

namespace {

const QString Prefix = u"opensandbox-workbench"_s;
const QString Folder = u":/i18n"_s;

/// Children of the application, which may be another one by now.
QList<QPointer<QTranslator>> &installed()
{
    static QList<QPointer<QTranslator>> list;
    return list;
}

void add(const QLocale &locale, const QString &name, const QString &folder)
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, name, u"_"_s, folder) && QCoreApplication::installTranslator(translator))
        installed().append(translator);
    else
        delete translator;
}

} // namespace

void Translations::install(const QLocale &locale)
{
    registerCatalogues();
    for (const QPointer<QTranslator> &translator : std::as_const(installed()))
        delete translator;
    installed().clear();
    // Whatever another catalogue lacks is said in English, with its plurals right.
    add(QLocale(QLocale::English), Prefix, Folder);
    add(locale, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add(locale, Prefix, Folder);
}

QStringList Translations::languages()
{
    registerCatalogues();
    QStringList names = QDir(Folder).entryList({ Prefix + u"_*.qm"_s }, QDir::Files, QDir::Name);
    for (QString &name : names)
        name = name.sliced(Prefix.size() + 1).chopped(3);
    return names;
}
