// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCommandLineParser;

namespace CommandLine {

/// The command cannot be carried out as it was typed.
inline constexpr int badUsage = 2;

/// Reads the program's arguments; prints help or version and ends where they are asked for. False: they make no
/// sense, and stderr says why and how to get help.
bool parse(QCommandLineParser &parser);

/// A sentence on stderr; gives badUsage back.
int refuse(const QString &message);

} // namespace CommandLine
