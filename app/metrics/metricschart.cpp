// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metricschart.h"

#include "session/sandboxwords.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QBoxLayout>
#include <QMouseEvent>

#include <cmath>
#include <limits>

// The library's header uses words of Qt that this project turns off.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

using namespace Qt::StringLiterals;

namespace {

/// Time of day, as fine as the range needs, at round moments.
class ClockTicker : public QCPAxisTickerDateTime
{
public:
    ClockTicker() { setTickCount(4); }
    /// No more times than have room.
    void setRoom(int most) { m_most = most; }

protected:
    double getTickStep(const QCPRange &range) override
    {
        static constexpr double Steps[] { 15, 30, 60, 120, 300, 600, 900, 1800 };
        setDateTimeFormat(range.size() <= 120 ? u"HH:mm:ss"_s : u"HH:mm"_s);
        for (const double step : Steps) {
            if (range.size() / step <= m_most)
                return step;
        }
        return 3600;
    }
    QVector<double> createSubTickVector(int, const QVector<double> &) override { return {}; }
    int getSubTickCount(double) override { return 0; }

private:
    int m_most = 5;
};

/// 0, the middle and the top, with the unit where one number alone would not tell.
class ValueTicker : public QCPAxisTicker
{
public:
    explicit ValueTicker(MetricsChart::Kind kind) : m_kind(kind) { }

protected:
    QVector<double> createTickVector(double, const QCPRange &range) override { return { 0, range.upper / 2, range.upper }; }
    QVector<double> createSubTickVector(int, const QVector<double> &) override { return {}; }
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        if (m_kind == MetricsChart::Kind::Cpu)
            return QString::number(std::lround(tick));
        if (tick <= 0)
            return u"0"_s;
        if (tick < 1024)
            return MetricsChart::tr("%1 MiB").arg(std::lround(tick));
        return MetricsChart::tr("%1 GiB").arg(tick / 1024, 0, 'g', 3);
    }

private:
    const MetricsChart::Kind m_kind;
};

} // namespace

MetricsChart::MetricsChart(SandboxStore *store, const QString &sandboxId, Kind kind, QWidget *parent)
    : QWidget(parent)
    , m_store(store)
    , m_id(sandboxId)
    , m_kind(kind)
    , m_plot(new QCustomPlot(this))
    , m_line(new QCPItemStraightLine(m_plot))
    , m_ring(new QCPItemTracer(m_plot))
    , m_label(new QCPItemText(m_plot))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->setPlottingHint(QCP::phCacheLabels, true);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->addGraph();
    m_plot->xAxis->setTicker(QSharedPointer<ClockTicker>::create());
    m_plot->yAxis->setTicker(QSharedPointer<ValueTicker>::create(kind));
    m_plot->xAxis->setSubTicks(false);
    m_plot->yAxis->setSubTicks(false);
    m_ring->setInterpolating(false);
    m_ring->setStyle(QCPItemTracer::tsCircle);
    m_label->position->setType(QCPItemPosition::ptAbsolute);
    m_label->setClipToAxisRect(false);
    for (QCPAbstractItem *item : std::initializer_list<QCPAbstractItem *> { m_line, m_ring, m_label }) {
        item->setVisible(false);
        item->setLayer(u"overlay"_s); // Above the line they speak of.
    }
    setFocusPolicy(Qt::NoFocus);
    connect(store, &SandboxStore::metricsAppended, this, [this](const QString &id) {
        if (id == m_id)
            refresh();
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this]() {
        applyTheme();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
    applyTheme();
}

MetricsChart::~MetricsChart() = default;

QSize MetricsChart::sizeHint() const
{
    return { Metrics::scaled(360), m_plain ? Metrics::scaled(96) : Metrics::scaled(140) };
}

void MetricsChart::setRange(std::chrono::seconds range)
{
    m_range = range;
    refresh();
}

void MetricsChart::setSeries(int series)
{
    m_series = series;
    applyTheme();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MetricsChart::setPlain(bool plain)
{
    m_plain = plain;
    applyTheme();
    updateGeometry();
}

void MetricsChart::applyTheme()
{
    const Theme &theme = Theme::current();
    const QColor color = theme.seriesColor(m_series);
    QColor fill = color;
    fill.setAlphaF(0.10F);
    m_plot->setBackground(theme.base);
    QCPGraph *graph = m_plot->graph();
    QPen pen(color, 1.5);
    if (m_series % 8 >= 4) {
        static const QList<QList<qreal>> dashes { { 6, 3 }, { 2, 3 }, { 8, 3, 2, 3 }, { 1, 3 } };
        pen.setDashPattern(dashes.at(m_series % 4));
    }
    graph->setPen(pen);
    graph->setBrush(fill);
    for (QCPAxis *axis : { m_plot->xAxis, m_plot->yAxis }) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.text3);
        axis->setTickLabelFont(Fonts::tabular(Fonts::tiny()));
        axis->setTickLabels(!m_plain);
        axis->setTickLabelPadding(Metrics::scaled(6));
        QPen grid(theme.grid, 0);
        axis->grid()->setPen(grid);
        axis->grid()->setZeroLinePen(grid);
        axis->grid()->setAntialiased(false);
    }
    m_plot->xAxis->grid()->setVisible(!m_plain);
    QCPAxisRect *rect = m_plot->axisRect();
    if (m_plain) {
        rect->setAutoMargins(QCP::msNone);
        rect->setMargins(QMargins(0, 2, 0, 2));
    } else {
        rect->setAutoMargins(QCP::msBottom);
        // The same left edge for all charts of a board, whatever their numbers.
        rect->setMargins(QMargins(Metrics::scaled(54), Metrics::scaled(9), Metrics::scaled(12), 0));
    }
    m_line->setPen(QPen(theme.text2, 0));
    m_ring->setSize(7);
    m_ring->setPen(QPen(color, 1.5));
    m_ring->setBrush(theme.base);
    m_label->setColor(theme.onTooltip);
    m_label->setBrush(theme.tooltip);
    m_label->setPen(Qt::NoPen);
    m_label->setFont(Fonts::tabular(Fonts::tiny(QFont::DemiBold)));
    m_label->setPadding(QMargins(6, 3, 6, 3));
}

double MetricsChart::valueOf(const MetricsSample &sample) const
{
    return m_kind == Kind::Cpu ? double(sample.cpuPercent) : double(sample.memoryMib);
}

QString MetricsChart::valueText(double value) const
{
    return m_kind == Kind::Cpu ? tr("%1 %").arg(std::lround(value)) : SandboxWords::memory(value);
}

QString MetricsChart::lastValue() const
{
    const MetricsHistory *history = m_store->history(m_id);
    return history && !history->isEmpty() ? valueText(valueOf(history->last())) : QString();
}

QString MetricsChart::limitText() const
{
    const MetricsHistory *history = m_store->history(m_id);
    if (!history || history->isEmpty())
        return {};
    const MetricsSample last = history->last();
    if (m_kind == Kind::Memory)
        return last.memoryTotalMib > 0 ? tr("of %1").arg(SandboxWords::memory(double(last.memoryTotalMib))) : QString();
    return last.cpuCores > 0 ? tr("of %Ln core(s)", nullptr, int(std::ceil(double(last.cpuCores)))) : QString();
}

int MetricsChart::points() const
{
    return m_plot->graph()->data()->size();
}

void MetricsChart::refresh()
{
    // What nobody sees is not drawn; it catches up when it is shown.
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    ++m_refreshes;
    QVector<QCPGraphData> samples;
    double top = m_kind == Kind::Cpu ? 100 : 0;
    double lowest = std::numeric_limits<double>::max();
    double highest = 0;
    qint64 end = QDateTime::currentMSecsSinceEpoch();
    if (const MetricsHistory *history = m_store->history(m_id); history && !history->isEmpty()) {
        // The sandbox's clock counts: where it differs much from ours, its last sample is 'now'.
        if (std::abs(end - history->last().timeMs) > 10'000 && m_store->find(m_id) && m_store->find(m_id)->isRunning())
            end = history->last().timeMs;
        const qint64 begin = end - m_range.count() * 1000;
        const int first = std::max(0, history->firstSince(begin) - 1);
        samples.reserve(history->size() - first + 8);
        for (int i = first; i < history->size(); ++i) {
            const MetricsSample &sample = history->at(i);
            const double time = double(sample.timeMs) / 1000;
            if (sample.afterGap && !samples.isEmpty())
                samples.append(QCPGraphData((samples.last().key + time) / 2, std::numeric_limits<double>::quiet_NaN()));
            const double value = valueOf(sample);
            samples.append(QCPGraphData(time, value));
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
            if (m_kind == Kind::Memory)
                top = std::max(top, double(sample.memoryTotalMib));
        }
        top = std::max(top, highest);
    }
    if (top <= 0)
        top = 1024;
    m_plot->graph()->data()->set(samples, true);
    m_plot->xAxis->setRange(double(end) / 1000 - double(m_range.count()), double(end) / 1000);
    m_plot->yAxis->setRange(0, top);
    const QString what = m_kind == Kind::Cpu ? tr("CPU") : tr("Memory");
    setAccessibleName(samples.isEmpty() ? tr("%1: no figures yet").arg(what) : tr("%1: %2, between %3 and %4").arg(what, lastValue(), valueText(lowest), valueText(highest)));
    placeCursor();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MetricsChart::setCursor(qint64 timeMs)
{
    if (timeMs == m_cursorMs)
        return;
    m_cursorMs = timeMs;
    if (!isVisible())
        return;
    placeCursor();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void MetricsChart::placeCursor()
{
    const double key = double(m_cursorMs) / 1000;
    const QCPRange range = m_plot->xAxis->range();
    const bool shown = m_cursorMs >= 0 && range.contains(key);
    m_line->setVisible(shown);
    bool known = false;
    if (shown) {
        m_line->point1->setCoords(key, 0);
        m_line->point2->setCoords(key, 1);
        // Between two samples that are close; in a gap there is no value.
        const auto all = m_plot->graph()->data();
        const auto after = all->findBegin(key, false);
        auto nearest = after;
        if (after != all->constBegin() && (after == all->constEnd() || key - (after - 1)->key < after->key - key))
            nearest = after - 1;
        known = nearest != all->constEnd() && std::isfinite(nearest->value) && std::abs(nearest->key - key) < std::max(5.0, range.size() / 40);
        if (known) {
            // Not before there is data, which it would miss aloud.
            if (!m_ring->graph())
                m_ring->setGraph(m_plot->graph());
            m_ring->setGraphKey(nearest->key);
            m_ring->updatePosition();
            m_label->setText(valueText(nearest->value));
            const double x = m_plot->xAxis->coordToPixel(nearest->key);
            const double y = m_plot->yAxis->coordToPixel(nearest->value);
            const QRect rect = m_plot->axisRect()->rect();
            const int width = QFontMetrics(m_label->font()).horizontalAdvance(m_label->text()) + 12;
            const bool left = x + 10 + width > rect.right();
            m_label->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
            m_label->position->setCoords(left ? x - 10 : x + 10, std::clamp(y, double(rect.top()) + 9, double(rect.bottom()) - 9));
        }
    }
    m_ring->setVisible(known);
    m_label->setVisible(known);
}

void MetricsChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int time = QFontMetrics(Fonts::tabular(Fonts::tiny())).horizontalAdvance(u"00:00:00"_s) + Metrics::scaled(16);
    qSharedPointerCast<ClockTicker>(m_plot->xAxis->ticker())->setRoom(std::clamp((width() - Metrics::scaled(66)) / time, 1, 5));
}

void MetricsChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        QMetaObject::invokeMethod(this, &MetricsChart::refresh, Qt::QueuedConnection);
}

bool MetricsChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_plot && event->type() == QEvent::MouseMove) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const double key = m_plot->xAxis->pixelToCoord(mouse->position().x());
        Q_EMIT cursorMoved(m_plot->xAxis->range().contains(key) ? qint64(key * 1000) : -1);
    } else if (watched == m_plot && event->type() == QEvent::Leave) {
        Q_EMIT cursorMoved(-1);
    }
    return QWidget::eventFilter(watched, event);
}
