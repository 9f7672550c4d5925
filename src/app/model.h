// Models by name: which settings a part's config may hold, the builder, and what its leaves hold where no draw fills them.
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
    std::string_view not_always;   // a leaf that only some settings build: a draw for it is no mistake
    bool reads_main_part = false;  // has no leaves and takes the settings that it is not given from the main part
    Result<Done> (*build)(const ModelSite& site);
};

const Model* find_model(std::string_view name);

// What a leaf holds that no draw filled: gains are 1, an output projection passes everything on, the rest is 0.
enum class LeafStart { zeros, ones, identity };
LeafStart starts_as(const Node& leaf);

// Errors "unknown_setting", "setting_type", "setting_range" and those of nn/limits.h.
Result<ModelSettings> read_settings(const Model& model, const Config& config, ModelSettings fallback);

// The axes whose indices are tokens of the sentence.
bool counts_tokens(Axis axis);

}  // namespace dikkat
