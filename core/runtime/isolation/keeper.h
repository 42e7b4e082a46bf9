// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "isolation/descriptor.h"
#include "isolation/program.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace Runtime {

// A program for the keeper to start. Descriptors appear in it under the numbers given.
struct KeptProgram
{
    std::vector<std::string> arguments;
    std::vector<std::pair<int, const Descriptor *>> descriptors;
    // Files a process joins a control group by, written before the program starts.
    std::vector<std::string> groupFiles;
    // Limits of getrlimit(2): resource number and value.
    std::vector<std::pair<int, std::uint64_t>> limits;
    // The user to become first; 0 = the same as the server's.
    uid_t user = 0;
    // CPUs the program may use; 0 = all.
    unsigned cpus = 0;
    int niceness = 0;
};

// Leaves the process the first so many of the CPUs it may use; 0 = all. The process 0 is the calling one.
void assignCpus(pid_t process, unsigned cpus);

// A small process of its own that is the parent of all sandboxes. It notices when this process is
// gone, however it ended, and then kills every descendant, waits for them and removes the folder with
// the sandboxes' files. Being a "child subreaper" it gets hold of processes whose bwrap was killed
// during its start, when the kernel's parent death signal is not armed yet.
class Keeper
{
public:
    // Re-executes this program with "keeper" as its verb. The folder is removed in the end; the lock
    // file stays locked as long as either process lives.
    static std::expected<std::unique_ptr<Keeper>, std::string> start(boost::asio::io_context &context,
                                                                     const std::string &folder, int lockFile);
    ~Keeper();

    // Called with the wait status after everything the program started is gone.
    using Ended = std::function<void(int status)>;
    // Called with the process id, or what failed (then ended is not called).
    using Started = std::function<void(std::expected<pid_t, std::string>)>;
    std::uint64_t spawn(const KeptProgram &program, Started started, Ended ended);
    void kill(std::uint64_t id);
    // Runs a program and all that comes of it to its end or the time limit. It runs the context meanwhile, so
    // nothing else may use that yet. A program that prints more than a pipe holds (64 KiB) meets the limit.
    ProgramResult run(KeptProgram program, std::chrono::milliseconds limit);
    // The keeper itself died: no sandbox can be trusted to be cleaned up any more.
    void onLost(std::function<void()> lost) { m_lost = std::move(lost); }

    // Closes the connection and waits until the keeper has cleaned up, at most so long.
    void finish(int milliseconds);

private:
    Keeper(boost::asio::io_context &context, Descriptor socket, pid_t pid);
    void listen();
    void receive();

    struct Entry
    {
        Started started;
        Ended ended;
    };

    boost::asio::posix::stream_descriptor m_socket;
    pid_t m_pid;
    std::uint64_t m_next = 1;
    std::map<std::uint64_t, Entry> m_entries;
    std::function<void()> m_lost;
    bool m_finished = false;
};

// The keeper's own program: the connection and the folder. Never returns before the other side closed.
int keeperMain(int socket, const std::string &folder);

} // namespace Runtime
