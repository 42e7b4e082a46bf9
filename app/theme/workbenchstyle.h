// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolButton;
class QStyleOptionViewItem;

/**
 * Fusion with every visible part drawn from Theme: flat, 1 px edges, no gradients, sizes from Metrics.
 * Widgets may ask for a variant by a dynamic property (see app/shared/button.h); besides these there are
 *  - "wbError" (bool) on fields: a red edge,
 *  - "wbLead" (bool) on tool buttons: the one coloured action of a toolbar,
 *  - "wbTabs" ("document") on tab bars: accent at the top instead of an underline,
 *  - "wbInactive" (bool) on those: another set of tabs has the focus,
 *  - "wbPadded" (bool) on trees without heads: rows begin 12 px from the edge,
 *  - "wbLeading" (bool) on item views: their selection stays in full colour without focus.
 */
class WorkbenchStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    WorkbenchStyle();

    /// Sets style, fonts, palette and focus ring of the application. Call once, before the first widget.
    static void install();

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    QPalette standardPalette() const override;

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub, const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
    void drawItemText(QPainter *painter, const QRect &rect, int flags, const QPalette &palette, bool enabled, const QString &text, QPalette::ColorRole role) const override;

private:
    bool eventFilter(QObject *watched, QEvent *event) override;

    /// A menu keeps a column for icons and check marks only when an entry has one.
    static bool menuColumn(const QStyleOptionMenuItem *option, const QWidget *widget);

    void drawButtonPanel(const QStyleOptionButton *option, QPainter *painter, const QWidget *widget) const;
    void drawButtonLabel(const QStyleOptionButton *option, QPainter *painter, const QWidget *widget) const;
    void drawField(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawCheck(const QStyleOption *option, QPainter *painter, bool round) const;
    void drawTab(const QStyleOptionTab *option, QPainter *painter, const QWidget *widget) const;
    void drawTabLabel(const QStyleOptionTab *option, QPainter *painter, const QWidget *widget) const;
    void drawHeader(const QStyleOptionHeader *option, QPainter *painter) const;
    void drawMenuItem(const QStyleOptionMenuItem *option, QPainter *painter, const QWidget *widget) const;
    void drawMenuBarItem(const QStyleOptionMenuItem *option, QPainter *painter) const;
    void drawProgress(const QStyleOptionProgressBar *option, QPainter *painter) const;
    /// The height of the column heads that a vertical scroll bar stands beside; 0 without.
    static int headBeside(const QWidget *bar);
    void drawScrollBar(const QStyleOptionSlider *option, QPainter *painter, const QWidget *widget) const;
    void drawSlider(const QStyleOptionSlider *option, QPainter *painter) const;
    void drawComboBox(const QStyleOptionComboBox *option, QPainter *painter, const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionSpinBox *option, QPainter *painter, const QWidget *widget) const;
    void drawToolButton(const QStyleOptionToolButton *option, QPainter *painter, const QWidget *widget) const;
    void drawItem(const QStyleOptionViewItem *option, QPainter *painter, const QWidget *widget) const;
};
