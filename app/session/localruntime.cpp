// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "localruntime.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QStandardPaths>

#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype LongestReadyLine = 256 * 1024;
constexpr qsizetype KeptErrors = 16 * 1024;
constexpr int MostCrashes = 5;

QString newKey()
{
    std::array<quint32, 8> words {};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QString::fromLatin1(QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex());
}

QString lastLine(const QByteArray &text)
{
    const QList<QByteArray> lines = text.trimmed().split('\n');
    return QString::fromUtf8(lines.last().trimmed().left(400));
}

} // namespace

LocalRuntime::LocalRuntime(Connection *connection, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
{
    m_readyTimer.setSingleShot(true);
    m_restartTimer.setSingleShot(true);
    connect(&m_readyTimer, &QTimer::timeout, this, [this]() {
        fail({ tr("The local runtime did not start within %1 s.").arg(m_readyTimeout.count() / 1000.0, 0, 'g', 3),
               m_errors.isEmpty() ? tr("Retry. If it stays, restart the computer or look for a program that holds it back.") : tr("Its last words: %1").arg(lastLine(m_errors)), {} });
    });
    connect(&m_restartTimer, &QTimer::timeout, this, &LocalRuntime::launch);
    connect(m_connection, &Connection::retryRequested, this, &LocalRuntime::retry);
}

LocalRuntime::~LocalRuntime()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->closeInput();
    if (!m_process->waitForFinished(5s)) {
        m_process->kill();
        m_process->waitForFinished(1s);
    }
}

QString LocalRuntime::findExecutable()
{
    const QString override = qEnvironmentVariable("OPENSANDBOX_LOCAL");
    if (!override.isEmpty())
        return override;
    const QString beside = QCoreApplication::applicationDirPath() + "/opensandbox-local"_L1;
    if (QFileInfo(beside).isExecutable())
        return beside;
    return QStandardPaths::findExecutable(u"opensandbox-local"_s);
}

QString LocalRuntime::diagnostics() const
{
    return QString::fromUtf8(m_errors);
}

void LocalRuntime::start()
{
    if (m_state == State::Starting || m_state == State::Running)
        return;
    m_crashes = 0;
    launch();
}

void LocalRuntime::retry()
{
    if (m_state == State::Running)
        return;
    m_restartTimer.stop();
    m_crashes = 0;
    dropProcess();
    launch();
}

void LocalRuntime::stop()
{
    m_readyTimer.stop();
    m_restartTimer.stop();
    if (m_process) {
        m_process->disconnect(this);
        m_process->closeInput();
    }
    setState(State::Stopped);
    m_connection->setOff();
}

void LocalRuntime::launch()
{
    dropProcess();
    m_problem = {};
    m_output.clear();
    m_errors.clear();
    m_isolation = {};
    m_warnings.clear();
    const QString program = m_executable.isEmpty() ? findExecutable() : m_executable;
    if (program.isEmpty()) {
        fail({ tr("The local runtime (opensandbox-local) is not installed."),
               tr("Install it beside this program, or set OPENSANDBOX_LOCAL to its place."), {} });
        return;
    }

    m_key = newKey();
    QStringList arguments { u"serve"_s, u"--host"_s, u"127.0.0.1"_s, u"--port"_s, u"0"_s, u"--exit-with-stdin"_s };
    if (!m_stateDirectory.isEmpty())
        arguments << u"--state-dir"_s << m_stateDirectory;

    m_process = std::make_unique<LocalProcess>();
    connect(m_process.get(), &LocalProcess::outputRead, this, &LocalRuntime::readOutput);
    connect(m_process.get(), &LocalProcess::errorsRead, this, &LocalRuntime::readErrors);
    connect(m_process.get(), &LocalProcess::finished, this, &LocalRuntime::finished);
    setState(State::Starting);
    m_connection->setStarting();
    m_readyTimer.start(m_readyTimeout);
    if (const QString error = m_process->start(program, arguments, { { "OPENSANDBOX_LOCAL_API_KEY", m_key.toLatin1() } }); !error.isEmpty()) {
        fail({ tr("The local runtime cannot be started: %1").arg(error), tr("Check that %1 is there and may be executed.").arg(program), {} });
    }
}

void LocalRuntime::readOutput(const QByteArray &bytes)
{
    if (m_state != State::Starting)
        return; // Only its first line means something.
    m_output += bytes;
    const qsizetype end = m_output.indexOf('\n');
    if (end >= 0)
        handleLine(m_output.left(end));
    else if (m_output.size() > LongestReadyLine)
        handleLine(m_output);
}

void LocalRuntime::readErrors(const QByteArray &bytes)
{
    m_errors += bytes;
    if (m_errors.size() > KeptErrors)
        m_errors = m_errors.last(KeptErrors);
}

void LocalRuntime::handleLine(const QByteArray &line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    const QJsonObject object = document.object();
    if (object.value("ready"_L1).toBool()) {
        const int port = object.value("port"_L1).toInt();
        if (port > 0 && port < 65536) {
            m_readyTimer.stop();
            m_isolation = object.value("isolation"_L1).toObject();
            const QJsonArray warnings = object.value("warnings"_L1).toArray();
            for (const QJsonValue &warning : warnings)
                m_warnings << warning.toString();
            m_runningSince = QDateTime::currentDateTimeUtc();
            setState(State::Running);
            OpenSandbox::ConnectionConfig config;
            config.domain = u"127.0.0.1:%1"_s.arg(port);
            config.apiKey = m_key;
            m_connection->setConfig(config);
            return;
        }
    } else if (object.contains("ready"_L1)) {
        OpenSandbox::Error error;
        error.code = object.value("code"_L1).toString();
        error.message = object.value("message"_L1).toString();
        fail({ error.message.isEmpty() ? tr("The local runtime cannot start here and gives no reason.") : error.message,
               object.value("hint"_L1).toString(), error });
        return;
    }
    const QString head = QString::fromUtf8(line.left(120)).simplified();
    fail({ tr("The local runtime answered something that cannot be understood: %1").arg(head),
           tr("Check that opensandbox-local belongs to this version of the program."), {} });
}

void LocalRuntime::finished(int exitCode, bool crashed)
{
    if (m_state == State::Failed || m_state == State::Stopped)
        return;
    QString how = crashed ? tr("The local runtime crashed.") : tr("The local runtime ended with exit code %1.").arg(exitCode);
    if (!m_errors.isEmpty())
        how += u' ' + lastLine(m_errors);
    const bool wasRunning = m_state == State::Running;
    m_readyTimer.stop();
    if (wasRunning && m_runningSince.secsTo(QDateTime::currentDateTimeUtc()) > 60)
        m_crashes = 0;
    if (!wasRunning) {
        fail({ how, tr("Retry. 'Copy diagnostics' has what it wrote."), {} });
        return;
    }
    if (++m_crashes > MostCrashes) {
        fail({ how + u' ' + tr("It was restarted %1 times.").arg(MostCrashes), tr("Retry. 'Copy diagnostics' has what it wrote."), {} });
        return;
    }
    // Its sandboxes died with it; a fresh one is soon there, but a runtime that dies at once must not spin.
    setState(State::Starting);
    m_connection->setStarting();
    m_restartTimer.start(250ms * (1 << m_crashes));
}

void LocalRuntime::fail(const Problem &problem)
{
    m_readyTimer.stop();
    m_restartTimer.stop();
    m_problem = problem;
    setState(State::Failed);
    if (m_process)
        m_process->closeInput();
    m_connection->setFailed(problem);
}

void LocalRuntime::dropProcess()
{
    if (!m_process)
        return;
    LocalProcess *process = m_process.release();
    process->disconnect(this);
    if (!process->isRunning()) {
        // It may be the sender of the signal that is being handled.
        process->deleteLater();
        return;
    }
    process->closeInput();
    process->setParent(this);
    connect(process, &LocalProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void LocalRuntime::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}
