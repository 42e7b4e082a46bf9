// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/jupyterclient.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/json/serialize.hpp>
#include <zmq.hpp>

namespace asio = boost::asio;
namespace json = boost::json;

namespace Execd {

namespace {

constexpr std::size_t channelCount = 4;
// So much is handled in one go before others get their turn.
constexpr std::size_t bytesInOneGo = 4u << 20;
constexpr int messagesInOneGo = 256;

zmq::context_t &context()
{
    static zmq::context_t instance(1);
    return instance;
}

} // namespace

std::string KernelAddress::connectionFile() const
{
    const json::object file { { "transport", "ipc" }, { "ip", prefix }, { "shell_port", 1 }, { "iopub_port", 2 },
        { "stdin_port", 3 }, { "control_port", 4 }, { "hb_port", 5 }, { "key", key },
        { "signature_scheme", "hmac-sha256" }, { "kernel_name", "" } };
    return json::serialize(file);
}

struct JupyterClient::State : std::enable_shared_from_this<JupyterClient::State> {
    struct Socket {
        Socket(const asio::any_io_executor &executor, zmq::socket_type type) : zmq(context(), type), ready(executor) { }
        zmq::socket_t zmq;
        asio::posix::stream_descriptor ready; ///< libzmq's own descriptor, only lent
    };

    State(const asio::any_io_executor &itsExecutor, const KernelAddress &address, Handler itsHandler)
        : executor(itsExecutor)
        , key(address.key)
        , session(randomHexId())
        , handler(std::make_shared<Handler>(std::move(itsHandler)))
    {
        constexpr std::array<int, channelCount> ports { 1, 4, 2, 3 };
        for (std::size_t i = 0; i < channelCount; ++i) {
            const bool iopub = i == static_cast<std::size_t>(Channel::Iopub);
            sockets[i] = std::make_unique<Socket>(executor, iopub ? zmq::socket_type::sub : zmq::socket_type::dealer);
            zmq::socket_t &socket = sockets[i]->zmq;
            // The default limit makes the kernel drop output when we are busy for a moment.
            socket.set(zmq::sockopt::rcvhwm, 0);
            socket.set(zmq::sockopt::sndhwm, 0);
            socket.set(zmq::sockopt::linger, 0);
            socket.set(zmq::sockopt::reconnect_ivl, 10);
            if (iopub)
                socket.set(zmq::sockopt::subscribe, "");
            else
                socket.set(zmq::sockopt::routing_id, session);
            socket.connect("ipc://" + address.prefix + '-' + std::to_string(ports[i]));
            sockets[i]->ready.assign(socket.get(zmq::sockopt::fd));
        }
    }

    ~State()
    {
        for (const std::unique_ptr<Socket> &socket : sockets)
            socket->ready.release();
    }

    void close()
    {
        handler = nullptr;
        for (const std::unique_ptr<Socket> &socket : sockets)
            socket->ready.cancel();
    }

    // libzmq's descriptor is edge-triggered: it has to be drained whenever it may have fired, and
    // sending may swallow an edge, too.
    void drain(std::size_t index)
    {
        std::size_t bytes = 0;
        for (int count = 0; count < messagesInOneGo && bytes < bytesInOneGo; ++count) {
            if (!handler)
                return;
            std::vector<zmq::message_t> parts;
            if (!receive(sockets[index]->zmq, parts)) {
                if ((sockets[index]->zmq.get(zmq::sockopt::events) & ZMQ_POLLIN) == 0) {
                    awaitReady(index);
                    return;
                }
                continue;
            }
            std::vector<std::string_view> frames;
            for (const zmq::message_t &part : parts) {
                frames.push_back(part.to_string_view());
                bytes += part.size();
            }
            auto message = parseJupyterMessage(frames, key);
            if (!message)
                continue;
            // The handler may end the client, so it is kept until it comes back.
            const std::shared_ptr<Handler> current = handler;
            (*current)(static_cast<Channel>(index), std::move(*message));
        }
        scheduleDrain(index);
    }

    static bool receive(zmq::socket_t &socket, std::vector<zmq::message_t> &parts)
    {
        do {
            zmq::message_t part;
            if (!socket.recv(part, zmq::recv_flags::dontwait))
                return false;
            parts.push_back(std::move(part));
        } while (parts.back().more());
        return true;
    }

    void scheduleDrain(std::size_t index)
    {
        if (draining[index])
            return;
        draining[index] = true;
        asio::post(executor, [weak = weak_from_this(), index] {
            if (const auto self = weak.lock()) {
                self->draining[index] = false;
                self->drain(index);
            }
        });
    }

    void awaitReady(std::size_t index)
    {
        if (waiting[index])
            return;
        waiting[index] = true;
        sockets[index]->ready.async_wait(asio::posix::stream_descriptor::wait_read,
            [weak = weak_from_this(), index](const boost::system::error_code &error) {
                const auto self = weak.lock();
                if (!self)
                    return;
                self->waiting[index] = false;
                if (!error && self->handler)
                    self->scheduleDrain(index);
            });
    }

    const asio::any_io_executor executor;
    const std::string key;
    const std::string session;
    std::shared_ptr<Handler> handler; ///< null once the client is gone
    std::array<std::unique_ptr<Socket>, channelCount> sockets;
    std::array<bool, channelCount> draining {};
    std::array<bool, channelCount> waiting {};
};

JupyterClient::JupyterClient(const asio::any_io_executor &executor, const KernelAddress &address, Handler handler)
    : m_state(std::make_shared<State>(executor, address, std::move(handler)))
{
    for (std::size_t i = 0; i < channelCount; ++i)
        m_state->scheduleDrain(i);
}

JupyterClient::~JupyterClient()
{
    m_state->close();
}

std::string JupyterClient::send(Channel channel, const std::string &type, const json::object &content, const json::object &metadata)
{
    const auto index = static_cast<std::size_t>(channel);
    const std::string id = randomUuid();
    const std::vector<std::string> frames = serializeJupyterMessage(type, id, m_state->session, content, m_state->key, metadata);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const bool last = i + 1 == frames.size();
        m_state->sockets[index]->zmq.send(
            zmq::buffer(frames[i]), last ? zmq::send_flags::dontwait : zmq::send_flags::dontwait | zmq::send_flags::sndmore);
    }
    m_state->scheduleDrain(index);
    return id;
}

} // namespace Execd
