// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparerun.h"

#include "cellcanvas.h"
#include "diffview.h"
#include "inpool.h"
#include "picturediff.h"
#include "shared/badge.h"
#include "shared/button.h"
#include "shared/label.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using Notebook::Cell;

namespace {

QString nameOf(const ExecutionTarget &target)
{
    const QString name = u"%1 \u00b7 %2"_s.arg(target.sandboxName, Syntax::displayName(target.language));
    return target.contextName.isEmpty() ? name : name + u" \u00b7 "_s + target.contextName;
}

} // namespace

QWidget *makeOutputComparison(const QString &leftTitle, const Notebook::OutputSnapshot &left, const QString &rightTitle, const Notebook::OutputSnapshot &right)
{
    auto *diff = new DiffView(leftTitle, DiffText(left.text, left.size), rightTitle, DiffText(right.text, right.size));
    if (!left.pictures && !right.pictures)
        return diff;
    auto *both = new QSplitter(Qt::Vertical);
    both->addWidget(diff);
    both->addWidget(new PictureDiff(leftTitle, left.pictures, rightTitle, right.pictures));
    both->setStretchFactor(0, 1);
    both->setStretchFactor(1, 1);
    return both;
}

CompareRun::CompareRun(ExecutionTargets *targets, const QString &code, const QList<ExecutionTarget> &places, QWidget *parent)
    : QWidget(parent)
{
    m_queue = new Notebook::RunQueue(targets ? targets->runner() : nullptr, this);
    m_queue->setContinueOnError(true);
    m_split = new QSplitter(Qt::Horizontal);
    for (const ExecutionTarget &place : places) {
        Column column;
        column.target = place;
        column.document = std::make_unique<Notebook::Document>();
        column.document->cell(0)->setBinding(place.binding());
        column.document->cell(0)->setSource(code);
        auto *side = new QWidget;
        auto *layout = new QVBoxLayout(side);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        auto *title = new ElidedLabel(nameOf(place), Fonts::Role::Body, &Theme::text, QFont::DemiBold);
        auto *head = new QHBoxLayout;
        head->setContentsMargins(Metrics::scaled(12), Metrics::scaled(8), Metrics::scaled(12), Metrics::scaled(8));
        head->addWidget(title);
        layout->addLayout(head);
        layout->addWidget(new Hairline(Qt::Horizontal));
        column.canvas = new CellCanvas(column.document.get(), targets, side);
        column.canvas->setAccessibleName(nameOf(place));
        layout->addWidget(column.canvas, 1);
        m_split->addWidget(side);
        m_columns.push_back(std::move(column));
    }
    m_split->setSizes(QList<int>(count(), QWIDGETSIZE_MAX / std::max(1, count())));
    m_summary = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_show = Buttons::smallPush(tr("Show differences"), u"git-compare"_s);
    m_again = Buttons::smallPush(tr("Run again"), u"play"_s);
    connect(m_show, &QPushButton::clicked, this, &CompareRun::showDifferences);
    connect(m_again, &QPushButton::clicked, this, &CompareRun::run);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(Metrics::scaled(12), Metrics::scaled(6), Metrics::scaled(12), Metrics::scaled(6));
    foot->setSpacing(Metrics::scaled(8));
    foot->addWidget(m_summary, 1);
    foot->addWidget(m_again);
    foot->addWidget(m_show);
    m_whole = new QSplitter(Qt::Vertical);
    m_whole->addWidget(m_split);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_whole, 1);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addLayout(foot);
    connect(m_queue, &Notebook::RunQueue::changed, this, &CompareRun::say);
    connect(m_queue, &Notebook::RunQueue::idle, this, [this]() {
        if (count() >= 2)
            compare();
        say();
        Q_EMIT finished();
    });
    say();
}

CompareRun::~CompareRun()
{
    // What runs must let go of the cells first, the canvases of the documents.
    delete m_queue;
    delete m_whole;
}

void CompareRun::run()
{
    delete std::exchange(m_difference, nullptr);
    for (const Column &column : m_columns)
        m_queue->enqueue(column.document->cell(0));
    say();
}

bool CompareRun::isBusy() const
{
    return m_queue->isBusy();
}

Cell *CompareRun::cell(int column) const
{
    return m_columns[size_t(column)].document->cell(0);
}

QString CompareRun::summary() const
{
    if (isBusy())
        return tr("Runs in %1 contexts").arg(count());
    if (count() < 2 || cell(0)->runState() == Notebook::RunState::NeverRun)
        return {};
    if (!m_result)
        return tr("Compares\u2026");
    if (m_result->different == 0)
        return tr("All outputs are the same");
    return count() == 2 ? tr("The outputs differ") : tr("%1 of %2 outputs differ from the first").arg(m_result->different).arg(count() - 1);
}

/// Short outputs at once, others by another thread.
void CompareRun::compare()
{
    constexpr qint64 comparedAtOnce = 256 << 10;
    m_result.reset();
    const int round = ++m_round;
    std::vector<Notebook::OutputSnapshot> outputs;
    qint64 size = 0;
    for (int i = 0; i < count(); ++i) {
        outputs.push_back(cell(i)->outputs()->snapshot());
        size += outputs.back().size;
    }
    const auto find = [outputs]() {
        const auto pictures = [](const Notebook::OutputSnapshot &one) { return one.pictures ? one.pictures() : QList<Notebook::StoredPicture>(); };
        Result result;
        const QString text = outputs[0].text();
        const QList<Notebook::StoredPicture> first = pictures(outputs[0]);
        for (size_t i = 1; i < outputs.size(); ++i) {
            if (outputs[i].text() == text && pictures(outputs[i]) == first)
                continue;
            ++result.different;
            result.last = int(i);
        }
        return result;
    };
    if (size <= comparedAtOnce) {
        m_result = find();
        return;
    }
    inPool(this, find, [this, round](const Result &result) {
        if (round != m_round || isBusy())
            return;
        m_result = result;
        say();
    });
}

void CompareRun::say()
{
    m_summary->setText(summary());
    m_show->setEnabled(!isBusy() && m_result.has_value());
    m_again->setEnabled(!isBusy());
}

void CompareRun::showDifferences()
{
    delete std::exchange(m_difference, nullptr);
    if (!m_result || m_result->last >= count())
        return;
    const int other = m_result->last;
    m_difference = makeOutputComparison(nameOf(m_columns[0].target), cell(0)->outputs()->snapshot(), nameOf(m_columns[size_t(other)].target), cell(other)->outputs()->snapshot());
    m_whole->addWidget(m_difference);
    m_whole->setSizes({ height() / 2, height() / 2 });
}
