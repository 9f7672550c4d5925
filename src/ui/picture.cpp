#include "ui/picture.h"

#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "core/decimal.h"
#include "ui/cell_drag.h"

namespace dikkat {
namespace {

Axis row_axis(const TensorReading& tensor) {
    const int rank = tensor.shape.rank();
    return rank < 2 ? Axis::none : tensor.axes[static_cast<std::size_t>(rank - 2)];
}

Axis column_axis(const TensorReading& tensor) { return tensor.axes[static_cast<std::size_t>(tensor.shape.rank() - 1)]; }

float widest_label(const Frame& frame, const TensorReading& tensor) {
    float widest = 0;
    for (int row = 0; row < tensor.shape.rows(); ++row) {
        widest =
            std::max(widest, frame.pen.width(Face::bold, 12.5f, frame.session.axis_label(tensor, tensor.shape.rank() - 2, row)));
    }
    return std::min(widest, 132.0f);
}

LayoutStation describe_station(const Frame& frame, const Station& station, const TensorReading& tensor) {
    LayoutStation s;
    s.tensor = station.tensor;
    s.rows = tensor.shape.rows();
    s.columns = tensor.shape.columns();
    s.tokens_by_tokens = rows_are_tokens(tensor) && columns_are_keys(tensor);
    s.numbers = station.numbers;
    s.groups = station.numbers && !tensor.look->column_groups.empty();
    s.perturb = station.perturb;
    const Words& label = tensor.look->label;
    s.name_width = frame.pen.label_width(Face::bold, 13, label.in(frame.language()));
    // By the look's decimals, not by the numbers that stand there: a drag must not move the cells.
    s.number_width = frame.pen.width(Face::mono, 11, fixed(tensor.weights_map ? 1 : -1, tensor.decimals)) + 7;
    if (station.numbers) {
        if (tensor.shape.rank() > 1) s.label_width = widest_label(frame, tensor);
        s.header_width = s.name_width + 12 + frame.pen.width(Face::mono, 11, shape_words(tensor.shape) + " ±.05");
    } else {
        // Shape and bound stand beside a short name, under the matrix of a long one; beside a formula the bound stands there.
        const std::string shape = shape_words(tensor.shape), &formula = tensor.look->formula;
        const Show show = frame.session.view().show;
        const std::string shown = bound_words(show == Show::difference ? difference_bound(tensor.difference)
                                              : show == Show::gradient ? tensor.gradient_bound
                                                                       : tensor.bound);
        const auto detail = [&](const std::string& bound) {
            return s.name_width + 6 + frame.pen.width(Face::mono, 11, shape + bound);
        };
        s.caption = !formula.empty() || detail(" ±2") > 76;
        s.header_width = detail(formula.empty() ? " " + shown : "");
        const float bound = tensor.weights_map ? 0 : 7 + frame.pen.width(Face::mono, 11.5f, bound_words(tensor.bound));
        if (!formula.empty()) s.name_width = std::max(s.name_width, frame.pen.formula_width(11.5f, formula) + bound);
    }
    return s;
}

// As draw_lane_titles() sets them: the title, then what rows and columns are.
float lane_title_width(const Frame& frame, const Lane& lane, bool axes) {
    const Pen& pen = frame.pen;
    const std::string& title = lane.title.in(frame.language());
    float width = title.empty() ? 0 : pen.width(Face::bold, 13, title);
    if (!axes) return width;
    width += title.empty() ? 0 : 14.0f;
    width += pen.width(Face::regular, 12.5f, text::query_axis.in(frame.language())) + 8;
    return width + pen.width(Face::regular, 12.5f, text::key_axis.in(frame.language()));
}

bool keys_need_two_lines(const Frame& frame, const std::map<std::string, TensorReading>& readings,
                         const std::vector<const RibbonLane*>& ribbons, float width) {
    for (const RibbonLane* lane : ribbons) {
        const TensorReading& tensor = readings.at(lane->tensor);
        const int keys = tensor.shape.columns();
        const float pitch = (width - 174) / static_cast<float>(std::max(1, keys));
        for (int key = 0; key < keys; ++key) {
            const float word = frame.pen.width(Face::regular, 13, frame.session.axis_label(tensor, tensor.shape.rank() - 1, key));
            if (word + 7.5f + frame.pen.width(Face::mono, 12, "0.000") > pitch - 2) return true;
        }
    }
    return false;
}

}  // namespace

void DifferenceBounds::begin_frame(bool hold) {
    if (!hold) bounds_.clear();
    hold_ = hold;
}

double DifferenceBounds::of(const TensorReading& tensor) {
    const auto found = bounds_.find(tensor.name);
    if (found != bounds_.end() && found->second > 0) return found->second;
    double bound = difference_bound(tensor.difference);
    // Where a drag begins on a tensor that has not changed yet, its changes are measured against its value's bound.
    if (hold_ && bound > 0) bound = tensor.bound;
    bounds_[std::string(tensor.name)] = bound;
    return bound;
}

double difference_bound(std::span<const float> difference) {
    double largest = 0;
    for (const float d : difference) {
        if (std::isfinite(d)) largest = std::max(largest, std::abs(static_cast<double>(d)));
    }
    return largest > 0 ? round_step(largest) : 0;
}

std::string bound_words(double bound) {
    if (bound == 0) return "0";
    if (bound < 1e-3 || bound >= 1e6) return "±" + scientific(bound, 1);
    std::string words = general_decimal(bound, 6);
    if (words.size() > 2 && words[0] == '0' && words[1] == '.') words.erase(0, 1);
    return "±" + words;
}

std::string shape_words(const Shape& shape) {
    std::string words;
    for (int axis = 0; axis < shape.rank(); ++axis) words += (axis > 0 ? "×" : "") + std::to_string(shape.extent(axis));
    return words;
}

bool rows_are_tokens(const TensorReading& tensor) {
    const Axis axis = row_axis(tensor);
    return axis == Axis::token || axis == Axis::query || axis == Axis::key || axis == Axis::target;
}

bool has_gutter(const TensorReading& tensor) {
    return rows_are_tokens(tensor) && tensor.kind != Kind::mask && !tensor.difference.empty();
}

bool rows_are_queries(const TensorReading& tensor) {
    return rows_are_tokens(tensor) && row_axis(tensor) != Axis::key && tensor.kind != Kind::key && tensor.kind != Kind::value;
}

bool columns_are_keys(const TensorReading& tensor) {
    const Axis axis = column_axis(tensor);
    return axis == Axis::key || axis == Axis::token || axis == Axis::target;
}

ImU32 role_colour(const Palette& colours, const TensorReading& tensor) {
    // Scores are no one's colour: they are where query and key meet.
    if (tensor.kind == Kind::scores || tensor.kind == Kind::input || tensor.kind == Kind::mask) {
        if (tensor.look->role.empty() || tensor.look->role == "residual") return colours.ink;
    }
    return colours.role(tensor.look->role);
}

std::span<const float> shown_values(const TensorReading& tensor, Show show) {
    switch (show) {
        case Show::baseline:
            return tensor.baseline;
        case Show::difference:
            return tensor.difference;
        case Show::gradient:
            return tensor.kind == Kind::mask ? tensor.value : tensor.gradient;
        case Show::value:
            break;
    }
    return tensor.value;
}

std::map<std::string, TensorReading> read_screen(const Session& session, const ShownScreen& screen) {
    std::map<std::string, TensorReading> readings;
    const auto take = [&](const std::string& name) {
        if (name.empty() || readings.count(name) > 0) return;
        if (const std::optional<TensorReading> reading = session.read(name)) readings.emplace(name, *reading);
    };
    for (const StationColumn& column : screen.columns) {
        for (const Lane& lane : column.lanes) {
            for (const Station& station : lane.stations) take(station.tensor);
        }
    }
    for (const RibbonLane& lane : screen.ribbons) take(lane.tensor);
    for (const Thumbnail& thumbnail : screen.thumbnails) take(thumbnail.tensor);
    for (const PanelRow& row : screen.rows) {
        for (const Panel& panel : row.panels) {
            for (const PanelTensor& tensor : panel.tensors) take(tensor.tensor);
            take(panel.weights);
        }
    }
    take(screen.narrow_row);
    take(session.view().opened);
    return readings;
}

std::vector<const RibbonLane*> shown_ribbons(const ShownScreen& screen, const std::map<std::string, TensorReading>& readings) {
    std::vector<const RibbonLane*> lanes;
    for (const RibbonLane& lane : screen.ribbons) {
        if (readings.count(lane.tensor) > 0) lanes.push_back(&lane);
    }
    if (lanes.size() <= 2) return lanes;
    const std::size_t first = std::min(static_cast<std::size_t>(screen.head), lanes.size() - 2);
    return {lanes[first], lanes[first + 1]};
}

LayoutDescription describe(const Frame& frame, const ShownScreen& screen, const std::map<std::string, TensorReading>& readings) {
    LayoutDescription d;
    d.width = frame.surroundings.width;
    d.height = frame.surroundings.height;
    d.form = frame.surroundings.form;
    d.tokens = static_cast<int>(frame.session.document().tokens.size());
    const std::vector<const RibbonLane*> ribbons = shown_ribbons(screen, readings);
    d.ribbon_lanes = static_cast<int>(ribbons.size());
    for (const RibbonLane* lane : ribbons) {  // a cross-attention's queries are another sentence's
        const Shape& shape = readings.at(lane->tensor).shape;
        d.tokens = std::max({d.tokens, shape.rows(), shape.columns()});
    }
    d.stacked_keys = keys_need_two_lines(frame, readings, ribbons, std::min(1240.0f, d.width - 40));
    for (const StationColumn& column : screen.columns) {
        LayoutColumn c;
        for (const Lane& lane : column.lanes) {
            LayoutLane l;
            l.title = !lane.title.in(frame.language()).empty();
            for (const Station& station : lane.stations) {
                const auto reading = readings.find(station.tensor);
                if (reading == readings.end()) continue;
                l.stations.push_back(describe_station(frame, station, reading->second));
                l.title = l.title || l.stations.back().tokens_by_tokens;  // the axes stand in the title's line
            }
            const auto has_axes = [](const LayoutStation& s) { return s.tokens_by_tokens; };
            l.title_width = lane_title_width(frame, lane, std::any_of(l.stations.begin(), l.stations.end(), has_axes));
            c.lanes.push_back(std::move(l));
        }
        d.columns.push_back(std::move(c));
    }
    d.choosers = has_choosers(screen);
    d.coarse_pointer = frame.surroundings.coarse_pointer;
    const auto narrow = readings.find(screen.narrow_row);
    if (narrow != readings.end()) d.narrow_columns = narrow->second.shape.columns();
    d.thumbnails = static_cast<int>(screen.thumbnails.size());
    return d;
}

}  // namespace dikkat
