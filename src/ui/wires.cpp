#include "ui/wires.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dikkat {
namespace {

struct Look {
    ImU32 colour;
    float line;
};

// One drawing's geometry. A wire leaves its matrix at the right, and enters its target's lane at the left; a target further inside
// the lane is reached from a channel under or over the lane.
class Router {
public:
    struct Channel {  // between or under lanes: its height, the arrow's tip, where a wire has come round into it
        float y, tip, bend;
        bool from_above;
    };

    Router(const Picture& picture, const std::vector<Connection>& connections)
        : picture_(picture), connections_(connections), hovered_(picture.hovered) {}

    void draw();

private:
    struct Wire {  // drawn in one go: one connection, or all from one tensor into one channel
        enum class Way { below, side, inside };
        Way way;
        const StationPlace *from, *to;
        std::vector<const Connection*> connections;
    };

    const StationPlace* neighbour(const StationPlace& place, int step) const;
    bool connected(const std::string& from, const std::string& to) const;
    bool is_leaf(const std::string& tensor) const;
    // A product stands behind its leaf ("W = Q"): wires to it enter at the leaf.
    const StationPlace& entry(const StationPlace& target) const;
    Look look(const Connection& connection) const;
    bool lit(const Connection& connection) const {
        return picture_.in_difference() && is_lit(connection, *picture_.find(connection.from));
    }
    bool stronger(const Connection& a, const Connection& b) const {
        return (lit(a) && !lit(b)) || (a.to == hovered_ && b.to != hovered_ && lit(a) == lit(b));
    }
    Channel channel(const StationPlace& to) const;
    ImVec2 start(const StationPlace& from) const;
    const LanePlace* lane(int column, int lane) const;
    float corridor(int column, float wanted) const;
    void to_side(const Connection& connection, const StationPlace& from, const StationPlace& to);
    void to_inside(const StationPlace& from, const std::vector<const Connection*>& group);
    void from_below(const Connection& connection, const StationPlace& from, const StationPlace& to);
    Wire& inside(std::vector<Wire>& wires, const StationPlace& from, const StationPlace& to) const;
    void draw(const Wire& wire);
    void signs();

    const Picture& picture_;
    const std::vector<Connection>& connections_;
    const std::string& hovered_;
};

bool Router::connected(const std::string& from, const std::string& to) const {
    return std::any_of(connections_.begin(), connections_.end(), [&](const Connection& c) { return c.from == from && c.to == to; });
}

bool Router::is_leaf(const std::string& tensor) const {
    const Graph& graph = picture_.frame.session.graph();
    const NodeId node = graph.find(tensor);
    return node != kNoNode && graph[node].is_leaf();
}

const StationPlace* Router::neighbour(const StationPlace& place, int step) const {
    for (const StationPlace& other : picture_.layout.stations) {
        if (other.column == place.column && other.lane == place.lane && other.order == place.order + step) return &other;
    }
    return nullptr;
}

const StationPlace& Router::entry(const StationPlace& target) const {
    const StationPlace* left = neighbour(target, -1);
    if (left != nullptr && is_leaf(left->tensor) && connected(left->tensor, target.tensor)) return *left;
    return target;
}

Look Router::look(const Connection& connection) const {
    const Palette& colours = picture_.frame.colours();
    const TensorReading& from = *picture_.find(connection.from);
    const bool full = connection.to == hovered_;
    if (picture_.in_difference()) {
        if (is_lit(connection, from)) return {colours.changed_mark, 2};
        return {with_alpha(colours.ink3, full ? 1.0f : 0.75f), 1.5f};
    }
    const ImU32 colour = from.kind == Kind::input ? colours.residual : colours.role(from.look->role);
    return {with_alpha(colour, full ? 1.0f : 0.75f), full ? 2.0f : 1.5f};
}

ImVec2 Router::start(const StationPlace& from) const {
    const bool gutter = picture_.in_difference() && has_gutter(*picture_.find(from.tensor));
    return {from.matrix.right() + (gutter ? 13.0f : 2.0f), from.matrix.centre_y()};
}

const LanePlace* Router::lane(int column, int lane) const {
    for (const LanePlace& place : picture_.layout.lanes) {
        if (place.column == column && place.lane == lane) return &place;
    }
    return nullptr;
}

// The height at which a wire crosses a column between its lanes, nearest to the one wanted.
float Router::corridor(int column, float wanted) const {
    float nearest = std::numeric_limits<float>::infinity();
    const auto offer = [&](float y) {
        if (std::fabs(y - wanted) < std::fabs(nearest - wanted)) nearest = y;
    };
    const LanePlace* before = nullptr;
    for (int i = 0; const LanePlace* place = lane(column, i); ++i) {
        offer(before == nullptr ? place->area.y - 5 : (before->area.bottom() + place->area.y) / 2);
        before = place;
    }
    if (before == nullptr) return wanted;
    offer(before->area.bottom() + 8);
    return nearest;
}

void Router::to_side(const Connection& connection, const StationPlace& from, const StationPlace& to) {
    // Wires that enter one matrix spread over its side, in the order in which they come.
    std::vector<float> origins;
    for (const Connection& other : connections_) {
        const StationPlace* place = picture_.layout.station(other.from);
        const StationPlace* target = picture_.layout.station(other.to);
        if (place == nullptr || target == nullptr || place->column >= target->column) continue;
        if (&entry(*target) == &to) origins.push_back(place->matrix.centre_y() + 0.001f * static_cast<float>(place->column));
    }
    std::sort(origins.begin(), origins.end());
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
    const float own = from.matrix.centre_y() + 0.001f * static_cast<float>(from.column);
    const float index = static_cast<float>(std::find(origins.begin(), origins.end(), own) - origins.begin());
    const float count = static_cast<float>(origins.size());
    const float spread = std::min(25.0f, to.matrix.height / (count + 1));
    const float side = to.labels ? to.area.x - 3 : to.matrix.x - 5;  // before its rows' words
    const ImVec2 end{side, to.matrix.centre_y() + (index - (count - 1) / 2) * spread};
    const Look with = look(connection);
    ImVec2 at = start(from);
    Pen& pen = picture_.frame.pen;
    for (int column = from.column + 1; column < to.column; ++column) {  // past the columns between
        float left = 1e9f, right = 0;
        for (const StationPlace& place : picture_.layout.stations) {
            if (place.column != column) continue;
            left = std::min(left, place.area.x - 6);
            right = std::max(right, std::max(place.area.right(), place.matrix.right() + 12));
        }
        const float y = corridor(column, at.y + (end.y - at.y) / 2);
        const float middle = (at.x + left) / 2;
        pen.curve(at, {middle, at.y}, {middle, y}, {left, y}, with.colour, with.line);
        const ImVec2 across[2] = {{left, y}, {right, y}};
        pen.wire(across, 2, with.colour, with.line);
        at = {right, y};
    }
    const float middle = (at.x + end.x) / 2;
    pen.curve(at, {middle, at.y}, {middle, end.y}, end, with.colour, with.line);
}

// Lanes share channels in pairs: the first is reached from below, the second from above.
Router::Channel Router::channel(const StationPlace& to) const {
    const bool from_above = to.lane % 2 == 1;
    const LanePlace* own = lane(to.column, to.lane);
    const LanePlace* partner = lane(to.column, from_above ? to.lane - 1 : to.lane + 1);
    const LanePlace* upper = from_above && partner != nullptr ? partner : own;
    const LanePlace* lower = from_above ? own : partner;
    const float y = lower != nullptr ? (upper->area.bottom() + lower->title_baseline - 10) / 2 : upper->area.bottom() + 11;
    return {std::floor(y) + 0.5f, from_above ? own->title_baseline - 4 : own->area.bottom() + 3, own->area.x - 2, from_above};
}

// One tensor's way along a channel and up and down to the targets in it: drawn once, or its colour would add up.
void Router::to_inside(const StationPlace& from, const std::vector<const Connection*>& group) {
    const auto place_of = [&](const Connection* c) -> const StationPlace& { return *picture_.layout.station(c->to); };
    const Channel first = channel(place_of(group.front()));
    Look trunk = look(*group.front());
    float end = 0;
    for (const Connection* connection : group) {
        if (stronger(*connection, *group.front())) trunk = look(*connection);
        end = std::max(end, std::floor(place_of(connection).matrix.centre_x()) + 0.5f);
    }
    Pen& pen = picture_.frame.pen;
    const ImVec2 at = start(from);
    const float bend = std::max(at.x + 24, first.bend), middle = (at.x + bend) / 2;
    pen.curve(at, {middle, at.y}, {middle - 4, first.y}, {bend, first.y}, trunk.colour, trunk.line);
    const ImVec2 along[2] = {{bend, first.y}, {end + trunk.line / 2, first.y}};
    pen.wire(along, 2, trunk.colour, trunk.line);
    for (const Connection* connection : group) {
        const StationPlace& to = place_of(connection);
        const Channel way = channel(to);
        const Look with = look(*connection);
        const float x = std::floor(to.matrix.centre_x()) + 0.5f, back = way.from_above ? -4.0f : 4.0f;
        const ImVec2 up[2] = {{x, way.y + (way.from_above ? 1.0f : -1.0f) * trunk.line / 2}, {x, way.tip}};
        const ImVec2 arrow[3] = {{x - 4, way.tip + back}, {x, way.tip}, {x + 4, way.tip + back}};
        pen.wire(up, 2, with.colour, with.line);
        pen.wire(arrow, 3, with.colour, with.line);
    }
}

// From a lane that stands under the target's, in the same column.
void Router::from_below(const Connection& connection, const StationPlace& from, const StationPlace& to) {
    const ImVec2 tip{std::floor(to.matrix.centre_x()) + 0.5f, to.area.bottom() + 3};
    const Look with = look(connection);
    Pen& pen = picture_.frame.pen;
    if (tip.x > start(from).x + 8) {
        const ImVec2 at = start(from);
        pen.curve(at, {(at.x + tip.x) / 2, at.y}, {tip.x, (at.y + tip.y) / 2}, tip, with.colour, with.line);
    } else {
        const ImVec2 up[2] = {{tip.x, from.area.y - 3}, tip};
        pen.wire(up, 2, with.colour, with.line);
    }
    const ImVec2 arrow[3] = {{tip.x - 4, tip.y + 4}, tip, {tip.x + 4, tip.y + 4}};
    pen.wire(arrow, 3, with.colour, with.line);
}

// Between neighbours in a lane: "=" behind a factor, a chevron behind what was computed and behind a mask, which is no factor.
void Router::signs() {
    const ImU32 ink = picture_.frame.colours().ink3;
    Pen& pen = picture_.frame.pen;
    for (const StationPlace& left : picture_.layout.stations) {
        const StationPlace* right = neighbour(left, 1);
        if (right == nullptr || !connected(left.tensor, right->tensor)) continue;
        const bool leaf = is_leaf(left.tensor) && picture_.find(left.tensor)->kind != Kind::mask;
        const bool gutter = picture_.in_difference() && has_gutter(*picture_.find(left.tensor));
        // A caption may be wider than its matrix; the spotlight's ring goes around it.
        const float end = leaf ? left.matrix.right() : std::max(left.matrix.right() + (gutter ? 9.0f : 0.0f), left.slot_right);
        const float to = right->labels ? right->area.x : right->matrix.x;  // before its rows' words
        if (gutter && to - end < 9) continue;                              // it would run into the marks of the difference view
        const float x = (end + to) / 2;
        const float y = std::floor((left.matrix.centre_y() + right->matrix.centre_y()) / 2) + 0.5f;
        if (leaf) {
            pen.horizontal(x - 5, x + 2, y - 2, ink);
            pen.horizontal(x - 5, x + 2, y + 2, ink);
        } else {
            pen.sign(Sign::chevron_right, {x, y}, 9, ink);
        }
    }
}

void Router::draw() {
    signs();
    if (!picture_.layout.wires) return;
    std::vector<Wire> wires;
    for (const Connection& connection : connections_) {
        const StationPlace* from = picture_.layout.station(connection.from);
        const StationPlace* to = picture_.layout.station(connection.to);
        if (from == nullptr || to == nullptr) continue;
        if (from->column == to->column && from->lane > to->lane) {
            wires.push_back({Wire::Way::below, from, to, {&connection}});
        } else if (from->column < to->column) {
            const StationPlace& side = entry(*to);
            if (side.order == 0) {
                wires.push_back({Wire::Way::side, from, &side, {&connection}});
            } else {
                inside(wires, *from, *to).connections.push_back(&connection);
            }
        }
    }
    for (const bool lit_ones : {false, true}) {  // what changed lies over what did not
        for (const Wire& wire : wires) {
            const auto is_lit = [this](const Connection* connection) { return lit(*connection); };
            if (std::any_of(wire.connections.begin(), wire.connections.end(), is_lit) == lit_ones) draw(wire);
        }
    }
}

// The wire from one tensor into one channel.
Router::Wire& Router::inside(std::vector<Wire>& wires, const StationPlace& from, const StationPlace& to) const {
    for (Wire& wire : wires) {
        if (wire.way == Wire::Way::inside && wire.from == &from && channel(*wire.to).y == channel(to).y) return wire;
    }
    return wires.emplace_back(Wire{Wire::Way::inside, &from, &to, {}});
}

void Router::draw(const Wire& wire) {
    switch (wire.way) {
        case Wire::Way::below:
            return from_below(*wire.connections.front(), *wire.from, *wire.to);
        case Wire::Way::side:
            return to_side(*wire.connections.front(), *wire.from, *wire.to);
        case Wire::Way::inside:
            return to_inside(*wire.from, wire.connections);
    }
}

}  // namespace

void draw_wires(const Picture& picture, const std::vector<Connection>& connections) { Router(picture, connections).draw(); }

}  // namespace dikkat
