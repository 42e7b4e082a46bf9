// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class ElidedLabel;
class QHBoxLayout;
class QVBoxLayout;

/// A titled part of a page: 1 px edge, radius 6, a head of 34 px with room for buttons at its right.
class Card : public QWidget
{
    Q_OBJECT

public:
    explicit Card(const QString &title, QWidget *parent = nullptr);

    /// Small text at the right of the head.
    void setHint(const QString &hint);
    void addHeadWidget(QWidget *widget);
    QVBoxLayout *body() const { return m_body; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *m_headWidget;
    QHBoxLayout *m_head;
    ElidedLabel *m_hint;
    QVBoxLayout *m_body;
};
