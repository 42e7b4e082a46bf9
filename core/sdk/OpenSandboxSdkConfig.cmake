# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
find_dependency(Qt6 6.8 COMPONENTS Core Network WebSockets)
find_dependency(QCoro6 0.11 COMPONENTS Core Network)
include(${CMAKE_CURRENT_LIST_DIR}/OpenSandboxSdkTargets.cmake)
