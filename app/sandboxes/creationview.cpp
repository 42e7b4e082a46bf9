// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "creationview.h"

#include "shared/spinner.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QPainter>

using namespace Qt::StringLiterals;
using Stage = SandboxCreation::Stage;
using Outcome = SandboxCreation::Outcome;

namespace {

constexpr Stage Stages[] { Stage::Request, Stage::Start, Stage::Execd, Stage::Contexts };

QString clock(std::chrono::milliseconds time)
{
    const qint64 seconds = time.count() / 1000;
    return u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
}

QString shortTime(std::chrono::milliseconds time)
{
    return time < std::chrono::minutes(1) ? CreationView::tr("%1 s").arg(double(time.count()) / 1000, 0, 'f', 1) : clock(time);
}

} // namespace

CreationView::CreationView(QWidget *parent)
    : QWidget(parent)
{
    m_clock.setInterval(100);
    connect(&m_clock, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        updateGeometry();
        update();
    });
}

void CreationView::setCreation(SandboxCreation *creation)
{
    if (m_creation)
        m_creation->disconnect(this);
    m_creation = creation;
    if (creation)
        connect(creation, &SandboxCreation::stageChanged, this, &CreationView::refresh);
    refresh();
}

QString CreationView::stageText(Stage stage)
{
    switch (stage) {
    case Stage::Request: return tr("Accepting the request");
    case Stage::Start: return tr("Starting");
    case Stage::Execd: return tr("Connecting to it");
    case Stage::Contexts: return tr("Making contexts");
    case Stage::Finished: return tr("Ready");
    }
    return {};
}

void CreationView::refresh()
{
    const bool running = m_creation && m_creation->outcome() == Outcome::Running;
    if (running) {
        m_clock.start();
        Spinner::watch(this);
    } else {
        m_clock.stop();
        Spinner::unwatch(this);
    }
    if (m_creation)
        setAccessibleName(running ? stageText(m_creation->stage()) : m_creation->problem().message);
    update();
}

QSize CreationView::sizeHint() const
{
    return { Metrics::scaled(340), Metrics::row() * 5 + Metrics::scaled(28) };
}

void CreationView::paintEvent(QPaintEvent *)
{
    if (!m_creation)
        return;
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const QFont plain = Fonts::body();
    const QFont bold = Fonts::body(QFont::DemiBold);
    const QFont numbers = Fonts::tabular(plain);
    const int row = Metrics::row();
    const int icon = Metrics::icon();
    const Outcome outcome = m_creation->outcome();
    const QString name = m_creation->options().metadata.value(u"name"_s, tr("a sandbox"));
    QString title = tr("Creating %1").arg(name);
    if (outcome == Outcome::Failed)
        title = tr("%1 was not created").arg(name);
    else if (outcome == Outcome::Succeeded)
        title = tr("%1 is ready").arg(name);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRect head(0, 0, width(), row);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(QFontMetrics(bold).elidedText(title, Qt::ElideMiddle, width() - Metrics::scaled(64))));
    painter.setFont(Fonts::tabular(bold));
    painter.setPen(outcome == Outcome::Failed ? theme.bad : theme.busy);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, clock(m_creation->total()));

    int y = row + Metrics::scaled(4);
    for (const Stage stage : Stages) {
        const bool current = stage == m_creation->stage() && outcome != Outcome::Succeeded;
        const bool done = stage < m_creation->stage() || outcome == Outcome::Succeeded;
        const QRect line(0, y, width(), row);
        QString iconName = u"circle"_s;
        QColor iconColor = theme.text3;
        qreal turn = 0;
        if (done) {
            iconName = u"check"_s;
            iconColor = theme.ok;
        } else if (current && outcome == Outcome::Running) {
            iconName = u"loader-circle"_s;
            iconColor = theme.busy;
            turn = Spinner::angle();
        } else if (current) {
            iconName = u"circle-x"_s;
            iconColor = theme.bad;
        }
        Icons::paint(&painter, QRectF(0, y, icon, row), iconName, iconColor, icon, turn);
        const int left = icon + Metrics::scaled(8);
        QString text = stageText(stage);
        // What the server says of a sandbox that is not there yet is worth more than our word.
        if (current && stage == Stage::Start && m_creation->session() == nullptr) {
            const QString reason = m_creation->serverReason();
            if (!reason.isEmpty())
                text += u": "_s + reason;
        }
        painter.setFont(current ? bold : plain);
        painter.setPen(done || current ? theme.text : theme.text3);
        painter.drawText(line.adjusted(left, 0, -Metrics::scaled(64), 0), Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(painter.font()).elidedText(text, Qt::ElideRight, line.width() - left - Metrics::scaled(64)));
        if (done || current) {
            painter.setFont(numbers);
            painter.setPen(theme.text2);
            painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, shortTime(m_creation->duration(stage)));
        }
        y += row;
        if (current && outcome == Outcome::Running) {
            const int bar = Metrics::scaled(3);
            const QRectF track(left, y, width() - left, bar);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.hairline);
            painter.drawRoundedRect(track, bar / 2.0, bar / 2.0);
            // How long it takes is not known, so the line slides.
            const qreal length = track.width() * 0.34;
            const qreal begin = track.left() + (track.width() + length) * Spinner::pass() - length;
            const QRectF part = QRectF(begin, y, length, bar).intersected(track);
            painter.setBrush(theme.busyFill);
            painter.drawRoundedRect(part, bar / 2.0, bar / 2.0);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (current)
            y += Metrics::scaled(6);
    }
}
