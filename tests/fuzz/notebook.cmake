# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
foreach(name fuzz_notebook_document fuzz_notebook_text)
  wb_fuzz(${name} QT SOURCES ${name}.cpp LIBS OpenSandbox::Notebook SEEDS notebooks)
endforeach()
