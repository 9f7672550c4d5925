// Models by name: which settings a part's config may hold, the builder, and what its leaves hold where no draw fills them.
#pragma once

#include <string>
#include <string_view>

#include "app/document.h"
#include "core/graph.h"

namespace dikkat {

// A part's settings, complete and within limits. A switch is 0 or 1; a word is its place in its list (an enum of nn). 0 for a
// size that has a usual one: 4 x width, the sentence's distinct words, the number of tokens.
struct ModelSettings {
    int width = 8, heads = 1, hidden = 0, blocks = 2, depth = 20, batch = 32, vocabulary = 0, context = 0;
    int scaled = 1, output_projection = 0, bias = 1, residual = 1, tied = 1;
    int kind = 1;        // TransformerKind: gpt
    int norm = 1;        // NormPlace: pre
    int mode = 0;        // StackMode: plain
    int activation = 1;  // Activation: gelu
    int positions = 0;   // Positions: learned
};

struct ModelSite {  // where a part is built
    Graph& graph;
    const Document& document;  // for its sentences
    const Part& part;
    std::string prefix;     // "" or "separate."
    NodeId mask = kNoNode;  // masked_tokens x masked_tokens
    ModelSettings settings;
};

struct Model {
    std::string_view name;
    std::string_view settings;     // the names that its config may hold, with a space after each
    std::string_view not_always;   // a leaf that only some settings build: a draw for it is no mistake
    bool reads_main_part = false;  // has no leaves and takes the settings that it is not given from the main part
    bool of_2017 = false;          // is post-norm with ReLU unless it is told otherwise
    Result<Done> (*build)(const ModelSite& site);
};

const Model* find_model(std::string_view name);

// What a leaf holds that no draw filled: gains are 1, an output projection passes everything on, the rest is 0.
enum class LeafStart { zeros, ones, identity };
LeafStart starts_as(const Node& leaf);

// `main`: the main part's settings, if there is one. Errors "unknown_setting", "setting_type", "setting_range" and those of
// nn/limits.h; a part that is shape only may have any size up to 2^31 - 1.
Result<ModelSettings> read_settings(const Model& model, const Part& part, const ModelSettings* main);

// Builds the part where it stands and counts it. Errors of the builders and of nn/limits.h, "too_many_tokens" {limit} where the
// context is shorter than the sentence, "bad_mask" {count} where the mask is of another sentence, "unknown_tensor" {tensor} for
// what the main part has not.
Result<Done> build_model(const Model& model, const ModelSite& site);

// How many tokens a part's mask is of: the target's where it has a decoder.
int masked_tokens(const Document& document, const Part& part);

// The axes whose indices are tokens of the sentence.
bool counts_tokens(Axis axis);

}  // namespace dikkat
