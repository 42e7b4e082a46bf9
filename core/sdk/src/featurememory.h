// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/capabilities.h>

namespace OpenSandbox {

/// What a server has shown that it can or cannot do. Shared by the calls of one Client; one thread.
class Features
{
public:
    /// Its refusal, if it is known to lack the feature.
    std::optional<Error> refusal(Feature feature) const;
    void has(Feature feature);
    void lacks(Feature feature, const Error &error);
    /// Learns from the outcome of a call that belongs to the feature: a success (null), or an Error that says "never
    /// here". One that says no more than that the route is unknown gets a code and a text.
    void learn(Feature feature, Error *error);
    void forget(Feature feature);

    Capabilities capabilities;
};

/// The Error means that the server does not offer this at all, whatever the request. Pure.
bool meansUnsupported(Feature feature, const Error &error);

} // namespace OpenSandbox
