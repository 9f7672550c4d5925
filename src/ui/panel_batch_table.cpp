// The batch table: one row of a tensor as it comes out in two batches, side by side. `tensors` are pairs: in the whole batch, in
// the other one.
#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "imgui_internal.h"
#include "ui/cell_editor.h"
#include "ui/field.h"
#include "ui/panel.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr int kRow = 0;
constexpr float kSize = 12.5f, kNumber = 12, kSmall = 11.5f, kSentence = 12;
constexpr float kHeads = 42, kLeastLine = 15, kBestLine = 19, kDifferenceLine = 27, kSentenceLine = 19;
constexpr float kColumnGap = 8, kPairGap = 18;

struct Pair {
    const TensorReading *whole = nullptr, *other = nullptr;
    double difference = 0;  // the largest of the row; NaN where one is
};

std::vector<Pair> pairs_of(const Picture& picture, const Panel& panel) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i + 1 < panel.tensors.size(); i += 2) {
        Pair pair{picture.find(panel.tensors[i].tensor), picture.find(panel.tensors[i + 1].tensor), 0};
        if (pair.whole == nullptr || pair.other == nullptr) continue;
        if (pair.whole->shape.columns() != pair.other->shape.columns()) continue;
        for (int column = 0; column < pair.whole->shape.columns(); ++column) {
            const double a = static_cast<double>(pair.whole->value[static_cast<std::size_t>(column)]);
            const double b = static_cast<double>(pair.other->value[static_cast<std::size_t>(column)]);
            if (!same_number(a, b) && !(std::fabs(a - b) <= pair.difference)) pair.difference = std::fabs(a - b);
        }
        pairs.push_back(pair);
    }
    return pairs;
}

class BatchTable {
public:
    BatchTable(const Picture& picture, const Panel& panel, std::vector<Pair> pairs, const Rectangle& area)
        : picture_(picture),
          panel_(panel),
          pairs_(std::move(pairs)),
          area_(area),
          pen_(picture.frame.pen),
          colours_(picture.frame.colours()),
          language_(picture.frame.language()) {}

    void draw();

private:
    float draw_fields();
    void heads(float y);
    void numbers(int column, const Rectangle& line);
    void number(const TensorReading& tensor, int column, ImU32 ink, float right, const Rectangle& line);
    void differences(const Rectangle& line);
    float sentences(float y);
    // Right edges: of the numbers in the whole batch and in the other one.
    float other_right(std::size_t pair) const {
        return area_.right() - static_cast<float>(pairs_.size() - 1 - pair) * (pair_width() + kPairGap);
    }
    float whole_right(std::size_t pair) const { return other_right(pair) - (pair_width() + kColumnGap) / 2; }
    float pair_width() const {
        const float pairs = static_cast<float>(pairs_.size());
        const float least = 2 * pen_.width(Face::mono, kNumber, "−0.00") + kColumnGap;
        return std::clamp((area_.width - column_word_width()) / pairs - kPairGap, least, 120.0f);
    }
    float column_word_width() const { return pen_.width(Face::regular, kSmall, text::margin_column_axis.in(language_)); }

    const Picture& picture_;
    const Panel& panel_;
    std::vector<Pair> pairs_;
    Rectangle area_;
    Pen& pen_;
    const Palette& colours_;
    Language language_;
};

float BatchTable::draw_fields() {
    float y = area_.y;
    for (const Field& field : panel_.fields) {
        if (picture_.frame.session.is_hidden(field.id)) continue;
        const float height = field_height(picture_, field, area_.width);
        draw_field(picture_, field, {area_.x, y, area_.width, height});
        y += height;
    }
    return y - area_.y;
}

void BatchTable::heads(float y) {
    pen_.text(Face::regular, kSmall, area_.x, y + 34, colours_.ink3, text::margin_column_axis.in(language_));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Pair& pair = pairs_[i];
        pen_.text_right(Face::bold, kSize, other_right(i), y + 14, role_colour(colours_, *pair.whole),
                        pair.whole->look->label.in(language_));
        pen_.text_right(Face::mono, kSmall, whole_right(i), y + 34, colours_.ink3, std::to_string(pair.whole->shape.rows()));
        pen_.text_right(Face::mono, kSmall, other_right(i), y + 34, colours_.ink3, std::to_string(pair.other->shape.rows()));
    }
}

// A number opens its sum, as its cell does.
void BatchTable::number(const TensorReading& tensor, int column, ImU32 ink, float right, const Rectangle& line) {
    const Cell cell{0, kRow, column};
    const std::string words = fixed(static_cast<double>(tensor.value[index_of(tensor.shape, cell)]), tensor.decimals);
    const float width = pen_.width(Face::mono, kNumber, words);
    const Rectangle place{right - width, line.y, width, line.height};
    Rectangle& anchor = picture_.frame.out.anchors[cell_anchor(tensor, cell)];
    if (place.width > anchor.width) anchor = place;
    const CellName name{std::string(tensor.name), cell};
    const bool hovered =
        ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({place.x - 2, place.y}, {place.right() + 2, place.bottom()});
    if (hovered) {
        picture_.frame.out.hovered_tensor = name.tensor;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) picture_.send(Select{name.tensor, 0, kRow, column});
    }
    if (hovered || picture_.frame.session.view().selection.cell == name)
        pen_.ring({place.x - 2, place.y + 1.5f, place.width + 4, place.height - 3}, colours_.ink, 2, 1.5f);
    pen_.text(Face::mono, kNumber, place.x, pen_.baseline_in(line, Face::mono, kNumber), ink, words);
}

void BatchTable::numbers(int column, const Rectangle& line) {
    pen_.text(Face::mono, kSmall, line.x, pen_.baseline_in(line, Face::mono, kSmall), colours_.ink3, std::to_string(column));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const TensorReading &whole = *pairs_[i].whole, &other = *pairs_[i].other;
        if (column >= whole.shape.columns()) continue;
        const std::size_t at = static_cast<std::size_t>(column);
        const bool same = same_number(whole.value[at], other.value[at]);
        number(whole, column, colours_.ink, whole_right(i), line);
        number(other, column, same ? colours_.ink : colours_.changed, other_right(i), line);
    }
}

void BatchTable::differences(const Rectangle& line) {
    pen_.horizontal(line.x, line.right(), line.y + 3.5f, colours_.rule);
    const float baseline = line.y + 20;
    pen_.text(Face::regular, kSize, line.x, baseline, colours_.ink2, text::batch_difference.in(language_));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const double difference = pairs_[i].difference;
        pen_.text_right(Face::mono_bold, kNumber, other_right(i), baseline, difference == 0 ? colours_.ink : colours_.changed,
                        fixed(difference, pairs_[i].whole->decimals, Minus::sign, true));
    }
}

// "= LayerNorm: unchanged, exactly", then the panel's note: a warning while some number is NaN.
float BatchTable::sentences(float y) {
    bool nan = false;
    for (const Pair& pair : pairs_) {
        nan = nan || std::isnan(pair.difference);
        if (pair.difference != 0) continue;
        pen_.horizontal(area_.x, area_.x + 8, y + 8, colours_.ink2);
        pen_.horizontal(area_.x, area_.x + 8, y + 12, colours_.ink2);
        const std::string words = fill(text::batch_unchanged.in(language_), {{"tensor", pair.whole->look->label.in(language_)}});
        pen_.text(Face::regular, kSentence, area_.x + 16, y + 14, colours_.ink2, words);
        y += kSentenceLine;
    }
    const Face face = nan ? Face::bold : Face::regular;
    for (const std::string& words : wrap(pen_, face, kSentence, panel_.note.in(language_), area_.width)) {
        pen_.text(face, kSentence, area_.x, y + 14, nan ? colours_.ink : colours_.ink2, words);
        y += kSentenceLine;
    }
    return y;
}

void BatchTable::draw() {
    float y = area_.y + draw_fields();
    if (pairs_.empty()) return;
    heads(y);
    y += kHeads;
    int columns = 0;
    for (const Pair& pair : pairs_) columns = std::max(columns, pair.whole->shape.columns());
    const float under = kDifferenceLine + kSentenceLine * static_cast<float>(pairs_.size() + 1);
    const float high = std::clamp((area_.bottom() - y - under) / static_cast<float>(columns), kLeastLine, kBestLine);
    for (int column = 0; column < columns; ++column) {
        numbers(column, {area_.x, y, area_.width, high});
        y += high;
    }
    differences({area_.x, y, area_.width, kDifferenceLine});
    sentences(y + kDifferenceLine);
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const std::size_t note = wrap(picture.frame.pen, Face::bold, kSentence, panel.note.in(picture.frame.language()), width).size();
    float around = kHeads + kDifferenceLine + kSentenceLine * static_cast<float>(panel.tensors.size() / 2 + note);
    for (const Field& field : panel.fields) around += field_height(picture, field, width);
    int columns = 0;
    for (const Pair& pair : pairs_of(picture, panel)) columns = std::max(columns, pair.whole->shape.columns());
    return {212, around + kLeastLine * static_cast<float>(columns), around + kBestLine * static_cast<float>(columns)};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    BatchTable(picture, panel, pairs_of(picture, panel), area).draw();
}

}  // namespace

const PanelView kBatchTablePanel{"batch_table", measure, draw};

}  // namespace dikkat
