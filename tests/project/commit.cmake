# cmake -D CLAUSIUS=… -D GENERATOR=… -D COMPILER=… -D SCRATCH=… -P commit.cmake
# Fails unless a build knows the commit of its sources without being configured again, and compiles
# nothing when it stayed the same.
cmake_minimum_required(VERSION 3.25)

set(source ${SCRATCH}/source)
set(build ${SCRATCH}/build)
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/commit/ DESTINATION ${source})

# Runs a command in the sources and sets `out` to what it printed.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${source} OUTPUT_VARIABLE text
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(out "${text}" PARENT_SCOPE)
endfunction()

function(git)
  run(git -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false ${ARGN})
  set(out "${out}" PARENT_SCOPE)
endfunction()

# Builds, and fails unless the program then says `commit`.
function(expect commit)
  run(${CMAKE_COMMAND} --build ${build})
  run(${build}/commit)
  if(NOT out STREQUAL commit)
    message(SEND_ERROR "the program says \"${out}\", not \"${commit}\"")
  endif()
endfunction()

function(expect_described suffix)
  git(rev-parse --short HEAD)
  expect(${out}${suffix})
endfunction()

# Without a repository of its own, be it within another one.
run(${CMAKE_COMMAND} -G ${GENERATOR} -D CLAUSIUS=${CLAUSIUS} -D CMAKE_CXX_COMPILER=${COMPILER} -S . -B ${build})
expect(unknown)

git(init --quiet)
git(add .)
git(commit --quiet --message first)
expect_described("")
git(commit --quiet --allow-empty --message second)
expect_described("")

file(TIMESTAMP ${build}/commit.cpp written "%s")
run(${CMAKE_COMMAND} -E sleep 1.1)
expect_described("")
file(TIMESTAMP ${build}/commit.cpp written_later "%s")
if(NOT written EQUAL written_later)
  message(SEND_ERROR "written again, although the commit stayed the same")
endif()

file(APPEND ${source}/main.cpp "// changed\n")
expect_described("-dirty")
