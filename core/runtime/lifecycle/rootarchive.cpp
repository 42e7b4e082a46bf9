// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/rootarchive.h"

#include "isolation/filetree.h"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <sys/stat.h>

namespace Runtime {

namespace {

struct CloseRead
{
    void operator()(archive *reader) const { archive_read_free(reader); }
};
struct CloseWrite
{
    void operator()(archive *writer) const { archive_write_free(writer); }
};

std::string errorOf(archive *handle)
{
    const char *text = archive_error_string(handle);
    return text ? text : "it cannot be read";
}

// "./usr/bin/" -> "usr/bin"; an error when it is no place inside.
bool tidyName(const char *given, std::string &name)
{
    name.clear();
    std::string_view rest = given ? given : "";
    if (rest.starts_with('/') || rest.size() > 4096)
        return false;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        if (part == "..")
            return false;
        if (!part.empty() && part != ".")
            name.append(name.empty() ? "" : "/").append(part);
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
    return true;
}

bool isBelowLink(const std::string &name, const std::set<std::string, std::less<>> &links)
{
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
        if (links.contains(std::string_view(name).substr(0, slash)))
            return true;
    }
    return false;
}

} // namespace

std::string unpackRoot(const std::string &path, const std::string &place, const ArchiveLimits &limits)
{
    if (::mkdir(place.c_str(), 0755) != 0)
        return "'" + place + "' cannot be made: " + std::strerror(errno) + '.';
    // Without links on the way, which the writer would refuse like those of an archive.
    std::error_code ignored;
    const std::string folder = std::filesystem::canonical(place, ignored).string();
    const std::unique_ptr<archive, CloseRead> reader(archive_read_new());
    const std::unique_ptr<archive, CloseWrite> writer(archive_write_disk_new());
    archive_read_support_format_tar(reader.get());
    archive_read_support_filter_all(reader.get());
    // A second line of defence behind the checks below.
    archive_write_disk_set_options(writer.get(), ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_SECURE_NODOTDOT
                                                     | ARCHIVE_EXTRACT_SECURE_SYMLINKS);
    if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 20) != ARCHIVE_OK)
        return "'" + path + "' is neither a folder nor a tar archive: " + errorOf(reader.get()) + '.';

    std::set<std::string, std::less<>> links;
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
    std::uint64_t unchecked = 0;
    archive_entry *entry = nullptr;
    while (true) {
        const int next = archive_read_next_header(reader.get(), &entry);
        if (next == ARCHIVE_EOF)
            break;
        if (next != ARCHIVE_OK && next != ARCHIVE_WARN)
            return "'" + path + "' is damaged or no tar archive: " + errorOf(reader.get()) + '.';
        const char *given = archive_entry_pathname(entry);
        std::string name;
        const std::string shown = "'" + std::string(given ? given : "") + "'";
        if (!tidyName(given, name))
            return "The archive is refused: the name " + shown + " leads out of it.";
        if (name.empty())
            continue;
        if (isBelowLink(name, links))
            return "The archive is refused: " + shown + " lies below a link.";
        if (++entries > limits.entries)
            return "The archive is refused: it has more than " + std::to_string(limits.entries) + " entries.";
        const auto type = archive_entry_filetype(entry);
        const char *hard = archive_entry_hardlink(entry);
        std::string target;
        if (hard) {
            if (!tidyName(hard, target) || target.empty() || isBelowLink(target, links))
                return "The archive is refused: the hard link " + shown + " leads out of it.";
            archive_entry_set_hardlink(entry, (folder + '/' + target).c_str());
        } else if (type == AE_IFCHR || type == AE_IFBLK) {
            return "The archive is refused: " + shown + " is a device.";
        } else if (type == AE_IFIFO || type == AE_IFSOCK) {
            continue;
        }
        // Another name of a link is a link.
        if (hard ? links.contains(target) : type == AE_IFLNK)
            links.insert(name);
        else
            links.erase(name);
        archive_entry_set_pathname(entry, (folder + '/' + name).c_str());
        // Folders stay open for their owner, so that they can be read and removed again.
        const mode_t mode = archive_entry_perm(entry) & 0777;
        archive_entry_set_perm(entry, type == AE_IFDIR ? mode | 0755 : mode | 0444);
        if (archive_write_header(writer.get(), entry) < ARCHIVE_WARN)
            return "The archive cannot be unpacked: " + errorOf(writer.get()) + '.';
        const void *block = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        while (!hard && archive_entry_size(entry) > 0) {
            const int got = archive_read_data_block(reader.get(), &block, &size, &offset);
            if (got == ARCHIVE_EOF)
                break;
            if (got < ARCHIVE_WARN)
                return "'" + path + "' is damaged: " + errorOf(reader.get()) + '.';
            bytes += size;
            unchecked += size;
            if (bytes > limits.bytes)
                return "The archive is refused: it has more than " + std::to_string(limits.bytes >> 20) + " MiB.";
            if (unchecked > (16 << 20) && freeSpace(folder) < limits.keepFree)
                return "The disk is full (the last " + std::to_string(limits.keepFree >> 20) + " MiB are kept free).";
            if (unchecked > (16 << 20))
                unchecked = 0;
            if (archive_write_data_block(writer.get(), block, size, offset) < ARCHIVE_WARN)
                return "The archive cannot be unpacked: " + errorOf(writer.get()) + '.';
        }
        if (archive_write_finish_entry(writer.get()) < ARCHIVE_WARN)
            return "The archive cannot be unpacked: " + errorOf(writer.get()) + '.';
    }
    if (entries == 0)
        return "'" + path + "' is empty or no tar archive.";
    if (archive_write_close(writer.get()) != ARCHIVE_OK)
        return "The archive cannot be unpacked: " + errorOf(writer.get()) + '.';
    return {};
}

} // namespace Runtime
