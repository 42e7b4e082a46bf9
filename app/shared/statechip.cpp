// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statechip.h"

#include "spinner.h"
#include "theme/bidi.h"
#include "theme/fonts.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

StateLook sandboxStateLook(const QString &state)
{
    struct Known
    {
        QLatin1StringView state;
        QLatin1StringView icon;
        const char *word;
        Meaning meaning;
    };
    static constexpr Known known[] {
        { "Pending"_L1, "hourglass"_L1, QT_TRANSLATE_NOOP("SandboxState", "Pending"), Meaning::Busy },
        { "Running"_L1, "circle-play"_L1, QT_TRANSLATE_NOOP("SandboxState", "Running"), Meaning::Ok },
        { "Pausing"_L1, "circle-pause"_L1, QT_TRANSLATE_NOOP("SandboxState", "Pausing"), Meaning::Rest },
        { "Paused"_L1, "circle-pause"_L1, QT_TRANSLATE_NOOP("SandboxState", "Paused"), Meaning::Rest },
        { "Resuming"_L1, "rotate-cw"_L1, QT_TRANSLATE_NOOP("SandboxState", "Resuming"), Meaning::Busy },
        { "Stopping"_L1, "circle-stop"_L1, QT_TRANSLATE_NOOP("SandboxState", "Stopping"), Meaning::Warn },
        { "Terminated"_L1, "circle-minus"_L1, QT_TRANSLATE_NOOP("SandboxState", "Terminated"), Meaning::Idle },
        { "Failed"_L1, "octagon-x"_L1, QT_TRANSLATE_NOOP("SandboxState", "Failed"), Meaning::Bad },
        { "Expired"_L1, "clock-alert"_L1, QT_TRANSLATE_NOOP("SandboxState", "Expired"), Meaning::Idle },
    };
    for (const Known &entry : known) {
        if (state.compare(entry.state, Qt::CaseInsensitive) == 0)
            return { entry.icon, QCoreApplication::translate("SandboxState", entry.word), entry.meaning, false };
    }
    // A newer server's own word.
    return { u"circle-question-mark"_s, state, Meaning::Idle, false };
}

StateChip::StateChip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StateChip::setLook(const StateLook &look)
{
    m_look = look;
    setAccessibleName(look.word);
    if (look.spins)
        Spinner::watch(this);
    else
        Spinner::unwatch(this);
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const
{
    const QFontMetrics metrics(Fonts::small());
    return { Metrics::scaled(6) + Metrics::smallIcon() + Metrics::scaled(5) + metrics.horizontalAdvance(m_look.word) + Metrics::scaled(8),
        Metrics::chip() };
}

void StateChip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    const Tone tone = theme.tone(m_look.meaning);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.isHighContrast() ? QPen(tone.text, 1) : QPen(Qt::NoPen));
    painter.setBrush(tone.tint);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int size = Metrics::smallIcon();
    const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    const QRect icon(Metrics::scaled(6), (height() - size) / 2, size, size);
    Icons::paint(&painter, visual(icon), m_look.icon, tone.text, size, m_look.spins ? Spinner::angle() : 0);
    painter.setPen(tone.text);
    painter.setFont(Fonts::small());
    painter.drawText(visual(rect().adjusted(icon.right() + 1 + Metrics::scaled(5), 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(m_look.word));
}

#include "moc_statechip.cpp"
