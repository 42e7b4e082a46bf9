// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "focusring.h"

#include "theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>

namespace {

class InsideRing final : public QWidget
{
public:
    explicit InsideRing(QWidget *parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        const qreal ring = theme.focusWidth();
        QPainter painter(this);
        painter.setPen(QPen(theme.focus, ring));
        painter.drawRect(QRectF(rect()).adjusted(ring / 2, ring / 2, -ring / 2, -ring / 2));
    }
};

/// Nothing in it shows that it has the focus.
bool showsNothing(const QWidget *widget)
{
    if (const auto *view = qobject_cast<const QAbstractItemView *>(widget)) {
        const QModelIndex current = view->currentIndex();
        return !current.isValid() || !view->viewport()->rect().intersects(view->visualRect(current));
    }
    if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget))
        return text->isReadOnly();
    return qobject_cast<const QScrollArea *>(widget);
}

} // namespace

FocusRing::FocusRing(QObject *parent) : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        follow(now);
        ringInside(now);
    });
}

void FocusRing::follow(QWidget *now)
{
    const bool wanted = now && now->window()->testAttribute(Qt::WA_KeyboardFocusChange)
        && (qobject_cast<QPushButton *>(now) || qobject_cast<QCheckBox *>(now) || qobject_cast<QRadioButton *>(now));
    if (!wanted) {
        if (m_frame)
            m_frame->setWidget(nullptr);
        return;
    }
    if (!m_frame)
        m_frame = new QFocusFrame(now->parentWidget());
    m_frame->setWidget(now);
}

void FocusRing::ringInside(QWidget *now)
{
    if (m_inside) {
        m_inside->parentWidget()->removeEventFilter(this);
        delete m_inside;
    }
    if (!now || !now->window()->testAttribute(Qt::WA_KeyboardFocusChange) || !showsNothing(now))
        return;
    m_inside = new InsideRing(now);
    m_inside->setGeometry(now->rect());
    m_inside->show();
    now->installEventFilter(this);
    // As soon as a row is current, it has the ring.
    if (const auto *view = qobject_cast<const QAbstractItemView *>(now); view && view->selectionModel())
        connect(view->selectionModel(), &QItemSelectionModel::currentChanged, m_inside.data(), &QWidget::hide);
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && m_inside && watched == m_inside->parent())
        m_inside->setGeometry(m_inside->parentWidget()->rect());
    return QObject::eventFilter(watched, event);
}

#include "moc_focusring.cpp"
