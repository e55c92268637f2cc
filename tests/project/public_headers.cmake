# cmake -P public_headers.cmake ROOT
# Fails when a header under ROOT/include depends on the instructions compiled for (a user may compile
# for others than the library did), or includes anything but installed headers, the standard library,
# Eigen, Boost.Container and cereal.
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
    REGEX "vector_size|__AVX|__FMA|__SSE|target_clones|^[ \t]*#[ \t]*include")
  foreach(line IN LISTS lines)
    if(line MATCHES "include <([A-Za-z_]+|Eigen/[A-Za-z_]+|boost/container/[a-z_]+\\.hpp|cereal/(types/)?[a-z]+\\.hpp)>$")
      continue()
    elseif(line MATCHES "include \"(clausius/.*)\"$" AND EXISTS ${root}/include/${CMAKE_MATCH_1})
      continue()
    endif()
    list(APPEND breaches "${header}: ${line}")
  endforeach()
endforeach()
if(breaches)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "not for every user:\n  ${text}\n")
endif()
