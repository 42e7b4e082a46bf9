// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metricsboard.h"

#include "metricschart.h"
#include "session/sandboxwords.h"
#include "shared/button.h"
#include "shared/emptystate.h"
#include "shared/label.h"
#include "shared/segmentedcontrol.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds Ranges[] { 1min, 5min, 15min, 1h };

/// The line over a row's charts: colour, name, state, size.
class RowHead : public QWidget
{
public:
    explicit RowHead(SandboxStore *store, const QString &id)
        : m_store(store)
        , m_id(id)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
    }

    QString note; ///< A gap's reason.

    QSize sizeHint() const override { return { Metrics::scaled(200), Metrics::scaled(30) }; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const SandboxRecord *record = m_store->find(m_id);
        if (!record)
            return;
        const Theme &theme = Theme::current();
        QPainter painter(this);
        // As the charts below it, which are not mirrored.
        painter.setLayoutDirection(Qt::LeftToRight);
        int x = Metrics::scaled(12);
        const int square = Metrics::scaled(10);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.seriesColor(m_store->seriesOf(m_id)));
        painter.drawRoundedRect(QRectF(x, (height() - square) / 2.0, square, square), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        x += square + Metrics::scaled(8);
        const auto write = [&](const QString &text, const QFont &font, const QColor &color) {
            painter.setFont(font);
            painter.setPen(color);
            const QFontMetrics metrics(font);
            const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(0, width() - x - Metrics::scaled(12)));
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, shown);
            x += metrics.horizontalAdvance(shown) + Metrics::scaled(10);
        };
        write(record->name(), Fonts::body(QFont::DemiBold), theme.text);
        const StateLook look = SandboxWords::state(*record);
        const QColor color = theme.tone(look.meaning).text;
        Icons::paint(&painter, QRectF(x, 0, Metrics::icon(), height()), look.icon, color, Metrics::icon());
        x += Metrics::icon() + Metrics::scaled(4);
        write(look.word, Fonts::body(), color);
        const MetricsHistory *history = m_store->history(m_id);
        if (history && !history->isEmpty()) {
            const MetricsSample &last = history->last();
            write(MetricsBoard::tr("%1 CPU · %2 GiB").arg(double(last.cpuCores), 0, 'g', 3).arg(double(last.memoryTotalMib) / 1024, 0, 'g', 3), Fonts::tabular(Fonts::body()), theme.text2);
        }
        if (!note.isEmpty())
            write(note, Fonts::small(), theme.warn);
    }

private:
    SandboxStore *const m_store;
    const QString m_id;
};

} // namespace

struct MetricsBoard::Row
{
    QString id;
    QWidget *widget = nullptr;
    RowHead *head = nullptr;
    Label *cpuValue = nullptr;
    Label *memoryValue = nullptr;
    QBoxLayout *charts = nullptr;
    MetricsChart *cpu = nullptr;
    MetricsChart *memory = nullptr;
    std::shared_ptr<SandboxSession> session;
    std::shared_ptr<void> handle;
};

MetricsBoard::MetricsBoard(SessionRegistry *registry, QWidget *parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_store(registry->store())
    , m_range(new SegmentedControl({ tr("1 m"), tr("5 m"), tr("15 m"), tr("1 h") }))
    , m_choose(Buttons::push(tr("Sandboxes"), u"boxes"_s))
    , m_menu(new QMenu(this))
    , m_time(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_scroll(new QScrollArea)
    , m_empty(new EmptyState(tr("No sandbox on this board"), tr("Choose running sandboxes to watch their CPU and memory.")))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_range->setAccessibleName(tr("Range"));
    m_range->setCurrent(1);
    m_choose->setMenu(m_menu);
    m_time->setTabular(true);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Metrics::scaled(12), Metrics::scaled(8), Metrics::scaled(12), Metrics::scaled(8));
    bar->setSpacing(Metrics::scaled(12));
    bar->addWidget(m_range);
    bar->addWidget(m_choose);
    bar->addWidget(m_time);
    bar->addStretch();
    m_origin = new Label(tr("as the sandbox kernel reports it"), Fonts::Role::Small, &Theme::text3);
    m_origin->setToolTip(tr("On shared hosts the figures can include neighbours. Watching may keep a sandbox alive where the server renews on access."));
    bar->addWidget(m_origin);

    auto *rows = new QWidget;
    rows->setBackgroundRole(QPalette::Base);
    rows->setAutoFillBackground(true);
    m_layout = new QVBoxLayout(rows);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_empty);
    m_layout->addStretch();
    m_scroll->setWidget(rows);
    m_scroll->setWidgetResizable(true);
    m_scroll->setAccessibleName(tr("Charts"));
    m_scroll->setFrameShape(QFrame::NoFrame);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->setSizeConstraint(QLayout::SetNoConstraint); // arrange() makes room first.
    layout->addLayout(bar);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(m_scroll, 1);

    connect(m_range, &SegmentedControl::currentChanged, this, &MetricsBoard::setRange);
    connect(m_menu, &QMenu::aboutToShow, this, &MetricsBoard::fillMenu);
    connect(m_store, &SandboxStore::changed, this, [this](const QString &id) {
        for (const auto &row : m_rows) {
            if (row->id == id)
                updateRow(*row);
        }
        updateWatches();
    });
    connect(m_store, &SandboxStore::metricsAppended, this, [this](const QString &id) {
        for (const auto &row : m_rows) {
            if (row->id == id)
                updateRow(*row);
        }
    });
    connect(m_store, &SandboxStore::removed, this, &MetricsBoard::removeRow);
}

MetricsBoard::~MetricsBoard() = default;

QStringList MetricsBoard::sandboxes() const
{
    QStringList ids;
    for (const auto &row : m_rows)
        ids << row->id;
    return ids;
}

QList<MetricsChart *> MetricsBoard::charts() const
{
    QList<MetricsChart *> all;
    for (const auto &row : m_rows)
        all << row->cpu << row->memory;
    return all;
}

void MetricsBoard::setSandboxes(const QStringList &sandboxIds)
{
    QStringList ids = sandboxIds;
    if (ids.isEmpty()) {
        const QList<SandboxRecord> records = m_store->records();
        for (const SandboxRecord &record : records) {
            const Connection *connection = m_store->connectionOf(record.id());
            if (record.isRunning() && connection && connection->isLocal())
                ids << record.id();
        }
    }
    for (const QString &id : sandboxes()) {
        if (!ids.contains(id))
            removeRow(id);
    }
    for (const QString &id : std::as_const(ids)) {
        if (!sandboxes().contains(id))
            addRow(id);
    }
    updateWatches();
}

void MetricsBoard::addRow(const QString &sandboxId)
{
    if (!m_store->find(sandboxId))
        return;
    auto row = std::make_unique<Row>();
    row->id = sandboxId;
    row->widget = new QWidget;
    row->head = new RowHead(m_store, sandboxId);
    row->cpu = new MetricsChart(m_store, sandboxId, MetricsChart::Kind::Cpu);
    row->memory = new MetricsChart(m_store, sandboxId, MetricsChart::Kind::Memory);
    row->cpuValue = new Label({}, Fonts::Role::Tiny, &Theme::text2, QFont::DemiBold);
    row->memoryValue = new Label({}, Fonts::Role::Tiny, &Theme::text2, QFont::DemiBold);
    auto *charts = new QBoxLayout(QBoxLayout::LeftToRight);
    row->charts = charts;
    charts->setContentsMargins(0, 0, 0, Metrics::scaled(8));
    charts->setSpacing(Metrics::scaled(8));
    const int series = m_store->seriesOf(sandboxId);
    for (const auto &[chart, value, title] : { std::tuple { row->cpu, row->cpuValue, tr("CPU %") }, std::tuple { row->memory, row->memoryValue, tr("Memory") } }) {
        auto *column = new QVBoxLayout;
        column->setSpacing(0);
        auto *names = new QHBoxLayout;
        names->setContentsMargins(Metrics::scaled(54), 0, Metrics::scaled(12), 0);
        names->addWidget(new Label(title, Fonts::Role::Tiny, &Theme::text3));
        names->addStretch();
        value->setTabular(true);
        names->addWidget(value);
        column->addLayout(names);
        chart->setSeries(series);
        chart->setRange(Ranges[std::max(0, m_range->current())]);
        chart->setFixedHeight(Metrics::scaled(140));
        column->addWidget(chart);
        charts->addLayout(column, 1);
        connect(chart, &MetricsChart::cursorMoved, this, &MetricsBoard::setCursor);
    }
    auto *layout = new QVBoxLayout(row->widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row->head);
    layout->addLayout(charts);
    layout->addWidget(new Hairline(Qt::Horizontal));
    m_layout->insertWidget(m_layout->count() - 1, row->widget);
    m_rows.push_back(std::move(row));
    updateRow(*m_rows.back());
    arrange();
    m_empty->hide();
}

void MetricsBoard::removeRow(const QString &sandboxId)
{
    const auto position = std::find_if(m_rows.begin(), m_rows.end(), [&sandboxId](const auto &row) { return row->id == sandboxId; });
    if (position == m_rows.end())
        return;
    (*position)->widget->hide();
    (*position)->widget->deleteLater();
    m_rows.erase(position);
    m_empty->setVisible(m_rows.empty());
}

void MetricsBoard::updateRow(Row &row)
{
    row.head->update();
    const QString cpu = row.cpu->lastValue();
    const QString memory = row.memory->lastValue();
    if (row.cpuValue->text() != cpu)
        row.cpuValue->setText(cpu);
    if (row.memoryValue->text() != memory)
        row.memoryValue->setText(memory);
}

void MetricsBoard::updateWatches()
{
    for (const auto &row : m_rows) {
        const SandboxRecord *record = m_store->find(row->id);
        const bool wanted = isVisible() && record && record->isRunning();
        if (wanted && !row->handle) {
            row->session = m_registry->session(row->id);
            if (row->session) {
                row->handle = row->session->watchMetrics();
                connect(row->session.get(), &SandboxSession::metricsGap, row->head, [head = row->head](const QString &reason) {
                    head->note = reason;
                    head->update();
                });
                connect(row->session.get(), &SandboxSession::metricsAppended, row->head, [head = row->head]() { head->note.clear(); });
            }
        } else if (!wanted) {
            row->handle.reset();
            row->session.reset();
        }
    }
}

void MetricsBoard::setRange(int index)
{
    m_range->setCurrent(index);
    for (MetricsChart *chart : charts())
        chart->setRange(Ranges[std::clamp(index, 0, int(std::size(Ranges)) - 1)]);
}

void MetricsBoard::setCursor(qint64 timeMs)
{
    for (MetricsChart *chart : charts())
        chart->setCursor(timeMs);
    m_time->setText(timeMs < 0 ? QString() : QDateTime::fromMSecsSinceEpoch(timeMs).time().toString(u"HH:mm:ss"_s));
}

void MetricsBoard::fillMenu()
{
    m_menu->clear();
    const QStringList shown = sandboxes();
    const QList<SandboxRecord> records = m_store->records();
    for (const SandboxRecord &record : records) {
        if (!record.isPresent())
            continue;
        QAction *action = m_menu->addAction(record.name());
        action->setCheckable(true);
        action->setChecked(shown.contains(record.id()));
        action->setEnabled(record.isRunning() || action->isChecked());
        connect(action, &QAction::toggled, this, [this, id = record.id()](bool checked) {
            if (checked)
                addRow(id);
            else
                removeRow(id);
            updateWatches();
        });
    }
    if (m_menu->isEmpty())
        m_menu->addAction(tr("No sandboxes"))->setEnabled(false);
}

/// In a narrow pane the words give way first, then the charts stand below each other.
void MetricsBoard::arrange()
{
    const auto fits = [this] {
        const int origin = m_origin->isHidden() ? 0 : m_origin->sizeHint().width();
        const int time = QFontMetrics(Fonts::tabular(Fonts::small())).horizontalAdvance(u"00:00:00"_s);
        return m_range->sizeHint().width() + m_choose->sizeHint().width() + time + origin + Metrics::scaled(60) <= width();
    };
    m_origin->show();
    m_choose->setText(tr("Sandboxes"));
    if (!fits())
        m_origin->hide();
    if (!fits())
        m_choose->setText({});
    m_choose->setToolTip(m_choose->text().isEmpty() ? tr("Sandboxes") : QString());
    const auto direction = width() < Metrics::scaled(560) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    for (const auto &row : m_rows) {
        if (row->charts->direction() == direction)
            continue;
        row->charts->setDirection(direction);
        row->widget->layout()->activate(); // Else the charts overlap until the rows have heard how high they are.
    }
    m_layout->activate();
}

QSize MetricsBoard::minimumSizeHint() const
{
    return { m_range->sizeHint().width() + Metrics::scaled(80), Metrics::scaled(120) };
}

void MetricsBoard::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void MetricsBoard::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_watch = m_store->watch();
    updateWatches();
}

void MetricsBoard::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_watch.reset();
    updateWatches();
}
