#include "app/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/model_builders.h"
#include "app/vocabulary.h"
#include "nn/limits.h"

namespace dikkat {

namespace {

constexpr Model kModels[] = {
    {"attention", "d scaled ", "", false, false, build_attention},
    {"multi_head_attention", "d heads scaled output_projection ", "wo", false, false, build_multi_head_attention},
    {"separate_heads", "heads scaled ", "", true, false, build_separate_heads},
    {"norms", "d batch ", "", false, false, build_norms},
    {"norms_of_rows", "batch ", "", true, false, build_norms_of_rows},
    {"norm_by_hand", "d ", "", false, false, build_norm_by_hand},
    {"stack", "d depth mode std ", "", false, false, build_stack},
    {"attention_and_feed_forward", "d d_ff scaled activation ", "", false, false, build_attention_and_feed_forward},
    {"feed_forward_by_token", "", "", true, false, build_feed_forward_by_token},
    {"feed_forward", "d d_ff bias activation ", "", false, false, build_feed_forward},
    {"attention_layer", "d bias output_projection ", "", false, false, build_attention_layer},
    {"decoder_layer", "d heads d_ff bias norm residual activation ", "", false, true, build_decoder_layer},
    {"gpt_layer", "d heads d_ff bias norm residual activation ", "", false, false, build_gpt_layer},
    {"transformer", "kind d heads blocks d_ff norm residual activation positions tied bias scaled vocabulary context ", "", false,
     false, build_transformer},
};

// One setting: a switch, a word of a list, a whole number or, without a field, a number that only draws read.
struct Setting {
    std::string_view name;
    int ModelSettings::*field;
    std::string_view words;  // "a | b"; empty: no words
    int least, most;         // of a whole number; 0, 0: a switch
    const char* over_the_limit = "setting_range";
};

constexpr Setting kSettings[] = {
    {"d", &ModelSettings::width, "", 1, kMaxWidth, "too_wide"},
    {"heads", &ModelSettings::heads, "", 1, kMaxHeads, "too_many_heads"},
    {"blocks", &ModelSettings::blocks, "", 1, kMaxBlocks, "too_many_blocks"},
    {"d_ff", &ModelSettings::hidden, "", 0, kMaxHidden, "too_wide"},
    {"depth", &ModelSettings::depth, "", 1, kMaxDepth, "too_deep"},
    {"batch", &ModelSettings::batch, "", 1, kMaxBatch},
    {"vocabulary", &ModelSettings::vocabulary, "", 0, kMaxVocabulary},
    {"context", &ModelSettings::context, "", 0, kMaxContext},
    {"scaled", &ModelSettings::scaled, "", 0, 0},
    {"output_projection", &ModelSettings::output_projection, "", 0, 0},
    {"bias", &ModelSettings::bias, "", 0, 0},
    {"residual", &ModelSettings::residual, "", 0, 0},
    {"tied", &ModelSettings::tied, "", 0, 0},
    {"kind", &ModelSettings::kind, "encoder | gpt | encoder_decoder", 0, 0},
    {"norm", &ModelSettings::norm, "post | pre | none", 0, 0},
    {"mode", &ModelSettings::mode, "plain | residual | post | pre", 0, 0},
    {"activation", &ModelSettings::activation, "relu | gelu | gelu_tanh | silu | tanh | sigmoid", 0, 0},
    {"positions", &ModelSettings::positions, "learned | sinusoidal | none", 0, 0},
    {"std", nullptr, "", 0, 0},
};

// A word's place in "a | b | c"; -1 if it is not there.
int place_in(std::string_view words, std::string_view word) {
    for (int place = 0;; ++place) {
        const std::size_t end = words.find(" | ");
        if (words.substr(0, end) == word) return place;
        if (end == words.npos) return -1;
        words.remove_prefix(end + 3);
    }
}

bool has_word(std::string_view words, const std::string& name) {
    std::size_t at = words.find(name + " ");
    while (at != words.npos && at > 0 && words[at - 1] != ' ') at = words.find(name + " ", at + 1);  // "d" ends "kind" too
    return at != words.npos;
}

Error wrong_type(const Setting& setting, std::string_view expected) {
    return {"setting_type", {{"name", std::string(setting.name)}, {"expected", std::string(expected)}}};
}

Result<Done> read_setting(const Setting& setting, const ConfigValue& value, bool shape_only, ModelSettings& settings) {
    using Type = ConfigValue::Type;
    if (!setting.field) {
        const bool number = value.type == Type::number && value.number >= 0 && std::isfinite(value.number);
        return number ? Result<Done>(Done{}) : wrong_type(setting, "0, 0.5, 1, ...");
    }
    int& field = settings.*setting.field;
    if (!setting.words.empty()) {
        const int place = value.type == Type::word ? place_in(setting.words, value.word) : -1;
        if (place < 0) return wrong_type(setting, setting.words);
        field = place;
    } else if (setting.most == 0) {
        if (value.type != Type::boolean) return wrong_type(setting, "true | false");
        field = value.boolean ? 1 : 0;
    } else {
        const int most = shape_only ? std::numeric_limits<int>::max() : setting.most;
        const std::string name(setting.name), limit = std::to_string(most);
        const bool whole = value.type == Type::number && value.number == std::floor(value.number);
        if (!whole || value.number < setting.least) return Error{"setting_range", {{"name", name}, {"limit", limit}}};
        if (value.number > most) return Error{setting.over_the_limit, {{"name", name}, {"limit", limit}}};
        field = static_cast<int>(value.number);
    }
    return Done{};
}

// Limits that are not of one setting by itself.
Result<Done> check_together(const Model& model, const ModelSettings& settings) {
    const auto over = [](const char* code, int limit) { return Error{code, {{"limit", std::to_string(limit)}}}; };
    if (model.build == build_stack && settings.depth > kMaxDepth) return over("too_deep", kMaxDepth);
    if (model.build == build_stack && settings.width > kMaxStackWidth) return over("too_wide", kMaxStackWidth);
    if (settings.blocks > kMaxCountedHeads) return over("too_many_blocks", kMaxCountedHeads);
    if (settings.heads > kMaxCountedHeads / settings.blocks) return over("too_many_heads", kMaxCountedHeads / settings.blocks);
    return Done{};
}

}  // namespace

const Model* find_model(std::string_view name) {
    const auto found = std::find_if(std::begin(kModels), std::end(kModels), [&](const Model& model) { return model.name == name; });
    return found == std::end(kModels) ? nullptr : &*found;
}

LeafStart starts_as(const Node& leaf) {
    const std::string_view name = std::string_view(leaf.name).substr(leaf.name.rfind('.') + 1);
    return name == "gamma" ? LeafStart::ones : name == "wo" ? LeafStart::identity : LeafStart::zeros;
}

Result<ModelSettings> read_settings(const Model& model, const Part& part, const ModelSettings* main) {
    ModelSettings settings;
    if (model.of_2017) settings.norm = 0, settings.activation = 0;
    if (model.reads_main_part && main) settings = *main;
    for (const auto& [name, value] : part.config) {
        const std::string& own = name;
        const auto setting =
            std::find_if(std::begin(kSettings), std::end(kSettings), [&](const Setting& known) { return known.name == own; });
        if (setting == std::end(kSettings) || !has_word(model.settings, name)) {
            return Error{"unknown_setting", {{"model", std::string(model.name)}, {"name", name}}};
        }
        if (Result<Done> read = read_setting(*setting, value, part.shape_only, settings); !read) return read.error();
    }
    if (Result<Done> checked = check_together(model, settings); !checked) return checked.error();
    return settings;
}

Result<Done> build_model(const Model& model, const ModelSite& site) {
    const NodeId first = site.graph.size();
    const int masked = masked_tokens(site.document, site.part);
    if (site.mask != kNoNode && site.graph[site.mask].shape.rows() != masked) {
        return Error{"bad_mask", {{"count", std::to_string(masked)}}};
    }
    if (Result<Done> built = model.build(site); !built) return built;
    return check_work(work_of(site.graph, first), site.part.shape_only);
}

int masked_tokens(const Document& document, const Part& part) {
    const bool of_target = (part.model == "decoder_layer" || reads_target(part)) && !document.target.empty();
    return static_cast<int>(of_target ? document.target.size() : document.tokens.size());
}

bool counts_tokens(Axis axis) { return axis == Axis::token || axis == Axis::query || axis == Axis::key; }

}  // namespace dikkat
