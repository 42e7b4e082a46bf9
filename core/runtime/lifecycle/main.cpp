// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "isolation/keeper.h"
#include "isolation/probe.h"
#include "isolation/program.h"
#include "json.h"
#include "lifecycle/announcement.h"
#include "lifecycle/api.h"
#include "lifecycle/profilestore.h"
#include "lifecycle/statefolder.h"
#include "log.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/json.hpp>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace asio = boost::asio;
namespace json = boost::json;
namespace fs = std::filesystem;
using namespace Runtime;

namespace {

struct Arguments
{
    std::string verb;
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string keyFile;
    std::string stateFolder;
    std::string execd;
    std::string kernels;
    std::string bwrap;
    std::vector<std::string> allowedPaths;
    std::uint64_t snapshotLimit = SandboxSettings().snapshotLimit;
    std::uint64_t keepFree = SandboxSettings().keepFree;
    int parent = -1;
    // What the verb "profile" should do.
    std::vector<std::string> words;
};

constexpr const char *usage = R"(Usage: opensandbox-local serve [OPTIONS]    serve the OpenSandbox API with sandboxes of this machine
       opensandbox-local probe [OPTIONS]    show how well sandboxes are isolated here, as JSON
       opensandbox-local profile list | add NAME PATH | remove NAME [--state-dir FOLDER]
                                            root file systems to be used as images: a folder, or a tar
                                            archive such as 'docker export' writes

  --host ADDRESS       address to listen on (127.0.0.1)
  --port PORT          port to listen on (0 takes a free one)
  --api-key-file FILE  the key that clients must send; or set OPENSANDBOX_LOCAL_API_KEY
  --state-dir FOLDER   where the sandboxes' files are (~/.local/state/opensandbox-local)
  --execd PROGRAM      the daemon that runs inside every sandbox
  --kernels FOLDER     the language drivers for it
  --bwrap PROGRAM      the bubblewrap to use (the one in PATH)
  --allow-host-path FOLDER
                       sandboxes may have this folder, and those in it, as volumes (may be repeated)
  --snapshot-limit SIZE
                       how large a snapshot may be (16Gi)
  --keep-free SIZE     a sandbox that fills the disk beyond this is stopped (512Mi)
  --exit-with-stdin    end, with all sandboxes, when standard input is closed
  --parent-fd NUMBER   the same for another descriptor

When it is ready, the server says so on standard output: in words on a terminal, else as one line of JSON.
)";

void say(const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

// The one line that a calling program waits for.
void sayLine(const json::object &line)
{
    say(json::serialize(line) + '\n');
}

int refuse(const std::string &code, const std::string &message, const std::string &hint)
{
    const json::object line { { "ready", false }, { "code", code }, { "message", message }, { "hint", hint } };
    if (::isatty(STDOUT_FILENO) == 1)
        say(refusalText(line));
    else
        sayLine(line);
    return 1;
}

// What is enforced and by what, for programs and, in "summary" and "notEnforced", for people.
json::object describeIsolation(const Probe &probe, const LimitEnforcer &limits)
{
    json::object isolation = probe.report;
    isolation["limits"] = limits.report();
    isolation["summary"] = "Own user, process, file and network namespaces by bubblewrap. " + limits.summary();
    json::array &open = isolation["notEnforced"].emplace_array();
    if (!probe.mode.freshProc)
        open.emplace_back("Sandboxes can see the list of this machine's processes.");
    for (const std::string &sentence : limits.notEnforced())
        open.emplace_back(sentence);
    return isolation;
}

std::expected<Arguments, std::string> parseArguments(int argc, char **argv)
{
    Arguments arguments;
    if (argc < 2)
        return std::unexpected("a verb is missing");
    arguments.verb = argv[1];
    if (arguments.verb != "serve" && arguments.verb != "probe" && arguments.verb != "profile")
        return std::unexpected("there is no verb '" + arguments.verb + "'");
    for (int i = 2; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--exit-with-stdin") {
            arguments.parent = STDIN_FILENO;
            continue;
        }
        if (arguments.verb == "profile" && !name.starts_with("--")) {
            arguments.words.push_back(name);
            continue;
        }
        if (i + 1 >= argc)
            return std::unexpected("'" + name + "' is unknown or needs a value");
        const std::string value = argv[++i];
        const auto number = [&](auto &out) {
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
            return error == std::errc() && end == value.data() + value.size() && !value.empty();
        };
        const auto size = [&](std::uint64_t &out) {
            const auto bytes = parseMemory(value);
            out = bytes.value_or(0);
            return bytes.has_value();
        };
        bool ok = true;
        if (name == "--host")
            arguments.host = value == "localhost" ? "127.0.0.1" : value;
        else if (name == "--port")
            ok = number(arguments.port);
        else if (name == "--api-key-file")
            arguments.keyFile = value;
        else if (name == "--state-dir")
            arguments.stateFolder = value;
        else if (name == "--execd")
            arguments.execd = value;
        else if (name == "--kernels")
            arguments.kernels = value;
        else if (name == "--bwrap")
            arguments.bwrap = value;
        else if (name == "--allow-host-path")
            ok = value.starts_with('/') && !value.contains("/../") && arguments.allowedPaths.emplace_back(value).size() > 0;
        else if (name == "--snapshot-limit")
            ok = size(arguments.snapshotLimit);
        else if (name == "--keep-free")
            ok = size(arguments.keepFree);
        else if (name == "--parent-fd")
            ok = number(arguments.parent) && arguments.parent >= 0;
        else
            return std::unexpected("the option '" + name + "' is unknown");
        if (!ok)
            return std::unexpected("the value '" + value + "' does not fit the option " + name);
    }
    return arguments;
}

std::string ownFolder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

std::string firstExisting(const std::vector<std::string> &places)
{
    std::error_code error;
    for (const std::string &place : places) {
        if (fs::exists(place, error))
            return fs::canonical(place, error).string();
    }
    return {};
}

// The user of the sandboxes may not be able to reach the place this program is installed in.
bool copyForOthers(SandboxSettings &settings)
{
    const fs::path place = fs::path(settings.folder) / "runtime";
    std::error_code error;
    fs::create_directories(place, error);
    if (!error)
        fs::copy_file(settings.execd, place / "execd", error);
    if (!error && !settings.kernels.empty())
        fs::copy(settings.kernels, place / "kernels", fs::copy_options::recursive, error);
    if (error)
        return false;
    constexpr fs::perms folderMode = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec;
    fs::permissions(place, folderMode, error);
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(place, error)) {
        const bool runs = entry.is_directory(error) || (entry.status(error).permissions() & fs::perms::owner_exec) != fs::perms::none;
        fs::permissions(entry.path(), runs ? folderMode : folderMode & ~(fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec), error);
    }
    settings.execd = (place / "execd").string();
    if (!settings.kernels.empty())
        settings.kernels = (place / "kernels").string();
    return !error;
}

struct Stop
{
    asio::io_context &context;
    void operator()() const { context.stop(); }
};

// Reads until the descriptor ends; what arrives is of no interest.
asio::awaitable<void> watchParent(asio::posix::stream_descriptor *parent, Stop stop)
{
    char buffer[256];
    while (true) {
        const auto [error, count] = co_await parent->async_read_some(asio::buffer(buffer), asio::as_tuple(asio::use_awaitable));
        if (error)
            break;
    }
    stop();
}

bool isLoopback(const std::string &host)
{
    return host.starts_with("127.") || host == "::1";
}

// In milliseconds.
constexpr int cleanUpLimit = 4500;

// Nothing after it was refused.
std::unique_ptr<Keeper> startKeeper(asio::io_context &context, StateFolder &state)
{
    auto keeper = Keeper::start(context, state.folder(), state.lock());
    if (keeper)
        return std::move(*keeper);
    state.remove();
    refuse("KEEPER", "The process that looks after the sandboxes cannot be started: " + keeper.error(), "Try again.");
    return nullptr;
}

int serve(const Arguments &arguments)
{
    std::string apiKey;
    std::string keyPlace = "none";
    if (const char *key = std::getenv("OPENSANDBOX_LOCAL_API_KEY"); key && *key) {
        apiKey = key;
        keyPlace = "the value of OPENSANDBOX_LOCAL_API_KEY";
        // Not to be inherited by anything started from here.
        ::unsetenv("OPENSANDBOX_LOCAL_API_KEY");
    }
    if (!arguments.keyFile.empty()) {
        std::ifstream file(arguments.keyFile);
        apiKey.clear();
        std::getline(file, apiKey);
        keyPlace = "the first line of " + arguments.keyFile;
        if (apiKey.empty())
            return refuse("API_KEY_FILE", "The API key file '" + arguments.keyFile + "' cannot be read or is empty.",
                          "Write the key into its first line.");
    }
    if (apiKey.empty() && !isLoopback(arguments.host))
        return refuse("API_KEY_REQUIRED", "Without an API key the server is not opened to other machines.",
                      "Set OPENSANDBOX_LOCAL_API_KEY, or listen on 127.0.0.1.");

    const auto user = chooseUser();
    if (!user)
        return refuse("ROOT_REFUSED", user.error(), "Run the program as an ordinary user.");
    StateFolder state = StateFolder::open(arguments.stateFolder, *user);
    if (!state.error().empty())
        return refuse("STATE_FOLDER", state.error(), "Choose another folder with --state-dir.");
    asio::io_context context(1);
    const auto keeper = startKeeper(context, state);
    if (!keeper)
        return 1;
    // The keeper removes the folder when it ends.
    const auto refuseAndClean = [&keeper](const std::string &code, const std::string &message, const std::string &hint) {
        keeper->finish(cleanUpLimit);
        return refuse(code, message, hint);
    };
    SharedSettings shared(state.folder() + "/settings");
    const Probe probe = probeIsolation(*keeper, shared, state.folder() + "/probe", arguments.bwrap, *user);
    if (!probe.ok)
        return refuseAndClean(probe.code, probe.message, probe.hint);

    SandboxSettings settings;
    settings.folder = state.folder();
    settings.mode = probe.mode;
    settings.allowedPaths = arguments.allowedPaths;
    settings.snapshotLimit = arguments.snapshotLimit;
    settings.keepFree = arguments.keepFree;
    // Whoever ends with its parent has nobody to report to afterwards.
    settings.remember = arguments.parent < 0;
    const std::string own = ownFolder();
    settings.execd = !arguments.execd.empty() ? arguments.execd
                                              : firstExisting({ own + "/opensandbox-execd", own + "/../libexec/opensandbox-workbench/opensandbox-execd" });
    settings.kernels = !arguments.kernels.empty() ? arguments.kernels
                                                  : firstExisting({ own + "/../share/opensandbox-workbench/kernels", WB_KERNELS_FOLDER });
    for (std::string *path : { &settings.execd, &settings.kernels }) {
        std::error_code error;
        if (!path->empty())
            *path = fs::absolute(*path, error).string();
    }
    if (settings.execd.empty() || ::access(settings.execd.c_str(), X_OK) != 0)
        return refuseAndClean("EXECD_MISSING", "The program opensandbox-execd was not found.", "Install the local runtime completely, or name it with --execd.");

    settings.user = *user;
    if (*user != 0 && !copyForOthers(settings))
        return refuseAndClean("STATE_FOLDER", "The runtime's files cannot be copied to '" + state.folder() + "'.", "Choose another folder with --state-dir.");

    LimitEnforcer limits = LimitEnforcer::detect("opensandbox-" + std::to_string(::getpid()));
    json::array warnings;
    for (const std::string &text : probe.warnings)
        warnings.emplace_back(text);
    for (const std::string &text : limits.warnings())
        warnings.emplace_back(text);
    if (apiKey.empty())
        warnings.emplace_back("No API key is set: every program of this machine can use this server.");
    for (const std::string &text : state.notes())
        warnings.emplace_back(text);
    const json::object isolation = describeIsolation(probe, limits);

    Sandboxes sandboxes(context, settings, *keeper, limits, std::move(shared));
    LifecycleApi api(context, sandboxes, apiKey,
                     { { "runtime", "opensandbox-local" }, { "version", WB_VERSION }, { "isolation", isolation }, { "warnings", warnings } });
    const auto port = api.server().listenTcp(arguments.host, arguments.port);
    if (!port)
        return refuseAndClean("LISTEN", "The server cannot be opened: " + port.error() + '.', "Choose another port with --port, or 0 for a free one.");
    api.setPort(*port);

    const Stop stop { context };
    asio::signal_set signals(context, SIGINT, SIGTERM, SIGHUP);
    signals.async_wait([stop](const boost::system::error_code &, int) { stop(); });
    keeper->onLost([stop] {
        log(LogLevel::Error, "the keeper of the sandboxes is gone; stopping");
        stop();
    });
    asio::posix::stream_descriptor parent(context);
    if (arguments.parent >= 0) {
        boost::system::error_code error;
        parent.assign(arguments.parent, error);
        if (error)
            return refuseAndClean("PARENT_DESCRIPTOR", "The descriptor to watch is not a pipe or socket: " + error.message() + '.',
                                  "Give --exit-with-stdin a pipe.");
        ::fcntl(arguments.parent, F_SETFD, FD_CLOEXEC);
        asio::co_spawn(context, watchParent(&parent, stop), asio::detached);
    }

    const json::object line { { "ready", true }, { "port", *port }, { "pid", ::getpid() }, { "isolation", isolation }, { "warnings", warnings } };
    if (::isatty(STDOUT_FILENO) == 1)
        say(readyText(line, arguments.host, keyPlace));
    else
        sayLine(line);
    context.run();

    api.server().stop();
    keeper->finish(cleanUpLimit);
    // The keeper has removed everything; what is still waiting here has nothing to wait for.
    std::_Exit(0);
}

int probe(const Arguments &arguments)
{
    const auto user = chooseUser();
    if (!user)
        return refuse("ROOT_REFUSED", user.error(), "Run the program as an ordinary user.");
    StateFolder state = StateFolder::open(arguments.stateFolder, *user);
    if (!state.error().empty())
        return refuse("STATE_FOLDER", state.error(), "Choose another folder with --state-dir.");
    asio::io_context context(1);
    const auto keeper = startKeeper(context, state);
    if (!keeper)
        return 1;
    SharedSettings shared(state.folder() + "/settings");
    const Probe found = probeIsolation(*keeper, shared, state.folder() + "/probe", arguments.bwrap, *user);
    keeper->finish(cleanUpLimit);
    if (!found.ok)
        return refuse(found.code, found.message, found.hint);
    const LimitEnforcer limits = LimitEnforcer::detect("opensandbox-" + std::to_string(::getpid()));
    const json::object isolation = describeIsolation(found, limits);
    json::array warnings;
    for (const std::string &text : found.warnings)
        warnings.emplace_back(text);
    for (const std::string &text : limits.warnings())
        warnings.emplace_back(text);
    sayLine({ { "ready", true }, { "isolation", isolation }, { "warnings", warnings } });
    return 0;
}

int profile(const Arguments &arguments)
{
    const auto parent = StateFolder::parentFolder(arguments.stateFolder);
    const ProfileStore store(parent + "/profiles");
    const std::vector<std::string> &words = arguments.words;
    std::string failed;
    if (words.size() == 1 && words[0] == "list") {
        for (const std::string &name : store.names())
            std::printf("%s\t%s\n", name.c_str(), store.rootOf(name).c_str());
        return 0;
    }
    if (words.size() == 3 && words[0] == "add") {
        std::error_code error;
        fs::create_directories(parent, error);
        failed = store.add(words[1], words[2]);
    } else if (words.size() == 2 && words[0] == "remove") {
        failed = store.remove(words[1]);
    } else {
        std::fputs(usage, stderr);
        return 2;
    }
    if (!failed.empty()) {
        std::fprintf(stderr, "opensandbox-local: %s\n", failed.c_str());
        return 1;
    }
    if (words[0] == "add")
        std::printf("The image '%s' can be used now.\n", words[1].c_str());
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "keeper")
        return keeperMain(std::atoi(argv[2]), argv[3]);
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::puts("opensandbox-local " WB_VERSION);
        return 0;
    }
    if (argc == 2 && (std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h")) {
        std::fputs(usage, stdout);
        return 0;
    }
    const auto arguments = parseArguments(argc, argv);
    if (!arguments) {
        std::fprintf(stderr, "opensandbox-local: %s\n%s", arguments.error().c_str(), usage);
        return 2;
    }
    ::signal(SIGPIPE, SIG_IGN);
    ::umask(0077);
    // Streams and relays need two descriptors each.
    rlimit files {};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = std::min<rlim_t>(files.rlim_max, 16384);
        ::setrlimit(RLIMIT_NOFILE, &files);
    }
    if (arguments->verb == "profile")
        return profile(*arguments);
    return arguments->verb == "serve" ? serve(*arguments) : probe(*arguments);
}
