# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
set(place ${BUILD}/sdk-package)
file(REMOVE_RECURSE ${place})
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGV} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --component sdk --prefix ${place}/prefix)
set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE} -fno-sanitize-recover=undefined")
endif()
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${place}/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${place}/prefix -D CMAKE_CXX_COMPILER=${COMPILER}
  -D CMAKE_CXX_FLAGS=${flags} -D CMAKE_LINKER_TYPE=${LINKER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -D EXPECTED_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${place}/build --parallel 2)
run(${place}/build/consumer)
if(NOT output MATCHES "^hello from http://localhost:8080/v1\n$")
  message(FATAL_ERROR "The consumer printed: ${output}")
endif()
# No place of the build may be in what is installed.
file(GLOB_RECURSE installed ${place}/prefix/*.cmake ${place}/prefix/*.h)
foreach(file IN LISTS installed)
  file(READ ${file} content)
  string(FIND "${content}" "${BUILD}" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${file} names the build folder")
  endif()
endforeach()
