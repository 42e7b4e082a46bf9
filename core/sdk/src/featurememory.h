// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/capabilities.h>

#include <QHash>

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

    /// The same for one call of Feature::CodeExtensions ("complete", ...): that there is no such route holds for every
    /// context, a 501 for this one only, because another language's kernel may well answer.
    std::optional<Error> refusal(const QByteArray &call, const QString &contextId) const;
    void learn(const QByteArray &call, const QString &contextId, Error *error);

    Capabilities capabilities;

private:
    QHash<QByteArray, Error> m_missingCalls;
    QHash<std::pair<QByteArray, QString>, Error> m_refusingContexts;
};

/// The Error means that the server does not offer this at all, whatever the request. Pure.
bool meansUnsupported(Feature feature, const Error &error);

} // namespace OpenSandbox
