// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mainwindow.h"

#include <QHash>
#include <QPointer>

#include <optional>

class CloseQuestion;

/**
 * The way from the wish to close several documents, or the window with all of them, to closing them: one question for all that would be
 * lost, then where to write what has no place yet; until then nothing was touched, and whoever cancels finds everything as it was. Only then
 * runs are stopped, and documents written one after the other. A save that fails ends it and nothing closes. Deletes itself at its end.
 */
class Closing : public QObject
{
public:
    struct Part
    {
        QPointer<QWidget> document;
        QString title;
        DocumentHooks hooks;
    };
    using Concern = std::pair<std::function<QString()>, std::function<void()>>;

    /// `concerns` count only where the window closes (`quits`).
    Closing(MainWindow *window, bool quits, const QList<Part> &parts, const QList<Concern> &concerns);
    ~Closing() override;

    /// Nothing would be lost, so there is nothing to ask.
    bool isNeedless() const { return m_losing.isEmpty() && m_sentences.isEmpty(); }
    /// Asks; `finish` when all may close.
    void start(std::function<void()> finish);
    /// The question again, for who wants to close once more meanwhile.
    void remind();

private:
    void askPlaces();
    void stopRuns();
    void lookAtRuns();
    void runsEnded();
    void saveNext();
    void end(bool close);

    MainWindow *const m_window;
    const bool m_quits;
    QList<Part> m_parts;
    QList<Part> m_losing;
    QList<Concern> m_concerns;
    QStringList m_sentences;
    QList<int> m_unplaced; ///< Still to be asked about, numbers in m_losing.
    QHash<int, QString> m_places;
    QList<int> m_save; ///< Still to be saved, numbers in m_losing.
    std::function<void()> m_finish;
    QPointer<CloseQuestion> m_question;
    bool m_interrupt = false;
    std::optional<bool> m_endsContexts;
    int m_running = 0; ///< Documents to be saved whose runs have not ended.
    int m_thrownAway = 0; ///< Others, whose runs have not ended.
    bool m_stops = false;
    bool m_patient = true; ///< With those that are thrown away.
};
