# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
foreach(name fuzz_sdk_stream fuzz_sdk_errorbody)
  wb_fuzz(${name} QT SOURCES ${name}.cpp LIBS OpenSandbox::Sdk)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/core/sdk/src)
endforeach()
