// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxstore.h"

#include "shared/statechip.h"

#include <QCoreApplication>

/// The words of sandboxes: states, times, sizes. Pure.
class SandboxWords
{
    Q_DECLARE_TR_FUNCTIONS(SandboxWords)

public:
    static StateLook state(const OpenSandbox::SandboxState &state);
    /// With what this program knows beyond the server's word: expired, gone, being killed.
    static StateLook state(const SandboxRecord &record);
    /// The one fact after the state word, for example "3 contexts" or "out of memory"; may be empty.
    static QString fact(const SandboxRecord &record, const QDateTime &now);

    /// "41:12" below an hour, "5 h 10 m" below a day, else "3 d 4 h".
    static QString remaining(std::chrono::seconds left);
    /// For screen readers: "41 minutes".
    static QString remainingInWords(std::chrono::seconds left);
    /// "31 s", "12 min", "2 h", "3 d".
    static QString age(std::chrono::seconds age);
    /// "30 min", "4 h", "1 h 30 min", "2 d".
    static QString lifetime(std::chrono::seconds lifetime);
    /// "1 sandbox", "8 sandboxes".
    static QString sandboxes(int count);
    /// "612 MiB" below 1 GiB, else "4.40 GiB".
    static QString memory(double mib);
    /// "today 10:39:53", "tomorrow 09:00", or the date.
    static QString when(const QDateTime &moment);
    /// The image's name without its registry.
    static QString shortImage(const QString &image);
    /// "python" -> "Python", "py" for badges below; other languages as they are.
    static QString languageName(const QString &language);
    static QString languageBadge(const QString &language);
    /// The line a screen reader says for a row.
    static QString accessible(const SandboxRecord &record, std::optional<std::chrono::seconds> left);
    /// The expiry moment in local time and UTC, or that there is none.
    static QString expiryTip(const SandboxRecord &record);
};
