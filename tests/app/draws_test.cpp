#include "app/draws.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/build.h"
#include "core/random.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

// A document of one part, its config and draws in JSON.
Document document_of(const std::string& model, const std::string& config, const std::string& draws) {
    const std::string json = R"({"id":"t","number":1,"title":"T","document":{"tokens":["a","b","c"],"parts":[{"model":")" + model +
                             R"(","config":)" + config + R"(,"draws":)" + draws + R"(}]},"screen":{},"steps":[]})";
    const Result<Lesson> lesson = read_lesson(json);
    CHECK(lesson.ok(), message(lesson.error(), Language::en).c_str());
    return lesson.value().document;
}

std::string refusal_of(const std::string& model, const std::string& config, const std::string& draws) {
    const std::string json = R"({"id":"t","number":1,"title":"T","document":{"tokens":["a","b","c"],"parts":[{"model":")" + model +
                             R"(","config":)" + config + R"(,"draws":)" + draws + R"(}]},"screen":{},"steps":[]})";
    const Result<Lesson> lesson = read_lesson(json);
    return lesson ? "accepted" : lesson.error().code;
}

Built built_of(const Document& document, Kept* kept = nullptr) {
    Result<Built> built = kept ? build(document, *kept) : build(document);
    CHECK(built.ok(), built.error().code.c_str());
    return std::move(built).value();
}

const Tensor<float>& leaf(const Built& built, const std::string& name) {
    const NodeId id = built.graph().find(name);
    CHECK(id != kNoNode, name.c_str());
    return built.leaves.at(id);
}

void expect_transposed(const Tensor<float>& ours, const std::vector<float>& theirs, const std::string& what) {
    for (int in = 0; in < ours.shape.rows(); ++in) {
        for (int out = 0; out < ours.shape.columns(); ++out) {
            ASSERT_EQ(ours(in, out), theirs[static_cast<std::size_t>(out * ours.shape.rows() + in)]) << what << in << " " << out;
        }
    }
}

const std::string kStackDraws = R"([{"manual_seed":1},{"randn":"x"},{"repeat":"layer","from":0,"to":"depth","draws":[
    {"manual_seed":100,"plus":"layer"},{"linear":"layers.{layer}.w","bias":"layers.{layer}.b"},
    {"normal":"layers.{layer}.w","std_setting":"std"}]}])";

TEST(Draws, ALinearLayerIsDrawnAsPyTorchKeepsIt) {
    const Built built = built_of(document_of(
        "feed_forward", R"({"d":4,"d_ff":6})",
        R"([{"manual_seed":3},{"linear":"feed_forward.w1","bias":"feed_forward.b1"},{"linear":"feed_forward.w2"},{"randn":"x"}])"));
    Generator generator(3);
    const Generator::Linear first = generator.linear(4, 6), second = generator.linear(6, 4);
    expect_transposed(leaf(built, "feed_forward.w1"), first.weight, "w1 ");
    EXPECT_EQ(leaf(built, "feed_forward.b1").data, first.bias);
    expect_transposed(leaf(built, "feed_forward.w2"), second.weight, "w2 ");
    EXPECT_EQ(leaf(built, "feed_forward.b2").data, std::vector<float>(4, 0.0f)) << "drawn and dropped where it has no name";
    EXPECT_EQ(leaf(built, "x").data, generator.normal(12)) << "the generator has moved past the bias";
}

TEST(Draws, ARandnIsMultipliedAndThenShifted) {
    const Built built =
        built_of(document_of("norms", R"({"d":8,"batch":4})", R"([{"manual_seed":5},{"randn":"x","factor":3,"shift":5}])"));
    Generator generator(5);
    const std::vector<float> drawn = generator.normal(32);
    for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(leaf(built, "x").data[i], drawn[i] * 3.0f + 5.0f);
}

TEST(Draws, ARepeatDrawsAsManyLayersAsTheSettingSays) {
    for (const int depth : {1, 3}) {
        const Built built = built_of(
            document_of("stack", R"({"d":16,"mode":"plain","std":0.2,"depth":)" + std::to_string(depth) + "}", kStackDraws));
        for (int layer = 0; layer < depth; ++layer) {
            Generator generator(100 + static_cast<std::uint64_t>(layer));
            const std::vector<float> bias = generator.linear(16, 16).bias;
            const std::string name = "layers." + std::to_string(layer);
            EXPECT_EQ(leaf(built, name + ".b").data, bias) << "of the linear layer's own start";
            expect_transposed(leaf(built, name + ".w"), generator.normal(256, 0, 0.2), name);
        }
        EXPECT_EQ(built.graph().find("layers." + std::to_string(depth) + ".w"), kNoNode);
    }
}

TEST(Draws, TheStdIsTheSettings) {
    const Built small = built_of(document_of("stack", R"({"d":16,"mode":"plain","std":0.25,"depth":1})", kStackDraws));
    const Built large = built_of(document_of("stack", R"({"d":16,"mode":"plain","std":0.5,"depth":1})", kStackDraws));
    for (std::size_t i = 0; i < 256; ++i) {
        EXPECT_EQ(leaf(large, "layers.0.w").data[i], 2 * leaf(small, "layers.0.w").data[i]) << "powers of two are exact";
    }
}

TEST(Draws, InitialiseStartsEveryParameterAsPyTorchsModulesDo) {
    const std::string config = R"({"kind":"gpt","d":8,"heads":2,"blocks":1,"positions":"learned","tied":false})";
    const Built built = built_of(document_of("transformer", config, R"([{"manual_seed":0},{"initialise":true}])"));
    Generator generator(0);
    EXPECT_EQ(leaf(built, "token_embedding").data, generator.normal(3 * 8)) << "nn.Embedding";
    EXPECT_EQ(leaf(built, "position_embedding").data, generator.normal(3 * 8));
    EXPECT_EQ(leaf(built, "blocks.0.norm1.gamma").data, std::vector<float>(8, 1.0f)) << "nn.LayerNorm";
    EXPECT_EQ(leaf(built, "blocks.0.norm1.beta").data, std::vector<float>(8, 0.0f));
    const double xavier = std::sqrt(6.0 / (8 + 24)), kaiming = 1 / std::sqrt(8.0);
    for (const char* name : {"wq", "wk", "wv"}) {
        const std::string path = std::string("blocks.0.attention.") + name;
        expect_transposed(leaf(built, path), generator.uniform(-xavier, xavier, 64), path);
    }
    for (const char* name : {"bq", "bk", "bv", "bo"}) {
        EXPECT_EQ(leaf(built, std::string("blocks.0.attention.") + name).data, std::vector<float>(8, 0.0f)) << name;
    }
    expect_transposed(leaf(built, "blocks.0.attention.wo"), generator.uniform(-kaiming, kaiming, 64), "wo");
    const Generator::Linear first = generator.linear(8, 32), second = generator.linear(32, 8);
    expect_transposed(leaf(built, "blocks.0.feed_forward.w1"), first.weight, "w1");
    EXPECT_EQ(leaf(built, "blocks.0.feed_forward.b1").data, first.bias);
    expect_transposed(leaf(built, "blocks.0.feed_forward.w2"), second.weight, "w2");
    EXPECT_EQ(leaf(built, "blocks.0.feed_forward.b2").data, second.bias);
    expect_transposed(leaf(built, "head"), generator.uniform(-kaiming, kaiming, 24), "head");
}

TEST(Draws, InitialiseLeavesWhatADrawHasFilled) {
    const Built built =
        built_of(document_of("feed_forward", R"({"d":4,"d_ff":6})",
                             R"([{"manual_seed":3},{"ones":"feed_forward.w1"},{"zeros":"feed_forward.b1"},{"initialise":true}])"));
    EXPECT_EQ(leaf(built, "feed_forward.w1").data, std::vector<float>(24, 1.0f));
    EXPECT_EQ(leaf(built, "feed_forward.b1").data, std::vector<float>(6, 0.0f));
    Generator generator(3);
    const Generator::Linear second = generator.linear(6, 4);
    expect_transposed(leaf(built, "feed_forward.w2"), second.weight, "w2");
    EXPECT_EQ(leaf(built, "feed_forward.b2").data, second.bias);
}

TEST(Draws, OfALayerThatIsNotThereAreRefused) {
    EXPECT_EQ(refusal_of("stack", R"({"d":4,"depth":2,"std":1})", R"([{"linear":"layers.2.w"}])"), "unknown_tensor");
    EXPECT_EQ(refusal_of("stack", R"({"d":4,"depth":2,"std":1})", R"([{"linear":"h.0"}])"), "unknown_tensor") << "it is computed";
    EXPECT_EQ(refusal_of("feed_forward", R"({"d":4,"d_ff":6})", R"([{"linear":"feed_forward.w1","bias":"feed_forward.b2"}])"),
              "unknown_tensor")
        << "of another length";
    EXPECT_EQ(refusal_of("feed_forward", R"({"d":4,"d_ff":6})", R"([{"normal":"feed_forward.w1","std_setting":"std"}])"),
              "unknown_setting");
    EXPECT_EQ(refusal_of("stack", R"({"d":4,"depth":2,"std":1})", R"([{"manual_seed":1,"plus":"layer"}])"), "unknown_variable");
    EXPECT_EQ(refusal_of("transformer", R"({"kind":"gpt","d":8})", R"([{"values":"ids","numbers":[0,1,2]}])"), "unknown_tensor")
        << "the sentence numbers its words";
}

TEST(Draws, RepeatsStopAtTheirLimits) {
    const std::string config = R"({"d":4,"depth":100,"std":1})";
    const auto nested = [](int levels, const std::string& inner) {
        std::string draws = inner;
        for (int level = 0; level < levels; ++level) {
            draws = R"([{"repeat":"r)" + std::to_string(level) + R"(","to":"depth","draws":)" + draws + "}]";
        }
        return draws;
    };
    EXPECT_EQ(refusal_of("stack", config, nested(1, R"([{"zeros":"x"}])")), "accepted");
    EXPECT_EQ(refusal_of("stack", config, nested(2, R"([{"zeros":"x"}])")), "too_many_draws");
    EXPECT_EQ(refusal_of("stack", config, nested(3, "[]")), "too_many_draws") << "turns count, even where nothing is drawn";
    EXPECT_EQ(refusal_of("stack", R"({"d":4,"depth":1,"std":1})", nested(4, "[]")), "too_deep_repeats");
    EXPECT_EQ(refusal_of("stack", config, R"([{"repeat":"r","from":2147483647,"to":"depth","draws":[]}])"), "too_many_draws");
    EXPECT_EQ(refusal_of("stack", config, R"([{"repeat":"r","from":-1,"to":"depth","draws":[]}])"), "too_many_draws");
    const std::string wide = R"([{"repeat":"r","to":"heads","draws":[{"randn":"wq"}]}])";
    EXPECT_EQ(refusal_of("multi_head_attention", R"({"d":512,"heads":16})", wide), "accepted") << "4 Mi numbers";
    EXPECT_EQ(refusal_of("multi_head_attention", R"({"d":512,"heads":16})",
                         R"([{"randn":"wk"},{"repeat":"r","to":"heads","draws":[{"randn":"wq"}]}])"),
              "too_many_numbers");
}

// ---- Kept

TEST(DrawnNumbers, AreDrawnOnceForOneRecipe) {
    const Document document = document_of("stack", R"({"d":16,"mode":"plain","std":0.2,"depth":3})", kStackDraws);
    Document edited = document;
    edited.overrides[{"x", {0, 0, 0}}] = 5.0f;
    edited.parts[0].config["mode"] = {ConfigValue::Type::word, 0, false, "residual"};
    const Result<Graph> graph = build_graph(document), other_graph = build_graph(edited);
    DrawnKept kept;
    const auto draw = [&](const Document& of, const Graph& in) {
        return kept.draw(of, of.parts[0], in, expanded_draws(of, of.parts[0], in).value()).leaves.at("layers.0.w").data.data();
    };
    const float* first = draw(document, graph.value());
    EXPECT_EQ(draw(edited, other_graph.value()), first) << "neither a cell set by hand nor the mode is part of it";
    edited.parts[0].config["std"].number = 0.3;
    EXPECT_NE(draw(edited, other_graph.value()), first);
    EXPECT_EQ(draw(document, graph.value()), first) << "and the first one is still there";
}

TEST(DrawnNumbers, OfOneDocumentNeverReachAnother) {
    const std::string config = R"({"d":16,"mode":"plain","std":0.2,"depth":3})";
    std::vector<Document> documents{document_of("stack", config, kStackDraws), document_of("stack", config, R"([{"randn":"x"}])"),
                                    document_of("stack", config, "[]")};
    documents.push_back(documents[0]);
    documents.back().parts[0].draws[0].seed = 2;
    documents.push_back(documents[0]);
    documents.back().parts[0].config["std"].number = 0.3;
    documents.push_back(documents[0]);
    documents.back().parts[0].config["d"].number = 8;
    documents.push_back(documents[0]);
    documents.back().column_order["x"] = {1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    Kept kept;
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < documents.size(); ++i) {
            EXPECT_EQ(built_of(documents[i], &kept).leaves, built_of(documents[i]).leaves) << i;
        }
    }
}

TEST(DrawnNumbers, OfASentenceFollowIt) {
    testing::Playground playground("multi-head");
    playground.does(R"({"type":"set_tokens","tokens":["o","Kedi","kuş"]})");
    const std::vector<float> with_bird = playground.tensor("x").data;
    playground.does(R"({"type":"open_lesson","lesson":"feed-forward"})");
    playground.does(R"({"type":"open_lesson","lesson":"multi-head"})");
    const std::vector<float> opened = playground.tensor("x").data;
    playground.does(R"({"type":"set_tokens","tokens":["o","Kedi","kuş"]})");
    EXPECT_EQ(playground.tensor("x").data, with_bird);
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(playground.tensor("x").data, opened);
}

}  // namespace
}  // namespace dikkat
