// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <functional>

namespace Bench {

/// One measure: ours against a reference taken in the same run.
struct Row
{
    QString name;
    QString unit;
    double ours = 0;
    double reference = 0;
    QString referenceName;
    double goal = 0; ///< The bound of ours / reference.
    bool higherIsBetter = true; ///< Decides whether the ratio has to stay above or below the goal.
    QString failure; ///< Not empty: it could not be measured.
    bool optional = false; ///< Its reference may be missing on this computer; that is no failure.

    double ratio() const { return reference > 0 ? ours / reference : 0; }
    bool holds() const { return failure.isEmpty() ? (higherIsBetter ? ratio() >= goal : ratio() <= goal) : optional; }
};

/// A named group of measures, run as a whole.
struct Measure
{
    QString name;
    std::function<QList<Row>()> run;
};

/// Middle value; the list must not be empty.
double median(QList<double> values);

QList<Row> decoderRows();
QList<Row> relayRows();
QList<Row> roundTripRows();
QList<Row> sandboxRows();
/// The same two waits against Docker; not measured where it is missing.
QList<Row> besideDocker(const Row &running, const Row &firstOutput);
QList<Row> transferRows();
QList<Row> windowRows();
QList<Row> outputRows();
QList<Row> notebookRows();
QList<Row> stallRows();
QList<Row> sessionRows();

} // namespace Bench
