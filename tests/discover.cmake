# cmake -D PROGRAM=… -D TIER=… -D OUTPUT=… -P discover.cmake
# Writes the ctest entries of a Catch2 program, one for each test case, with any character in its
# name. (Catch2's own script takes names apart at semicolons and loses tests at brackets.)
cmake_minimum_required(VERSION 3.25)

# Sets `result` to the names of the test cases that match, a newline before and after each.
function(list_names result)
  # The exit code is the number of tests.
  execute_process(COMMAND ${PROGRAM} ${ARGN} --list-test-names-only
    OUTPUT_VARIABLE names ERROR_VARIABLE errors)
  if(errors)
    message(FATAL_ERROR "${PROGRAM}: ${errors}")
  endif()
  set(${result} "\n${names}" PARENT_SCOPE)
endfunction()

list_names(names "*")
list_names(slow_names "[slow]")
list_names(long_names "[long]")

set(script "")
string(SUBSTRING "${names}" 1 -1 rest)
while(NOT rest STREQUAL "")
  string(FIND "${rest}" "\n" end)
  string(SUBSTRING "${rest}" 0 ${end} name)
  math(EXPR next "${end} + 1")
  string(SUBSTRING "${rest}" ${next} -1 rest)

  string(FIND "${slow_names}" "\n${name}\n" is_slow)
  if(is_slow EQUAL -1)
    set(labels ${TIER})
    set(seconds 300)
    string(FIND "${long_names}" "\n${name}\n" is_long)
    if(NOT is_long EQUAL -1)
      set(labels "long;${TIER}")
    endif()
  else()
    set(labels "slow;${TIER}")
    set(seconds 7200)
  endif()
  # What Catch2 would read as a pattern; --warn NoTests fails should it find none of this name.
  string(REGEX REPLACE "([][,\"\\\\*~])" "\\\\\\1" pattern "${name}")
  string(APPEND script
    "add_test([==[${TIER}: ${name}]==] [==[${PROGRAM}]==] [==[${pattern}]==] --warn NoTests)\n"
    "set_tests_properties([==[${TIER}: ${name}]==] PROPERTIES LABELS [==[${labels}]==] TIMEOUT ${seconds})\n")
endwhile()
file(WRITE ${OUTPUT} "${script}")
