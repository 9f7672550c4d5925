# Dear ImGui 1.92.2b, from the first of: -DIMGUI_DIR=..., the copy that ./dev keeps in .cache/imgui, upstream's own repository.
# Its sources are not part of this project; the version is, since the text drawing replaces parts of its font atlas.
set(IMGUI_DIR "$ENV{IMGUI_DIR}" CACHE PATH "Dear ImGui 1.92.2b sources")
if(NOT IMGUI_DIR AND EXISTS "${PROJECT_SOURCE_DIR}/.cache/imgui/imgui.h")
    set(imgui_dir "${PROJECT_SOURCE_DIR}/.cache/imgui")
elseif(IMGUI_DIR)
    set(imgui_dir "${IMGUI_DIR}")
else()
    include(FetchContent)
    FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git GIT_TAG v1.92.2b GIT_SHALLOW ON)
    FetchContent_MakeAvailable(imgui)
    set(imgui_dir "${imgui_SOURCE_DIR}")
endif()
file(STRINGS "${imgui_dir}/imgui.h" imgui_version REGEX "#define IMGUI_VERSION ")
if(NOT imgui_version MATCHES "\"1\\.92\\.2b\"")
    message(FATAL_ERROR "${imgui_dir} is not Dear ImGui 1.92.2b: ${imgui_version}")
endif()
# A tag can be moved; the hash of the files' hashes cannot. A folder that somebody names is their own matter.
if(NOT IMGUI_DIR)
    set(hashes "")
    foreach(file imconfig.h imgui.h imgui_internal.h imgui.cpp imgui_draw.cpp imgui_widgets.cpp
                 imstb_rectpack.h imstb_textedit.h imstb_truetype.h misc/freetype/imgui_freetype.h
                 backends/imgui_impl_opengl3.cpp backends/imgui_impl_opengl3.h backends/imgui_impl_opengl3_loader.h
                 backends/imgui_impl_glfw.cpp backends/imgui_impl_glfw.h)
        file(SHA256 "${imgui_dir}/${file}" hash)
        string(APPEND hashes "${hash}")
    endforeach()
    string(SHA256 hash "${hashes}")
    if(NOT hash STREQUAL a81ca5783ee7cc647a27fde73563140da44d3fedd07e9d30d569169480cf13ff)
        message(FATAL_ERROR "The files in ${imgui_dir} are not Dear ImGui 1.92.2b as released. Delete the folder and try again.")
    endif()
endif()

add_library(dikkat_imgui_headers INTERFACE)
target_include_directories(dikkat_imgui_headers SYSTEM INTERFACE "${imgui_dir}" "${imgui_dir}/backends")
target_compile_definitions(dikkat_imgui_headers INTERFACE
    IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_DEFAULT_FONT
    IMGUI_DISABLE_DEFAULT_FORMAT_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_USE_WCHAR32)

add_library(dikkat_gl INTERFACE)
add_library(dikkat_glfw INTERFACE)
set(imgui_backends "${imgui_dir}/backends/imgui_impl_opengl3.cpp")
if(EMSCRIPTEN)
    target_compile_definitions(dikkat_imgui_headers INTERFACE IMGUI_IMPL_OPENGL_ES3)
    target_include_directories(dikkat_gl INTERFACE "${PROJECT_SOURCE_DIR}/src/render/web")  # gl.h
else()
    find_package(OpenGL REQUIRED)
    find_package(glfw3 3.3 REQUIRED)
    # The prototypes of OpenGL 3.3, which Mesa's and Apple's libraries export.
    target_compile_definitions(dikkat_gl INTERFACE GL_GLEXT_PROTOTYPES)
    target_include_directories(dikkat_gl INTERFACE "${PROJECT_SOURCE_DIR}/src/render/native")  # gl.h
    target_link_libraries(dikkat_gl INTERFACE OpenGL::GL)
    target_link_libraries(dikkat_glfw INTERFACE glfw)
    list(APPEND imgui_backends "${imgui_dir}/backends/imgui_impl_glfw.cpp")
endif()

add_library(dikkat_imgui STATIC
    "${imgui_dir}/imgui.cpp" "${imgui_dir}/imgui_draw.cpp" "${imgui_dir}/imgui_widgets.cpp" ${imgui_backends}
    "${PROJECT_SOURCE_DIR}/src/imgui/left_out.cpp"     # for imgui_tables.cpp
    "${PROJECT_SOURCE_DIR}/src/imgui/formatting.cpp")  # for printf and scanf
# In name only: without it ImGui compiles a font loader of its own over a second stb_truetype.
target_compile_definitions(dikkat_imgui PRIVATE IMGUI_ENABLE_FREETYPE)
if(EMSCRIPTEN)
    # What is scanned are saved settings, which this program has none of, and GLSL's version; a C library's scanf brings long doubles
    # along.
    target_compile_definitions(dikkat_imgui PRIVATE sscanf=dikkat_scans_version)
endif()
target_link_libraries(dikkat_imgui PUBLIC dikkat_imgui_headers dikkat_gl dikkat_glfw)
if(EMSCRIPTEN AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(dikkat_imgui PRIVATE ${small_code})
endif()
