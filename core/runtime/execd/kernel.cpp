// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/kernel.h"

#include "execd/childprocess.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <fstream>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;

namespace Execd {

namespace {

// What the notice says; at most a few bytes count, whoever wrote it.
std::string noted(const std::string &path)
{
    std::array<char, 64> text {};
    const UniqueFd file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    const ssize_t length = file ? read(file.get(), text.data(), text.size()) : 0;
    return std::string(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
}

// The line "oom_kill N" of the kernel's counters.
std::string memoryKills()
{
    std::ifstream counters("/proc/vmstat");
    std::string name;
    std::string value;
    while (counters >> name >> value) {
        if (name == "oom_kill")
            return value;
    }
    return {};
}

} // namespace

json::object renamedPlainText(json::object data)
{
    if (const json::value *plain = data.if_contains("text/plain")) {
        json::value text = *plain;
        data.erase("text/plain");
        data["text"] = std::move(text);
    }
    return data;
}

Run::Run(const asio::any_io_executor &executor, const std::string &spoolDirectory)
    : m_queue(executor, spoolDirectory)
    , m_ended(executor)
{
}

void Run::stream(std::string_view type, std::string_view text)
{
    m_queue.pushStream(type, text);
}

void Run::result(json::object data, json::object metadata, std::int64_t count)
{
    executionCount(count);
    Event event;
    event.type = "result";
    event.results = renamedPlainText(std::move(data));
    event.metadata = std::move(metadata);
    m_queue.push(event);
}

void Run::display(json::object data, json::object metadata, std::string displayId, bool update)
{
    Event event;
    event.type = "result";
    event.results = renamedPlainText(std::move(data));
    event.metadata = std::move(metadata);
    event.display = true;
    event.displayId = std::move(displayId);
    event.update = update;
    m_queue.push(event);
}

void Run::clearOutput(bool wait)
{
    Event event;
    event.type = "clear_output";
    event.wait = wait;
    m_queue.push(event);
}

void Run::error(ErrorContent error)
{
    Event status;
    status.type = "status";
    status.text = "error";
    m_queue.push(status);
    Event event;
    event.type = "error";
    event.error = std::move(error);
    m_queue.push(event);
}

void Run::kernelDied(const std::string &reason, const std::string &lastWords)
{
    ErrorContent content { "KernelDied", reason, {} };
    if (!lastWords.empty())
        content.traceback.push_back(lastWords);
    error(std::move(content));
}

void Run::interrupted()
{
    error({ "KeyboardInterrupt", "", { "interrupted" } });
}

void Run::contextStopped()
{
    error({ "ContextStopped", "the context was restarted or deleted while this code ran", {} });
}

void Run::requestInput(std::string prompt, bool password, InputHandler onInput)
{
    if (finished())
        return;
    if (m_clientGone) {
        onInput(endOfInput);
        return;
    }
    m_onInput = std::move(onInput);
    Event event;
    event.type = "input_request";
    event.prompt = std::move(prompt);
    event.password = password;
    m_queue.push(event);
}

bool Run::giveInput(const std::string &text)
{
    const InputHandler onInput = std::exchange(m_onInput, nullptr);
    if (!onInput || finished())
        return false;
    onInput(text);
    return true;
}

void Run::clientGone()
{
    m_clientGone = true;
    giveInput(endOfInput);
}

void Run::executionCount(std::int64_t count)
{
    if (m_counted || count <= 0)
        return;
    m_counted = true;
    Event event;
    event.type = "execution_count";
    event.executionCount = count;
    m_queue.push(event);
}

void Run::complete()
{
    if (finished())
        return;
    m_onInput = nullptr;
    Event event;
    event.type = "execution_complete";
    event.executionTime = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - m_started)
                              .count();
    m_queue.push(event);
    m_queue.close();
    m_ended.reach();
}

asio::awaitable<Kernel::Answer> Kernel::ask(Question)
{
    co_return std::unexpected(Unanswered::NotSupported);
}

void Kernel::tellDeath(const std::string &reason)
{
    const DeathHandler onDeath = std::exchange(m_onDeath, nullptr);
    if (onDeath)
        onDeath(reason);
}

std::string makeKernelDirectory(const KernelSettings &settings, std::string_view prefix)
{
    std::string directory = settings.runtimeDirectory + '/' + std::string(prefix) + "XXXXXX";
    if (mkdtemp(directory.data()))
        return directory;
    // Code that cleans up the temporary folder may have taken it for its own.
    directory = settings.runtimeDirectory + '/' + std::string(prefix) + "XXXXXX";
    std::error_code ignored;
    std::filesystem::create_directories(settings.runtimeDirectory, ignored);
    std::filesystem::permissions(settings.runtimeDirectory, std::filesystem::perms::owner_all, ignored);
    if (!mkdtemp(directory.data()))
        throw KernelError("no folder for a kernel can be made in " + settings.runtimeDirectory);
    return directory;
}

MemoryWitness::MemoryWitness(const KernelSettings &settings)
    : m_notice(settings.memoryNotice)
    , m_limitMib(settings.memoryMib)
    , m_noted(noted(m_notice))
    , m_kills(memoryKills())
{
}

MemoryWitness::Finding MemoryWitness::finding() const
{
    if (noted(m_notice) != m_noted)
        return Finding::Limit;
    return memoryKills() == m_kills ? Finding::None : Finding::Machine;
}

std::string deathReason(int exitCode, int signal, const MemoryWitness &memory)
{
    if (signal == SIGKILL) {
        const MemoryWitness::Finding finding = memory.finding();
        const bool limited = memory.limitMib() > 0;
        if (finding == MemoryWitness::Finding::None)
            return "kernel was killed (signal 9)";
        if (finding == MemoryWitness::Finding::Limit && limited)
            return std::format("kernel died: the sandbox reached its memory limit of {} MiB (signal 9)", memory.limitMib());
        return "kernel died: out of memory (signal 9"
            + (limited ? std::format("; the sandbox may use {} MiB)", memory.limitMib()) : std::string(")"));
    }
    if (signal != 0)
        return std::format("kernel died (signal {}, {})", signal, signalName(signal));
    if (exitCode == 0)
        return "kernel ended by itself (exit code 0)";
    return std::format("kernel died (exit code {})", exitCode);
}

} // namespace Execd
