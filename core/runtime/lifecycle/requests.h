// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "http/exchange.h"

#include <boost/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Runtime {

// What the routes of the lifecycle API read from a request, and what is wrong with it in the real server's words.

std::string lowerCase(std::string_view text);
std::string_view trimmed(std::string_view text);

// The body as JSON; one of another content type than JSON counts as a text, as the real server has it.
// Throws Http::Failure (422, or 400 for what is not UTF-8). Nothing for an empty body where that may be.
Http::Awaitable<std::optional<boost::json::value>> readOptionalJson(Http::ExchangePtr exchange);
Http::Awaitable<boost::json::value> readJson(Http::ExchangePtr exchange);

// A number in the path; throws Http::Failure (422).
std::int64_t readPort(const Http::Request &request);

struct Page
{
    std::int64_t number = 1;
    std::int64_t size = 20;
};
// Throws Http::Failure (422).
Page readPage(const Http::Request &request);

// {"items", "pagination"} of what is on the page.
template<typename Item, typename Describe>
boost::json::object paginated(const std::vector<Item> &found, Page page, Describe describe)
{
    const auto total = static_cast<std::int64_t>(found.size());
    const std::int64_t pages = (total + page.size - 1) / page.size;
    boost::json::array items;
    // A page far beyond the end must not overflow the multiplication.
    if (page.number <= pages) {
        const std::int64_t first = (page.number - 1) * page.size;
        for (std::int64_t i = first; i < std::min(total, first + page.size); ++i)
            items.push_back(describe(found[static_cast<std::size_t>(i)]));
    }
    boost::json::object answer;
    answer["items"] = std::move(items);
    answer["pagination"] = boost::json::object { { "page", page.number },
                                                 { "pageSize", page.size },
                                                 { "totalItems", total },
                                                 { "totalPages", pages },
                                                 { "hasNextPage", page.number < pages } };
    return answer;
}

} // namespace Runtime
