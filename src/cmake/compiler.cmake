# One set of flags for our own code, as the target dikkat_flags. Third-party code is included as SYSTEM and is not warned about.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(DIKKAT_CCACHE ccache)
if(DIKKAT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${DIKKAT_CCACHE}")
endif()

# For every target, GoogleTest and ImGui too. No contraction: a fused multiply-add would round differently from one machine to
# the next, and every number here is the same to the bit natively and in the browser.
add_compile_options(-fno-exceptions -fno-rtti -ffp-contract=off)
if(EMSCRIPTEN)
    add_compile_options(-msimd128)
endif()
if(DIKKAT_SANITIZE)
    add_compile_options(-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined,float-cast-overflow)
endif()

add_library(dikkat_flags INTERFACE)
target_compile_options(dikkat_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 takes std::string's own + for an overlapping copy (its bug 105651).
    target_compile_options(dikkat_flags INTERFACE -Wno-restrict)
    if(DIKKAT_SANITIZE)
        # Its own documentation: with sanitizers this one guesses wrong.
        target_compile_options(dikkat_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
if(DIKKAT_WERROR)
    target_compile_options(dikkat_flags INTERFACE -Werror)
endif()
target_compile_definitions(dikkat_flags INTERFACE DIKKAT_VERSION="${PROJECT_VERSION}")
target_include_directories(dikkat_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
