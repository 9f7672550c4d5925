// PanelControls: a panel's own switches and fields, on as few lines as hold them. Their place is the panel's choice.
#pragma once

#include "ui/panel.h"

namespace dikkat {

// From the top of `area` down, over its width; answers how high they are. `draw` false: measures.
float set_panel_controls(const Picture& picture, const Panel& panel, const Rectangle& area, bool draw);

}  // namespace dikkat
