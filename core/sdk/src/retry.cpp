// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "retry.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

using std::chrono::milliseconds;

QDateTime httpDate(const QByteArray &value)
{
    // Proxies may add a second one behind.
    return QDateTime::fromString(QString::fromLatin1(value.trimmed().left(25)).trimmed() + u" +0000"_s, Qt::RFC2822Date);
}

std::optional<milliseconds> retryAfter(const QByteArray &value, const QDateTime &now)
{
    const QByteArray text = value.trimmed();
    if (text.isEmpty())
        return {};
    if (std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
        bool ok = false;
        const qint64 seconds = text.toLongLong(&ok);
        return milliseconds(ok ? std::min<qint64>(seconds, 1'000'000'000) * 1000 : std::numeric_limits<qint64>::max());
    }
    const QDateTime date = httpDate(text);
    if (!date.isValid())
        return {};
    return milliseconds(std::max<qint64>(0, now.msecsTo(date)));
}

std::optional<milliseconds> pauseBefore(const RetryPolicy &policy, int attempt, std::optional<milliseconds> asked, double chance)
{
    if (attempt >= policy.retries)
        return {};
    const milliseconds longest = std::max(milliseconds(0), policy.longestPause);
    if (asked)
        return *asked > longest ? std::nullopt : asked;
    const double jitter = std::clamp(policy.jitter, 0.0, 1.0) * (2 * chance - 1);
    const double pause = double(std::max<qint64>(0, policy.firstPause.count())) * std::pow(std::max(1.0, policy.factor), attempt) * (1 + jitter);
    return milliseconds(qint64(std::min(pause, double(longest.count()))));
}

} // namespace OpenSandbox
