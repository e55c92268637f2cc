# cmake -D NM=nm -P c_library.cmake LIST
# Fails when an object file named in LIST, one a line, calls an elementary function of the C library,
# whose last bits are not the same on every machine: src/core/elementary.h has those to
# call, src/core/portable_number.h is for templates of others that would call them. Not looked for is
# what IEEE 754 rounds exactly (sqrt, fma, fmod, remainder, floor, ldexp …).
cmake_minimum_required(VERSION 3.25)

set(functions "sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|exp10|\
expm1|log|log2|log10|log1p|pow|pow10|cbrt|hypot|erf|erfc|gamma|tgamma|lgamma|j0|j1|jn|y0|y1|yn|\
cabs|carg|cexp|clog|clog10|cpow|csqrt|csin|ccos|ctan|casin|cacos|catan|csinh|ccosh|ctanh|casinh|cacosh|catanh")
# Of float, long double and the like; reentrant; with -ffast-math; of vectors.
set(call "(__|_ZGV[a-zA-Z0-9]+_)?(${functions})(f|l|f16|f32|f64|f128|f32x|f64x)?(_r)?(_finite)?")

# FILE:FUNCTION that may be, each with its reason. (None.)
set(allowed)

math(EXPR last "${CMAKE_ARGC} - 1")
file(STRINGS ${CMAKE_ARGV${last}} objects)
if(NOT objects)
  message(FATAL_ERROR "no object files in ${CMAKE_ARGV${last}}")
endif()

set(breaches "")
foreach(object IN LISTS objects)
  execute_process(COMMAND ${NM} --undefined-only --format=posix ${object}
    OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "^.*\\.dir/(\\./)?" "" file ${object})
  string(REGEX REPLACE "\\.o(bj)?$" "" file ${file})
  string(REGEX MATCHALL "(^|\n)[^ \n]+" symbols "${symbols}")
  foreach(symbol IN LISTS symbols)
    string(STRIP "${symbol}" symbol)
    if(symbol MATCHES "^${call}$" AND NOT "${file}:${symbol}" IN_LIST allowed)
      list(APPEND breaches "${file}: ${symbol}")
    endif()
  endforeach()
endforeach()

if(breaches)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "calls of the C library:\n  ${text}\n")
endif()
