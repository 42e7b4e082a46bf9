// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractButton;
class QVBoxLayout;
class QHBoxLayout;
class Label;

/// What a pane shows when it has nothing: one bold line, one plain line, one or two buttons, no picture.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(const QString &title, const QString &text = {}, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setText(const QString &text);
    /// Adds a button; the first one is at the left. Connect its clicked().
    QAbstractButton *addButton(const QString &text, const QString &iconName = {});
    void clearButtons();

private:
    Label *m_title;
    Label *m_text;
    QHBoxLayout *m_buttons;
};
