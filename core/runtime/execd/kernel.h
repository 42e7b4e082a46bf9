// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/eventqueue.h"
#include "execd/lateoutput.h"
#include "execd/milestone.h"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace Execd {

/// Why a kernel could not be started; the text names what is missing.
class KernelError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One run of code: what it produces becomes events.
class Run {
public:
    using InputHandler = std::function<void(const std::string &text)>;
    /// What stands for the end of the input.
    static constexpr const char *endOfInput = "\x04";

    Run(const boost::asio::any_io_executor &executor, const std::string &spoolDirectory);

    EventQueue &queue() { return m_queue; }
    bool finished() const { return m_ended.reached(); }

    /// True when the client answers questions of the program.
    bool allowStdin = false;
    /// How its client wants figures to be drawn, in the words of kernels/python/figures.py; empty: as they are.
    boost::json::object figures;
    /// Under which its client wants to find what comes after its end; empty: nobody asks for that.
    std::string name;

    void stream(std::string_view type, std::string_view text);
    void result(boost::json::object data, boost::json::object metadata, std::int64_t executionCount);
    void display(boost::json::object data, boost::json::object metadata, std::string displayId, bool update);
    void clearOutput(bool wait);
    void error(ErrorContent error);
    /// The errors of a run that did not end by itself.
    void kernelDied(const std::string &reason, const std::string &lastWords);
    void interrupted();
    void contextStopped();
    /// The program waits for a line. A program whose client has gone is told the end of its input.
    void requestInput(std::string prompt, bool password, InputHandler onInput);
    /// False when nobody waits.
    bool giveInput(const std::string &text);
    void clientGone();
    /// Known with the reply at the latest; given once for a run.
    void executionCount(std::int64_t count);
    /// Ends the run with execution_complete.
    void complete();
    /// For those who want to know when it ends; false when the limit comes first.
    boost::asio::awaitable<bool> waitFinished(Milestone::Duration limit) const { return m_ended.wait(limit); }

private:
    EventQueue m_queue;
    Milestone m_ended;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
    InputHandler m_onInput;
    bool m_clientGone = false;
    bool m_counted = false;
};

/// What has to hold for a row of a table. Data, never code.
struct Condition {
    std::int64_t column = -1; ///< negative: any column contains the text
    std::string operation; ///< one of = == != < <= > >=
    std::string text;
};

/// Something to ask a kernel that runs nothing.
struct Question {
    enum class Kind { Completion, Inspection, Variables, Table };
    Kind kind = Kind::Variables;
    std::string text; ///< code, or the name of a variable
    std::int64_t cursor = 0; ///< counts code points
    int detail = 0;
    std::int64_t offset = 0; ///< of a table's rows
    std::int64_t limit = 0;
    std::int64_t sortColumn = -1; ///< negative: in the table's own order
    bool descending = false;
    std::string filter; ///< rows without this text are left out
    std::vector<Condition> conditions; ///< all have to hold

    bool ordersRows() const { return sortColumn >= 0 || !filter.empty() || !conditions.empty(); }
};

/// Why there is no answer.
enum class Unanswered { NotSupported, Late, Ended };

/// Where kernels put their files, and how they are started.
struct KernelSettings {
    std::string runtimeDirectory; ///< private; a short path, since sockets live in it
    std::string spoolDirectory;
    std::string kernelsDirectory; ///< our own drivers
    std::string buildsDirectory; ///< what was compiled for them once for all sandboxes; may be empty
    std::string buildsWish; ///< a file to make when something is missing there
    std::string python = "python3";
    std::string memoryNotice; ///< changed by who watches the sandbox before it stops something for lack of memory
    std::int64_t memoryMib = 0; ///< the limit of the sandbox; 0: none is known
};

/// Whether memory has run out since this was made.
class MemoryWitness {
public:
    enum class Finding { None, Limit, Machine };

    explicit MemoryWitness(const KernelSettings &settings);
    Finding finding() const;
    std::int64_t limitMib() const { return m_limitMib; }

private:
    std::string m_notice;
    std::int64_t m_limitMib;
    std::string m_noted;
    std::string m_kills; ///< of the whole machine, its control groups included
};

/// An interpreter that keeps its state between runs. One run at a time.
class Kernel {
public:
    /// Called once when the process ends without having been asked to.
    using DeathHandler = std::function<void(std::string reason)>;

    virtual ~Kernel() = default;
    /// Comes back when code can be run; throws KernelError.
    virtual boost::asio::awaitable<void> start() = 0;
    virtual void run(std::shared_ptr<Run> run, const std::string &code) = 0;
    virtual void interrupt() = 0;
    /// While it starts: what takes so long, for people; empty when it says nothing.
    virtual std::string preparation() const { return {}; }
    /// Ends the process and everything it started; comes back when all of them are gone.
    virtual boost::asio::awaitable<void> stop() = 0;
    /// Makes it the working directory of what is run from now on.
    virtual boost::asio::awaitable<void> changeDirectory(std::string directory) = 0;
    using Answer = std::expected<boost::json::object, Unanswered>;
    /// The answer in the words of the routes. It never takes longer than some seconds.
    virtual boost::asio::awaitable<Answer> ask(Question question);
    void setDeathHandler(DeathHandler handler) { m_onDeath = std::move(handler); }
    /// Where what is written after the end of its run goes.
    void setLateOutput(std::shared_ptr<LateOutput> output) { m_lateOutput = std::move(output); }

protected:
    void addLate(const std::string &run, std::string_view type, std::string_view text) const
    {
        if (m_lateOutput)
            m_lateOutput->add(run, type, text);
    }
    /// The kernel may be gone when it comes back.
    void tellDeath(const std::string &reason);

private:
    DeathHandler m_onDeath;
    std::shared_ptr<LateOutput> m_lateOutput;
};

/// A MIME map in the protocol's words: text/plain is called "text".
boost::json::object renamedPlainText(boost::json::object data);

/// The environment variable by which everything that belongs to a context is found again.
inline constexpr const char *contextVariable = "OPENSANDBOX_CONTEXT_ID";

/// A new private folder in the runtime folder, which is made again if somebody removed it. Throws KernelError.
std::string makeKernelDirectory(const KernelSettings &settings, std::string_view prefix);

/// The sentence for a process that ended on its own: "kernel died (exit code 3)".
std::string deathReason(int exitCode, int signal, const MemoryWitness &memory);

} // namespace Execd
