# cmake -DOUTPUT=... -DINPUTS=tokens.json -P palette_table.cmake: the design system's colours as ImGui's 32-bit ABGR numbers.
# Every "#RRGGBB" of a theme becomes a member of ColourTokens (camelCase -> snake_case), and so do its colour maps' stops.
function(abgr result hex)
    if(NOT hex MATCHES "^#([0-9A-Fa-f][0-9A-Fa-f])([0-9A-Fa-f][0-9A-Fa-f])([0-9A-Fa-f][0-9A-Fa-f])$")
        message(FATAL_ERROR "tokens.json: ${hex} is not a colour like #1B45B4")
    endif()
    string(TOUPPER "0xFF${CMAKE_MATCH_3}${CMAKE_MATCH_2}${CMAKE_MATCH_1}" number)
    string(REPLACE "0XFF" "0xFF" number "${number}")
    set(${result} "${number}" PARENT_SCOPE)
endfunction()

function(snake_case result name)
    string(REGEX REPLACE "([A-Z])" "_\\1" name "${name}")
    string(TOLOWER "${name}" name)
    set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The stops of a colour map, [[position, "#RRGGBB"], ...], as {{position, 0x...}, ...}.
function(stops result json)
    string(JSON length LENGTH "${json}")
    math(EXPR last "${length} - 1")
    set(list "")
    foreach(i RANGE ${last})
        string(JSON position GET "${json}" ${i} 0)
        string(JSON hex GET "${json}" ${i} 1)
        abgr(colour "${hex}")
        if(NOT position MATCHES "\\.")
            string(APPEND position ".0")
        endif()
        list(APPEND list "{${position}f, ${colour}}")
    endforeach()
    list(JOIN list ", " list)
    set(${result} "{{${list}}}" PARENT_SCOPE)
    set(${result}_count ${length} PARENT_SCOPE)
endfunction()

file(READ "${INPUTS}" tokens)
set(colours "")
string(JSON member_count LENGTH "${tokens}" light)
math(EXPR last "${member_count} - 1")
foreach(i RANGE ${last})
    string(JSON name MEMBER "${tokens}" light ${i})
    string(JSON value GET "${tokens}" light "${name}")
    if(value MATCHES "^#")
        list(APPEND colours "${name}")
    endif()
endforeach()

set(constants "")
foreach(theme light dark)
    set(constant kLight)
    if(theme STREQUAL "dark")
        set(constant kDark)
    endif()
    set(members "")
    foreach(name IN LISTS colours)
        string(JSON hex GET "${tokens}" ${theme} "${name}")
        abgr(colour "${hex}")
        snake_case(member "${name}")
        string(APPEND members "    .${member} = ${colour},\n")
    endforeach()
    foreach(map seq div)
        string(JSON json GET "${tokens}" ${theme} ${map})
        stops(${map} "${json}")
        string(APPEND members "    .${map} = ${${map}},\n")
    endforeach()
    string(APPEND constants "inline constexpr ColourTokens ${constant}{\n${members}};\n\n")
endforeach()

set(declarations "")
foreach(name IN LISTS colours)
    snake_case(member "${name}")
    string(APPEND declarations "    std::uint32_t ${member};\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by the build from web/tokens.json. Not to be edited.
#pragma once

#include <array>
#include <cstdint>

namespace dikkat::tokens {

struct ColourStop {
    float position;  // 0..1, or -1..1 in a diverging map
    std::uint32_t colour;
};

struct ColourTokens {
${declarations}    std::array<ColourStop, ${seq_count}> seq;
    std::array<ColourStop, ${div_count}> div;
};

${constants}}  // namespace dikkat::tokens
")
