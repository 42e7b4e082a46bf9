// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "execd/eventencoder.h"
#include "execd/jupytermessage.h"
#include "execd/kernelspec.h"

#include <boost/json/parse.hpp>

#include <cstdint>
#include <cstdlib>

// Frames are separated by a zero byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (const auto object = Execd::parseLenientObject(bytes)) {
        // What was read is written as JSON that a strict parser takes.
        std::string out;
        Execd::appendJson(out, *object);
        boost::json::parse_options options;
        options.max_depth = 300;
        boost::system::error_code error;
        boost::json::parse(out, error, {}, options);
        if (error)
            std::abort();
    }
    const std::string quoted = Execd::jsonString(bytes);
    boost::system::error_code error;
    boost::json::parse(quoted, error);
    if (error)
        std::abort();
    (void)Execd::parseKernelSpec(bytes, "go", "/kernels");

    std::vector<std::string_view> frames;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\0');
        frames.push_back(bytes.substr(0, end));
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    (void)Execd::parseJupyterMessage(frames, "");
    (void)Execd::parseJupyterMessage(frames, "key");
    return 0;
}
