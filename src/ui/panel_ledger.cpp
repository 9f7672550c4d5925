// The ledger as a panel: two models side by side, each matrix a row. With four parts a switch stands between the first two, single
// blocks, and the last two, whole models.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "imgui.h"
#include "ui/diagram.h"
#include "ui/elided_text.h"
#include "ui/ledger.h"
#include "ui/panel.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kHeader = 44, kFooter = 42, kIndent = 12, kBetween = 7, kLow = 14, kHigh = 18.5f, kColumnGap = 22, kBar = 128;
constexpr float kShapeGap = 60;  // of shapes and counts; what is more is shared out between all columns
constexpr float kText = 12.5f, kTightText = 11.5f, kTightGap = 12;
constexpr float kSwitch = 24, kSwitchLine = 30;

// ---- what is shown

ImGuiID switch_id(const Panel& panel) { return ImGui::GetID(("ledger/" + panel.id).c_str()); }

bool has_switch(const Panel& panel) { return panel.parts.size() >= 4; }

std::vector<PartParameters> shown_parts(const Picture& picture, const Panel& panel) {
    const std::size_t first = has_switch(panel) && ImGui::GetStateStorage()->GetInt(switch_id(panel)) != 0 ? 2 : 0;
    std::vector<PartParameters> parts;
    for (std::size_t i = first; i < std::min(first + 2, panel.parts.size()); ++i) {
        const std::string& part = panel.parts[i];
        const SharedGraph graph = picture.frame.session.part_graph(part);
        if (graph == nullptr) continue;
        parts.push_back(parameters_of(*graph, part.empty() ? part : part + "."));
        parts.back().part = part;
    }
    return parts;
}

// A model that looks at another sentence has both an encoder and a decoder.
std::vector<std::string> titles(const Picture& picture, const std::vector<PartParameters>& parts) {
    std::vector<std::string> names;
    for (const PartParameters& part : parts) {
        const auto crosses = [](const ParameterGroup& group) { return group.layer == "cross_attention"; };
        const bool both = std::any_of(part.groups.begin(), part.groups.end(), crosses);
        names.emplace_back((both ? text::ledger_encoder_decoder : text::ledger_decoder_only).in(picture.frame.language()));
    }
    if (names.size() == 2 && names[0] == names[1]) {
        for (std::size_t i = 0; i < 2; ++i) names[i] = parts[i].part;
    }
    return names;
}

std::size_t row_count(const Ledger& ledger) {
    std::size_t count = ledger.groups.size();
    for (const LedgerGroup& group : ledger.groups) count += group.matrices.size();
    const bool vectors = std::any_of(ledger.vectors.begin(), ledger.vectors.end(), [](std::uint64_t n) { return n > 0; });
    return count + (vectors ? 1 : 0);
}

float gaps(const Ledger& ledger) { return 2 * kBetween * static_cast<float>(ledger.groups.size()); }

std::vector<std::string> switch_words(Language language) {
    return {std::string(text::one_block.in(language)), std::string(text::whole_model.in(language))};
}

// The switch stands in the title's line, or under it where that is too short.
bool switch_under(const Picture& picture, const Panel& panel, float width) {
    if (!has_switch(panel)) return false;
    const Language language = picture.frame.language();
    const float title = kIndent + picture.frame.pen.width(Face::bold, 14, panel.title.in(language));
    return title + 12 + segmented_width(picture.frame, switch_words(language)) > width;
}

float header_height(const Picture& picture, const Panel& panel, float width) {
    return kHeader + (switch_under(picture, panel, width) ? kSwitchLine : 0);
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const Ledger ledger = make_ledger(shown_parts(picture, panel));
    const float rows = static_cast<float>(row_count(ledger));
    const float rest = header_height(picture, panel, width) + gaps(ledger) + kFooter;
    return {330, rest + kLow * rows, rest + kHigh * rows};
}

ImU32 colour_of(const Palette& colours, LedgerLayer layer) {
    switch (layer) {
        case LedgerLayer::attention:
            return colours.weights;
        case LedgerLayer::cross_attention:
            return colours.cross;
        case LedgerLayer::feed_forward:
            return colours.feed;
        case LedgerLayer::norm:
            return colours.normalised;
        case LedgerLayer::head:
            return colours.output;
        case LedgerLayer::embedding:
        case LedgerLayer::other:
            break;
    }
    return colours.residual;
}

std::string group_words(const LedgerGroup& group, Language language) {
    const Text* layer = nullptr;
    switch (group.layer) {
        case LedgerLayer::attention:
            layer = &text::self_attention;
            break;
        case LedgerLayer::cross_attention:
            layer = &text::cross_attention;
            break;
        case LedgerLayer::feed_forward:
            layer = &text::feed_forward;
            break;
        case LedgerLayer::norm:
            layer = &text::norm;
            break;
        case LedgerLayer::head:
            layer = &text::ledger_head;
            break;
        case LedgerLayer::embedding:
            layer = &text::ledger_embedding;
            break;
        case LedgerLayer::other:
            return group.total.label;
    }
    const std::string words(layer->in(language));
    return group.encoder ? fill(text::ledger_of_encoder.in(language), {{"layer", words}}) : words;
}

// ---- drawing

class Drawing {
public:
    Drawing(const Picture& picture, const Panel& panel, const Rectangle& area)
        : picture_(picture),
          panel_(panel),
          area_(area),
          pen_(picture.frame.pen),
          colours_(picture.frame.colours()),
          language_(picture.frame.language()),
          parts_(shown_parts(picture, panel)),
          ledger_(make_ledger(parts_)),
          titles_(titles(picture, parts_)),
          header_(header_height(picture, panel, area.width)) {
        const float rows = static_cast<float>(std::max<std::size_t>(1, row_count(ledger_)));
        line_ = std::clamp(std::floor((area.height - header_ - gaps(ledger_) - kFooter) / rows), kLow, kHigh);
        if (!columns(kText, kColumnGap, 16)) columns(kTightText, kTightGap, 6);
    }

    void draw();

private:
    bool columns(float size, float gap, float after_name);
    void header();
    void group(const LedgerGroup& group);
    void row(const LedgerRow& row, std::string_view words, std::string_view middle, const LedgerGroup* group);
    void counts(const LedgerRow& row, float baseline, Face face, ImU32 colour, bool says_none);
    void vectors();
    void totals();
    void bar(std::size_t side, float y);
    bool hovers(const Rectangle& line) const {
        return ImGui::IsWindowHovered() && line.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
    }
    float baseline() const { return y_ + line_ / 2 + 4.5f; }

    const Picture& picture_;
    const Panel& panel_;
    const Rectangle& area_;
    Pen& pen_;
    const Palette& colours_;
    const Language language_;
    const std::vector<PartParameters> parts_;
    const Ledger ledger_;
    const std::vector<std::string> titles_;
    const float header_;
    float size_ = kText;             // of the counts and their titles
    std::array<float, 2> rights_{};  // of the columns of counts
    float middle_ = 0;               // of the shapes
    float line_ = kHigh, y_ = 0;
};

// False where the shapes do not come out clear of the first counts.
bool Drawing::columns(float size, float gap, float after_name) {
    size_ = size;
    const bool tight = size < kText;
    float right = area_.right(), name = 0, shape = 0, left_edge = right;
    for (std::size_t side = titles_.size(); side-- > 0;) {
        rights_[side] = right;
        float wide = std::max(pen_.width(Face::regular, size, titles_[side]),
                              pen_.width(Face::mono_bold, size + 0.5f, grouped(ledger_.totals[side])));
        if (!tight) wide = std::max(wide, 74.0f);
        left_edge = right - wide;
        right -= wide + gap;
    }
    for (const LedgerGroup& group : ledger_.groups) {
        for (const LedgerRow& matrix : group.matrices) {
            name = std::max(name, pen_.label_width(Face::regular, kText, matrix.label));
            shape = std::max(shape, pen_.width(Face::mono, 12, shape_words(matrix.shape)));
        }
        if (ledger_.whole) name = std::max(name, pen_.width(Face::bold, kText, group_words(group, language_)));
    }
    middle_ = area_.x + kIndent + (tight ? name + after_name : std::max(name + after_name, 66.0f));
    const float spare = left_edge - middle_ - shape - kShapeGap;
    if (spare > 0 && titles_.size() == 2) {
        middle_ += std::floor(spare / 3);
        rights_[0] -= std::floor(spare / 3);
    }
    return middle_ + shape + 4 <= left_edge;
}

void Drawing::header() {
    pen_.text(Face::bold, 14, area_.x + kIndent, area_.y + 13, colours_.ink, panel_.title.in(language_));
    if (has_switch(panel_)) {
        const std::vector<std::string> words = switch_words(language_);
        const float width = std::ceil(segmented_width(picture_.frame, words));
        const float down = header_ - kHeader;
        int& chosen = *ImGui::GetStateStorage()->GetIntRef(switch_id(panel_));
        const int picked = segmented(picture_.frame, "ledger/" + panel_.id,
                                     {area_.right() - width, area_.y - 4 + down, width, kSwitch}, words, chosen);
        if (picked >= 0) {
            chosen = picked;
            picture_.frame.out.wants_frame = true;
        }
    }
    const float baseline = area_.y + header_ - 9;
    const Text& first = ledger_.whole ? text::ledger_layer : text::ledger_matrix;
    pen_.text(Face::regular, size_, area_.x + kIndent, baseline, colours_.ink2, first.in(language_));
    const bool named = !ledger_.whole && area_.x + kIndent + pen_.width(Face::regular, size_, first.in(language_)) + 6 <= middle_;
    if (named) pen_.text(Face::regular, size_, middle_, baseline, colours_.ink2, text::ledger_shape.in(language_));
    for (std::size_t side = 0; side < titles_.size(); ++side) {
        pen_.text_right(Face::regular, size_, rights_[side], baseline, colours_.ink2, titles_[side]);
    }
    pen_.horizontal(area_.x, area_.right(), area_.y + header_ + 0.5f, colours_.hair);
    y_ = area_.y + header_;
}

void Drawing::counts(const LedgerRow& row, float baseline, Face face, ImU32 colour, bool says_none) {
    for (std::size_t side = 0; side < row.sides.size(); ++side) {
        if (row.sides[side].blocks > 0) {
            pen_.text_right(face, size_, rights_[side], baseline, colour, grouped(row.sides[side].count));
        } else if (says_none) {
            pen_.text_right(Face::regular, kText, rights_[side], baseline, colours_.ink2, text::ledger_none.in(language_));
        }
    }
}

// A group's own row if it has a `group`, else a matrix.
void Drawing::row(const LedgerRow& row, std::string_view words, std::string_view middle, const LedgerGroup* group) {
    const Rectangle line{area_.x + kIndent - 4, y_, area_.width - kIndent + 4, line_};
    const std::string& hovered = picture_.hovered;
    bool marked = false;
    const LedgerCell* first = nullptr;
    for (const LedgerCell& cell : row.sides) {
        if (cell.blocks == 0) continue;
        picture_.frame.out.anchors["ledger/" + cell.tensor] = line;
        if (first == nullptr) first = &cell;
        const LayerType type = layer_type(cell.tensor);
        const bool same_layer = group != nullptr && type != LayerType::other && layer_type(hovered) == type;
        marked = marked || (!hovered.empty() && (same_layer || hovered == cell.tensor));
    }
    if (first != nullptr && hovers(line)) picture_.frame.out.hovered_tensor = first->tensor;
    if (marked) pen_.fill(line, colours_.raised, 3);
    if (group != nullptr) {
        // Cross-attention's own colour is for lines; words take the attention's.
        const bool crosses = group->layer == LedgerLayer::cross_attention;
        pen_.text(Face::bold, kText, area_.x + kIndent, baseline(), crosses ? colours_.weights : colour_of(colours_, group->layer),
                  words);
    } else {
        pen_.label(Face::regular, kText, area_.x + kIndent, baseline(), colours_.ink, words);
    }
    pen_.text(Face::mono, 12, middle_, baseline(), colours_.ink2, middle);
    const bool total = group != nullptr && !ledger_.whole;
    counts(row, baseline(), total ? Face::mono_bold : Face::mono, total ? colours_.ink : colours_.ink2, group != nullptr);
    y_ += line_;
}

// "× 6" where blocks were folded, "× 6, × 12" where the models have different numbers of them.
std::string times(const LedgerGroup& group) {
    const LedgerLayer layer = group.layer;
    std::string words;
    if (layer != LedgerLayer::attention && layer != LedgerLayer::cross_attention && layer != LedgerLayer::feed_forward)
        return words;
    for (const LedgerCell& cell : group.total.sides) {
        const std::string times = "×\u00a0" + std::to_string(cell.blocks);
        if (cell.blocks > 1 && words != times) words += (words.empty() ? "" : ", ") + times;
    }
    return words;
}

void Drawing::group(const LedgerGroup& group) {
    const float top = y_ += kBetween;
    row(group.total, group_words(group, language_), ledger_.whole ? times(group) : "", &group);
    for (const LedgerRow& matrix : group.matrices) row(matrix, matrix.label, shape_words(matrix.shape), nullptr);
    pen_.fill({area_.x, top, 3, y_ - top}, colour_of(colours_, group.layer));
    y_ += kBetween;
    if (&group != &ledger_.groups.back() && !ledger_.whole) {
        pen_.horizontal(area_.x, area_.right(), y_ + 0.5f, colours_.hair);
    }
}

void Drawing::vectors() {
    if (std::all_of(ledger_.vectors.begin(), ledger_.vectors.end(), [](std::uint64_t n) { return n == 0; })) return;
    pen_.text(Face::regular, 12, area_.x + kIndent, baseline(), colours_.ink2, text::ledger_vectors.in(language_));
    for (std::size_t side = 0; side < ledger_.vectors.size(); ++side) {
        pen_.text_right(Face::mono, size_, rights_[side], baseline(), colours_.ink2, grouped(ledger_.vectors[side]));
    }
}

// A model's layers as shares of one bar; the larger model's is as wide as there is room for both.
void Drawing::bar(std::size_t side, float y) {
    const std::uint64_t most = *std::max_element(ledger_.totals.begin(), ledger_.totals.end());
    if (most == 0) return;
    float full = kBar;  // one scale for both
    for (std::size_t each = 0; each < titles_.size(); ++each) {
        full = std::min(full, rights_[each] - (each == 0 ? middle_ + 34 : rights_[each - 1] + 8));
    }
    float x = rights_[side] - full;
    for (const LedgerGroup& group : ledger_.groups) {
        const float share = static_cast<float>(group.total.sides[side].count) / static_cast<float>(most);
        if (share <= 0) continue;
        const float width = std::max(1.0f, share * full);
        pen_.fill({x, y, std::max(1.0f, width - 1), 8}, colour_of(colours_, group.layer));
        x += width;
    }
}

void Drawing::totals() {
    const float top = std::max(y_, area_.bottom() - kFooter);
    pen_.horizontal(area_.x, area_.right(), top + 0.5f, colours_.rule);
    pen_.text(Face::bold, 13, area_.x + kIndent, top + 18, colours_.ink, text::ledger_total.in(language_));
    for (std::size_t side = 0; side < ledger_.totals.size(); ++side) {
        pen_.text_right(Face::mono_bold, std::min(13.0f, size_ + 0.5f), rights_[side], top + 18, colours_.ink,
                        grouped(ledger_.totals[side]));
        bar(side, top + 27);
    }
    if (ledger_.totals.size() < 2 || ledger_.totals[0] == 0) return;
    const double share = 100 * static_cast<double>(ledger_.totals[1]) / static_cast<double>(ledger_.totals[0]);
    const bool whole = std::abs(share - std::round(share)) < 0.05;
    const std::string words = fill(text::ledger_share.in(language_), {{"model", titles_[1]}, {"n", fixed(share, whole ? 0 : 1)}});
    pen_.text(Face::regular, kText, area_.x + kIndent, top + 36, colours_.ink2, words);
}

void Drawing::draw() {
    header();
    if (parts_.empty()) return;
    for (const LedgerGroup& each : ledger_.groups) group(each);
    vectors();
    totals();
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) { Drawing(picture, panel, area).draw(); }

}  // namespace

const PanelView kLedgerPanel{"ledger", measure, draw};

}  // namespace dikkat
