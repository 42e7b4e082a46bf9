// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

/// A few words side by side, one of them current: Operate | Code | Watch. Arrow keys move.
class SegmentedControl : public QWidget
{
    Q_OBJECT
public:
    explicit SegmentedControl(const QStringList &words, QWidget *parent = nullptr);

    int current() const { return m_current; }
    /// Emits currentChanged() when it differs.
    void setCurrent(int index);
    QStringList words() const { return m_words; }
    void setToolTips(const QStringList &toolTips) { m_toolTips = toolTips; }
    /// One icon a word, shown in its place while compact.
    void setIcons(const QStringList &names) { m_icons = names; }
    void setCompact(bool compact);
    bool isCompact() const { return m_compact; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void currentChanged(int index);
    /// By the user, also when it was current already.
    void activated(int index);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QRect segment(int index) const;
    int segmentWidth(int index) const;
    int segmentAt(const QPoint &point) const;

    QStringList m_words;
    QStringList m_toolTips;
    QStringList m_icons;
    bool m_compact = false;
    int m_current = 0;
    int m_hovered = -1;
};
