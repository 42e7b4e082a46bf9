// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/message.h"

#include <boost/json/value.hpp>

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace Runtime {

// One entry of a 422 answer.
struct FieldError
{
    std::string type;
    // Names and indexes, "body" or "query" first.
    boost::json::array location;
    std::string message;
    boost::json::value input;
    std::optional<boost::json::object> context;
};

// {"detail": [...]} with status 422.
Http::Response validationResponse(const std::vector<FieldError> &errors);
// The same for one error, to be thrown.
Http::Failure invalid(const char *type, boost::json::array location, std::string message, boost::json::value input,
                      std::optional<boost::json::object> context = std::nullopt);

// The schema of POST /pools, which is looked at before the answer that there are none.
std::vector<FieldError> checkPool(const boost::json::value &body);
// The optional name in the body of POST /sandboxes/{id}/snapshots.
std::expected<std::optional<std::string>, std::vector<FieldError>> parseSnapshotName(const boost::json::value &body);

// A folder from outside that a sandbox shows at a place of its own.
struct VolumeRequest
{
    enum class Backend { HostPath, Named, Bucket };

    std::string name;
    Backend backend = Backend::HostPath;
    // The absolute host path, or the name of the named volume; empty for a bucket.
    std::string source;
    std::string mountPath;
    bool readOnly = false;
    std::string subPath;
    // Named volumes: make it when it is not there; remove it with the sandbox when it was made for it.
    bool createIfMissing = true;
    bool deleteWithSandbox = false;
};

struct CreateRequest
{
    std::string image;
    std::optional<std::string> snapshot;
    std::vector<std::string> entrypoint;
    std::map<std::string, std::string> resourceLimits;
    // Seconds; absent = until deleted.
    std::optional<std::int64_t> timeout;
    std::vector<std::pair<std::string, std::string>> environment;
    std::optional<std::map<std::string, std::string>> metadata;
    std::map<std::string, std::string> extensions;
    struct Platform
    {
        std::string os;
        std::string arch;
    };
    std::optional<Platform> platform;
    struct Rule
    {
        std::string action;
        std::string target;
    };
    struct NetworkPolicy
    {
        std::optional<std::string> defaultAction;
        std::vector<Rule> egress;
    };
    std::optional<NetworkPolicy> networkPolicy;
    bool secureAccess = false;
    bool credentialProxy = false;
    std::vector<VolumeRequest> volumes;
};

// The schema of POST /sandboxes: unknown fields and nulls are ignored, snake_case twins are taken, too.
std::expected<CreateRequest, std::vector<FieldError>> parseCreate(const boost::json::value &body);

// Labels as Kubernetes has them. Nothing, or the message of the 400 answer.
std::optional<std::string> checkLabelKey(std::string_view key);
std::optional<std::string> checkLabelValue(std::string_view value);
bool isReservedLabel(std::string_view key);

// Bytes of "512Mi", "2Gi", "1G", "1048576", "100mb"; nothing when it is none of them.
std::optional<std::uint64_t> parseMemory(std::string_view text);
// Thousandths of a CPU of "500m", "2", "0.5".
std::optional<std::uint64_t> parseCpu(std::string_view text);

// An integer parameter of the query or path within bounds; absent = fallback. Adds to errors.
std::int64_t integerParameter(std::optional<std::string> text, const char *where, const char *name, std::int64_t fallback,
                              std::optional<std::int64_t> least, std::optional<std::int64_t> most,
                              std::vector<FieldError> &errors);

// The list filter: a form-encoded text of name=value pairs (already decoded once by the query).
std::expected<std::map<std::string, std::string>, std::string> parseMetadataFilter(std::string_view text);

} // namespace Runtime
