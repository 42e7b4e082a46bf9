// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/json.h>

namespace Notebook {

/// A notebook of format 2 or 3 (worksheets, input, pyout, heading cells) as format 4.5. Nothing is left out: what has no place in the
/// new format goes to the metadata.
Json::Value convertOldFormat(const Json::Value &root);

} // namespace Notebook
