// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

/// The toolbar's field that says where the current cell runs; a click opens the menu of contexts.
class ContextButton : public QAbstractButton
{
    Q_OBJECT
public:
    explicit ContextButton(QWidget *parent = nullptr);
    void setContext(const QString &letters, int series, const QString &name, const QString &context);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void menuRequested(const QPoint &globalPosition);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_letters;
    QString m_name;
    QString m_context;
    int m_series = 0;
};
