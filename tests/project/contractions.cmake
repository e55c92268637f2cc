# cmake -D OBJDUMP=objdump -P contractions.cmake LIST
# Fails when the compiler has made one operation, rounded once, of a product and a sum in an object
# file named in LIST, one a line: on machines without such an operation the result would be another.
# In src/engine it is asked for (multiply_add), but never with sum and difference in turn.
cmake_minimum_required(VERSION 3.25)

math(EXPR last "${CMAKE_ARGC} - 1")
file(STRINGS ${CMAKE_ARGV${last}} objects)
if(NOT objects)
  message(FATAL_ERROR "no object files in ${CMAKE_ARGV${last}}")
endif()

set(breaches "")
foreach(object IN LISTS objects)
  set(fused "vfn?m(add|sub|addsub|subadd)(132|213|231)?[ps][ds]")
  if(object MATCHES "/src/engine/")
    set(fused "vfm(addsub|subadd)(132|213|231)?[ps][ds]")
  endif()
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${object}
    COMMAND grep --extended-regexp --only-matching --max-count=1 ${fused}
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULTS_VARIABLE results)
  list(GET results 0 result)
  if(found)
    string(REGEX REPLACE "^.*\\.dir/(\\./)?" "" file ${object})
    list(APPEND breaches "${file}: ${found}")
  elseif(result)
    message(FATAL_ERROR "${OBJDUMP} ${object}: ${result}")
  endif()
endforeach()

if(breaches)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "products and sums rounded once:\n  ${text}\n")
endif()
