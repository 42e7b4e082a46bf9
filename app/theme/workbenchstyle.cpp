// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbenchstyle.h"

#include "focusring.h"
#include "fonts.h"
#include "palette.h"
#include "shared/button.h"
#include "theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainterPath>
#include <QRadioButton>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

using namespace Qt::StringLiterals;

WorkbenchStyle::WorkbenchStyle() : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
{
}

void WorkbenchStyle::install()
{
    QApplication::setStyle(new WorkbenchStyle);
    QApplication::setFont(Fonts::body());
    applyPalette(Theme::current());
    new FocusRing(qApp);
    const auto restyle = [] {
        QToolTip::setFont(Fonts::small());
        QPalette tip;
        tip.setColor(QPalette::ToolTipBase, Theme::current().tooltip);
        tip.setColor(QPalette::ToolTipText, Theme::current().onTooltip);
        tip.setColor(QPalette::WindowText, Theme::current().onTooltip);
        QToolTip::setPalette(tip);
    };
    restyle();
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, qApp, restyle);
}

QPalette WorkbenchStyle::standardPalette() const
{
    return paletteFor(Theme::current());
}

void WorkbenchStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget) || qobject_cast<QTabBar *>(widget)
        || qobject_cast<QScrollBar *>(widget) || qobject_cast<QAbstractSpinBox *>(widget) || qobject_cast<QHeaderView *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (auto *header = qobject_cast<QHeaderView *>(widget); header && header->orientation() == Qt::Horizontal)
        header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    // Names and errors come from sandboxes and servers, tool tips included: as markup they could open files of the user's.
    if (auto *label = qobject_cast<QLabel *>(widget); label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (qobject_cast<QMenu *>(widget)) {
        widget->removeEventFilter(this);
        widget->installEventFilter(this);
    }
}

bool WorkbenchStyle::eventFilter(QObject *watched, QEvent *event)
{
    // Round corners without a translucent window, which needs a compositor.
    if (event->type() == QEvent::Resize) {
        if (auto *menu = qobject_cast<QMenu *>(watched)) {
            QPainterPath path;
            path.addRoundedRect(QRectF(menu->rect()), 6, 6);
            menu->setMask(QRegion(path.toFillPolygon().toPolygon()));
        }
    }
    return QProxyStyle::eventFilter(watched, event);
}

int WorkbenchStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
    case PM_LineEditIconSize:
        return Metrics::icon();
    case PM_LineEditIconMargin:
        return Metrics::scaled(6);
    case PM_ScrollBarExtent:
        return Metrics::scaled(10);
    case PM_ScrollBarSliderMin:
        return Metrics::scaled(28);
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap:
        return 0;
    case PM_DefaultFrameWidth:
    case PM_SpinBoxFrameWidth:
    case PM_ComboBoxFrameWidth:
    case PM_MenuPanelWidth:
    case PM_ToolTipLabelFrameWidth:
        return metric == PM_ToolTipLabelFrameWidth ? Metrics::scaled(6) : 1;
    case PM_MenuVMargin:
    case PM_MenuHMargin:
        return 4;
    case PM_SubMenuOverlap:
        return -2;
    case PM_MenuBarPanelWidth:
    case PM_MenuBarItemSpacing:
    case PM_MenuBarVMargin:
        return 0;
    case PM_MenuBarHMargin:
        return Metrics::scaled(6);
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseHeight:
        return 0;
    case PM_TabBarTabHSpace:
        return Metrics::scaled(24);
    case PM_TabBarTabVSpace:
        return Metrics::scaled(16);
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
        return Metrics::icon();
    case PM_TabBarScrollButtonWidth:
        return Metrics::smallControl();
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return Metrics::scaled(16);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return Metrics::scaled(8);
    case PM_SplitterWidth:
        return 1;
    case PM_ButtonDefaultIndicator:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_ButtonMargin:
        return Metrics::scaled(8);
    case PM_MenuButtonIndicator:
        return Metrics::scaled(18);
    case PM_FocusFrameHMargin:
    case PM_FocusFrameVMargin:
        return 1 + Theme::current().focusWidth();
    case PM_HeaderMargin:
        return Metrics::scaled(4);
    case PM_HeaderMarkSize:
        return Metrics::scaled(12);
    case PM_HeaderGripMargin:
        return Metrics::scaled(4);
    case PM_HeaderDefaultSectionSizeVertical:
        return Metrics::row();
    case PM_TreeViewIndentation:
        return Metrics::scaled(16);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return Metrics::scaled(8);
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin:
        return Metrics::scaled(12);
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength:
        return Metrics::scaled(16);
    case PM_TextCursorWidth:
        return qMax(1, qRound(Fonts::scale() * 1.2));
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WorkbenchStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ToolTip_WakeUpDelay:
        return 600;
    case SH_DialogButtonLayout:
        return 3; // QDialogButtonBox::GnomeLayout: the default at the right, Cancel left of it.
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_Widget_Animation_Duration:
    case SH_Widget_Animate:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollBar_Transient:
    case SH_ComboBox_Popup:
    case SH_ItemView_ActivateItemOnSingleClick:
    case SH_BlinkCursorWhenTextSelected:
    case SH_Menu_FadeOutOnHide:
    case SH_ItemView_PaintAlternatingRowColorsForEmptyArea:
        return 0;
    case SH_FocusFrame_AboveWidget: // In the window, as the ring is cut where a button fills what it is in.
    case SH_ItemView_ShowDecorationSelected:
    case SH_Menu_SupportsSections:
    case SH_MenuBar_AltKeyNavigation:
    case SH_Menu_MouseTracking:
    case SH_MenuBar_MouseTracking:
        return 1;
    case SH_Table_GridLineColor:
        return int(Theme::current().hairline.rgba());
    case SH_TabBar_ElideMode:
        return Qt::ElideRight;
    case SH_GroupBox_TextLabelColor:
        return int(Theme::current().text.rgba());
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

bool WorkbenchStyle::menuColumn(const QStyleOptionMenuItem *option, const QWidget *widget)
{
    const auto *menu = qobject_cast<const QMenu *>(widget);
    if (!menu)
        return option->maxIconWidth > 0 || option->menuHasCheckableItems;
    const QList<QAction *> actions = menu->actions();
    return std::any_of(actions.begin(), actions.end(), [](const QAction *action) {
        return action->isVisible() && (action->isCheckable() || (!action->icon().isNull() && action->isIconVisibleInMenu()));
    });
}

QSize WorkbenchStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    const int control = Buttons::isSmall(widget) ? Metrics::smallControl() : Metrics::control();
    switch (type) {
    case CT_PushButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (!button)
            break;
        if (Buttons::isLink(widget))
            return { button->fontMetrics.horizontalAdvance(button->text) + 2, button->fontMetrics.height() + 4 };
        QFont font = widget ? widget->font() : Fonts::body();
        if (button->features & QStyleOptionButton::DefaultButton)
            font.setWeight(QFont::DemiBold);
        const int pad = Metrics::scaled(Buttons::isSmall(widget) ? 8 : 10);
        int width = QFontMetrics(font).size(Qt::TextShowMnemonic, button->text).width() + 2 * pad;
        if (!button->icon.isNull())
            width += button->iconSize.width() + (button->text.isEmpty() ? 0 : Metrics::scaled(6));
        if (button->features & QStyleOptionButton::HasMenu)
            width += Metrics::scaled(18);
        return { qMax(width, control), control };
    }
    case CT_LineEdit:
        return { size.width(), qMax(control, option->fontMetrics.height() + Metrics::scaled(8)) };
    case CT_ComboBox:
        return { size.width() + Metrics::scaled(44), control };
    case CT_SpinBox:
        return { size.width() + Metrics::scaled(28), control };
    case CT_ToolButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        if (!button)
            break;
        const bool hasText = button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
        const bool showsArrow = button->features & QStyleOptionToolButton::MenuButtonPopup
            || (hasText && button->features & QStyleOptionToolButton::HasMenu);
        if (!hasText)
            return { control + (showsArrow ? Metrics::scaled(14) : 0), control };
        QFont font = widget ? widget->font() : button->font;
        font.setWeight(QFont::DemiBold);
        int width = Metrics::scaled(16) + QFontMetrics(font).size(Qt::TextShowMnemonic, button->text).width();
        if (!button->icon.isNull() && button->toolButtonStyle != Qt::ToolButtonTextOnly)
            width += button->iconSize.width() + Metrics::scaled(6);
        if (showsArrow)
            width += Metrics::scaled(18);
        return { width, control };
    }
    case CT_MenuItem: {
        const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
        if (!item)
            break;
        if (item->menuItemType == QStyleOptionMenuItem::Separator && item->text.isEmpty())
            return { size.width(), 9 };
        const qsizetype tab = item->text.indexOf(u'\t');
        const QString text = tab < 0 ? item->text : item->text.left(tab);
        int width = Metrics::scaled(8) + QFontMetrics(Fonts::body()).size(Qt::TextShowMnemonic, text).width() + Metrics::scaled(12);
        if (menuColumn(item, widget))
            width += Metrics::icon() + Metrics::scaled(8);
        // QMenu adds the widest shortcut itself; leave air before it.
        if (tab >= 0)
            width += Metrics::scaled(24);
        if (item->menuItemType == QStyleOptionMenuItem::SubMenu)
            width += Metrics::scaled(24);
        return { qMax(width, Metrics::scaled(120)), Metrics::row() };
    }
    case CT_MenuBarItem:
        return { size.width() + Metrics::scaled(16), Metrics::menuBar() - 1 };
    case CT_MenuBar:
        return { size.width(), Metrics::menuBar() };
    case CT_TabBarTab: {
        // Room for the current tab's heavier word, so that choosing a tab moves no other.
        const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
        const int heavier = tab ? QFontMetrics(Fonts::body(QFont::DemiBold)).horizontalAdvance(tab->text) - QFontMetrics(Fonts::body()).horizontalAdvance(tab->text) : 0;
        return { size.width() + heavier + Metrics::scaled(tab && !tab->icon.isNull() ? 8 : 4), Metrics::tab() };
    }
    case CT_HeaderSection: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return { base.width() + Metrics::scaled(12), Metrics::row() };
    }
    case CT_ItemViewItem: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        const int start = item && item->index.column() == 0 ? 12 : 8;
        const int margin = pixelMetric(PM_FocusFrameHMargin, option, widget) + 1;
        const int more = qMax(0, Metrics::scaled(start) - margin) + qMax(0, Metrics::scaled(8) - margin);
        return { base.width() + qMax(Metrics::scaled(8), more), qMax(base.height(), Metrics::row()) };
    }
    case CT_CheckBox:
    case CT_RadioButton: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return { base.width() + 2, qMax(base.height(), Metrics::smallControl()) };
    }
    case CT_ProgressBar: {
        const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
        return { size.width(), bar && bar->textVisible ? Fonts::lineHeight(Fonts::Role::Small) : Metrics::scaled(4) };
    }
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect WorkbenchStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub, const QWidget *widget) const
{
    const QRect r = option->rect;
    const auto visual = [option, &r](const QRect &logical) { return visualRect(option->direction, r, logical); };
    if (control == CC_ComboBox) {
        const int arrow = Metrics::scaled(26);
        switch (sub) {
        case SC_ComboBoxEditField:
            return visual(r.adjusted(Metrics::scaled(8), 2, -arrow, -2));
        case SC_ComboBoxArrow:
            return visual(QRect(r.right() - arrow + 1, r.top(), arrow, r.height()));
        case SC_ComboBoxFrame:
        case SC_ComboBoxListBoxPopup:
            return r;
        default:
            break;
        }
    }
    if (control == CC_SpinBox) {
        const int buttons = Metrics::scaled(20);
        const int half = r.height() / 2;
        const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        const bool none = spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons;
        switch (sub) {
        case SC_SpinBoxUp:
            return none ? QRect() : visual(QRect(r.right() - buttons + 1, r.top() + 1, buttons - 1, half - 1));
        case SC_SpinBoxDown:
            return none ? QRect() : visual(QRect(r.right() - buttons + 1, r.top() + half, buttons - 1, r.height() - half - 1));
        case SC_SpinBoxEditField:
            return visual(r.adjusted(Metrics::scaled(6), 2, none ? -Metrics::scaled(6) : -buttons, -2));
        case SC_SpinBoxFrame:
            return r;
        default:
            break;
        }
    }
    if (control == CC_ScrollBar) {
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (!bar)
            return QProxyStyle::subControlRect(control, option, sub, widget);
        const bool horizontal = bar->orientation == Qt::Horizontal;
        const QRect track = horizontal ? option->rect : option->rect.adjusted(0, headBeside(widget), 0, 0);
        const int length = horizontal ? track.width() : track.height();
        int thumb = length;
        if (bar->maximum > bar->minimum) {
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            thumb = int(qint64(bar->pageStep) * length / (range + bar->pageStep));
            thumb = qBound(qMin(length, pixelMetric(PM_ScrollBarSliderMin, option, widget)), thumb, length);
        }
        const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
        const auto span = [&](int from, int size) {
            return horizontal ? visual(QRect(track.left() + from, track.top(), size, track.height())) : QRect(track.left(), track.top() + from, track.width(), size);
        };
        switch (sub) {
        case SC_ScrollBarSlider:
            return span(start, thumb);
        case SC_ScrollBarGroove:
            return track;
        case SC_ScrollBarSubPage:
            return span(0, start);
        case SC_ScrollBarAddPage:
            return span(start + thumb, length - start - thumb);
        default:
            return {};
        }
    }
    if (control == CC_ToolButton) {
        const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        if (button && button->features & QStyleOptionToolButton::MenuButtonPopup) {
            const int arrow = Metrics::scaled(button->toolButtonStyle == Qt::ToolButtonIconOnly ? 14 : 20);
            if (sub == SC_ToolButtonMenu)
                return visual(QRect(r.right() - arrow + 1, r.top(), arrow, r.height()));
            if (sub == SC_ToolButton)
                return visual(r.adjusted(0, 0, -arrow, 0));
        }
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

QRect WorkbenchStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    switch (element) {
    case SE_LineEditContents: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        const int pad = frame && frame->lineWidth > 0 ? Metrics::scaled(7) : 0;
        return option->rect.adjusted(pad, 0, -pad, 0);
    }
    case SE_ProgressBarGroove:
    case SE_ProgressBarContents:
    case SE_ProgressBarLabel:
        return option->rect;
    case SE_PushButtonFocusRect:
        return option->rect;
    case SE_ItemViewItemText:
    case SE_ItemViewItemDecoration: {
        const QRect base = QProxyStyle::subElementRect(element, option, widget);
        const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        const auto *list = qobject_cast<const QTreeView *>(widget);
        const bool flat = list && ((!list->isHeaderHidden() && !list->rootIsDecorated()) || list->property("wbPadded").toBool());
        if (!item || (!flat && !qobject_cast<const QTableView *>(widget)))
            return base;
        // Cells of a table begin where their headers do: 12 px from the edge in the first column, else 8.
        const int margin = pixelMetric(PM_FocusFrameHMargin, option, widget) + 1;
        const int left = qMax(0, Metrics::scaled(item->index.column() == 0 ? 12 : 8) - margin);
        const int right = qMax(0, Metrics::scaled(8) - margin);
        const bool mirrored = item->direction == Qt::RightToLeft;
        if (element == SE_ItemViewItemDecoration)
            return base.translated(mirrored ? -left : left, 0);
        return mirrored ? base.adjusted(right, 0, -left, 0) : base.adjusted(left, 0, -right, 0);
    }
    default:
        return QProxyStyle::subElementRect(element, option, widget);
    }
}

#include "moc_workbenchstyle.cpp"
