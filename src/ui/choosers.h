// Choosers: the line over the stations of a deep model: which section, block and head are looked at, and every tensor of theirs by
// its name.
#pragma once

#include "ui/picture.h"

namespace dikkat {

void draw_choosers(const Picture& picture);
// The tensors that can be opened beside the chosen block and head: those that are of no other.
std::vector<std::string> reachable_tensors(const Graph& graph, int block, int head, int heads_shown);

}  // namespace dikkat
