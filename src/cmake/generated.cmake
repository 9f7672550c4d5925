# Headers that are written by the build: shaders.h from shaders/*, palette_table.h from web/tokens.json. Include them as
# "generated/shaders.h"; the target dikkat_generated carries the path and the order.
set(generated_dir "${CMAKE_BINARY_DIR}/include/generated")
set(generated_headers "")

function(add_generated_header name script)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FROM")
    add_custom_command(
        OUTPUT "${generated_dir}/${name}"
        COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${generated_dir}/${name}" "-DINPUTS=${arg_FROM}"
                -P "${PROJECT_SOURCE_DIR}/src/cmake/${script}"
        DEPENDS ${arg_FROM} "${PROJECT_SOURCE_DIR}/src/cmake/${script}"
        COMMENT "Writing generated/${name}"
        VERBATIM)
    set(generated_headers ${generated_headers} "${generated_dir}/${name}" PARENT_SCOPE)
endfunction()

file(GLOB shader_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/shaders/*.vert" "${PROJECT_SOURCE_DIR}/shaders/*.frag")
if(shader_files)
    add_generated_header(shaders.h embed_shaders.cmake FROM ${shader_files})
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/web/tokens.json")
    add_generated_header(palette_table.h palette_table.cmake FROM "${PROJECT_SOURCE_DIR}/web/tokens.json")
endif()

add_custom_target(dikkat_generated_files DEPENDS ${generated_headers})
add_library(dikkat_generated INTERFACE)
target_include_directories(dikkat_generated INTERFACE "${CMAKE_BINARY_DIR}/include")
add_dependencies(dikkat_generated dikkat_generated_files)
