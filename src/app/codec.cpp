#include "app/codec.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace dikkat {

template <>
struct Names<Draw::Type> {
    static constexpr std::array<const char*, 11> words{"manual_seed", "randn",  "zeros",  "ones",   "identity",  "values",
                                                       "named_randn", "linear", "normal", "repeat", "initialise"};
};

// ---- Fields of the document and the view

template <class F>
void fields(F& f, Part& part) {
    f.optional("name", part.name), f("model", part.model), f.optional("config", part.config);
    f.optional("draws", part.draws), f.optional("shape_only", part.shape_only);
}

template <class F>
void fields(F& f, Direction& direction) {
    f.optional("draw", direction.draw), f.optional("seed", direction.seed);
}

void read(const JsonValue& value, Direction& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    fields(visitor, out);
    visitor.finish();
    if (!out.draw.empty() && out.seed) place.refuse("json_bad_value", {{"value", "draw, seed"}});
}

template <class F>
void fields(F& f, Perturbation& perturbation) {
    f("row", perturbation.row), f("strength", perturbation.strength), f("direction", perturbation.direction);
}

template <class F>
void fields(F& f, CellName& name) {
    f("tensor", name.tensor), f.optional("head", name.cell.head), f("row", name.cell.row), f("col", name.cell.column);
}

struct OverriddenCell {  // one entry of `overrides`
    CellName name;
    Number value;
};

template <class F>
void fields(F& f, OverriddenCell& cell) {
    fields(f, cell.name);
    f("value", cell.value);
}

template <class F>
void fields(F& f, Selection& selection) {
    f.optional("row", selection.row), f.optional("cell", selection.cell);
}

template <class F>
void fields(F& f, Words& words) {
    f.optional("tr", words.tr), f.optional("en", words.en);
}

template <class F>
void fields(F& f, Document& document) {
    f("tokens", document.tokens), f.optional("target", document.target), f.optional("drawn_tokens", document.drawn_tokens),
        f.optional("drawn_target", document.drawn_target), f.optional("new_words", document.new_words);
    f("parts", document.parts), f.optional("seed", document.seed), f.optional("mask", document.mask);
    f.optional("custom_mask", document.custom_mask), f.optional("overrides", document.overrides);
    f.optional("perturbed_together", document.perturbed_together), f.optional("perturbations", document.perturbations);
    f.optional("column_order", document.column_order), f.optional("loss", document.loss);
}

template <class F>
void fields(F& f, View& view) {
    f("language", view.language), f("theme", view.theme), f.optional("text_size", view.text_size), f("lesson", view.lesson),
        f("step", view.step);
    f("selection", view.selection), f("show", view.show), f.optional("opened", view.opened), f.optional("head", view.head);
    f.optional("block", view.block), f.optional("panel", view.panel);
    f.optional("answers", view.answers), f.optional("attempts", view.attempts), f.optional("solved", view.solved);
    f.optional("hidden", view.hidden), f.optional("locked", view.locked);
}

// ---- What is not a plain list of fields

void read(const JsonValue& value, Number& out, JsonPlace& place) { read(value, out.value, place); }
void write(JsonWriter& json, const Number& value) { json.number(value.value); }

void read(const JsonValue& value, std::uint8_t& out, JsonPlace& place) {
    if (!value.IsUint() || value.GetUint() > 1) return place.wrong_type("0 | 1");
    out = static_cast<std::uint8_t>(value.GetUint());
}
void write(JsonWriter& json, std::uint8_t value) { json.integer(value); }

// The four numbers of "[0:4, 4:8]"; a space more or less does not matter.
std::optional<std::array<int, 4>> read_ranges(std::string_view text) {
    constexpr std::size_t most_digits = 4;
    std::array<int, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (text.empty() || text.front() != "[:,:"[i]) return std::nullopt;
        text.remove_prefix(1);
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        const char* begin = text.data();
        const auto read = std::from_chars(begin, begin + std::min(text.size(), most_digits), numbers[i]);
        if (read.ec != std::errc()) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(read.ptr - begin));
    }
    if (text != "]") return std::nullopt;
    return numbers;
}

// A region of a leaf: "wq", or "wq[0:4, 4:8]" for rows 0 to 3 and columns 4 to 7.
void read(const JsonValue& value, Region& out, JsonPlace& place) {
    std::string text;
    read(value, text, place);
    const std::size_t bracket = text.find('[');
    out.tensor = text.substr(0, bracket);
    if (bracket == text.npos) return;
    const auto ranges = read_ranges(std::string_view(text).substr(bracket));
    if (!ranges) return place.refuse("json_bad_value", {{"value", text}});
    const auto [row, row_end, column, column_end] = *ranges;
    if (row < 0 || column < 0 || row_end <= row || column_end <= column) return place.refuse("json_bad_value", {{"value", text}});
    out.row = row, out.column = column, out.rows = row_end - row, out.columns = column_end - column;
}

void write(JsonWriter& json, const Region& region) {
    if (region.rows == 0) return json.string(region.tensor);
    const auto range = [](int begin, int count) { return std::to_string(begin) + ":" + std::to_string(begin + count); };
    json.string(region.tensor + "[" + range(region.row, region.rows) + ", " + range(region.column, region.columns) + "]");
}

struct Numbers {  // of a draw: flat, or by rows for the reader's sake
    std::vector<Number> flat;
};

void read(const JsonValue& value, Numbers& out, JsonPlace& place) {
    const bool by_rows = value.IsArray() && value.Size() > 0 && value[0].IsArray();
    if (!by_rows) return read(value, out.flat, place);
    std::vector<std::vector<Number>> rows;
    read(value, rows, place);
    out.flat.clear();
    for (const std::vector<Number>& row : rows) out.flat.insert(out.flat.end(), row.begin(), row.end());
}

void read(const JsonValue& value, Draw& out, JsonPlace& place);
void write(JsonWriter& json, const Draw& draw);

// {"randn": "wq", "factor": 0.5}: the first field says what is drawn, and what that is drawn into.
void read(const JsonValue& value, Draw& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    const auto& words = Names<Draw::Type>::words;
    const auto word = std::find_if(words.begin(), words.end(), [&](const char* name) { return visitor.has(name); });
    if (word == words.end()) return place.refuse("json_missing_field");
    out.type = static_cast<Draw::Type>(word - words.begin());
    switch (out.type) {
        case Draw::Type::manual_seed:
            visitor(*word, out.seed), visitor.optional("plus", out.seed_plus);
            break;
        case Draw::Type::repeat:
            visitor(*word, out.name), visitor.optional("from", out.from), visitor("to", out.to), visitor("draws", out.draws);
            break;
        case Draw::Type::initialise: {
            bool all = true;
            visitor(*word, all);
            if (!all) place.refuse("json_bad_value", {{"value", "false"}});
            break;
        }
        case Draw::Type::named_randn:
            visitor(*word, out.name), visitor("count", out.count);
            break;
        default:
            visitor(*word, out.target);
    }
    if (out.type == Draw::Type::randn) visitor.optional("factor", out.factor), visitor.optional("shift", out.shift);
    if (out.type == Draw::Type::linear) visitor.optional("bias", out.bias);
    if (out.type == Draw::Type::normal) {
        visitor.optional("std", out.std), visitor.optional("std_setting", out.std_setting);
        if (visitor.has("std") && visitor.has("std_setting")) place.refuse("json_bad_value", {{"value", "std, std_setting"}});
    }
    if (out.type == Draw::Type::values) {
        Numbers numbers;
        visitor("numbers", numbers);
        out.numbers = std::move(numbers.flat);
    }
    visitor.finish();
}

void write(JsonWriter& json, const Draw& draw) {
    const char* word = Names<Draw::Type>::words[static_cast<std::size_t>(draw.type)];
    json.begin_object();
    switch (draw.type) {
        case Draw::Type::manual_seed:
            json.field(word, draw.seed);
            if (!draw.seed_plus.empty()) json.field("plus", draw.seed_plus);
            break;
        case Draw::Type::repeat:
            json.field(word, draw.name), json.field("from", draw.from), json.field("to", draw.to), json.field("draws", draw.draws);
            break;
        case Draw::Type::initialise:
            json.field(word, true);
            break;
        case Draw::Type::named_randn:
            json.field(word, draw.name), json.field("count", draw.count);
            break;
        default:
            json.field(word, draw.target);
    }
    if (draw.type == Draw::Type::randn && draw.factor != 1.0) json.field("factor", draw.factor);
    if (draw.type == Draw::Type::randn && draw.shift != 0.0) json.field("shift", draw.shift);
    if (draw.type == Draw::Type::linear && !draw.bias.empty()) json.field("bias", draw.bias);
    if (draw.type == Draw::Type::normal && draw.std_setting.empty()) json.field("std", draw.std);
    if (draw.type == Draw::Type::normal && !draw.std_setting.empty()) json.field("std_setting", draw.std_setting);
    if (draw.type == Draw::Type::values) json.field("numbers", draw.numbers);
    json.end_object();
}

void read(const JsonValue& value, ConfigValue& out, JsonPlace& place) {
    if (value.IsBool()) {
        out.type = ConfigValue::Type::boolean;
        out.boolean = value.GetBool();
    } else if (value.IsNumber()) {
        out.type = ConfigValue::Type::number;
        out.number = value.GetDouble();
    } else if (value.IsString()) {
        out.type = ConfigValue::Type::word;
        read(value, out.word, place);
    } else {
        place.wrong_type("number | boolean | string");
    }
}

void write(JsonWriter& json, const ConfigValue& value) {
    switch (value.type) {
        case ConfigValue::Type::boolean:
            return json.boolean(value.boolean);
        case ConfigValue::Type::number:
            return json.number(value.number);
        case ConfigValue::Type::word:
            return json.string(value.word);
    }
}

template <>
struct Names<Loss::Type> {
    static constexpr std::array<const char*, 4> words{"sum", "projection", "cell", "cross_entropy"};
};

const char* type_name(Loss::Type type) { return Names<Loss::Type>::words[static_cast<std::size_t>(type)]; }

// {"projection": "stack.h.99", "seed": 7}: the first field says how one number is made, and of which tensor.
void read(const JsonValue& value, Loss& out, JsonPlace& place) {
    ObjectReader visitor(value, place);
    const auto& words = Names<Loss::Type>::words;
    const auto word = std::find_if(words.begin(), words.end(), [&](const char* name) { return visitor.has(name); });
    if (word == words.end()) return place.refuse("json_missing_field");
    out.type = static_cast<Loss::Type>(word - words.begin());
    visitor(*word, out.tensor);
    if (out.type == Loss::Type::projection) visitor("seed", out.seed);
    if (out.type == Loss::Type::cell) {
        visitor.optional("head", out.cell.head), visitor("row", out.cell.row), visitor("col", out.cell.column);
    }
    visitor.finish();
}

void write(JsonWriter& json, const Loss& loss) {
    json.begin_object();
    json.field(type_name(loss.type), loss.tensor);
    if (loss.type == Loss::Type::projection) json.field("seed", loss.seed);
    if (loss.type == Loss::Type::cell) {
        json.field("head", loss.cell.head), json.field("row", loss.cell.row), json.field("col", loss.cell.column);
    }
    json.end_object();
}

using Overrides = std::map<CellName, Number>;

void read(const JsonValue& value, Overrides& out, JsonPlace& place) {
    std::vector<OverriddenCell> cells;
    read(value, cells, place);
    out.clear();
    for (OverriddenCell& cell : cells) out.insert_or_assign(std::move(cell.name), cell.value);
}

void write(JsonWriter& json, const Overrides& overrides) {
    json.begin_array();
    for (const auto& [name, value] : overrides) write(json, OverriddenCell{name, value});
    json.end_array();
}

void read(const JsonValue& value, Words& out, JsonPlace& place) {
    if (value.IsString()) {
        read(value, out.tr, place);
        out.en = out.tr;
        return;
    }
    ObjectReader visitor(value, place);
    fields(visitor, out);
    visitor.finish();
    if (out.tr.empty()) out.tr = out.en;
    if (out.en.empty()) out.en = out.tr;
}

// ---- The overloads of codec.h for plain lists of fields

void read(const JsonValue& value, CellName& out, JsonPlace& place) { read<CellName>(value, out, place); }
void read(const JsonValue& value, Selection& out, JsonPlace& place) { read<Selection>(value, out, place); }
void read(const JsonValue& value, Document& out, JsonPlace& place) { read<Document>(value, out, place); }
void read(const JsonValue& value, View& out, JsonPlace& place) { read<View>(value, out, place); }

void write(JsonWriter& json, const Direction& value) { write<Direction>(json, value); }
void write(JsonWriter& json, const CellName& value) { write<CellName>(json, value); }
void write(JsonWriter& json, const Selection& value) { write<Selection>(json, value); }
void write(JsonWriter& json, const Document& value) { write<Document>(json, value); }
void write(JsonWriter& json, const View& value) { write<View>(json, value); }
void write(JsonWriter& json, const Words& value) { write<Words>(json, value); }

}  // namespace dikkat
