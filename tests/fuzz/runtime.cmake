# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
wb_fuzz(fuzz_http SOURCES fuzz_http.cpp LIBS wb_runtime)
wb_fuzz(fuzz_lifecycle SOURCES fuzz_lifecycle.cpp LIBS wb_runtime)
