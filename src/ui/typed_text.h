// TypedText: the box into which a number or a sentence is typed, over everything else. Its owner says where it stands and what the
// text becomes; the box knows keys, the pointer elsewhere, and how to say that a text could not be read.
#pragma once

#include <string>
#include <string_view>

#include "ui/frame.h"

namespace dikkat {

struct TypedText {
    char text[1024] = {};
    bool focus_wanted = true;  // the field takes the keys in the next frame
    bool replaces = true;      // what is typed first replaces the text
    bool was_active = false;
    std::string refused;  // the text that could not be read
    std::string refusal;  // why

    void set(std::string_view words);
    bool was_refused() const { return !refused.empty() && refused == text; }  // as it stands
    void refuse(std::string words);
};

enum class TypedEnd { none, entered, given_up, next, previous, elsewhere };

// Draws the box and reads keys; `size` of the monospaced text.
TypedEnd read_typed(Frame& frame, TypedText& typed, const Rectangle& box, float size);

}  // namespace dikkat
