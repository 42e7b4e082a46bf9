// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHash>

class Label;
class QKeySequenceEdit;
class QLineEdit;
class QPushButton;
class QTreeWidget;

/// Changes the keys of the notebook: a table of what there is, and for the chosen line a field that takes the keys as they are pressed.
class KeysDialog : public QDialog
{
    Q_OBJECT
public:
    /// `texts`: what people call the action of an id.
    explicit KeysDialog(const QHash<QString, QString> &texts, QWidget *parent = nullptr);
    void select(const QString &id);
    /// What is wrong with the keys in the field; empty: nothing.
    QString problem() const;

private:
    static QString worksText(const QString &id);
    void refresh();
    void showKeys(const QString &id);
    void apply();
    QString current() const;

    const QHash<QString, QString> m_texts;
    QLineEdit *m_filter = nullptr;
    QTreeWidget *m_table = nullptr;
    QKeySequenceEdit *m_keys = nullptr;
    QPushButton *m_apply = nullptr;
    QPushButton *m_reset = nullptr;
    Label *m_problem = nullptr;
};
