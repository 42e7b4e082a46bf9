// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxstore.h"

#include <QWidget>

class QCustomPlot;
class QCPItemStraightLine;
class QCPItemText;
class QCPItemTracer;

/// CPU or memory of one sandbox over the last minutes. Paints only while it is visible; gaps stay gaps.
class MetricsChart : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Cpu, Memory };

    MetricsChart(SandboxStore *store, const QString &sandboxId, Kind kind, QWidget *parent = nullptr);
    ~MetricsChart() override;

    void setRange(std::chrono::seconds range);
    void setSeries(int series);
    /// Small charts in cards have no axis texts.
    void setPlain(bool plain);
    /// Unix time in ms for the common cursor; negative: none.
    void setCursor(qint64 timeMs);
    /// "38 %" or "612 MiB"; empty without samples.
    QString lastValue() const;
    /// What that is a part of, "of 2 cores" or "of 4 GiB"; empty where the samples do not tell.
    QString limitText() const;
    /// How often data was handed to the plot, for tests.
    int refreshes() const { return m_refreshes; }
    int points() const;

    QSize sizeHint() const override;

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void cursorMoved(qint64 timeMs);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyTheme();
    void placeCursor();
    QString valueText(double value) const;
    double valueOf(const MetricsSample &sample) const;

    SandboxStore *const m_store;
    const QString m_id;
    const Kind m_kind;
    QCustomPlot *m_plot;
    QCPItemStraightLine *m_line;
    QCPItemTracer *m_ring;
    QCPItemText *m_label;
    std::chrono::seconds m_range { 300 };
    int m_series = 0;
    bool m_plain = false;
    bool m_stale = true;
    qint64 m_cursorMs = -1;
    int m_refreshes = 0;
};
