#include "ui/legends.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/text.h"
#include "ui/matrix.h"

namespace dikkat {
namespace {

constexpr float kMapHeight = 10;

void draw_map(const Picture& picture, const Rectangle& area, bool weights) {
    const int steps = static_cast<int>(area.width);
    std::vector<float> values(static_cast<std::size_t>(steps));
    for (int i = 0; i < steps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps - 1);
        values[static_cast<std::size_t>(i)] = weights ? share : 2 * share - 1;
    }
    const ColourMap map = colour_map(weights, picture.frame.colours().dark);
    picture.frame.pen.heatmap(area, 1, steps, values, map, 1, false);
    picture.frame.pen.flush_heatmaps();
    picture.frame.pen.ring({area.x + 1, area.y + 1, area.width - 2, area.height - 2}, picture.frame.colours().edge, 0, 1);
}

struct LegendLine {
    const Picture& picture;
    LegendSize size;
    float baseline;
    bool draw;  // false: measure

    float words(float x, std::string_view words) const {
        Pen& pen = picture.frame.pen;
        if (!draw) return pen.width(Face::regular, size.words, words);
        return pen.text(Face::regular, size.words, x, baseline, picture.frame.colours().ink2, words);
    }
    float number(float x, std::string_view number) const {
        Pen& pen = picture.frame.pen;
        if (!draw) return pen.width(Face::mono, 11.5f, number);
        return pen.text(Face::mono, 11.5f, x, baseline, picture.frame.colours().ink2, number);
    }
    float map(float x, std::string_view low, std::string_view high, bool weights) const {
        float at = x + number(x, low) + 6;
        if (draw) draw_map(picture, {std::floor(at), baseline - 9.5f, size.map, kMapHeight}, weights);
        at += size.map + 6;
        return at + number(at, high) - x;
    }
};

// What a layer's colour stands for, where the legend is no map.
struct RoleLegend {
    std::string_view name, role;
    const Text& words;
};
constexpr RoleLegend kRoleLegends[] = {{"attention", "weights", text::self_attention},
                                       {"cross_attention", "cross", text::cross_attention},
                                       {"feed_forward", "feed", text::feed_forward},
                                       {"norm", "normalised", text::norm},
                                       {"residual", "residual", text::residual}};

float role_legend(const LegendLine& line, float x, const RoleLegend& legend) {
    const Palette& colours = line.picture.frame.colours();
    const float words = line.size.words + 3.5f;
    if (line.draw) line.picture.frame.pen.fill({x, line.baseline - 9.5f, 10, 10}, colours.role(legend.role), 2);
    return words + line.words(x + words, legend.words.in(line.picture.frame.language()));
}

float changed_legend(const LegendLine& line, float x) {
    const Language language = line.picture.frame.language();
    const Palette& colours = line.picture.frame.colours();
    Pen& pen = line.picture.frame.pen;
    const float start = x, middle = line.baseline - 4.5f;
    if (line.draw) pen.fill({x, middle - 6, 3, 12}, colours.changed_mark);
    x += 3 + 7;
    x += line.words(x, text::moved.in(language)) + std::max(16.0f, line.size.gap - 8);
    if (line.draw) {
        pen.horizontal(x, x + 8, middle - 2, colours.ink2);
        pen.horizontal(x, x + 8, middle + 2, colours.ink2);
    }
    x += 8 + 7;
    return x + line.words(x, text::unchanged.in(language)) - start;
}

float mean_std_legend(const LegendLine& line, float x) {
    const float middle = line.baseline - 4.5f;
    if (line.draw) {
        line.picture.frame.pen.horizontal(x, x + 24, middle, line.picture.frame.colours().ink2);
        line.picture.frame.pen.disc({x + 12, middle}, 3, line.picture.frame.colours().ink2);
    }
    return 32 + line.words(x + 32, text::mean_std_legend.in(line.picture.frame.language()));
}

const RoleLegend* find_role(std::string_view legend) {
    const auto role =
        std::find_if(std::begin(kRoleLegends), std::end(kRoleLegends), [&](const RoleLegend& each) { return each.name == legend; });
    return role == std::end(kRoleLegends) ? nullptr : role;
}

float value_legends(const LegendLine& line, float x) {
    const Language language = line.picture.frame.language();
    const float start = x;
    for (const std::string& legend : line.picture.screen.legends) {
        const bool weights = legend == "weights";
        const RoleLegend* role = find_role(legend);
        // Without its name a layer's colour says nothing; where names have no room, they stand on a line of their own.
        if (role != nullptr && !line.size.named) continue;
        x += x > start ? line.size.gap : 0;
        if (role != nullptr) {
            x += role_legend(line, x, *role);
            continue;
        }
        if (legend == "changed" || legend == "mean_std") {
            x += legend == "changed" ? changed_legend(line, x) : mean_std_legend(line, x);
            continue;
        }
        if (line.size.named)
            x += line.words(x, (weights ? text::weight_legend : text::signed_legend).in(language)) + line.size.gap / 3 + 2;
        x += line.map(x, weights ? "0" : "−", weights ? "1" : "+", weights);
    }
    return x - start;
}

float difference_legends(const LegendLine& line, float x) {
    const float start = x;
    x += changed_legend(line, x);
    x += std::max(16.0f, line.size.gap - 4);
    x += line.map(x, "−", "+", false);
    return x - start;
}

std::string loss_tensor(const Session& session) {
    const std::string& chosen = session.document().loss.tensor;
    if (!chosen.empty()) return chosen;
    const SharedGraph main = session.part_graph("");
    const Graph& graph = main != nullptr ? *main : session.graph();
    for (NodeId node = graph.size() - 1; node >= 0; --node) {
        if (!graph[node].name.empty()) return graph[node].name;
    }
    return "";
}

// "gradient: sum(output)": what the gradients on the screen are of.
std::string loss_words(const Session& session) {
    const Loss& loss = session.document().loss;
    const Language language = session.view().language;
    const std::string name = loss_tensor(session);
    const std::optional<TensorReading> tensor = session.read(name);
    const std::string& title = tensor ? tensor->look->title.in(language) : name;
    switch (loss.type) {
        case Loss::Type::sum:
            return fill(text::loss_sum.in(language), {{"tensor", title}});
        case Loss::Type::projection:
            return fill(text::loss_projection.in(language), {{"tensor", title}, {"seed", std::to_string(loss.seed)}});
        case Loss::Type::cell:
            return fill(text::loss_cell.in(language), {{"cell", session.cell_label({name, loss.cell})}});
        case Loss::Type::cross_entropy:
            break;
    }
    return std::string(text::loss_cross_entropy.in(language));
}

float gradient_legends(const LegendLine& line, float x) {
    const Palette& colours = line.picture.frame.colours();
    const float start = x;
    if (line.draw) line.picture.frame.pen.fill({x, line.baseline - 9.5f, 10, 10}, colours.gradient, 2);
    x += 16;
    x += line.words(x, loss_words(line.picture.frame.session)) + line.size.gap / 3 + 6;
    x += line.map(x, "−", "+", false);
    return x - start;
}

}  // namespace

float legends(const Picture& picture, float x, float baseline, bool draw, const LegendSize& size) {
    const LegendLine line{picture, size, baseline, draw};
    if (picture.in_gradient()) return gradient_legends(line, x);
    return picture.in_difference() ? difference_legends(line, x) : value_legends(line, x);
}

float layer_legends(const Picture& picture, float x, float baseline, bool draw, const LegendSize& size) {
    const LegendLine line{picture, size, baseline, draw};
    const float start = x;
    for (const std::string& legend : picture.screen.legends) {
        const RoleLegend* role = find_role(legend);
        if (role == nullptr || !size.named) continue;
        x += x > start ? size.gap : 0;
        x += role_legend(line, x, *role);
    }
    return x - start;
}

}  // namespace dikkat
