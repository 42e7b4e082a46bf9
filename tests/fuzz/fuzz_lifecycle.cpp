// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Bodies and filters of the lifecycle routes: a request that can be used, or an answer that says what is wrong.
#include "json.h"
#include "lifecycle/validation.h"

#include <boost/json/value.hpp>

#include <cstdint>
#include <cstdlib>
#include <limits>

using namespace Runtime;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void checkErrors(const std::vector<FieldError> &errors)
{
    require(!errors.empty());
    const Http::Response response = validationResponse(errors);
    require(response.status == 422 && Json::parse(response.body).has_value());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    if (const auto filter = parseMetadataFilter(text); !filter)
        require(!filter.error().empty());
    (void)parseMemory(text);
    (void)parseCpu(text);
    (void)checkLabelKey(text);
    (void)checkLabelValue(text);
    std::vector<FieldError> errors;
    const std::int64_t page = integerParameter(std::string(text), "query", "page", 1, 1, std::numeric_limits<std::int64_t>::max(), errors);
    require(page >= 1);

    const auto body = Json::parse(text);
    if (!body)
        return 0;
    // What was read is written as the same value.
    const auto again = Json::parse(Json::serialize(*body));
    require(again.has_value());
    if (const auto request = parseCreate(*body)) {
        require(!request->timeout || *request->timeout > 0);
        for (const VolumeRequest &volume : request->volumes)
            require(volume.mountPath.starts_with('/'));
    } else {
        checkErrors(request.error());
    }
    if (const auto name = parseSnapshotName(*body); !name)
        checkErrors(name.error());
    if (const auto pool = checkPool(*body); !pool.empty())
        checkErrors(pool);
    return 0;
}
