// Diagram: a block's boxes, norms and residuals out of the graph alone, and where they stand.
#include "ui/diagram.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "nn/transformer.h"

namespace dikkat {
namespace {

constexpr std::array<Axis, 3> kRows{Axis::token, Axis::feature};

BlockConfig block_config(NormPlace norm, bool residual = true) {
    BlockConfig config;
    config.heads = 2;
    config.hidden = 8;
    config.norm = norm;
    config.residual = residual;
    return config;
}

Graph gpt_layer(const BlockConfig& config) {
    Graph graph;
    const NodeId x = graph.add_leaf("gpt_layer.x", Shape(3, 4), kRows, Kind::input);
    const NodeId mask = graph.add_leaf("mask", Shape(3, 3), {Axis::query, Axis::key}, Kind::mask);
    encoder_layer({graph, "gpt_layer.", ""}, x, mask, config);
    return graph;
}

Graph a_decoder_layer(const BlockConfig& config) {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(3, 4), {Axis::target, Axis::feature}, Kind::input);
    const NodeId memory = graph.add_leaf("memory", Shape(5, 4), kRows, Kind::input);
    const NodeId mask = graph.add_leaf("mask", Shape(3, 3), {Axis::target, Axis::target}, Kind::mask);
    decoder_layer({graph, "", ""}, x, memory, mask, config);
    return graph;
}

Graph whole(TransformerKind kind, int blocks, NormPlace norm) {
    Graph graph;
    const NodeId mask = graph.add_leaf("mask", Shape(3, 3), {Axis::target, Axis::target}, Kind::mask);
    TransformerConfig config;
    config.kind = kind;
    config.tokens = config.target_tokens = config.context = 3;
    config.vocabulary = 5;
    config.width = 4;
    config.blocks = blocks;
    config.block = block_config(norm);
    transformer({graph, "model.", ""}, mask, config);
    return graph;
}

std::vector<LayerType> types(const std::vector<DiagramLayer>& layers) {
    std::vector<LayerType> found;
    for (const DiagramLayer& layer : layers) found.push_back(layer.type);
    return found;
}

const std::vector<LayerType> kOfGpt{LayerType::attention, LayerType::feed_forward};
const std::vector<LayerType> kOfDecoder{LayerType::attention, LayerType::cross_attention, LayerType::feed_forward};

TEST(Diagram, OfPreNormHasItsNormsOnTheBranches) {
    const Diagram diagram = read_diagram(gpt_layer(block_config(NormPlace::pre)));
    EXPECT_EQ(types(diagram.layers), kOfGpt);
    EXPECT_EQ(norm_place(diagram), NormPlace::pre);
    EXPECT_EQ(diagram.layers[0].norm_before, "gpt_layer.norm1");
    EXPECT_EQ(diagram.layers[1].norm_before, "gpt_layer.norm2");
    for (const DiagramLayer& layer : diagram.layers) {
        EXPECT_EQ(layer.norm_after, "");
        EXPECT_TRUE(layer.residual);
    }
    EXPECT_EQ(diagram.layers[0].group, "gpt_layer.attention");
    EXPECT_TRUE(diagram.layers[0].masked);
    EXPECT_FALSE(diagram.layers[1].masked);
    EXPECT_FALSE(diagram.reads_memory);
}

TEST(Diagram, OfPostNormHasItsNormsOnTheStream) {
    const Diagram diagram = read_diagram(a_decoder_layer(block_config(NormPlace::post)));
    EXPECT_EQ(types(diagram.layers), kOfDecoder);
    EXPECT_EQ(norm_place(diagram), NormPlace::post);
    const char* const norms[] = {"norm1", "norm2", "norm3"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(diagram.layers[i].norm_after, norms[i]);
        EXPECT_EQ(diagram.layers[i].norm_before, "");
        EXPECT_TRUE(diagram.layers[i].residual);
    }
    EXPECT_TRUE(diagram.layers[0].masked);
    EXPECT_FALSE(diagram.layers[1].masked) << "a cross-attention sees the whole source";
    EXPECT_TRUE(diagram.reads_memory);
    EXPECT_EQ(diagram.encoder_blocks, 0) << "the memory is given";
}

TEST(Diagram, HasNoNormWhereThereIsNone) {
    for (const bool residual : {true, false}) {
        const Diagram diagram = read_diagram(a_decoder_layer(block_config(NormPlace::none, residual)));
        EXPECT_EQ(types(diagram.layers), kOfDecoder);
        EXPECT_EQ(norm_place(diagram), NormPlace::none);
        for (const DiagramLayer& layer : diagram.layers) EXPECT_EQ(layer.residual, residual);
    }
}

TEST(Diagram, TellsPreFromPostWithoutResidualsToo) {
    const Diagram pre = read_diagram(a_decoder_layer(block_config(NormPlace::pre, false)));
    const Diagram post = read_diagram(a_decoder_layer(block_config(NormPlace::post, false)));
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string norm = "norm" + std::to_string(i + 1);
        EXPECT_FALSE(pre.layers[i].residual);
        EXPECT_EQ(pre.layers[i].norm_before, norm);
        EXPECT_EQ(pre.layers[i].norm_after, "");
        EXPECT_EQ(post.layers[i].norm_before, "");
        EXPECT_EQ(post.layers[i].norm_after, norm);
    }
}

TEST(Diagram, OfAWholeModelFoldsItsBlocks) {
    for (const NormPlace norm : {NormPlace::pre, NormPlace::post, NormPlace::none}) {
        const Diagram gpt = read_diagram(whole(TransformerKind::gpt, 3, norm));
        EXPECT_EQ(types(gpt.layers), kOfGpt);
        EXPECT_EQ(gpt.blocks, 3);
        EXPECT_EQ(norm_place(gpt), norm);

        const Diagram both = read_diagram(whole(TransformerKind::encoder_decoder, 2, norm));
        EXPECT_EQ(types(both.layers), kOfDecoder);
        EXPECT_EQ(both.layers[0].group, "model.decoder.0.self_attention");
        EXPECT_EQ(both.blocks, 2);
        EXPECT_EQ(types(both.encoder), kOfGpt);
        EXPECT_EQ(both.encoder_blocks, 2);
        EXPECT_FALSE(both.encoder[0].masked);
        EXPECT_EQ(norm_place(both), norm);
    }
}

TEST(Diagram, KeepsOneOrderForSeveral) {
    const std::vector<Diagram> diagrams{read_diagram(gpt_layer(block_config(NormPlace::pre))),
                                        read_diagram(a_decoder_layer(block_config(NormPlace::post)))};
    EXPECT_EQ(common_slots(diagrams), kOfDecoder);
    const std::vector<Diagram> other_way{diagrams[1], diagrams[0]};
    EXPECT_EQ(common_slots(other_way), kOfDecoder);
}

// ---- places

using Type = DiagramElement::Type;

std::vector<DiagramElement> all_of(const std::vector<DiagramElement>& elements, Type type) {
    std::vector<DiagramElement> found;
    for (const DiagramElement& element : elements) {
        if (element.type == type) found.push_back(element);
    }
    return found;
}

const Rectangle kArea{10, 20, 320, 310};

TEST(DiagramPlaces, PutALayerThatIsNotThereIntoTheOthersPlace) {
    const Diagram gpt = read_diagram(gpt_layer(block_config(NormPlace::pre)));
    const Diagram decoder = read_diagram(a_decoder_layer(block_config(NormPlace::post)));
    const std::vector<DiagramElement> left = place_diagram(decoder, kOfDecoder, kArea, 40),
                                      right = place_diagram(gpt, kOfDecoder, kArea, 40);
    ASSERT_EQ(all_of(right, Type::absent).size(), 1u);
    EXPECT_TRUE(all_of(left, Type::absent).empty());
    const float middle = all_of(left, Type::layer)[1].area.centre_y();
    EXPECT_NEAR(all_of(right, Type::absent)[0].area.centre_y(), middle, 8);
    EXPECT_NEAR(all_of(left, Type::layer)[2].area.centre_y(), all_of(right, Type::layer)[1].area.centre_y(), 0.5);
}

TEST(DiagramPlaces, HaveAPlusForEachResidualAndNoneWithout) {
    const std::vector<DiagramElement> with =
        place_diagram(read_diagram(gpt_layer(block_config(NormPlace::pre))), kOfGpt, kArea, 40);
    const std::vector<DiagramElement> without =
        place_diagram(read_diagram(gpt_layer(block_config(NormPlace::pre, false))), kOfGpt, kArea, 40);
    EXPECT_EQ(all_of(with, Type::plus).size(), 2u);
    EXPECT_EQ(all_of(with, Type::branch).size(), 4u) << "out and back, twice";
    EXPECT_TRUE(all_of(without, Type::plus).empty());
    EXPECT_TRUE(all_of(without, Type::branch).empty()) << "the stream itself goes through the layers";
}

TEST(DiagramPlaces, PutNormsOnTheStreamAfterTheSumOrOnTheBranchBeforeTheLayer) {
    const std::vector<DiagramElement> post =
        place_diagram(read_diagram(gpt_layer(block_config(NormPlace::post))), kOfGpt, kArea, 40);
    const std::vector<DiagramElement> pre = place_diagram(read_diagram(gpt_layer(block_config(NormPlace::pre))), kOfGpt, kArea, 40);
    for (std::size_t i = 0; i < 2; ++i) {
        const Rectangle after = all_of(post, Type::norm)[i].area, plus = all_of(post, Type::plus)[i].area;
        EXPECT_FLOAT_EQ(after.centre_x(), plus.centre_x());
        EXPECT_GT(after.y, plus.bottom());
        const Rectangle before = all_of(pre, Type::norm)[i].area, layer = all_of(pre, Type::layer)[i].area;
        EXPECT_GT(before.x, all_of(pre, Type::plus)[i].area.centre_x());
        EXPECT_LE(before.bottom(), layer.y);
    }
}

TEST(DiagramPlaces, LeadKeysAndValuesFromTheEncoderIntoTheCrossAttention) {
    const Diagram diagram = read_diagram(whole(TransformerKind::encoder_decoder, 6, NormPlace::post));
    const std::vector<DiagramElement> elements = place_diagram(diagram, kOfDecoder, kArea, 40);
    const Rectangle encoder = all_of(elements, Type::encoder)[0].area, cross = all_of(elements, Type::layer)[1].area;
    EXPECT_EQ(all_of(elements, Type::encoder_layer).size(), 2u);
    for (const Type type : {Type::key, Type::value}) {
        const DiagramElement arrow = all_of(elements, type)[0];
        EXPECT_FLOAT_EQ(arrow.way.front().x, encoder.right());
        EXPECT_FLOAT_EQ(arrow.way.back().x, cross.x);
        EXPECT_GT(arrow.way.front().y, cross.y);
        EXPECT_LT(arrow.way.front().y, cross.bottom());
    }
}

TEST(DiagramPlaces, StayInsideAndApartAtTheLeastSize) {
    for (const NormPlace norm : {NormPlace::pre, NormPlace::post}) {
        const Diagram diagram = read_diagram(whole(TransformerKind::encoder_decoder, 6, norm));
        const Rectangle area{0, 0, least_diagram_width(diagram, 40), least_diagram_height(3)};
        const std::vector<DiagramElement> elements = place_diagram(diagram, kOfDecoder, area, 40);
        std::vector<Rectangle> boxes;
        for (const DiagramElement& element : elements) {
            if (element.type != Type::layer && element.type != Type::norm && element.type != Type::encoder) continue;
            EXPECT_GE(element.area.x, area.x);
            EXPECT_GE(element.area.y, area.y);
            EXPECT_LE(element.area.right(), area.right() + 0.5f);
            EXPECT_LE(element.area.bottom(), area.bottom() + 4);
            for (const Rectangle& other : boxes) {
                const bool apart = element.area.x >= other.right() || other.x >= element.area.right() ||
                                   element.area.y >= other.bottom() || other.y >= element.area.bottom();
                EXPECT_TRUE(apart) << "x " << element.area.x << " y " << element.area.y;
            }
            boxes.push_back(element.area);
        }
    }
}

}  // namespace
}  // namespace dikkat
