# Debian packages: the program (clausius), the library (libclausius1), what programs are built with
# (libclausius-dev), and the documentation (clausius-doc).
#   cmake -S . -B build/package -G Ninja -DCLAUSIUS_PACKAGE=ON && cmake --build build/package
#   cd build/package && umask 022 && SOURCE_DATE_EPOCH=… cpack
#
# A package runs on every machine, and the engine is to be as fast there as if built for it. So the
# engine (core, geometry, collision, engine) is a shared library of its own, built for several levels
# of x86-64; the loader takes the best one that the machine has (ld.so(8), glibc-hwcaps). All else is
# built once, for the first of these levels.
set(CLAUSIUS_PACKAGE_LEVELS "x86-64-v2;x86-64-v3;x86-64-v4" CACHE STRING
  "Levels of x86-64 that packages have an engine for; all else is built for the first")

# In packages nothing is compiled in that depends on the folder of the build.
add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(BUILD_SHARED_LIBS ON)
# Functions of headers and templates are compiled into the program, for the first level, and into
# each library. A library calls its own ones: were they replaced by those of the program, which comes
# first where the loader looks, a fast library would run slow ones.
add_compile_options(-fno-semantic-interposition)
add_link_options(-Wl,-Bsymbolic-functions,--as-needed,-z,defs,-z,relro)
# Of several -march the last one counts: see below.
list(GET CLAUSIUS_PACKAGE_LEVELS 0 CLAUSIUS_BASELINE)
add_compile_options(-march=${CLAUSIUS_BASELINE})

if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX /usr CACHE PATH "" FORCE)
endif()
include(GNUInstallDirs)

# The targets `clausius_engine`, for the first level, and `clausius_engine_LEVEL`. In the folder of
# the build they lie as they are installed, so that the loader chooses among them there, too.
macro(add_engine_libraries)
  set(engine_sources ${library_sources})
  list(FILTER engine_sources INCLUDE REGEX "/src/(core|geometry|collision|engine)/")
  list(REMOVE_ITEM library_sources ${engine_sources})
  foreach(level IN LISTS CLAUSIUS_PACKAGE_LEVELS)
    set(engine clausius_engine_${level})
    set(hwcaps glibc-hwcaps/${level})
    if(level STREQUAL CLAUSIUS_BASELINE)
      set(engine clausius_engine)
      set(hwcaps "")
    endif()
    add_library(${engine} ${engine_sources})
    configure_library(${engine})
    target_compile_options(${engine} PRIVATE -march=${level})
    target_compile_definitions(${engine} PRIVATE CLAUSIUS_LEVEL="${level}")
    set_target_properties(${engine} PROPERTIES OUTPUT_NAME clausius-engine EXPORT_NAME engine
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${hwcaps})
    if(hwcaps)
      install(TARGETS ${engine} LIBRARY COMPONENT library NAMELINK_SKIP
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/${hwcaps})
    endif()
    set_target_properties(${engine} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  endforeach()
  list(APPEND libraries clausius_engine)
endmacro()

# What `clausius ARGUMENT…` prints becomes a file of the package `clausius`.
function(install_printed output folder)
  set(file ${CMAKE_BINARY_DIR}/printed/${output})
  get_filename_component(place ${file} DIRECTORY)
  string(JOIN " " arguments ${ARGN})
  add_custom_command(OUTPUT ${file} DEPENDS clausius VERBATIM
    COMMAND ${CMAKE_COMMAND} -E make_directory ${place}
    COMMAND sh -c "'$<TARGET_FILE:clausius>' ${arguments} > '${file}'")
  set_property(GLOBAL APPEND PROPERTY CLAUSIUS_PRINTED ${file})
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT program)
endfunction()

# The components of the packages, beside what every build installs, and how cpack makes them.
macro(add_packages)
  set_target_properties(clausius_lib PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  install_printed(clausius.1.gz man/man1 manual | gzip -9n)
  install_printed(clausius bash-completion/completions completion bash)
  install_printed(_clausius zsh/vendor-completions completion zsh)
  install_printed(clausius.fish fish/vendor_completions.d completion fish)
  set(changelog ${CMAKE_BINARY_DIR}/printed/changelog.gz)
  add_custom_command(OUTPUT ${changelog} DEPENDS src/CHANGELOG.md VERBATIM
    COMMAND sh -c "gzip -9n < '${CMAKE_CURRENT_SOURCE_DIR}/src/CHANGELOG.md' > '${changelog}'")
  get_property(printed GLOBAL PROPERTY CLAUSIUS_PRINTED)
  add_custom_target(printed ALL DEPENDS ${printed} ${changelog})

  set(names clausius libclausius${PROJECT_VERSION_MAJOR} libclausius-dev clausius-doc)
  set(CPACK_COMPONENTS_ALL program library development documentation)
  foreach(component name IN ZIP_LISTS CPACK_COMPONENTS_ALL names)
    install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright
      COMPONENT ${component})
    install(FILES ${changelog} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  endforeach()
  # The pages with their pictures and studies, in the folders in which they name each other.
  file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} include/*.md plots/*.md
    plots/*.png src/*.md studies/*.md studies/*.toml studies/*.json tests/*.md)
  foreach(page IN LISTS pages)
    get_filename_component(folder ${page} DIRECTORY)
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/clausius-doc/${folder}
      COMPONENT documentation)
  endforeach()
  install(FILES README.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/clausius-doc
    COMPONENT documentation)

  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_CONTACT "The clausius authors <authors@clausius.invalid>")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
  set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "event-driven simulation of hard-particle gases, compared with kinetic theory")

  set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Moves spheres, disks, capsules and clumps of spheres from collision to collision, at exactly predicted times, and compares what it measures with kinetic theory. This package has the program, its manual page and completions.")
  set(CPACK_COMPONENT_PROGRAM_DEPENDS library)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "clausius-doc, ffmpeg")

  set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "The shared libraries of clausius. The engine is there for several levels of x86-64, among which the loader chooses.")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)

  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and CMake package of the library of clausius.")
  set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  # What clausiusConfig.cmake looks for.
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libboost-dev, libboost-filesystem-dev, libboost-iostreams-dev, libcereal-dev, libeigen3-dev, libfmt-dev, libhdf5-dev, liblzma-dev, libpng-dev, libtbb-dev, libtomlplusplus-dev, libudunits2-dev, nlohmann-json3-dev")

  set(CPACK_COMPONENT_DOCUMENTATION_DESCRIPTION
    "The pages about clausius: tutorial, studies, reference, the library and the code.")
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
  set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
  include(CPack)
endmacro()
