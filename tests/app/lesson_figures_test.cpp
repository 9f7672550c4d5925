// Every figure that the lessons speak of, read from the lesson as opened, from one of its variants or one of its steps.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/app/playground.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using testing::Playground;

// As it is printed: so many digits after the point.
void expect_printed(double found, double figure, int decimals, const std::string& what) {
    EXPECT_NEAR(found, figure, 0.5001 * std::pow(10.0, -decimals)) << what;
}

// "5.05e-01": two digits after the point of the mantissa.
void expect_three_digits(double found, double figure, const std::string& what) {
    const double unit = std::pow(10.0, std::floor(std::log10(figure)) - 2);
    EXPECT_NEAR(found, figure, 0.5001 * unit) << what;
}

void expect_row(const std::vector<float>& found, const std::vector<double>& figures, int decimals, const std::string& what) {
    ASSERT_EQ(found.size(), figures.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i) expect_printed(found[i], figures[i], decimals, what + " " + std::to_string(i));
}

void expect_tensor(const Tensor<float>& found, const std::vector<float>& expected, float bound, const std::string& what) {
    ASSERT_EQ(found.data.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found.data[i], expected[i], bound) << what << " " << i;
}

// PyTorch keeps a linear layer's weight as the transpose of ours.
std::vector<float> transposed(const Tensor<float>& tensor) {
    std::vector<float> data;
    for (int column = 0; column < tensor.shape.columns(); ++column) {
        for (int row = 0; row < tensor.shape.rows(); ++row) data.push_back(tensor(row, column));
    }
    return data;
}

double input_gradient(const Playground& playground, const std::string& series, int depth, bool in_double = false) {
    const SweepReading* sweep = playground.session.sweep("depth");
    if (!sweep || sweep->error) return std::nan("");
    for (const SeriesReading& each : sweep->series) {
        if (each.id != series) continue;
        const std::size_t at = static_cast<std::size_t>(depth - 1);
        return in_double ? each.in_double.input_gradient.at(at) : static_cast<double>(each.in_float.input_gradient.at(at));
    }
    return std::nan("");
}

double norm(const Tensor<float>& tensor) {
    double squares = 0;
    for (const float value : tensor.data) squares += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(squares);
}

std::uint64_t count(const Playground& playground, const std::string& part) {
    for (const PartParameters& parameters : playground.session.parameters()) {
        if (parameters.part == part) return parameters.count;
    }
    return 0;
}

std::string shape(const Playground& playground, const std::string& tensor) { return to_string(playground.tensor(tensor).shape); }

double largest_change(const Playground& playground, const std::string& tensor, const std::string& other, int row) {
    const std::vector<float> a = playground.row(tensor, row), b = playground.row(other, row);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    }
    return largest;
}

// ---- 1. attention

TEST(FiguresOfAttention, QueriesKeysAndValuesAreFiveByEight) {
    const Playground playground("attention");
    for (const char* name : {"q", "k", "v", "output"}) EXPECT_EQ(shape(playground, name), "5x8") << name;
    EXPECT_EQ(shape(playground, "scores"), "5x5");
}

TEST(FiguresOfAttention, EveryRowOfTheWeightsSumsToOne) {
    const Playground playground("attention");
    for (const char* name : {"weights", "weights@causal"}) {
        for (int row = 0; row < 5; ++row) {
            float sum = 0;
            for (const float weight : playground.row(name, row)) sum += weight;
            EXPECT_NEAR(sum, 1.0f, 1e-6f) << name << " " << row;
        }
    }
}

TEST(FiguresOfAttention, TheCausalMaskIsALowerTriangleOfOnes) {
    const Playground playground("attention");
    const Tensor<float> mask = playground.tensor("mask@causal");
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5; ++column) EXPECT_EQ(mask(row, column), column <= row ? 1.0f : 0.0f);
    }
}

TEST(FiguresOfAttention, TokenZeroOnTokenFourIs0_2560AndUnderTheMaskNothing) {
    const Playground playground("attention");
    expect_printed(playground.tensor("weights")(0, 4), 0.2560, 4, "without the mask");
    EXPECT_EQ(playground.tensor("weights@causal")(0, 4), 0.0f);
}

TEST(FiguresOfAttention, RowFourIsTheSameWithAndWithoutTheMask) {
    const Playground playground("attention");
    EXPECT_EQ(playground.row("weights", 4), playground.row("weights@causal", 4));
    EXPECT_EQ(playground.row("output", 4), playground.row("output@causal", 4));
}

// ---- 2. multi-head

TEST(FiguresOfMultiHead, TheShapesAreSixByEightAndTwoHeadsOfFour) {
    const Playground playground("multi-head");
    for (const char* name : {"x", "q", "k", "v", "concat"}) EXPECT_EQ(shape(playground, name), "6x8") << name;
    EXPECT_EQ(shape(playground, "head0.output"), "6x4");
    EXPECT_EQ(shape(playground, "head1.output"), "6x4");
    EXPECT_EQ(shape(playground, "head0.weights"), "6x6");
}

TEST(FiguresOfMultiHead, TheSingleHeadsRowOfTheVerbIsNearlyFlat) {
    const Playground playground("multi-head");
    expect_row(playground.row("head0.weights", 2), {0.136, 0.170, 0.204, 0.177, 0.139, 0.174}, 3, "çıktı");
}

TEST(FiguresOfMultiHead, HeadOneLooksFromItToTheCat) {
    const Playground playground("multi-head");
    expect_row(playground.row("head0.weights", 4), {0.517, 0.018, 0.042, 0.034, 0.353, 0.035}, 3, "o");
}

TEST(FiguresOfMultiHead, HeadTwoLooksFromTheVerbToTheTable) {
    const Playground playground("multi-head");
    expect_row(playground.row("head1.weights", 2), {0.067, 0.437, 0.290, 0.076, 0.067, 0.064}, 3, "çıktı");
}

TEST(FiguresOfMultiHead, FullMatricesAndSeparateHeadsDifferByNothing) {
    const Playground playground("multi-head");
    for (int row = 0; row < 6; ++row) EXPECT_EQ(largest_change(playground, "concat", "separate.concat", row), 0.0);
}

// ---- 3. layer-norm

TEST(FiguresOfLayerNorm, TheBatchIsPyTorchsDrawTimesThreePlusFive) {
    const Playground playground("layer-norm");
    const rapidjson::Document expected = reference::load("lesson_layer_norm.json");
    EXPECT_EQ(shape(playground, "x"), "32x8");
    EXPECT_EQ(playground.tensor("x").data, reference::tensor<float>(expected["batch"]).data) << "bit for bit";
}

TEST(FiguresOfLayerNorm, BothNormsOfTheBatchArePyTorchs) {
    const Playground playground("layer-norm");
    const rapidjson::Document expected = reference::load("lesson_layer_norm.json");
    expect_tensor(playground.tensor("norm.output"), reference::tensor<float>(expected["layer_norm"]).data, 1e-5f, "LayerNorm");
    expect_tensor(playground.tensor("batch_norm.output"), reference::tensor<float>(expected["batch_norm"]).data, 1e-5f,
                  "BatchNorm");
}

TEST(FiguresOfLayerNorm, RowZeroAloneIsRowZeroInTheBatch) {
    const Playground playground("layer-norm");
    EXPECT_EQ(shape(playground, "small.norm.output@alone"), "1x8");
    EXPECT_EQ(largest_change(playground, "small.norm.output@alone", "norm.output", 0), 0.0);
    EXPECT_EQ(playground.check("alone").measured, 0.0);
}

TEST(FiguresOfLayerNorm, BatchNormOfRowZeroChangesWithTheBatch) {
    const Playground playground("layer-norm");
    const rapidjson::Document expected = reference::load("lesson_layer_norm.json");
    const Tensor<float> of_two = playground.tensor("small.batch_norm.output@batch2");
    expect_tensor(of_two, reference::tensor<float>(expected["batch_norm_first_of_two"]).data, 1e-5f, "of two");
    expect_printed(largest_change(playground, "small.batch_norm.output@batch2", "batch_norm.output", 0), 1.96, 2, "moved by");
}

TEST(FiguresOfLayerNorm, ABatchOfOneHasNoBatchNorm) {
    const Playground playground("layer-norm");
    for (const float value : playground.tensor("small.batch_norm.output@alone").data) EXPECT_TRUE(std::isnan(value));
    const std::optional<TensorReading> reading = playground.session.read("small.batch_norm.output@alone");
    ASSERT_FALSE(reading->notes.empty());
    EXPECT_EQ(reading->notes[0].code, "batch_of_one");
}

TEST(FiguresOfLayerNorm, OneFiveThreeNineByHand) {
    const Playground playground("layer-norm");
    EXPECT_EQ(playground.row("example.x", 0), (std::vector<float>{1, 5, 3, 9}));
    EXPECT_EQ(playground.tensor("example.norm.mean")(0, 0), 4.5f);
    expect_printed(playground.tensor("example.norm.std")(0, 0), 2.958, 3, "std");
    expect_row(playground.row("example.by_hand", 0), {-1.183, 0.169, -0.507, 1.521}, 3, "by hand");
    for (int column = 0; column < 4; ++column) {
        EXPECT_NEAR(playground.tensor("example.norm.output")(0, column), playground.tensor("example.by_hand")(0, column), 1e-4f);
    }
}

TEST(FiguresOfLayerNorm, MeanAndDeviationOfEveryRowAreInSight) {
    const Playground playground("layer-norm");
    EXPECT_EQ(shape(playground, "norm.mean"), "32x1");
    EXPECT_EQ(shape(playground, "norm.std"), "32x1");
    EXPECT_EQ(shape(playground, "batch_norm.mean"), "1x8");
    EXPECT_TRUE(playground.check("rows").holds);
}

TEST(FiguresOfLayerNorm, TheInputsGradientVanishesWithoutTheResidualAndGrowsWithIt) {
    const Playground playground("layer-norm");
    const struct {
        int depth;
        double without, with;
    } figures[] = {{5, 5.05e-01, 9.21e+00}, {20, 3.70e-03, 1.26e+01}, {50, 1.23e-06, 4.48e+02}};
    for (const auto& [depth, without, with] : figures) {
        expect_three_digits(input_gradient(playground, "plain", depth), without, "without " + std::to_string(depth));
        expect_three_digits(input_gradient(playground, "residual", depth), with, "with " + std::to_string(depth));
    }
}

TEST(FiguresOfLayerNorm, EveryDepthFromOneToAHundredIsPlotted) {
    const Playground playground("layer-norm");
    const SweepReading* sweep = playground.session.sweep("depth");
    ASSERT_TRUE(sweep && sweep->done);
    EXPECT_EQ(sweep->depth, 100);
    for (const SeriesReading& series : sweep->series) EXPECT_EQ(series.in_float.input_gradient.size(), 100u) << series.id;
    EXPECT_EQ(playground.session.lesson().sweeps.at("depth").marked, (std::vector<int>{5, 20, 50}));
}

TEST(FiguresOfLayerNorm, PostNormHoldsTheActivationsAtFour) {
    const Playground playground("layer-norm");
    expect_printed(norm(playground.tensor("stack.x@post")), 3.778, 3, "the input");
    expect_printed(norm(playground.tensor("stack.h.0@post")), 4.0, 4, "after one layer");
    expect_printed(norm(playground.tensor("stack.h.49@post")), 4.0, 4, "after fifty");
}

TEST(FiguresOfLayerNorm, ATinyStdGivesAGradientOfExactlyNothing) {
    Playground playground("layer-norm");
    playground.does(R"({"type":"set_config","part":"stack","name":"std","value":0.00001})");
    EXPECT_EQ(input_gradient(playground, "plain", 100), 0.0);
}

// ---- 4. feed-forward

TEST(FiguresOfFeedForward, TheRecipeIsPyTorchsOneGenerator) {
    const Playground playground("feed-forward");
    const rapidjson::Document expected = reference::load("lesson_feed_forward.json");
    const auto drawn = [&](const char* name) { return reference::floats(expected[name]["data"]); };
    EXPECT_EQ(transposed(playground.tensor("feed_forward.w1")), drawn("w1"));
    EXPECT_EQ(playground.tensor("feed_forward.b1").data, drawn("b1"));
    EXPECT_EQ(transposed(playground.tensor("feed_forward.w2")), drawn("w2"));
    EXPECT_EQ(playground.tensor("feed_forward.b2").data, drawn("b2"));
    EXPECT_EQ(playground.tensor("x").data, drawn("x"));
    for (const char* name : {"wq", "wk", "wv"}) EXPECT_EQ(playground.tensor(std::string("attention.") + name).data, drawn(name));
    EXPECT_EQ(playground.tensor("x@token0_replaced").data, drawn("moved")) << "the next draw of the same generator";
}

TEST(FiguresOfFeedForward, EveryTensorIsPyTorchs) {
    const Playground playground("feed-forward");
    const rapidjson::Document expected = reference::load("lesson_feed_forward.json");
    const struct {
        const char *ours, *theirs;
    } tensors[] = {{"feed_forward.hidden", "hidden"},
                   {"feed_forward.activated", "activated"},
                   {"feed_forward.output", "ffn"},
                   {"feed_forward.output@token0_replaced", "ffn_moved"},
                   {"attention.weights", "attention_weights"},
                   {"attention.weights@token0_replaced", "attention_weights_moved"},
                   {"attention.output", "attention"},
                   {"attention.output@token0_replaced", "attention_moved"}};
    for (const auto& [ours, theirs] : tensors) {
        expect_tensor(playground.tensor(ours), reference::tensor<float>(expected[theirs]).data, 2e-5f, ours);
    }
}

TEST(FiguresOfFeedForward, AllAtOnceIsOneAtATime) {
    const Playground playground("feed-forward");
    for (int row = 0; row < 5; ++row) {
        EXPECT_EQ(largest_change(playground, "feed_forward.output", "one_by_one.output", row), 0.0) << row;
    }
}

TEST(FiguresOfFeedForward, AttentionMovesEveryOtherToken) {
    const Playground playground("feed-forward");
    const double figures[] = {16.5948, 3.0138, 12.3983, 12.4502, 4.4883};
    for (int row = 0; row < 5; ++row) {
        expect_printed(largest_change(playground, "attention.output@token0_replaced", "attention.output", row), figures[row], 4,
                       std::to_string(row));
    }
}

TEST(FiguresOfFeedForward, TheNetworkMovesNoOtherTokenByASingleBit) {
    Playground playground("feed-forward");
    expect_printed(largest_change(playground, "feed_forward.output@token0_replaced", "feed_forward.output", 0), 2.5544, 4,
                   "its own");
    for (int row = 1; row < 5; ++row) {
        EXPECT_EQ(playground.row("feed_forward.output@token0_replaced", row), playground.row("feed_forward.output", row)) << row;
    }
    playground.does(R"({"type":"go_to_step","step":3})");
    EXPECT_EQ(playground.moved_rows("feed_forward.output"), std::vector<int>{0});
    EXPECT_EQ(playground.moved_rows("attention.output").size(), 5u);
}

TEST(FiguresOfFeedForward, TheStepsTokenIsTheVariants) {
    Playground playground("feed-forward");
    const std::vector<float> variants = playground.row("x@token0_replaced", 0);
    playground.does(R"({"type":"go_to_step","step":3})");
    EXPECT_EQ(playground.row("x", 0), variants);
    EXPECT_EQ(playground.row("feed_forward.output", 2), playground.row("feed_forward.output@as_drawn", 2));
}

TEST(FiguresOfFeedForward, AtTheRealSizeItHasTwiceAttentionsParameters) {
    const Playground playground("feed-forward");
    EXPECT_EQ(count(playground, "real_feed_forward"), 2'099'712u);
    EXPECT_EQ(count(playground, "real_attention"), 1'048'576u);
    expect_printed(2'099'712.0 / 1'048'576.0, 2.00, 2, "ratio");
    EXPECT_FALSE(playground.session.read("real_feed_forward.w1")) << "only its shape";
}

TEST(FiguresOfFeedForward, AnySizeIsCountedAtOnce) {
    Playground playground("feed-forward");
    playground.does(R"({"type":"set_config","part":"real_feed_forward","name":"d","value":1000000})");
    playground.does(R"({"type":"set_config","part":"real_feed_forward","name":"d_ff","value":1000000})");
    EXPECT_EQ(count(playground, "real_feed_forward"), 2'000'002'000'000u);
}

// ---- 5. gpt

TEST(FiguresOfGpt, ABlockIsThreeQuartersOfADecoders) {
    const Playground playground("gpt");
    EXPECT_EQ(count(playground, "decoder_layer"), 4'194'304u);
    EXPECT_EQ(count(playground, "gpt_layer"), 3'145'728u);
    EXPECT_EQ(playground.check("share").measured, 0.75);
}

TEST(FiguresOfGpt, Gpt2HasThePublishedCounts) {
    const Playground playground("gpt");
    EXPECT_EQ(count(playground, "gpt2_small"), 124'439'808u);
    EXPECT_EQ(count(playground, "gpt2_xl"), 1'557'611'200u);
    EXPECT_EQ(playground.check("small").measured, 124439808.0);
    EXPECT_EQ(playground.check("xl").measured, 1557611200.0);
}

TEST(FiguresOfGpt, EachMatrixIsALineOfTheLedger) {
    const Playground playground("gpt");
    const rapidjson::Document ledger = playground.ask("parameters");
    for (const auto& part : ledger["parts"].GetArray()) {
        if (part["part"] != "decoder_layer") continue;
        std::vector<std::string> layers;
        for (const auto& group : part["groups"].GetArray()) layers.push_back(group["layer"].GetString());
        EXPECT_EQ(layers, (std::vector<std::string>{"self_attention", "cross_attention", "feed_forward"}));
        const auto& wq = part["groups"][0]["matrices"][0];
        EXPECT_STREQ(wq["name"].GetString(), "self_attention.wq");
        EXPECT_EQ(wq["shape"][0].GetInt(), 512);
        EXPECT_EQ(wq["count"].GetInt(), 262'144);
        EXPECT_EQ(part["groups"][1]["count"].GetInt(), 1'048'576);
        EXPECT_EQ(part["groups"][2]["count"].GetInt(), 2'097'152);
        return;
    }
    ADD_FAILURE() << "no such part";
}

TEST(FiguresOfGpt, TheInputsGradientUnderPostAndPreNorm) {
    const Playground playground("gpt");
    const struct {
        int depth;
        double post, pre;
    } figures[] = {{1, 3.54e+00, 4.98e+00}, {10, 4.64e+00, 1.45e+01}, {50, 2.16e+03, 4.78e+01}};
    for (const auto& [depth, post, pre] : figures) {
        expect_three_digits(input_gradient(playground, "post", depth), post, "post " + std::to_string(depth));
        expect_three_digits(input_gradient(playground, "pre", depth), pre, "pre " + std::to_string(depth));
    }
    expect_three_digits(input_gradient(playground, "pre", 100), 2.28e+01, "pre 100");
    // The last digits of so deep a product depend on the order of its sums.
    EXPECT_NEAR(input_gradient(playground, "post", 100), 1.62e+05, 0.02 * 1.62e+05);
}

TEST(FiguresOfGpt, PostNormGrows45904TimesInDoubleAndAboutThatInFloat) {
    const Playground playground("gpt");
    const auto growth = [&](const char* series, bool in_double) {
        return input_gradient(playground, series, 100, in_double) / input_gradient(playground, series, 1, in_double);
    };
    expect_printed(growth("post", true), 45904, 0, "float64");
    EXPECT_NEAR(growth("post", false), 45904, 0.02 * 45904) << "float32";
    expect_printed(growth("pre", false), 4.6, 1, "pre");
}

TEST(FiguresOfGpt, WithASmallStdTheExplosionGoes) {
    Playground playground("gpt");
    playground.does(R"({"type":"set_config","part":"stack","name":"std","value":0.1})");
    expect_printed(input_gradient(playground, "post", 1), 3.25, 2, "post 1 at 0.1");
    expect_printed(input_gradient(playground, "post", 100), 0.89, 2, "post 100 at 0.1");
    expect_printed(input_gradient(playground, "pre", 100), 12.5, 1, "pre 100 at 0.1");
    playground.does(R"({"type":"set_config","part":"stack","name":"std","value":0.3})");
    expect_printed(input_gradient(playground, "post", 1), 3.56, 2, "post 1 at 0.3");
    expect_printed(input_gradient(playground, "post", 100), 0.22, 2, "post 100 at 0.3");
}

TEST(FiguresOfGpt, PreNormHangsFarLessOnTheStd) {
    Playground playground("gpt");
    const auto at = [&](const char* std) {
        playground.does(R"({"type":"set_config","part":"stack","name":"std","value":)" + std::string(std) + "}");
        return input_gradient(playground, "pre", 100);
    };
    expect_printed(at("0.02"), 4.6, 1, "0.02");
    expect_printed(at("0.5"), 22.8, 1, "0.5");
    expect_printed(at("1.0"), 283, 0, "1.0");
}

TEST(FiguresOfGpt, APlainSumAfterALayerNormIsAboutNothing) {
    Playground playground("gpt");
    playground.does(R"({"type":"set_config","part":"stack","name":"mode","value":"post"})");
    playground.does(R"({"type":"set_loss","loss":{"sum":"stack.h.99"}})");
    EXPECT_NEAR(playground.ask("loss")["value"].GetDouble(), 0, 1e-5);
}

// ---- The sandbox

TEST(FiguresOfTheSandbox, ItsVocabularyIsTheSentencesWords) {
    const Playground playground("sandbox");
    EXPECT_EQ(playground.tensor("ids").data, (std::vector<float>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(shape(playground, "logits"), "6x6");
}

}  // namespace
}  // namespace dikkat
