// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shortcutsheet.h"

#include "actions.h"
#include "shared/searchfield.h"
#include "theme/fonts.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace {

struct Key
{
    const char *keys;
    const char *meaning;
};

// What the notebook itself answers in command mode; these are no actions of the window.
constexpr Key notebookKeys[] {
    { "Esc", QT_TRANSLATE_NOOP("ShortcutSheet", "Command mode") },
    { "Enter", QT_TRANSLATE_NOOP("ShortcutSheet", "Edit the cell") },
    { "A", QT_TRANSLATE_NOOP("ShortcutSheet", "Insert a cell above") },
    { "B", QT_TRANSLATE_NOOP("ShortcutSheet", "Insert a cell below") },
    { "D, D", QT_TRANSLATE_NOOP("ShortcutSheet", "Delete the cell") },
    { "X, C, V", QT_TRANSLATE_NOOP("ShortcutSheet", "Cut, copy, paste cells") },
    { "Z", QT_TRANSLATE_NOOP("ShortcutSheet", "Undo a change of cells") },
    { "Y, M", QT_TRANSLATE_NOOP("ShortcutSheet", "Make it code, text") },
    { "J, K", QT_TRANSLATE_NOOP("ShortcutSheet", "Next, previous cell") },
};

} // namespace

ShortcutSheet::ShortcutSheet(const Actions &actions, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *model = new QStandardItemModel(this);
    model->setHorizontalHeaderLabels({ tr("Action"), tr("Keys"), tr("Menu") });
    const auto add = [model](const QString &text, const QString &keys, const QString &menu) {
        auto *name = new QStandardItem(text);
        auto *key = new QStandardItem(keys);
        auto *place = new QStandardItem(menu);
        for (QStandardItem *item : { name, key, place })
            item->setEditable(false);
        name->setData(QStringList { text, keys, menu }.join(u' '), Qt::UserRole);
        model->appendRow({ name, key, place });
    };
    const auto entry = [&](const QAction *action) {
        QStringList all;
        for (const QKeySequence &sequence : action->shortcuts())
            all.append(sequence.toString(QKeySequence::NativeText));
        if (all.isEmpty() && !Actions::keys(action).isEmpty())
            all.append(Actions::keys(action));
        if (!all.isEmpty())
            add(Actions::plainText(action), all.join(tr(" or ")), Actions::plainText(Actions::menuTitle(Actions::menu(action).section(u'/', 0, 0))));
    };
    for (const QAction *action : actions.all())
        entry(action);
    for (const QAction *action : actions.furtherDocumentActions())
        entry(action);
    for (const Key &key : notebookKeys)
        add(tr(key.meaning), QString::fromLatin1(key.keys), tr("Notebook, command mode"));

    auto *proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setFilterRole(Qt::UserRole);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *filter = new SearchField(tr("Action or key"));
    connect(filter, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(filter, &SearchField::left, this, &QDialog::reject);
    auto *view = new QTreeView;
    view->setModel(proxy);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAccessibleName(windowTitle());
    view->setAllColumnsShowFocus(true);
    view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->header()->setStretchLastSection(true);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(filter);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    const QSize room = parent ? parent->window()->size() : screen()->availableSize();
    resize(qMin(Metrics::scaled(620), room.width()), qMin(Metrics::scaled(560), room.height()));
    filter->setFocus();
}

#include "moc_shortcutsheet.cpp"
