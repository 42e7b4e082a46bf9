// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runnotifier.h"

#include "cellstatus.h"
#include "notebookview.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QApplication>
#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;
using Notebook::Outcome;

RunNotifier::RunNotifier(NotebookView *view) : QObject(view), m_view(view)
{
    isWatched = [view]() { return view->window()->isActiveWindow() && view->isVisible(); };
    tell = [view](const QString &title, const QString &text) {
        QApplication::alert(view->window());
        // The desktop's own command; it takes the texts as they are, without a shell between.
        const QString program = QStandardPaths::findExecutable(u"notify-send"_s);
        if (!program.isEmpty())
            QProcess::startDetached(program, { u"--app-name=OpenSandbox Workbench"_s, u"--icon=opensandbox-workbench"_s, u"--"_s, title, text });
    };
    connect(view->queue(), &Notebook::RunQueue::finished, this, [this](const Notebook::Cell *cell, Outcome outcome) {
        ++m_cells;
        m_longest += std::max<qint64>(0, cell->durationsMs().value(cell->durationsMs().size() - 1));
        if (outcome != Outcome::Done) {
            ++m_failed;
            m_lastFailure = tr("Cell %1 %2").arg(cell->index() + 1).arg(outcome == Outcome::Failed ? tr("failed") : outcome == Outcome::Interrupted ? tr("was interrupted") : tr("needs a look"));
        }
    });
    connect(view->queue(), &Notebook::RunQueue::idle, this, &RunNotifier::ended);
}

void RunNotifier::ended()
{
    const qint64 took = std::exchange(m_longest, 0);
    const int cells = std::exchange(m_cells, 0);
    const int failed = std::exchange(m_failed, 0);
    if (cells == 0 || took < longRunMs || isWatched())
        return;
    const QString ran = tr("%n cell(s) ran for %1", nullptr, int(cells)).arg(CellTime::clock(took));
    tell(failed > 0 ? tr("%1: %2").arg(m_view->title(), m_lastFailure) : tr("%1 is done").arg(m_view->title()), ran);
}
