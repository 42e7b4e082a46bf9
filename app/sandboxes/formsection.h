// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

class ElidedLabel;

/// A part of a form that folds: its title, and at the right what it holds in a few words.
class FormSection : public QWidget
{
    Q_OBJECT

public:
    FormSection(const QString &title, QWidget *body, QWidget *parent = nullptr);

    QString title() const;
    void setSummary(const QString &summary);
    void setOpen(bool open);
    bool isOpen() const;
    /// Title, summary or a word of the body's labels holds the text.
    bool matches(const QString &text) const;
    void setKeywords(const QStringList &keywords) { m_keywords = keywords; }

private:
    class Head;
    Head *m_head;
    QWidget *m_body;
    QStringList m_keywords;
};
