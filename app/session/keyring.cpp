// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keyring.h"

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace {

class DesktopKeyring final : public Keyring
{
public:
    void read(const QString &name, QObject *context, ReadResult done) override
    {
        auto *job = new QKeychain::ReadPasswordJob(m_service);
        job->setKey(name);
        QObject::connect(job, &QKeychain::Job::finished, context, [job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError)
                done(job->textData(), {});
            else
                done({}, job->error() == QKeychain::EntryNotFound ? QString() : job->errorString());
        });
        job->start();
    }
    void write(const QString &name, const QString &secret, QObject *context, WriteResult done) override
    {
        QKeychain::Job *job = nullptr;
        if (secret.isEmpty()) {
            job = new QKeychain::DeletePasswordJob(m_service);
        } else {
            auto *writing = new QKeychain::WritePasswordJob(m_service);
            writing->setTextData(secret);
            job = writing;
        }
        job->setKey(name);
        QObject::connect(job, &QKeychain::Job::finished, context, [job, done = std::move(done)] {
            const bool well = job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
            done(well ? QString() : job->errorString());
        });
        job->start();
    }

private:
    const QString m_service = u"opensandbox-workbench"_s;
};

} // namespace

std::unique_ptr<Keyring> Keyring::ofDesktop()
{
    return std::make_unique<DesktopKeyring>();
}
