// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "imagefield.h"

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QAbstractItemView>
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

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QString contents = index.data(ContentsRole).toString();
        if (contents.isEmpty())
            return;
        const int gap = Metrics::scaled(16);
        const int used = QFontMetrics(option.font).horizontalAdvance(index.data().toString()) + Metrics::scaled(8) + gap;
        QRect place = option.rect.adjusted(0, 0, -Metrics::scaled(10), 0);
        place.setLeft(place.left() + used);
        place = QStyle::visualRect(option.direction, option.rect, place);
        painter->setFont(Fonts::small());
        painter->setPen(Theme::current().hint(option.state.testFlag(QStyle::State_Selected)));
        painter->drawText(place, int(Qt::AlignVCenter | Qt::AlignRight), QFontMetrics(Fonts::small()).elidedText(contents, Qt::ElideRight, place.width()));
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
