# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0

# Warnings, hardening and sanitizers, the same for every target of ours. Qt code gets the bans on
# implicit string conversions, too.
#   wb_target(NAME [QT])
function(wb_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "QT" "" "")
  target_compile_features(${name} PUBLIC cxx_std_23)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Woverloaded-virtual -Wnon-virtual-dtor -Werror=return-type
    -fno-omit-frame-pointer $<$<BOOL:${WB_WERROR}>:-Werror>
    # GCC 14 sees uninitialized values in std::expected that are not there.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    # ccache can reuse objects built on a precompiled header only with these.
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS)
  if(arg_QT)
    target_compile_definitions(${name} PRIVATE
      QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
      QT_NO_KEYWORDS QT_NO_FOREACH QT_USE_QSTRINGBUILDER)
  endif()
  if(WB_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${WB_SANITIZE} -fno-sanitize-recover=undefined)
    target_link_options(${name} PRIVATE -fsanitize=${WB_SANITIZE})
  endif()
  if(WB_BUILD_FUZZERS)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
