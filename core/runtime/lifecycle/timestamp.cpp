// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "lifecycle/timestamp.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace Runtime {

using namespace std::chrono;

Time now()
{
    return time_point_cast<microseconds>(system_clock::now());
}

std::string formatTime(Time time)
{
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    char text[48];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", int(date.year()), unsigned(date.month()),
                  unsigned(date.day()), int(clock.hours().count()), int(clock.minutes().count()),
                  int(clock.seconds().count()));
    std::string out = text;
    if (const auto fraction = clock.subseconds().count(); fraction != 0) {
        std::snprintf(text, sizeof text, ".%06d", int(fraction));
        out += text;
    }
    return out + 'Z';
}

std::optional<Time> timeFromNumber(double seconds)
{
    // As widely agreed: numbers this large are milliseconds.
    if (std::abs(seconds) > 2e10)
        seconds /= 1000;
    if (!std::isfinite(seconds) || std::abs(seconds) > 253402300799.0)
        return std::nullopt;
    return Time(microseconds(std::llround(seconds * 1e6)));
}

std::optional<Time> parseTime(std::string_view text)
{
    const auto digits = [&](std::size_t count) -> std::optional<int> {
        int value = 0;
        if (text.size() < count)
            return std::nullopt;
        for (std::size_t i = 0; i < count; ++i) {
            if (text[i] < '0' || text[i] > '9')
                return std::nullopt;
            value = value * 10 + (text[i] - '0');
        }
        text.remove_prefix(count);
        return value;
    };
    const auto take = [&](char c) {
        if (!text.starts_with(c))
            return false;
        text.remove_prefix(1);
        return true;
    };

    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && !text.empty())
        return timeFromNumber(number);

    const auto y = digits(4);
    if (!y || !take('-'))
        return std::nullopt;
    const auto m = digits(2);
    if (!m || !take('-'))
        return std::nullopt;
    const auto d = digits(2);
    if (!d)
        return std::nullopt;
    const year_month_day date { year { *y }, month { static_cast<unsigned>(*m) }, day { static_cast<unsigned>(*d) } };
    if (!date.ok())
        return std::nullopt;
    Time time = time_point_cast<microseconds>(sys_days(date));
    if (text.empty())
        return time;
    if (!take('T') && !take('t') && !take(' ') && !take('_'))
        return std::nullopt;
    const auto h = digits(2);
    if (!h || *h > 23 || !take(':'))
        return std::nullopt;
    const auto min = digits(2);
    if (!min || *min > 59)
        return std::nullopt;
    time += hours(*h) + minutes(*min);
    if (take(':')) {
        const auto s = digits(2);
        if (!s || *s > 59)
            return std::nullopt;
        time += seconds(*s);
        if (take('.') || take(',')) {
            std::int64_t micro = 0;
            std::size_t count = 0;
            while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
                if (count < 6)
                    micro = micro * 10 + (text.front() - '0');
                ++count;
                text.remove_prefix(1);
            }
            if (count == 0 || count > 9)
                return std::nullopt;
            for (std::size_t i = count; i < 6; ++i)
                micro *= 10;
            time += microseconds(micro);
        }
    }
    if (take('Z') || take('z'))
        return text.empty() ? std::optional(time) : std::nullopt;
    const bool west = text.starts_with('-');
    if (take('+') || take('-')) {
        const auto oh = digits(2);
        take(':');
        const auto om = text.empty() ? std::optional(0) : digits(2);
        if (!oh || !om || *oh > 23 || *om > 59)
            return std::nullopt;
        const minutes offset(*oh * 60 + *om);
        time += west ? offset : -offset;
    }
    return text.empty() ? std::optional(time) : std::nullopt;
}

} // namespace Runtime
