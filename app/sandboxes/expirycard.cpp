// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "expirycard.h"

#include "session/sandboxwords.h"
#include "shared/button.h"
#include "shared/label.h"

#include <QBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class ExpiryCard::Bar : public QWidget
{
public:
    Bar() { setFixedHeight(Metrics::scaled(4)); }

    double share = 0;
    QColor Theme::*color = &Theme::idleFill;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.hairline);
        painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
        painter.setBrush(theme.*color);
        painter.drawRoundedRect(QRectF(0, 0, width() * share, height()), height() / 2.0, height() / 2.0);
    }
};

ExpiryCard::ExpiryCard(SandboxActions *actions, const QString &sandboxId, QWidget *parent)
    : Card(tr("Expires in"), parent)
    , m_actions(actions)
    , m_id(sandboxId)
    , m_left(new Label({}, Fonts::Role::Display, &Theme::text, QFont::DemiBold))
    , m_of(new Label({}, Fonts::Role::Body, &Theme::text2))
    , m_bar(new Bar)
{
    m_left->setTabular(true);
    m_left->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *line = new QHBoxLayout;
    line->setSpacing(Metrics::scaled(10));
    line->addWidget(m_left);
    line->addWidget(m_of, 0, Qt::AlignBottom);
    line->addStretch();
    body()->addLayout(line);
    body()->addWidget(m_bar);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Metrics::scaled(8));
    const std::pair<QString, std::chrono::seconds> choices[] { { tr("+15 min"), 15min }, { tr("+1 h"), 1h }, { tr("+24 h"), 24h } };
    for (const auto &[text, more] : choices) {
        QPushButton *button = Buttons::smallPush(text);
        connect(button, &QPushButton::clicked, this, [this, more]() { m_actions->renew({ m_id }, more); });
        buttons->addWidget(button);
        m_buttons << button;
    }
    QPushButton *until = Buttons::smallPush(tr("Until…"));
    connect(until, &QPushButton::clicked, this, [this]() { m_actions->renewCustom({ m_id }); });
    buttons->addWidget(until);
    m_buttons << until;
    buttons->addStretch();
    body()->addLayout(buttons);
    refresh();
}

void ExpiryCard::refresh()
{
    const SandboxStore *store = m_actions->store();
    const SandboxRecord *record = store->find(m_id);
    if (!record)
        return;
    const auto left = store->remaining(m_id);
    const QString refusal = m_actions->renewRefusal(*record);
    for (QWidget *button : std::as_const(m_buttons)) {
        button->setEnabled(refusal.isEmpty());
        button->setToolTip(refusal);
    }
    ThemeColor text = &Theme::text;
    m_bar->color = &Theme::idleFill;
    if (left) {
        if (*left < 2min) {
            text = &Theme::bad;
            m_bar->color = &Theme::badFill;
        } else if (*left < 10min) {
            text = &Theme::warn;
            m_bar->color = &Theme::warnFill;
        }
        m_left->setText(SandboxWords::remaining(*left));
        m_of->setText(*left == 0s ? tr("expiry passed, still running") : tr("of %1").arg(SandboxWords::lifetime(record->grantedLifetime)));
    } else if (!record->isPresent() || record->info.state.isOver()) {
        text = &Theme::text2;
        m_left->setText(SandboxWords::state(*record).word);
        m_of->setText(SandboxWords::fact(*record, QDateTime::currentDateTimeUtc()));
    } else {
        m_left->setText(tr("no limit"));
        m_of->setText(tr("Runs until it is killed."));
    }
    m_left->setColor(text);
    m_bar->share = store->remainingShare(m_id);
    m_bar->setVisible(left.has_value());
    m_bar->update();
    if (record->info.expiresAt) {
        const QDateTime expiry = *record->info.expiresAt;
        setHint(tr("%1 (%2 UTC)").arg(SandboxWords::when(expiry), expiry.toUTC().time().toString(u"HH:mm:ss"_s)));
    }
}
