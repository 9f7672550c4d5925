// Ledger: two models' parameters in one list, on graphs that the project's own models give.
#include "ui/ledger.h"

#include <gtest/gtest.h>

#include "nn/transformer.h"

namespace dikkat {
namespace {

constexpr std::array<Axis, 3> kRows{Axis::token, Axis::feature};

BlockConfig block_config(int width, bool bias, NormPlace norm) {
    BlockConfig config;
    config.hidden = 4 * width;
    config.bias = bias;
    config.norm = norm;
    return config;
}

PartParameters of_gpt_layer(int width, bool bias, NormPlace norm) {
    Graph graph;
    const NodeId x = graph.add_leaf("gpt.x", Shape(1, width), kRows, Kind::input);
    encoder_layer({graph, "gpt.", ""}, x, kNoNode, block_config(width, bias, norm));
    PartParameters parameters = parameters_of(graph, "gpt.");
    parameters.part = "gpt";
    return parameters;
}

PartParameters of_decoder_layer(int width, bool bias, NormPlace norm) {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(1, width), kRows, Kind::input);
    const NodeId memory = graph.add_leaf("memory", Shape(1, width), kRows, Kind::input);
    decoder_layer({graph, "", ""}, x, memory, kNoNode, block_config(width, bias, norm));
    return parameters_of(graph, "");
}

PartParameters of_whole(TransformerKind kind, int blocks, bool tied) {
    Graph graph;
    TransformerConfig config;
    config.kind = kind;
    config.vocabulary = 10;
    config.context = 3;
    config.width = 4;
    config.blocks = blocks;
    config.tied = tied;
    config.block = block_config(4, true, NormPlace::pre);
    transformer({graph, "", ""}, kNoNode, config);
    return parameters_of(graph, "");
}

std::vector<LedgerLayer> layers(const Ledger& ledger) {
    std::vector<LedgerLayer> found;
    for (const LedgerGroup& group : ledger.groups) found.push_back(group.layer);
    return found;
}

// "Attention Is All You Need" at 512: 4 x 512 x 512 for each attention, 2 x 512 x 2048 for the network.
TEST(Ledger, CountsTheMatricesOfOneBlockAsThePaperDoes) {
    const std::vector<PartParameters> parts{of_decoder_layer(512, false, NormPlace::none),
                                            of_gpt_layer(512, false, NormPlace::none)};
    const Ledger ledger = make_ledger(parts);
    EXPECT_FALSE(ledger.whole);
    EXPECT_EQ(ledger.totals, (std::vector<std::uint64_t>{4194304, 3145728}));
    EXPECT_EQ(ledger.vectors, (std::vector<std::uint64_t>{0, 0}));
    EXPECT_EQ(layers(ledger),
              (std::vector<LedgerLayer>{LedgerLayer::attention, LedgerLayer::cross_attention, LedgerLayer::feed_forward}));
    for (const LedgerGroup& group : ledger.groups) {
        const bool crosses = group.layer == LedgerLayer::cross_attention;
        EXPECT_EQ(group.total.sides[0].count, group.layer == LedgerLayer::feed_forward ? 2097152u : 1048576u);
        EXPECT_EQ(group.total.sides[1].blocks, crosses ? 0 : 1);
        for (const LedgerRow& matrix : group.matrices) EXPECT_EQ(matrix.sides[1].blocks, crosses ? 0 : 1);
    }
}

TEST(Ledger, NamesEachMatrixWithItsShape) {
    const std::vector<PartParameters> parts{of_gpt_layer(8, false, NormPlace::none)};
    const Ledger ledger = make_ledger(parts);
    std::vector<std::string> labels;
    for (const LedgerRow& matrix : ledger.groups[0].matrices) {
        labels.push_back(matrix.label);
        EXPECT_EQ(matrix.shape, Shape(8, 8));
        EXPECT_EQ(matrix.sides[0].count, 64u);
    }
    EXPECT_EQ(labels, (std::vector<std::string>{"W_q", "W_k", "W_v", "W_o"}));
    EXPECT_EQ(ledger.groups[1].matrices[0].label, "W_1");
    EXPECT_EQ(ledger.groups[1].matrices[0].shape, Shape(8, 32));
    EXPECT_EQ(ledger.groups[1].matrices[0].sides[0].tensor, "gpt.feed_forward.w1");
    EXPECT_EQ(ledger.groups[1].total.sides[0].tensor, "gpt.feed_forward");
}

TEST(Ledger, KeepsNormsAndBiasesApartFromTheMatricesOfABlock) {
    const std::vector<PartParameters> parts{of_gpt_layer(8, true, NormPlace::post)};
    const Ledger ledger = make_ledger(parts);
    EXPECT_EQ(ledger.totals[0], 4u * 64 + 2 * 8 * 32);
    EXPECT_EQ(ledger.vectors[0], 4u * 8 + 32 + 8 + 2 * 2 * 8) << "biases of six matrices, gamma and beta of two norms";
}

TEST(Ledger, FoldsTheBlocksOfWholeModelsAndCountsEverything) {
    const std::vector<PartParameters> parts{of_whole(TransformerKind::encoder_decoder, 2, true),
                                            of_whole(TransformerKind::gpt, 3, false)};
    const Ledger ledger = make_ledger(parts);
    EXPECT_TRUE(ledger.whole);
    for (std::size_t side = 0; side < 2; ++side) {
        EXPECT_EQ(ledger.totals[side], parts[side].count);
        std::uint64_t sum = 0;
        for (const LedgerGroup& group : ledger.groups) sum += group.total.sides[side].count;
        EXPECT_EQ(sum, parts[side].count);
    }
    for (const LedgerGroup& group : ledger.groups) {
        EXPECT_TRUE(group.matrices.empty());
        if (group.layer != LedgerLayer::attention) continue;
        EXPECT_EQ(group.total.sides[0].blocks, 2) << "the encoder's and the decoder's are two groups";
        EXPECT_EQ(group.total.sides[1].blocks, group.encoder ? 0 : 3);
    }
}

TEST(Ledger, CountsATiedMatrixOnce) {
    const std::vector<PartParameters> tied{of_whole(TransformerKind::gpt, 1, true)},
        untied{of_whole(TransformerKind::gpt, 1, false)};
    EXPECT_EQ(make_ledger(untied).totals[0] - make_ledger(tied).totals[0], 40u) << "a head of its own is vocabulary x d";
}

}  // namespace
}  // namespace dikkat
