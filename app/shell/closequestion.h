// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

#include <optional>

class Label;
class QCheckBox;
class QPushButton;

/// What is to become of documents that would lose something: a tick for each that is to be saved. Only asks; Closing does it.
class CloseQuestion : public QDialog
{
    Q_OBJECT
public:
    struct Row
    {
        QString title = {};
        QString path = {}; ///< Empty: it was never saved.
        QString running = {}; ///< A sentence: what runs in it; empty: nothing.
    };

    /// `concerns` are sentences about what else ends. `quits`: the whole program closes. `endsContexts`: whether contexts that only these
    /// documents use end with them; empty: there are none.
    CloseQuestion(bool quits, const QList<Row> &rows, const QStringList &concerns, std::optional<bool> endsContexts, QWidget *parent = nullptr);

    /// The choice about contexts; empty where there was none.
    std::optional<bool> endsContexts() const;

    /// The answer stands, but what runs has not ended yet; goOn() is offered.
    void waitForRuns();

Q_SIGNALS:
    /// `save`: the numbers of the rows that are to be saved; the others are let go.
    void answered(const QList<int> &save, bool interrupt);
    /// Closes though something still runs.
    void goOn();

private:
    void answer(const QList<int> &save);
    void refresh();
    QList<int> ticked() const;

    QList<QCheckBox *> m_boxes;
    struct Running
    {
        Label *label = nullptr; ///< Says what becomes of it.
        QString what = {};
        const QCheckBox *box = nullptr;
    };
    QList<Running> m_running;
    Label *m_question;
    QWidget *m_body;
    Label *m_note;
    QCheckBox *m_interrupt = nullptr;
    QCheckBox *m_endContexts = nullptr;
    QPushButton *m_discard = nullptr;
    QPushButton *m_save;
    bool m_waits = false;
};
