// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/services.h>

namespace OpenSandbox {

/// What the sandbox's network guard says (egress-api.yaml).
struct EgressStatus
{
    QString status; ///< "ok".
    QString mode; ///< "deny_all", "allow_all" or "enforcing"; an open set.
    QString enforcementMode; ///< "dns" or "dns+nft"; an open set.
    QString reason; ///< For people, mostly empty: for example that no rule matched.
    std::optional<NetworkPolicy> policy; ///< Only get() brings it.
};

/**
 * The outbound network policy of a running sandbox. There is one only where the sandbox was created with
 * a networkPolicy; elsewhere the calls fail with code "NO_EGRESS". Rules are met in order, the first match counts.
 */
class EgressService
{
public:
    virtual ~EgressService() = default;

    /// The rules in force and how they are enforced.
    virtual Task<EgressStatus> get(std::stop_token stop = {}) = 0;
    /// Adds rules in front; of several for one target the first is taken, an older one is replaced.
    virtual Task<EgressStatus> patch(QList<NetworkRule> rules, std::stop_token stop = {}) = 0;
    /// Removes the rules for these targets. One that is not there is no error: see `reason`.
    virtual Task<EgressStatus> remove(QStringList targets, std::stop_token stop = {}) = 0;
    /// The whole policy, the default action included.
    virtual Task<EgressStatus> replace(NetworkPolicy policy, std::stop_token stop = {}) = 0;
    /// Back to deny everything.
    virtual Task<EgressStatus> reset(std::stop_token stop = {}) = 0;
    /// Whether the guard and, where asked for, its credential proxy are up; 503 while they start.
    virtual Task<Done> health(std::stop_token stop = {}) = 0;
};

} // namespace OpenSandbox
