// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QAction;

/// A filter or search line: icon at the left, `/` as hint at the right until focused, a clear button when filled. Esc clears, then gives the focus away.
class SearchField : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchField(const QString &placeholder, QWidget *parent = nullptr);

    /// The key shown at the right while empty and not focused; empty for none. Default "/".
    void setKeyHint(const QString &hint);
    /// A term is wrong: red wavy underline below the text from `start`, and this tooltip. Empty: all is well.
    void setError(int start, int length, const QString &explanation);

Q_SIGNALS:
    /// Esc in an empty field.
    void left();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void restyle();

    QString m_hint;
    QAction *m_icon;
    QAction *m_clear;
    int m_errorStart = 0;
    int m_errorLength = 0;
    QString m_plainToolTip;
};
