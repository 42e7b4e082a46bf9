// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "standardactions.h"

#include "actions.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

QList<QKeySequence> keys(std::initializer_list<const char *> list)
{
    QList<QKeySequence> result;
    for (const char *text : list)
        result.append(QKeySequence(QString::fromLatin1(text), QKeySequence::PortableText));
    return result;
}

} // namespace

void addStandardActions(Actions &a)
{
    const QString file = u"File"_s;
    const QString edit = u"Edit"_s;
    const QString view = u"View"_s;
    const QString sandbox = u"Sandbox"_s;
    const QString run = u"Run"_s;
    const QString context = u"Context"_s;
    const QString tools = u"Tools"_s;
    const QString window = u"Window"_s;
    const QString help = u"Help"_s;
    const QString needsNotebook = Text::tr("Open a notebook first.");
    const QString needsSandbox = Text::tr("Select a sandbox first.");

    a.add({ .id = u"file.newNotebook"_s, .text = Text::tr("&New notebook"), .icon = u"file-plus"_s, .keys = keys({ "Ctrl+N" }), .menu = file });
    a.add({ .id = u"file.open"_s, .text = Text::tr("&Open file…"), .icon = u"folder-open"_s, .keys = keys({ "Ctrl+O" }), .menu = file });
    a.add({ .id = u"file.save"_s, .text = Text::tr("&Save"), .icon = u"save"_s, .keys = keys({ "Ctrl+S" }), .menu = file });
    a.add({ .id = u"file.saveAs"_s, .text = Text::tr("Save &as…"), .keys = keys({ "Ctrl+Shift+S" }), .menu = file });
    a.add({ .id = u"file.close"_s, .text = Text::tr("&Close tab"), .keys = keys({ "Ctrl+W" }), .menu = file });
    a.add({ .id = u"file.reopen"_s, .text = Text::tr("R&eopen closed tab"), .keys = keys({ "Ctrl+Shift+T" }), .menu = file });
    a.add({ .id = u"app.quit"_s, .text = Text::tr("&Quit"), .keys = keys({ "Ctrl+Q" }), .menu = file });

    a.add({ .id = u"edit.undo"_s, .text = Text::tr("&Undo"), .icon = u"undo-2"_s, .menu = edit, .keyHint = u"Ctrl+Z"_s });
    a.add({ .id = u"edit.redo"_s, .text = Text::tr("&Redo"), .icon = u"redo-2"_s, .menu = edit, .keyHint = u"Ctrl+Shift+Z"_s });
    a.add({ .id = u"edit.cut"_s, .text = Text::tr("Cu&t"), .menu = edit, .keyHint = u"Ctrl+X"_s });
    a.add({ .id = u"edit.copy"_s, .text = Text::tr("&Copy"), .menu = edit, .keyHint = u"Ctrl+C"_s });
    a.add({ .id = u"edit.paste"_s, .text = Text::tr("&Paste"), .menu = edit, .keyHint = u"Ctrl+V"_s });
    a.add({ .id = u"edit.selectAll"_s, .text = Text::tr("Select &all"), .menu = edit, .keyHint = u"Ctrl+A"_s });

    a.add({ .id = u"view.palette"_s, .text = Text::tr("&Search or run a command"), .icon = u"command"_s, .keys = keys({ "Ctrl+Shift+P", "Ctrl+K", "Ctrl+Shift+C" }), .menu = view });
    a.add({ .id = u"view.quickOpen"_s, .text = Text::tr("&Go to file…"), .keys = keys({ "Ctrl+P" }), .menu = view });
    a.add({ .id = u"view.operate"_s, .text = Text::tr("Layout: &Operate"), .keys = keys({ "Ctrl+Alt+1" }), .menu = view, .tip = Text::tr("A wide table of sandboxes."), .checkable = true });
    a.add({ .id = u"view.code"_s, .text = Text::tr("Layout: &Code"), .keys = keys({ "Ctrl+Alt+2" }), .menu = view, .tip = Text::tr("The notebook with everything around it."), .checkable = true });
    a.add({ .id = u"view.watch"_s, .text = Text::tr("Layout: &Watch"), .keys = keys({ "Ctrl+Alt+3" }), .menu = view, .tip = Text::tr("Charts of CPU and memory."), .checkable = true });
    a.add({ .id = u"view.left"_s, .text = Text::tr("&Left dock"), .icon = u"panel-left"_s, .keys = keys({ "Ctrl+B" }), .menu = view, .checkable = true });
    a.add({ .id = u"view.bottom"_s, .text = Text::tr("&Bottom dock"), .icon = u"panel-bottom"_s, .keys = keys({ "Ctrl+J" }), .menu = view, .checkable = true });
    a.add({ .id = u"view.right"_s, .text = Text::tr("&Right dock"), .icon = u"panel-right"_s, .keys = keys({ "Ctrl+Alt+B" }), .menu = view, .checkable = true });
    a.add({ .id = u"view.zoomIn"_s, .text = Text::tr("Larger &text"), .icon = u"zoom-in"_s, .keys = keys({ "Ctrl++", "Ctrl+=" }), .menu = view });
    a.add({ .id = u"view.zoomOut"_s, .text = Text::tr("S&maller text"), .icon = u"zoom-out"_s, .keys = keys({ "Ctrl+-" }), .menu = view });
    a.add({ .id = u"view.zoomReset"_s, .text = Text::tr("&Usual text size"), .keys = keys({ "Ctrl+0" }), .menu = view });
    a.add({ .id = u"view.fullScreen"_s, .text = Text::tr("&Full screen"), .icon = u"maximize"_s, .keys = keys({ "F11" }), .menu = view, .checkable = true });
    a.add({ .id = u"view.resetLayout"_s, .text = Text::tr("Reset la&yout"), .menu = view });

    a.add({ .id = u"sandbox.new"_s, .text = Text::tr("&New sandbox…"), .icon = u"plus"_s, .keys = keys({ "Ctrl+Shift+N" }), .menu = sandbox });
    a.add({ .id = u"sandbox.notebook"_s, .text = Text::tr("New note&book here"), .icon = u"notebook-text"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.details"_s, .text = Text::tr("&Details"), .icon = u"box"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.files"_s, .text = Text::tr("&Files"), .icon = u"folder"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.metrics"_s, .text = Text::tr("&Metrics"), .icon = u"chart-line"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.pause"_s, .text = Text::tr("&Pause"), .icon = u"pause"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.resume"_s, .text = Text::tr("&Resume"), .icon = u"play"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.renew"_s, .text = Text::tr("Rene&w…"), .icon = u"timer-reset"_s, .keys = keys({ "Ctrl+Alt+R" }), .menu = sandbox });
    a.add({ .id = u"sandbox.copyId"_s, .text = Text::tr("&Copy ID"), .icon = u"copy"_s, .menu = sandbox });
    a.add({ .id = u"connection.add"_s, .text = Text::tr("&Add connection…"), .icon = u"plug"_s, .menu = sandbox });
    a.add({ .id = u"connection.edit"_s, .text = Text::tr("&Edit connection…"), .icon = u"pencil"_s, .menu = sandbox });
    a.add({ .id = u"sandbox.isolation"_s, .text = Text::tr("Process &isolation"), .icon = u"shield-check"_s, .menu = sandbox, .tip = Text::tr("What is and is not enforced on this computer.") });
    a.add({ .id = u"sandbox.kill"_s, .text = Text::tr("&Kill…"), .icon = u"power"_s, .menu = sandbox, .destructive = true });
    for (const auto &id : { u"sandbox.notebook"_s, u"sandbox.details"_s, u"sandbox.files"_s, u"sandbox.metrics"_s, u"sandbox.pause"_s, u"sandbox.resume"_s,
             u"sandbox.renew"_s, u"sandbox.copyId"_s, u"sandbox.kill"_s })
        a.setEnabled(id, false, needsSandbox);

    const auto cell = [&](const QString &id, const QString &text, const QString &icon, const QString &menu, const QString &hint) {
        a.addDocumentAction({ .id = id, .text = text, .icon = icon, .menu = menu, .missing = needsNotebook, .keyHint = hint });
    };
    cell(u"notebook.run"_s, Text::tr("&Run cell"), u"play"_s, run, u"Ctrl+Enter"_s);
    cell(u"notebook.runAdvance"_s, Text::tr("Run and a&dvance"), u"step-forward"_s, run, u"Shift+Enter"_s);
    cell(u"notebook.runInsert"_s, Text::tr("Run and i&nsert below"), {}, run, u"Alt+Enter"_s);
    cell(u"notebook.runAll"_s, Text::tr("Run &all"), u"chevrons-right"_s, run, {});
    cell(u"notebook.runAbove"_s, Text::tr("Run all a&bove"), {}, run, {});
    cell(u"notebook.runBelow"_s, Text::tr("Run from here &on"), u"skip-forward"_s, run, {});
    cell(u"notebook.interrupt"_s, Text::tr("&Interrupt"), u"circle-stop"_s, run, u"I, I"_s);
    cell(u"notebook.restart"_s, Text::tr("&Restart context"), u"rotate-ccw"_s, context, u"0, 0"_s);

    a.action(u"notebook.run"_s)->setIconText(Text::tr("Run"));
    a.action(u"file.open"_s)->setIconText(Text::tr("Open"));
    a.action(u"file.open"_s)->setProperty("wbShowText", true);

    a.add({ .id = u"tools.preferences"_s, .text = Text::tr("&Preferences…"), .icon = u"settings"_s, .keys = keys({ "Ctrl+," }), .menu = tools });

    a.add({ .id = u"window.next"_s, .text = Text::tr("&Next tab"), .keys = keys({ "Ctrl+Tab", "Ctrl+PgDown" }), .menu = window });
    a.add({ .id = u"window.previous"_s, .text = Text::tr("&Previous tab"), .keys = keys({ "Ctrl+Shift+Tab", "Ctrl+PgUp" }), .menu = window });
    a.add({ .id = u"window.closeOthers"_s, .text = Text::tr("Close &other tabs"), .menu = window });
    a.add({ .id = u"window.closeSide"_s, .text = Text::tr("Close all &tabs of this side"), .menu = window });
    a.add({ .id = u"window.splitRight"_s, .text = Text::tr("Split &right"), .icon = u"columns-2"_s, .keys = keys({ "Ctrl+\\", "Ctrl+Alt+Right" }), .menu = window, .tip = Text::tr("Puts this tab beside the others.") });
    a.add({ .id = u"window.splitDown"_s, .text = Text::tr("Split &down"), .keys = keys({ "Ctrl+Alt+Down" }), .menu = window, .tip = Text::tr("Puts this tab below the others.") });
    a.add({ .id = u"window.moveToNext"_s, .text = Text::tr("&Move tab to the other side"), .keys = keys({ "Ctrl+Alt+M" }), .menu = window });
    a.add({ .id = u"window.nextGroup"_s, .text = Text::tr("&Go to the other side"), .keys = keys({ "Ctrl+Alt+O" }), .menu = window });
    a.add({ .id = u"window.nextPart"_s, .text = Text::tr("Next part of the &window"), .keys = keys({ "F6" }), .menu = window });
    a.add({ .id = u"window.previousPart"_s, .text = Text::tr("Previous part of the w&indow"), .keys = keys({ "Shift+F6" }), .menu = window });

    a.add({ .id = u"help.start"_s, .text = Text::tr("&Start page"), .icon = u"house"_s, .menu = help });
    a.add({ .id = u"help.welcome"_s, .text = Text::tr("&Welcome notebook"), .icon = u"book-open"_s, .menu = help });
    a.add({ .id = u"help.shortcuts"_s, .text = Text::tr("&Keyboard shortcuts"), .icon = u"keyboard"_s, .keys = keys({ "F1" }), .menu = help });
    a.add({ .id = u"help.about"_s, .text = Text::tr("&About OpenSandbox Workbench"), .icon = u"info"_s, .menu = help });
}
