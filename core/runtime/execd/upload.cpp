// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/upload.h"

#include "execd/requestbody.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace json = boost::json;

namespace Execd {

namespace {

constexpr std::size_t longestDescription = 1u << 20;
constexpr std::size_t mostParts = 10000;

UniqueFd openSpool(const std::string &directory)
{
    std::string name = directory + "/upload-XXXXXX";
    UniqueFd file(mkostemp(name.data(), O_CLOEXEC));
    if (file)
        unlink(name.c_str());
    return file;
}

std::string writeAll(int file, std::string_view data)
{
    while (!data.empty()) {
        const ssize_t written = write(file, data.data(), data.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return errnoText(errno);
        data.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace

Upload::Upload(std::string boundary, std::string spoolDirectory)
    : m_spoolDirectory(std::move(spoolDirectory))
    , m_parser(std::move(boundary), *this)
{
}

void Upload::beginPart(const MultipartHeaders &headers)
{
    m_part = Part::None;
    // Only parts with a file name count, as with the other server.
    if (!headers.fileName || m_descriptions.size() + m_files.size() >= mostParts)
        return;
    if (headers.name == "metadata") {
        m_part = Part::Description;
        m_descriptions.emplace_back();
    } else if (headers.name == "file") {
        m_part = Part::File;
        m_position = 0;
        File &file = m_files.emplace_back();
        const std::size_t index = m_files.size() - 1;
        if (index < m_descriptions.size()) {
            try {
                openTarget(file, parseDescription(m_descriptions[index]));
                return;
            } catch (const Runtime::Http::Failure &) {
                // Told by finish(), in its turn; the data has nowhere to go.
                file.failure = "the description is wrong";
                return;
            }
        }
        file.spooled = openSpool(m_spoolDirectory);
        if (!file.spooled)
            file.failure = "error opening a temporary file. " + errnoText(errno);
    }
}

void Upload::partData(std::string_view data)
{
    if (m_part == Part::Description) {
        std::string &text = m_descriptions.back();
        if (text.size() + data.size() <= longestDescription)
            text += data;
    } else if (m_part == Part::File) {
        m_position += data.size();
        File &file = m_files.back();
        if (!file.failure.empty())
            return;
        std::string failure;
        if (file.target)
            failure = file.target->write(data);
        else
            failure = writeAll(file.spooled.get(), data);
        if (!failure.empty()) {
            file.failure = "error copying file content. " + failure;
            // Nothing of it is kept, so the room it took is free for others again.
            file.target.reset();
            file.spooled.reset();
        }
    }
}

void Upload::endPart()
{
    m_part = Part::None;
}

Upload::Description Upload::parseDescription(std::string text)
{
    Description description;
    json::value value;
    try {
        value = parseBody(text);
        const RequestObject object(value, "FileMetadata");
        description.path = object.string("path").value_or(std::string());
        description.permission.mode = object.integer("mode");
        description.permission.owner = object.string("owner").value_or(std::string());
        description.permission.group = object.string("group").value_or(std::string());
    } catch (const Runtime::Http::Failure &failure) {
        std::string reason = failure.response().body;
        const std::size_t start = reason.find("format. ");
        if (start != std::string::npos)
            reason = reason.substr(start + 8, reason.rfind('"') - start - 8);
        refuse(400, "INVALID_FILE_METADATA", "invalid metadata format. " + reason);
    }
    if (description.path.empty())
        refuse(400, "INVALID_FILE_METADATA", "metadata path is empty");
    description.path = FileOperations::resolve(description.path);
    return description;
}

void Upload::openTarget(File &file, const Description &description)
{
    const std::string parent = std::filesystem::path(description.path).parent_path().string();
    const std::string made = FileOperations::makeParents(parent);
    if (!made.empty()) {
        file.failure = "error creating target directory " + parent + ". " + made;
        return;
    }
    auto target = AtomicFile::open(description.path);
    if (target)
        file.target = std::move(*target);
    else
        file.failure = "error opening destination file " + description.path + ". " + target.error();
}

void Upload::copySpooled(File &file)
{
    std::vector<char> buffer(256u << 10);
    lseek(file.spooled.get(), 0, SEEK_SET);
    while (file.failure.empty()) {
        const ssize_t got = read(file.spooled.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        const std::string failure = file.target->write({ buffer.data(), static_cast<std::size_t>(got) });
        if (!failure.empty())
            file.failure = "error copying file content. " + failure;
    }
}

void Upload::finish()
{
    if (!m_parser.error().empty())
        refuse(400, "INVALID_FILE", "the multipart body is broken: " + m_parser.error());
    if (!m_parser.finished())
        refuse(400, "INVALID_FILE", "the multipart body ends too early: unexpected EOF");
    if (m_descriptions.empty())
        refuse(400, "INVALID_FILE_METADATA", "metadata file is missing");
    if (m_files.empty())
        refuse(400, "INVALID_FILE_CONTENT", "file is missing");
    if (m_descriptions.size() != m_files.size()) {
        refuse(400, "INVALID_FILE",
            "metadata and file count mismatch: " + std::to_string(m_descriptions.size()) + " vs "
                + std::to_string(m_files.size()));
    }
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const Description description = parseDescription(m_descriptions[i]);
        File &file = m_files[i];
        if (!file.target && file.failure.empty()) {
            openTarget(file, description);
            if (file.target)
                copySpooled(file);
        }
        if (file.failure.empty()) {
            const std::string failure = file.target->commit();
            if (!failure.empty())
                file.failure = "error opening destination file " + description.path + ". " + failure;
        }
        if (!file.failure.empty())
            refuse(500, "RUNTIME_ERROR", file.failure);
        const std::string applied = FileOperations::applyPermission(description.path, description.permission);
        if (!applied.empty())
            refuse(500, "RUNTIME_ERROR", "error chmoding file " + description.path + ". " + applied);
    }
}

} // namespace Execd
