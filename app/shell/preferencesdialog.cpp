// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "preferencesdialog.h"

#include "preferences.h"
#include "shared/label.h"
#include "theme/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>

PreferencesDialog::PreferencesDialog(Preferences *preferences, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *look = new QComboBox;
    look->addItems({ tr("Follow the system"), tr("Light"), tr("Dark"), tr("High contrast") });
    look->setCurrentIndex(int(preferences->look()));
    look->setAccessibleName(tr("Theme"));
    connect(look, &QComboBox::activated, preferences, [preferences](int index) { preferences->setLook(Preferences::Look(index)); });

    auto *size = new QComboBox;
    size->setAccessibleName(tr("Font size"));
    for (const int percent : { 80, 90, 100, 110, 125, 150, 175, 200 }) {
        size->addItem(tr("%1 %").arg(percent), percent / 100.0);
        if (qAbs(preferences->scale() - percent / 100.0) < 0.001)
            size->setCurrentIndex(size->count() - 1);
    }
    connect(size, &QComboBox::activated, preferences, [preferences, size](int index) { preferences->setScale(size->itemData(index).toDouble()); });

    auto *motion = new QCheckBox(tr("&Reduce motion"));
    motion->setChecked(preferences->reduceMotion());
    connect(motion, &QCheckBox::toggled, preferences, &Preferences::setReduceMotion);
    auto *goOn = new QCheckBox(tr("&Continue running after a cell fails"));
    goOn->setChecked(preferences->continueOnError());
    connect(goOn, &QCheckBox::toggled, preferences, &Preferences::setContinueOnError);
    auto *bridge = new QCheckBox(tr("Show &plots and ask for input on servers that leave them out"));
    bridge->setToolTip(tr("Runs a small program in Python contexts of such servers, before your first cell"));
    bridge->setChecked(preferences->displayBridge());
    connect(bridge, &QCheckBox::toggled, preferences, &Preferences::setDisplayBridge);
    auto *plots = new QCheckBox(tr("P&lots follow the theme"));
    plots->setToolTip(tr("New figures of matplotlib are shown in the colours of the window, unless they have a style of their own. Files you save stay as they are."));
    plots->setChecked(preferences->themedPlots());
    connect(plots, &QCheckBox::toggled, preferences, &Preferences::setThemedPlots);
    auto *end = new QCheckBox(tr("&End a notebook's own context when it is closed"));
    end->setToolTip(tr("A context that was made for this notebook alone; its variables end with it"));
    end->setChecked(preferences->endOwnContexts());
    connect(end, &QCheckBox::toggled, preferences, &Preferences::setEndOwnContexts);
    auto *start = new QCheckBox(tr("&Show the start page when the workbench opens"));
    start->setChecked(preferences->showStartPage());
    connect(start, &QCheckBox::toggled, preferences, &Preferences::setShowStartPage);

    auto *reopen = new QCheckBox(tr("Open the &notebooks of last time"));
    reopen->setChecked(preferences->reopenNotebooks());
    connect(reopen, &QCheckBox::toggled, preferences, &Preferences::setReopenNotebooks);

    const auto heading = [](const QString &text) { return new Label(text, Fonts::Role::Body, &Theme::text, QFont::DemiBold); };
    const auto name = [](const QString &text, QWidget *buddy) {
        auto *label = new Label(text);
        label->setBuddy(buddy);
        return label;
    };
    m_body = new QWidget;
    auto *grid = new QGridLayout(m_body);
    grid->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), 0);
    grid->setHorizontalSpacing(Metrics::scaled(16));
    grid->setVerticalSpacing(Metrics::scaled(8));
    grid->setColumnStretch(1, 1);
    int row = 0;
    grid->addWidget(heading(tr("Look")), row++, 0, 1, 2);
    grid->addWidget(name(tr("&Theme"), look), row, 0);
    grid->addWidget(look, row++, 1);
    grid->addWidget(name(tr("&Font size"), size), row, 0);
    grid->addWidget(size, row++, 1);
    grid->addWidget(motion, row++, 1);
    grid->setRowMinimumHeight(row++, Metrics::scaled(12));
    grid->addWidget(heading(tr("Notebooks")), row++, 0, 1, 2);
    grid->addWidget(goOn, row++, 1);
    grid->addWidget(plots, row++, 1);
    grid->addWidget(bridge, row++, 1);
    grid->addWidget(end, row++, 1);
    grid->setRowMinimumHeight(row++, Metrics::scaled(12));
    grid->addWidget(heading(tr("Start")), row++, 0, 1, 2);
    grid->addWidget(start, row++, 1);
    grid->addWidget(reopen, row++, 1);

    auto *buttons = new QDialogButtonBox;
    QPushButton *close = buttons->addButton(tr("Close"), QDialogButtonBox::AcceptRole);
    close->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    grid->setRowStretch(row, 1);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // Its boxes are what is reached, and they come into view.
    scroll->setWidget(m_body);
    m_buttons = buttons;
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(16));
    layout->addWidget(scroll, 1);
    auto *below = new QHBoxLayout;
    below->setContentsMargins(Metrics::scaled(16), 0, Metrics::scaled(16), 0);
    below->addWidget(buttons);
    layout->addLayout(below);
}

/// All of it, where the screen has the room; else the choices scroll and the button stays.
QSize PreferencesDialog::sizeHint() const
{
    m_body->ensurePolished();
    const QSize body = m_body->sizeHint();
    const QSize wanted(body.width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent), body.height() + m_buttons->sizeHint().height() + Metrics::scaled(28));
    const QSize room = screen() ? screen()->availableSize() * 9 / 10 : QSize(1024, 600);
    return wanted.boundedTo(room.boundedTo(QSize(wanted.width(), Metrics::scaled(560))));
}

#include "moc_preferencesdialog.cpp"
