// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <expected>
#include <functional>
#include <optional>
#include <utility>

/// What a context says about code and variables. Positions are UTF-16 units, as everywhere in Qt.
namespace Inspection {

struct Completion
{
    QStringList matches;
    QStringList types; ///< "function", "module", ...; as long as matches, or empty.
    qsizetype start = 0; ///< The piece of the code that a match replaces.
    qsizetype end = 0;
};

struct Variable
{
    QString name;
    QString type;
    QString shape; ///< "590437 x 9"; empty where there is none.
    QString preview;
    qint64 size = -1; ///< Bytes, -1 when unknown.
    bool operator==(const Variable &) const = default;
};

/// There may be more than a context lists.
struct Variables : QList<Variable>
{
    Variables(QList<Variable> listed = {}) : QList<Variable>(std::move(listed)) { }
    bool truncated = false;
    qint64 total = -1; ///< How many there are; -1 where nobody says so.
};

/// One condition on the rows of a table, as OpenSandbox::VariableCondition describes them.
struct Condition
{
    static constexpr int any = -1;

    int column = any; ///< Of Rows::columns; any: one of them contains the text.
    QString operation = QStringLiteral("=");
    QString text;
    bool operator==(const Condition &) const = default;
};

/// Which rows of a table, list or array, and in what order.
struct RowQuery
{
    qint64 offset = 0; ///< In that order, among those that the filter leaves.
    int limit = 100;
    int sortColumn = -1; ///< Of Rows::columns; -1: as they are.
    bool descending = false;
    QString filter; ///< Rows with this text in any column; empty: all.
    QList<Condition> conditions; ///< All have to hold.

    bool isPlain() const { return sortColumn < 0 && !isFiltering(); }
    bool isFiltering() const { return !filter.isEmpty() || !conditions.isEmpty(); }
    bool isLike(const RowQuery &other) const
    {
        return sortColumn == other.sortColumn && (sortColumn < 0 || descending == other.descending) && filter == other.filter && conditions == other.conditions;
    }
};

/// A part of a table, list or array.
struct Rows
{
    QStringList columns;
    QStringList index; ///< One per row; empty: the row number.
    QList<QStringList> rows;
    qint64 offset = 0;
    qint64 total = -1; ///< Rows in all; -1 when unknown.
    std::optional<qint64> matching; ///< Rows that filter and conditions leave; nothing where the context cannot sort and filter.
    qsizetype conditions = 0; ///< How many of those that were asked for it looked at: all, or none where it does not know them.
    qint64 totalColumns = 0; ///< With those that are too many to be in `columns`; 0: these are all.
};

/// Why there is no answer.
struct Refusal
{
    bool notOffered = false; ///< This server or context can never do it.
    bool busy = false; ///< Something runs there now.
    QString text; ///< For people.
};

template <typename T>
using Answer = std::function<void(const std::expected<T, Refusal> &)>;

} // namespace Inspection
