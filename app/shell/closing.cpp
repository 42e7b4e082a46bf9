// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "closing.h"

#include "closequestion.h"

#include <QTimer>

#include <chrono>
#include <memory>
#include <utility>

using namespace std::chrono_literals;

namespace {

constexpr auto graceForInterrupts = 1s;

/// Passes the first call on, unless its receiver is gone.
template <typename Call>
auto once(Closing *receiver, Call call)
{
    return [guard = QPointer<Closing>(receiver), called = std::make_shared<bool>(false), call = std::move(call)](const auto &...arguments) {
        if (guard && !std::exchange(*called, true))
            call(arguments...);
    };
}

} // namespace

Closing::Closing(MainWindow *window, bool quits, const QList<Part> &parts, const QList<Concern> &concerns)
    : QObject(window), m_window(window), m_quits(quits), m_parts(parts)
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
    std::optional<bool> endsContexts;
    for (const Part &part : std::as_const(m_parts)) {
        if (const auto ends = part.hooks.loss ? part.hooks.loss().endsContexts : std::nullopt; ends && part.hooks.setEndsContexts)
            endsContexts = endsContexts.value_or(false) || *ends;
    }
    m_question = new CloseQuestion(m_quits, rows, m_sentences, endsContexts, m_window);
    connect(m_question, &CloseQuestion::answered, this, [this](const QList<int> &save, bool interrupt) {
        m_save = save;
        m_unplaced = save;
        m_interrupt = interrupt;
        m_endsContexts = m_question->endsContexts();
        askPlaces();
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

void Closing::askPlaces()
{
    while (!m_unplaced.isEmpty()) {
        const int number = m_unplaced.takeFirst();
        const Part part = m_losing.at(number);
        if (const QString path = part.hooks.path ? part.hooks.path() : QString(); !path.isEmpty()) {
            m_places.insert(number, path);
            continue;
        }
        if (!part.document || !part.hooks.askPlace)
            continue;
        m_question->hide(); // The question is answered; it comes back when there is something to wait for.
        m_window->setCurrentDocument(part.document);
        const auto chosen = once(this, [this, number](const QString &place) {
            if (place.isEmpty()) {
                end(false);
                return;
            }
            m_places.insert(number, place);
            askPlaces();
        });
        // A document that goes while it is asked answers no more.
        connect(part.document, &QObject::destroyed, this, [chosen]() { chosen(QString()); });
        part.hooks.askPlace(m_places.values(), chosen);
        return;
    }
    stopRuns();
}

void Closing::stopRuns()
{
    for (int number = 0; m_interrupt && number < int(m_losing.size()); ++number) {
        const Part part = m_losing.at(number);
        if (!part.document || !part.hooks.stopFirst || part.hooks.loss().running.isEmpty())
            continue;
        int Closing::*const count = m_save.contains(number) ? &Closing::m_running : &Closing::m_thrownAway;
        ++(this->*count);
        const auto stopped = once(this, [this, count] {
            --(this->*count);
            lookAtRuns();
        });
        connect(part.document, &QObject::destroyed, this, [stopped] { stopped(); });
        part.hooks.stopFirst(stopped);
    }
    m_stops = true;
    if (m_running + m_thrownAway > 0)
        m_question->waitForRuns();
    // Output that is thrown away is not waited for, but the word to stop needs its moment to reach the server.
    if (m_thrownAway > 0) {
        QTimer::singleShot(graceForInterrupts, this, [this] {
            m_patient = false;
            lookAtRuns();
        });
    }
    lookAtRuns();
}

void Closing::lookAtRuns()
{
    if (m_stops && m_running == 0 && (m_thrownAway == 0 || !m_patient))
        runsEnded();
}

void Closing::runsEnded()
{
    if (!std::exchange(m_stops, false))
        return; // What runs ended after it was waited for.
    disconnect(m_question, nullptr, this, nullptr);
    m_question->close();
    m_question = nullptr;
    saveNext();
}

void Closing::saveNext()
{
    while (!m_save.isEmpty()) {
        const int number = m_save.takeFirst();
        const Part part = m_losing.at(number);
        if (!part.document || !part.hooks.saveFirst)
            continue;
        // It may have to say why not.
        m_window->setCurrentDocument(part.document);
        const auto written = once(this, [this](bool good) {
            if (good)
                saveNext();
            else
                end(false);
        });
        connect(part.document, &QObject::destroyed, this, [written] { written(true); });
        part.hooks.saveFirst(m_places.value(number), written);
        return;
    }
    end(true);
}

void Closing::end(bool close)
{
    deleteLater();
    if (m_question) {
        disconnect(m_question, nullptr, this, nullptr);
        m_question->deleteLater();
        m_question = nullptr;
    }
    if (!close)
        return;
    // Last of all, as a save that fails keeps the window.
    for (const Part &part : std::as_const(m_parts)) {
        if (m_endsContexts && part.document && part.hooks.setEndsContexts)
            part.hooks.setEndsContexts(*m_endsContexts);
    }
    for (const Concern &concern : std::as_const(m_concerns)) {
        if (concern.second)
            concern.second();
    }
    m_finish();
}
