// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/ptysessions.h"

#include "execd/jupytermessage.h"
#include "execd/kernel.h"
#include "execd/offload.h"
#include "execd/outputreader.h"
#include "execd/ptyframe.h"
#include "execd/replaybuffer.h"
#include "execd/requestbody.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace Http = Runtime::Http;

namespace Execd {

namespace {

constexpr std::size_t largestFrame = 32u << 10;
constexpr std::size_t mostQueued = 1u << 20;
// What a shell left in the buffers is little; a program it left running may write for ever.
constexpr std::size_t mostLastWords = 8u << 20;
constexpr std::size_t mostTyped = 4u << 20;
constexpr std::uint16_t normalClose = 1000;
constexpr std::uint16_t internalError = 1011;
constexpr std::uint16_t takenOver = 4001;

struct Terminal {
    UniqueFd master;
    UniqueFd slave;
};

std::expected<Terminal, std::string> openTerminal()
{
    Terminal terminal;
    terminal.master.reset(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!terminal.master)
        return std::unexpected("no pseudo-terminal: " + errnoText(errno));
    int unlocked = 0;
    if (ioctl(terminal.master.get(), TIOCSPTLCK, &unlocked) != 0)
        return std::unexpected("the pseudo-terminal cannot be unlocked: " + errnoText(errno));
    // By its number, so that it works where /dev/pts is another one.
    terminal.slave.reset(ioctl(terminal.master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!terminal.slave)
        return std::unexpected("the pseudo-terminal cannot be opened: " + errnoText(errno));
    winsize size {};
    size.ws_col = 80;
    size.ws_row = 24;
    ioctl(terminal.master.get(), TIOCSWINSZ, &size);
    return terminal;
}

UniqueFd duplicate(const UniqueFd &fd)
{
    return UniqueFd(fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
}

} // namespace

/// Who is connected. Until the handshake is done there is no socket yet, but the place is taken.
struct PtySessions::Client {
    std::shared_ptr<Http::WebSocket> socket;
    bool evicted = false;

    void evict()
    {
        evicted = true;
        if (socket)
            socket->close(takenOver, "TAKEN_OVER", true);
    }
};

struct PtySessions::Session : std::enable_shared_from_this<Session> {
    Session(const asio::any_io_executor &itsExecutor, std::string itsId) : executor(itsExecutor), id(std::move(itsId)) { }

    const asio::any_io_executor executor;
    const std::string id;
    std::string workingDirectory;
    std::string command;

    bool pipes = false;
    std::shared_ptr<ChildProcess> child;
    UniqueFd master; ///< of the terminal, for sizes and signals
    std::shared_ptr<asio::posix::stream_descriptor> input;
    std::string typed; ///< not taken by the shell yet
    bool writing = false;
    std::shared_ptr<OutputReader> output;
    std::shared_ptr<OutputReader> errors;
    ReplayBuffer replay { replayCapacity };
    std::weak_ptr<Client> client;

    bool running() const { return child && child->running(); }
    std::expected<void, std::string> start(bool withPipes);
    void stop();
    void type(std::string_view bytes);
    void resize(std::uint16_t columns, std::uint16_t rows) const;
    void signal(int number) const;
    void wrote(PtyChannel channel, std::string_view bytes);

private:
    void writeTyped();
    static asio::awaitable<void> watch(std::shared_ptr<Session> self, std::shared_ptr<ChildProcess> watched);
};

std::expected<void, std::string> PtySessions::Session::start(bool withPipes)
{
    SpawnOptions options;
    options.arguments = { "bash", "--norc", "--noprofile" };
    if (!command.empty()) {
        options.arguments.emplace_back("-c");
        options.arguments.push_back(command);
    }
    options.environment = currentEnvironment();
    setVariable(options.environment, contextVariable, id);
    options.workingDirectory = workingDirectory;

    UniqueFd readOutput;
    UniqueFd readErrors;
    UniqueFd writeInput;
    UniqueFd newMaster;
    Terminal terminal;
    Pipe in;
    Pipe out;
    Pipe err;
    if (withPipes) {
        for (Pipe *pipe : { &in, &out, &err }) {
            auto made = makePipe();
            if (!made)
                return std::unexpected(made.error());
            *pipe = std::move(*made);
        }
        options.descriptors = { { in.read.get(), 0 }, { out.write.get(), 1 }, { err.write.get(), 2 } };
        writeInput = std::move(in.write);
        readOutput = std::move(out.read);
        readErrors = std::move(err.read);
    } else {
        auto opened = openTerminal();
        if (!opened)
            return std::unexpected(opened.error());
        terminal = std::move(*opened);
        // A shell that knows no terminal type draws neither colours nor long lines right.
        if (!findVariable(options.environment, "TERM"))
            setVariable(options.environment, "TERM", "xterm-256color");
        options.descriptors = { { terminal.slave.get(), 0 }, { terminal.slave.get(), 1 }, { terminal.slave.get(), 2 } };
        options.controllingTerminal = true;
        readOutput = duplicate(terminal.master);
        writeInput = duplicate(terminal.master);
        newMaster = std::move(terminal.master);
        if (!readOutput || !writeInput)
            return std::unexpected("no descriptor left: " + errnoText(errno));
    }
    auto spawned = ChildProcess::spawn(executor, options);
    if (!spawned)
        return std::unexpected(spawned.error());

    pipes = withPipes;
    child = std::move(*spawned);
    master = std::move(newMaster);
    typed.clear();
    writing = false;
    fcntl(writeInput.get(), F_SETFL, fcntl(writeInput.get(), F_GETFL) | O_NONBLOCK);
    input = std::make_shared<asio::posix::stream_descriptor>(executor, writeInput.release());
    const auto reader = [this](UniqueFd fd, PtyChannel channel) {
        auto started = OutputReader::start(executor, std::move(fd),
            [weak = weak_from_this(), channel](std::string_view bytes) {
                if (const auto self = weak.lock())
                    self->wrote(channel, bytes);
            });
        // A client that reads slowly makes the program wait, as a terminal would.
        started->setPauseCondition([weak = weak_from_this()] {
            const auto self = weak.lock();
            const auto current = self ? self->client.lock() : nullptr;
            return current && current->socket && current->socket->queued() > mostQueued;
        });
        return started;
    };
    output = reader(std::move(readOutput), PtyChannel::Output);
    errors = withPipes ? reader(std::move(readErrors), PtyChannel::Error) : nullptr;
    asio::co_spawn(executor, watch(shared_from_this(), child), asio::detached);
    return {};
}

asio::awaitable<void> PtySessions::Session::watch(std::shared_ptr<Session> self, std::shared_ptr<ChildProcess> watched)
{
    const ExitStatus status = co_await watched->wait();
    if (self->child != watched)
        co_return;
    // What the shell wrote last comes before the news of its end.
    for (const auto &reader : { self->output, self->errors }) {
        if (reader) {
            reader->setPauseCondition({});
            reader->drainTerminal(mostLastWords);
            reader->close();
        }
    }
    self->output.reset();
    self->errors.reset();
    boost::system::error_code ignored;
    self->input->close(ignored);
    self->master.reset();
    if (const auto current = self->client.lock(); current && current->socket) {
        current->socket->send(true, ptyExitFrame(status.code));
        current->socket->close(normalClose, "process exited");
    }
}

void PtySessions::Session::stop()
{
    if (running())
        child->signalGroup(SIGKILL);
}

void PtySessions::Session::wrote(PtyChannel channel, std::string_view bytes)
{
    replay.append(bytes);
    const auto current = client.lock();
    if (!current || !current->socket)
        return;
    while (!bytes.empty()) {
        current->socket->send(false, ptyOutputFrame(channel, bytes.substr(0, largestFrame)));
        bytes.remove_prefix(std::min(bytes.size(), largestFrame));
    }
}

void PtySessions::Session::type(std::string_view bytes)
{
    const auto current = client.lock();
    if (!running()) {
        return;
    }
    if (typed.size() + bytes.size() > mostTyped) {
        if (current && current->socket)
            current->socket->send(true, ptyErrorFrame("the program does not read its input", "STDIN_WRITE_FAILED"));
        return;
    }
    typed += bytes;
    if (!writing)
        writeTyped();
}

void PtySessions::Session::writeTyped()
{
    while (!typed.empty()) {
        const ssize_t written = ::write(input->native_handle(), typed.data(), typed.size());
        if (written > 0) {
            typed.erase(0, static_cast<std::size_t>(written));
        } else if (written < 0 && errno == EINTR) {
            continue;
        } else if (written < 0 && errno == EAGAIN) {
            break;
        } else {
            typed.clear();
            const auto current = client.lock();
            if (current && current->socket)
                current->socket->send(true, ptyErrorFrame("the shell takes no input any more", "STDIN_WRITE_FAILED"));
            return;
        }
    }
    writing = !typed.empty();
    if (!writing)
        return;
    input->async_wait(asio::posix::stream_descriptor::wait_write,
        [weak = weak_from_this(), kept = input](const boost::system::error_code &error) {
            const auto self = weak.lock();
            if (!error && self && self->input == kept)
                self->writeTyped();
        });
}

void PtySessions::Session::resize(std::uint16_t columns, std::uint16_t rows) const
{
    if (!master)
        return;
    winsize size {};
    size.ws_col = columns;
    size.ws_row = rows;
    ioctl(master.get(), TIOCSWINSZ, &size);
}

void PtySessions::Session::signal(int number) const
{
    if (!running())
        return;
    // Ctrl-C is for the program in front, which the shell put into a group of its own.
    pid_t group = 0;
    if (number == SIGINT && master && ioctl(master.get(), TIOCGPGRP, &group) == 0 && group > 0 && kill(-group, number) == 0)
        return;
    child->signalGroup(number);
}

PtySessions::PtySessions(const asio::any_io_executor &executor) : m_executor(executor) { }

PtySessions::~PtySessions()
{
    for (const auto &[id, session] : m_sessions)
        session->stop();
}

PtySessions::SessionPtr PtySessions::find(const std::string &id) const
{
    const auto found = m_sessions.find(id);
    return found == m_sessions.end() ? nullptr : found->second;
}

std::expected<std::string, std::string> PtySessions::create(
    const std::string &workingDirectory, const std::string &command)
{
    if (m_sessions.size() >= mostSessions)
        return std::unexpected("there are " + std::to_string(mostSessions) + " terminals already; delete some");
    if (!workingDirectory.empty()) {
        std::error_code error;
        std::filesystem::create_directories(workingDirectory, error);
        if (error || !std::filesystem::is_directory(workingDirectory, error))
            return std::unexpected("the working directory cannot be used: " + workingDirectory + ": "
                + (error ? error.message() : "not a directory"));
    }
    auto session = std::make_shared<Session>(m_executor, randomUuid());
    session->workingDirectory = workingDirectory;
    session->command = command;
    m_sessions[session->id] = session;
    return session->id;
}

std::optional<PtySessions::Status> PtySessions::status(const std::string &id) const
{
    const SessionPtr session = find(id);
    if (!session)
        return std::nullopt;
    return Status { session->running(), session->replay.end() };
}

asio::awaitable<bool> PtySessions::remove(std::string id)
{
    const SessionPtr session = find(id);
    if (!session)
        co_return false;
    m_sessions.erase(id);
    if (!session->child) {
        if (const auto current = session->client.lock(); current && current->socket)
            current->socket->close(normalClose, "process exited");
        co_return true;
    }
    const int group = session->child->pid();
    session->stop();
    const std::function<int()> killAll = [id, group] {
        killMarkedProcesses(contextVariable, id, group);
        return 0;
    };
    co_await offload<int>(killAll);
    co_return true;
}

bool PtySessions::isTaken(const std::string &id) const
{
    const SessionPtr session = find(id);
    return session && !session->client.expired();
}

asio::awaitable<void> PtySessions::serve(std::string id, Attach attach, Http::ExchangePtr exchange)
{
    const SessionPtr session = find(id);
    if (const auto before = session->client.lock())
        before->evict();
    // From here on the place is taken, though the handshake is still to come.
    auto client = std::make_shared<Client>();
    session->client = client;
    const std::shared_ptr<Http::WebSocket> socket = co_await Http::WebSocket::accept(exchange);
    if (!socket)
        co_return;
    if (client->evicted) {
        socket->close(takenOver, "TAKEN_OVER");
    } else if (find(id) != session) {
        socket->close(normalClose, "process exited");
    } else if (!session->running()) {
        if (const auto started = session->start(attach.pipes); !started) {
            socket->send(true, ptyErrorFrame(started.error(), "START_FAILED"));
            socket->close(internalError, "START_FAILED");
        }
    }
    // Replay and what comes from now on join without a gap, since nothing is awaited in between.
    const std::string_view missed = session->replay.since(attach.since);
    if (!missed.empty())
        socket->send(false, ptyReplayFrame(session->replay.end() - missed.size(), missed));
    socket->send(true, ptyConnectedFrame(session->id, session->pipes));
    client->socket = socket;

    while (const std::optional<Http::WebSocket::Message> message = co_await socket->read()) {
        const PtyInput frame = parsePtyInput(message->text, message->data);
        if (client->evicted)
            continue;
        switch (frame.kind) {
        case PtyInput::Kind::Typed:
            session->type(frame.text);
            break;
        case PtyInput::Kind::Resize:
            session->resize(frame.columns, frame.rows);
            break;
        case PtyInput::Kind::Signal:
            session->signal(frame.signal);
            break;
        case PtyInput::Kind::Ping:
            socket->send(true, ptyPongFrame());
            break;
        case PtyInput::Kind::Unknown:
            socket->send(true, ptyErrorFrame("unknown frame type \"" + frame.text + '"', "INVALID_FRAME"));
            break;
        case PtyInput::Kind::Nothing:
            break;
        }
    }
}

} // namespace Execd
