#include "app/build.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

ConfigValue number(double value) { return {ConfigValue::Type::number, value, false, {}}; }

Document document_of(const std::string& lesson) { return testing::all_lessons().find(lesson)->document; }

std::string refusal(const Document& document) {
    const Result<Built> built = build(document);
    return built ? "accepted" : built.error().code;
}

Tensor<float> leaf(const Document& document, const std::string& name) {
    const Result<Built> built = build(document);
    CHECK(built.ok(), built.error().code.c_str());
    return built.value().leaves.at(built.value().graph().find(name));
}

TEST(Build, DrawsRunOnOneGeneratorInOrder) {
    const Document document = document_of("attention");
    Generator generator(0);
    EXPECT_EQ(leaf(document, "q").data, generator.normal(40));
    EXPECT_EQ(leaf(document, "k").data, generator.normal(40));
    EXPECT_EQ(leaf(document, "v").data, generator.normal(40));
}

TEST(Build, ADrawIntoARegionLeavesTheRestAlone) {
    const Tensor<float> wq = leaf(document_of("multi-head"), "wq");
    Generator generator(2426);
    const std::vector<float> block = generator.normal(16);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            EXPECT_EQ(wq(i, j), block[static_cast<std::size_t>(4 * i + j)] * 0.5f);
            EXPECT_EQ(wq(i, j + 4), 0.0f);
            EXPECT_EQ(wq(i + 4, j), 0.0f);
        }
    }
}

TEST(Build, AnAddedOutputProjectionIsTheIdentity) {
    Document document = document_of("multi-head");
    document.parts[0].config["output_projection"] = {ConfigValue::Type::boolean, 0, true, {}};
    const Tensor<float> wo = leaf(document, "wo");
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) EXPECT_EQ(wo(i, j), i == j ? 1.0f : 0.0f);
    }
}

TEST(Build, OtherPartsReadTheMainPartsLeavesAndHaveAPrefix) {
    const Result<Graph> graph = build_graph(document_of("multi-head"));
    ASSERT_TRUE(graph.ok());
    for (const char* name : {"x", "wq", "wk", "wv", "q", "k", "v", "head0.scores", "head0.weights", "head0.output", "head1.scores",
                             "head1.weights", "head1.output", "concat", "separate.concat"}) {
        EXPECT_NE(graph.value().find(name), kNoNode) << name;
    }
    EXPECT_EQ(graph.value().find("separate.x"), kNoNode);
    EXPECT_EQ(graph.value().find("mask"), kNoNode);
    EXPECT_EQ(graph.value().find("wo"), kNoNode);
}

TEST(Build, ACausalMaskIsTheLowerTriangle) {
    Document document = document_of("attention");
    document.mask = MaskKind::causal;
    const Tensor<float> mask = leaf(document, "mask");
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) EXPECT_EQ(mask(i, j), j <= i ? 1.0f : 0.0f);
    }
}

TEST(Build, ANamedDrawTakesItsPlaceInTheRunningGenerator) {
    Document document = document_of("attention");
    Draw named;
    named.type = Draw::Type::named_randn, named.name = "moved", named.count = 8;
    document.parts[0].draws.push_back(named);
    document.perturbations["q"] = {1, 5.0, {"moved", std::nullopt}};
    Generator generator(0);
    for (int i = 0; i < 3; ++i) generator.normal(40);
    const std::vector<float> moved = generator.normal(8);
    const Tensor<float> q = leaf(document, "q");
    for (int j = 0; j < 8; ++j) EXPECT_EQ(q(1, j), 5.0f * moved[static_cast<std::size_t>(j)]);
}

TEST(Build, TensorsPerturbedTogetherTakeTheSeedsDrawsOneAfterAnother) {
    Document document = document_of("attention");
    for (const char* name : {"q", "k", "v"}) document.perturbations[name] = {2, 1.0, {"", 7}};
    Generator generator(7);
    for (const char* name : {"q", "k", "v"}) {
        const Tensor<float> tensor = leaf(document, name);
        const std::vector<float> expected = generator.normal(8);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), tensor.data.begin() + 16)) << name;
    }
}

TEST(Build, ACellSetByHandWinsOverAPerturbedRow) {
    Document document = document_of("attention");
    document.perturbations["q"] = {2, 1.0, {"", 7}};
    document.overrides[{"q", {0, 2, 3}}] = 0.25f;
    const Result<Built> built = build(document);
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(built.value().overrides.at(built.value().graph().find("q")).at({0, 2, 3}), 0.25f);
}

TEST(Build, OverridesOfWhatIsNotBuiltAreInactive) {
    Document document = document_of("multi-head");
    document.overrides[{"wo", {0, 0, 0}}] = 2.0f;
    document.overrides[{"x", {0, 99, 0}}] = 2.0f;
    document.overrides[{"mask", {0, 0, 0}}] = 0.0f;
    document.mask = MaskKind::causal;
    const Result<Built> built = build(document);
    ASSERT_TRUE(built.ok());
    EXPECT_TRUE(built.value().overrides.empty());
}

TEST(Build, NamesTheLimitThatIsPassed) {
    Document document = document_of("attention");
    document.tokens.assign(257, "a");
    EXPECT_EQ(refusal(document), "too_many_tokens");
    document = document_of("attention");
    document.parts[0].config["d"] = number(513);
    EXPECT_EQ(refusal(document), "too_wide");
    document = document_of("multi-head");
    document.parts[0].config["heads"] = number(17);
    EXPECT_EQ(refusal(document), "too_many_heads");
    document.parts[0].config["heads"] = number(3);
    EXPECT_EQ(refusal(document), "heads_do_not_divide");
}

TEST(Build, TheLargestModelIsBuilt) {
    Document document = document_of("attention");
    document.tokens.assign(256, "a");
    document.parts[0].config["d"] = number(512);
    EXPECT_EQ(refusal(document), "accepted");
    document.tokens.assign(1, "a");
    document.parts[0].config["d"] = number(1);
    EXPECT_EQ(refusal(document), "accepted");
}

TEST(Build, RefusesWhatIsNoRecipe) {
    const Document good = document_of("multi-head");
    const auto with = [&](auto change) {
        Document document = good;
        change(document);
        return refusal(document);
    };
    EXPECT_EQ(with([](Document& d) { d.tokens.clear(); }), "no_tokens");
    EXPECT_EQ(with([](Document& d) { d.tokens[0].clear(); }), "empty_token");
    EXPECT_EQ(with([](Document& d) { d.tokens[0].assign(65, 'a'); }), "token_too_long");
    EXPECT_EQ(with([](Document& d) { d.parts.clear(); }), "no_main_part");
    EXPECT_EQ(with([](Document& d) { d.parts[0].name = "main"; }), "unknown_tensor") << "separate_heads reads the main part";
    EXPECT_EQ(with([](Document& d) { d.parts[1].name.clear(); }), "part_twice");
    EXPECT_EQ(with([](Document& d) { d.parts.resize(9, d.parts[1]); }), "too_many_parts");
    EXPECT_EQ(with([](Document& d) { d.parts.push_back(d.parts[1]); }), "part_twice");
    EXPECT_EQ(with([](Document& d) { d.parts[1].name = "head0"; }), "part_twice");
    EXPECT_EQ(with([](Document& d) { d.parts[1].name = "a.b"; }), "part_name");
    EXPECT_EQ(with([](Document& d) { d.parts[1].model = "recurrent"; }), "unknown_model");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["d"] = number(7); }), "heads_do_not_divide");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["d"] = number(10); }), "wrong_count");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["d"] = number(0.5); }), "setting_range");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["heads"] = number(-2); }), "setting_range");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["scaled"] = number(1); }), "setting_type");
    EXPECT_EQ(with([](Document& d) { d.parts[0].config["depth"] = number(1); }), "unknown_setting");
    EXPECT_EQ(with([](Document& d) { d.parts[0].draws[0].target.tensor = "y"; }), "unknown_tensor");
    EXPECT_EQ(with([](Document& d) { d.parts[0].draws[5].target.row = 2147483647; }), "cell_outside");
    EXPECT_EQ(with([](Document& d) { d.parts[0].draws.resize(65); }), "too_many_draws");
    EXPECT_EQ(with([](Document& d) { d.mask = MaskKind::custom; }), "bad_mask");
    EXPECT_EQ(with([](Document& d) { d.custom_mask.assign(35, 1); }), "bad_mask");
    EXPECT_EQ(with([](Document& d) { d.column_order["x"] = {0, 0, 1}; }), "bad_column_order");
    EXPECT_EQ(with([](Document& d) { d.perturbations["x"] = {0, 1.0, {"no such draw", std::nullopt}}; }), "unknown_draw");
    EXPECT_EQ(with([](Document& d) { d.new_words.assign(1025, "a"); }), "too_many_words");
}

}  // namespace
}  // namespace dikkat
