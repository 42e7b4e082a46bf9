// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sdktest.h"

#include <QTimeZone>

/// What the calls of tests/data/requests.txt are made with, asynchronous and blocking.
namespace SdkTest {

template <typename T>
std::optional<Error> errorOf(const Result<T> &result)
{
    return result ? std::nullopt : std::optional<Error>(result.error());
}

inline CreateOptions anyImage()
{
    CreateOptions options;
    options.image = QStringLiteral("img");
    return options;
}

inline QDateTime moment()
{
    return QDateTime::fromSecsSinceEpoch(1'900'000'000, QTimeZone::UTC);
}

inline CredentialVaultChange vaultChange()
{
    CredentialVaultChange change;
    change.expectedRevision = 3;
    change.replaceCredentials = { { QStringLiteral("c"), QStringLiteral("hidden-value") } };
    change.deleteBindings = QStringList { QStringLiteral("b") };
    return change;
}

} // namespace SdkTest
