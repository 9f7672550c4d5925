// Field: a setting of the lesson (lesson.h) as a slider or as a box to type into, in the toolbar and in panels alike. The setting
// is the document's; only what is being typed lives here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/picture.h"
#include "ui/widgets.h"

namespace dikkat {

// The number that a setting has: "config/d", "config/stack.std", "seed", "seed/stack".
std::optional<double> setting_in_force(const Document& document, std::string_view setting);

// A slider with its ends and its value printed; what it answers is in whole steps.
struct Slide {
    double least = 0, most = 1, step = 0;
    int decimals = 0;
};
SliderResult draw_slide(const Picture& picture, std::string_view anchor, const Slide& slide, std::optional<double> value,
                        const Rectangle& area);
float line_height(const Picture& picture);  // of a control: higher for a coarse pointer

// The height of a line; a slider whose label does not fit beside it takes two.
float field_height(const Picture& picture, const Field& field, float width);
float field_width(const Picture& picture, const Field& field);        // on one line, as it is best
float least_words_width(const Picture& picture, const Field& field);  // a sentence's: it is read whole
// From the left: label, control, value. A slider fills the width; a box stands right after its label. Anchor "control/ID".
void draw_field(const Picture& picture, const Field& field, const Rectangle& area);

}  // namespace dikkat
