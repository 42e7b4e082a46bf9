// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codepane.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/icons.h"
#include "theme/syntax.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabBar>

using namespace Qt::StringLiterals;

CodePane::CodePane(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabBar(this))
    , m_text(new QPlainTextEdit(this))
    , m_highlighter(new KSyntaxHighlighting::SyntaxHighlighter(m_text->document()))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Client"));
    for (const SandboxCode::Kind kind : { SandboxCode::Kind::Python, SandboxCode::Kind::Cpp, SandboxCode::Kind::Osb, SandboxCode::Kind::Curl })
        m_tabs->addTab(SandboxCode::name(kind));
    QToolButton *copy = Buttons::smallTool(u"copy"_s, tr("Copy code"), this);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Metrics::scaled(4), 0, Metrics::scaled(8), 0);
    head->addWidget(m_tabs);
    head->addStretch();
    head->addWidget(copy);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Code for the same sandbox"));
    m_text->document()->setDocumentMargin(Metrics::scaled(12));
    auto *footer = new Label(tr("Follows the form. Keys and secret values stay out of it."), Fonts::Role::Small, &Theme::text2);
    footer->setContentsMargins(Metrics::scaled(12), Metrics::scaled(5), Metrics::scaled(12), Metrics::scaled(5));
    footer->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(m_text, 1);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(footer);
    setTabOrder({ m_tabs, copy, m_text });
    connect(m_tabs, &QTabBar::currentChanged, this, &CodePane::refresh);
    connect(copy, &QToolButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(code()); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &CodePane::retheme);
    retheme();
}

CodePane::~CodePane() = default;

void CodePane::setForm(const SandboxForm &form, const OpenSandbox::ConnectionConfig &config)
{
    m_form = form;
    m_config = config;
    refresh();
}

QString CodePane::code() const
{
    return SandboxCode::create(kind(), m_config, m_form);
}

SandboxCode::Kind CodePane::kind() const
{
    return SandboxCode::Kind(m_tabs->currentIndex());
}

void CodePane::setKind(SandboxCode::Kind kind)
{
    m_tabs->setCurrentIndex(int(kind));
}

void CodePane::refresh()
{
    const KSyntaxHighlighting::Definition definition = syntaxRepository().definitionForName(SandboxCode::syntax(kind()));
    if (m_highlighter->definition() != definition)
        m_highlighter->setDefinition(definition);
    const QString text = code();
    if (m_text->toPlainText() == text)
        return;
    // Typing in the form must not scroll the code away.
    const int vertical = m_text->verticalScrollBar()->value();
    const int horizontal = m_text->horizontalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(vertical);
    m_text->horizontalScrollBar()->setValue(horizontal);
}

void CodePane::retheme()
{
    m_text->setFont(Fonts::output());
    m_highlighter->setTheme(currentSyntaxTheme());
    m_highlighter->rehighlight();
}
