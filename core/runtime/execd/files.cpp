// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/files.h"

#include "execd/eventencoder.h"
#include "execd/fileoperations.h"
#include "execd/offload.h"
#include "execd/requestbody.h"
#include "execd/upload.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <fcntl.h>
#include <format>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
namespace Http = Runtime::Http;

namespace Execd {

namespace {

constexpr std::size_t longestBody = 64u << 20;
constexpr std::size_t uploadBuffer = 256u << 10;
constexpr std::size_t pageSize = 4096;
constexpr std::size_t largestProcFile = 4u << 20;

Http::Response jsonText(std::string text)
{
    return Http::Response::text(200, std::move(text), "application/json; charset=utf-8");
}

std::string requiredPath(const Http::Request &request)
{
    auto path = request.queryValue("path");
    if (!path || path->empty())
        refuse(400, "MISSING_QUERY", "missing query parameter 'path'");
    return *path;
}

FileOperations::Permission permissionOf(const json::value &value)
{
    const RequestObject object(value, "Permission");
    FileOperations::Permission permission;
    permission.mode = object.integer("mode");
    permission.owner = object.string("owner").value_or(std::string());
    permission.group = object.string("group").value_or(std::string());
    return permission;
}

std::string httpDate(std::time_t time)
{
    tm utc {};
    gmtime_r(&time, &utc);
    std::array<char, 64> text;
    return std::string(text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc));
}

std::optional<std::time_t> parseHttpDate(std::string_view text)
{
    tm utc {};
    const std::string copy(text);
    const char *end = strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
    if (!end || *end)
        return std::nullopt;
    return timegm(&utc);
}

std::string contentDisposition(const std::string &path)
{
    std::string name = path.substr(path.rfind('/') + 1);
    const bool ascii = std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; });
    if (!ascii) {
        const std::string encoded = Http::encodePercent(name);
        return "attachment; filename=\"" + encoded + "\"; filename*=UTF-8''" + encoded;
    }
    for (char &c : name)
        c = c == '\n' || c == '\r' ? ' ' : c;
    return "attachment; filename=\"" + name + '"';
}

// Clients may ask for files as a certain user; a local sandbox has one.
void refuseOtherUser(const Http::Request &request)
{
    const std::string_view uid = request.param("uid");
    if (uid.empty() || (uid == std::to_string(getuid()) && request.param("gid") == std::to_string(getgid())))
        return;
    refuse(403, "NOT_SUPPORTED",
        std::format("this sandbox has one user only (uid {}, gid {}); files as another are not possible", getuid(),
            getgid()));
}

std::optional<std::uint64_t> lineNumber(const Http::Request &request, std::string_view name)
{
    const auto text = request.queryValue(name);
    if (!text)
        return std::nullopt;
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text->data() + text->size() || number == 0)
        refuse(400, "INVALID_REQUEST_BODY", std::format("invalid query parameter '{}': {}", name, *text));
    return number;
}

struct ByteRange {
    off_t begin = 0;
    off_t end = 0;
};

// Where `count` lines from the first-th (1 is the first of all) are.
ByteRange lineRange(int descriptor, std::uint64_t first, std::optional<std::uint64_t> count)
{
    std::vector<char> buffer(256u << 10);
    ByteRange range;
    std::uint64_t line = 1;
    off_t at = 0;
    bool begun = first == 1;
    ssize_t got = 0;
    while ((got = pread(descriptor, buffer.data(), buffer.size(), at)) > 0) {
        const std::string_view piece(buffer.data(), static_cast<std::size_t>(got));
        for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n', end + 1)) {
            ++line;
            const off_t next = at + static_cast<off_t>(end) + 1;
            if (!begun && line == first) {
                begun = true;
                range.begin = next;
            } else if (begun && count && line - first == *count) {
                range.end = next;
                return range;
            }
        }
        at += got;
    }
    range.end = at;
    if (!begun)
        range.begin = at;
    return range;
}

// A file of /proc or /sys says it is empty and is not.
std::string readVirtualFile(int descriptor)
{
    std::string content;
    std::array<char, 65536> buffer;
    ssize_t got = 0;
    while (content.size() < largestProcFile && (got = read(descriptor, buffer.data(), buffer.size())) > 0)
        content.append(buffer.data(), static_cast<std::size_t>(got));
    return content;
}

// The body names paths, each with a mode and owners.
Http::Awaitable<void> changeEach(
    Http::ExchangePtr exchange, void (*change)(const std::string &path, const FileOperations::Permission &permission))
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    std::vector<std::pair<std::string, FileOperations::Permission>> items;
    for (const json::key_value_pair &item : requireMap(body, "model.Permission"))
        items.emplace_back(item.key(), permissionOf(item.value()));
    const std::function<bool()> work = [items, change] {
        for (const auto &[path, permission] : items)
            change(path, permission);
        return true;
    };
    co_await offload<bool>(work);
    co_await exchange->send(Http::Response::empty(200));
}

} // namespace

Files::Files(std::string spoolDirectory)
    : m_spoolDirectory(std::move(spoolDirectory))
{
}

void Files::addRoutes(Http::Router &router)
{
    addRoutesBelow(router, {});
    // The same for a client that names the user; there is one only.
    addRoutesBelow(router, "/v1/filesystem/{uid}/{gid}");
}

void Files::addRoutesBelow(Http::Router &router, const std::string &prefix)
{
    const auto add = [&router, &prefix](std::string_view method, std::string_view pattern,
                         std::function<Awaitable<void>(Exchange)> handler) {
        router.add(method, prefix + std::string(pattern), [handler = std::move(handler)](Exchange exchange) {
            refuseOtherUser(exchange->request());
            return handler(std::move(exchange));
        });
    };
    add("GET", "/files/info", info);
    add("DELETE", "/files", remove);
    add("POST", "/files/permissions", permissions);
    add("POST", "/files/mv", move);
    add("GET", "/files/search", search);
    add("POST", "/files/replace", replace);
    add("POST", "/files/upload",
        [spool = m_spoolDirectory](Exchange exchange) { return upload(std::move(exchange), spool); });
    add("GET", "/files/download", download);
    add("GET", "/directories/list", list);
    add("POST", "/directories", makeDirectories);
    add("DELETE", "/directories", removeDirectories);
}

Http::Awaitable<void> Files::info(Exchange exchange)
{
    const std::vector<std::string> paths = exchange->request().queryValues("path");
    const std::function<std::string()> work = [paths] { return FileOperations::infoJson(paths); };
    std::string text = co_await offload<std::string>(work);
    co_await exchange->send(jsonText(std::move(text)));
}

Http::Awaitable<void> Files::remove(Exchange exchange)
{
    const std::vector<std::string> paths = exchange->request().queryValues("path");
    const std::function<bool()> work = [paths] {
        FileOperations::remove(paths);
        return true;
    };
    co_await offload<bool>(work);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Files::removeDirectories(Exchange exchange)
{
    const std::vector<std::string> paths = exchange->request().queryValues("path");
    const std::function<bool()> work = [paths] {
        FileOperations::removeDirectories(paths);
        return true;
    };
    co_await offload<bool>(work);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Files::permissions(Exchange exchange)
{
    return changeEach(std::move(exchange), FileOperations::setPermissions);
}

Http::Awaitable<void> Files::makeDirectories(Exchange exchange)
{
    return changeEach(std::move(exchange), FileOperations::makeDirectory);
}

Http::Awaitable<void> Files::move(Exchange exchange)
{
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    std::vector<std::pair<std::string, std::string>> items;
    for (const json::value &item : requireArray(body, "model.RenameFileItem")) {
        const RequestObject object(item, "RenameFileItem");
        items.emplace_back(
            object.string("src").value_or(std::string()), object.string("dest").value_or(std::string()));
        if (items.back().first.empty() || items.back().second.empty())
            refuse(400, "INVALID_REQUEST_BODY", "src and dest must not be empty");
    }
    const std::function<bool()> work = [items] {
        for (const auto &[source, destination] : items)
            FileOperations::move(source, destination);
        return true;
    };
    co_await offload<bool>(work);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Files::search(Exchange exchange)
{
    const std::string path = requiredPath(exchange->request());
    std::string pattern = exchange->request().queryValue("pattern").value_or(std::string());
    if (pattern.empty())
        pattern = "**";
    const std::function<std::string()> work = [path, pattern] { return FileOperations::searchJson(path, pattern); };
    std::string text = co_await offload<std::string>(work);
    co_await exchange->send(jsonText(std::move(text)));
}

Http::Awaitable<void> Files::list(Exchange exchange)
{
    const std::string path = requiredPath(exchange->request());
    const std::string depthText = exchange->request().queryValue("depth").value_or("1");
    std::int64_t depth = -1;
    const auto parsed = std::from_chars(depthText.data(), depthText.data() + depthText.size(), depth);
    if (parsed.ec != std::errc() || parsed.ptr != depthText.data() + depthText.size() || depth < 0)
        refuse(400, "INVALID_REQUEST_BODY", "invalid query parameter 'depth': " + depthText);
    const std::function<std::string()> work = [path, depth] { return FileOperations::listJson(path, depth); };
    std::string text = co_await offload<std::string>(work);
    co_await exchange->send(jsonText(std::move(text)));
}

Http::Awaitable<void> Files::replace(Exchange exchange)
{
    struct Item {
        std::string path;
        std::string oldText;
        std::string newText;
    };
    const bool verbose = exchange->request().queryValue("verbose") == "true";
    const json::value body = parseBody(co_await exchange->readBody(longestBody));
    std::vector<Item> items;
    for (const json::key_value_pair &member : requireMap(body, "model.ReplaceFileContentItem")) {
        const RequestObject object(member.value(), "ReplaceFileContentItem");
        items.push_back({ member.key(), object.string("old").value_or(std::string()),
            object.string("new").value_or(std::string()) });
        if (items.back().oldText.empty())
            refuse(400, "INVALID_REQUEST_BODY", "old content must not be empty");
    }
    std::ranges::sort(items, {}, &Item::path);
    const std::function<std::string()> work = [items] {
        std::string out = "{";
        for (const Item &item : items) {
            const std::size_t count = FileOperations::replace(item.path, item.oldText, item.newText);
            if (out.size() > 1)
                out += ',';
            appendJsonString(out, item.path);
            out += ":{\"replacedCount\":" + std::to_string(count) + '}';
        }
        return out + '}';
    };
    std::string text = co_await offload<std::string>(work);
    co_await exchange->send(verbose ? jsonText(std::move(text)) : Http::Response::empty(200));
}

Http::Awaitable<void> Files::upload(Exchange exchange, std::string spoolDirectory)
{
    const auto boundary = multipartBoundary(exchange->request().header("Content-Type").value_or(std::string_view()));
    if (!boundary)
        refuse(400, "INVALID_FILE", "multipart form is empty");
    const auto form = std::make_shared<Upload>(*boundary, std::move(spoolDirectory));
    const auto buffer = std::make_shared<std::vector<char>>(uploadBuffer + pageSize);
    while (true) {
        // Where it lies in its page of the file, too: copying between places that differ by a few bytes there takes
        // three times as long on some processors (AMD, rep movsb).
        const std::size_t shift = (form->position() - reinterpret_cast<std::uintptr_t>(buffer->data())) % pageSize;
        const std::span<char> place = std::span<char>(*buffer).subspan(shift, uploadBuffer);
        const std::size_t got = co_await exchange->readSome(place);
        if (got == 0)
            break;
        const std::function<bool()> store = [form, buffer, place, got] { return form->feed({ place.data(), got }); };
        co_await offload<bool>(store);
    }
    const std::function<bool()> finish = [form] {
        form->finish();
        return true;
    };
    co_await offload<bool>(finish);
    co_await exchange->send(Http::Response::empty(200));
}

Http::Awaitable<void> Files::download(Exchange exchange)
{
    const std::string path = FileOperations::resolve(requiredPath(exchange->request()));
    struct stat info;
    // Not blocking, because a fifo would wait for a writer.
    UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file || fstat(file.get(), &info) != 0) {
        const int error = errno;
        if (error == ENOENT || error == ENOTDIR)
            refuse(404, "FILE_NOT_FOUND", "file not found. open " + path + ": " + errnoText(error));
        refuse(500, "RUNTIME_ERROR", "error accessing file: open " + path + ": " + errnoText(error));
    }
    if (S_ISDIR(info.st_mode))
        refuse(400, "INVALID_FILE", "path is a directory: " + path);
    if (!S_ISREG(info.st_mode))
        refuse(400, "INVALID_FILE", "path is not a regular file: " + path);

    Http::Response head;
    head.headers.add("Content-Disposition", contentDisposition(path));
    head.headers.add("Content-Type", "application/octet-stream");
    head.headers.add("Last-Modified", httpDate(info.st_mtim.tv_sec));
    if (const auto since = exchange->request().header("If-Modified-Since")) {
        const auto time = parseHttpDate(*since);
        if (time && info.st_mtim.tv_sec <= *time) {
            head.status = 304;
            co_await exchange->send(std::move(head));
            co_return;
        }
    }
    const auto first = lineNumber(exchange->request(), "offset");
    const auto count = lineNumber(exchange->request(), "limit");
    if (first || count) {
        const std::function<ByteRange()> find
            = [descriptor = file.get(), first, count] { return lineRange(descriptor, first.value_or(1), count); };
        ByteRange range = co_await offload<ByteRange>(find);
        const std::shared_ptr<Http::StreamWriter> writer = exchange->beginStream(std::move(head));
        while (range.begin < range.end) {
            const std::function<std::string()> take = [descriptor = file.get(), range] {
                std::string piece(static_cast<std::size_t>(std::min<off_t>(range.end - range.begin, 256 << 10)), '\0');
                const ssize_t got = pread(descriptor, piece.data(), piece.size(), range.begin);
                piece.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
                return piece;
            };
            std::string piece = co_await offload<std::string>(take);
            if (piece.empty())
                break;
            range.begin += static_cast<off_t>(piece.size());
            const bool wanted = co_await writer->write(std::move(piece));
            if (!wanted)
                break;
        }
        co_await writer->finish();
        co_return;
    }
    if (info.st_size == 0) {
        head.body = readVirtualFile(file.get());
        if (!head.body.empty()) {
            co_await exchange->send(std::move(head));
            co_return;
        }
    }
    co_await exchange->sendFile(std::move(head), file.get(), static_cast<std::uint64_t>(info.st_size));
}

} // namespace Execd
