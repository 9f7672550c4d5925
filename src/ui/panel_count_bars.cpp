// How many parameters parts have at the sizes that are typed in: a bar for each, and the sum that gives its count.
#include <algorithm>

#include "app/number.h"
#include "app/text.h"
#include "ui/field.h"
#include "ui/panel_drawing.h"

namespace dikkat {
namespace {

constexpr float kFieldGap = 24, kUnderFields = 10, kBarLine = 46, kLeastBarLine = 38, kBar = 12, kNameGap = 18, kFormula = 11.5f;
constexpr float kStackedUnder = 360;  // narrower: names over their bars

struct CountedLayer {
    std::string_view layer;
    const Text& name;
    std::string_view role;
};
constexpr CountedLayer kLayers[] = {{"feed_forward", text::count_feed_forward, "feed"},
                                    {"attention", text::count_attention, "weights"}};

struct Counted {
    std::string name, role;
    std::uint64_t count = 0;
    std::string sum, matrices;
};

// "512·2048 + 2048 + 2048·512 + 512"; "4·512·512" of four of a shape.
std::string sum_of(const std::vector<Matrix>& matrices) {
    std::string sum;
    for (std::size_t i = 0, next = 0; i < matrices.size(); i = next) {
        while (next < matrices.size() && matrices[next].shape == matrices[i].shape) ++next;
        if (i > 0) sum += " + ";
        if (next - i > 1) sum += std::to_string(next - i) + "·";
        for (int axis = 0; axis < matrices[i].shape.rank(); ++axis) {
            sum += (axis > 0 ? "·" : "") + std::to_string(matrices[i].shape.extent(axis));
        }
    }
    return sum;
}

// "W_q, W_k, W_v, W_o": names as their looks would have them.
std::string names_of(const std::vector<Matrix>& matrices) {
    std::string names;
    for (const Matrix& matrix : matrices) {
        std::string name = matrix.name.substr(matrix.name.rfind('.') + 1);
        if (name.size() > 1) name[0] = name[0] == 'w' ? 'W' : name[0];
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

std::vector<Counted> counted(const Picture& picture, const Panel& panel) {
    std::vector<Counted> all;
    const std::vector<PartParameters> parameters = picture.frame.session.parameters();
    for (const std::string& name : panel.parts) {
        const auto part =
            std::find_if(parameters.begin(), parameters.end(), [&](const PartParameters& p) { return p.part == name; });
        if (part == parameters.end()) continue;
        Counted c{part->part, "", part->count, "", ""};
        std::vector<Matrix> matrices;
        for (const ParameterGroup& group : part->groups) {
            matrices.insert(matrices.end(), group.matrices.begin(), group.matrices.end());
            for (const CountedLayer& layer : kLayers) {
                if (layer.layer == group.layer) c.name = layer.name.in(picture.frame.language()), c.role = layer.role;
            }
        }
        c.sum = sum_of(matrices);
        c.matrices = names_of(matrices);
        all.push_back(std::move(c));
    }
    return all;
}

// Fields one after the other, on as many lines as they need; draws them if asked and answers the height.
float set_fields(const Picture& picture, const Panel& panel, const Rectangle& area, bool draw) {
    const float line = line_height(picture);
    float x = area.x, y = area.y;
    for (const Field& field : panel.fields) {
        const float width = std::min(field_width(picture, field), area.width);
        if (x > area.x && x + width > area.right()) {
            x = area.x;
            y += line + 6;
        }
        if (draw) draw_field(picture, field, {x, y, width, line});
        x += width + kFieldGap;
    }
    return panel.fields.empty() ? 0 : y + line - area.y;
}

class BarsDrawing {
public:
    BarsDrawing(const Picture& picture, std::vector<Counted> counts, const Rectangle& area)
        : pen_(picture.frame.pen), colours_(picture.frame.colours()), picture_(picture), counts_(std::move(counts)), area_(area) {
        for (const Counted& each : counts_) {
            most_ = std::max(most_, each.count);
            names_ = std::max(names_, pen_.width(Face::bold, kPanelTitle, each.name));
            numbers_ = std::max(numbers_, pen_.width(Face::mono_bold, kPanelTitle, grouped(each.count)));
        }
        stacked_ = area.width < kStackedUnder;
    }

    void draw() {
        const float pitch =
            std::clamp(area_.height / static_cast<float>(std::max<std::size_t>(1, counts_.size())), kLeastBarLine, kBarLine);
        for (std::size_t i = 0; i < counts_.size(); ++i) bar(i, area_.y + pitch * static_cast<float>(i));
    }

private:
    void bar(std::size_t index, float y) {
        const Counted& each = counts_[index];
        const float baseline = y + 13;
        const ImU32 ink = colours_.role(each.role);
        const float left = area_.x + names_ + kNameGap, longest = area_.right() - numbers_ - kNameGap - left;
        pen_.text(Face::bold, kPanelTitle, area_.x, baseline, ink, each.name);
        const float share = most_ > 0 ? static_cast<float>(static_cast<double>(each.count) / static_cast<double>(most_)) : 0;
        const float wanted[] = {share};
        const float drawn = picture_.motion.glide("count/" + each.name, wanted)[0];
        pen_.fill({left, y + 3, std::max(1.0f, longest * drawn), kBar}, ink);
        pen_.text_right(Face::mono_bold, kPanelTitle, area_.right(), baseline, colours_.ink, grouped(each.count));
        picture_.frame.out.anchors["count/" + std::to_string(index)] = {area_.x, y, area_.width, kLeastBarLine};
        const float under = y + 31;
        float right = area_.right();
        if (index > 0 && index + 1 == counts_.size() && each.count > 0) right -= ratio(under) + 14;
        const float sum_x = stacked_ ? area_.x : left;
        const float wide = pen_.width(Face::mono, kFormula, each.sum), names = pen_.width(Face::mono, kFormula, each.matrices);
        const float size = wide > right - sum_x ? std::max(9.0f, kFormula * (right - sum_x) / wide) : kFormula;
        pen_.text(Face::mono, size, sum_x, under, colours_.ink2, each.sum);
        if (sum_x + wide + 22 + names <= right)
            pen_.text(Face::mono, kFormula, sum_x + wide + 22, under, colours_.ink3, each.matrices);
    }

    // The first part's count in the last one's.
    float ratio(float baseline) {
        const double times = static_cast<double>(counts_.front().count) / static_cast<double>(counts_.back().count);
        const float number =
            pen_.text_right(Face::mono_bold, kPanelTitle, area_.right(), baseline, colours_.ink, fixed(times, 2) + "×");
        const float x = area_.right() - number - 6;
        return number + 6 +
               pen_.text_right(Face::regular, kPanelWords, x, baseline, colours_.ink2,
                               text::count_ratio.in(picture_.frame.language()));
    }

    Pen& pen_;
    const Palette& colours_;
    const Picture& picture_;
    std::vector<Counted> counts_;
    Rectangle area_;
    std::uint64_t most_ = 0;
    float names_ = 0, numbers_ = 0;
    bool stacked_ = false;
};

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const float fields = set_fields(picture, panel, {0, 0, width, 0}, false);
    const float top = panel_title_height(picture, panel, width) + (fields > 0 ? fields + kUnderFields : 0);
    const float bars = static_cast<float>(panel.parts.size());
    return {300, top + bars * kLeastBarLine, top + bars * kBarLine};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    float y = area.y + draw_panel_title(picture, panel, area);
    const float fields = set_fields(picture, panel, {area.x, y, area.width, 0}, true);
    if (fields > 0) y += fields + kUnderFields;
    BarsDrawing(picture, counted(picture, panel), {area.x, y, area.width, area.bottom() - y}).draw();
}

}  // namespace

const PanelView kCountBarsPanel{"count_bars", measure, draw};

}  // namespace dikkat
