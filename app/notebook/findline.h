// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/textmatcher.h>

#include <QTimer>
#include <QWidget>

class Label;
class QAction;
class QHBoxLayout;
class QLineEdit;
class QToolButton;

/// The line of every find bar: a field, what counts as a match, the ways to the next one and the one before, how many there are. Enter and
/// F3 go on, with Shift back, Escape closes.
class FindLine : public QWidget
{
    Q_OBJECT
public:
    explicit FindLine(const QString &placeholder, QWidget *parent = nullptr);

    /// A further button behind those that say what counts.
    QAction *addToggle(const QString &icon, const QString &text, const QString &keys);
    QLineEdit *field() const { return m_field; }
    Notebook::SearchQuery query() const;
    /// Puts the cursor into the field; `selected` is taken over where it is a part of one line.
    void begin(const QString &selected);
    /// Asks at once for what was typed; false when that is done already.
    bool flush();
    void stop() { m_typing.stop(); }
    /// `any`: there is something to go to.
    void say(const QString &text, bool wrong, bool any);
    /// "3 of 120", "Nothing matches". `number` from 1, 0 for none of them.
    static QString summary(int number, int count, bool complete, bool running);

Q_SIGNALS:
    void queryChanged(); ///< A moment after the last letter, at once for the rest.
    void nextRequested(bool backwards);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QLineEdit *m_field = nullptr;
    QHBoxLayout *m_toggles = nullptr;
    QAction *m_case = nullptr;
    QAction *m_word = nullptr;
    QAction *m_regex = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
    Label *m_count = nullptr;
    QTimer m_typing;
};
