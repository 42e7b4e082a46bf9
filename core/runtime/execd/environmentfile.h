// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/childprocess.h"

#include <string_view>

namespace Execd {

/// The variable that names the file by which a sandbox's programs give later commands their environment.
inline constexpr const char *environmentFileVariable = "EXECD_ENVS";

/// Adds what the text defines: lines NAME=value, with comments (#) and an "export" in front let through.
/// 'value' is taken as it is; "value" knows \\ \" \$ \n \r \t and $NAME, ${NAME}; without quotes only the names count.
/// Names of variables that are no names, and lines without '=', are passed over.
void addEnvironmentFile(Environment &environment, std::string_view text);

/// The same with the file that EXECD_ENVS names, where there is one.
void addEnvironmentFile(Environment &environment);

} // namespace Execd
