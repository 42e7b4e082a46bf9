// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "endpointscard.h"

#include "shared/button.h"
#include "shared/label.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QSpinBox>
#include <QUrl>

using namespace Qt::StringLiterals;

EndpointsCard::EndpointsCard(SandboxStore *store, const QString &sandboxId, QWidget *parent)
    : Card(tr("Endpoints"), parent)
    , m_store(store)
    , m_id(sandboxId)
    , m_port(new QSpinBox)
    , m_list(new QWidget)
{
    m_port->setRange(1, 65535);
    m_port->setValue(8080);
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setAccessibleName(tr("Port"));
    m_port->setFixedHeight(Metrics::smallControl());
    QPushButton *show = Buttons::smallPush(tr("Show port"), u"plus"_s);
    addHeadWidget(m_port);
    addHeadWidget(show);
    auto *layout = new QVBoxLayout(m_list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(2));
    layout->addWidget(new Label(tr("Every port of the sandbox can be reached. Name one to see where."), Fonts::Role::Body, &Theme::text2));
    body()->addWidget(m_list);
    connect(show, &QPushButton::clicked, this, [this]() { ask(m_port->value()); });
}

void EndpointsCard::ask(int port)
{
    const Connection *connection = m_store->connectionOf(m_id);
    const auto manager = connection ? connection->manager() : nullptr;
    if (!manager) {
        addRow(port, {}, tr("not connected"));
        return;
    }
    m_tasks.run(manager->endpoint(m_id, port, m_tasks.token()), [this, port, name = connection->name()](OpenSandbox::Result<OpenSandbox::Endpoint> endpoint) {
        addRow(port, endpoint ? endpoint->endpoint : QString(), endpoint ? QString() : describeError(endpoint.error(), name).message);
    });
}

QString EndpointsCard::address(const QString &endpoint, const QString &scheme)
{
    // A server may name how a page is reached, but nothing that would start another program.
    const bool page = endpoint.startsWith("http://"_L1, Qt::CaseInsensitive) || endpoint.startsWith("https://"_L1, Qt::CaseInsensitive);
    const QString whole = page ? endpoint : scheme + u"://"_s + endpoint;
    // Without it a browser takes the links of the page for those of the folder above.
    return whole.endsWith(u'/') || whole.contains(u'?') ? whole : whole + u'/';
}

void EndpointsCard::addRow(int port, const QString &endpoint, const QString &problem)
{
    if (m_rows.isEmpty()) {
        if (QLayoutItem *hint = m_list->layout()->takeAt(0)) {
            hint->widget()->deleteLater();
            delete hint;
        }
    }
    if (QWidget *old = m_rows.take(port))
        old->deleteLater();
    auto *row = new QWidget;
    row->setMinimumHeight(Metrics::row());
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Metrics::scaled(10));
    auto *number = new Label(QString::number(port), Fonts::Role::Body, &Theme::text, QFont::DemiBold);
    number->setTabular(true);
    number->setFixedWidth(Metrics::scaled(48));
    line->addWidget(number);
    const Connection *connection = m_store->connectionOf(m_id);
    const QString whole = problem.isEmpty() ? address(endpoint, connection ? connection->config().lifecycleUrl().scheme() : u"http"_s) : QString();
    auto *text = new ElidedLabel(problem.isEmpty() ? whole : problem, problem.isEmpty() ? Fonts::Role::Output : Fonts::Role::Body, problem.isEmpty() ? &Theme::text2 : &Theme::bad);
    text->setElideMode(Qt::ElideMiddle);
    line->addWidget(text, 1);
    if (problem.isEmpty()) {
        QToolButton *copy = Buttons::smallTool(u"copy"_s, tr("Copy"));
        connect(copy, &QToolButton::clicked, this, [whole]() { QGuiApplication::clipboard()->setText(whole); });
        line->addWidget(copy);
        QToolButton *open = Buttons::smallTool(u"external-link"_s, tr("Open in the browser"));
        connect(open, &QToolButton::clicked, this, [whole]() { QDesktopServices::openUrl(QUrl(whole)); });
        line->addWidget(open);
    }
    m_list->layout()->addWidget(row);
    m_rows.insert(port, row);
}
