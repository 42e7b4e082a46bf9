// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebookrun.h"

#include "commandline.h"
#include "outputprinter.h"

#include <execution/sessiontargets.h>

#include <opensandbox/notebook/file.h>

#include <QFileInfo>
#include <QSettings>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr int CellFailed = 1;
constexpr int NoSandbox = 3;
constexpr int Interrupted = 130;
constexpr std::chrono::seconds InterruptPatience { 10 };

QString duration(qint64 ms)
{
    return u"%1 s"_s.arg(double(ms) / 1000, 0, 'f', 2);
}

} // namespace

NotebookRun::NotebookRun(NotebookRunOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)),
      m_settings(m_options.settings.isEmpty() || m_options.connection == "local"_L1 ? nullptr : std::make_unique<QSettings>(m_options.settings, QSettings::IniFormat)),
      m_connections(m_settings.get()), m_store(&m_connections), m_sessions(&m_store)
{
    connect(&m_connections, &ConnectionStore::keyringFailed, this, [](const QString &message) { std::fprintf(stderr, "%s\n", qUtf8Printable(message)); });
    m_cellTimer.setSingleShot(true);
    connect(&m_cellTimer, &QTimer::timeout, this, [this] {
        if (!m_timedOut) {
            m_timedOut = true;
            m_queue->interruptAll();
            m_cellTimer.start(InterruptPatience);
            return;
        }
        // Code that does not listen ends with its context.
        const Notebook::Cell *cell = m_document.cell(m_next);
        if (!cell || !m_targets) {
            return;
        }
        const Notebook::Binding binding = cell->effectiveBinding();
        m_targets->restartContext(binding, [this, key = binding.key()](const QString &) {
            m_queue->contextLost(key, tr("It did not stop when interrupted, so its context was restarted."));
        });
    });
}

NotebookRun::~NotebookRun() = default;

void NotebookRun::start()
{
    // Now, and not when everything has run.
    if (const QFileInfo folder(QFileInfo(m_options.output).absolutePath()); !m_options.output.isEmpty() && (!folder.isDir() || !folder.isWritable())) {
        fail(CommandLine::badUsage, folder.isDir() ? tr("The folder of %1 is not writable.").arg(m_options.output) : tr("There is no folder for %1.").arg(m_options.output),
             tr("Nothing has run. Name another file with --output."));
        return;
    }
    const auto opened = Notebook::File::open(m_document, m_options.notebook);
    if (!opened) {
        fail(CommandLine::badUsage, opened.error().message, opened.error().hint);
        return;
    }
    m_connections.load();
    m_connection = m_connections.find(m_options.connection);
    if (!m_connection) {
        QStringList names;
        for (const Connection *connection : m_connections.connections()) {
            names.append(connection->name());
        }
        fail(CommandLine::badUsage, tr("There is no connection called '%1'.").arg(m_options.connection), tr("Known connections: %1.").arg(names.join(tr(", "))));
        return;
    }
    connect(m_connection, &Connection::stateChanged, this, &NotebookRun::connectionChanged);
    if (m_connection->isLocal()) {
        m_runtime = std::make_unique<LocalRuntime>(m_connection);
        m_runtime->start();
    }
    connectionChanged();
}

void NotebookRun::connectionChanged()
{
    if (m_started || m_ended) {
        return;
    }
    switch (m_connection->state()) {
    case Connection::State::Online:
        m_started = true;
        m_watch = m_store.watch();
        findSandbox();
        break;
    case Connection::State::Offline:
    case Connection::State::Refused:
    case Connection::State::Failed:
        fail(NoSandbox, m_connection->problem().message, m_connection->problem().hint);
        break;
    case Connection::State::Off:
    case Connection::State::Starting:
    case Connection::State::Connecting:
        break;
    }
}

void NotebookRun::findSandbox()
{
    if (m_options.sandbox.isEmpty()) {
        createSandbox();
        return;
    }
    connect(&m_store, &SandboxStore::refreshed, this, [this] {
        if (m_attached || m_ended) {
            return;
        }
        for (const SandboxRecord &record : m_store.records()) {
            if (record.connectionId == m_connection->id() && (record.id() == m_options.sandbox || record.name() == m_options.sandbox)) {
                attached(record.id(), record.name());
                return;
            }
        }
        fail(NoSandbox, tr("%1 has no sandbox '%2'.").arg(m_connection->name(), m_options.sandbox),
             tr("Name one by its id or name, or leave --sandbox out to make a new one."));
    });
    connect(&m_store, &SandboxStore::refreshFailed, this, [this](const QString &, const OpenSandbox::Error &error) {
        const Problem problem = describeError(error, m_connection->name());
        fail(NoSandbox, problem.message, problem.hint);
    });
    m_store.refresh();
}

void NotebookRun::createSandbox()
{
    OpenSandbox::CreateOptions options;
    options.image = m_options.image;
    options.timeout = std::chrono::hours(1);
    options.metadata.insert(u"name"_s, u"run-"_s + QString::number(QDateTime::currentSecsSinceEpoch(), 36));
    say(tr("Making a sandbox (%1) with %2.").arg(m_options.image, m_connection->name()));
    m_creation = std::make_unique<SandboxCreation>(&m_sessions, m_connection, options);
    connect(m_creation.get(), &SandboxCreation::finished, this, [this] {
        if (m_creation->outcome() != SandboxCreation::Outcome::Succeeded) {
            const Problem problem = m_creation->problem();
            fail(NoSandbox, problem.message.isEmpty() ? tr("The sandbox could not be made.") : problem.message, imageHint(problem));
            return;
        }
        m_createdSandbox = m_creation->sandboxId();
        attached(m_createdSandbox, m_creation->session()->name());
    });
    m_creation->start();
}

QString NotebookRun::imageHint(const Problem &problem) const
{
    if (!isImageProblem(problem.error)) {
        return problem.hint;
    }
    QStringList names;
    for (const LocalCatalog::Image &image : m_connection->catalog().images) {
        // What the server's own words name already is not said again.
        if (!problem.message.contains(image.name)) {
            names.append(image.name);
        }
    }
    return names.isEmpty() ? tr("Name another image with --image.") : tr("Name another image with --image, for example %1.").arg(names.join(tr(", ")));
}

void NotebookRun::attached(const QString &sandboxId, const QString &sandboxName)
{
    if (m_ended) {
        return;
    }
    m_attached = true;
    m_session = m_sessions.session(sandboxId);
    m_targets = std::make_unique<SessionTargets>(&m_sessions);
    m_targets->contextRunner().setMakesNamedContexts(true);
    m_targets->contextRunner().setAnswersInput(false); // Nobody sits here: what asks fails at once instead of waiting for ever.
    m_targets->contextRunner().setTakesLateOutput(false); // A cell that is shown and saved stays as it is.
    m_queue = std::make_unique<Notebook::RunQueue>(m_targets->runner());
    m_queue->setContinueOnError(m_options.continueOnError);
    connect(m_queue.get(), &Notebook::RunQueue::finished, this, &NotebookRun::cellFinished);
    // This run uses one sandbox, whatever the file remembers of earlier ones.
    const auto unbound = [](const Notebook::Binding &binding) {
        return Notebook::Binding { .connection = {}, .sandbox = {}, .language = binding.language, .context = binding.context };
    };
    m_document.setDefaultBinding(unbound(m_document.defaultBinding()));
    for (Notebook::Cell *cell : m_document.cells()) {
        if (!cell->binding().sandbox.isEmpty()) {
            cell->setBinding(unbound(cell->binding()));
        }
    }
    m_document.setFallbackBinding({ .connection = m_connection->id(), .sandbox = sandboxId, .language = {}, .context = {} });
    say(tr("Running %1 in %2.").arg(QFileInfo(m_options.notebook).fileName(), sandboxName));
    runNext();
}

void NotebookRun::runNext()
{
    while (m_next < m_document.count()) {
        Notebook::Cell *cell = m_document.cell(m_next);
        if (cell->kind() == Notebook::CellKind::Code && !cell->source().trimmed().isEmpty()) {
            break;
        }
        ++m_next;
    }
    if (m_next >= m_document.count()) {
        end();
        return;
    }
    Notebook::Cell *cell = m_document.cell(m_next);
    say(tr("\n── cell %1 · %2").arg(QString::number(m_next + 1), cell->language()));
    m_printer = std::make_unique<OutputPrinter>(cell, stdout);
    m_timedOut = false;
    if (!cell->effectiveBinding().context.isEmpty()) {
        runCell(cell);
        return;
    }
    // The limit is that of the code: what the start of its context takes is not counted. Why a context
    // cannot be had the run itself says.
    m_tasks.run(m_session->defaultContext(cell->language(), m_tasks.token()), [this, cell](OpenSandbox::Result<OpenSandbox::CodeContext>) {
        if (!m_ended) {
            runCell(cell);
        }
    });
}

void NotebookRun::runCell(Notebook::Cell *cell)
{
    if (m_options.cellTimeout.count() > 0) {
        m_cellTimer.start(m_options.cellTimeout);
    }
    m_queue->enqueue(cell);
}

void NotebookRun::cellFinished(Notebook::Cell *cell, Notebook::Outcome outcome)
{
    m_cellTimer.stop();
    m_printer->finish();
    m_printer.reset();
    ++m_ran;
    QString reason = cell->stateReason();
    if (m_timedOut) {
        reason = tr("It was stopped after %1 s, the limit set by --timeout.").arg(m_options.cellTimeout.count());
        // Whoever reads the notebook later sees it, too.
        cell->outputs()->appendError(u"TimeLimit"_s, reason, {});
    }
    if (outcome == Notebook::Outcome::Done) {
        say(tr("✓ %1").arg(duration(cell->elapsedMs())));
    } else {
        ++m_failed;
        say(tr("✗ failed after %1. %2").arg(duration(cell->elapsedMs()), reason).trimmed());
    }
    ++m_next;
    if (m_interrupted) {
        m_exitCode = Interrupted;
        end();
    } else if (outcome != Notebook::Outcome::Done && !m_options.continueOnError) {
        m_exitCode = CellFailed;
        end();
    } else {
        // From the event loop: the queue is still telling its listeners about this cell.
        QTimer::singleShot(0, this, &NotebookRun::runNext);
    }
}

void NotebookRun::interrupt()
{
    if (m_ran == 0 && !m_interrupted && (!m_queue || !m_queue->isBusy())) {
        say(tr("Stopped before the first cell."));
    }
    const bool creating = m_creation && m_creation->outcome() == SandboxCreation::Outcome::Running;
    if (m_interrupted || !(creating || (m_queue && m_queue->isBusy()))) {
        m_exitCode = Interrupted;
        end();
        return;
    }
    m_interrupted = true;
    if (creating) {
        m_exitCode = Interrupted;
        m_creation->disconnect(this);
        m_createdSandbox = m_creation->sandboxId();
        if (!m_createdSandbox.isEmpty()) {
            end();
            return;
        }
        // Only the answer to the request names the sandbox that has to go.
        connect(m_creation.get(), &SandboxCreation::undone, this, &NotebookRun::end);
        m_creation->cancel();
        return;
    }
    say(tr("Interrupting. Press Ctrl+C again to leave at once."));
    m_queue->interruptAll();
}

void NotebookRun::fail(int exitCode, const QString &message, const QString &hint)
{
    if (m_ended) {
        return;
    }
    std::fprintf(stderr, "%s\n", qUtf8Printable(message));
    if (!hint.isEmpty()) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(hint));
    }
    m_exitCode = exitCode;
    end();
}

void NotebookRun::end()
{
    if (m_ended) {
        return;
    }
    m_ended = true;
    m_cellTimer.stop();
    if (m_failed > 0 && m_exitCode == 0) {
        m_exitCode = CellFailed;
    }
    if (m_ran > 0) {
        say(tr("\nCells run: %1. Failed: %2.").arg(m_ran).arg(m_failed));
    }
    if (m_ran > 0 && m_options.output.isEmpty()) {
        say(tr("The executed notebook is not saved. Name a file with --output to keep it."));
    }
    if (m_attached && !m_options.output.isEmpty()) {
        if (const auto saved = Notebook::File::save(m_document, m_options.output)) {
            say(tr("The executed notebook is %1.").arg(m_options.output));
        } else {
            std::fprintf(stderr, "%s\n%s\n", qUtf8Printable(saved.error().message), qUtf8Printable(saved.error().hint));
            m_exitCode = CommandLine::badUsage;
        }
    }
    const auto manager = m_connection ? m_connection->manager() : nullptr;
    if (m_createdSandbox.isEmpty() || m_options.keepSandbox || !manager) {
        if (!m_createdSandbox.isEmpty()) {
            say(tr("The sandbox %1 goes on.").arg(m_createdSandbox));
        }
        QTimer::singleShot(0, this, [this] { Q_EMIT finished(m_exitCode); });
        return;
    }
    m_tasks.run(manager->kill(m_createdSandbox), [this](OpenSandbox::Result<OpenSandbox::Done>) { Q_EMIT finished(m_exitCode); });
}

void NotebookRun::say(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}
