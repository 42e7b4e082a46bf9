// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "paletteproviders.h"

#include "notebook/notebookview.h"
#include "notebookdocuments.h"
#include "shared/badge.h"
#include "shell/mainwindow.h"
#include "shell/preferences.h"

#include <opensandbox/notebook/document.h>

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Palette)
};

} // namespace

QString SettingsProvider::section() const
{
    return Text::tr("Settings");
}

QList<PaletteItem> SettingsProvider::items(const QString &)
{
    QList<PaletteItem> list;
    const std::pair<Preferences::Look, QString> looks[] { { Preferences::Look::System, Text::tr("Theme: follow the system") }, { Preferences::Look::Light, Text::tr("Theme: light") },
        { Preferences::Look::Dark, Text::tr("Theme: dark") }, { Preferences::Look::HighContrast, Text::tr("Theme: high contrast") } };
    const QString icons[] { u"settings"_s, u"sun"_s, u"moon"_s, u"contrast"_s };
    for (const auto &[look, name] : looks) {
        PaletteItem item;
        item.name = name;
        item.icon = icons[int(look)];
        item.detail = m_preferences->look() == look ? Text::tr("on") : QString();
        item.run = [preferences = m_preferences, look] { preferences->setLook(look); };
        list.append(item);
    }
    const auto toggle = [&list](const QString &name, bool on, std::function<void()> run) {
        PaletteItem item;
        item.name = name;
        item.icon = u"settings"_s;
        item.detail = on ? Text::tr("on") : Text::tr("off");
        item.run = std::move(run);
        list.append(item);
    };
    Preferences *p = m_preferences;
    toggle(Text::tr("Reduce motion"), p->reduceMotion(), [p] { p->setReduceMotion(!p->reduceMotion()); });
    toggle(Text::tr("Plots follow the theme"), p->themedPlots(), [p] { p->setThemedPlots(!p->themedPlots()); });
    toggle(Text::tr("Show plots and ask for input on servers that leave them out"), p->displayBridge(), [p] { p->setDisplayBridge(!p->displayBridge()); });
    toggle(Text::tr("Continue running after a cell fails"), p->continueOnError(), [p] { p->setContinueOnError(!p->continueOnError()); });
    toggle(Text::tr("End a notebook's own context when it is closed"), p->endOwnContexts(), [p] { p->setEndOwnContexts(!p->endOwnContexts()); });
    return list;
}

QString FilesProvider::section() const
{
    return Text::tr("Files and cells");
}

QList<PaletteItem> FilesProvider::items(const QString &)
{
    QList<PaletteItem> list;
    for (const QString &path : m_recent()) {
        const QFileInfo info(path);
        PaletteItem item;
        item.name = info.fileName();
        item.detail = info.path();
        item.icon = u"file-code"_s;
        if (!info.exists())
            item.reason = Text::tr("The file is not there any more.");
        item.run = [open = m_open, path] { open(path); };
        list.append(item);
    }
    return list;
}

QString CellsProvider::section() const
{
    return Text::tr("Files and cells");
}

QList<PaletteItem> CellsProvider::items(const QString &)
{
    QList<PaletteItem> list;
    NotebookView *current = m_notebooks->current();
    if (!current || !current->document())
        return list;
    Notebook::Document *document = current->document();
    const auto cells = document->cells();
    for (Notebook::Cell *cell : cells) {
        const QString line = cell->source().section(u'\n', 0, 0).trimmed();
        if (line.isEmpty())
            continue;
        PaletteItem item;
        item.name = line.left(200);
        item.detail = Text::tr("%1, cell %2").arg(current->title()).arg(cell->index() + 1);
        if (cell->kind() == Notebook::CellKind::Code)
            item.badge = LanguageBadge::letters(cell->language());
        else
            item.icon = u"heading"_s;
        item.run = [view = QPointer<NotebookView>(current), guard = QPointer<Notebook::Cell>(cell)] {
            if (!view || !guard)
                return;
            view->setFocus();
            Q_EMIT view->document()->focusRequested(guard, 0);
        };
        list.append(item);
    }
    return list;
}
