# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
wb_fuzz(fuzz_html QT SOURCES fuzz_html.cpp ${CMAKE_SOURCE_DIR}/app/notebook/htmldata.cpp ${CMAKE_SOURCE_DIR}/app/notebook/htmlstyle.cpp LIBS Qt6::Gui SEEDS notebooks transcripts)
target_include_directories(fuzz_html PRIVATE ${CMAKE_SOURCE_DIR}/app/notebook)
wb_fuzz(fuzz_markdown QT
  SOURCES fuzz_markdown.cpp ${CMAKE_SOURCE_DIR}/app/notebook/markdownhtml.cpp ${CMAKE_SOURCE_DIR}/app/notebook/formula.cpp ${CMAKE_SOURCE_DIR}/app/notebook/htmldata.cpp ${CMAKE_SOURCE_DIR}/app/notebook/htmlstyle.cpp
  LIBS Qt6::Gui PkgConfig::MD4C SEEDS notebooks)
target_include_directories(fuzz_markdown PRIVATE ${CMAKE_SOURCE_DIR}/app/notebook)
wb_fuzz(fuzz_svg QT SOURCES fuzz_svg.cpp ${CMAKE_SOURCE_DIR}/app/notebook/svgcleaner.cpp LIBS Qt6::Core SEEDS notebooks)
target_include_directories(fuzz_svg PRIVATE ${CMAKE_SOURCE_DIR}/app/notebook)
