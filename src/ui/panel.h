// Panel: one view in a screen of rows (lesson.h). A view measures what it needs and draws into the rectangle that the layout gives
// it; it reads the session through the picture, sends commands, and keeps no truth of its own. The list of all is in panel.cpp.
#pragma once

#include <span>
#include <string_view>

#include "ui/layout_rows.h"
#include "ui/picture.h"

namespace dikkat {

struct PanelView {
    std::string_view type;  // "depth_plot"
    PanelSize (*measure)(const Picture& picture, const Panel& panel, float width);
    void (*draw)(const Picture& picture, const Panel& panel, const Rectangle& area);
};

std::span<const PanelView* const> panel_views();
const PanelView* find_panel_view(std::string_view type);

// Each in a file of its own, panel_TYPE.cpp.
extern const PanelView kPerturbPanel, kRowChangePanel, kDifferenceTablePanel, kCountBarsPanel;  // the feed-forward screen's
extern const PanelView kMarginsPanel, kBatchTablePanel, kByHandPanel;                           // the layer-norm screen's
extern const PanelView kDepthPlotPanel, kDepthTablePanel, kGrowthPanel;                         // sweeps
extern const PanelView kDiagramPanel, kLedgerPanel;                                             // the gpt screen's
extern const PanelView kClaimsPanel;

}  // namespace dikkat
