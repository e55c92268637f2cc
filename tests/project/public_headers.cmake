# cmake -P public_headers.cmake ROOT
# Fails when a header under ROOT/include hangs on the instructions compiled for, or includes one that
# is not installed: a user may compile for others than the library did.
cmake_minimum_required(VERSION 3.25)

math(EXPR last "${CMAKE_ARGC} - 1")
file(REAL_PATH ${CMAKE_ARGV${last}} root)
file(GLOB_RECURSE headers RELATIVE ${root} ${root}/include/*.h)
if(NOT headers)
  message(FATAL_ERROR "no headers under ${root}/include")
endif()

set(breaches "")
foreach(header IN LISTS headers)
  file(STRINGS ${root}/${header} lines
    REGEX "immintrin|vector_size|__AVX|__FMA|__SSE|target_clones|#include \"[^c]|#include \"c[^l]")
  foreach(line IN LISTS lines)
    list(APPEND breaches "${header}: ${line}")
  endforeach()
endforeach()
if(breaches)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "not for every user:\n  ${text}\n")
endif()
