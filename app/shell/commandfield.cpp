// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandfield.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QMenuBar>
#include <QPainter>

using namespace Qt::StringLiterals;

CommandField::CommandField(QWidget *parent) : QAbstractButton(parent)
{
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setText(tr("Search or run a command"));
    setAccessibleName(text());
    setToolTip(tr("Search or run a command  %1").arg(u"Ctrl+Shift+P"_s));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void CommandField::setWindowWidth(int width)
{
    const qreal effective = width / Fonts::scale();
    m_form = effective < 800 ? Form::Icon : effective < 1100 ? Form::Short : Form::Full;
    // The menus come first.
    int menus = Metrics::scaled(24);
    if (const auto *bar = qobject_cast<const QMenuBar *>(parentWidget())) {
        // The bar learns of another size of text only later.
        const QFontMetrics metrics(Fonts::body());
        for (const QAction *action : bar->actions())
            menus += metrics.size(Qt::TextShowMnemonic, action->text()).width() + Metrics::scaled(18);
    }
    if (menus + sizeHint().width() > width)
        m_form = Form::Icon;
    // The menu bar's corner is placed by this, and a little space below keeps it off the line.
    const QSize size = sizeHint();
    if (size != this->size())
        setFixedSize(size);
    update();
}

int CommandField::margin() const
{
    // With the menu bar's own it ends where the toolbar below ends.
    return qMax(0, Metrics::scaled(8) - style()->pixelMetric(QStyle::PM_MenuBarHMargin, nullptr, this));
}

QSize CommandField::sizeHint() const
{
    const int height = Metrics::menuBar() - 1;
    const int margin = this->margin();
    if (m_form == Form::Icon)
        return { Metrics::control() + margin, height };
    return { Metrics::scaled(332) + margin, height };
}

void CommandField::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect body = QStyle::visualRect(layoutDirection(), rect(), rect().adjusted(0, 0, -margin(), 0));
    const bool keyboard = hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (m_form == Form::Icon) {
        const int side = Metrics::smallControl();
        const QRect box(body.center().x() - side / 2, (height() - side) / 2, side, side);
        if (underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.hover);
            painter.drawRoundedRect(box, 4, 4);
        }
        Icons::paint(&painter, box, u"search"_s, theme.text2, Metrics::icon());
        if (keyboard) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.focus, theme.focusWidth()));
            painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), 4, 4);
        }
        return;
    }
    const int fieldHeight = Metrics::smallControl();
    const QRect box(body.left(), (height() - fieldHeight) / 2 + 1, body.width(), fieldHeight);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(underMouse() ? theme.hover : theme.base);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (keyboard) {
        const qreal ring = theme.focusWidth();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.focus, ring));
        painter.drawRoundedRect(QRectF(box).adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2), 4, 4);
    }
    const auto visual = [&](const QRect &r) { return QStyle::visualRect(layoutDirection(), box, r); };
    const QRect icon = visual(QRect(box.left() + Metrics::scaled(9), box.top(), Metrics::smallIcon(), box.height()));
    Icons::paint(&painter, icon, u"search"_s, theme.text2, Metrics::smallIcon());
    painter.setFont(Fonts::body());
    painter.setPen(theme.text2);
    const QRect words = box.adjusted(Metrics::scaled(30), 0, -Metrics::scaled(8), 0);
    painter.drawText(visual(words), int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter)),
        Bidi::own(m_form == Form::Full ? text() : tr("Search or run")));
    painter.setFont(Fonts::tiny());
    painter.setPen(theme.text2);
    painter.drawText(visual(words), int(QStyle::visualAlignment(layoutDirection(), Qt::AlignRight | Qt::AlignVCenter)), Bidi::code(QKeySequence(u"Ctrl+Shift+P"_s).toString(QKeySequence::NativeText)));
}

#include "moc_commandfield.cpp"
