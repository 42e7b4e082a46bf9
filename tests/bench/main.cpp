// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Speed as ratios: each row measures ours and a reference in the same run, so a slow or noisy machine
// moves both.
#include "bench.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

QJsonObject toJson(const Bench::Row &row)
{
    QJsonObject object { { u"name"_s, row.name }, { u"unit"_s, row.unit }, { u"reference_name"_s, row.referenceName },
                         { u"goal"_s, QString((row.higherIsBetter ? u">= "_s : u"<= "_s) + QString::number(row.goal)) }, { u"holds"_s, row.holds() } };
    if (!row.failure.isEmpty()) {
        object.insert("failure"_L1, row.failure);
        return object;
    }
    object.insert("ours"_L1, row.ours);
    object.insert("reference"_L1, row.reference);
    object.insert("ratio"_L1, row.ratio());
    return object;
}

void print(const Bench::Row &row)
{
    if (!row.failure.isEmpty()) {
        std::printf("%-34s not measured: %s\n", qUtf8Printable(row.name), qUtf8Printable(row.failure));
    } else {
        std::printf("%-34s %10.4g %-8s %10.4g  %-34s ratio %6.2f  goal %s %.2f  %s\n", qUtf8Printable(row.name), row.ours,
                    qUtf8Printable(row.unit), row.reference, qUtf8Printable(row.referenceName), row.ratio(),
                    row.higherIsBetter ? ">=" : "<=", row.goal, row.holds() ? "holds" : "MISSED");
    }
    std::fflush(stdout);
}

/// The reference of the window group: the least a Qt program can show.
class MinimalWindow : public QLabel
{
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QLabel::paintEvent(event);
        std::puts("first-paint");
        std::fflush(stdout);
        QTimer::singleShot(0, qApp, &QCoreApplication::quit);
    }
};

} // namespace

double Bench::median(QList<double> values)
{
    std::ranges::nth_element(values, values.begin() + values.size() / 2);
    return values.at(values.size() / 2);
}

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1"); // As the workbench does.
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("WAYLAND_DISPLAY")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    if (QCoreApplication::arguments().contains("--minimal-window"_L1)) {
        MinimalWindow window(u"Hello"_s);
        window.resize(1440, 900);
        window.show();
        return QApplication::exec();
    }
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Measures OpenSandbox Workbench against references in the same run."_s);
    parser.addHelpOption();
    const QCommandLineOption only(u"only"_s, u"Measure only the group NAME: decoder, sandbox, roundtrip, transfer, relay, window, output, notebook, stalls or session."_s, u"NAME"_s);
    const QCommandLineOption json(u"json"_s, u"Write the rows to FILE as a JSON array."_s, u"FILE"_s);
    parser.addOptions({ only, json });
    parser.process(application);

    const QList<Bench::Measure> measures { { u"decoder"_s, Bench::decoderRows }, { u"sandbox"_s, Bench::sandboxRows },
                                           { u"roundtrip"_s, Bench::roundTripRows }, { u"transfer"_s, Bench::transferRows }, { u"relay"_s, Bench::relayRows },
                                           { u"window"_s, Bench::windowRows }, { u"output"_s, Bench::outputRows },
                                           { u"notebook"_s, Bench::notebookRows }, { u"stalls"_s, Bench::stallRows },
                                           { u"session"_s, Bench::sessionRows } };
    QJsonArray rows;
    bool allHold = true;
    for (const Bench::Measure &measure : measures) {
        if (parser.isSet(only) && !measure.name.contains(parser.value(only))) {
            continue;
        }
        for (const Bench::Row &row : measure.run()) {
            print(row);
            rows.append(toJson(row));
            allHold = allHold && row.holds();
        }
    }
    if (rows.isEmpty()) {
        std::fprintf(stderr, "No measure is named like that. There are:");
        for (const Bench::Measure &measure : measures) {
            std::fprintf(stderr, " %s", qUtf8Printable(measure.name));
        }
        std::fprintf(stderr, "\n");
        return 2;
    }
    if (parser.isSet(json)) {
        QFile file(parser.value(json));
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(rows).toJson()) < 0) {
            std::fprintf(stderr, "%s could not be written: %s\n", qUtf8Printable(file.fileName()), qUtf8Printable(file.errorString()));
            return 2;
        }
    }
    return allHold ? 0 : 1;
}
