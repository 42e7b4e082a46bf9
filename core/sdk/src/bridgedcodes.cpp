// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "bridgedcodes.h"

#include "collector.h"
#include "contextqueue.h"
#include "figuretaker.h"

#include <opensandbox/displaybridge.h>

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// What is known about one context.
struct Bridge
{
    QString nonce; ///< Empty: not installed.
    bool impossible = false; ///< Its kernel cannot have one.
    int lastCount = 0; ///< A smaller one means that the kernel is another.
    QString inputPath; ///< Where input() waits for its answer; empty: it does not.
    QString figuresPath; ///< Where the style of figures is looked for; empty: nowhere.
    std::optional<FigureStyle> figures; ///< What is there.
};

struct State
{
    std::unique_ptr<CodesService> codes;
    std::shared_ptr<const Client> client;
    std::unique_ptr<FilesService> files;
    std::optional<bool> needed; ///< Absent: not asked yet.
    QHash<QString, Bridge> bridges; ///< By context id, or by language for its default context.
    std::optional<FigureStyle> figures; ///< That is wanted now.
    std::shared_ptr<ContextQueues> queues = std::make_shared<ContextQueues>(); ///< Of those below: what is asked, installed and told before a run belongs to it.
    QHash<QString, QString> defaults; ///< The keys of languages' default contexts, by the ids that these turned out to have.

    QString keyOfId(const QString &id) const { return defaults.value(id, id); }
};

using Shared = std::shared_ptr<State>;

QString keyOf(const CodeContext &context)
{
    return context.id.isEmpty() ? QString(u"language "_s + context.language.toLower()) : context.id;
}

Task<Done> write(Shared state, QString path, QByteArray json, std::stop_token stop = {})
{
    Permissions permissions;
    permissions.mode = 644; // Its folder is closed to others, or its name hard to guess.
    auto writing = state->files->write(path, json, permissions, stop);
    co_return co_await writing;
}

/// The file appears whole: it is written under another name and moved.
Task<Done> answer(Shared state, QString path, QJsonObject reply)
{
    auto writing = write(state, path + u".part"_s, QJsonDocument(reply).toJson(QJsonDocument::Compact));
    const Result<Done> written = co_await writing;
    if (!written)
        co_return written;
    QList<MoveEntry> entries { MoveEntry { path + u".part"_s, path } };
    auto move = state->files->move(entries);
    co_return co_await move;
}

/// Figures that are made from now on follow. Those of a context that cannot be told keep their colours and can be read all the same.
Task<Done> tellFigures(Shared state, QString key, std::stop_token stop)
{
    const auto bridge = state->bridges.find(key);
    if (bridge == state->bridges.end() || bridge->figuresPath.isEmpty() || bridge->figures == state->figures)
        co_return Done {};
    const std::optional<FigureStyle> figures = state->figures;
    auto writing = write(state, bridge->figuresPath, figures ? QJsonDocument(figuresJson(*figures)).toJson(QJsonDocument::Compact) : QByteArray("null"), stop);
    const Result<Done> written = co_await writing;
    if (const auto known = state->bridges.find(key); written && known != state->bridges.end())
        known->figures = figures; // Otherwise the next run tries again.
    co_return written;
}

Task<Done> sendInputOf(Shared state, QString contextId, QString value, std::stop_token stop)
{
    const auto bridge = state->bridges.find(state->keyOfId(contextId));
    const QString path = bridge == state->bridges.end() ? QString() : std::exchange(bridge->inputPath, {});
    if (path.isEmpty()) {
        auto native = state->codes->sendInput(contextId, value, stop);
        co_return co_await native;
    }
    auto answering = answer(state, path, { { u"value"_s, value } });
    co_return co_await answering;
}

/// Absent: it could not be asked now.
QCoro::Task<std::optional<bool>> isNeeded(Shared state, std::stop_token stop)
{
    if (!state->needed) {
        auto call = Client::callForJson(state->client, Request::get("/capabilities"), stop);
        const Result<QJsonDocument> about = co_await call;
        if (about)
            state->needed = !about->object().value("extensions"_L1).toArray().contains("display"_L1);
        else if (about.error().kind == Error::Kind::Api || about.error().kind == Error::Kind::Protocol)
            state->needed = true;
    }
    const std::optional<bool> needed = state->needed;
    co_return needed;
}

/// Installs the bridge. An error means that nothing was run; a kernel that cannot have one is none.
Task<Done> install(Shared state, CodeContext context, std::stop_token stop)
{
    const QString nonce = newDisplayNonce();
    const std::optional<FigureStyle> figures = state->figures;
    const auto found = std::make_shared<Bridge>();
    const auto unpacker = std::make_shared<DisplayUnpacker>(nonce, [found](const StreamEvent &event) {
        const auto *ready = std::get_if<Event::Unknown>(&event.value);
        if (!ready || ready->type != QString(DisplayBridgePrefix + u"ready"_s))
            return;
        found->nonce = ready->object.value("nonce"_L1).toString();
        const QString path = ready->object.value("figures"_L1).toString();
        if (path.startsWith(u'/'))
            found->figuresPath = path;
    });
    ExecutionHandlers handlers;
    handlers.skipAccumulation = true;
    handlers.onEvent = [unpacker](const StreamEvent &event) { unpacker->take(event); };
    const QString program = displayBootstrap(nonce, figures);
    auto running = context.id.isEmpty() ? state->codes->run(program, context.language, handlers, stop) : state->codes->run(program, context, handlers, stop);
    const Result<Execution> run = co_await running;
    if (!run)
        co_return std::unexpected(run.error());
    if (found->nonce.isEmpty() && run->failure && run->failure->name == "KeyboardInterrupt"_L1)
        co_return std::unexpected(cancelled()); // Meant for the code, which has not been sent.
    found->figures = figures;
    found->impossible = found->nonce.isEmpty();
    state->bridges.insert(state->keyOfId(keyOf(context)), *found);
    co_return Done {};
}

Task<Execution> runOf(Shared state, QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop)
{
    // Commands have no context, and what has no language is refused.
    const bool waits = !context.language.isEmpty() && context.language != "command"_L1 && context.language != "background-command"_L1;
    Turn turn(state->queues, waits ? state->keyOfId(keyOf(context)) : QUuid::createUuid().toString(), state->client->transport->context(), stop, state->client->closed);
    while (!turn.isFirst()) {
        if (state->client->isStopped(stop))
            co_return std::unexpected(cancelled());
        co_await turn;
    }
    const QString key = state->keyOfId(keyOf(context)); // Those before it may have changed it.
    if (context.language.compare("python"_L1, Qt::CaseInsensitive) == 0 && state->needed != false && !state->bridges.value(key).impossible) {
        auto asking = isNeeded(state, stop);
        const std::optional<bool> needed = co_await asking;
        if (needed == true && state->bridges.value(key).nonce.isEmpty()) {
            auto installing = install(state, context, stop);
            const Result<Done> installed = co_await installing;
            if (!installed)
                co_return std::unexpected(installed.error());
        }
    }
    const QString nonce = state->bridges.value(key).nonce;
    // Either the server knows of styles or the bridge does.
    if (auto *taker = dynamic_cast<FigureTaker *>(state->codes.get()))
        taker->setFigureStyle(nonce.isEmpty() ? state->figures : std::nullopt);
    if (nonce.isEmpty()) {
        auto plain = context.id.isEmpty() ? state->codes->run(code, context.language, handlers, stop) : state->codes->run(code, context, handlers, stop);
        Result<Execution> outcome = co_await plain;
        if (outcome && state->bridges.value(key).impossible)
            outcome->notes << u"The display bridge could not be installed in this context, so displays are missing."_s;
        co_return outcome;
    }

    auto telling = tellFigures(state, key, stop);
    const Result<Done> told = co_await telling;
    Q_UNUSED(told)

    const bool answers = bool(handlers.onInputRequest);
    const Pace pace = handlers.pace;
    const QString runName = handlers.runName;
    const auto collector = std::make_shared<Collector>(RunKind::Code, std::move(handlers));
    const auto unpacker = std::make_shared<DisplayUnpacker>(nonce, [state, key, collector, answers](StreamEvent event) {
        if (const auto *unknown = std::get_if<Event::Unknown>(&event.value); unknown && unknown->type == QString(DisplayBridgePrefix + u"input"_s)) {
            const QString path = unknown->object.value("path"_L1).toString();
            if (!path.startsWith(u'/')) { // None of ours: the code has written it itself.
                collector->take(StreamEvent { Event::Output { QString::fromUtf8(QJsonDocument(unknown->object).toJson(QJsonDocument::Compact)), false }, event.timestampMs });
                return;
            }
            if (!answers) {
                auto refusing = answer(state, path, { { u"refused"_s, true } });
                return;
            }
            state->bridges[key].inputPath = path;
            event.value = Event::InputRequest { unknown->object.value("prompt"_L1).toString(), unknown->object.value("password"_L1).toBool() };
        } else if (const auto *init = std::get_if<Event::Init>(&event.value); init && init->id != key) {
            state->defaults.insert(init->id, key);
        } else if (const auto *count = std::get_if<Event::Count>(&event.value)) {
            Bridge &bridge = state->bridges[key];
            if (count->value <= bridge.lastCount)
                bridge = {};
            bridge.lastCount = count->value;
        }
        collector->take(std::move(event));
    });
    ExecutionHandlers inner;
    inner.runName = runName;
    inner.skipAccumulation = true;
    inner.pace = pace;
    inner.onEvent = [unpacker](const StreamEvent &event) { unpacker->take(event); };
    auto running = context.id.isEmpty() ? state->codes->run(code, context.language, inner, stop) : state->codes->run(code, context, inner, stop);
    const Result<Execution> run = co_await running;
    unpacker->finish();
    if (const auto bridge = state->bridges.find(key); bridge != state->bridges.end())
        bridge->inputPath.clear();
    if (!run) {
        if (run.error().isNotFound())
            state->bridges.remove(key);
        co_return std::unexpected(run.error());
    }
    Result<Execution> outcome = collector->conclude(true, false, false, 0, {});
    if (outcome)
        outcome->notes = run->notes;
    co_return outcome;
}

Task<Done> restartOf(Shared state, QString contextId, std::stop_token stop)
{
    auto restarting = state->codes->restartContext(contextId, stop);
    const Result<Done> done = co_await restarting;
    if (done)
        state->bridges.remove(state->keyOfId(contextId));
    co_return done;
}

class BridgedCodes : public CodesService, public FigureTaker
{
public:
    explicit BridgedCodes(Shared state) : m_state(std::move(state)) { }

    Task<CodeContext> createContext(QString language, QString cwd, std::stop_token stop) override { return m_state->codes->createContext(language, cwd, stop); }
    Task<CodeContext> getContext(QString id, std::stop_token stop) override { return m_state->codes->getContext(id, stop); }
    Task<QList<CodeContext>> listContexts(QString language, std::stop_token stop) override { return m_state->codes->listContexts(language, stop); }
    Task<Done> deleteContext(QString id, std::stop_token stop) override
    {
        m_state->bridges.remove(m_state->keyOfId(id));
        return m_state->codes->deleteContext(id, stop);
    }
    Task<Done> deleteContexts(QString language, std::stop_token stop) override
    {
        m_state->bridges.clear(); // Which ones they were is not known here; what is left gets its nonce again.
        return m_state->codes->deleteContexts(language, stop);
    }
    Task<Execution> run(QString code, CodeContext context, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_state, std::move(code), std::move(context), std::move(handlers), std::move(stop));
    }
    Task<Execution> run(QString code, QString language, ExecutionHandlers handlers, std::stop_token stop) override
    {
        return runOf(m_state, std::move(code), CodeContext { {}, std::move(language), {} }, std::move(handlers), std::move(stop));
    }
    Task<Done> interrupt(QString contextId, std::stop_token stop) override { return m_state->codes->interrupt(contextId, stop); }
    Task<Done> restartContext(QString contextId, std::stop_token stop) override { return restartOf(m_state, std::move(contextId), std::move(stop)); }
    Task<Completion> complete(QString contextId, QString code, int cursorPosition, std::stop_token stop) override
    {
        return m_state->codes->complete(contextId, code, cursorPosition, stop);
    }
    Task<Inspection> inspect(QString contextId, QString code, int cursorPosition, int detailLevel, std::stop_token stop) override
    {
        return m_state->codes->inspect(contextId, code, cursorPosition, detailLevel, stop);
    }
    Task<VariableList> variables(QString contextId, std::stop_token stop) override { return m_state->codes->variables(contextId, stop); }
    Task<VariablePage> variablePage(QString contextId, QString name, VariableQuery query, std::stop_token stop) override
    {
        return m_state->codes->variablePage(contextId, name, query, stop);
    }
    void setFigureStyle(const std::optional<FigureStyle> &style) override { m_state->figures = style; }
    Task<LateOutput> lateOutput(QString contextId, qint64 since, std::chrono::seconds wait, std::stop_token stop) override
    {
        return m_state->codes->lateOutput(contextId, since, wait, stop);
    }
    Task<Done> sendInput(QString contextId, QString value, std::stop_token stop) override { return sendInputOf(m_state, std::move(contextId), std::move(value), std::move(stop)); }

private:
    Shared m_state;
};

} // namespace

std::unique_ptr<CodesService> bridgedCodes(std::unique_ptr<CodesService> codes, std::shared_ptr<const Client> client, std::unique_ptr<FilesService> files)
{
    auto state = std::make_shared<State>();
    state->codes = std::move(codes);
    state->client = std::move(client);
    state->files = std::move(files);
    return std::make_unique<BridgedCodes>(std::move(state));
}

} // namespace OpenSandbox
