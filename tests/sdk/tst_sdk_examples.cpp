// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "runtimeprocess.h"

#include <QRegularExpression>
#include <QtTest>

using namespace Qt::StringLiterals;

/// The examples do what they say, on the local runtime.
class SdkExamplesTest : public QObject
{
    Q_OBJECT

private:
    RuntimeProcess m_runtime;

private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_runtime.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void everyExampleIsTested()
    {
        QStringList sources = QDir(QStringLiteral(WB_SOURCE_DIR "/core/sdk/examples")).entryList({ u"*.cpp"_s });
        for (QString &source : sources)
            source = u"example_"_s + source.chopped(4);
        QStringList programs = QDir(QStringLiteral(WB_BIN_DIR "/examples")).entryList({ u"example_*"_s }, QDir::Files);
        QVERIFY(!sources.isEmpty());
        for (const QString &source : std::as_const(sources))
            QVERIFY2(programs.contains(source), qPrintable(source));
    }

    void itPrints_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("pattern"); // Of the whole output.
        QTest::newRow("a command in a sandbox") << u"basic_sandbox"_s << u"Hello from sandbox\n"_s;
        QTest::newRow("a variable that lives on") << u"code_interpreter_demo"_s << u"42\n"_s;
        QTest::newRow("the same, blocking") << u"synchronous_usage"_s << u"10\n"_s;
        QTest::newRow("management") << u"manage_sandboxes"_s << u"example is Running\nIt lives for 60 more minutes\\.\nIt is gone\\.\n"_s;
        QTest::newRow("files") << u"move_files"_s << u"hello.txt 6\nnumbers.bin 1000000\n10\\d{5} bytes went up\\.\n1000000 bytes came back\\.\n"_s;
        QTest::newRow("commands") << u"run_commands"_s << u"out: Hello Ada in /tmp\nerr: oh no\nexit code 3\nstep 1\nstep 2\nstep 3\n"_s;
        QTest::newRow("streams") << u"stream_results"_s
                                 << u"out: hello\ndisplay: a picture\nresult: 42\nfailure: ZeroDivisionError\nfailure: KeyboardInterrupt\n"_s;
        QTest::newRow("a terminal") << u"use_terminal"_s << u"It has 30 rows and 100 columns\\.\nIt ended with 7\\.\n"_s;
        QTest::newRow("snapshots") << u"take_snapshot"_s << u"with-note is Ready\nThe copy remembers: buy milk\n"_s;
        QTest::newRow("a pool") << u"keep_pool"_s << u"2 sandboxes wait\\.\nHello from the pool\n0 wait now\\.\n"_s;
        QTest::newRow("metrics") << u"watch_metrics"_s << u"(sample \\d: \\d+ of \\d+ MiB, [\\d.]+ %\n){3}"_s;
    }
    void itPrints()
    {
        QFETCH(QString, program);
        QFETCH(QString, pattern);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"OPEN_SANDBOX_DOMAIN"_s, m_runtime.address());
        environment.insert(u"OPEN_SANDBOX_API_KEY"_s, m_runtime.key());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QString(QStringLiteral(WB_BIN_DIR "/examples/example_") + program), QStringList());
        QVERIFY2(process.waitForFinished(120'000), qPrintable(process.errorString()));
        const QByteArray output = process.readAllStandardOutput();
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, QByteArray(output + errors).constData());
        QVERIFY2(QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(QString::fromUtf8(output)).hasMatch(), output.constData());
    }

    void aServerThatIsNotThereIsTold()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"OPEN_SANDBOX_DOMAIN"_s, u"127.0.0.1:9"_s);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(WB_BIN_DIR "/examples/example_basic_sandbox"), QStringList());
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("Could not reach http://127.0.0.1:9"));
    }
};

QTEST_GUILESS_MAIN(SdkExamplesTest)
#include "tst_sdk_examples.moc"
