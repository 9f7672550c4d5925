// The perturb row under a tensor with tokens as rows: a strength slider and a die for the selected token, and what came of it.
#pragma once

#include <string>
#include <string_view>

#include "ui/frame.h"

namespace dikkat {

inline constexpr double kStrongestPerturbation = 10;  // where the sliders end; page_twin_controls.js has the same

// The row that is perturbed, or the selected one while none is.
struct PerturbationState {
    int row = 0;
    double strength = 0;
    Direction direction;
};
PerturbationState perturbation_of(const Session& session, std::string_view tensor, int rows);
PerturbationState another_seed(const PerturbationState& state);  // what the die throws

void draw_perturb_row(Frame& frame, const Rectangle& area, std::string_view tensor);
// Which rows of the last tensor moved and which are the same, exactly. Empty while nothing is perturbed.
std::string perturbation_in_words(const Session& session, std::string_view tensor);

}  // namespace dikkat
