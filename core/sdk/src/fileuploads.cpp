// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "filesservice.h"

#include "json.h"
#include "liveness.h"
#include "spool.h"
#include "transfer.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 MaximumAnswer = 256 << 10;
constexpr qint64 TurnTime = 4; ///< Milliseconds of work before the event loop gets its turn.

/// Awaitable: until a sequential device has something new to say or a stop is requested. To be held by a coroutine's frame.
class DeviceNews
{
public:
    DeviceNews(QIODevice *device, QObject *context, const std::stop_token &stop, const std::stop_token &closed)
        : m_context(context), m_stop(stop, Stopped { this }), m_closed(closed, Stopped { this })
    {
        const auto told = [this] { tell(); };
        QObject::connect(device, &QIODevice::readyRead, &m_scope, told);
        QObject::connect(device, &QIODevice::readChannelFinished, &m_scope, told);
        QObject::connect(device, &QIODevice::aboutToClose, &m_scope, told);
    }

    bool await_ready() { return std::exchange(m_told, false); }
    void await_suspend(std::coroutine_handle<> handle) { m_waiting = handle; }
    void await_resume() { m_told = false; }

private:
    struct Stopped
    {
        DeviceNews *news;
        void operator()() const { QMetaObject::invokeMethod(&news->m_scope, [news = news] { news->tell(); }, Qt::QueuedConnection); }
    };

    void tell()
    {
        m_told = true;
        if (m_waiting)
            QMetaObject::invokeMethod(m_context, [handle = std::exchange(m_waiting, {})] { handle.resume(); }, Qt::QueuedConnection);
    }

    QObject m_scope; ///< Receiver of the connections.
    QObject *m_context;
    std::coroutine_handle<> m_waiting;
    bool m_told = false;
    std::stop_callback<Stopped> m_stop; ///< Last: gone before the receiver.
    std::stop_callback<Stopped> m_closed; ///< The same.
};

Task<std::shared_ptr<QTemporaryFile>> spooled(std::shared_ptr<const Client> client, std::shared_ptr<QIODevice> device, std::stop_token stop)
{
    Spool spool(device);
    DeviceNews news(device.get(), client->transport->context(), stop, client->closed);
    NextTurn nextTurn(client->transport->context());
    QElapsedTimer turn;
    turn.start();
    for (;;) {
        if (client->isStopped(stop))
            co_return std::unexpected(cancelled());
        const Result<Spool::Step> step = spool.read();
        if (!step)
            co_return std::unexpected(step.error());
        if (*step == Spool::Step::End)
            co_return spool.content();
        if (*step == Spool::Step::Nothing) {
            co_await news;
            turn.restart();
        } else if (turn.elapsed() >= TurnTime) {
            co_await nextTurn;
            turn.restart();
        }
    }
}

/// `size` bytes of the device, from where it stands.
Task<Done> sendUpload(std::shared_ptr<const Client> client, std::shared_ptr<QIODevice> device, qint64 size, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop)
{
    auto parents = makeParents(client, { remotePath }, permissions, stop);
    if (const Result<Done> made = co_await parents; !made)
        co_return made;
    const UploadFrame frame = uploadFrame(remotePath, permissions);
    Request request = uploadRequest(frame.boundary);
    request.timeout = std::chrono::milliseconds(0);
    request.stream = std::make_shared<RequestBody>(frame.head, std::move(device), size, frame.tail);
    const qint64 whole = request.stream->size();
    Wire wire(client, std::move(request), stop);
    Liveness liveness(client, wire, Liveness::Begin::AtOnce);
    wire.onUploadProgress([&liveness, whole, progress, head = qint64(frame.head.size()), size](qint64 sent) {
        liveness.heard();
        if (sent == whole)
            liveness.awaitAnswer();
        if (progress && sent >= head)
            progress(qMin(sent - head, size), size);
    });
    QByteArray answer;
    for (;;) {
        const QByteArray bytes = wire.read(MaximumAnswer);
        answer += bytes;
        liveness.heard();
        if ((bytes.isEmpty() && wire.isFinished()) || answer.size() >= MaximumAnswer)
            break;
        if (bytes.isEmpty())
            co_await wire.activity();
    }
    std::optional<Error> error;
    if (wire.isStopped())
        error = cancelled();
    else if (wire.status() >= 300)
        error = wire.apiError(answer);
    else
        error = wire.transportError();
    if (error) {
        wire.report(error->message);
        co_return std::unexpected(*error);
    }
    wire.report({});
    auto check = checkSize(client, remotePath, size, stop);
    co_return co_await check;
}

} // namespace

Task<Done> uploadOf(std::shared_ptr<const Client> client, QString localPath, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop)
{
    if (auto problem = pathProblem(remotePath))
        co_return std::unexpected(*problem);
    if (client->isStopped(stop))
        co_return std::unexpected(cancelled());
    if (!QFileInfo(localPath).isFile())
        co_return std::unexpected(localError(u"Cannot read"_s, localPath, QFileInfo::exists(localPath) ? u"it is not an ordinary file."_s : u"it does not exist."_s));
    const auto file = std::make_shared<QFile>(localPath);
    if (!file->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        co_return std::unexpected(localError(u"Cannot read"_s, localPath, file->errorString()));
    auto sending = sendUpload(client, file, file->size(), remotePath, permissions, progress, stop);
    co_return co_await sending;
}

Task<Done> uploadFromOf(std::shared_ptr<const Client> client, std::shared_ptr<QIODevice> device, QString remotePath, Permissions permissions, Progress progress, std::stop_token stop)
{
    if (auto problem = pathProblem(remotePath))
        co_return std::unexpected(*problem);
    if (auto problem = deviceProblem(device.get()))
        co_return std::unexpected(*problem);
    if (client->isStopped(stop))
        co_return std::unexpected(cancelled());
    if (device->isSequential()) {
        auto keeping = spooled(client, device, stop);
        const Result<std::shared_ptr<QTemporaryFile>> kept = co_await keeping;
        if (!kept)
            co_return std::unexpected(kept.error());
        std::function<Task<Done>(std::shared_ptr<const Client>, Progress, std::stop_token)> work
            = [name = (*kept)->fileName(), remotePath, permissions](std::shared_ptr<const Client> there, Progress told, std::stop_token stopped) {
                  return uploadOf(std::move(there), name, remotePath, permissions, std::move(told), std::move(stopped));
              };
        auto sending = transferred<Done>(client, Direction::Up, std::move(work), progress, stop);
        co_return co_await sending;
    }
    const qint64 size = qMax<qint64>(0, device->size() - device->pos());
    auto sending = sendUpload(client, device, size, remotePath, permissions, progress, stop);
    co_return co_await sending;
}

} // namespace OpenSandbox
