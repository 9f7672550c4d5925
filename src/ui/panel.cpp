#include "ui/panel.h"

namespace dikkat {
namespace {

// Each new view adds its line.
constexpr const PanelView* kViews[] = {
    &kClaimsPanel, &kPerturbPanel,   &kRowChangePanel,  &kDifferenceTablePanel, &kCountBarsPanel, &kMarginsPanel, &kBatchTablePanel,
    &kByHandPanel, &kDepthPlotPanel, &kDepthTablePanel, &kGrowthPanel,          &kDiagramPanel,   &kLedgerPanel,
};

}  // namespace

std::span<const PanelView* const> panel_views() { return kViews; }

const PanelView* find_panel_view(std::string_view type) {
    for (const PanelView* view : kViews) {
        if (view->type == type) return view;
    }
    return nullptr;
}

}  // namespace dikkat
