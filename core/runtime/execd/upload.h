// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/atomicfile.h"
#include "execd/fileoperations.h"
#include "execd/multipartparser.h"

#include <deque>
#include <string>
#include <vector>

namespace Execd {

/// An upload as it arrives: descriptions and files, paired by their order. Data goes to disk at once,
/// beside its target when that is known already; the files get their names in finish(). Blocking.
class Upload final : public MultipartParser::Handler {
public:
    Upload(std::string boundary, std::string spoolDirectory);

    bool feed(std::string_view bytes) { return m_parser.feed(bytes); }
    /// Of the file whose data comes next, as far as it is there.
    std::size_t position() const { return m_position; }
    /// Throws Runtime::Http::Failure; files before the one that failed are in place.
    void finish();

    void beginPart(const MultipartHeaders &headers) override;
    void partData(std::string_view data) override;
    void endPart() override;

private:
    struct Description {
        std::string text;
        std::string path; ///< resolved
        FileOperations::Permission permission;
    };
    struct File {
        std::optional<AtomicFile> target;
        UniqueFd spooled; ///< when it came before its description
        std::string failure; ///< a message for the answer
    };
    enum class Part { None, Description, File };

    static Description parseDescription(std::string text);
    void openTarget(File &file, const Description &description);
    void copySpooled(File &file);

    const std::string m_spoolDirectory;
    std::vector<std::string> m_descriptions;
    std::deque<File> m_files;
    Part m_part = Part::None;
    std::size_t m_position = 0;
    MultipartParser m_parser;
};

} // namespace Execd
