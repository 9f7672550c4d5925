// Diagram: one block of a Transformer as boxes on a stream, read from a graph's names and edges: which sub-layers there are, where
// the norms stand, whether a residual goes round them, what comes from an encoder. Pure: no drawing, no ImGui, no session.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "nn/block.h"
#include "ui/geometry.h"

namespace dikkat {

enum class LayerType { attention, cross_attention, feed_forward, norm, other };
// By the words of a tensor's or a group's name: "decoder.0.cross_attention.wq" is cross_attention.
LayerType layer_type(std::string_view name);

struct DiagramLayer {
    LayerType type = LayerType::attention;
    std::string group;                    // "decoder.0.self_attention"
    bool masked = false;                  // a mask stands before its softmax
    bool residual = false;                // its input is added to its output
    std::string norm_before, norm_after;  // "decoder.0.norm1": on the branch, on the stream; empty for none
};

struct Diagram {
    std::vector<DiagramLayer> layers;   // of the first block, in order
    int blocks = 0;                     // how many there are of them
    bool reads_memory = false;          // a cross-attention takes K and V from elsewhere
    std::vector<DiagramLayer> encoder;  // of the first block of that elsewhere; empty where it is given
    int encoder_blocks = 0;
};

Diagram read_diagram(const Graph& graph);
NormPlace norm_place(const Diagram& diagram);
// The layers of several diagrams in one order, so that what both have stands side by side.
std::vector<LayerType> common_slots(std::span<const Diagram> diagrams);

struct DiagramPoint {
    float x = 0, y = 0;
};

struct DiagramElement {
    // In their drawing order. `absent`: another diagram has this layer and this one does not.
    enum class Type { stream, branch, key, value, encoder, source, encoder_layer, layer, absent, norm, plus } type = Type::stream;
    int layer = -1;                 // of Diagram::layers, of Diagram::encoder, or of the slots (absent)
    std::string group;              // of a norm
    Rectangle area;                 // of a box; of the plus's circle
    std::vector<DiagramPoint> way;  // of a line
};

// `label_width`: of the word beside the stream's beginning.
std::vector<DiagramElement> place_diagram(const Diagram& diagram, std::span<const LayerType> slots, const Rectangle& area,
                                          float label_width);
// What place_diagram() needs to show every word.
float least_diagram_width(const Diagram& diagram, float label_width);
float least_diagram_height(std::size_t slots);

}  // namespace dikkat
