// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "imagefield.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace {

constexpr int ContentsRole = Qt::UserRole + 1;

/// The name, and behind it in a quieter tone what it contains.
class ImageDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return { 0, Metrics::row() }; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem empty(option);
        initStyleOption(&empty, index);
        empty.text.clear();
        const QWidget *widget = option.widget;
        (widget ? widget->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &empty, painter, widget);
        const Theme &theme = Theme::current();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const QRect body = option.rect.adjusted(Metrics::scaled(10), 0, -Metrics::scaled(10), 0);
        const QString name = index.data().toString();
        const QFont font = Fonts::output();
        painter->save();
        painter->setFont(font);
        painter->setPen(selected ? theme.onSelection : theme.text);
        painter->drawText(body, int(Qt::AlignLeft | Qt::AlignVCenter), Bidi::code(name));
        const int used = QFontMetrics(font).horizontalAdvance(name) + Metrics::scaled(16);
        const QRect rest = QStyle::visualRect(option.direction, body, body.adjusted(used, 0, 0, 0));
        painter->setFont(Fonts::small());
        painter->setPen(selected && theme.isHighContrast() ? theme.onSelection : theme.hint(selected));
        painter->drawText(rest, int(Qt::AlignRight | Qt::AlignVCenter), Bidi::own(QFontMetrics(Fonts::small()).elidedText(index.data(ContentsRole).toString(), Qt::ElideRight, rest.width())));
        painter->restore();
    }
};

} // namespace

ImageField::ImageField(QWidget *parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    lineEdit()->setFont(Fonts::output());
    view()->setFont(Fonts::output());
    view()->setItemDelegate(new ImageDelegate(view()));
}

void ImageField::setChoices(const LocalCatalog &catalog, const QStringList &names)
{
    const QString text = currentText();
    m_catalog = catalog;
    const QSignalBlocker quiet(this);
    clear();
    if (catalog.isKnown()) {
        for (const LocalCatalog::Image &image : catalog.images) {
            addItem(image.name);
            setItemData(count() - 1, image.contains, ContentsRole);
            setItemData(count() - 1, image.contains.isEmpty() ? image.name : tr("%1: %2").arg(image.name, image.contains), Qt::AccessibleTextRole);
        }
    } else {
        addItems(names);
    }
    setEditText(text);
}

QString ImageField::contents() const
{
    const LocalCatalog::Image *image = m_catalog.find(currentText());
    return image ? image->contains : QString();
}

#include "moc_imagefield.cpp"
