// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keysdialog.h"

#include "keymap.h"
#include "shared/button.h"
#include "shared/label.h"
#include "shared/searchfield.h"
#include "theme/fonts.h"

#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

KeysDialog::KeysDialog(const QHash<QString, QString> &texts, QWidget *parent) : QDialog(parent), m_texts(texts)
{
    setWindowTitle(tr("Keys of the notebook"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_filter = new SearchField(tr("Filter"), this);
    m_filter->setAccessibleName(tr("Filter the keys"));
    m_table = new QTreeWidget(this);
    m_table->setColumnCount(3);
    m_table->setHeaderLabels({ tr("Command"), tr("Keys"), tr("Works") });
    m_table->setRootIsDecorated(false);
    m_table->setAllColumnsShowFocus(true);
    m_table->setAccessibleName(tr("Keys of the notebook"));
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->header()->setMinimumSectionSize(Metrics::scaled(60));
    m_keys = new QKeySequenceEdit(this);
    m_keys->setMaximumSequenceLength(2);
    m_keys->setAccessibleName(tr("New keys"));
    m_keys->setClearButtonEnabled(true);
    // The key has one name, as in the list.
    if (auto *shown = m_keys->findChild<QLineEdit *>()) {
        connect(shown, &QLineEdit::textChanged, this, [shown](const QString &text) {
            if (text.contains("Return"_L1))
                shown->setText(QString(text).replace("Return"_L1, "Enter"_L1));
        });
    }
    m_apply = Buttons::push(tr("Use these keys"), {}, this);
    m_reset = Buttons::push(tr("Reset"), {}, this);
    auto *all = Buttons::push(tr("Reset all"), {}, this);
    auto *close = Buttons::push(tr("Close"), {}, this);
    m_problem = new Label({}, Fonts::Role::Small, &Theme::bad, QFont::Normal, this);
    auto *line = new QHBoxLayout;
    line->addWidget(m_keys, 1);
    line->addWidget(m_apply);
    line->addWidget(m_reset);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_problem, 1);
    foot->addWidget(all);
    foot->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addLayout(line);
    layout->addLayout(foot);
    resize(Metrics::scaled(600), Metrics::scaled(480));
    connect(m_filter, &QLineEdit::textChanged, this, &KeysDialog::refresh);
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this]() { showKeys(current()); });
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, [this]() {
        m_problem->setText(problem());
        m_apply->setEnabled(problem().isEmpty() && !current().isEmpty());
    });
    connect(m_apply, &QPushButton::clicked, this, &KeysDialog::apply);
    connect(m_reset, &QPushButton::clicked, this, [this]() { KeyMap::instance().reset(current()); });
    connect(all, &QPushButton::clicked, this, []() { KeyMap::instance().resetAll(); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(&KeyMap::instance(), &KeyMap::changed, this, &KeysDialog::refresh);
    refresh();
}

QString KeysDialog::current() const
{
    const QTreeWidgetItem *item = m_table->currentItem();
    return item ? item->data(0, Qt::UserRole).toString() : QString();
}

QString KeysDialog::worksText(const QString &id)
{
    switch (KeyMap::instance().scope(id)) {
    case KeyMap::Scope::Always: return tr("always");
    case KeyMap::Scope::Editing: return tr("while editing");
    case KeyMap::Scope::Completions: return tr("in the list of completions");
    case KeyMap::Scope::Command: return tr("command mode");
    case KeyMap::Scope::ByKeys: return tr("letters in command mode");
    }
    return {};
}

void KeysDialog::refresh()
{
    const QString kept = current();
    const KeyMap &map = KeyMap::instance();
    m_table->clear();
    const QStringList ids = map.ids();
    for (const QString &id : ids) {
        const QString text = m_texts.value(id);
        const QString keys = QKeySequence::listToString(map.keys(id), QKeySequence::NativeText).replace(u"; "_s, u"  "_s).replace(u"Return"_s, u"Enter"_s);
        if (text.isEmpty() || (!m_filter->text().isEmpty() && !text.contains(m_filter->text(), Qt::CaseInsensitive) && !keys.contains(m_filter->text(), Qt::CaseInsensitive)))
            continue;
        auto *item = new QTreeWidgetItem(m_table, { text, keys, worksText(id) });
        item->setData(0, Qt::UserRole, id);
        if (map.isChanged(id))
            item->setFont(1, Fonts::body(QFont::DemiBold));
        if (id == kept)
            m_table->setCurrentItem(item);
    }
    if (!m_table->currentItem())
        m_table->setCurrentItem(m_table->topLevelItem(0));
    showKeys(current());
}

void KeysDialog::select(const QString &id)
{
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        if (m_table->topLevelItem(i)->data(0, Qt::UserRole).toString() == id)
            m_table->setCurrentItem(m_table->topLevelItem(i));
    }
}

void KeysDialog::showKeys(const QString &id)
{
    m_keys->setKeySequence(KeyMap::instance().keys(id).value(0));
    m_reset->setEnabled(KeyMap::instance().isChanged(id));
    m_problem->setText(problem());
    m_apply->setEnabled(false);
}

QString KeysDialog::problem() const
{
    const QString id = current();
    const QKeySequence keys = m_keys->keySequence();
    if (id.isEmpty() || keys.isEmpty())
        return {};
    if (const QString other = KeyMap::instance().conflict(id, keys); !other.isEmpty())
        return tr("%1 has these keys.").arg(m_texts.value(other, other));
    const Qt::KeyboardModifiers modifiers = keys[0].keyboardModifiers();
    const bool types = (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier) && keys[0].key() < Qt::Key_Escape;
    if ((KeyMap::instance().worksWhileEditing(id) || KeyMap::instance().scope(id) == KeyMap::Scope::Completions) && types)
        return tr("It works while a cell is edited, where this key types.");
    return {};
}

void KeysDialog::apply()
{
    if (problem().isEmpty()) {
        const QKeySequence keys = m_keys->keySequence();
        KeyMap::instance().setKeys(current(), keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence> { keys });
    }
}
