// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxform.h"

#include <opensandbox/connectionconfig.h>

#include <chrono>

/**
 * The same create as code of other clients. Keys and values of variables that look secret never appear: the
 * code reads them from the environment of whoever runs it. Pure.
 */
namespace SandboxCode {

enum class Kind { Python, Cpp, Osb, Curl };

QString name(Kind kind);
/// Name of the syntax definition for highlighting.
QString syntax(Kind kind);
QString create(Kind kind, const OpenSandbox::ConnectionConfig &config, const SandboxForm &form);
/// What the palette's rows do, in Python. `time`: of Renew, from now on.
enum class Call { Renew, Pause, Resume, Kill };
QString call(Call call, const OpenSandbox::ConnectionConfig &config, const QString &sandboxId, std::chrono::seconds time = {});
QString connectTo(Kind kind, const OpenSandbox::ConnectionConfig &config, const QString &sandboxId);

} // namespace SandboxCode
