# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
foreach(name fuzz_sdk_stream fuzz_sdk_errorbody fuzz_sdk_toml fuzz_sdk_display fuzz_sdk_pty)
  wb_fuzz(${name} QT SOURCES ${name}.cpp LIBS OpenSandbox::Sdk)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/core/sdk/src)
endforeach()
target_include_directories(fuzz_sdk_stream PRIVATE ${CMAKE_SOURCE_DIR}/tests/support)
