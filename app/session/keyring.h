// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

/// Where secrets are kept: the desktop's keyring, or something in its place for a test. Answers come later, in the interface thread.
class Keyring
{
public:
    /// `secret` is empty where there is none; `problem` is not where the keyring could not be asked (its own words).
    using ReadResult = std::function<void(const QString &secret, const QString &problem)>;
    using WriteResult = std::function<void(const QString &problem)>;

    virtual ~Keyring() = default;

    /// `done` is not called after `context` is gone.
    virtual void read(const QString &name, QObject *context, ReadResult done) = 0;
    /// An empty secret removes the entry.
    virtual void write(const QString &name, const QString &secret, QObject *context, WriteResult done) = 0;

    /// The one of the desktop (Secret Service, KWallet).
    static std::unique_ptr<Keyring> ofDesktop();
};
