// Whole Transformers: a GPT against PyTorch's, published parameter counts, what is tied and what is not, names.
#include "nn/transformer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/operations/lookup.h"
#include "nn/limits.h"
#include "tests/reference/pytorch.h"

namespace dikkat {
namespace {

using reference::field;
using reference::Json;

// The reference's GPT: 7 words, 8 places, width 12, 3 heads, 2 blocks, pre-norm, head of its own; on sentences of 8 tokens.
struct Gpt {
    rapidjson::Document file = reference::load("gpt.json");
    Graph graph;
    NodeId mask = graph.add_leaf("mask", Shape(8, 8), {Axis::query, Axis::key}, Kind::mask);
    NodeId targets = graph.add_leaf("targets", Shape(8), {Axis::token}, Kind::index);
    NodeId ids = kNoNode, logits = kNoNode, loss = kNoNode;
    reference::Numbers numbers;

    Gpt() {
        transformer({graph, "", ""}, mask,
                    {.tokens = 8,
                     .vocabulary = 7,
                     .context = 8,
                     .width = 12,
                     .blocks = 2,
                     .tied = false,
                     .block = {.heads = 3, .hidden = 48}});
        ids = graph.find("ids");
        logits = graph.find("logits");
        loss = cross_entropy(graph, logits, targets);
        reference::load_parameters(graph, field(file, "parameters"), numbers);
        numbers[mask] = reference::in_double(reference::causal_mask(8));
    }

    // Sentence `i` of the batch of four: its first eight words in, its last eight as targets.
    void read(int i) {
        const Tensor<double> sentences = reference::matrix(field(file, "ids"));
        numbers[ids] = Tensor<double>(Shape(8));
        numbers[targets] = Tensor<double>(Shape(8));
        for (int place = 0; place < 8; ++place) {
            numbers[ids](0, place) = sentences(i, place);
            numbers[targets](0, place) = sentences(i, place + 1);
        }
    }
};

template <class Scalar>
void expect_gpt_equal() {
    Gpt gpt;
    const Tensor<double> expected = reference::matrix(field(gpt.file, "logits"));  // (4 x 8, 7)
    double loss = 0;
    std::vector<Tensor<double>> mean;
    for (const Node& node : gpt.graph.nodes()) mean.emplace_back(node.shape);
    for (int i = 0; i < 4; ++i) {
        gpt.read(i);
        const Evaluation<Scalar> evaluation = reference::evaluate_numbers<Scalar>(gpt.graph, gpt.numbers);
        Tensor<double> rows(Shape(8, 7));
        std::copy_n(expected.data.begin() + i * 56, 56, rows.data.begin());
        reference::expect_near(evaluation[gpt.logits], rows, reference::largest(expected));
        loss += evaluation[gpt.loss](0, 0) / 4.0;
        const std::vector<Tensor<Scalar>> one = gradients(gpt.graph, evaluation, gpt.loss, Tensor<Scalar>(Shape(1, 1), Scalar(1)));
        for (std::size_t node = 0; node < one.size(); ++node) {
            for (std::size_t n = 0; n < one[node].data.size(); ++n) mean[node].data[n] += one[node].data[n] / 4.0;
        }
    }
    const double bound = sizeof(Scalar) == sizeof(double) ? 1e-9 : 1e-4;
    EXPECT_NEAR(loss, reference::number(field(gpt.file, "loss")), bound);
    if constexpr (sizeof(Scalar) == sizeof(double)) {
        reference::expect_parameter_gradients(gpt.graph, mean, field(gpt.file, "parameter_grads"));
    } else {
        std::vector<Tensor<float>> floats;
        for (const Tensor<double>& each : mean) floats.push_back(reference::as<float>(each));
        reference::expect_parameter_gradients(gpt.graph, floats, field(gpt.file, "parameter_grads"));
    }
}

TEST(Gpt, HasPyTorchsLogitsLossAndGradientsInDouble) { expect_gpt_equal<double>(); }
TEST(Gpt, HasPyTorchsLogitsLossAndGradientsInFloat) { expect_gpt_equal<float>(); }

TransformerConfig gpt2(int width, int heads, int blocks) {
    return {.tokens = 5,
            .vocabulary = 50257,
            .context = 1024,
            .width = width,
            .blocks = blocks,
            .block = {.heads = heads, .hidden = 4 * width, .activation = Activation::gelu_tanh}};
}

std::uint64_t parameters_of(const TransformerConfig& config) {
    Graph graph;
    transformer({graph, "", ""}, kNoNode, config);
    return work_of(graph, 0).parameters;
}

TEST(Gpt2, HasThePublishedNumberOfParameters) {
    EXPECT_EQ(parameters_of(gpt2(768, 12, 12)), 124'439'808u);
    EXPECT_EQ(parameters_of(gpt2(1600, 25, 48)), 1'557'611'200u);
}

TEST(Gpt2, HasAHeadOfItsOwnWhereItIsNotTied) {
    TransformerConfig config = gpt2(768, 12, 12);
    config.tied = false;
    EXPECT_EQ(parameters_of(config), 124'439'808u + 50257u * 768u);
}

// 16 d^2 of a decoder's block, 12 d^2 of GPT's, at d = 512.
TEST(Blocks, HaveTheWeightsOfThePaperAndOfGptWithoutBiases) {
    const BlockConfig config{.heads = 8, .hidden = 2048, .norm = NormPlace::none, .bias = false};
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(5, 512), {}, Kind::input);
    const NodeId memory = graph.add_leaf("memory", Shape(4, 512), {}, Kind::input);
    decoder_layer({graph, "decoder.", ""}, x, memory, kNoNode, config);
    const NodeId first = graph.size();
    EXPECT_EQ(work_of(graph, 0).parameters, 4'194'304u);
    encoder_layer({graph, "gpt.", ""}, x, kNoNode, config);
    EXPECT_EQ(work_of(graph, first).parameters, 3'145'728u);
}

TEST(Blocks, AreTheirSublayersAloneWithoutNormAndResidual) {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(5, 8), {}, Kind::input);
    encoder_layer({graph, "", ""}, x, kNoNode, {.heads = 2, .hidden = 16, .norm = NormPlace::none, .residual = false});
    EXPECT_EQ(graph.find("residual1"), kNoNode);
    EXPECT_EQ(graph.find("norm1.output"), kNoNode);
    EXPECT_EQ(graph[graph.find("output")].inputs.front(), graph.find("feed_forward.output"));
}

TEST(SinusoidalPositions, AreThePapersFormula) {
    const Tensor<float> positions = sinusoidal_positions(50, 6);
    EXPECT_EQ(positions(0, 0), 0.0f);
    EXPECT_EQ(positions(0, 1), 1.0f);
    EXPECT_FLOAT_EQ(positions(1, 0), 0.84147098f);                                                     // sin 1
    EXPECT_FLOAT_EQ(positions(1, 1), 0.54030231f);                                                     // cos 1
    EXPECT_FLOAT_EQ(positions(49, 4), static_cast<float>(std::sin(49 / std::pow(10000.0, 4.0 / 6))));  // 2i = 4
    EXPECT_FLOAT_EQ(positions(49, 5), static_cast<float>(std::cos(49 / std::pow(10000.0, 4.0 / 6))));
}

std::set<std::string> names_of(const TransformerConfig& config) {
    Graph graph;
    transformer({graph, "", ""}, kNoNode, config);
    std::set<std::string> names;
    for (const Node& node : graph.nodes()) {
        if (!node.name.empty()) names.insert(node.name);
    }
    return names;
}

const TransformerConfig kSmall{
    .tokens = 3, .target_tokens = 2, .vocabulary = 5, .context = 4, .width = 4, .blocks = 1, .block = {.heads = 1, .hidden = 8}};

TEST(Transformer, NamesEveryTensorOfAGpt) {
    const std::set<std::string> expected{
        "ids",
        "token_embedding",
        "position_embedding",
        "x",
        "blocks.0.norm1.gamma",
        "blocks.0.norm1.beta",
        "blocks.0.norm1.mean",
        "blocks.0.norm1.std",
        "blocks.0.norm1.output",
        "blocks.0.attention.wq",
        "blocks.0.attention.bq",
        "blocks.0.attention.wk",
        "blocks.0.attention.bk",
        "blocks.0.attention.wv",
        "blocks.0.attention.bv",
        "blocks.0.attention.q",
        "blocks.0.attention.k",
        "blocks.0.attention.v",
        "blocks.0.attention.head0.scores",
        "blocks.0.attention.head0.weights",
        "blocks.0.attention.head0.output",
        "blocks.0.attention.concat",
        "blocks.0.attention.wo",
        "blocks.0.attention.bo",
        "blocks.0.attention.output",
        "blocks.0.residual1",
        "blocks.0.norm2.gamma",
        "blocks.0.norm2.beta",
        "blocks.0.norm2.mean",
        "blocks.0.norm2.std",
        "blocks.0.norm2.output",
        "blocks.0.feed_forward.w1",
        "blocks.0.feed_forward.b1",
        "blocks.0.feed_forward.hidden",
        "blocks.0.feed_forward.activated",
        "blocks.0.feed_forward.w2",
        "blocks.0.feed_forward.b2",
        "blocks.0.feed_forward.output",
        "blocks.0.residual2",
        "blocks.0.output",
        "final_norm.gamma",
        "final_norm.beta",
        "final_norm.mean",
        "final_norm.std",
        "final_norm.output",
        "logits",
        "probabilities",
    };
    EXPECT_EQ(names_of(kSmall), expected);
}

TEST(Transformer, NamesADecodersTwoAttentionsAndThreeNorms) {
    TransformerConfig config = kSmall;
    config.kind = TransformerKind::encoder_decoder;
    const std::set<std::string> names = names_of(config);
    for (const char* name : {"target.ids", "target.x", "encoder.0.attention.wq", "encoder.0.output", "encoder.final_norm.output",
                             "decoder.0.norm1.gamma", "decoder.0.self_attention.head0.weights", "decoder.0.residual1",
                             "decoder.0.cross_attention.head0.weights", "decoder.0.residual2", "decoder.0.norm3.output",
                             "decoder.0.residual3", "decoder.0.output", "decoder.final_norm.output", "logits"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
    EXPECT_FALSE(names.contains("blocks.0.output"));
}

TEST(Transformer, HasAFinalNormBeforeTheLogitsOnlyWhereNormsStandBefore) {
    TransformerConfig config = kSmall;
    config.block.norm = NormPlace::post;
    EXPECT_FALSE(names_of(config).contains("final_norm.output"));
    config.kind = TransformerKind::encoder_decoder;  // nn.Transformer has both of its own
    EXPECT_TRUE(names_of(config).contains("encoder.final_norm.output"));
    config.block.norm = NormPlace::none;
    EXPECT_FALSE(names_of(config).contains("encoder.final_norm.output"));
}

TEST(Transformer, CountsSinusoidalPositionsAmongNoParameters) {
    TransformerConfig config = kSmall;
    const std::uint64_t learned = parameters_of(config);
    config.positions = Positions::sinusoidal;
    EXPECT_EQ(parameters_of(config), learned - 4 * 4);
    config.positions = Positions::none;
    EXPECT_EQ(parameters_of(config), learned - 4 * 4);
    EXPECT_FALSE(names_of(config).contains("position_embedding"));
}

TEST(Transformer, LetsTheWordsRowsAnswerWhereTheHeadIsTied) {
    Graph graph;
    transformer({graph, "", ""}, kNoNode, kSmall);
    const NodeId table = graph.find("token_embedding"), logits = graph.find("logits");
    reference::Model model{graph, {}};
    for (NodeId id = 0; id < graph.size(); ++id) {
        if (graph[id].is_leaf()) model.leaves[id] = reference::random_tensor(graph[id].shape, static_cast<std::uint64_t>(id));
    }
    model.leaves[graph.find("ids")].data = {0, 1, 2};
    const Evaluation<float> before = model.evaluate();
    model.leaves[table](4, 0) += 1;  // a word that the sentence has not: only its own logit moves
    const Evaluation<float> after = model.evaluate();
    for (int column = 0; column < 5; ++column) {
        EXPECT_EQ(before[logits](0, column) == after[logits](0, column), column != 4) << column;
    }
}

}  // namespace
}  // namespace dikkat
