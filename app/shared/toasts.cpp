// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "toasts.h"

#include "button.h"
#include "label.h"
#include "spinner.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QAccessible>
#include <QApplication>
#include <QBoxLayout>
#include <QElapsedTimer>
#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype historyLimit = 20;

QString defaultIcon(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Ok:
        return u"circle-check"_s;
    case Meaning::Warn:
        return u"triangle-alert"_s;
    case Meaning::Bad:
        return u"circle-x"_s;
    default:
        return u"info"_s;
    }
}

} // namespace

class ToastWidget : public QWidget
{
public:
    ToastWidget(int id, Toasts::Toast toast, QWidget *window)
        : QWidget(window), m_id(id), m_toast(std::move(toast)), m_left(m_toast.time)
    {
        setAttribute(Qt::WA_Hover);
        m_label = new Label(m_toast.text, Fonts::Role::Body, &Theme::text, QFont::DemiBold, this);
        m_label->setWordWrap(true);
        auto *layout = new QHBoxLayout(this);
        const int pad = Metrics::scaled(12);
        const int before = pad + Metrics::icon() + Metrics::scaled(8);
        const int after = Metrics::scaled(8);
        const bool mirrored = layoutDirection() == Qt::RightToLeft;
        layout->setContentsMargins(mirrored ? after : before, Metrics::scaled(9), mirrored ? before : after, Metrics::scaled(9));
        layout->setSpacing(Metrics::scaled(12));
        layout->addWidget(m_label, 1);
        for (const Toasts::Button &spec : std::as_const(m_toast.buttons)) {
            QPushButton *button = Buttons::link(spec.text, this);
            connect(button, &QPushButton::clicked, this, [this, run = spec.run] {
                m_toast.timeOver = nullptr;
                const auto keep = run;
                const auto close = onClose;
                if (close)
                    close();
                if (keep)
                    keep();
            });
            layout->addWidget(button);
        }
        QToolButton *closeButton = Buttons::smallTool(u"x"_s, QCoreApplication::translate("Toasts", "Close"), this);
        connect(closeButton, &QToolButton::clicked, this, [this] { expire(); });
        layout->addWidget(closeButton);
        setFixedWidth(qMax(Metrics::scaled(320), layout->minimumSize().width()));
        refreshText();
        m_clock.start();
        m_timer.setInterval(50);
        connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
        m_timer.start();
    }

    int id() const { return m_id; }
    Toasts::Toast &toast() { return m_toast; }
    std::function<void()> onClose;

    void expire()
    {
        const auto over = std::exchange(m_toast.timeOver, nullptr);
        const auto close = onClose;
        if (close)
            close();
        if (over)
            over();
    }

    void refreshText()
    {
        if (m_toast.countdown)
            m_label->setText(m_toast.countdown(int((m_left.count() + 999) / 1000)));
        setAccessibleName(m_label->text());
        setFixedHeight(qMax(Metrics::scaled(38), layout()->heightForWidth(width())));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.control, 1));
        painter.setBrush(theme.raised);
        const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.drawRoundedRect(frame, 6, 6);
        const Tone tone = theme.tone(m_toast.meaning);
        const int size = Metrics::icon();
        const QString name = Toasts::iconOf(m_toast);
        Icons::paint(&painter, QStyle::visualRect(layoutDirection(), rect(), QRect(Metrics::scaled(12), 0, size, height())), name,
            m_toast.meaning == Meaning::Idle ? theme.text2 : tone.text, size);
        const qreal share = qBound(0.0, qreal(m_left.count()) / qreal(qMax<qint64>(1, m_toast.time.count())), 1.0);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(QRectF(6, height() - 3, (width() - 12) * share, 2), theme.accent);
    }

private:
    void tick()
    {
        const auto passed = std::chrono::milliseconds(m_clock.restart());
        const QWidget *focus = QApplication::focusWidget();
        if (underMouse() || (focus && isAncestorOf(focus)))
            return;
        const auto before = (m_left.count() + 999) / 1000;
        m_left -= passed;
        if (m_left.count() <= 0) {
            expire();
            return;
        }
        if ((m_left.count() + 999) / 1000 != before)
            refreshText();
        update(0, height() - 4, width(), 4);
    }

    const int m_id;
    Toasts::Toast m_toast;
    Label *m_label;
    std::chrono::milliseconds m_left;
    QElapsedTimer m_clock;
    QTimer m_timer;
};

Toasts::Toasts(QWidget *window) : QObject(window), m_window(window)
{
    window->installEventFilter(this);
}

Toasts::~Toasts()
{
    m_window->removeEventFilter(this);
}

int Toasts::show(const Toast &toast)
{
    while (m_toasts.size() >= 3)
        m_toasts.first()->expire();
    // Its buttons are of no use later, so only the words are kept.
    m_history.prepend({ QTime::currentTime(), { .text = toast.countdown ? QString() : toast.text, .icon = toast.icon, .meaning = toast.meaning } });
    if (m_history.first().toast.text.isEmpty())
        m_history.removeFirst();
    if (m_history.size() > historyLimit)
        m_history.removeLast();
    auto *widget = new ToastWidget(++m_lastId, toast, m_window);
    widget->onClose = [this, widget] { remove(widget); };
    m_toasts.append(widget);
    layoutToasts();
    widget->show();
    widget->raise();
    QAccessibleEvent event(widget, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
    Q_EMIT changed();
    return m_lastId;
}

int Toasts::show(const QString &text, const QString &icon)
{
    Toast toast;
    toast.text = text;
    toast.icon = icon;
    return show(toast);
}

QString Toasts::iconOf(const Toast &toast)
{
    return toast.icon.isEmpty() ? defaultIcon(toast.meaning) : toast.icon;
}

void Toasts::dismiss(int id)
{
    for (ToastWidget *toast : std::as_const(m_toasts)) {
        if (toast->id() == id) {
            remove(toast);
            return;
        }
    }
}

void Toasts::finishAll()
{
    while (!m_toasts.isEmpty())
        m_toasts.first()->expire();
}

bool Toasts::undoLast()
{
    for (auto it = m_toasts.crbegin(); it != m_toasts.crend(); ++it) {
        if ((*it)->toast().buttons.isEmpty())
            continue;
        ToastWidget *toast = *it;
        const auto run = toast->toast().buttons.first().run;
        remove(toast);
        if (run)
            run();
        return true;
    }
    return false;
}

QString Toasts::undoText() const
{
    for (auto it = m_toasts.crbegin(); it != m_toasts.crend(); ++it) {
        if (!(*it)->toast().buttons.isEmpty())
            return (*it)->toast().buttons.first().text;
    }
    return {};
}

bool Toasts::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::Resize)
        layoutToasts();
    return QObject::eventFilter(watched, event);
}

void Toasts::layoutToasts()
{
    int bottom = m_window->height() - Metrics::row() - Metrics::scaled(12);
    for (auto it = m_toasts.crbegin(); it != m_toasts.crend(); ++it) {
        ToastWidget *toast = *it;
        bottom -= toast->height();
        const int x = m_window->layoutDirection() == Qt::RightToLeft ? Metrics::scaled(12) : m_window->width() - toast->width() - Metrics::scaled(12);
        toast->move(x, bottom);
        bottom -= Metrics::scaled(8);
    }
}

void Toasts::remove(ToastWidget *toast)
{
    if (!m_toasts.removeOne(toast))
        return;
    toast->hide();
    toast->deleteLater();
    layoutToasts();
    Q_EMIT changed();
}

#include "moc_toasts.cpp"
