// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spinner.h"

#include <QElapsedTimer>
#include <QHash>
#include <QPointer>
#include <QTimer>

#include <cmath>

namespace Spinner {
namespace {

class Clock final : public QObject
{
public:
    Clock()
    {
        m_elapsed.start();
        m_timer.setInterval(50);
        connect(&m_timer, &QTimer::timeout, this, [this] { step(); });
    }

    void watch(QWidget *widget)
    {
        if (!m_widgets.contains(widget)) {
            m_widgets.insert(widget, widget);
            widget->installEventFilter(this);
        }
        if (!m_reduced)
            m_timer.start();
    }

    void unwatch(QWidget *widget)
    {
        if (m_widgets.remove(widget) > 0)
            widget->removeEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Show && !m_reduced && !m_timer.isActive())
            m_timer.start();
        return QObject::eventFilter(watched, event);
    }

    void step()
    {
        bool anyVisible = false;
        for (auto it = m_widgets.begin(); it != m_widgets.end();) {
            QWidget *widget = it.value();
            if (!widget) {
                it = m_widgets.erase(it);
                continue;
            }
            if (widget->isVisible()) {
                anyVisible = true;
                widget->update();
            }
            ++it;
        }
        if (!anyVisible)
            m_timer.stop();
    }

    qint64 milliseconds() const { return m_reduced ? 0 : m_elapsed.elapsed(); }

    void setReduced(bool reduced)
    {
        m_reduced = reduced;
        if (reduced)
            m_timer.stop();
        else if (!m_widgets.isEmpty())
            m_timer.start();
    }

    bool reduced() const { return m_reduced; }

private:
    QHash<QWidget *, QPointer<QWidget>> m_widgets;
    QElapsedTimer m_elapsed;
    QTimer m_timer;
    bool m_reduced = false;
};

Clock &theClock()
{
    // Lives as long as the application: a timer must not outlive its event loop.
    static QPointer<Clock> clock;
    if (!clock) {
        clock = new Clock;
        clock->setParent(QCoreApplication::instance());
    }
    return *clock;
}

} // namespace

void watch(QWidget *widget)
{
    theClock().watch(widget);
}

void unwatch(QWidget *widget)
{
    theClock().unwatch(widget);
}

qreal angle()
{
    return qreal(theClock().milliseconds() % 900) / 900.0 * 360.0;
}

qreal pass()
{
    return qreal(theClock().milliseconds() % 1200) / 1200.0;
}

void setReducedMotion(bool reduced)
{
    theClock().setReduced(reduced);
}

bool reducedMotion()
{
    return theClock().reduced();
}

} // namespace Spinner
