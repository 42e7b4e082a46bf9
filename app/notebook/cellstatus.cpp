// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cellstatus.h"

#include "syntax.h"
#include "theme/fonts.h"

#include <opensandbox/notebook/cell.h>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("CellStatus", text);
}

std::chrono::milliseconds silence = std::chrono::minutes(1);

QString queuePlace(int position)
{
    if (position < 1)
        return words(QT_TRANSLATE_NOOP("CellStatus", "Queued"));
    if (position <= 1)
        return words(QT_TRANSLATE_NOOP("CellStatus", "Queued, next"));
    if (position == 2)
        return words(QT_TRANSLATE_NOOP("CellStatus", "Queued, 2nd"));
    if (position == 3)
        return words(QT_TRANSLATE_NOOP("CellStatus", "Queued, 3rd"));
    return words(QT_TRANSLATE_NOOP("CellStatus", "Queued, %1th")).arg(position);
}

} // namespace

namespace CellTime {

QString clock(qint64 ms)
{
    const qint64 seconds = std::max<qint64>(0, ms) / 1000;
    const auto two = [](qint64 value) { return QString::number(value).rightJustified(2, u'0'); };
    if (seconds < 3600)
        return QString::number(seconds / 60) + u':' + two(seconds % 60);
    return QString::number(seconds / 3600) + u':' + two(seconds / 60 % 60) + u':' + two(seconds % 60);
}

QString timer(qint64 ms)
{
    ms = std::max<qint64>(0, ms);
    if (ms >= 60'000)
        return clock(ms);
    return "0:"_L1 + QString::number(ms / 1000).rightJustified(2, u'0') + u'.' + QString::number(ms / 100 % 10);
}

QString duration(qint64 ms)
{
    ms = std::max<qint64>(0, ms);
    if (ms >= 60'000)
        return clock(ms);
    return QLocale().toString(double(ms) / 1000, 'f', ms < 10'000 ? 2 : 1) + words(QT_TRANSLATE_NOOP("CellStatus", " s"));
}

std::chrono::milliseconds silenceLimit()
{
    return silence;
}

void setSilenceLimit(std::chrono::milliseconds limit)
{
    silence = limit;
}

qint64 expected(const Notebook::Cell *cell)
{
    QList<qint64> durations = cell->durationsMs();
    if (durations.isEmpty())
        return -1;
    std::sort(durations.begin(), durations.end());
    return durations[durations.size() / 2];
}

QString spoken(qint64 ms)
{
    ms = std::max<qint64>(0, ms);
    if (ms < 60'000)
        return words(QT_TRANSLATE_NOOP("CellStatus", "%1 seconds")).arg(QLocale().toString(double(ms) / 1000, 'f', ms < 10'000 ? 2 : 1));
    return words(QT_TRANSLATE_NOOP("CellStatus", "%1 minutes %2 seconds")).arg(ms / 60'000).arg(ms / 1000 % 60);
}

} // namespace CellTime

QStringList CellStatus::remarkLines(qreal width) const
{
    constexpr int most = 3;
    const QFont font = Fonts::tabular(Fonts::small());
    const QFontMetricsF metrics(font);
    if (remark.isEmpty() || metrics.horizontalAdvance(remark) <= width)
        return remark.isEmpty() ? QStringList() : QStringList { remark };
    QTextLayout layout(remark, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList result;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (result.size() == most - 1) {
            result.append(metrics.elidedText(remark.sliced(line.textStart()), Qt::ElideRight, width));
            break;
        }
        result.append(remark.sliced(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return result;
}

bool isAsking(const Notebook::Cell *cell)
{
    if (!cell->isBusy())
        return false;
    // The notice goes when it is answered and when the run ends. Threads may print behind it meanwhile.
    constexpr int most = 200;
    const Notebook::OutputList *outputs = cell->outputs();
    for (int i = outputs->count() - 1; i >= std::max(0, outputs->count() - most); --i) {
        const Notebook::Output &output = outputs->at(i);
        if (output.type() == Notebook::OutputType::Notice && output.notice().code == "input"_L1)
            return true;
    }
    return false;
}

QString errorOf(const Notebook::Cell *cell)
{
    const Notebook::OutputList *outputs = cell->outputs();
    for (int i = outputs->count() - 1; i >= std::max(0, outputs->count() - 4); --i) {
        if (outputs->at(i).type() == Notebook::OutputType::Error)
            return outputs->at(i).errorName();
    }
    return {};
}

CellStatus cellStatus(const Notebook::Cell *cell)
{
    using Notebook::RunState;
    CellStatus status;
    const qint64 elapsed = cell->elapsedMs();
    const QString took = elapsed >= 0 ? CellTime::duration(elapsed) : QString();
    const auto withTime = [&took](const QString &word) { return took.isEmpty() ? word : word + u" \u00b7 "_s + took; };
    switch (cell->runState()) {
    case RunState::NeverRun:
        // Why a waiting cell was sent back.
        if (!cell->stateReason().isEmpty()) {
            status.icon = u"clock-3"_s;
            status.text = words(QT_TRANSLATE_NOOP("CellStatus", "Not run"));
            status.remark = cell->stateReason();
            // The word stands above it already.
            for (const QString &again : { QString(status.text + u", "_s), QString(status.text + u' ') }) {
                if (status.remark.startsWith(again))
                    status.remark = status.remark.sliced(again.size());
            }
            if (status.remark.endsWith(u'.'))
                status.remark.chop(1);
            if (status.remark == status.text)
                status.remark.clear();
        }
        break;
    case RunState::Queued:
        status.icon = u"clock-3"_s;
        status.text = queuePlace(cell->queuePosition());
        status.remark = cell->stateReason();
        break;
    case RunState::Running:
        status.icon = u"loader-circle"_s;
        status.meaning = Meaning::Busy;
        status.running = true;
        status.text = CellTime::timer(elapsed);
        if (cell->isInterruptRequested())
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "Interrupt requested"));
        else if (isAsking(cell))
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "Waits for input"));
        else if (!cell->stateReason().isEmpty())
            status.remark = cell->stateReason();
        else if (!cell->background().id.isEmpty())
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "In the background"));
        else if (cell->silentMs() >= silence.count())
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "No output for %1")).arg(CellTime::clock(cell->silentMs()));
        else if (!cell->durationsMs().isEmpty())
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "last run %1")).arg(CellTime::duration(cell->durationsMs().constLast()));
        break;
    case RunState::Done:
        status.icon = u"check"_s;
        status.meaning = Meaning::Ok;
        status.plain = true;
        status.text = took;
        break;
    case RunState::Failed:
        status.icon = u"circle-x"_s;
        status.meaning = Meaning::Bad;
        status.text = withTime(words(QT_TRANSLATE_NOOP("CellStatus", "Failed")));
        break;
    case RunState::Interrupted:
        status.icon = u"circle-stop"_s;
        status.meaning = Meaning::Warn;
        status.text = words(QT_TRANSLATE_NOOP("CellStatus", "Interrupted"));
        if (elapsed >= 0)
            status.text += u" \u00b7 "_s + CellTime::clock(elapsed);
        break;
    case RunState::ResultUnknown:
        status.icon = u"circle-question-mark"_s;
        status.meaning = Meaning::Warn;
        status.text = words(QT_TRANSLATE_NOOP("CellStatus", "Result unknown"));
        if (elapsed >= 0)
            status.remark = words(QT_TRANSLATE_NOOP("CellStatus", "after %1")).arg(CellTime::clock(elapsed));
        break;
    case RunState::ContextLost:
        status.icon = u"unplug"_s;
        status.meaning = Meaning::Warn;
        status.text = words(QT_TRANSLATE_NOOP("CellStatus", "Context lost"));
        break;
    case RunState::Stale:
        status.icon = u"pencil-line"_s;
        status.text = cell->ranInPart() ? words(QT_TRANSLATE_NOOP("CellStatus", "Ran in part")) : words(QT_TRANSLATE_NOOP("CellStatus", "Edited since run"));
        break;
    }
    return status;
}

QString cellPlace(const Notebook::Cell *cell, const QString &sandboxName)
{
    if (!sandboxName.isEmpty())
        return sandboxName;
    // What a file brought along ran somewhere, but not here.
    const bool elsewhere = cell->runState() == Notebook::RunState::NeverRun && (cell->executionCount() >= 0 || cell->outputs()->size() > 2);
    return elsewhere ? words(QT_TRANSLATE_NOOP("CellStatus", "Not run here")) : words(QT_TRANSLATE_NOOP("CellStatus", "No sandbox"));
}

QString cellTimes(const Notebook::Cell *cell)
{
    QStringList lines;
    const qint64 expected = CellTime::expected(cell);
    if (cell->runState() == Notebook::RunState::Running && expected >= 0) {
        const qint64 left = expected - cell->elapsedMs();
        lines << (left > 0 ? words(QT_TRANSLATE_NOOP("CellStatus", "About %1 left")).arg(CellTime::clock(left + 999))
                           : words(QT_TRANSLATE_NOOP("CellStatus", "Longer than usual (%1)")).arg(CellTime::duration(expected)));
    }
    QStringList durations;
    const QList<qint64> last = cell->durationsMs();
    for (qsizetype i = last.size() - 1; i >= 0 && durations.size() < 5; --i)
        durations << CellTime::duration(last[i]);
    if (!durations.isEmpty())
        lines << words(QT_TRANSLATE_NOOP("CellStatus", "Last runs: %1")).arg(durations.join(u" \u00b7 "_s));
    return lines.join(u'\n');
}

QString cellAccessibleName(const Notebook::Cell *cell, const QString &sandboxName)
{
    using Notebook::RunState;
    QStringList parts { words(QT_TRANSLATE_NOOP("CellStatus", "Cell %1")).arg(cell->index() + 1) };
    if (cell->kind() == Notebook::CellKind::Markdown) {
        parts << words(QT_TRANSLATE_NOOP("CellStatus", "text"));
    } else if (cell->kind() != Notebook::CellKind::Code) {
        parts << words(QT_TRANSLATE_NOOP("CellStatus", "raw text"));
    } else {
        const QString language = Syntax::displayName(cell->language());
        parts << (sandboxName.isEmpty() ? language : words(QT_TRANSLATE_NOOP("CellStatus", "%1 in %2")).arg(language, sandboxName));
        const qint64 elapsed = cell->elapsedMs();
        switch (cell->runState()) {
        case RunState::NeverRun: parts << words(QT_TRANSLATE_NOOP("CellStatus", "not run")); break;
        case RunState::Queued: parts << words(QT_TRANSLATE_NOOP("CellStatus", "queued")); break;
        case RunState::Running: parts << words(QT_TRANSLATE_NOOP("CellStatus", "running")); break;
        case RunState::Done: parts << words(QT_TRANSLATE_NOOP("CellStatus", "done")); break;
        case RunState::Failed: parts << words(QT_TRANSLATE_NOOP("CellStatus", "failed")); break;
        case RunState::Interrupted: parts << words(QT_TRANSLATE_NOOP("CellStatus", "interrupted")); break;
        case RunState::ResultUnknown: parts << words(QT_TRANSLATE_NOOP("CellStatus", "result unknown")); break;
        case RunState::ContextLost: parts << words(QT_TRANSLATE_NOOP("CellStatus", "context lost")); break;
        case RunState::Stale: parts << (cell->ranInPart() ? words(QT_TRANSLATE_NOOP("CellStatus", "ran in part")) : words(QT_TRANSLATE_NOOP("CellStatus", "edited since run"))); break;
        }
        const bool over = cell->runState() == RunState::Done || cell->runState() == RunState::Failed || cell->runState() == RunState::Interrupted;
        if (over && elapsed >= 0)
            parts << CellTime::spoken(elapsed);
    }
    return parts.join(u", "_s);
}
