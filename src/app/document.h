// Document: the recipe of everything on the screen. Tensors are not in it: build() and evaluate() make them from it.
// View: what is looked at and how. Both are plain values; only apply.h changes them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace dikkat {

// A float32 in a recipe. It compares as the project compares numbers, so that a document with a NaN in it equals itself.
struct Number {
    float value = 0;

    Number() = default;
    Number(float v) : value(v) {}
    operator float() const { return value; }
    friend bool operator==(Number a, Number b) { return same_number(a.value, b.value); }
    friend bool operator==(Number a, float b) { return same_number(a.value, b); }
};

struct CellName {  // a cell of a named tensor
    std::string tensor;
    Cell cell;

    bool operator==(const CellName&) const = default;
    bool operator<(const CellName& other) const {  // not <=>: libc++ 13's std::string has none
        return tensor == other.tensor ? cell < other.cell : tensor < other.tensor;
    }
};

struct ConfigValue {  // a model's setting: a number, a switch or a word
    enum class Type { number, boolean, word } type = Type::number;
    double number = 0;
    bool boolean = false;
    std::string word;

    bool operator==(const ConfigValue&) const = default;
};
using Config = std::map<std::string, ConfigValue>;

struct Region {  // of a leaf; whole leaf if rows is 0
    std::string tensor;
    int row = 0, column = 0, rows = 0, columns = 0;

    bool operator==(const Region&) const = default;
};

// One entry of a part's recipe, run in order on the part's one running generator.
struct Draw {
    enum class Type {
        manual_seed,
        randn,
        zeros,
        ones,
        identity,
        values,
        named_randn,
        linear,     // nn.Linear's own initialisation, weight then bias: {"linear": "feed_forward.w1", "bias": "feed_forward.b1"}
        normal,     // nn.init.normal_(weight, std=...) of a leaf that lies in PyTorch as its transpose: {"normal": "w", "std": 0.2}
        repeat,     // {"repeat": "layer", "from": 0, "to": "depth", "draws": [...]}
        initialise  // every parameter that nothing has filled yet, in the graph's order, as PyTorch's modules start
    } type = Type::randn;
    std::uint64_t seed = 0;       // manual_seed
    std::string seed_plus;        // manual_seed: the repeat's variable that is added ("layer")
    Region target;                // randn, zeros, ones, identity, values, linear, normal; "{layer}" in its name is the repeat's
    double factor = 1.0;          // randn: multiplied after the draw
    double shift = 0.0;           // randn: added after that
    std::string bias;             // linear: empty draws the bias and drops it
    double std = 1.0;             // normal
    std::string std_setting;      // normal: the part's setting that holds it instead ("std")
    std::vector<Number> numbers;  // values, row-major
    std::string name;             // named_randn: a draw that a perturbation may ask for ("moved"); repeat: its variable
    int count = 0;                // named_randn
    int from = 0;                 // repeat: first value
    std::string to;               // repeat: the part's setting that holds how many
    std::vector<Draw> draws;      // repeat

    bool operator==(const Draw&) const = default;
};

struct Part {  // the main part has no name; another's tensors are called "NAME.x"
    std::string name;
    std::string model;  // "attention", "multi_head_attention", "separate_heads"
    Config config;
    std::vector<Draw> draws;
    bool shape_only = false;

    bool operator==(const Part&) const = default;
};

// What gradients are of: one number made of a tensor. The default is the sum of the main part's last tensor.
struct Loss {
    enum class Type { sum, projection, cell, cross_entropy } type = Type::sum;
    std::string tensor;      // empty: the main part's last
    std::uint64_t seed = 0;  // projection: on randn of the tensor's shape from a fresh generator of that seed
    Cell cell;               // cell
    // cross_entropy: the tensor holds logits (tokens, vocabulary); each token's target is the one that follows it.

    bool operator==(const Loss&) const = default;
};

enum class MaskKind { none, causal, custom };

struct Direction {                      // what a perturbed row becomes, before the strength
    std::string draw;                   // a named draw of the recipe, or
    std::optional<std::uint64_t> seed;  // randn of the row's width from a generator of that seed

    bool operator==(const Direction&) const = default;
};

struct Perturbation {
    int row = 0;
    double strength = 0;  // 0 is off: the row is the tensor's own
    Direction direction;

    bool operator==(const Perturbation&) const = default;
};

// How a cell gets its number, the later winning: drawn, columns exchanged, tokens placed, row perturbed, set by hand.
struct Document {
    std::vector<std::string> tokens;
    std::vector<std::string> target;        // the decoder's own sentence, where the model has an encoder and a decoder
    std::vector<std::string> drawn_tokens;  // whose rows the draws make; empty: those of `tokens`
    std::vector<std::string> drawn_target;  // whose words the draws make rows for, once `drawn_tokens` is set
    std::vector<std::string> new_words;     // words brought in by set_tokens, in order: one randn of a row each, from `seed`
    std::vector<Part> parts;
    std::uint64_t seed = 0;
    MaskKind mask = MaskKind::none;
    std::vector<std::uint8_t> custom_mask;  // tokens x tokens of 0/1; empty until a cell of it is set
    std::map<CellName, Number> overrides;   // cells set by hand; those that are not built stay, inactive
    // Leaves whose rows stand for the same token and are perturbed together ({"q","k","v"} in `attention`).
    std::vector<std::string> perturbed_together;
    std::map<std::string, Perturbation> perturbations;     // by tensor
    std::map<std::string, std::vector<int>> column_order;  // leaf -> source column of each column; absent: as drawn
    Loss loss;

    bool operator==(const Document&) const = default;
};

enum class Language { tr, en };
enum class Theme { automatic, light, dark };
enum class Show { value, baseline, difference, gradient };

struct Selection {
    int row = 0;                   // the selected token: the query whose row is followed everywhere
    std::optional<CellName> cell;  // the cell whose sum is shown

    bool operator==(const Selection&) const = default;
};

constexpr float kLargestText = 2;  // for a projector

struct View {
    Language language = Language::tr;
    Theme theme = Theme::automatic;
    Number text_size = 1;  // of words and numbers, 1 to kLargestText
    std::string lesson;
    int step = 0;  // 0-based
    Selection selection;
    Show show = Show::value;
    std::string opened;                    // the station shown large, empty for none
    int head = 0;                          // the lane a narrow screen shows
    int block = 0;                         // the block of a deep model that the screen shows
    std::string panel;                     // the panel that a narrow screen shows, or the section; empty: the first
    std::map<std::string, int> answers;    // question id -> chosen option
    std::map<std::string, int> attempts;   // exercise id -> times it was checked
    std::set<std::string> solved;          // exercises that held when they were checked
    std::set<std::string> hidden, locked;  // controls

    bool operator==(const View&) const = default;
};

}  // namespace dikkat
