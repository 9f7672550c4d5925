#include "ui/plot_choice.h"

#include <algorithm>

#include "imgui_internal.h"

namespace dikkat {
namespace {

// Of the whole canvas: panels are measured outside of the window that they are scrolled in.
ImGuiStorage& storage() { return ImGui::GetCurrentWindow()->RootWindow->StateStorage; }
ImGuiID name_of(const std::string& sweep) { return ImHashStr(("plotted/" + sweep).c_str()); }

Plotted at_first(const Picture& picture, const std::string& name) {
    const std::map<std::string, Sweep>& sweeps = picture.frame.session.lesson().sweeps;
    const auto sweep = sweeps.find(name);
    const auto speaks_of_norms = [&](const SweepSeries& series) {
        return series.norms_only && in_force(picture.frame.session.document(), series);
    };
    const bool norms =
        sweep != sweeps.end() && std::any_of(sweep->second.series.begin(), sweep->second.series.end(), speaks_of_norms);
    return norms ? Plotted::activation_norms : Plotted::input_gradient;
}

}  // namespace

Plotted plotted(const Picture& picture, const std::string& sweep) {
    return static_cast<Plotted>(storage().GetInt(name_of(sweep), static_cast<int>(at_first(picture, sweep))));
}

void choose_plotted(const std::string& sweep, Plotted what) { storage().SetInt(name_of(sweep), static_cast<int>(what)); }

}  // namespace dikkat
