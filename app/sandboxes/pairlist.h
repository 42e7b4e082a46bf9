// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxform.h"

#include <QWidget>

class QVBoxLayout;
class QLineEdit;
class Label;

/// Lines of name and value, with what is wrong said under the line. Values of secret names are hidden until asked for.
class PairList : public QWidget
{
    Q_OBJECT

public:
    PairList(const QString &addText, const QString &keyHint, bool secrets, QWidget *parent = nullptr);
    /// What the two fields are called where 'Name' and 'Value' say too little; `valueHint` stands in an empty value.
    void setWords(const QString &keyName, const QString &valueName, const QString &valueHint);

    QList<SandboxForm::Pair> pairs() const;
    void setPairs(const QList<SandboxForm::Pair> &pairs);
    void setProblem(int row, const QString &text);
    void clearProblems();

Q_SIGNALS:
    void changed();

private:
    struct Row
    {
        QWidget *widget = nullptr;
        QLineEdit *key = nullptr;
        QLineEdit *value = nullptr;
        QAction *eye = nullptr;
        Label *problem = nullptr;
    };

    void addRow(const SandboxForm::Pair &pair, bool focus);
    void adaptSecret(QWidget *row);

    const QString m_keyHint;
    QString m_keyName;
    QString m_valueName;
    QString m_valueHint;
    const bool m_secrets;
    QVBoxLayout *m_layout;
    QList<Row> m_rows;
};
