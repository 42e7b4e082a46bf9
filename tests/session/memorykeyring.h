// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <session/keyring.h>

#include <QMap>
#include <QPointer>
#include <QTimer>

/// A keyring in memory that answers from the event loop, as the real one does; it can be locked.
class MemoryKeyring final : public Keyring
{
public:
    struct State
    {
        QMap<QString, QString> secrets;
        bool locked = false;
        int reads = 0;
    };

    explicit MemoryKeyring(std::shared_ptr<State> state) : m_state(std::move(state)) { }

    void read(const QString &name, QObject *context, ReadResult done) override
    {
        ++m_state->reads;
        QTimer::singleShot(0, context, [state = m_state, name, done = std::move(done)] {
            if (state->locked)
                done({}, QStringLiteral("The keyring is locked."));
            else
                done(state->secrets.value(name), {});
        });
    }
    void write(const QString &name, const QString &secret, QObject *context, WriteResult done) override
    {
        QTimer::singleShot(0, context, [state = m_state, name, secret, done = std::move(done)] {
            if (state->locked) {
                done(QStringLiteral("The keyring is locked."));
                return;
            }
            if (secret.isEmpty())
                state->secrets.remove(name);
            else
                state->secrets.insert(name, secret);
            done({});
        });
    }

private:
    const std::shared_ptr<State> m_state;
};
