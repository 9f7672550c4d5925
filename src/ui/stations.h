// Stations: the whole computation as matrices in lanes, with names, captions, rings of the selected row, gutters and the spotlight
// of the step. Which stations there are, a lesson says; wires.h draws what connects them.
#pragma once

#include "ui/picture.h"

namespace dikkat {

// Their wires too; the spotlight and the page's marked term over all.
void draw_stations(const Picture& picture);
void draw_spotlight(const Picture& picture);
void draw_spotlight(const Picture& picture, const std::vector<Rectangle>& areas);
// Of a screen of rows: the step's panels ("panel/ID") and tensors, and the term that the page marks, by their anchors ("panel/ID",
// "station/TENSOR").
void draw_panel_spotlight(const Picture& picture);
void draw_marked_term(const Picture& picture);

}  // namespace dikkat
