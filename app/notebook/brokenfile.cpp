// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "brokenfile.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/fonts.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int around = 30; ///< Characters shown on each side of the place.
constexpr int columnWidth = 560;

} // namespace

BrokenFile::BrokenFile(const QString &path, const Notebook::File::Error &error, const QString &line, QWidget *parent) : QWidget(parent)
{
    setObjectName(u"brokenFile"_s);
    const QString name = QFileInfo(path).fileName();
    setAccessibleName(tr("%1 could not be opened").arg(name));
    auto *column = new QWidget(this);
    column->setMaximumWidth(Metrics::scaled(columnWidth));
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(Metrics::scaled(24), Metrics::scaled(48), Metrics::scaled(24), Metrics::scaled(24));
    layout->setSpacing(Metrics::scaled(8));
    const auto say = [layout, column](const QString &text, Fonts::Role role, ThemeColor color, QFont::Weight weight = QFont::Normal) {
        if (text.isEmpty())
            return;
        auto *label = new Label(text, role, color, weight, column);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        layout->addWidget(label);
    };
    say(tr("%1 could not be opened").arg(name), Fonts::Role::Title, &Theme::text, QFont::DemiBold);
    const bool place = error.isContentError && error.line > 0;
    say(place ? tr("Line %L1, column %L2: %3").arg(error.line).arg(error.column).arg(error.message) : error.message, Fonts::Role::Body, &Theme::text);
    if (place)
        say(excerpt(line, error.column), Fonts::Role::Output, &Theme::text2);
    say(error.hint, Fonts::Role::Body, &Theme::text2);
    say(QDir::toNativeSeparators(path), Fonts::Role::Output, &Theme::text3);
    say(tr("The file was not changed."), Fonts::Role::Small, &Theme::text3);

    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, Metrics::scaled(8), 0, 0);
    buttons->setSpacing(Metrics::scaled(8));
    const auto add = [buttons, column](const QString &text, const QString &icon) {
        QPushButton *button = Buttons::push(text, icon, column);
        buttons->addWidget(button);
        return button;
    };
    if (error.isContentError) {
        QPushButton *text = add(tr("Open as text"), u"file-text"_s);
        connect(text, &QPushButton::clicked, this, &BrokenFile::textRequested);
        setFocusProxy(text);
    }
    QPushButton *another = add(tr("Open another…"), u"folder-open"_s);
    connect(another, &QPushButton::clicked, this, &BrokenFile::anotherRequested);
    if (!focusProxy())
        setFocusProxy(another);
    connect(add(tr("Close"), {}), &QPushButton::clicked, this, &BrokenFile::closeRequested);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    layout->addStretch(1);
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    auto *beside = new QHBoxLayout(page);
    beside->setContentsMargins(0, 0, 0, 0);
    beside->addWidget(column, 1);
    beside->addStretch(0);
    // In a small pane, or with a long name, it scrolls; nothing of it is cut.
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

QString BrokenFile::excerpt(const QString &line, int column)
{
    if (line.trimmed().isEmpty())
        return {};
    const qsizetype at = std::clamp<qsizetype>(column - 1, 0, line.size());
    const qsizetype begin = std::max<qsizetype>(0, at - around);
    const qsizetype end = std::min(line.size(), at + around);
    QString shown = line.sliced(begin, end - begin);
    for (QChar &c : shown) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    const QString lead = begin > 0 ? u"\u2026"_s : QString();
    // Blanks that no label takes away.
    return lead + shown + (end < line.size() ? u"\u2026"_s : QString()) + u'\n' + QString(lead.size() + at - begin, QChar::Nbsp) + u'^';
}
