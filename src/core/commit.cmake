# clausius::commit() of the library, written by each build: a commit made after the build was
# configured counts too, and a text that stays the same compiles nothing.
#   include(commit.cmake), then add_commit_source(TARGET FOLDER)
#   cmake -D GIT=… -D FOLDER=… -D OUTPUT=… -P commit.cmake     what the build runs
cmake_minimum_required(VERSION 3.25)

function(add_commit_source target folder)
  find_package(Git QUIET)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/commit.cpp)
  add_custom_target(${target}_commit BYPRODUCTS ${source} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D GIT=$<$<BOOL:${GIT_FOUND}>:${GIT_EXECUTABLE}> -D FOLDER=${folder}
      -D OUTPUT=${source} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Looking up the commit")
  target_sources(${target} PRIVATE ${source})
  add_dependencies(${target} ${target}_commit)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

# Of the repository that begins at FOLDER: sources that were copied into another one have no commit.
set(commit "unknown")
if(GIT AND EXISTS ${FOLDER}/.git)
  execute_process(COMMAND ${GIT} --no-optional-locks describe --always --dirty
    WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE result)
  if(result EQUAL 0)
    set(commit ${described})
  endif()
endif()
# Writes only what is new.
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [=[
#include "core/system/version.h"

namespace clausius {

std::string_view commit() { return "@commit@"; }

}  // namespace clausius
]=])
