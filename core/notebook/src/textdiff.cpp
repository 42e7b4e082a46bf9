// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/textdiff.h>

#include <algorithm>
#include <vector>

namespace Notebook::TextDiff {

namespace {

/// Lines of the middle parts that are the same, in order, by the greedy algorithm of Myers.
QList<std::pair<int, int>> common(const QStringList &a, const QStringList &b, int offset, int n, int m, int limit)
{
    const int most = std::min(n + m, limit);
    std::vector<int> furthest(size_t(2 * most + 3), 0);
    std::vector<std::vector<int>> history;
    const auto slot = [most](int k) { return size_t(k + most + 1); };
    int found = -1;
    for (int d = 0; d <= most && found < 0; ++d) {
        // Only the diagonals of this step are kept.
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && furthest[slot(k - 1)] < furthest[slot(k + 1)]) ? furthest[slot(k + 1)] : furthest[slot(k - 1)] + 1;
            int y = x - k;
            while (x < n && y < m && a[offset + x] == b[offset + y]) {
                ++x;
                ++y;
            }
            furthest[slot(k)] = x;
            if (x >= n && y >= m) {
                found = d;
                break;
            }
        }
        history.emplace_back(furthest.begin() + (most + 1 - d), furthest.begin() + (most + 2 + d));
    }
    QList<std::pair<int, int>> result;
    if (found < 0)
        return result; // Too different: nothing in the middle counts as the same.
    int x = n;
    int y = m;
    for (int d = found; d > 0; --d) {
        const std::vector<int> &previous = history[size_t(d - 1)];
        const auto at = [&previous, d](int k) { return k < -(d - 1) || k > d - 1 ? -1 : previous[size_t(k + d - 1)]; };
        const int k = x - y;
        const int from = k == -d || (k != d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
        const int px = at(from);
        const int py = px - from;
        while (x > px && y > py) {
            --x;
            --y;
            result.prepend({ x, y });
        }
        x = px;
        y = py;
    }
    while (x > 0 && y > 0) {
        --x;
        --y;
        result.prepend({ x, y });
    }
    return result;
}

} // namespace

QList<Row> rows(const QStringList &left, const QStringList &right, int maximumChanges)
{
    const int shorter = int(std::min(left.size(), right.size()));
    int head = 0;
    while (head < shorter && left[head] == right[head])
        ++head;
    int tail = 0;
    while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail])
        ++tail;
    QList<Row> result;
    result.reserve(std::max(left.size(), right.size()));
    for (int i = 0; i < head; ++i)
        result.append({ Row::Kind::Same, i, i });
    const int n = int(left.size()) - head - tail;
    const int m = int(right.size()) - head - tail;
    QList<std::pair<int, int>> same = common(left, right, head, n, m, maximumChanges);
    same.append({ n, m });
    int x = 0;
    int y = 0;
    for (const auto &[sameX, sameY] : std::as_const(same)) {
        while (x < sameX && y < sameY) {
            result.append({ Row::Kind::Changed, head + x, head + y });
            ++x;
            ++y;
        }
        for (; x < sameX; ++x)
            result.append({ Row::Kind::Left, head + x, -1 });
        for (; y < sameY; ++y)
            result.append({ Row::Kind::Right, -1, head + y });
        if (sameX < n || sameY < m) {
            result.append({ Row::Kind::Same, head + x, head + y });
            ++x;
            ++y;
        }
    }
    for (int i = 0; i < tail; ++i)
        result.append({ Row::Kind::Same, head + n + i, head + m + i });
    return result;
}

int changes(const QList<Row> &rows)
{
    return int(std::count_if(rows.begin(), rows.end(), [](const Row &row) { return row.kind != Row::Kind::Same; }));
}

} // namespace Notebook::TextDiff
