# cmake -P module_order.cmake ROOT
# Fails when a module under ROOT includes one that does not stand below it:
# core → {geometry, statistics, theory} → collision → engine → measure → study → report → sweep → app → python.
cmake_minimum_required(VERSION 3.25)

set(level_core 0)
set(level_geometry 1)
set(level_statistics 1)
set(level_theory 1)
set(level_collision 2)
set(level_engine 3)
set(level_measure 4)
set(level_study 5)
set(level_report 6)
set(level_sweep 7)
set(level_app 8)
set(level_python 9)

# Below, and yet not to be known: the dynamics must not depend on what it is compared with.
set(forbidden_collision theory statistics)
set(forbidden_engine theory statistics)

math(EXPR last "${CMAKE_ARGC} - 1")
file(REAL_PATH ${CMAKE_ARGV${last}} root)
file(GLOB_RECURSE files RELATIVE ${root}
  ${root}/include/clausius/*.h ${root}/src/*.h ${root}/src/*.cpp)
if(NOT files)
  message(FATAL_ERROR "no sources under ${root}")
endif()

set(breaches "")
foreach(file IN LISTS files)
  string(REGEX MATCH "^(include/clausius|src)/([^/]+)/" _ ${file})
  set(module "${CMAKE_MATCH_2}")
  if(NOT DEFINED level_${module})
    list(APPEND breaches "${file}: no such module")
    continue()
  endif()
  # Quotation marks are for the project's own headers: "clausius/MODULE/…".
  file(STRINGS ${root}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*\"[^\"]*/")
  foreach(line IN LISTS includes)
    string(REGEX MATCH "\"(clausius/|(\\.\\./)+)?([^/\"]+)/" _ "${line}")
    set(included "${CMAKE_MATCH_3}")
    if(included STREQUAL module)
      continue()
    endif()
    if(NOT DEFINED level_${included} OR NOT level_${included} LESS level_${module}
       OR included IN_LIST forbidden_${module})
      list(APPEND breaches "${file}: ${line}")
    endif()
  endforeach()
endforeach()

if(breaches)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "includes against the order of the modules:\n  ${text}\n")
endif()
