// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/syncservices.h>

#include "syncthread.h"

namespace OpenSandbox {

using Sync::call;

Result<CodeContext> CodesSync::createContext(QString language, QString cwd, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::createContext, std::move(language), std::move(cwd), std::move(stop));
}

Result<CodeContext> CodesSync::getContext(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::getContext, std::move(id), std::move(stop));
}

Result<QList<CodeContext>> CodesSync::listContexts(QString language, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::listContexts, std::move(language), std::move(stop));
}

Result<Done> CodesSync::deleteContext(QString id, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::deleteContext, std::move(id), std::move(stop));
}

Result<Done> CodesSync::deleteContexts(QString language, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::deleteContexts, std::move(language), std::move(stop));
}

Result<Execution> CodesSync::run(QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop)
{
    return Sync::run<Execution>(m_thread, [service = m_service, code = std::move(code), context = std::move(context), handlers = std::move(handlers), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->run(code, context, Sync::queued(queue, handlers), stop);
    });
}

Result<Execution> CodesSync::run(QString code, QString language, ExecutionHandlers handlers, std::stop_token stop)
{
    return Sync::run<Execution>(m_thread, [service = m_service, code = std::move(code), language = std::move(language), handlers = std::move(handlers), stop = std::move(stop)](const JobQueuePtr &queue) {
        return service->run(code, language, Sync::queued(queue, handlers), stop);
    });
}

Result<Done> CodesSync::interrupt(QString contextId, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::interrupt, std::move(contextId), std::move(stop));
}

Result<Done> CodesSync::restartContext(QString contextId, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::restartContext, std::move(contextId), std::move(stop));
}

Result<Completion> CodesSync::complete(QString contextId, QString code, int cursorPosition, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::complete, std::move(contextId), std::move(code), cursorPosition, std::move(stop));
}

Result<Inspection> CodesSync::inspect(QString contextId, QString code, int cursorPosition, int detailLevel, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::inspect, std::move(contextId), std::move(code), cursorPosition, detailLevel, std::move(stop));
}

Result<VariableList> CodesSync::variables(QString contextId, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::variables, std::move(contextId), std::move(stop));
}

Result<VariablePage> CodesSync::variablePage(QString contextId, QString name, VariableQuery query, std::stop_token stop)
{
    Task<VariablePage> (CodesService::*method)(QString, QString, VariableQuery, std::stop_token) = &CodesService::variablePage;
    return call(m_thread, m_service, method, std::move(contextId), std::move(name), std::move(query), std::move(stop));
}

Result<VariablePage> CodesSync::variablePage(QString contextId, QString name, qint64 offset, int limit, std::stop_token stop)
{
    return variablePage(std::move(contextId), std::move(name), VariableQuery { .offset = offset, .limit = limit }, std::move(stop));
}

Result<Done> CodesSync::sendInput(QString contextId, QString value, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::sendInput, std::move(contextId), std::move(value), std::move(stop));
}

Result<LateOutput> CodesSync::lateOutput(QString contextId, qint64 since, std::chrono::seconds wait, std::stop_token stop)
{
    return call(m_thread, m_service, &CodesService::lateOutput, std::move(contextId), since, wait, std::move(stop));
}

} // namespace OpenSandbox
