// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "closing.h"

#include "closequestion.h"

#include <memory>
#include <utility>

Closing::Closing(MainWindow *window, bool quits, const QList<Part> &parts, const QList<Concern> &concerns)
    : QObject(window), m_window(window), m_quits(quits)
{
    for (const Part &part : parts) {
        const DocumentLoss loss = part.hooks.loss ? part.hooks.loss() : DocumentLoss {};
        if (loss.unsaved || !loss.running.isEmpty())
            m_losing.append(part);
    }
    if (!quits)
        return;
    for (const Concern &concern : concerns) {
        if (const QString sentence = concern.first(); !sentence.isEmpty()) {
            m_sentences.append(sentence);
            m_concerns.append(concern);
        }
    }
}

Closing::~Closing()
{
    delete m_question;
}

void Closing::start(std::function<void()> finish)
{
    m_finish = std::move(finish);
    QList<CloseQuestion::Row> rows;
    for (const Part &part : std::as_const(m_losing))
        rows.append({ part.title, part.hooks.path ? part.hooks.path() : QString(), part.hooks.loss().running });
    m_question = new CloseQuestion(m_quits, rows, m_sentences, m_window);
    connect(m_question, &CloseQuestion::answered, this, [this](const QList<int> &save, bool interrupt) {
        m_save = save;
        if (interrupt)
            stopRuns();
        else
            runsEnded();
    });
    connect(m_question, &CloseQuestion::goOn, this, &Closing::runsEnded);
    connect(m_question, &QDialog::rejected, this, [this] { end(false); });
    m_question->open();
}

void Closing::remind()
{
    if (!m_question)
        return;
    m_question->raise();
    m_question->activateWindow();
}

void Closing::stopRuns()
{
    // One more than there are, so that the last word is said here.
    m_running = 1;
    const auto ended = [this] {
        if (--m_running == 0)
            runsEnded();
    };
    for (const Part &part : std::as_const(m_losing)) {
        if (!part.document || !part.hooks.stopFirst || part.hooks.loss().running.isEmpty())
            continue;
        ++m_running;
        const auto once = std::make_shared<bool>(false);
        const auto stopped = [guard = QPointer<Closing>(this), once, ended] {
            if (guard && !std::exchange(*once, true))
                ended();
        };
        connect(part.document, &QObject::destroyed, this, stopped);
        part.hooks.stopFirst(stopped);
    }
    if (m_running > 1)
        m_question->waitForRuns();
    ended();
}

void Closing::runsEnded()
{
    if (!m_question)
        return; // What runs ended after it was waited for.
    disconnect(m_question, nullptr, this, nullptr);
    m_question->close();
    m_question = nullptr;
    saveNext();
}

void Closing::saveNext()
{
    while (!m_save.isEmpty()) {
        const Part part = m_losing.at(m_save.takeFirst());
        if (!part.document || !part.hooks.saveFirst)
            continue;
        // It may ask where, and say why not.
        m_window->setCurrentDocument(part.document);
        const auto once = std::make_shared<bool>(false);
        const auto written = [guard = QPointer<Closing>(this), once](bool good) {
            if (!guard || std::exchange(*once, true))
                return;
            if (good)
                guard->saveNext();
            else
                guard->end(false);
        };
        connect(part.document, &QObject::destroyed, this, [written] { written(true); });
        part.hooks.saveFirst(written);
        return;
    }
    end(true);
}

void Closing::end(bool close)
{
    deleteLater();
    if (m_question) {
        disconnect(m_question, nullptr, this, nullptr);
        m_question = nullptr;
    }
    if (!close)
        return;
    // Last of all, as a save that fails keeps the window.
    for (const Concern &concern : std::as_const(m_concerns))
        concern.second();
    m_finish();
}
