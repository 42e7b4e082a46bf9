// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The program without a window, as a user types it, over the real local runtime.
#include "faultserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace {

const QString workbench = QStringLiteral(WB_BIN_DIR "/opensandbox-workbench");

struct Finished
{
    int exitCode = -1;
    QString output;
    QString errors;
};

Finished run(const QStringList &arguments, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(workbench, QStringList { u"run"_s } + arguments);
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return { -1, QString::fromUtf8(process.readAllStandardOutput()), u"timed out: "_s + QString::fromUtf8(process.readAllStandardError()) };
    }
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, QString::fromUtf8(process.readAllStandardOutput()),
             QString::fromUtf8(process.readAllStandardError()) };
}

QByteArray notebook(const QList<std::pair<QString, QString>> &cells)
{
    QJsonArray array;
    for (int i = 0; i < cells.size(); ++i) {
        array.append(QJsonObject { { u"cell_type"_s, u"code"_s }, { u"id"_s, u"cell-%1"_s.arg(i) }, { u"execution_count"_s, QJsonValue::Null },
                                   { u"metadata"_s, QJsonObject { { u"opensandbox"_s, QJsonObject { { u"language"_s, cells.at(i).first } } } } },
                                   { u"outputs"_s, QJsonArray {} }, { u"source"_s, cells.at(i).second } });
    }
    return QJsonDocument(QJsonObject { { u"cells"_s, array }, { u"metadata"_s, QJsonObject {} }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, 5 } })
        .toJson();
}

/// Command lines of running processes that hold `marker`, there or among their mounts.
QStringList processesWith(const QByteArray &marker)
{
    QStringList found;
    const QStringList pids = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &pid : pids) {
        QFile file(u"/proc/"_s + pid + u"/cmdline"_s);
        if (pid.at(0).isDigit() && file.open(QIODevice::ReadOnly)) {
            const QByteArray line = file.readAll();
            QFile mounts(u"/proc/"_s + pid + u"/mountinfo"_s);
            if (line.contains(marker) || (mounts.open(QIODevice::ReadOnly) && mounts.readAll().contains(marker))) {
                found.append(pid + u": "_s + QString::fromUtf8(QByteArray(line).replace('\0', ' ')));
            }
        }
    }
    return found;
}

} // namespace

class TestHeadless : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    void welcomeNotebookRunsAndStaysValid();
    void aRealWorldNotebookRunsSavesAndReopensTheSame();
    void stopsAtTheFirstFailingCell();
    void goesOnWhenAsked();
    void aCellOverItsTimeLimitIsStopped();
    void badInputIsExplained_data();
    void badInputIsExplained();
    void codeThatAsksFailsAtOnce();
    void aConnectionOfTheWindowIsKnown();
    void theWindowsOwnArgumentsAreChecked_data();
    void theWindowsOwnArgumentsAreChecked();
    void withoutBubblewrapItSaysWhatToDo();
    void killedAtAnyMomentItLeavesNothingBehind();
    void killedAsItStartsTheRuntimeItLeavesNothingBehind();
    void stoppedWhileTheSandboxIsMadeItRemovesIt();
    void aLineIsShownAsSoonAsItIsWhole();
    void aSecondInterruptLeavesACellThatDoesNotListen_data();
    void aSecondInterruptLeavesACellThatDoesNotListen();

private:
    QString write(const QByteArray &content, const QString &name = u"a.ipynb"_s)
    {
        QFile file(m_dir->filePath(name));
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("%s cannot be written", qUtf8Printable(file.fileName()));
        }
        file.write(content);
        return file.fileName();
    }

    void validate(const QString &path)
    {
        QProcess python;
        python.start(u"python3"_s, { u"-c"_s, u"import nbformat,sys; nbformat.validate(nbformat.read(sys.argv[1], as_version=4))"_s, path });
        QVERIFY(python.waitForFinished());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    }

    static QJsonArray cellsOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object().value("cells"_L1).toArray() : QJsonArray {};
    }

    struct Survivor
    {
        // In the command line of a process inside the sandbox and of the workbench, and in the runtime's folder.
        QByteArray marker;
        QString notebook;
        QProcessEnvironment environment;
    };
    Survivor makeSurvivor();

    std::unique_ptr<QTemporaryDir> m_dir;
};

TestHeadless::Survivor TestHeadless::makeSurvivor()
{
    const QByteArray marker = "survivor-" + QByteArray::number(QRandomGenerator::global()->generate64(), 36);
    const QString name = write(notebook({ { u"bash"_s, u"exec -a %1 sleep 600"_s.arg(QString::fromLatin1(marker)) } }), QString::fromLatin1(marker) + u".ipynb"_s);
    const QString runtime = write("#!/bin/sh\nexec '" WB_BIN_DIR "/opensandbox-local' \"$@\" --state-dir '" + QFile::encodeName(m_dir->filePath(u"state-"_s)) + marker + "'\n", u"runtime"_s);
    QFile(runtime).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPENSANDBOX_LOCAL"_s, runtime);
    return { marker, name, environment };
}

void TestHeadless::welcomeNotebookRunsAndStaysValid()
{
    const QString out = m_dir->filePath(u"out.ipynb"_s);
    const Finished finished = run({ QStringLiteral(WB_SOURCE_DIR "/resources/notebooks/welcome.ipynb"), u"--output"_s, out });
    QVERIFY2(finished.exitCode == 0, qUtf8Printable(finished.output + finished.errors));
    QVERIFY(finished.output.contains("[image/png"_L1)); // pain 27: plots appear
    QVERIFY(finished.output.contains("sum 780"_L1));
    QVERIFY(finished.output.contains("The forecast for Lisbon:"_L1)); // bash keeps its variables
    validate(out);
}

void TestHeadless::aRealWorldNotebookRunsSavesAndReopensTheSame()
{
    const QString out = m_dir->filePath(u"out.ipynb"_s);
    const QString source = QStringLiteral(WB_TEST_DATA "/notebooks/analysis.ipynb");
    const Finished finished = run({ source, u"--output"_s, out });
    QVERIFY2(finished.exitCode == 0, qUtf8Printable(finished.output + finished.errors));
    validate(out);
    const QJsonArray before = cellsOf(source);
    const QJsonArray after = cellsOf(out);
    QVERIFY(before.size() >= 30);
    QCOMPARE(after.size(), before.size());
    int pictures = 0;
    int tables = 0;
    for (int i = 0; i < after.size(); ++i) {
        QCOMPARE(after.at(i)["source"_L1], before.at(i)["source"_L1]);
        const QJsonArray outputs = after.at(i)["outputs"_L1].toArray();
        for (const QJsonValue &output : outputs) {
            QVERIFY(output["output_type"_L1].toString() != "error"_L1);
            pictures += output["data"_L1].toObject().contains("image/png"_L1);
            tables += output["data"_L1].toObject().contains("text/html"_L1);
        }
    }
    QVERIFY(pictures >= 3);
    QVERIFY(tables >= 3);
}

// pain 40: nobody can answer, so nothing may wait for an answer.
void TestHeadless::codeThatAsksFailsAtOnce()
{
    const QString path = write(notebook({ { u"python"_s, u"input('Name: ')"_s }, { u"bash"_s, u"read -r answer || echo nobody"_s } }));
    const Finished finished = run({ path, u"--continue-on-error"_s });
    QCOMPARE(finished.exitCode, 1);
    QVERIFY2(finished.output.contains("StdinNotImplementedError"_L1), qUtf8Printable(finished.output + finished.errors));
    QVERIFY2(finished.output.contains("nobody"_L1), qUtf8Printable(finished.output + finished.errors));
}

void TestHeadless::stopsAtTheFirstFailingCell() // pain 39
{
    const QString out = m_dir->filePath(u"out.ipynb"_s);
    const QString path = write(notebook({ { u"python"_s, u"print('one')"_s }, { u"python"_s, u"1/0"_s }, { u"python"_s, u"print('never')"_s } }));
    const Finished finished = run({ path, u"--output"_s, out });
    QCOMPARE(finished.exitCode, 1);
    QVERIFY(finished.output.contains("ZeroDivisionError"_L1));
    QVERIFY(!finished.output.contains("never"_L1));
    const QJsonArray cells = cellsOf(out);
    QCOMPARE(cells.at(0)["outputs"_L1].toArray().size(), 1);
    QCOMPARE(cells.at(2)["outputs"_L1].toArray().size(), 0);
    validate(out);
}

void TestHeadless::goesOnWhenAsked()
{
    const QString path = write(notebook({ { u"bash"_s, u"exit 3"_s }, { u"python"_s, u"print('after', 1 + 1)"_s } }));
    const Finished finished = run({ path, u"--continue-on-error"_s });
    QCOMPARE(finished.exitCode, 1);
    QVERIFY(finished.output.contains("after 2"_L1));
}

void TestHeadless::aCellOverItsTimeLimitIsStopped()
{
    const QString path = write(notebook({ { u"python"_s, u"print('spinning')\nwhile True: pass"_s } }));
    const QString out = m_dir->filePath(u"out.ipynb"_s);
    const Finished finished = run({ path, u"--timeout"_s, u"2"_s, u"--output"_s, out });
    QCOMPARE(finished.exitCode, 1);
    QVERIFY(finished.output.contains("spinning"_L1));
    QVERIFY(finished.output.contains("limit set by --timeout"_L1));
    // Whoever opens the executed notebook sees why it ends there.
    const QJsonArray outputs = cellsOf(out).at(0)["outputs"_L1].toArray();
    QCOMPARE(outputs.last()["output_type"_L1].toString(), u"error"_s);
    QVERIFY(outputs.last()["evalue"_L1].toString().contains("--timeout"_L1));
    validate(out);
}

void TestHeadless::badInputIsExplained_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");

    QTest::newRow("empty file") << QByteArray("") << QStringList {} << 2 << u"empty"_s;
    QTest::newRow("truncated") << QByteArray("{\"cells\": [") << QStringList {} << 2 << u"line 1"_s;
    QTest::newRow("not a notebook") << QByteArray("[1, 2]") << QStringList {} << 2 << u"notebook"_s;
    QTest::newRow("conflict markers") << QByteArray("{\n<<<<<<< HEAD\n \"cells\": []\n=======\n>>>>>>> x\n}") << QStringList {} << 2 << u"conflict"_s;
    QTest::newRow("unknown connection") << notebook({}) << QStringList { u"--connection"_s, u"nowhere"_s } << 2 << u"nowhere"_s;
    QTest::newRow("unknown sandbox") << notebook({ { u"python"_s, u"1"_s } }) << QStringList { u"--sandbox"_s, u"nobody"_s } << 3 << u"nobody"_s;
    QTest::newRow("unknown image") << notebook({ { u"python"_s, u"1"_s } }) << QStringList { u"--image"_s, u"no/such:1"_s } << 3 << u"no/such:1"_s;
    // The local runtime answers 500 with the names it has; trying again would not help.
    QTest::newRow("unknown image, the known ones") << notebook({ { u"python"_s, u"1"_s } }) << QStringList { u"--image"_s, u"nonsense"_s } << 3 << u"installed on this machine: local"_s;
    QTest::newRow("unknown image, the next step") << notebook({ { u"python"_s, u"1"_s } }) << QStringList { u"--image"_s, u"nonsense"_s } << 3 << u"Name another image with --image"_s;
    QTest::newRow("unknown option") << notebook({}) << QStringList { u"--no-such-option"_s } << 2 << u"opensandbox-workbench run --help"_s;
    QTest::newRow("option without its value") << notebook({}) << QStringList { u"--timeout"_s } << 2 << u"--help"_s;
    QTest::newRow("no folder for the output") << notebook({}) << QStringList { u"--output"_s, u"/no/such/folder/x.ipynb"_s } << 2 << u"Nothing has run"_s;
    QTest::newRow("bad timeout") << notebook({}) << QStringList { u"--timeout"_s, u"soon"_s } << 2 << u"--timeout"_s;
}

void TestHeadless::badInputIsExplained()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Finished finished = run(QStringList { write(content) } + arguments);
    QTEST(finished.exitCode, "exitCode");
    QVERIFY2(finished.errors.contains(says, Qt::CaseInsensitive), qUtf8Printable(finished.errors));
    if (arguments.contains(u"--image"_s))
        QVERIFY2(!finished.errors.contains("Try again"_L1), qUtf8Printable(finished.errors));
}

void TestHeadless::aConnectionOfTheWindowIsKnown()
{
    // Nobody listens there; that it was asked shows that name and address were found.
    QDir().mkpath(m_dir->filePath(u"opensandbox-workbench"_s));
    {
        QSettings settings(m_dir->filePath(u"opensandbox-workbench/settings.ini"_s), QSettings::IniFormat);
        settings.beginWriteArray(u"connections"_s);
        settings.setArrayIndex(0);
        settings.setValue(u"id"_s, u"0a1b2c3d"_s);
        settings.setValue(u"name"_s, u"Staging"_s);
        settings.setValue(u"domain"_s, u"127.0.0.1:9"_s);
        settings.setValue(u"secrets"_s, QStringList());
        settings.endArray();
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_CONFIG_HOME"_s, m_dir->path());
    const Finished finished = run({ write(notebook({ { u"python"_s, u"1"_s } })), u"--connection"_s, u"staging"_s }, environment);
    QCOMPARE(finished.exitCode, 3);
    QVERIFY2(finished.errors.contains("Staging does not answer"_L1) && finished.errors.contains("127.0.0.1:9"_L1), qUtf8Printable(finished.errors));
}

void TestHeadless::theWindowsOwnArgumentsAreChecked_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    const QString picture = u"picture.png"_s;
    QTest::newRow("unknown option") << QStringList { u"--no-such-option"_s } << 2 << u"opensandbox-workbench --help"_s;
    QTest::newRow("value missing") << QStringList { u"--theme"_s } << 2 << u"--help"_s;
    QTest::newRow("theme") << QStringList { u"--theme"_s, u"pink"_s } << 2 << u"light, dark or contrast"_s;
    QTest::newRow("delay") << QStringList { u"--screenshot"_s, picture, u"--screenshot-delay"_s, u"soon"_s } << 2 << u"milliseconds"_s;
    QTest::newRow("picture on an unknown connection") << QStringList { u"--screenshot"_s, picture, u"--screenshot-delay"_s, u"50"_s, u"--connection"_s, u"nowhere"_s } << 2 << u"no connection 'nowhere'"_s;
    QTest::newRow("picture of a sandbox that is not there") << QStringList { u"--screenshot"_s, picture, u"--screenshot-delay"_s, u"50"_s, u"--sandbox"_s, u"nobody"_s } << 2 << u"nobody"_s;
    QTest::newRow("picture that cannot be written") << QStringList { u"--screenshot"_s, u"/no/such/folder/picture.png"_s, u"--screenshot-delay"_s, u"50"_s } << 1 << u"cannot be written"_s;
    QTest::newRow("picture") << QStringList { u"--screenshot"_s, picture, u"--screenshot-delay"_s, u"50"_s } << 0 << QString();
    QTest::newRow("help") << QStringList { u"--help"_s } << 0 << QString();
}

void TestHeadless::theWindowsOwnArgumentsAreChecked()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_dir->path());
    process.start(workbench, QStringList { u"--safe-mode"_s } + arguments);
    QVERIFY(process.waitForFinished(120'000));
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QTEST(process.exitCode(), "exitCode");
    QVERIFY2(errors.contains(says), qUtf8Printable(errors));
}

void TestHeadless::withoutBubblewrapItSaysWhatToDo() // pain 123
{
    const QString runtime = write("#!/bin/sh\nexec '" WB_BIN_DIR "/opensandbox-local' \"$@\" --bwrap /nowhere/bwrap\n", u"runtime"_s);
    QVERIFY(QFile::setPermissions(runtime, QFile::ReadOwner | QFile::ExeOwner));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPENSANDBOX_LOCAL"_s, runtime);
    const Finished finished = run({ write(notebook({ { u"python"_s, u"1"_s } })) }, environment);
    QCOMPARE(finished.exitCode, 3);
    QVERIFY2(finished.errors.contains("bubblewrap"_L1), qUtf8Printable(finished.errors));
}

void TestHeadless::killedAtAnyMomentItLeavesNothingBehind() // pain 126
{
    const Survivor survivor = makeSurvivor();
    for (int attempt = 0; attempt < 100; ++attempt) {
        QProcess process;
        process.setProcessEnvironment(survivor.environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(workbench, { u"run"_s, survivor.notebook });
        QVERIFY(process.waitForStarted());
        // From 'not even started' to 'the cell runs': spread evenly, so that every stage is met.
        QTest::qWait(attempt * 12);
        QVERIFY2(process.state() == QProcess::Running, process.readAll().constData());
        process.kill();
        process.waitForFinished();
    }
    QTRY_VERIFY2_WITH_TIMEOUT(processesWith(survivor.marker).isEmpty(), qUtf8Printable(processesWith(survivor.marker).join(u'\n')), 5000);
    QFile mounts(u"/proc/self/mountinfo"_s);
    QVERIFY(mounts.open(QIODevice::ReadOnly));
    QVERIFY(!mounts.readAll().contains(survivor.marker));
}

// The moment in which a process is there that is not the runtime yet.
void TestHeadless::killedAsItStartsTheRuntimeItLeavesNothingBehind()
{
    if (!QFile::exists(u"/proc/thread-self/children"_s))
        QSKIP("This kernel does not list the children of a process.");
    const Survivor survivor = makeSurvivor();
    for (int attempt = 0; attempt < 20; ++attempt) {
        QProcess process;
        process.setProcessEnvironment(survivor.environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(workbench, { u"run"_s, survivor.notebook });
        QVERIFY(process.waitForStarted());
        const QString children = u"/proc/%1/task/%1/children"_s.arg(process.processId());
        QElapsedTimer timer;
        timer.start();
        bool hasChild = false;
        while (!hasChild && timer.elapsed() < 60'000) {
            QFile file(children);
            hasChild = file.open(QIODevice::ReadOnly) && !file.readAll().isEmpty();
        }
        QVERIFY2(hasChild, process.readAll().constData());
        process.kill();
        process.waitForFinished();
    }
    QTRY_VERIFY2_WITH_TIMEOUT(processesWith(survivor.marker).isEmpty(), qUtf8Printable(processesWith(survivor.marker).join(u'\n')), 30'000);
}

void TestHeadless::stoppedWhileTheSandboxIsMadeItRemovesIt()
{
    FaultServer server;
    server.on("GET", "/health", Reply::json(200, R"({"status":"healthy"})"));
    server.on("GET", "/v1/sandboxes", Reply::json(200, R"({"items":[],"pagination":{"page":1,"pageSize":100,"totalItems":0,"totalPages":0,"hasNextPage":false}})"));
    const Reply made = Reply::json(202, R"({"id":"box","status":{"state":"Running"},"entrypoint":["x"],"createdAt":"2026-01-02T03:04:05Z"})");
    server.on("POST", "/v1/sandboxes", Reply::silence().thenWait(1000).thenSend(made.bytes()));
    server.on("DELETE", "/v1/sandboxes/box", Reply::empty(204));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPEN_SANDBOX_DOMAIN"_s, server.address());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(workbench, { u"run"_s, write(notebook({ { u"python"_s, u"1"_s } })), u"--connection"_s, u"Environment"_s });
    QVERIFY(process.waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(server.count("POST", "/v1/sandboxes"), 1, 60'000);
    ::kill(pid_t(process.processId()), SIGINT);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 130, errors.constData()); // A leak gives another code.
    QVERIFY2(process.readAllStandardOutput().contains("Stopped before the first cell."), errors.constData());
    QCOMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1);
    QCOMPARE(server.count("POST", "/v1/sandboxes"), 1);
}

void TestHeadless::aLineIsShownAsSoonAsItIsWhole()
{
    QProcess process;
    process.start(workbench, { u"run"_s, write(notebook({ { u"bash"_s, u"echo ready; sleep 600"_s } })) });
    QVERIFY(process.waitForStarted());
    QByteArray output;
    QTRY_VERIFY2_WITH_TIMEOUT((output += process.readAllStandardOutput()).contains("\nready\n"), output.constData(), 60'000);
    ::kill(pid_t(process.processId()), SIGINT);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
    output += process.readAllStandardOutput();
    QVERIFY2(output.count("ready") == 1, output.constData());
    QCOMPARE(process.exitCode(), 130);
}

void TestHeadless::aSecondInterruptLeavesACellThatDoesNotListen_data()
{
    QTest::addColumn<bool>("answered");
    QTest::newRow("the interrupt is refused for now and repeated") << true;
    QTest::newRow("the interrupt is never answered") << false;
}

void TestHeadless::aSecondInterruptLeavesACellThatDoesNotListen()
{
    QFETCH(bool, answered);
    FaultServer server;
    const QByteArray box = R"({"id":"box","status":{"state":"Running"},"entrypoint":["x"],"createdAt":"2026-01-02T03:04:05Z"})";
    server.on("GET", "/health", Reply::json(200, R"({"status":"healthy"})"));
    server.on("GET", "/v1/sandboxes", [&](const Received &) {
        const QByteArray items = server.count("POST", "/v1/sandboxes") > 0 ? box : QByteArray();
        return Reply::json(200, R"({"items":[)" + items + R"(],"pagination":{"page":1,"pageSize":100,"totalItems":1,"totalPages":1,"hasNextPage":false}})");
    });
    server.on("POST", "/v1/sandboxes", Reply::json(202, box));
    server.on("GET", "/v1/sandboxes/box", Reply::json(200, box));
    server.on("GET", "/v1/sandboxes/box/endpoints/44772", Reply::json(200, R"({"endpoint":")" + server.address().toUtf8() + R"("})"));
    server.on("GET", "/ping", Reply::empty(200));
    server.on("GET", "/code/contexts", Reply::json(200, "[]"));
    server.on("POST", "/code/context", Reply::json(200, R"({"id":"ctx","language":"python"})"));
    server.on("POST", "/code", Reply::openStream({ R"({"type":"init","text":"ctx","timestamp":1})" }));
    server.on("DELETE", "/code", answered ? Reply::json(404, R"({"code":"CONTEXT_NOT_FOUND","message":"not yet"})") : Reply::silence());
    server.on("DELETE", "/v1/sandboxes/box", Reply::empty(204));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPEN_SANDBOX_DOMAIN"_s, server.address());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(workbench, { u"run"_s, write(notebook({ { u"python"_s, u"while True: pass"_s } })), u"--connection"_s, u"Environment"_s });
    QVERIFY(process.waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(server.count("POST", "/code"), 1, 60'000);
    ::kill(pid_t(process.processId()), SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(server.count("DELETE", "/code") > 0, 60'000);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(pid_t(process.processId()), SIGINT);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 130, errors.constData()); // A leak gives another code.
    QCOMPARE(server.count("DELETE", "/v1/sandboxes/box"), 1);
    QCOMPARE(server.count("POST", "/code"), 1);
}

QTEST_GUILESS_MAIN(TestHeadless)
#include "tst_headless.moc"
