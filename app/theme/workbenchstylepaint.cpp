// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbenchstyle.h"

#include "bidi.h"
#include "fonts.h"
#include "icons.h"
#include "shared/button.h"
#include "theme.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

class Saved
{
public:
    explicit Saved(QPainter *painter) : m_painter(painter) { painter->save(); }
    ~Saved() { m_painter->restore(); }
    Q_DISABLE_COPY_MOVE(Saved)

private:
    QPainter *m_painter;
};

bool has(const QStyleOption *option, QStyle::StateFlag flag)
{
    return option->state.testFlag(flag);
}

bool keyboardFocus(const QStyleOption *option)
{
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
}

/// Fill and 1 px edge of a rounded rectangle on the pixel grid.
void panel(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &edge, qreal radius = 4)
{
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter->setPen(edge.isValid() ? QPen(edge, 1) : QPen(Qt::NoPen));
    const QRectF r(rect);
    painter->drawRoundedRect(edge.isValid() ? r.adjusted(0.5, 0.5, -0.5, -0.5) : r, radius, radius);
}

void ringInside(QPainter *painter, const QRect &rect, qreal radius = 4, const QColor &ink = Theme::current().focus)
{
    const Saved saved(painter);
    const qreal width = Theme::current().focusWidth();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(ink, width));
    const qreal half = width / 2;
    painter->drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius);
}

QColor textColor(const QStyleOption *option)
{
    return has(option, QStyle::State_Enabled) ? Theme::current().text : Theme::current().disabled;
}

void drawIcon(QPainter *painter, const QIcon &icon, const QRect &rect, const QSize &size, QIcon::Mode mode, QIcon::State state)
{
    const qreal ratio = painter->device()->devicePixelRatioF();
    const QPixmap pixmap = icon.pixmap(size, ratio, mode, state);
    const QSizeF logical = pixmap.deviceIndependentSize();
    const auto snap = [ratio](qreal v) { return qRound(v * ratio) / ratio; };
    painter->drawPixmap(QPointF(snap(rect.x() + (rect.width() - logical.width()) / 2), snap(rect.y() + (rect.height() - logical.height()) / 2)), pixmap);
}

void chevron(QPainter *painter, const QRect &rect, const QString &name, const QStyleOption *option, int size)
{
    Icons::paint(painter, rect, name, has(option, QStyle::State_Enabled) ? Theme::current().text2 : Theme::current().disabled, size);
}

int smallChevron()
{
    return Metrics::smallIcon();
}

} // namespace

void WorkbenchStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const QRect r = option->rect;
    switch (element) {
    case PE_PanelLineEdit: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        // Inside combos and spin boxes the box itself is drawn by its owner.
        if (frame && frame->lineWidth > 0)
            drawField(option, painter, widget);
        else if (widget && !qobject_cast<const QComboBox *>(widget->parentWidget()) && !qobject_cast<const QAbstractSpinBox *>(widget->parentWidget()))
            painter->fillRect(r, option->palette.brush(QPalette::Base));
        return;
    }
    case PE_FrameLineEdit:
        return;
    case PE_PanelScrollAreaCorner: {
        const auto *area = qobject_cast<const QAbstractScrollArea *>(widget);
        painter->fillRect(r, option->palette.brush(area ? area->viewport()->backgroundRole() : QPalette::Base));
        return;
    }
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheck(option, painter, false);
        return;
    case PE_IndicatorRadioButton:
        drawCheck(option, painter, true);
        return;
    case PE_PanelButtonTool:
        if (has(option, State_Enabled) && (has(option, State_Sunken) || has(option, State_On)))
            panel(painter, r, theme.pressed, theme.isHighContrast() ? theme.border : QColor());
        else if (has(option, State_Enabled) && has(option, State_MouseOver))
            panel(painter, r, theme.hover, {});
        return;
    case PE_FrameFocusRect:
        if (has(option, State_KeyboardFocusChange)) {
            // The selection of high contrast has the colour of the ring.
            const auto *ring = qstyleoption_cast<const QStyleOptionFocusRect *>(option);
            const bool onSelection = ring && theme.isHighContrast() && ring->backgroundColor == option->palette.color(QPalette::Normal, QPalette::Highlight);
            ringInside(painter, r, 0, onSelection ? theme.onSelection : theme.focus);
        }
        return;
    case PE_FrameButtonTool:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_FrameTabBarBase:
    case PE_FrameMenu:
        if (element == PE_FrameMenu)
            panel(painter, r, {}, theme.control, 6);
        if (element == PE_FrameTabBarBase)
            painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.hairline);
        return;
    case PE_PanelMenu:
        painter->fillRect(r, theme.raised);
        return;
    case PE_PanelMenuBar:
    case PE_PanelToolBar:
    case PE_PanelStatusBar:
        painter->fillRect(r, theme.window);
        return;
    case PE_PanelTipLabel:
        painter->fillRect(r, theme.tooltip);
        return;
    case PE_Frame:
    case PE_FrameWindow:
    case PE_FrameTabWidget:
    case PE_FrameDockWidget: {
        const bool popup = widget && widget->inherits("QComboBoxPrivateContainer");
        panel(painter, r, {}, popup ? theme.control : theme.hairline, 0);
        return;
    }
    case PE_FrameGroupBox:
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorSpinDown:
        chevron(painter, r, u"chevron-down"_s, option, smallChevron());
        return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorSpinUp:
        chevron(painter, r, u"chevron-up"_s, option, smallChevron());
        return;
    case PE_IndicatorArrowRight:
        chevron(painter, r, u"chevron-right"_s, option, smallChevron());
        return;
    case PE_IndicatorArrowLeft:
        chevron(painter, r, u"arrow-left"_s, option, smallChevron());
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            if (header->sortIndicator != QStyleOptionHeader::None)
                chevron(painter, r, header->sortIndicator == QStyleOptionHeader::SortUp ? u"chevron-down"_s : u"chevron-up"_s, option, Metrics::scaled(12));
        }
        return;
    case PE_IndicatorBranch:
        if (has(option, State_Children)) {
            const bool selected = has(option, State_Selected);
            const QColor ink = selected && theme.isHighContrast() && widget && widget->hasFocus() ? theme.onSelection : theme.text2;
            const QString name = has(option, State_Open) ? u"chevron-down"_s : u"chevron-right"_s;
            Icons::paint(painter, r, name, ink, smallChevron());
        }
        return;
    case PE_IndicatorTabClose:
        if (has(option, State_MouseOver))
            panel(painter, r, theme.hover, {}, 3);
        Icons::paint(painter, r, u"x"_s, theme.text2, smallChevron());
        return;
    case PE_IndicatorToolBarSeparator: {
        const int x = r.center().x();
        painter->fillRect(QRect(x, r.top() + r.height() / 4, 1, r.height() / 2), theme.border);
        return;
    }
    case PE_PanelItemViewRow:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
            if (item->features & QStyleOptionViewItem::Alternate)
                painter->fillRect(r, theme.rowAlt);
            if (has(option, State_Selected)) {
                const bool leading = widget && (widget->hasFocus() || widget->property("wbLeading").toBool());
                painter->fillRect(r, leading ? theme.selection : theme.selectionInactive);
            }
        }
        return;
    case PE_PanelItemViewItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
            if (item->backgroundBrush.style() != Qt::NoBrush)
                painter->fillRect(r, item->backgroundBrush);
            const bool leading = widget && (widget->hasFocus() || widget->property("wbLeading").toBool());
            if (has(option, State_Selected))
                painter->fillRect(r, leading ? theme.selection : theme.selectionInactive);
            else if (has(option, State_MouseOver) && has(option, State_Enabled))
                painter->fillRect(r, theme.hover);
        }
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WorkbenchStyle::drawField(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const bool enabled = has(option, State_Enabled);
    const bool readOnly = has(option, State_ReadOnly);
    const bool error = widget && widget->property("wbError").toBool();
    panel(painter, option->rect, enabled && !readOnly ? theme.base : theme.window, error ? theme.bad : enabled ? theme.border : theme.hairline);
    if (has(option, State_HasFocus) && enabled)
        ringInside(painter, option->rect);
}

void WorkbenchStyle::drawCheck(const QStyleOption *option, QPainter *painter, bool round) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    const bool enabled = has(option, State_Enabled);
    const bool on = has(option, State_On);
    const bool partly = has(option, State_NoChange);
    const int side = qMin(option->rect.width(), option->rect.height());
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(option->rect).center());
    box.moveTopLeft(box.topLeft().toPoint());
    const QColor accent = has(option, State_MouseOver) ? theme.accentHover : theme.accent;
    const bool filled = on || partly;
    painter->setBrush(filled ? (enabled ? accent : theme.disabled) : enabled ? (has(option, State_Sunken) ? theme.pressed : theme.base) : theme.window);
    painter->setPen(filled ? QPen(Qt::NoPen) : QPen(enabled ? theme.control : theme.border, 1));
    const QRectF edge = filled ? box : box.adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor ink = enabled ? theme.onAccent : theme.window;
    if (round) {
        painter->drawEllipse(edge);
        if (on) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(ink);
            const qreal dot = side * 0.375;
            painter->drawEllipse(box.center(), dot / 2, dot / 2);
        }
        return;
    }
    painter->drawRoundedRect(edge, 3, 3);
    if (on)
        Icons::paint(painter, box, u"check"_s, ink, qRound(side * 0.78));
    else if (partly)
        Icons::paint(painter, box, u"minus"_s, ink, qRound(side * 0.78));
}

void WorkbenchStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const QRect r = option->rect;
    switch (element) {
    case CE_PushButtonBevel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            drawButtonPanel(button, painter, widget);
            return;
        }
        break;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            drawButtonLabel(button, painter, widget);
            return;
        }
        break;
    case CE_PushButton:
        drawControl(CE_PushButtonBevel, option, painter, widget);
        drawControl(CE_PushButtonLabel, option, painter, widget);
        return;
    case CE_FocusFrame: {
        const Saved saved(painter);
        const qreal width = theme.focusWidth();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.focus, width));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(r).adjusted(width / 2, width / 2, -width / 2, -width / 2), 6, 6);
        return;
    }
    case CE_TabBarTabShape:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) {
            drawTab(tab, painter, widget);
            return;
        }
        break;
    case CE_TabBarTabLabel:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) {
            drawTabLabel(tab, painter, widget);
            return;
        }
        break;
    case CE_Header:
    case CE_HeaderSection:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            painter->fillRect(r, theme.window);
            if (has(option, State_MouseOver) && has(option, State_Enabled) && widget && widget->isEnabled() && header->sortIndicator != QStyleOptionHeader::None)
                painter->fillRect(r.adjusted(0, 0, 0, -1), theme.hover);
            painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.hairline);
            if (element == CE_Header)
                drawHeader(header, painter);
            return;
        }
        break;
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            drawHeader(header, painter);
            return;
        }
        break;
    case CE_HeaderEmptyArea:
        painter->fillRect(r, theme.window);
        painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.hairline);
        return;
    case CE_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            drawMenuItem(item, painter, widget);
            return;
        }
        break;
    case CE_MenuEmptyArea:
    case CE_MenuScroller:
        painter->fillRect(r, theme.raised);
        if (element == CE_MenuScroller)
            chevron(painter, r, has(option, State_DownArrow) ? u"chevron-down"_s : u"chevron-up"_s, option, smallChevron());
        return;
    case CE_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            drawMenuBarItem(item, painter);
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(r, theme.window);
        painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.hairline);
        return;
    case CE_ProgressBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option)) {
            drawProgress(bar, painter);
            return;
        }
        break;
    case CE_Splitter:
        painter->fillRect(r, theme.hairline);
        return;
    case CE_ToolBar:
        painter->fillRect(r, theme.window);
        return;
    case CE_SizeGrip:
        return;
    case CE_RubberBand: {
        QColor fill = theme.accent;
        fill.setAlphaF(0.09F);
        panel(painter, r, fill, theme.accent, 0);
        return;
    }
    case CE_ShapedFrame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option)) {
            if (frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine) {
                if (frame->frameShape == QFrame::HLine)
                    painter->fillRect(QRect(r.left(), r.center().y(), r.width(), 1), theme.hairline);
                else
                    painter->fillRect(QRect(r.center().x(), r.top(), 1, r.height()), theme.hairline);
                return;
            }
            if (frame->frameShape != QFrame::NoFrame) {
                drawPrimitive(PE_Frame, option, painter, widget);
                return;
            }
        }
        return;
    case CE_ComboBoxLabel:
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option)) {
            if (combo->editable)
                return;
            const Saved saved(painter);
            QRect field = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
            const bool enabled = has(option, State_Enabled);
            if (!combo->currentIcon.isNull()) {
                const QRect place = visualRect(combo->direction, field, QRect(field.left(), field.top(), combo->iconSize.width(), field.height()));
                drawIcon(painter, combo->currentIcon, place, combo->iconSize, enabled ? QIcon::Normal : QIcon::Disabled, QIcon::Off);
                field = combo->direction == Qt::LeftToRight ? field.adjusted(combo->iconSize.width() + Metrics::scaled(8), 0, 0, 0)
                                                            : field.adjusted(0, 0, -combo->iconSize.width() - Metrics::scaled(8), 0);
            } else {
                field.adjust(2, 0, -2, 0);
            }
            painter->setPen(textColor(option));
            painter->drawText(field, int(visualAlignment(combo->direction, Qt::AlignLeft | Qt::AlignVCenter)) | Qt::TextSingleLine,
                Bidi::own(option->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, field.width())));
            return;
        }
        break;
    case CE_ItemViewItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
            drawItem(item, painter, widget);
            return;
        }
        break;
    case CE_CheckBoxLabel:
    case CE_RadioButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            painter->setPen(textColor(option));
            painter->drawText(r, int(visualAlignment(option->direction, Qt::AlignLeft | Qt::AlignVCenter)) | Qt::TextShowMnemonic | Qt::TextWordWrap, Bidi::own(button->text));
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WorkbenchStyle::drawButtonPanel(const QStyleOptionButton *option, QPainter *painter, const QWidget *widget) const
{
    if (Buttons::isLink(widget))
        return;
    const Theme &theme = Theme::current();
    const bool enabled = has(option, State_Enabled);
    const bool down = has(option, State_Sunken) || has(option, State_On);
    const bool hovered = has(option, State_MouseOver);
    const bool primary = Buttons::isPrimary(widget) || option->features & QStyleOptionButton::DefaultButton;
    if (option->features & QStyleOptionButton::Flat) {
        if (enabled && (down || hovered))
            panel(painter, option->rect, down ? theme.pressed : theme.hover, {});
        return;
    }
    if (!enabled) {
        panel(painter, option->rect, theme.window, theme.isHighContrast() ? theme.disabled : theme.hairline);
        return;
    }
    if (primary) {
        const QColor fill = down || hovered ? theme.accentHover : theme.accent;
        panel(painter, option->rect, fill, fill);
        return;
    }
    // One of several that is chosen.
    if (has(option, State_On)) {
        panel(painter, option->rect, theme.accentTint, theme.accent);
        return;
    }
    panel(painter, option->rect, down ? theme.pressed : hovered ? theme.hover : theme.raised, theme.border);
}

void WorkbenchStyle::drawButtonLabel(const QStyleOptionButton *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    const bool enabled = has(option, State_Enabled);
    const bool primary = enabled && (Buttons::isPrimary(widget) || option->features & QStyleOptionButton::DefaultButton);
    if (Buttons::isLink(widget)) {
        QFont font = painter->font();
        font.setUnderline(!widget->property("wbPlainLink").toBool() || has(option, State_MouseOver));
        painter->setFont(font);
        painter->setPen(enabled ? theme.link : theme.disabled);
        painter->drawText(option->rect, Qt::AlignCenter | Qt::TextShowMnemonic, option->text);
        if (keyboardFocus(option))
            ringInside(painter, option->rect, 3);
        return;
    }
    QFont font = widget ? widget->font() : painter->font();
    if (primary)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    const QColor ink = !enabled ? theme.disabled : primary ? theme.onAccent : Buttons::isDestructive(widget) ? theme.bad : theme.text;
    painter->setPen(ink);
    const bool menu = option->features & QStyleOptionButton::HasMenu;
    const int arrow = menu ? Metrics::scaled(18) : 0;
    const int textWidth = QFontMetrics(font).size(Qt::TextShowMnemonic, option->text).width();
    const int iconWidth = option->icon.isNull() ? 0 : option->iconSize.width();
    const int gap = iconWidth && textWidth ? Metrics::scaled(6) : 0;
    const int total = iconWidth + gap + textWidth + arrow;
    int x = option->rect.left() + qMax(0, (option->rect.width() - total) / 2);
    const QRect r = option->rect;
    const auto visual = [&](int from, int width) { return visualRect(option->direction, r, QRect(from, r.top(), width, r.height())); };
    if (iconWidth) {
        const QRect place = visual(x, iconWidth);
        const QString name = option->icon.name();
        if ((primary || Buttons::isDestructive(widget)) && Icons::exists(name))
            Icons::paint(painter, place, name, ink, option->iconSize.width());
        else
            drawIcon(painter, option->icon, place, option->iconSize, enabled ? QIcon::Normal : QIcon::Disabled, QIcon::Off);
        x += iconWidth + gap;
    }
    painter->drawText(visual(x, qMin(textWidth + 1, r.right() - x)), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, option->text);
    if (menu)
        Icons::paint(painter, visual(x + textWidth + Metrics::scaled(4), arrow - Metrics::scaled(4)), u"chevron-down"_s, ink, smallChevron());
}

namespace {

/// Left and right of a word above a dock. Where there is little room the air around the words goes before their letters; the
/// first one stays in line with what is below it.
std::pair<int, int> tabPads(const QStyleOptionTab *option)
{
    const int wide = Metrics::scaled(12);
    const int word = QFontMetrics(Fonts::body(QFont::DemiBold)).size(Qt::TextShowMnemonic, option->text).width() + 1;
    const int button = option->rightButtonSize.isEmpty() ? 0 : option->rightButtonSize.width() + Metrics::scaled(6);
    const int room = option->rect.width() - word - button;
    const bool first = option->position == QStyleOptionTab::Beginning || option->position == QStyleOptionTab::OnlyOneTab;
    const int left = first ? wide : std::clamp(room / 2, Metrics::scaled(2), wide);
    return { left, std::clamp(room - left, Metrics::scaled(2), wide) };
}

} // namespace

void WorkbenchStyle::drawTab(const QStyleOptionTab *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const QRect r = option->rect;
    const bool selected = has(option, State_Selected);
    if (widget && widget->property("wbTabs").toString() == "document"_L1) {
        if (selected) {
            painter->fillRect(r, theme.base);
            painter->fillRect(QRect(r.left(), r.top(), r.width(), 2), widget->property("wbInactive").toBool() ? theme.control : theme.accent);
        } else {
            painter->fillRect(r, has(option, State_MouseOver) ? theme.hover : theme.window);
            painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.hairline);
        }
        painter->fillRect(QRect(r.right(), r.top(), 1, r.height()), theme.hairline);
        if (keyboardFocus(option))
            ringInside(painter, r.adjusted(1, 3, -2, -1), 3);
        return;
    }
    if (selected) {
        const auto [left, right] = tabPads(option);
        painter->fillRect(visualRect(option->direction, r, QRect(r.left() + left, r.bottom() - 1, r.width() - left - right, 2)), theme.accent);
    }
    if (keyboardFocus(option))
        ringInside(painter, r.adjusted(Metrics::scaled(6), Metrics::scaled(4), -Metrics::scaled(6), -Metrics::scaled(5)), 3);
}

void WorkbenchStyle::drawTabLabel(const QStyleOptionTab *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    const bool selected = has(option, State_Selected);
    const bool document = widget && widget->property("wbTabs").toString() == "document"_L1;
    const bool enabled = has(option, State_Enabled);
    const auto [left, right] = document || !option->icon.isNull() ? std::pair(Metrics::scaled(12), Metrics::scaled(12)) : tabPads(option);
    QRect text = option->rect.adjusted(left, 0, -right, 0);
    if (!option->icon.isNull()) {
        const QRect place = visualRect(option->direction, option->rect, QRect(text.left(), text.top(), option->iconSize.width(), text.height()));
        const QString name = option->icon.name();
        if (selected && Icons::exists(name))
            Icons::paint(painter, place, name, theme.text, option->iconSize.width());
        else
            drawIcon(painter, option->icon, place, option->iconSize, enabled ? QIcon::Normal : QIcon::Disabled, QIcon::Off);
        text.setLeft(text.left() + option->iconSize.width() + Metrics::scaled(8));
    }
    if (!option->rightButtonSize.isEmpty())
        text.setRight(text.right() - option->rightButtonSize.width() - Metrics::scaled(document ? 0 : 6));
    QFont font = Fonts::body(selected ? (document ? QFont::Medium : QFont::DemiBold) : QFont::Normal);
    painter->setFont(font);
    painter->setPen(!enabled ? theme.disabled : selected ? theme.text : has(option, State_MouseOver) ? theme.text : theme.text2);
    text = visualRect(option->direction, option->rect, text);
    painter->drawText(text, int(visualAlignment(option->direction, Qt::AlignLeft | Qt::AlignVCenter)) | Qt::TextShowMnemonic | Qt::TextSingleLine,
        Bidi::own(QFontMetrics(font).elidedText(option->text, Qt::ElideRight, text.width() + 1, Qt::TextShowMnemonic)));
}

void WorkbenchStyle::drawHeader(const QStyleOptionHeader *option, QPainter *painter) const
{
    const Saved saved(painter);
    const Theme &theme = Theme::current();
    const int pad = Metrics::scaled(option->position == QStyleOptionHeader::Beginning || option->position == QStyleOptionHeader::OnlyOneSection ? 12 : 8);
    const int start = option->orientation == Qt::Horizontal ? pad : Metrics::scaled(6);
    QRect text = visualRect(option->direction, option->rect, option->rect.adjusted(start, 0, -Metrics::scaled(8), 0));
    const QFont font = Fonts::small(QFont::Medium);
    const QFontMetrics metrics(font);
    const Qt::Alignment alignment = visualAlignment(option->direction, option->textAlignment);
    if (option->sortIndicator != QStyleOptionHeader::None) {
        const int size = Metrics::scaled(12);
        const QString name = option->sortIndicator == QStyleOptionHeader::SortUp ? u"chevron-down"_s : u"chevron-up"_s;
        const int used = qMin(metrics.horizontalAdvance(option->text), text.width() - size);
        const int x = alignment & Qt::AlignRight ? text.right() - used - size - 2 : text.left() + used + 2;
        Icons::paint(painter, QRect(x, text.top(), size, text.height()), name, theme.text2, size);
        if (!(alignment & Qt::AlignRight))
            text.setWidth(used + 1);
    }
    painter->setFont(font);
    painter->setPen(has(option, State_Enabled) ? theme.text2 : theme.disabled);
    painter->drawText(text, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, Bidi::own(metrics.elidedText(option->text, Qt::ElideRight, text.width())));
}

void WorkbenchStyle::drawMenuItem(const QStyleOptionMenuItem *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    const QRect r = option->rect;
    const auto visual = [&](const QRect &rect) { return visualRect(option->direction, r, rect); };
    if (option->menuItemType == QStyleOptionMenuItem::Separator) {
        if (option->text.isEmpty()) {
            painter->fillRect(QRect(r.left() - 4, r.center().y(), r.width() + 8, 1), theme.hairline);
            return;
        }
        painter->setFont(Fonts::tiny(QFont::DemiBold));
        painter->setPen(theme.text3);
        painter->drawText(visual(r.adjusted(Metrics::scaled(8), 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(option->text));
        return;
    }
    const bool enabled = has(option, State_Enabled);
    const bool selected = has(option, State_Selected) && enabled;
    bool destructive = false;
    if (const auto *menu = qobject_cast<const QMenu *>(widget)) {
        if (const QAction *action = menu->actionAt(r.center()))
            destructive = action->property("wbDestructive").toBool();
    }
    if (selected)
        panel(painter, r, theme.selection, {}, 4);
    else if (has(option, State_Selected))
        panel(painter, r, {}, theme.hairline, 4);
    QColor ink = !enabled ? theme.disabled : destructive ? theme.bad : theme.text;
    if (selected && (!destructive || theme.isHighContrast()))
        ink = theme.onSelection;
    int x = r.left() + Metrics::scaled(8);
    if (menuColumn(option, widget)) {
        const QRect place(x, r.top(), Metrics::icon(), r.height());
        if (option->checkType != QStyleOptionMenuItem::NotCheckable) {
            if (option->checked)
                Icons::paint(painter, visual(place), u"check"_s, ink, Metrics::icon());
        } else if (!option->icon.isNull()) {
            const QString name = option->icon.name();
            const QColor color = destructive || (selected && theme.isHighContrast()) || !enabled ? ink : theme.text2;
            if (Icons::exists(name))
                Icons::paint(painter, visual(place), name, color, Metrics::icon());
            else
                drawIcon(painter, option->icon, visual(place), QSize(Metrics::icon(), Metrics::icon()), enabled ? QIcon::Normal : QIcon::Disabled, QIcon::Off);
        }
        x += Metrics::icon() + Metrics::scaled(8);
    }
    const qsizetype tab = option->text.indexOf(u'\t');
    QFont font = Fonts::body();
    if (option->menuItemType == QStyleOptionMenuItem::DefaultItem)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(ink);
    // Letters to press are underlined for whoever uses the keyboard.
    const QWidget *window = QApplication::activeWindow();
    const int mnemonic = window && window->testAttribute(Qt::WA_KeyboardFocusChange) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
    const QRect text(x, r.top(), r.right() - x, r.height());
    painter->drawText(visual(text), int(visualAlignment(option->direction, Qt::AlignLeft | Qt::AlignVCenter)) | mnemonic | Qt::TextSingleLine,
        Bidi::own(tab < 0 ? option->text : option->text.left(tab)));
    if (tab >= 0) {
        painter->setFont(Fonts::small());
        painter->setPen(!enabled ? theme.disabled : selected ? theme.hint(true) : theme.text3);
        painter->drawText(visual(r.adjusted(0, 0, -Metrics::scaled(8), 0)), int(visualAlignment(option->direction, Qt::AlignRight | Qt::AlignVCenter)) | Qt::TextSingleLine,
            Bidi::code(option->text.mid(tab + 1)));
    }
    if (option->menuItemType == QStyleOptionMenuItem::SubMenu) {
        const QRect place(r.right() - Metrics::scaled(8) - smallChevron(), r.top(), smallChevron(), r.height());
        Icons::paint(painter, visual(place), u"chevron-right"_s, enabled ? (selected ? ink : theme.text2) : theme.disabled, smallChevron());
    }
}

void WorkbenchStyle::drawMenuBarItem(const QStyleOptionMenuItem *option, QPainter *painter) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    const QRect r = option->rect;
    painter->fillRect(r, theme.window);
    const bool active = has(option, State_Selected) || has(option, State_Sunken);
    if (active && has(option, State_Enabled))
        panel(painter, r.adjusted(1, Metrics::scaled(4), -1, -Metrics::scaled(4)), has(option, State_Sunken) ? theme.pressed : theme.hover,
            theme.isHighContrast() ? theme.border : QColor());
    painter->setFont(Fonts::body());
    painter->setPen(textColor(option));
    const int mnemonic = styleHint(SH_UnderlineShortcut, option, nullptr, nullptr) && has(option, State_HasFocus) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
    painter->drawText(r, Qt::AlignCenter | mnemonic | Qt::TextSingleLine, option->text);
}

void WorkbenchStyle::drawProgress(const QStyleOptionProgressBar *option, QPainter *painter) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    QRect r = option->rect;
    if (option->textVisible && !option->text.isEmpty()) {
        painter->setFont(Fonts::tabular(Fonts::small()));
        painter->setPen(textColor(option));
        const int width = QFontMetrics(painter->font()).horizontalAdvance(option->text);
        painter->drawText(r, Qt::AlignRight | Qt::AlignVCenter, option->text);
        r.setRight(r.right() - width - Metrics::scaled(8));
    }
    const int height = Metrics::scaled(4);
    const QRect bar(r.left(), r.top() + (r.height() - height) / 2, r.width(), height);
    panel(painter, bar, theme.hairline, {}, height / 2.0);
    const QColor fill = has(option, State_Enabled) ? theme.busyFill : theme.disabled;
    if (option->maximum <= option->minimum) {
        // Busy without a share: a third in the middle, still. What turns is a spinner beside it.
        panel(painter, QRect(bar.left() + bar.width() / 3, bar.top(), bar.width() / 3, height), fill, {}, height / 2.0);
        return;
    }
    const qreal share = qBound(0.0, qreal(option->progress - option->minimum) / (qreal(option->maximum) - option->minimum), 1.0);
    const int width = qRound(bar.width() * share);
    if (width > 0)
        panel(painter, visualRect(option->direction, bar, QRect(bar.left(), bar.top(), width, height)), fill, {}, height / 2.0);
}

int WorkbenchStyle::headBeside(const QWidget *bar)
{
    const QWidget *parent = bar ? bar->parentWidget() : nullptr;
    const QHeaderView *head = nullptr;
    if (const auto *tree = parent ? qobject_cast<const QTreeView *>(parent->parentWidget()) : nullptr)
        head = tree->header();
    else if (const auto *table = parent ? qobject_cast<const QTableView *>(parent->parentWidget()) : nullptr)
        head = table->horizontalHeader();
    return head && !head->isHidden() ? head->height() : 0;
}

void WorkbenchStyle::drawScrollBar(const QStyleOptionSlider *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    // The track takes the colour of the view it belongs to.
    const QWidget *parent = widget ? widget->parentWidget() : nullptr;
    const auto *view = parent ? qobject_cast<const QAbstractScrollArea *>(parent->parentWidget()) : nullptr;
    if (view && view->viewport())
        painter->fillRect(option->rect, view->viewport()->palette().brush(view->viewport()->backgroundRole()));
    else
        painter->fillRect(option->rect, option->palette.brush(QPalette::Base));
    // Heads of columns go on to the edge; the bar begins below them.
    if (const int head = option->orientation == Qt::Vertical ? headBeside(widget) : 0) {
        const QRect corner(option->rect.left(), option->rect.top(), option->rect.width(), head);
        painter->fillRect(corner, theme.window);
        painter->fillRect(QRect(corner.left(), corner.bottom(), corner.width(), 1), theme.hairline);
    }
    if (option->maximum <= option->minimum)
        return;
    const QRect slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const bool active = has(option, State_MouseOver) || has(option, State_Sunken);
    const int thickness = Metrics::scaled(active ? 10 : 6);
    QRectF thumb(slider);
    if (option->orientation == Qt::Horizontal)
        thumb = QRectF(slider.left() + 1, slider.top() + (slider.height() - thickness) / 2.0, slider.width() - 2, thickness);
    else
        thumb = QRectF(slider.left() + (slider.width() - thickness) / 2.0, slider.top() + 1, thickness, slider.height() - 2);
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(active ? theme.control : theme.border);
    painter->drawRoundedRect(thumb, thickness / 2.0, thickness / 2.0);
}

void WorkbenchStyle::drawSlider(const QStyleOptionSlider *option, QPainter *painter) const
{
    const Theme &theme = Theme::current();
    const QRect r = option->rect;
    const bool horizontal = option->orientation == Qt::Horizontal;
    const int knob = Metrics::scaled(16);
    const int length = (horizontal ? r.width() : r.height()) - knob;
    const int position = sliderPositionFromValue(option->minimum, option->maximum, option->sliderPosition, length, option->upsideDown);
    const int track = Metrics::scaled(4);
    const QRect groove = horizontal ? QRect(r.left(), r.center().y() - track / 2, r.width(), track) : QRect(r.center().x() - track / 2, r.top(), track, r.height());
    panel(painter, groove, theme.hairline, {}, track / 2.0);
    const QRect handle = horizontal ? QRect(r.left() + position, r.center().y() - knob / 2, knob, knob) : QRect(r.center().x() - knob / 2, r.top() + position, knob, knob);
    const bool enabled = has(option, State_Enabled);
    panel(painter, handle, enabled ? theme.accent : theme.disabled, theme.base, knob / 2.0);
    if (has(option, State_HasFocus))
        ringInside(painter, handle.adjusted(-1, -1, 1, 1), knob / 2.0);
}

void WorkbenchStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    switch (control) {
    case CC_ScrollBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option)) {
            drawScrollBar(bar, painter, widget);
            return;
        }
        break;
    case CC_Slider:
        if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option)) {
            drawSlider(slider, painter);
            return;
        }
        break;
    case CC_ComboBox:
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option)) {
            drawComboBox(combo, painter, widget);
            return;
        }
        break;
    case CC_SpinBox:
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option)) {
            drawSpinBox(spin, painter, widget);
            return;
        }
        break;
    case CC_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            drawToolButton(button, painter, widget);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void WorkbenchStyle::drawComboBox(const QStyleOptionComboBox *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const bool enabled = has(option, State_Enabled);
    if (option->frame || !option->editable) {
        const bool error = widget && widget->property("wbError").toBool();
        const bool hovered = enabled && has(option, State_MouseOver) && !option->editable;
        panel(painter, option->rect, !enabled ? theme.window : hovered ? theme.hover : theme.base, error ? theme.bad : enabled ? theme.border : theme.hairline);
        if (enabled && has(option, State_HasFocus) && (option->editable || has(option, State_KeyboardFocusChange)))
            ringInside(painter, option->rect);
    }
    chevron(painter, subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget), u"chevron-down"_s, option, Metrics::icon());
}

void WorkbenchStyle::drawSpinBox(const QStyleOptionSpinBox *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    if (option->frame)
        drawField(option, painter, widget);
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto button = [&](SubControl sub, const QString &name, QAbstractSpinBox::StepEnabledFlag step) {
        const QRect place = subControlRect(CC_SpinBox, option, sub, widget);
        const bool can = has(option, State_Enabled) && option->stepEnabled & step;
        if (can && option->activeSubControls == sub)
            panel(painter, place.adjusted(0, 1, -1, -1), has(option, State_Sunken) ? theme.pressed : theme.hover, {}, 2);
        Icons::paint(painter, place, name, can ? theme.text2 : theme.disabled, Metrics::scaled(12));
    };
    button(SC_SpinBoxUp, u"chevron-up"_s, QAbstractSpinBox::StepUpEnabled);
    button(SC_SpinBoxDown, u"chevron-down"_s, QAbstractSpinBox::StepDownEnabled);
}

void WorkbenchStyle::drawToolButton(const QStyleOptionToolButton *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const Saved saved(painter);
    const bool enabled = has(option, State_Enabled);
    const bool split = option->features & QStyleOptionToolButton::MenuButtonPopup;
    const bool lead = widget && widget->property("wbLead").toBool();
    const QRect r = option->rect;
    const QRect main = subControlRect(CC_ToolButton, option, SC_ToolButton, widget);
    const bool inLineEdit = widget && widget->inherits("QLineEditIconButton");

    if (enabled && !inLineEdit) {
        const bool on = has(option, State_On);
        const bool down = has(option, State_Sunken);
        if (on || down)
            panel(painter, r, theme.pressed, theme.isHighContrast() ? theme.border : QColor());
        else if (has(option, State_MouseOver))
            panel(painter, r, theme.hover, {});
        else if (widget && widget->property("wbFramed").toBool())
            panel(painter, r, theme.raised, theme.border);
    }
    if (keyboardFocus(option))
        ringInside(painter, r);

    const bool hasText = option->toolButtonStyle != Qt::ToolButtonIconOnly && !option->text.isEmpty();
    const bool hasIcon = !option->icon.isNull() && option->toolButtonStyle != Qt::ToolButtonTextOnly;
    const QColor ink = !enabled ? theme.disabled : lead ? theme.accent : hasText ? theme.text : theme.text2;
    const int iconSize = option->iconSize.width();
    const QString name = option->icon.name();
    const bool ours = hasIcon && Icons::exists(name);
    const auto drawOwnIcon = [&](const QRect &place) {
        if (ours && lead)
            Icons::paint(painter, place, name, ink, iconSize);
        else
            drawIcon(painter, option->icon, place, option->iconSize, enabled ? QIcon::Normal : QIcon::Disabled, has(option, State_On) ? QIcon::On : QIcon::Off);
    };
    if (!hasText) {
        if (hasIcon)
            drawOwnIcon(main);
        else if (option->arrowType != Qt::NoArrow)
            chevron(painter, main, option->arrowType == Qt::LeftArrow ? u"arrow-left"_s : option->arrowType == Qt::RightArrow ? u"chevron-right"_s : option->arrowType == Qt::UpArrow ? u"chevron-up"_s : u"chevron-down"_s, option, smallChevron());
    } else {
        QFont font = widget ? widget->font() : painter->font();
        if (lead)
            font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(ink);
        int x = main.left() + Metrics::scaled(8);
        if (hasIcon) {
            drawOwnIcon(visualRect(option->direction, main, QRect(x, main.top(), iconSize, main.height())));
            x += iconSize + Metrics::scaled(6);
        }
        const QRect text = visualRect(option->direction, main, QRect(x, main.top(), main.right() - x + 1, main.height()));
        painter->drawText(text, int(visualAlignment(option->direction, Qt::AlignLeft | Qt::AlignVCenter)) | Qt::TextShowMnemonic | Qt::TextSingleLine, Bidi::own(option->text));
    }
    const bool showsArrow = split || (hasText && option->features & QStyleOptionToolButton::HasMenu);
    if (showsArrow) {
        const QRect place = split ? subControlRect(CC_ToolButton, option, SC_ToolButtonMenu, widget)
                                  : visualRect(option->direction, r, QRect(r.right() - Metrics::scaled(20), r.top(), Metrics::scaled(16), r.height()));
        Icons::paint(painter, place, u"chevron-down"_s, enabled ? theme.text2 : theme.disabled, smallChevron());
    }
}

void WorkbenchStyle::drawItem(const QStyleOptionViewItem *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    QStyleOptionViewItem item = *option;
    const bool leading = widget && (widget->hasFocus() || widget->property("wbLeading").toBool());
    const QColor ink = leading ? theme.onSelection : theme.text;
    item.palette.setColor(QPalette::Active, QPalette::HighlightedText, ink);
    item.palette.setColor(QPalette::Inactive, QPalette::HighlightedText, ink);
    // What is in the font of code is code, a path or a name.
    if (item.direction == Qt::RightToLeft)
        item.text = item.font.families() == Fonts::output().families() ? Bidi::code(item.text) : Bidi::own(item.text);
    QProxyStyle::drawControl(CE_ItemViewItem, &item, painter, widget);
}

void WorkbenchStyle::drawItemText(QPainter *painter, const QRect &rect, int flags, const QPalette &palette, bool enabled, const QString &text, QPalette::ColorRole role) const
{
    QProxyStyle::drawItemText(painter, rect, flags, palette, enabled, Bidi::own(text), role);
}
