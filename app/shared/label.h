// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QLabel>

#include <functional>

/// Picks a colour of the theme; asked again whenever the theme changes.
using ThemeColor = QColor Theme::*;

/// A QLabel in one of the program's fonts and colours that follows theme and font size. Selectable when asked.
class Label : public QLabel
{
    Q_OBJECT
public:
    explicit Label(const QString &text = {}, Fonts::Role role = Fonts::Role::Body, ThemeColor color = &Theme::text,
        QFont::Weight weight = QFont::Normal, QWidget *parent = nullptr);

    void setColor(ThemeColor color);
    void setRole(Fonts::Role role, QFont::Weight weight = QFont::Normal);
    /// Digits of equal width.
    void setTabular(bool tabular);

private:
    void restyle();

    Fonts::Role m_role;
    QFont::Weight m_weight;
    ThemeColor m_color;
    bool m_tabular = false;
};

/// One line of text that elides when short of space; the whole text is then its tooltip.
class ElidedLabel : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(const QString &text = {}, Fonts::Role role = Fonts::Role::Body, ThemeColor color = &Theme::text,
        QFont::Weight weight = QFont::Normal, QWidget *parent = nullptr);

    void setText(const QString &text);
    QString text() const { return m_text; }
    void setColor(ThemeColor color);
    /// Middle for paths and ids, right (the default) for the rest.
    void setElideMode(Qt::TextElideMode mode);
    void setAlignment(Qt::Alignment alignment);
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void restyle();

    QString m_text;
    Fonts::Role m_role;
    QFont::Weight m_weight;
    ThemeColor m_color;
    Qt::TextElideMode m_elide = Qt::ElideRight;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

/// A 1 px line between parts.
class Hairline : public QWidget
{
    Q_OBJECT
public:
    explicit Hairline(Qt::Orientation orientation, QWidget *parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};
