// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "componentsheet.h"

#include "shared/badge.h"
#include "shared/banner.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/label.h"
#include "shared/panefooter.h"
#include "shared/searchfield.h"
#include "shared/segmentedcontrol.h"
#include "shared/statechip.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace {

class Badges final : public QWidget
{
public:
    Badges() { setMinimumSize(Metrics::scaled(300), Metrics::badge() + 4); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        int x = 0;
        int series = 0;
        for (const QString &letters : { u"py"_s, u"sh"_s, u"go"_s, u"ts"_s, u"js"_s, u"java"_s })
            x += LanguageBadge::paint(&painter, QRect(x, 0, 60, height()), letters, series++) + 6;
        CountBadge::paint(&painter, QRect(x, 0, 40, height()), 14);
        x += 40;
        KeyHint::paint(&painter, QRect(x, 0, 60, height()), u"Ctrl+K"_s);
    }
};

class Series final : public QWidget
{
public:
    Series() { setMinimumHeight(Metrics::scaled(30)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(Fonts::tiny());
        for (int i = 0; i < 8; ++i) {
            const int x = Metrics::scaled(i * 62);
            painter.setPen(QPen(theme.seriesColor(i), 1.5));
            const int ys[] { 12, 8, 10, 4, 7, 2 };
            QPolygonF line;
            for (int k = 0; k < 6; ++k)
                line << QPointF(x + k * 9, ys[k]);
            painter.drawPolyline(line);
            painter.setPen(theme.seriesTextColor(i));
            painter.drawText(QPoint(x, Metrics::scaled(28)), u"series %1"_s.arg(i + 1));
        }
    }
};

QHBoxLayout *row(std::initializer_list<QWidget *> widgets)
{
    auto *layout = new QHBoxLayout;
    layout->setSpacing(Metrics::scaled(8));
    for (QWidget *widget : widgets)
        layout->addWidget(widget, 0, Qt::AlignVCenter);
    layout->addStretch(1);
    return layout;
}

QWidget *chip(const QString &state)
{
    auto *widget = new StateChip;
    widget->setState(state);
    return widget;
}

} // namespace

QWidget *makeComponentSheet()
{
    auto *sheet = new QWidget;
    auto *layout = new QVBoxLayout(sheet);
    const int pad = Metrics::scaled(24);
    layout->setContentsMargins(pad, pad, pad, pad);
    layout->setSpacing(Metrics::scaled(8));
    const auto section = [layout](const QString &name) {
        layout->addSpacing(Metrics::scaled(8));
        layout->addWidget(new Label(name, Fonts::Role::Tiny, &Theme::text3, QFont::DemiBold));
    };
    layout->addWidget(new Label(u"Light, dark, high contrast"_s, Fonts::Role::Title, &Theme::text, QFont::DemiBold));

    section(u"Buttons"_s);
    QPushButton *primary = Buttons::push(u"Create"_s);
    Buttons::makePrimary(primary);
    primary->setObjectName(u"primary"_s);
    QPushButton *renew = Buttons::push(u"Renew"_s, u"timer-reset"_s);
    renew->setMenu(new QMenu(renew));
    QPushButton *off = Buttons::push(u"Renew"_s);
    off->setEnabled(false);
    QPushButton *kill = Buttons::push(u"Kill 3"_s);
    Buttons::makeDestructive(kill);
    QPushButton *down = Buttons::push(u"Renew"_s);
    down->setDown(true);
    layout->addLayout(row({ primary, renew, Buttons::push(u"Renew"_s), down, off, kill, Buttons::link(u"Copy traceback"_s) }));
    auto *run = new QAction(Icons::icon(u"play"_s), u"Run"_s, sheet);
    auto *runMenu = new QMenu(sheet);
    run->setMenu(runMenu);
    QToolButton *lead = Buttons::tool(run);
    lead->setProperty("wbLead", true);
    lead->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    lead->setPopupMode(QToolButton::MenuButtonPopup);
    auto *stop = new QAction(Icons::icon(u"circle-stop"_s), u"Interrupt"_s, sheet);
    auto *restart = new QAction(Icons::icon(u"rotate-ccw"_s), u"Restart"_s, sheet);
    restart->setCheckable(true);
    restart->setChecked(true);
    auto *save = new QAction(Icons::icon(u"save"_s), u"Save"_s, sheet);
    save->setEnabled(false);
    auto *segments = new SegmentedControl({ u"Table"_s, u"Text"_s });
    layout->addLayout(row({ Buttons::smallPush(u"Try now"_s, u"refresh-cw"_s), Buttons::smallPush(u"Undo"_s, u"undo-2"_s), lead, Buttons::tool(stop),
        Buttons::tool(restart), Buttons::tool(save), segments, new Badges }));

    section(u"Fields"_s);
    auto *search = new SearchField(u"state:running expires<30m"_s);
    search->setFixedWidth(Metrics::scaled(230));
    auto *wrong = new QLineEdit(u"45 s"_s);
    wrong->setProperty("wbError", true);
    wrong->setFixedWidth(Metrics::scaled(90));
    auto *combo = new QComboBox;
    combo->addItems({ u"Code"_s, u"Text"_s });
    auto *spin = new QSpinBox;
    spin->setRange(1, 64);
    spin->setValue(4);
    spin->setSuffix(u" GiB"_s);
    auto *on = new QCheckBox(u"On"_s);
    on->setChecked(true);
    auto *yes = new QRadioButton(u"This"_s);
    yes->setChecked(true);
    layout->addLayout(row({ search, wrong, new Label(u"At least 60 s"_s, Fonts::Role::Small, &Theme::bad), combo, spin }));
    layout->addLayout(row({ on, new QCheckBox(u"Off"_s), yes, new QRadioButton(u"That"_s) }));

    section(u"Sandbox states: icon, word and colour together"_s);
    layout->addLayout(row({ chip(u"Pending"_s), chip(u"Running"_s), chip(u"Pausing"_s), chip(u"Paused"_s), chip(u"Resuming"_s), chip(u"Stopping"_s) }));
    layout->addLayout(row({ chip(u"Terminated"_s), chip(u"Failed"_s), chip(u"Expired"_s), chip(u"Hibernating"_s) }));

    section(u"Tabs, table, scroll bars, progress"_s);
    auto *documents = new QTabBar;
    documents->setProperty("wbTabs", u"document"_s);
    documents->setDrawBase(false);
    documents->setExpanding(false);
    documents->addTab(Icons::icon(u"notebook-text"_s), u"latency-study.ipynb"_s);
    documents->addTab(Icons::icon(u"box"_s), u"py-analysis"_s);
    layout->addWidget(documents);
    auto *panes = new QTabBar;
    panes->setDrawBase(false);
    panes->setExpanding(false);
    panes->addTab(u"Sandboxes"_s);
    panes->addTab(u"Files"_s);
    layout->addWidget(panes);
    auto *model = new QStandardItemModel(6, 3, sheet);
    model->setHorizontalHeaderLabels({ u"Name"_s, u"Type"_s, u"Size"_s });
    for (int r = 0; r < 6; ++r) {
        for (int c = 0; c < 3; ++c)
            model->setItem(r, c, new QStandardItem(u"item %1.%2"_s.arg(r).arg(c)));
    }
    auto *table = new QTableView;
    table->setObjectName(u"table"_s);
    table->setModel(model);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(Metrics::row());
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setProperty("wbLeading", true);
    table->selectRow(1);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setFixedHeight(Metrics::row() * 4);
    layout->addWidget(table);
    auto *bar = new QProgressBar;
    bar->setRange(0, 100);
    bar->setValue(64);
    bar->setFormat(u"204 of 318 MiB"_s);
    layout->addWidget(bar);
    auto *slider = new QSlider(Qt::Horizontal);
    slider->setValue(40);
    layout->addWidget(slider);

    section(u"Banners, empty state, footer"_s);
    auto *info = new Banner;
    info->setMessage(u"a"_s, { .meaning = Meaning::Busy, .text = u"go-bench is paused. Its files are readable, its contexts are not."_s, .buttons = { { u"Resume"_s, u"play"_s, {} } } });
    auto *warn = new Banner;
    warn->setMessage(u"a"_s, { .meaning = Meaning::Warn, .text = u"agent-run-0412 ends in 1:44, with 1 cell running."_s, .icon = u"clock-alert"_s,
                                 .buttons = { { u"Renew by 1 h"_s, u"timer-reset"_s, {} } } });
    auto *bad = new Banner;
    bad->setMessage(u"a"_s, { .meaning = Meaning::Bad, .text = u"eval-shard-07 failed: out of memory (4.0 of 4.0 GiB)."_s, .buttons = { { u"Recreate with 8 GiB"_s, {}, {} } } });
    for (Banner *banner : { info, warn, bad })
        layout->addWidget(banner);
    auto *empty = new EmptyState(u"No sandboxes yet."_s, u"A sandbox is a private place to run code in."_s);
    empty->addButton(u"New sandbox"_s, u"plus"_s);
    layout->addWidget(empty);
    auto *footer = new PaneFooter;
    footer->setLeft(u"8 sandboxes"_s, u"2 expire soon"_s);
    footer->setRight(u"Updated 2 s ago"_s);
    layout->addWidget(footer);

    section(u"Chart series"_s);
    layout->addWidget(new Series);
    layout->addStretch(1);
    return sheet;
}
