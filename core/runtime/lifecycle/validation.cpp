// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/validation.h"

#include <boost/json.hpp>

#include <charconv>
#include <cmath>

namespace Runtime {

namespace json = boost::json;

namespace {

bool isAlphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isName(std::string_view text)
{
    if (text.empty() || text.size() > 63 || !isAlphanumeric(text.front()) || !isAlphanumeric(text.back()))
        return false;
    return std::ranges::all_of(text, [](char c) { return isAlphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

bool isSubdomain(std::string_view text)
{
    if (text.empty() || text.size() > 253)
        return false;
    while (true) {
        const std::string_view label = text.substr(0, text.find('.'));
        const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
        if (label.empty() || !plain(label.front()) || !plain(label.back())
            || !std::ranges::all_of(label, [&](char c) { return plain(c) || c == '-'; }))
            return false;
        if (label.size() == text.size())
            return true;
        text.remove_prefix(label.size() + 1);
    }
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// Reads one object of the body and notes what is wrong with it.
class Reader
{
public:
    Reader(const json::object &object, json::array location, std::vector<FieldError> &errors)
        : m_object(object)
        , m_location(std::move(location))
        , m_errors(errors)
    {
    }

    // The value under its name or its snake_case twin; null counts as absent.
    const json::value *find(std::string_view name) const
    {
        if (const json::value *value = m_object.if_contains(name))
            return value->is_null() ? nullptr : value;
        std::string twin;
        for (const char c : name) {
            if (c >= 'A' && c <= 'Z')
                twin.append({ '_', static_cast<char>(c - 'A' + 'a') });
            else
                twin += c;
        }
        const json::value *value = m_object.if_contains(twin);
        return value && !value->is_null() ? value : nullptr;
    }

    json::array at(std::string_view name) const
    {
        json::array location = m_location;
        location.emplace_back(name);
        return location;
    }

    void fail(std::string_view name, const char *type, std::string message, const json::value &input,
              std::optional<json::object> context = std::nullopt)
    {
        m_errors.push_back({ type, at(name), std::move(message), input, std::move(context) });
    }

    std::optional<std::string> string(std::string_view name, bool required = false)
    {
        const json::value *value = find(name);
        if (!value) {
            if (required)
                m_errors.push_back({ "missing", at(name), "Field required", json::object(), std::nullopt });
            return std::nullopt;
        }
        if (const json::string *text = value->if_string())
            return std::string(*text);
        fail(name, "string_type", "Input should be a valid string", *value);
        return std::nullopt;
    }

    bool boolean(std::string_view name, bool otherwise = false)
    {
        const json::value *value = find(name);
        if (!value)
            return otherwise;
        if (const bool *flag = value->if_bool())
            return *flag;
        fail(name, "bool_type", "Input should be a valid boolean", *value);
        return otherwise;
    }

    // A string that has to look like the pattern, which only tells the client what was expected.
    std::string matching(std::string_view name, const char *pattern, std::size_t longest, bool (*fits)(std::string_view))
    {
        const auto text = string(name, true);
        if (!text)
            return {};
        if (text->size() > longest)
            fail(name, "string_too_long", "String should have at most " + std::to_string(longest) + " characters", json::value(*text),
                 json::object { { "max_length", longest } });
        else if (!fits(*text))
            fail(name, "string_pattern_mismatch", std::string("String should match pattern '") + pattern + '\'', json::value(*text),
                 json::object { { "pattern", pattern } });
        return *text;
    }

    // At least one character.
    std::optional<std::string> notEmpty(std::string_view name, bool required)
    {
        auto text = string(name, required);
        if (text && text->empty())
            fail(name, "string_too_short", "String should have at least 1 character", "", json::object { { "min_length", 1 } });
        return text;
    }

    const json::object *object(std::string_view name)
    {
        const json::value *value = find(name);
        if (!value)
            return nullptr;
        if (const json::object *inner = value->if_object())
            return inner;
        fail(name, "model_attributes_type", "Input should be a valid dictionary or object to extract fields from", *value);
        return nullptr;
    }

    const json::array *array(std::string_view name)
    {
        const json::value *value = find(name);
        if (!value)
            return nullptr;
        if (const json::array *inner = value->if_array())
            return inner;
        fail(name, "list_type", "Input should be a valid list", *value);
        return nullptr;
    }

    // String values; null ones are dropped where allowed.
    std::optional<std::vector<std::pair<std::string, std::string>>> map(std::string_view name, bool nullable)
    {
        const json::value *value = find(name);
        if (!value)
            return std::nullopt;
        const json::object *inner = value->if_object();
        if (!inner) {
            fail(name, "dict_type", "Input should be a valid dictionary", *value);
            return std::nullopt;
        }
        std::vector<std::pair<std::string, std::string>> out;
        for (const auto &[key, entry] : *inner) {
            if (const json::string *text = entry.if_string()) {
                out.emplace_back(key, *text);
            } else if (!nullable || !entry.is_null()) {
                json::array location = at(name);
                location.emplace_back(key);
                m_errors.push_back({ "string_type", std::move(location), "Input should be a valid string", entry, std::nullopt });
            }
        }
        return out;
    }

private:
    const json::object &m_object;
    json::array m_location;
    std::vector<FieldError> &m_errors;
};

std::optional<std::int64_t> readTimeout(Reader &reader)
{
    const json::value *value = reader.find("timeout");
    if (!value)
        return std::nullopt;
    std::optional<std::int64_t> seconds;
    if (const json::string *text = value->if_string()) {
        seconds = wholeNumber(*text);
        if (!seconds) {
            reader.fail("timeout", "int_parsing", "Input should be a valid integer, unable to parse string as an integer", *value);
            return std::nullopt;
        }
    } else if (const double *number = value->if_double()) {
        if (*number != std::floor(*number) || std::abs(*number) > 9e15) {
            reader.fail("timeout", "int_from_float", "Input should be a valid integer, got a number with a fractional part", *value);
            return std::nullopt;
        }
        seconds = static_cast<std::int64_t>(*number);
    } else if (value->is_int64()) {
        seconds = value->get_int64();
    } else if (value->is_uint64()) {
        seconds = INT64_MAX;
    } else {
        reader.fail("timeout", "int_type", "Input should be a valid integer", *value);
        return std::nullopt;
    }
    if (*seconds < 60) {
        reader.fail("timeout", "greater_than_equal", "Input should be greater than or equal to 60", *value,
                    json::object { { "ge", 60 } });
        return std::nullopt;
    }
    return seconds;
}

std::optional<CreateRequest::NetworkPolicy> readPolicy(Reader &reader, std::vector<FieldError> &errors)
{
    const json::object *object = reader.object("networkPolicy");
    if (!object)
        return std::nullopt;
    CreateRequest::NetworkPolicy policy;
    Reader inner(*object, reader.at("networkPolicy"), errors);
    policy.defaultAction = inner.string("defaultAction");
    if (const json::array *rules = inner.array("egress")) {
        for (std::size_t i = 0; i < rules->size(); ++i) {
            json::array location = inner.at("egress");
            location.emplace_back(i);
            const json::object *rule = (*rules)[i].if_object();
            if (!rule) {
                errors.push_back({ "model_attributes_type", location,
                                   "Input should be a valid dictionary or object to extract fields from", (*rules)[i], std::nullopt });
                continue;
            }
            Reader fields(*rule, location, errors);
            const auto action = fields.string("action", true);
            const auto target = fields.notEmpty("target", true);
            if (action && target)
                policy.egress.push_back({ *action, *target });
        }
    }
    return policy;
}

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool isDnsLabel(std::string_view text)
{
    return !text.empty() && isPlain(text.front()) && isPlain(text.back())
        && std::ranges::all_of(text, [](char c) { return isPlain(c) || c == '-'; });
}

bool startsWithSlash(std::string_view text)
{
    return text.starts_with('/');
}

bool isHostPath(std::string_view text)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return text.starts_with('/') || (text.size() > 2 && isLetter(text[0]) && text[1] == ':' && (text[2] == '/' || text[2] == '\\'));
}

constexpr const char *labelPattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

VolumeRequest readVolume(const json::object &object, json::array location, std::vector<FieldError> &errors)
{
    const std::size_t before = errors.size();
    Reader reader(object, location, errors);
    VolumeRequest volume;
    volume.name = reader.matching("name", labelPattern, 63, isDnsLabel);
    int backends = 0;
    if (const json::object *host = reader.object("host")) {
        ++backends;
        volume.source = Reader(*host, reader.at("host"), errors).matching("path", "^(/|[A-Za-z]:[\\\\/])", 4096, isHostPath);
    }
    if (const json::object *named = reader.object("pvc")) {
        ++backends;
        volume.backend = VolumeRequest::Backend::Named;
        Reader fields(*named, reader.at("pvc"), errors);
        volume.source = fields.matching("claimName", labelPattern, 253, isDnsLabel);
        volume.createIfMissing = fields.boolean("createIfNotExists", true);
        volume.deleteWithSandbox = fields.boolean("deleteOnSandboxTermination");
    }
    if (const json::object *bucket = reader.object("ossfs")) {
        ++backends;
        volume.backend = VolumeRequest::Backend::Bucket;
        Reader fields(*bucket, reader.at("ossfs"), errors);
        for (const char *name : { "bucket", "endpoint", "accessKeyId", "accessKeySecret" })
            fields.notEmpty(name, true);
    }
    volume.mountPath = reader.matching("mountPath", "^/.*", 4096, startsWithSlash);
    volume.readOnly = reader.boolean("readOnly");
    volume.subPath = reader.string("subPath").value_or("");
    if (errors.size() == before && backends != 1)
        // Not echoed: it may hold the keys of a bucket.
        errors.push_back({ "value_error", location,
                           std::string("Value error, Exactly one backend (host, pvc, ossfs) must be specified, but ")
                               + (backends == 0 ? "none was provided." : "multiple were provided."),
                           json::object(), json::object { { "error", json::object() } } });
    return volume;
}

} // namespace

Http::Failure invalid(const char *type, json::array location, std::string message, json::value input, std::optional<json::object> context)
{
    return Http::Failure(validationResponse({ { type, std::move(location), std::move(message), std::move(input), std::move(context) } }));
}

std::vector<FieldError> checkPool(const json::value &body)
{
    std::vector<FieldError> errors;
    const json::object *object = body.if_object();
    if (!object)
        return { { "model_attributes_type", { "body" }, "Input should be a valid dictionary or object to extract fields from", body, std::nullopt } };
    Reader reader(*object, { "body" }, errors);
    for (const char *name : { "name", "template", "capacitySpec" }) {
        if (!reader.find(name))
            errors.push_back({ "missing", reader.at(name), "Field required", json::object(), std::nullopt });
    }
    return errors;
}

std::expected<std::optional<std::string>, std::vector<FieldError>> parseSnapshotName(const json::value &body)
{
    std::vector<FieldError> errors;
    const json::object *object = body.if_object();
    if (!object) {
        errors.push_back({ "model_attributes_type", { "body" }, "Input should be a valid dictionary or object to extract fields from", body, std::nullopt });
        return std::unexpected(std::move(errors));
    }
    auto name = Reader(*object, { "body" }, errors).notEmpty("name", false);
    if (!errors.empty())
        return std::unexpected(std::move(errors));
    return name;
}

Http::Response validationResponse(const std::vector<FieldError> &errors)
{
    json::array list;
    for (const FieldError &error : errors) {
        json::object entry;
        entry["type"] = error.type;
        entry["loc"] = error.location;
        entry["msg"] = error.message;
        entry["input"] = error.input;
        if (error.context)
            entry["ctx"] = *error.context;
        list.push_back(std::move(entry));
    }
    return Http::Response::json(422, json::object { { "detail", std::move(list) } });
}

std::expected<CreateRequest, std::vector<FieldError>> parseCreate(const json::value &body)
{
    std::vector<FieldError> errors;
    const json::object *object = body.if_object();
    if (!object) {
        errors.push_back({ "model_attributes_type", { "body" },
                           "Input should be a valid dictionary or object to extract fields from", body, std::nullopt });
        return std::unexpected(std::move(errors));
    }
    Reader reader(*object, { "body" }, errors);
    CreateRequest request;
    bool hasImage = false;
    if (const json::object *image = reader.object("image")) {
        Reader inner(*image, reader.at("image"), errors);
        request.image = inner.string("uri", true).value_or("");
        hasImage = request.image.find_first_not_of(" \t\n") != std::string::npos;
        if (const json::object *auth = inner.object("auth")) {
            Reader credentials(*auth, inner.at("auth"), errors);
            // Not kept: there is no registry to show them to.
            credentials.string("username", true);
            credentials.string("password", true);
        }
    }
    request.snapshot = reader.string("snapshotId");
    bool hasEntrypoint = false;
    if (const json::array *words = reader.array("entrypoint")) {
        hasEntrypoint = true;
        for (std::size_t i = 0; i < words->size(); ++i) {
            if (const json::string *word = (*words)[i].if_string()) {
                request.entrypoint.emplace_back(*word);
            } else {
                json::array location = reader.at("entrypoint");
                location.emplace_back(i);
                errors.push_back({ "string_type", std::move(location), "Input should be a valid string", (*words)[i], std::nullopt });
            }
        }
        if (words->empty())
            reader.fail("entrypoint", "too_short", "List should have at least 1 item after validation, not 0", *words,
                        json::object { { "field_type", "List" }, { "min_length", 1 }, { "actual_length", 0 } });
    }
    const auto limits = reader.map("resourceLimits", false);
    for (const auto &[name, value] : limits.value_or(std::vector<std::pair<std::string, std::string>>()))
        request.resourceLimits.insert_or_assign(name, value);
    request.timeout = readTimeout(reader);
    request.environment = reader.map("env", true).value_or(std::vector<std::pair<std::string, std::string>>());
    if (const auto metadata = reader.map("metadata", false))
        request.metadata.emplace(metadata->begin(), metadata->end());
    for (const auto &[name, value] : reader.map("extensions", false).value_or(std::vector<std::pair<std::string, std::string>>()))
        request.extensions.insert_or_assign(name, value);
    if (const json::object *platform = reader.object("platform")) {
        Reader inner(*platform, reader.at("platform"), errors);
        const auto os = inner.string("os", true);
        const auto arch = inner.string("arch", true);
        if (os && arch)
            request.platform = { *os, *arch };
    }
    request.networkPolicy = readPolicy(reader, errors);
    request.secureAccess = reader.boolean("secureAccess");
    if (const json::object *proxy = reader.object("credentialProxy"))
        request.credentialProxy = Reader(*proxy, reader.at("credentialProxy"), errors).boolean("enabled");
    if (const json::array *volumes = reader.array("volumes")) {
        for (std::size_t i = 0; i < volumes->size(); ++i) {
            json::array location = reader.at("volumes");
            location.emplace_back(i);
            if (const json::object *volume = (*volumes)[i].if_object())
                request.volumes.push_back(readVolume(*volume, location, errors));
            else
                errors.push_back({ "model_attributes_type", location, "Input should be a valid dictionary or object to extract fields from",
                                   (*volumes)[i], std::nullopt });
        }
    }

    // Rules over several fields are looked at only when the fields themselves are right.
    const auto rule = [&](const char *message) {
        // The body is not echoed as the real server does: environment values may be secret.
        errors.push_back({ "value_error", { "body" }, std::string("Value error, ") + message, json::object(),
                           json::object { { "error", json::object() } } });
    };
    if (errors.empty()) {
        const bool hasSnapshot = request.snapshot && request.snapshot->find_first_not_of(" \t\n") != std::string::npos;
        const bool pooled = request.extensions.contains("poolRef");
        if (hasImage == hasSnapshot)
            rule("Exactly one of image or snapshotId must be provided.");
        else if (hasSnapshot && pooled)
            rule("snapshotId cannot be used together with poolRef.");
        else if (hasImage && !hasEntrypoint)
            rule("Entrypoint is required when image is provided.");
        else if (!limits && !pooled)
            rule("resourceLimits is required when poolRef is not provided.");
        else if (request.credentialProxy && !request.networkPolicy)
            rule("credentialProxy.enabled requires networkPolicy.");
        if (!hasSnapshot)
            request.snapshot.reset();
        else if (!hasEntrypoint)
            request.entrypoint = { "tail", "-f", "/dev/null" };
    }
    if (!errors.empty())
        return std::unexpected(std::move(errors));
    return request;
}

bool isReservedLabel(std::string_view key)
{
    return key.starts_with("opensandbox.io/");
}

std::optional<std::string> checkLabelKey(std::string_view key)
{
    const std::size_t slash = key.find('/');
    const bool ok = slash == std::string_view::npos ? isName(key) : isSubdomain(key.substr(0, slash)) && isName(key.substr(slash + 1));
    if (ok)
        return std::nullopt;
    return "Metadata key '" + std::string(key)
        + "' is invalid: it must be a name of up to 63 letters, digits, '-', '_' and '.' that starts and ends with a letter "
          "or digit, with an optional lower-case DNS domain and '/' before it.";
}

std::optional<std::string> checkLabelValue(std::string_view value)
{
    if (value.empty() || isName(value))
        return std::nullopt;
    return "Metadata value '" + std::string(value)
        + "' is invalid: it must have at most 63 letters, digits, '-', '_' and '.', and start and end with a letter or digit.";
}

std::optional<std::uint64_t> parseMemory(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || number <= 0)
        return std::nullopt;
    std::string unit;
    for (const char *p = end; p != text.data() + text.size(); ++p)
        unit += *p >= 'A' && *p <= 'Z' ? static_cast<char>(*p - 'A' + 'a') : *p;
    static const std::map<std::string, double, std::less<>> factors = {
        { "", 1 }, { "b", 1 },
        { "k", 1e3 }, { "kb", 1e3 }, { "ki", 1024.0 }, { "kib", 1024.0 },
        { "m", 1e6 }, { "mb", 1e6 }, { "mi", 1048576.0 }, { "mib", 1048576.0 },
        { "g", 1e9 }, { "gb", 1e9 }, { "gi", 1073741824.0 }, { "gib", 1073741824.0 },
        { "t", 1e12 }, { "tb", 1e12 }, { "ti", 1099511627776.0 }, { "tib", 1099511627776.0 },
    };
    const auto factor = factors.find(unit);
    if (factor == factors.end() || number * factor->second > 9e18)
        return std::nullopt;
    return static_cast<std::uint64_t>(number * factor->second);
}

std::optional<std::uint64_t> parseCpu(std::string_view text)
{
    const bool milli = text.ends_with('m');
    if (milli)
        text.remove_suffix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || number <= 0 || number > 1e9)
        return std::nullopt;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(milli ? number : number * 1000)));
}

std::int64_t integerParameter(std::optional<std::string> text, const char *where, const char *name, std::int64_t fallback,
                              std::optional<std::int64_t> least, std::optional<std::int64_t> most,
                              std::vector<FieldError> &errors)
{
    if (!text)
        return fallback;
    const auto fail = [&](const char *type, std::string message, std::optional<json::object> context) {
        errors.push_back({ type, { where, name }, std::move(message), json::value(*text), std::move(context) });
        return fallback;
    };
    const auto value = wholeNumber(*text);
    if (!value)
        return fail("int_parsing", "Input should be a valid integer, unable to parse string as an integer", std::nullopt);
    if (least && *value < *least)
        return fail("greater_than_equal", "Input should be greater than or equal to " + std::to_string(*least),
                    json::object { { "ge", *least } });
    if (most && *value > *most)
        return fail("less_than_equal", "Input should be less than or equal to " + std::to_string(*most),
                    json::object { { "le", *most } });
    return *value;
}

std::expected<std::map<std::string, std::string>, std::string> parseMetadataFilter(std::string_view text)
{
    std::map<std::string, std::string> filter;
    while (!text.empty()) {
        const std::string_view segment = text.substr(0, text.find('&'));
        const std::size_t equals = segment.find('=');
        if (equals == std::string_view::npos)
            return std::unexpected("Invalid metadata format: bad query field: '" + std::string(segment) + "'");
        filter.insert_or_assign(Http::decodeForm(segment.substr(0, equals)), Http::decodeForm(segment.substr(equals + 1)));
        text.remove_prefix(std::min(text.size(), segment.size() + 1));
    }
    return filter;
}

} // namespace Runtime
