// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/jsonfile.h"

#include "isolation/descriptor.h"
#include "json.h"

#include <boost/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Runtime {

namespace json = boost::json;

std::optional<json::object> readJsonFile(const std::string &path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info {};
    if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > (16 << 20))
        return std::nullopt;
    std::string text(static_cast<std::size_t>(info.st_size), '\0');
    const ssize_t count = ::read(file.get(), text.data(), text.size());
    if (count != info.st_size)
        return std::nullopt;
    const auto value = Json::parse(text);
    if (!value || !value->is_object())
        return std::nullopt;
    return value->as_object();
}

std::string writeJsonFile(const std::string &path, const json::object &object)
{
    const auto failed = [&] { return "cannot write " + path + ": " + std::strerror(errno); };
    const std::string temporary = path + ".new";
    const std::string text = Json::serialize(object) + '\n';
    {
        const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file)
            return failed();
        if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) || ::fsync(file.get()) != 0) {
            const std::string error = failed();
            ::unlink(temporary.c_str());
            return error;
        }
    }
    return ::rename(temporary.c_str(), path.c_str()) == 0 ? std::string() : failed();
}

} // namespace Runtime
