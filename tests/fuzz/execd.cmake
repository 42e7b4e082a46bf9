# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
foreach(name fuzz_drivermessage fuzz_environmentfile fuzz_jupytermessage fuzz_multipart fuzz_ptyframe fuzz_shellword)
  wb_fuzz(${name} SOURCES ${name}.cpp LIBS wb_execd)
endforeach()
