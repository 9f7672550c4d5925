// ShownScreen: a lesson's screen as it is looked at now: the holes in its names filled with the chosen block and head, and of a
// deep model one section alone. Reads the session; draws nothing.
#pragma once

#include <string>

#include "app/session.h"

namespace dikkat {

struct ShownScreen : Screen {   // its sections are those of which some tensor is built
    int section = 0;            // of them
    int blocks = 0, heads = 0;  // how many there are to choose from; 0 where no name has such a hole
    int block = 0, head = 0;    // which are looked at
    int lanes_head = 0;         // of the first lane where two heads stand one under the other: the last one is never alone
    bool chooses_head = false;  // its lanes have room for fewer heads than there are

    std::string section_id() const { return sections.empty() ? std::string() : sections[static_cast<std::size_t>(section)].id; }
};

// `one_head`: there is no room for the head after the chosen one.
ShownScreen shown_screen(const Session& session, bool one_head = false);
bool has_choosers(const ShownScreen& screen);  // there is something to choose among

}  // namespace dikkat
