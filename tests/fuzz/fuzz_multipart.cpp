// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The same body in pieces of different sizes has to give the same parts.
#include "execd/multipartparser.h"

#include <cstdint>
#include <cstdlib>

namespace {

class Recorder final : public Execd::MultipartParser::Handler {
public:
    void beginPart(const Execd::MultipartHeaders &headers) override
    {
        text += '[' + headers.name + '|' + headers.fileName.value_or("-") + '|';
    }
    void partData(std::string_view data) override { text += data; }
    void endPart() override { text += ']'; }
    std::string text;
};

std::string parse(std::string_view body, std::size_t step)
{
    Recorder recorder;
    Execd::MultipartParser parser("B", recorder);
    while (!body.empty() && parser.feed(body.substr(0, step)))
        body.remove_prefix(std::min(step, body.size()));
    return parser.finished() ? recorder.text : std::string("unfinished");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    Execd::multipartBoundary(bytes);
    const std::string whole = parse(bytes, size + 1);
    if (parse(bytes, 1) != whole || parse(bytes, 7) != whole)
        std::abort();
    return 0;
}
