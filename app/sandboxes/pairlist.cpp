// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pairlist.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/icons.h"

#include <QAction>
#include <QBoxLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

PairList::PairList(const QString &addText, const QString &keyHint, bool secrets, QWidget *parent)
    : QWidget(parent)
    , m_keyHint(keyHint)
    , m_keyName(tr("Name"))
    , m_valueName(tr("Value"))
    , m_secrets(secrets)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(Metrics::scaled(6));
    QPushButton *add = Buttons::smallPush(addText, u"plus"_s, this);
    add->setAutoDefault(false);
    m_layout->addWidget(add, 0, Qt::AlignLeft);
    connect(add, &QPushButton::clicked, this, [this]() { addRow({}, true); });
}

void PairList::setWords(const QString &keyName, const QString &valueName, const QString &valueHint)
{
    m_keyName = keyName;
    m_valueName = valueName;
    m_valueHint = valueHint;
}

QList<SandboxForm::Pair> PairList::pairs() const
{
    QList<SandboxForm::Pair> result;
    for (const Row &row : m_rows)
        result << SandboxForm::Pair { row.key->text().trimmed(), row.value->text() };
    return result;
}

void PairList::setPairs(const QList<SandboxForm::Pair> &pairs)
{
    for (const Row &row : std::as_const(m_rows)) {
        row.widget->hide();
        row.widget->deleteLater();
    }
    m_rows.clear();
    for (const SandboxForm::Pair &pair : pairs)
        addRow(pair, false);
    Q_EMIT changed();
}

void PairList::addRow(const SandboxForm::Pair &pair, bool focus)
{
    Row row;
    row.widget = new QWidget(this);
    auto *outer = new QVBoxLayout(row.widget);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(Metrics::scaled(2));
    auto *line = new QHBoxLayout;
    line->setSpacing(Metrics::scaled(8));
    row.key = new QLineEdit(pair.key, row.widget);
    row.key->setPlaceholderText(m_keyHint);
    row.key->setAccessibleName(m_keyName);
    row.key->setFont(Fonts::output());
    row.value = new QLineEdit(pair.value, row.widget);
    row.value->setAccessibleName(m_valueName);
    row.value->setPlaceholderText(m_valueHint);
    row.value->setFont(Fonts::output());
    line->addWidget(row.key, 4);
    line->addWidget(row.value, 7);
    QToolButton *remove = Buttons::smallTool(u"x"_s, tr("Remove"), row.widget);
    line->addWidget(remove);
    outer->addLayout(line);
    row.problem = new Label({}, Fonts::Role::Small, &Theme::bad);
    row.problem->setWordWrap(true);
    row.problem->hide();
    outer->addWidget(row.problem);
    if (m_secrets) {
        row.eye = row.value->addAction(Icons::icon(u"eye"_s), QLineEdit::TrailingPosition);
        row.eye->setText(tr("Show the value"));
        row.eye->setToolTip(tr("Show the value"));
        row.eye->setCheckable(true);
        connect(row.eye, &QAction::toggled, this, [this, widget = row.widget]() { adaptSecret(widget); });
    }
    QWidget *widget = row.widget;
    connect(row.key, &QLineEdit::textChanged, this, [this, widget]() {
        adaptSecret(widget);
        Q_EMIT changed();
    });
    connect(row.value, &QLineEdit::textChanged, this, &PairList::changed);
    connect(remove, &QToolButton::clicked, this, [this, widget]() {
        m_rows.removeIf([widget](const Row &each) { return each.widget == widget; });
        widget->hide();
        widget->deleteLater();
        Q_EMIT changed();
    });
    m_rows << row;
    m_layout->insertWidget(m_layout->count() - 1, row.widget);
    adaptSecret(row.widget);
    if (focus) {
        row.key->setFocus();
        Q_EMIT changed();
    }
}

void PairList::adaptSecret(QWidget *widget)
{
    for (const Row &row : std::as_const(m_rows)) {
        if (row.widget != widget || !row.eye)
            continue;
        const bool secret = SandboxForm::looksSecret(row.key->text());
        row.eye->setVisible(secret);
        row.eye->setIcon(Icons::icon(row.eye->isChecked() ? u"eye-off"_s : u"eye"_s));
        row.eye->setText(row.eye->isChecked() ? tr("Hide the value") : tr("Show the value"));
        row.value->setEchoMode(secret && !row.eye->isChecked() ? QLineEdit::Password : QLineEdit::Normal);
    }
}

void PairList::setProblem(int index, const QString &text)
{
    if (index < 0 || index >= m_rows.size())
        return;
    m_rows.at(index).problem->setText(text);
    m_rows.at(index).problem->show();
}

void PairList::clearProblems()
{
    for (const Row &row : std::as_const(m_rows))
        row.problem->hide();
}
