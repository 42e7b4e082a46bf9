// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QWidget>

/// The 28 px line above the cells: the path of headings at the left, 'n cells · 1 running' at the right. Each part is a link.
class HeadingBar : public QWidget
{
    Q_OBJECT
public:
    struct Part
    {
        QString text;
        int cell = -1; ///< Where a click goes; -1: nowhere.
        Meaning meaning = Meaning::Idle;
        bool coloured = false;
        bool operator==(const Part &) const = default;
    };

    explicit HeadingBar(QWidget *parent = nullptr);
    void setPath(const QList<Part> &path);
    void setSummary(const QList<Part> &summary);
    QString summaryText() const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void cellRequested(int cell);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    int cellAt(const QPointF &point) const;

    QList<Part> m_path;
    QList<Part> m_summary;
    QList<std::pair<QRectF, int>> m_links;
};
