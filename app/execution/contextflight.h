// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contextrunner.h"

#include <opensandbox/codeinterpreter.h>

#include <QDateTime>
#include <QStringDecoder>

/// One run on its way. Handlers of the stream hold it, not the runner.
struct ContextRunner::Flight
{
    std::shared_ptr<Notebook::Run> run;
    std::shared_ptr<SandboxSession> session;
    std::shared_ptr<OpenSandbox::CodeInterpreter> interpreter;
    OpenSandbox::CodeContext context;
    std::stop_source stop; ///< Before the code is sent; afterwards it is interrupted instead.
    bool sent = false;
    bool refused = false; ///< Just now, by a busy server.
    bool interrupted = false;
    bool failed = false;
    bool told = false; ///< Everybody heard that its context is gone; what its stream still says of that is old.
    bool displays = false; ///< A picture or another display has come.
    QDateTime stoppedAt; ///< Valid: its sandbox is paused, or out of reach.
    qint64 lines = 0; ///< Of output so far.
    QDateTime lastOutput;
    QString lateName; ///< Under which what it prints after its end is asked for.
    QString lostReason; ///< Not empty: the context ended during the run.

    // Of a background command.
    QString command; ///< Its id, once it has started.
    qint64 cursor = 0; ///< Of its log.
    bool interruptDue = false; ///< It was asked for and has not reached the server yet.
    bool interruptAgain = false; ///< It was sent more than once.
    QStringDecoder decoder { QStringDecoder::Utf8 }; ///< A part of the log may end inside a character.
};
