// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sandboxstore.h"

#include <QCoreApplication>

/**
 * The line above the list, parsed: `state:running image:python expires<30m owner=ana name:"long name" word`.
 * All terms must hold; a minus before a term turns it round. Pure.
 */
class SandboxFilter
{
    Q_DECLARE_TR_FUNCTIONS(SandboxFilter)

public:
    struct Term
    {
        enum class Kind { Word, State, Image, Name, Id, Connection, ExpiresBelow, ExpiresAbove, Metadata };
        Kind kind = Kind::Word;
        QString key; ///< Of metadata.
        QString value;
        std::chrono::seconds time {};
        bool negated = false;
        int start = 0; ///< Place in the text.
        int length = 0;
    };
    struct Mistake
    {
        int start = 0;
        int length = 0;
        QString explanation;
    };

    static SandboxFilter parse(const QString &text);

    bool isEmpty() const { return m_terms.isEmpty(); }
    bool dependsOnTime() const;
    /// A wrong term is left out of the terms and named here.
    const QList<Mistake> &mistakes() const { return m_mistakes; }
    const QList<Term> &terms() const { return m_terms; }
    bool matches(const SandboxRecord &record, const QString &stateWord, const QString &connectionName, std::optional<std::chrono::seconds> left) const;

    /// "30m", "1h30m", "90s", "2d", "45" (minutes); absent when it is none of these.
    static std::optional<std::chrono::seconds> parseTime(const QString &text);

private:
    QList<Term> m_terms;
    QList<Mistake> m_mistakes;
};
