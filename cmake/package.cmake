# make install: the library, its headers, find_package(toi) and pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS toi EXPORT toi-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/toi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/toi)
install(EXPORT toi-targets NAMESPACE toi:: DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/toi-config.cmake.in ${PROJECT_BINARY_DIR}/toi-config.cmake
    INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/toi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/toi-config.cmake ${PROJECT_BINARY_DIR}/toi-config-version.cmake
    DESTINATION ${package_folder})

# The static library needs its own libraries in the same line.
if(BUILD_SHARED_LIBS)
    set(TOI_PC_LIBS_PRIVATE "-lm -pthread")
else()
    set(TOI_PC_LIBS "-lm -pthread")
endif()
# The prefix is found from where toi.pc lies, so that --prefix at the time of installing and moving both work.
set(TOI_PC_UP "")
string(REGEX MATCHALL "[^/]+" parts "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
foreach(part ${parts})
    string(APPEND TOI_PC_UP "/..")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/toi.pc.in ${PROJECT_BINARY_DIR}/toi.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/toi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
