// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxcode.h"

#include <QWidget>

class QPlainTextEdit;
class QTabBar;

namespace KSyntaxHighlighting {
class SyntaxHighlighter;
}

/// The same create as code of four clients, following the form.
class CodePane : public QWidget
{
    Q_OBJECT

public:
    explicit CodePane(QWidget *parent = nullptr);
    ~CodePane() override;

    void setForm(const SandboxForm &form, const OpenSandbox::ConnectionConfig &config);
    QString code() const;
    SandboxCode::Kind kind() const;
    void setKind(SandboxCode::Kind kind);

private:
    void refresh();
    void retheme();

    SandboxForm m_form;
    OpenSandbox::ConnectionConfig m_config;
    QTabBar *m_tabs;
    QPlainTextEdit *m_text;
    KSyntaxHighlighting::SyntaxHighlighter *m_highlighter;
};
