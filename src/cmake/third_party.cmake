# Libraries that are headers alone, the same for native and wasm. A cross compiler must not see /usr/include itself (the host's C
# library is there), so each header library gets a link of its own in the build folder.
function(add_header_library target link_name header hint)
    find_path(${target}_dir "${header}" PATHS ${hint} /usr/local/include /opt/homebrew/include NO_CMAKE_FIND_ROOT_PATH)
    if(NOT ${target}_dir)
        message(FATAL_ERROR "${header} was not found. On Debian: apt-get install libeigen3-dev rapidjson-dev. "
                            "Elsewhere install Eigen 3.4 and RapidJSON, or set ${target}_dir.")
    endif()
    set(include "${CMAKE_BINARY_DIR}/third_party/${target}")
    file(MAKE_DIRECTORY "${include}")
    file(CREATE_LINK "${${target}_dir}/${link_name}" "${include}/${link_name}" SYMBOLIC)
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE "${include}")
endfunction()

add_header_library(dikkat_eigen Eigen Eigen/Core /usr/include/eigen3)
# Eigen's own vectorised sums add in an order that depends on the machine; the compiler vectorises the plain loops instead, and may
# not reorder them.
target_compile_definitions(dikkat_eigen INTERFACE EIGEN_DONT_VECTORIZE EIGEN_DONT_PARALLELIZE EIGEN_MPL2_ONLY)

add_header_library(dikkat_rapidjson rapidjson rapidjson/document.h /usr/include)
if(DIKKAT_SANITIZE)
    # RapidJSON 1.1 adds to a null pointer while one of its stacks is empty, which clang's sanitizer takes for an overflow.
    target_compile_options(dikkat_rapidjson INTERFACE -fno-sanitize=pointer-overflow)
endif()
