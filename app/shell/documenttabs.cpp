// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "documenttabs.h"

#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAbstractButton>
#include <QMouseEvent>
#include <QPainter>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

class CloseButton final : public QAbstractButton
{
public:
    explicit CloseButton(QWidget *parent) : QAbstractButton(parent)
    {
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::NoFocus);
        setCursor(Qt::ArrowCursor);
        setToolTip(QCoreApplication::translate("DocumentTabs", "Close tab  %1").arg(u"Ctrl+W"_s));
        setAccessibleName(QCoreApplication::translate("DocumentTabs", "Close tab"));
        resize(sizeHint());
    }
    QSize sizeHint() const override { return { Metrics::scaled(20), Metrics::scaled(20) }; }
    bool modified = false;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(isDown() ? theme.pressed : theme.hover);
            painter.drawRoundedRect(rect(), 3, 3);
        }
        if (modified && !underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.text2);
            const qreal dot = Metrics::scaled(7);
            painter.drawEllipse(QRectF(rect()).center(), dot / 2, dot / 2);
            return;
        }
        Icons::paint(&painter, rect(), u"x"_s, theme.text2, Metrics::smallIcon());
    }
};

} // namespace

DocumentTabs::DocumentTabs(QWidget *parent) : QTabBar(parent)
{
    setProperty("wbTabs", u"document"_s);
    setDrawBase(false);
    setExpanding(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideRight);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setAccessibleName(tr("Documents"));
    connect(this, &QTabBar::currentChanged, this, &DocumentTabs::refreshButtons);
    connect(this, &QTabBar::customContextMenuRequested, this, [this](const QPoint &point) {
        if (const int index = tabAt(point); index >= 0)
            Q_EMIT menuRequested(index, mapToGlobal(point));
    });
    const auto restyle = [this] {
        setIconSize({ Metrics::icon(), Metrics::icon() });
        for (int i = 0; i < count(); ++i)
            setTabText(i, tabText(i));
    };
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, restyle);
    restyle();
}

void DocumentTabs::setModified(int index, bool modified)
{
    if (index < 0 || isModified(index) == modified)
        return;
    QVariantMap entry = tabData(index).toMap();
    entry[u"modified"_s] = modified;
    setTabData(index, entry);
    setAccessibleTabName(index, modified ? tr("%1, not saved").arg(tabText(index)) : tabText(index));
    refreshButtons();
}

bool DocumentTabs::isModified(int index) const
{
    return tabData(index).toMap().value(u"modified"_s).toBool();
}

QSize DocumentTabs::tabSizeHint(int index) const
{
    const QFontMetrics metrics(Fonts::body(QFont::Medium));
    int width = Metrics::scaled(12) + metrics.horizontalAdvance(tabText(index)) + Metrics::scaled(12) + 2;
    if (!tabIcon(index).isNull())
        width += Metrics::icon() + Metrics::scaled(8);
    if (tabButton(index, RightSide))
        width += Metrics::scaled(20);
    return { qMin(width, Metrics::scaled(280)), Metrics::tab() };
}

QSize DocumentTabs::minimumTabSizeHint(int index) const
{
    // Enough to tell names apart; what has no room then is scrolled to.
    return { qMin(tabSizeHint(index).width(), Metrics::scaled(160)), Metrics::tab() };
}

void DocumentTabs::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton && tabAt(event->position().toPoint()) >= 0;
    QTabBar::mousePressEvent(event);
}

void DocumentTabs::mouseMoveEvent(QMouseEvent *event)
{
    const int slack = Metrics::scaled(8);
    if (m_pressed && (event->buttons() & Qt::LeftButton) && !rect().adjusted(-slack, -slack, slack, slack).contains(event->position().toPoint())) {
        m_out = true;
        Q_EMIT draggedOut(currentIndex(), event->globalPosition().toPoint());
        return;
    }
    if (std::exchange(m_out, false))
        Q_EMIT dragEnded();
    QTabBar::mouseMoveEvent(event);
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent *event)
{
    m_pressed = false;
    if (event->button() == Qt::MiddleButton) {
        if (const int index = tabAt(event->position().toPoint()); index >= 0)
            Q_EMIT closeRequested(index);
        return;
    }
    QTabBar::mouseReleaseEvent(event);
    if (std::exchange(m_out, false))
        Q_EMIT droppedOut(currentIndex(), event->globalPosition().toPoint());
}

void DocumentTabs::tabInserted(int index)
{
    QTabBar::tabInserted(index);
    refreshButtons();
}

void DocumentTabs::refreshButtons()
{
    for (int i = 0; i < count(); ++i) {
        const bool wanted = i == currentIndex() || isModified(i);
        auto *button = static_cast<CloseButton *>(tabButton(i, RightSide));
        if (wanted && !button) {
            button = new CloseButton(this);
            connect(button, &QAbstractButton::clicked, this, [this, button] {
                for (int tab = 0; tab < count(); ++tab) {
                    if (tabButton(tab, RightSide) == button) {
                        Q_EMIT closeRequested(tab);
                        return;
                    }
                }
            });
            setTabButton(i, RightSide, button);
        } else if (!wanted && button) {
            setTabButton(i, RightSide, nullptr);
            button->deleteLater();
            continue;
        }
        if (button) {
            button->modified = isModified(i);
            button->update();
        }
    }
}

#include "moc_documenttabs.cpp"
