// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/daemon.h"
#include "execd/kernelprocess.h"
#include "execd/environmentfile.h"
#include "http/router.h"
#include "http/server.h"
#include "log.h"

#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace Http = Runtime::Http;

namespace {

constexpr const char *usage = R"(Usage: opensandbox-execd --socket PATH [OPTIONS]

Runs code, commands and file operations for a sandbox, over HTTP on a Unix socket.

  --socket PATH        where to listen
  --kernels DIR        the drivers of languages
  --builds DIR         what kernels/prepare.bash has compiled for them; a file "wants-builds" beside the socket
                       is made when something is missing there
  --runtime-dir DIR    a folder for sockets and logs of its own (default: a new one in the temporary folder)
  --spool-dir DIR      where output waits that nobody has read yet (default: the temporary folder)
  --python PROGRAM     the Python to run code with (default: python3)
  --ready-fd N         a descriptor to write a line to, and to close, when requests are accepted
  --processes N        the most processes and threads it and its programs may have together
  --nice N             lower the priority so far, once the first /ping is answered
  --prewarm python     start a Python kernel ahead of time, once the first /ping is answered
  --cpu-count N        processors the sandbox may use, for /metrics
  --memory-mib N       memory the sandbox may use, for /metrics
  --access-token T     what clients must send as X-EXECD-ACCESS-TOKEN

The last four can be given as OPENSANDBOX_PREWARM, OPENSANDBOX_CPU_COUNT, OPENSANDBOX_MEMORY_MIB and
EXECD_ACCESS_TOKEN, too. Programs that are started do not see these variables.
)";

std::string environment(const char *name, std::string otherwise = {})
{
    const char *value = std::getenv(name);
    return value && *value ? value : std::move(otherwise);
}

// An argument, or the variable that stands for it and is not for the programs we start.
std::string setting(const std::map<std::string, std::string> &arguments, const char *argument, const char *variable)
{
    std::string value = environment(variable);
    unsetenv(variable);
    const auto given = arguments.find(argument);
    return given == arguments.end() ? value : given->second;
}

double positiveNumber(const std::string &text)
{
    try {
        return std::max(0.0, std::stod(text));
    } catch (const std::exception &) {
        return 0;
    }
}

// The published code interpreter SDK takes a sandbox for ready only when this port of it is open; in the
// stock image a Jupyter server listens there. Ours speaks to kernels without one.
constexpr std::uint16_t interpreterPort = 44771;

Http::Awaitable<void> tellWhereCodeRuns(Http::ExchangePtr exchange)
{
    co_await exchange->send(Http::Response::text(
        404, "This port only shows that code can be run; runs go through port 44772.", "text/plain"));
}

void openInterpreterPort(Http::Server &server)
{
    const double wanted = positiveNumber(environment("JUPYTER_PORT"));
    const auto port = wanted >= 1 && wanted <= 65535 ? static_cast<std::uint16_t>(wanted) : interpreterPort;
    if (server.listenTcp("127.0.0.1", port))
        return;
    // A sandbox with the host's network shares the ports of others; the client looks where this variable says.
    if (const auto free = server.listenTcp("127.0.0.1", 0))
        setenv("JUPYTER_PORT", std::to_string(*free).c_str(), 1);
}

} // namespace

int main(int argc, char **argv)
{
    std::map<std::string, std::string> arguments;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        static const std::vector<std::string> known { "--socket", "--kernels", "--builds", "--runtime-dir", "--spool-dir", "--ready-fd",
            "--python", "--prewarm", "--cpu-count", "--memory-mib", "--processes", "--nice", "--access-token" };
        if (name == "--help") {
            std::cout << usage;
            return 0;
        }
        if (std::ranges::find(known, name) == known.end() || i + 1 == argc) {
            std::cerr << "opensandbox-execd: cannot use the argument " << name << "\n\n" << usage;
            return 2;
        }
        arguments[name] = argv[i + 1];
    }
    if (arguments["--socket"].empty()) {
        std::cerr << "opensandbox-execd: --socket is missing\n\n" << usage;
        return 2;
    }

    if (const double processes = positiveNumber(arguments["--processes"]); processes >= 1) {
        const rlimit limit { .rlim_cur = static_cast<rlim_t>(processes), .rlim_max = static_cast<rlim_t>(processes) };
        if (setrlimit(RLIMIT_NPROC, &limit) != 0) {
            std::cerr << "opensandbox-execd: the number of processes cannot be limited: " << std::strerror(errno) << '\n';
            return 1;
        }
    }
    const int ready = static_cast<int>(positiveNumber(arguments["--ready-fd"]));
    if (ready > 0)
        fcntl(ready, F_SETFD, FD_CLOEXEC);
    std::signal(SIGPIPE, SIG_IGN);
    umask(022);
    const std::string temporary = environment("TMPDIR", "/tmp");
    Execd::DaemonOptions options;
    options.socketPath = arguments["--socket"];
    options.kernels.kernelsDirectory = arguments["--kernels"];
    options.kernels.buildsDirectory = arguments["--builds"];
    if (!options.kernels.buildsDirectory.empty())
        options.kernels.buildsWish = std::filesystem::path(options.socketPath).parent_path() / "wants-builds";
    options.kernels.memoryNotice = std::filesystem::path(options.socketPath).parent_path() / "out-of-memory";
    options.kernels.spoolDirectory = arguments["--spool-dir"].empty() ? temporary : arguments["--spool-dir"];
    options.kernels.runtimeDirectory = arguments["--runtime-dir"];
    if (!arguments["--python"].empty())
        options.kernels.python = arguments["--python"];
    options.niceness = static_cast<int>(positiveNumber(arguments["--nice"]));
    options.prewarmPython = setting(arguments, "--prewarm", "OPENSANDBOX_PREWARM") == "python";
    options.limits.cpuCount = positiveNumber(setting(arguments, "--cpu-count", "OPENSANDBOX_CPU_COUNT"));
    options.limits.memoryMib = positiveNumber(setting(arguments, "--memory-mib", "OPENSANDBOX_MEMORY_MIB"));
    options.kernels.memoryMib = static_cast<std::int64_t>(options.limits.memoryMib);
    // Programs in the sandbox may leave variables there for later commands.
    if (const std::string home = environment("HOME"); !home.empty())
        setenv(Execd::environmentFileVariable, (home + "/.opensandbox-env").c_str(), 0);
    std::error_code error;
    options.limits.diskPaths = { std::filesystem::current_path(error).string(), environment("HOME"), temporary };
    std::erase_if(options.limits.diskPaths, [](const std::string &path) { return path.empty() || path == "/"; });

    bool ownRuntimeDirectory = false;
    if (options.kernels.runtimeDirectory.empty()) {
        std::string directory = temporary + "/.execd-XXXXXX";
        if (!mkdtemp(directory.data())) {
            std::cerr << "opensandbox-execd: no folder can be made in " << temporary
                      << ". Give another one with --runtime-dir.\n";
            return 1;
        }
        options.kernels.runtimeDirectory = directory;
        ownRuntimeDirectory = true;
    }

    int result = 0;
    {
        asio::io_context context(1);
        Http::Router interpreterRouter;
        interpreterRouter.setNotFound([](Http::ExchangePtr exchange) { return tellWhereCodeRuns(std::move(exchange)); });
        Http::Server interpreter(context, std::move(interpreterRouter), {});
        openInterpreterPort(interpreter);
        Execd::Daemon daemon(context.get_executor(), options);
        Http::ServerOptions serverOptions;
        const std::string token = setting(arguments, "--access-token", "EXECD_ACCESS_TOKEN");
        if (!token.empty()) {
            serverOptions.filter = [token](Http::Request &request) -> std::optional<Http::Response> {
                if (request.header("X-EXECD-ACCESS-TOKEN") == token)
                    return std::nullopt;
                return Http::Response::text(401,
                    R"({"error":"Unauthorized: invalid or missing header X-EXECD-ACCESS-TOKEN"})",
                    "application/json; charset=utf-8");
            };
        }
        Http::Server server(context, daemon.router(), serverOptions);
        if (const auto listening = server.listenUnix(options.socketPath); !listening) {
            std::cerr << "opensandbox-execd: cannot listen on " << options.socketPath << ": " << listening.error() << '\n';
            result = 1;
        } else {
            asio::signal_set signals(context, SIGTERM, SIGINT);
            signals.async_wait([&server, &context](const boost::system::error_code &, int) {
                server.stop();
                context.stop();
            });
            Runtime::log(Runtime::LogLevel::Info, "listening on " + options.socketPath);
            if (ready > 0) {
                [[maybe_unused]] const ssize_t written = write(ready, "ready\n", 6);
                close(ready);
            }
            context.run();
        }
        Execd::closeBlockingPool();
    }
    if (ownRuntimeDirectory)
        std::filesystem::remove_all(options.kernels.runtimeDirectory, error);
    return result;
}
