#include "ui/diagram.h"

#include <algorithm>

#include "core/operations/elementwise.h"

namespace dikkat {
namespace {

// ---- names

bool is_norm(std::string_view word) {
    return word.substr(0, 4) == "norm" && word.find_first_not_of("0123456789", 4) == std::string_view::npos;
}

LayerType type_of_word(std::string_view word) {
    if (word == "attention" || word == "self_attention") return LayerType::attention;
    if (word == "cross_attention") return LayerType::cross_attention;
    if (word == "feed_forward") return LayerType::feed_forward;
    return is_norm(word) ? LayerType::norm : LayerType::other;
}

// "decoder.0.norm1.gamma" is of the group "decoder.0.norm1" in the block "decoder.0". No group where no word names a layer.
struct Group {
    std::string_view name, block;
    LayerType type = LayerType::other;
};

Group group_of(std::string_view name) {
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const LayerType type = type_of_word(name.substr(begin, end - begin));
        if (type != LayerType::other) return {name.substr(0, end), name.substr(0, begin > 0 ? begin - 1 : 0), type};
        begin = end + 1;
    }
    return {};
}

// ---- edges

using Nodes = std::vector<NodeId>;

bool is_in(const Nodes& nodes, NodeId node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); }

struct Members {  // a group's named nodes, in the graph's order
    Group group;
    Nodes nodes;

    NodeId output() const { return nodes.back(); }
};

class Reader {
public:
    explicit Reader(const Graph& graph) : graph_(graph), consumers_(static_cast<std::size_t>(graph.size())) {
        for (NodeId id = 0; id < graph.size(); ++id) {
            for (const NodeId input : graph[id].inputs) consumers_[static_cast<std::size_t>(input)].push_back(id);
            const Group group = group_of(graph[id].name);
            if (group.type == LayerType::other) continue;
            auto known = std::find_if(groups_.begin(), groups_.end(), [&](const Members& m) { return m.group.name == group.name; });
            if (known == groups_.end()) known = groups_.insert(groups_.end(), Members{group, {}});
            known->nodes.push_back(id);
        }
    }

    Diagram read() const;

private:
    struct Residual {
        NodeId sum = kNoNode, stream = kNoNode;  // what was added to the layer's output
    };

    void find_sources(NodeId node, std::string_view own, Nodes& found) const;
    Nodes sources(const Members& members) const;
    Nodes sources(const Members& members, Kind only) const;
    Residual residual(const Members& layer) const;
    bool is_before(const Members& norm, const Members& layer, bool begins_with_norm) const;
    DiagramLayer read_layer(const Members& members) const;
    std::vector<DiagramLayer> read_block(std::string_view block) const;
    std::vector<std::string_view> blocks() const;
    NodeId memory() const;

    const Graph& graph_;
    std::vector<Nodes> consumers_;
    std::vector<Members> groups_;
};

// Up to the nearest tensors of other groups. A mask is not what a layer works on.
void Reader::find_sources(NodeId id, std::string_view own, Nodes& found) const {
    for (const NodeId input : graph_[id].inputs) {
        const Node& node = graph_[input];
        if (node.kind == Kind::mask) continue;
        if (node.name.empty()) {
            find_sources(input, own, found);
        } else if (group_of(node.name).name != own && !is_in(found, input)) {
            found.push_back(input);
        }
    }
}

Nodes Reader::sources(const Members& members) const {
    Nodes found;
    for (const NodeId node : members.nodes) find_sources(node, members.group.name, found);
    return found;
}

Nodes Reader::sources(const Members& members, Kind only) const {
    Nodes found;
    for (const NodeId node : members.nodes) {
        if (graph_[node].kind == only) find_sources(node, members.group.name, found);
    }
    return found;
}

Reader::Residual Reader::residual(const Members& layer) const {
    for (const NodeId consumer : consumers_[static_cast<std::size_t>(layer.output())]) {
        const Node& node = graph_[consumer];
        if (node.operation != &kAdd) continue;
        const NodeId other = node.inputs[0] == layer.output() ? node.inputs[1] : node.inputs[0];
        if (graph_[other].kind != Kind::parameter) return {consumer, other};
    }
    return {};
}

// With a residual the norm is on the branch if the stream goes round it. Without one there is no way round: the block's first
// element decides.
bool Reader::is_before(const Members& norm, const Members& layer, bool begins_with_norm) const {
    if (!is_in(sources(layer), norm.output())) return false;
    const Residual around = residual(layer);
    return around.sum == kNoNode ? begins_with_norm : around.stream != norm.output();
}

DiagramLayer Reader::read_layer(const Members& members) const {
    DiagramLayer layer;
    layer.type = members.group.type;
    layer.group = members.group.name;
    layer.residual = residual(members).sum != kNoNode;
    for (const NodeId node : members.nodes) layer.masked = layer.masked || graph_[node].operation == &kMask;
    if (layer.type != LayerType::feed_forward) {
        const bool crosses = sources(members, Kind::query) != sources(members, Kind::key);
        layer.type = crosses ? LayerType::cross_attention : LayerType::attention;
    }
    return layer;
}

std::vector<DiagramLayer> Reader::read_block(std::string_view block) const {
    std::vector<const Members*> layers, norms;
    for (const Members& members : groups_) {
        if (members.group.block != block) continue;
        (members.group.type == LayerType::norm ? norms : layers).push_back(&members);
    }
    // In the order in which they are computed; all parameters may stand first.
    std::sort(layers.begin(), layers.end(), [](const Members* a, const Members* b) { return a->output() < b->output(); });
    std::vector<DiagramLayer> read;
    for (const Members* layer : layers) read.push_back(read_layer(*layer));
    const Nodes first = layers.empty() ? Nodes() : sources(*layers.front());
    const auto feeds_first = [&](const Members* norm) { return is_in(first, norm->output()); };
    const bool begins_with_norm = std::any_of(norms.begin(), norms.end(), feeds_first);
    for (const Members* norm : norms) {
        const std::string name(norm->group.name);
        const Nodes from = sources(*norm);
        bool placed = false;
        for (std::size_t i = 0; i < layers.size() && !placed; ++i) {
            placed = is_before(*norm, *layers[i], begins_with_norm);
            if (placed) read[i].norm_before = name;
        }
        for (std::size_t i = 0; i < layers.size() && !placed; ++i) {
            const NodeId sum = residual(*layers[i]).sum;
            placed = is_in(from, sum == kNoNode ? layers[i]->output() : sum);
            if (placed) read[i].norm_after = name;
        }
    }
    return read;
}

std::vector<std::string_view> Reader::blocks() const {
    std::vector<std::string_view> blocks;
    for (const Members& members : groups_) {
        if (members.group.type == LayerType::norm) continue;
        if (std::find(blocks.begin(), blocks.end(), members.group.block) == blocks.end()) blocks.push_back(members.group.block);
    }
    return blocks;
}

// What a cross-attention makes its keys from.
NodeId Reader::memory() const {
    for (const Members& members : groups_) {
        if (members.group.type == LayerType::norm || read_layer(members).type != LayerType::cross_attention) continue;
        for (const NodeId source : sources(members, Kind::key)) {
            if (graph_[source].kind != Kind::parameter) return source;
        }
    }
    return kNoNode;
}

Diagram Reader::read() const {
    Diagram diagram;
    const NodeId memory = this->memory();
    diagram.reads_memory = memory != kNoNode;
    for (const std::string_view block : blocks()) {
        NodeId last = 0;
        for (const Members& members : groups_) {
            if (members.group.block == block && members.group.type != LayerType::norm) last = std::max(last, members.output());
        }
        const bool encodes = memory != kNoNode && graph_.depends_on(memory, last);
        std::vector<DiagramLayer>& layers = encodes ? diagram.encoder : diagram.layers;
        int& count = encodes ? diagram.encoder_blocks : diagram.blocks;
        if (count++ == 0) layers = read_block(block);
    }
    return diagram;
}

// ---- places

constexpr float kEncoder = 104, kToStream = 66, kToBox = 24, kBox = 112, kBoxMax = 132, kChip = 40, kChipHeight = 18;
constexpr float kPlus = 8, kLabelGap = 12, kSlot = 100, kLeastSlot = 82, kTail = 10;

struct Slots {
    Rectangle area;
    float stream = 0, box = 0, box_width = 0, height = 0;

    float scale() const { return std::min(1.25f, height / kSlot); }
    float top(int slot) const { return area.y + height * static_cast<float>(slot); }
};

using Element = DiagramElement;

class Placer {
public:
    Placer(const Diagram& diagram, std::span<const LayerType> types, const Rectangle& area, float label_width)
        : diagram_(diagram), types_(types) {
        const float before = diagram.reads_memory ? kEncoder + kToStream : label_width + kLabelGap;
        slots_.area = area;
        slots_.stream = area.x + before;
        slots_.box = slots_.stream + kToBox;
        slots_.box_width = std::clamp(area.right() - slots_.box, 60.0f, kBoxMax);
        slots_.height = std::min(1.25f * kSlot, (area.height - kTail) / static_cast<float>(std::max<std::size_t>(1, types.size())));
    }

    std::vector<Element> place();

private:
    Element& add(Element::Type type, int layer) {
        elements_.push_back({type, layer, {}, {}, {}});
        return elements_.back();
    }
    Rectangle box(int slot, const DiagramLayer* layer) const;
    void norm(int layer, const std::string& group, float x, float y);
    void layer(int slot, int index);
    void encoder(const Rectangle& cross);
    void stream(float from, float to) { add(Element::Type::stream, -1).way = {{slots_.stream, from}, {slots_.stream, to}}; }

    const Diagram& diagram_;
    std::span<const LayerType> types_;
    Slots slots_;
    float stream_from_ = 0;  // where the stream goes on after the last layer without a way round
    std::vector<Element> elements_;
};

Rectangle Placer::box(int slot, const DiagramLayer* layer) const {
    const bool two_lines = layer != nullptr && (layer->masked || layer->type == LayerType::cross_attention);
    const float scale = slots_.scale(), height = two_lines ? 34 : 24;
    return {slots_.box, slots_.top(slot) + 28 * scale, slots_.box_width, std::max(two_lines ? 30.0f : 20.0f, height * scale)};
}

void Placer::norm(int layer, const std::string& group, float x, float y) {
    if (group.empty()) return;
    Element& chip = add(Element::Type::norm, layer);
    chip.group = group;
    chip.area = {x - kChip / 2, y - kChipHeight / 2, kChip, kChipHeight};
}

// Out of the stream, through the layer, and back to it. Without a residual the stream itself goes that way.
void Placer::layer(int slot, int index) {
    const DiagramLayer& layer = diagram_.layers[static_cast<std::size_t>(index)];
    const float scale = slots_.scale();
    const Rectangle area = box(slot, &layer);
    const float out = slots_.top(slot) + 12 * scale, back = area.bottom() + 12 * scale, turn = area.centre_x();
    add(layer.residual ? Element::Type::branch : Element::Type::stream, index).way = {
        {slots_.stream, out}, {turn, out}, {turn, area.y}};
    add(layer.residual ? Element::Type::branch : Element::Type::stream, index).way = {
        {turn, area.bottom()}, {turn, back}, {slots_.stream, back}};
    if (!layer.residual) {
        stream(stream_from_, out);
        stream_from_ = back;
    }
    add(Element::Type::layer, index).area = area;
    norm(index, layer.norm_before, (slots_.stream + turn) / 2 + 4, out);
    if (layer.residual) add(Element::Type::plus, index).area = {slots_.stream - kPlus, back - kPlus, 2 * kPlus, 2 * kPlus};
    norm(index, layer.norm_after, slots_.stream, back + 22 * scale);
}

// Its box stands so that K and V come out of its middle.
void Placer::encoder(const Rectangle& cross) {
    const float line = 24, gap = 8;
    const float height =
        34 + (line + gap) * static_cast<float>(diagram_.encoder.size()) + (diagram_.encoder_blocks > 0 ? 30.0f : 0.0f);
    const float highest = slots_.area.y + 44, top = std::max(highest, cross.centre_y() - height * 0.72f);
    const Rectangle area{slots_.area.x, top, kEncoder, std::max(height, cross.centre_y() + 24 - top)};
    const float x = area.centre_x();
    add(Element::Type::source, -1).way = {{x, area.y - 18}, {x, area.y}};
    add(Element::Type::encoder, -1).area = area;
    for (int i = 0; i < static_cast<int>(diagram_.encoder.size()); ++i) {
        add(Element::Type::encoder_layer, i).area = {area.x + 10, area.y + 34 + (line + gap) * static_cast<float>(i),
                                                     area.width - 20, line};
    }
    add(Element::Type::key, -1).way = {{area.right(), cross.centre_y() - 5}, {cross.x, cross.centre_y() - 5}};
    add(Element::Type::value, -1).way = {{area.right(), cross.centre_y() + 5}, {cross.x, cross.centre_y() + 5}};
}

std::vector<Element> Placer::place() {
    stream_from_ = slots_.area.y;
    std::size_t next = 0;
    for (int slot = 0; slot < static_cast<int>(types_.size()); ++slot) {
        const bool here = next < diagram_.layers.size() && diagram_.layers[next].type == types_[static_cast<std::size_t>(slot)];
        if (!here) {
            add(Element::Type::absent, slot).area = box(slot, nullptr);
            continue;
        }
        layer(slot, static_cast<int>(next));
        if (diagram_.layers[next++].type == LayerType::cross_attention) encoder(box(slot, &diagram_.layers[next - 1]));
    }
    stream(stream_from_, slots_.top(static_cast<int>(types_.size())) + kTail);
    std::stable_sort(elements_.begin(), elements_.end(), [](const Element& a, const Element& b) { return a.type < b.type; });
    return std::move(elements_);
}

}  // namespace

LayerType layer_type(std::string_view name) { return group_of(name).type; }

Diagram read_diagram(const Graph& graph) { return Reader(graph).read(); }

NormPlace norm_place(const Diagram& diagram) {
    for (const DiagramLayer& layer : diagram.layers) {
        if (!layer.norm_before.empty()) return NormPlace::pre;
        if (!layer.norm_after.empty()) return NormPlace::post;
    }
    return NormPlace::none;
}

std::vector<LayerType> common_slots(std::span<const Diagram> diagrams) {
    std::vector<LayerType> slots;
    for (const Diagram& diagram : diagrams) {
        std::size_t at = 0;
        for (const DiagramLayer& layer : diagram.layers) {
            const auto known = std::find(slots.begin() + static_cast<std::ptrdiff_t>(at), slots.end(), layer.type);
            if (known != slots.end()) {
                at = static_cast<std::size_t>(known - slots.begin()) + 1;
            } else {
                slots.insert(slots.begin() + static_cast<std::ptrdiff_t>(at++), layer.type);
            }
        }
    }
    return slots;
}

std::vector<DiagramElement> place_diagram(const Diagram& diagram, std::span<const LayerType> slots, const Rectangle& area,
                                          float label_width) {
    return Placer(diagram, slots, area, label_width).place();
}

float least_diagram_width(const Diagram& diagram, float label_width) {
    return (diagram.reads_memory ? kEncoder + kToStream : label_width + kLabelGap) + kToBox + kBox;
}

float least_diagram_height(std::size_t slots) { return kLeastSlot * static_cast<float>(slots) + kTail; }

}  // namespace dikkat
