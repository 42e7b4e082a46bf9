// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "renewdialog.h"

#include "session/sandboxwords.h"
#include "shared/button.h"
#include "shared/label.h"

#include <QBoxLayout>
#include <QDateTimeEdit>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

RenewDialog::RenewDialog(SandboxStore *store, const QStringList &sandboxIds, QWidget *parent)
    : QDialog(parent)
    , m_store(store)
    , m_ids(sandboxIds)
{
    setWindowModality(Qt::NonModal);
    const SandboxRecord *first = store->find(sandboxIds.first());
    setWindowTitle(sandboxIds.size() == 1 && first ? tr("Renew %1 until?").arg(first->name()) : tr("Renew %n sandbox(es) until?", nullptr, int(sandboxIds.size())));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    auto *quick = new QHBoxLayout;
    quick->setSpacing(Metrics::scaled(8));
    const std::pair<QString, std::chrono::seconds> choices[] { { tr("+15 min"), 15min }, { tr("+1 h"), 1h }, { tr("+4 h"), 4h }, { tr("+24 h"), 24h }, { tr("+7 d"), 168h } };
    for (const auto &[text, more] : choices) {
        QPushButton *button = Buttons::smallPush(text, {}, this);
        button->setAutoDefault(false);
        quick->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, more]() { setUntil(until().addSecs(more.count())); });
    }
    quick->addStretch();
    layout->addLayout(quick);

    auto *label = new Label(tr("&Expires at (local time)"), Fonts::Role::Small, &Theme::text2);
    layout->addWidget(label);
    m_moment = new QDateTimeEdit(this);
    m_moment->setDisplayFormat(u"yyyy-MM-dd HH:mm"_s);
    m_moment->setCalendarPopup(true);
    m_moment->setAccessibleName(label->text().remove(u'&'));
    label->setBuddy(m_moment);
    layout->addWidget(m_moment);
    m_effect = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_effect->setWordWrap(true);
    m_effect->setTabular(true);
    m_effect->setMinimumHeight(Fonts::lineHeight(Fonts::Role::Small) * 2);
    layout->addWidget(m_effect);

    auto *footer = new QHBoxLayout;
    footer->setSpacing(Metrics::scaled(8));
    footer->addStretch();
    QPushButton *cancel = Buttons::push(tr("Cancel"), {}, this);
    cancel->setAutoDefault(false);
    m_renew = Buttons::push(tr("Renew"), {}, this);
    Buttons::makePrimary(m_renew);
    m_renew->setDefault(true);
    footer->addWidget(cancel);
    footer->addWidget(m_renew);
    layout->addLayout(footer);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_moment, &QDateTimeEdit::dateTimeChanged, this, &RenewDialog::update);
    connect(m_renew, &QPushButton::clicked, this, [this]() {
        for (const QString &id : m_ids)
            m_store->renewUntil(id, until());
        accept();
    });
    const QDateTime start = first && first->info.expiresAt ? first->info.expiresAt->toLocalTime() : QDateTime::currentDateTime();
    m_moment->setDateTime(start);
    update();
}

QDateTime RenewDialog::until() const
{
    return m_moment->dateTime();
}

void RenewDialog::setUntil(const QDateTime &moment)
{
    m_moment->setDateTime(moment);
}

void RenewDialog::update()
{
    const Connection *connection = m_store->connectionOf(m_ids.first());
    const QDateTime now = connection ? connection->serverNow() : QDateTime::currentDateTimeUtc();
    const qint64 seconds = now.secsTo(until());
    const QString utc = until().toUTC().toString(u"yyyy-MM-dd HH:mm"_s);
    if (seconds <= 0) {
        m_effect->setColor(&Theme::bad);
        m_effect->setText(tr("This is over already. Choose a later time."));
    } else {
        m_effect->setColor(&Theme::text2);
        m_effect->setText(tr("%1 UTC, in %2.").arg(utc, SandboxWords::lifetime(std::chrono::seconds(seconds))));
    }
    m_renew->setEnabled(seconds > 0);
    m_renew->setToolTip(seconds > 0 ? QString() : tr("The time is over already."));
}
