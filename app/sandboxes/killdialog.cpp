// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "killdialog.h"

#include "shared/button.h"
#include "shared/label.h"

#include <QBoxLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype TypeFrom = 5;
constexpr qsizetype NamesShown = 12;
} // namespace

KillDialog::KillDialog(const QStringList &names, const QStringList &losses, QWidget *parent)
    : QDialog(parent)
{
    setWindowModality(Qt::NonModal);
    const int count = int(names.size());
    setWindowTitle(tr("Kill %n sandbox(es)?", nullptr, count));
    setMinimumWidth(Metrics::scaled(340));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    QString list = names.first(std::min(NamesShown, names.size())).join(u'\n');
    if (names.size() > NamesShown)
        list += u'\n' + tr("and %1 more").arg(names.size() - NamesShown);
    auto *shown = new Label(list);
    shown->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(shown);
    QString goes = tr("Their files and variables are gone then.");
    if (!losses.isEmpty())
        goes += u' ' + tr("%1 go with them.").arg(losses.join(tr(", ")));
    auto *effect = new Label(goes, Fonts::Role::Small, &Theme::text2);
    effect->setWordWrap(true);
    layout->addWidget(effect);

    QLineEdit *typed = nullptr;
    if (count >= TypeFrom) {
        auto *ask = new Label(tr("Type %1 to confirm.").arg(count));
        layout->addWidget(ask);
        typed = new QLineEdit(this);
        typed->setAccessibleName(ask->text());
        layout->addWidget(typed);
    }
    auto *footer = new QHBoxLayout;
    footer->setSpacing(Metrics::scaled(8));
    footer->addStretch();
    QPushButton *cancel = Buttons::push(tr("Cancel"), {}, this);
    QPushButton *kill = Buttons::push(tr("Kill %1").arg(count), u"power"_s, this);
    Buttons::makeDestructive(kill);
    cancel->setDefault(true);
    kill->setAutoDefault(false);
    footer->addWidget(cancel);
    footer->addWidget(kill);
    layout->addLayout(footer);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(kill, &QPushButton::clicked, this, &QDialog::accept);
    if (typed) {
        kill->setEnabled(false);
        kill->setToolTip(tr("Type %1 first.").arg(count));
        connect(typed, &QLineEdit::textChanged, kill, [kill, count](const QString &text) {
            const bool right = text.trimmed() == QString::number(count);
            kill->setEnabled(right);
            kill->setToolTip(right ? QString() : KillDialog::tr("Type %1 first.").arg(count));
        });
        typed->setFocus();
    }
}
