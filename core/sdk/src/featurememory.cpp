// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "featurememory.h"

using namespace Qt::StringLiterals;

namespace OpenSandbox {

std::optional<bool> Capabilities::supports(Feature feature) const
{
    const auto answer = known.constFind(feature);
    return answer == known.constEnd() ? std::nullopt : std::optional<bool>(*answer);
}

bool meansUnsupported(Feature feature, const Error &error)
{
    if (error.kind != Error::Kind::Api)
        return false;
    if (error.httpStatus == 501)
        return true;
    switch (feature) {
    case Feature::SignedEndpoints:
        return error.httpStatus == 400 && error.code.endsWith("API_NOT_SUPPORTED"_L1);
    case Feature::ServerPools:
        return error.httpStatus == 400 && error.code.endsWith("UNSUPPORTED_POOL_REF"_L1);
    case Feature::PauseAndResume:
        // Neither has a body that could be wrong: a 400 speaks about the provider.
        return error.httpStatus == 400;
    case Feature::LocalExtensions:
        // A question without a parameter cannot be wrong.
        return error.httpStatus == 400 || error.httpStatus == 404 || error.httpStatus == 405;
    case Feature::Terminal:
    case Feature::CodeExtensions:
        // An unknown route is answered without a code, an unknown context or PTY with one.
        return (error.httpStatus == 404 || error.httpStatus == 405) && error.code.isEmpty();
    case Feature::Snapshots:
    case Feature::ScopedDiagnostics:
        return false;
    }
    return false;
}

namespace {

/// A code and a text, where the server gave none.
void explain(Error *error)
{
    if (!error->code.isEmpty())
        return;
    error->code = u"NOT_SUPPORTED"_s;
    error->message = u"The server does not offer this (%1)."_s.arg(error->message.isEmpty() ? QString::number(error->httpStatus) : error->message);
}

} // namespace

std::optional<Error> Features::refusal(Feature feature) const
{
    const auto error = capabilities.refusals.constFind(feature);
    return error == capabilities.refusals.constEnd() ? std::nullopt : std::optional<Error>(*error);
}

void Features::has(Feature feature)
{
    capabilities.known.insert(feature, true);
    capabilities.refusals.remove(feature);
}

void Features::lacks(Feature feature, const Error &error)
{
    capabilities.known.insert(feature, false);
    capabilities.refusals.insert(feature, error);
}

void Features::learn(Feature feature, Error *error)
{
    if (!error) {
        has(feature);
    } else if (meansUnsupported(feature, *error)) {
        explain(error);
        lacks(feature, *error);
    } else if (error->kind == Error::Kind::Api && error->httpStatus == 409) { // It minds the state, so it can.
        has(feature);
    }
}

std::optional<Error> Features::refusal(const QByteArray &call, const QString &contextId) const
{
    if (const auto error = m_missingCalls.constFind(call); error != m_missingCalls.constEnd())
        return *error;
    const auto error = m_refusingContexts.constFind({ call, contextId });
    return error == m_refusingContexts.constEnd() ? std::nullopt : std::optional<Error>(*error);
}

void Features::learn(const QByteArray &call, const QString &contextId, Error *error)
{
    if (!error || !meansUnsupported(Feature::CodeExtensions, *error))
        return;
    explain(error);
    if (error->httpStatus == 501)
        m_refusingContexts.insert({ call, contextId }, *error);
    else
        m_missingCalls.insert(call, *error);
}

void Features::forget(Feature feature)
{
    capabilities.known.remove(feature);
    capabilities.refusals.remove(feature);
}

} // namespace OpenSandbox
