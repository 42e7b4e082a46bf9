// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contextscard.h"

#include "session/sandboxwords.h"
#include "shared/badge.h"
#include "shared/button.h"
#include "shared/label.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

class Badge : public QWidget
{
public:
    Badge(const QString &language, int series)
        : m_letters(LanguageBadge::letters(language))
        , m_series(series)
    {
        setFixedSize(Metrics::scaled(34), Metrics::scaled(20));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        LanguageBadge::paint(&painter, rect(), m_letters, m_series);
    }

private:
    const QString m_letters;
    const int m_series;
};

} // namespace

ContextsCard::ContextsCard(SandboxStore *store, std::shared_ptr<SandboxSession> session, QWidget *parent)
    : Card(tr("Contexts"), parent)
    , m_store(store)
    , m_session(std::move(session))
    , m_problem(new Label({}, Fonts::Role::Small, &Theme::bad))
{
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    QPushButton *add = Buttons::smallPush(tr("New context"), u"plus"_s);
    auto *menu = new QMenu(add);
    for (const QString &language : { u"python"_s, u"bash"_s, u"javascript"_s, u"typescript"_s, u"java"_s, u"go"_s }) {
        connect(menu->addAction(SandboxWords::languageName(language)), &QAction::triggered, this, [this, language]() {
            m_problem->hide();
            m_tasks.run(m_session->createContext(language, {}, m_tasks.token()), [this, language](OpenSandbox::Result<OpenSandbox::CodeContext> context) {
                if (!context)
                    report(tr("The %1 context was not made.").arg(SandboxWords::languageName(language)), context.error());
            });
        });
    }
    add->setMenu(menu);
    addHeadWidget(add);
    m_add = add;
    body()->addWidget(m_problem);
    connect(m_session.get(), &SandboxSession::contextsChanged, this, &ContextsCard::rebuild);
    connect(m_session.get(), &SandboxSession::stateChanged, this, &ContextsCard::rebuild);
    rebuild();
    m_session->refreshContexts();
}

void ContextsCard::report(const QString &what, const OpenSandbox::Error &error)
{
    if (error.kind == OpenSandbox::Error::Kind::Cancelled)
        return;
    m_problem->setText(what + u' ' + describeError(error, m_session->name()).message);
    m_problem->show();
}

void ContextsCard::rebuild()
{
    const bool ready = m_session->isReady();
    m_add->setEnabled(ready);
    m_add->setToolTip(ready ? QString() : tr("%1 is not connected.").arg(m_session->name()));
    // Rebuilding takes the focus off its buttons, so only what differs is rebuilt.
    if (m_list && m_shown == m_session->contexts() && m_shownState == m_session->state())
        return;
    m_shown = m_session->contexts();
    m_shownState = m_session->state();
    delete m_list;
    m_list = new QWidget;
    auto *layout = new QVBoxLayout(m_list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const QList<ContextState> contexts = m_shown;
    if (contexts.isEmpty()) {
        QString text = tr("No contexts. A notebook makes one when its first cell runs.");
        if (m_session->state() == SandboxSession::State::Failed)
            text = m_session->problem().message;
        else if (m_session->state() == SandboxSession::State::Connecting)
            text = tr("Connecting.");
        auto *empty = new Label(text, Fonts::Role::Body, &Theme::text2);
        empty->setWordWrap(true);
        layout->addWidget(empty);
        if (m_session->state() == SandboxSession::State::Failed) {
            QPushButton *retry = Buttons::smallPush(tr("Retry"), u"refresh-cw"_s);
            layout->addWidget(retry, 0, Qt::AlignLeft);
            connect(retry, &QPushButton::clicked, m_session.get(), &SandboxSession::retry, Qt::QueuedConnection);
        }
    }
    for (const ContextState &context : contexts) {
        auto *row = new QWidget;
        row->setMinimumHeight(Metrics::scaled(40));
        auto *line = new QHBoxLayout(row);
        line->setContentsMargins(0, Metrics::scaled(2), 0, Metrics::scaled(2));
        line->setSpacing(Metrics::scaled(8));
        line->addWidget(new Badge(context.language(), m_store->seriesOf(m_session->sandboxId())));
        auto *texts = new QVBoxLayout;
        texts->setSpacing(0);
        auto *name = new ElidedLabel(SandboxWords::languageName(context.language()), Fonts::Role::Body, &Theme::text, QFont::Medium);
        texts->addWidget(name);
        QString state = context.busy ? context.queued > 0 ? tr("Busy, %1 queued").arg(context.queued) : tr("Busy") : tr("Idle");
        auto *second = new ElidedLabel(state + u" · "_s + context.id(), Fonts::Role::Small, context.busy ? &Theme::busy : &Theme::text3);
        second->setElideMode(Qt::ElideMiddle);
        texts->addWidget(second);
        line->addLayout(texts, 1);
        const QString id = context.id();
        const auto tool = [&](const QString &icon, const QString &text, auto run) {
            QToolButton *button = Buttons::smallTool(icon, text);
            line->addWidget(button);
            connect(button, &QToolButton::clicked, this, run);
        };
        if (context.busy) {
            tool(u"circle-stop"_s, tr("Interrupt"), [this, id]() {
                m_tasks.run(m_session->interruptContext(id), [this](OpenSandbox::Result<OpenSandbox::Done> result) {
                    if (!result)
                        report(tr("It was not interrupted."), result.error());
                });
            });
        }
        tool(u"rotate-ccw"_s, tr("Restart: its variables are lost"), [this, id]() {
            m_tasks.run(m_session->restartContext(id), [this](OpenSandbox::Result<OpenSandbox::CodeContext> result) {
                if (!result)
                    report(tr("It was not restarted."), result.error());
            });
        });
        tool(u"trash"_s, tr("Delete: its variables are lost"), [this, id]() {
            m_tasks.run(m_session->deleteContext(id), [this](OpenSandbox::Result<OpenSandbox::Done> result) {
                if (!result)
                    report(tr("It was not deleted."), result.error());
            });
        });
        layout->addWidget(row);
    }
    body()->insertWidget(0, m_list);
}
