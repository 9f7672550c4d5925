// LayerNorm and BatchNorm as the lesson shows them, against PyTorch.
#include "nn/normalisation.h"

#include <gtest/gtest.h>

#include "core/operations/rearrange.h"
#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using reference::field;

// 32 x 8 of seed 0, times 3, plus 5; a norm's leaves as they start.
struct Norms : reference::Model {
    rapidjson::Document file = reference::load("lesson_layer_norm.json");
    NodeId x;
    NormWeights weights;

    Norms() {
        Tensor<float> batch = reference::random_tensor(Shape(32, 8), 0);
        for (float& number : batch.data) number = number * 3 + 5;
        x = leaf("x", batch);
        weights = add_norm_weights({graph, "", ""}, 8);
        leaves[weights.gamma] = Tensor<float>(Shape(8), 1.0f);
        leaves[weights.beta] = Tensor<float>(Shape(8));
    }
    NodeId first(int rows) { return slice(graph, x, {0, rows}, {0, 8}); }
    Tensor<float> expected(const char* name) const { return reference::tensor<float>(field(file, name)); }
};

TEST(LayerNorm, EqualsPyTorchsOnTheBatch) {
    Norms norms;
    EXPECT_EQ(norms.leaves[norms.x], norms.expected("batch"));
    const NodeId output = layer_norm({norms.graph, "norm.", ""}, norms.x, norms.weights, Axis::batch);
    EXPECT_LE(reference::distance(norms.evaluate()[output], norms.expected("layer_norm")), 2e-6);
}

TEST(LayerNorm, OfARowInTheBatchIsTheSameAloneBitForBit) {
    Norms norms;
    const NodeId all = layer_norm({norms.graph, "norm.", ""}, norms.x, norms.weights, Axis::batch);
    const NodeId alone = layer_norm(norms.graph, norms.first(1), norms.weights);
    const Evaluation<float> evaluation = norms.evaluate();
    EXPECT_EQ(reference::row_of(evaluation[all], 0), evaluation[alone]);
    EXPECT_LE(reference::distance(evaluation[alone], norms.expected("layer_norm_first_alone")), 2e-6);
}

TEST(LayerNorm, IsTheSameWithNamesAndWithout) {
    Norms norms;
    const NodeId named = layer_norm({norms.graph, "norm.", ""}, norms.x, norms.weights, Axis::batch);
    const NodeId unnamed = layer_norm(norms.graph, norms.x, norms.weights);
    EXPECT_EQ(norms.evaluate()[named], norms.evaluate()[unnamed]);
    EXPECT_EQ(norms.graph[norms.graph.find("norm.mean")].shape, Shape(32, 1));
    EXPECT_EQ(norms.graph[norms.graph.find("norm.std")].shape, Shape(32, 1));
}

TEST(BatchNorm, EqualsPyTorchsAndChangesWithTheBatch) {
    Norms norms;
    const NodeId all = batch_norm({norms.graph, "all.", ""}, norms.x, norms.weights);
    const NodeId two = batch_norm({norms.graph, "two.", ""}, norms.first(2), norms.weights);
    const Evaluation<float> evaluation = norms.evaluate();
    EXPECT_LE(reference::distance(evaluation[all], norms.expected("batch_norm")), 2e-6);
    EXPECT_LE(reference::distance(evaluation[two], norms.expected("batch_norm_first_of_two")), 2e-6);
    EXPECT_GT(reference::distance(reference::row_of(evaluation[all], 0), reference::row_of(evaluation[two], 0)), 0.1);
    EXPECT_EQ(norms.graph[norms.graph.find("all.mean")].shape, Shape(1, 8));
}

TEST(BatchNorm, OfOneRowIsNotANumberAndSaysWhy) {
    Norms norms;
    const NodeId alone = batch_norm({norms.graph, "alone.", ""}, norms.first(1), norms.weights);
    const Evaluation<float> evaluation = norms.evaluate();
    for (const float number : evaluation[alone].data) EXPECT_TRUE(std::isnan(number));
    bool said = false;
    for (const std::vector<Note>& notes : evaluation.notes) {
        for (const Note& note : notes) said = said || note.code == "batch_of_one";
    }
    EXPECT_TRUE(said);
}

}  // namespace
}  // namespace dikkat
