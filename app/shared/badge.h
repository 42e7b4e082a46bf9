// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QIcon>
#include <QWidget>

class QPainter;

/// Letters of a language in the colour of a sandbox ("py", "sh"), 1 px edge at 45 %. Colour = sandbox, letters = language.
namespace LanguageBadge {

/// "python" -> "py", "bash" -> "sh", "javascript" -> "js", "typescript" -> "ts"; the first letters of others.
QString letters(const QString &language);
QSize size(const QString &letters);
/// Draws it at the left of `rect`, vertically centred; returns its width.
int paint(QPainter *painter, const QRect &rect, const QString &letters, int series, bool selected = false, bool enabled = true);
/// The same as an icon for menus, all of one width.
QIcon icon(const QString &language, int series);

} // namespace LanguageBadge

/// A small count on `pressed`, as in 'Problems (1)'; hidden at zero.
class CountBadge : public QWidget
{
    Q_OBJECT
public:
    explicit CountBadge(QWidget *parent = nullptr);
    void setCount(int count);
    int count() const { return m_count; }
    QSize sizeHint() const override;

    static QSize size(int count);
    static void paint(QPainter *painter, const QRect &rect, int count);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_count = 0;
};

/// A key as a small box: kbd hints.
namespace KeyHint {

QSize size(const QString &text);
/// Right-aligned in `rect`, vertically centred; returns its width.
int paint(QPainter *painter, const QRect &rect, const QString &text, bool selected = false);

} // namespace KeyHint
