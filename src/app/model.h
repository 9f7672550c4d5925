// Models by name: which settings a part's config may hold, which leaves its draws may fill, and the builder. Nothing of numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document.h"
#include "core/graph.h"

namespace dikkat {

// A part's settings, complete and within limits.
struct ModelSettings {
    int width = 8;
    int heads = 1;
    bool scaled = true;
    bool output_projection = false;
};

struct ModelSite {  // where a part is built
    Graph& graph;
    std::string prefix;  // "" or "separate."
    int tokens = 0;
    NodeId mask = kNoNode;
    ModelSettings settings;
};

struct Model {
    std::string_view name;
    std::span<const std::string_view> settings;
    std::span<const std::string_view> leaves;  // all that it may have, whatever the settings
    std::string_view starts_as_identity;       // a leaf that no draw need fill
    bool reads_main_part = false;              // has no leaves and takes the settings that it is not given from the main part
    Result<Done> (*build)(const ModelSite& site);
};

const Model* find_model(std::string_view name);

// Errors "unknown_setting", "setting_type", "setting_range" and those of nn/limits.h.
Result<ModelSettings> read_settings(const Model& model, const Config& config, ModelSettings fallback);

// The axes whose indices are tokens of the sentence.
bool counts_tokens(Axis axis);

}  // namespace dikkat
