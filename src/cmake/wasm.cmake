# How things are linked under Emscripten: for the page (an ES module) and for Node (a classic script).
# Emscripten 3.1.6 (Debian 12) is the oldest that works; names that changed since are chosen by version.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
    set(stack_flag -sTOTAL_STACK=1MB)
else()
    set(stack_flag -sSTACK_SIZE=1MB)
endif()

# The download's size counts, and a lesson is evaluated in a fraction of a frame at any setting; only the products are worth speed.
# Link-time optimisation is for our objects alone: Emscripten's own libraries stay the ones that it comes with.
set(small_code -Oz -flto -fno-vectorize -fno-slp-vectorize -fno-threadsafe-statics)
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/core/operations/matmul.cpp" PROPERTIES COMPILE_OPTIONS -O3)

function(make_web_program target)
    set_target_properties(${target} PROPERTIES SUFFIX ".mjs")
    target_link_options(${target} PRIVATE
        -Oz -sSTRICT=1 -lGL -lhtml5 -lglfw
        -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
        -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=16MB -sMAXIMUM_MEMORY=256MB ${stack_flag}
        -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web -sFILESYSTEM=0 -sMALLOC=emmalloc
        # A strict Content-Security-Policy allows no code made from strings.
        -sDYNAMIC_EXECUTION=0
        -sEXPORTED_FUNCTIONS=_main,_malloc,_free
        # What its script would do for programs that look for errors and extensions of GL, or ask for the whole screen.
        -sGL_TRACK_ERRORS=0 -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sGL_SUPPORT_SIMPLE_ENABLE_EXTENSIONS=0
        -sGL_EXTENSIONS_IN_PREFIXED_FORMAT=0 -sHTML5_SUPPORT_DEFERRING_USER_SENSITIVE_REQUESTS=0
        # More of Binaryen's passes after those of -Oz: another 2.6 KB less to download.
        -sBINARYEN_EXTRA_PASSES=--flatten,--rereloop,-Oz,-Oz,--merge-similar-functions,-Oz)
    if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.55)
        target_link_options(${target} PRIVATE -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAPF32)
    endif()
endfunction()

# After its link the page's program is cut in two: what the first lesson needs, and the rest, which comes when it is wanted
# (web/build/split.mjs, web/program.js). Without wasm-split it stays whole, and the page fetches it as one file.
function(split_program target)
    find_program(DIKKAT_WASM_OPT wasm-opt HINTS "${EMSCRIPTEN_ROOT_PATH}/../bin" REQUIRED)
    find_program(DIKKAT_WASM_SPLIT wasm-split HINTS "${EMSCRIPTEN_ROOT_PATH}/../bin")
    find_program(DIKKAT_NODE node REQUIRED)
    target_link_options(${target} PRIVATE --profiling-funcs)
    set(tools "${PROJECT_SOURCE_DIR}/web/build/split.mjs" "${PROJECT_SOURCE_DIR}/web/build/walk.mjs"
        "${PROJECT_SOURCE_DIR}/web/build/stage.mjs" "${PROJECT_SOURCE_DIR}/web/build/wasm_table.mjs")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${tools})
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
        COMMAND "${DIKKAT_NODE}" "${PROJECT_SOURCE_DIR}/web/build/split.mjs" --program $<TARGET_FILE:${target}>
            --lesson "${PROJECT_SOURCE_DIR}/web/lessons/multi-head/lesson.json" --parts "${CMAKE_CURRENT_BINARY_DIR}/parts"
            --opt "${DIKKAT_WASM_OPT}" --split "${DIKKAT_WASM_SPLIT}")
endfunction()

function(make_node_program target)
    set_target_properties(${target} PROPERTIES SUFFIX ".cjs")
    target_link_options(${target} PRIVATE
        -O1 -sSTRICT=1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1
        -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=1GB ${stack_flag}
        # Read from the disk: Node has a fetch() since 18, which 3.1.6 takes for a browser's.
        -sWASM_ASYNC_COMPILATION=0)
endfunction()
