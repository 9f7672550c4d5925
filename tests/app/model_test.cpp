// Every model by its name: that it can be built, computed, explained and differentiated; its settings and limits; its ledger.
#include "app/model.h"

#include <gtest/gtest.h>

#include <set>

#include "app/build.h"
#include "app/parameters.h"
#include "core/explain.h"
#include "tests/reference/pytorch.h"

namespace dikkat {
namespace {

ConfigValue number(double value) { return {ConfigValue::Type::number, value, false, {}}; }
ConfigValue word(const char* value) { return {ConfigValue::Type::word, 0, false, value}; }
ConfigValue yes_no(bool value) { return {ConfigValue::Type::boolean, 0, value, {}}; }

Part part_of(const char* model, Config config, const char* name = "") {
    Part part;
    part.name = name;
    part.model = model;
    part.config = std::move(config);
    return part;
}

Document document_of(std::vector<Part> parts) {
    Document document;
    document.tokens = {"bir", "iki", "bir", "dört"};
    document.target = {"one", "two", "one"};
    document.mask = MaskKind::causal;
    document.parts = std::move(parts);
    return document;
}

// A document with the model's main part, small; some models in several ways.
std::vector<std::pair<const char*, Document>> all_models() {
    const Part multi_head =
        part_of("multi_head_attention", {{"d", number(6)}, {"heads", number(2)}, {"output_projection", yes_no(true)}});
    const Part norms = part_of("norms", {{"d", number(4)}, {"batch", number(5)}});
    const Part both = part_of("attention_and_feed_forward", {{"d", number(4)}, {"d_ff", number(6)}, {"activation", word("silu")}});
    const auto stack = [](const char* mode) {
        return document_of(
            {part_of("stack", {{"d", number(4)}, {"depth", number(3)}, {"mode", word(mode)}, {"std", number(0.2)}})});
    };
    const auto transformer = [](Config config) {
        const Config sizes{{"d", number(4)}, {"heads", number(2)}, {"blocks", number(2)}, {"d_ff", number(6)}};
        config.insert(sizes.begin(), sizes.end());
        return document_of({part_of("transformer", std::move(config))});
    };
    const Config block{{"d", number(4)}, {"heads", number(2)}, {"d_ff", number(6)}};
    return {
        {"attention", document_of({part_of("attention", {{"d", number(4)}})})},
        {"multi_head_attention", document_of({multi_head})},
        {"separate_heads", document_of({multi_head, part_of("separate_heads", {}, "separate")})},
        {"norms", document_of({norms})},
        {"norms_of_rows", document_of({norms, part_of("norms_of_rows", {{"batch", number(2)}}, "small")})},
        {"norm_by_hand", document_of({part_of("norm_by_hand", {{"d", number(4)}})})},
        {"stack plain", stack("plain")},
        {"stack residual", stack("residual")},
        {"stack post", stack("post")},
        {"stack pre", stack("pre")},
        {"attention_and_feed_forward", document_of({both})},
        {"feed_forward_by_token", document_of({both, part_of("feed_forward_by_token", {}, "one_by_one")})},
        {"feed_forward",
         document_of({part_of("feed_forward", {{"d", number(4)}, {"bias", yes_no(false)}, {"activation", word("gelu_tanh")}})})},
        {"attention_layer", document_of({part_of("attention_layer", {{"d", number(4)}, {"output_projection", yes_no(true)}})})},
        {"decoder_layer", document_of({part_of("decoder_layer", block)})},
        {"gpt_layer", document_of({part_of("gpt_layer", block)})},
        {"encoder", transformer({{"kind", word("encoder")}, {"norm", word("post")}, {"positions", word("sinusoidal")}})},
        {"gpt", transformer({{"context", number(6)}, {"activation", word("tanh")}})},
        {"gpt untied",
         transformer(
             {{"tied", yes_no(false)}, {"residual", yes_no(false)}, {"positions", word("none")}, {"activation", word("sigmoid")}})},
        {"encoder_decoder", transformer({{"kind", word("encoder_decoder")}, {"norm", word("post")}, {"activation", word("relu")}})},
        {"encoder_decoder none",
         transformer({{"kind", word("encoder_decoder")}, {"norm", word("none")}, {"scaled", yes_no(false)}})},
    };
}

// The document's graph with random numbers in its leaves, each leaf of its own seed.
struct Model {
    Graph graph;
    std::map<NodeId, Tensor<float>> leaves;
    NodeId last = kNoNode;

    explicit Model(const Document& document) {
        Result<Graph> built = build_graph(document);
        CHECK(built.ok(), built.error().code.c_str());
        graph = std::move(built).value();
        last = graph.size() - 1;
        for (NodeId id = 0; id < graph.size(); ++id) {
            const Node& node = graph[id];
            if (!node.is_leaf()) continue;
            Tensor<float>& numbers = leaves[id] = reference::random_tensor(node.shape, static_cast<std::uint64_t>(id));
            if (node.kind == Kind::mask) numbers = reference::causal_mask(node.shape.rows());
            for (std::size_t i = 0; node.kind == Kind::index && i < numbers.data.size(); ++i)
                numbers.data[i] = static_cast<float>(i % 3);
        }
    }
};

TEST(Model, OfEveryNameIsAmongThoseTested) {
    std::set<std::string> tested;
    for (const auto& [name, document] : all_models()) {
        for (const Part& part : document.parts) tested.insert(part.model);
    }
    for (const char* name : {"attention", "multi_head_attention", "separate_heads", "norms", "norms_of_rows", "norm_by_hand",
                             "stack", "attention_and_feed_forward", "feed_forward_by_token", "feed_forward", "attention_layer",
                             "decoder_layer", "gpt_layer", "transformer"}) {
        EXPECT_NE(find_model(name), nullptr) << name;
        EXPECT_TRUE(tested.contains(name)) << name;
    }
    EXPECT_EQ(find_model("lstm"), nullptr);
}

TEST(Model, IsComputedToItsLastNumber) {
    for (const auto& [name, document] : all_models()) {
        SCOPED_TRACE(name);
        const Model model(document);
        const Evaluation<float> evaluation = evaluate<float>(model.graph, model.leaves);
        for (const float each : evaluation[model.last].data) EXPECT_TRUE(std::isfinite(each));
    }
}

TEST(Model, IsBuiltByADocumentThatDrawsNothing) {
    for (const auto& [name, document] : all_models()) {
        SCOPED_TRACE(name);
        const Result<Built> built = build(document);
        ASSERT_TRUE(built.ok()) << built.error().code;
        EXPECT_EQ(evaluate<float>(built.value().graph(), built.value().leaves).next, built.value().graph().size());
    }
}

TEST(Model, ExplainsEveryCellDownToItsBits) {
    for (const auto& [name, document] : all_models()) {
        const Model model(document);
        const Evaluation<float> evaluation = evaluate<float>(model.graph, model.leaves);
        for (NodeId id = 0; id < model.graph.size(); ++id) {
            const Node& node = model.graph[id];
            if (node.name.empty()) continue;
            SCOPED_TRACE(std::string(name) + ": " + node.name);
            for (int row = 0; row < node.shape.rows(); ++row) {
                for (int column = 0; column < node.shape.columns(); ++column) {
                    const Cell cell{0, row, column};
                    const Explanation explanation = explain(model.graph, evaluation, id, cell);
                    ASSERT_FALSE(explanation.lines.empty());
                    EXPECT_TRUE(same_number(explanation.lines.back().result, evaluation[id].at(cell)));
                    EXPECT_TRUE(same_number(explanation.value, evaluation[id].at(cell)));
                }
            }
        }
    }
}

// The loss: the last tensor on a random direction.
double loss_of(const Model& model, const reference::Numbers& numbers, const Tensor<double>& direction) {
    const Evaluation<double> evaluation = reference::evaluate_numbers<double>(model.graph, numbers);
    double loss = 0;
    for (std::size_t i = 0; i < direction.data.size(); ++i) loss += evaluation[model.last].data[i] * direction.data[i];
    return loss;
}

TEST(Model, HasTheGradientsThatFiniteDifferencesShow) {
    for (const auto& [name, document] : all_models()) {
        const Model model(document);
        reference::Numbers numbers;
        for (const auto& [id, tensor] : model.leaves) numbers[id] = reference::in_double(tensor);
        const Tensor<double> direction = reference::in_double(reference::random_tensor(model.graph[model.last].shape, 7));
        const std::vector<Tensor<double>> ours =
            gradients(model.graph, reference::evaluate_numbers<double>(model.graph, numbers), model.last, direction);
        for (auto& [id, tensor] : numbers) {
            const Node& node = model.graph[id];
            if (node.kind == Kind::mask || node.kind == Kind::index) continue;
            SCOPED_TRACE(std::string(name) + ": " + node.name);
            for (const std::size_t i : {std::size_t{0}, tensor.data.size() / 2, tensor.data.size() - 1}) {
                const double value = tensor.data[i], step = 1e-5;
                tensor.data[i] = value + step;
                const double over = loss_of(model, numbers, direction);
                tensor.data[i] = value - step;
                const double under = loss_of(model, numbers, direction);
                tensor.data[i] = value;
                const double gradient = ours[static_cast<std::size_t>(id)].data[i];
                EXPECT_NEAR((over - under) / (2 * step), gradient, 1e-6 * std::max(1.0, std::abs(gradient)));
            }
        }
    }
}

TEST(Model, SaysOfEveryParameterWherePyTorchKeepsIt) {
    for (const auto& [name, document] : all_models()) {
        const Model model(document);
        std::set<std::pair<std::string, int>> places;
        for (const Node& node : model.graph.nodes()) {
            if (node.kind != Kind::parameter) continue;
            SCOPED_TRACE(std::string(name) + ": " + node.name);
            EXPECT_TRUE(node.is_leaf());
            EXPECT_FALSE(node.parameter.name.empty());
            EXPECT_TRUE(places.emplace(node.parameter.name, node.parameter.row).second) << "two parameters in one place";
        }
    }
}

TEST(Model, NamesTheTensorsThatLessonsShow) {
    const std::map<std::string, std::vector<const char*>> expected{
        {"norms",
         {"x", "norm.gamma", "norm.beta", "norm.mean", "norm.std", "norm.output", "batch_norm.gamma", "batch_norm.beta",
          "batch_norm.mean", "batch_norm.std", "batch_norm.output"}},
        {"norms_of_rows",
         {"small.x", "small.norm.mean", "small.norm.std", "small.norm.output", "small.batch_norm.mean", "small.batch_norm.std",
          "small.batch_norm.output"}},
        {"norm_by_hand", {"x", "norm.gamma", "norm.beta", "norm.mean", "norm.std", "centred", "divided", "by_hand", "norm.output"}},
        {"stack pre", {"x", "layers.0.w", "layers.0.b", "norm.gamma", "norm.beta", "h.0", "h.2"}},
        {"attention_and_feed_forward",
         {"x", "attention.wq", "attention.wk", "attention.wv", "attention.q", "attention.k", "attention.v", "attention.scores",
          "attention.masked_scores", "attention.weights", "attention.output", "feed_forward.w1", "feed_forward.b1",
          "feed_forward.hidden", "feed_forward.activated", "feed_forward.w2", "feed_forward.b2", "feed_forward.output"}},
        {"feed_forward_by_token", {"one_by_one.output"}},
        {"attention_layer", {"x", "attention.wq", "attention.wo", "attention.bo", "attention.output"}},
        {"decoder_layer",
         {"x", "memory", "self_attention.head0.masked_scores", "cross_attention.head1.weights", "norm3.output", "residual3",
          "feed_forward.output", "output"}},
        {"gpt_layer", {"x", "norm1.output", "attention.head1.masked_scores", "residual1", "norm2.std", "residual2", "output"}},
        {"gpt untied", {"ids", "token_embedding", "x", "blocks.1.feed_forward.hidden", "final_norm.output", "head", "logits"}},
        {"encoder_decoder", {"ids", "target.ids", "x", "target.x", "encoder.1.output", "decoder.1.cross_attention.wq", "logits"}},
    };
    for (const auto& [name, document] : all_models()) {
        const auto names = expected.find(name);
        if (names == expected.end()) continue;
        const Model model(document);
        for (const char* each : names->second) EXPECT_NE(model.graph.find(each), kNoNode) << name << ": " << each;
    }
}

TEST(Model, OfRowsIsTheMainPartsOwnNormsOfItsFirstRows) {
    const Part norms = part_of("norms", {{"d", number(4)}, {"batch", number(5)}});
    const auto small = [&](double batch) {
        return document_of({norms, part_of("norms_of_rows", {{"batch", number(batch)}}, "small")});
    };
    const Model model(small(2));
    const Evaluation<float> evaluation = evaluate<float>(model.graph, model.leaves);
    const auto value = [&](const char* name) { return evaluation[model.graph.find(name)]; };
    for (int row = 0; row < 2; ++row) {
        EXPECT_EQ(reference::row_of(value("small.norm.output"), row), reference::row_of(value("norm.output"), row));
    }
    EXPECT_GT(reference::distance(reference::row_of(value("small.batch_norm.output"), 0),
                                  reference::row_of(value("batch_norm.output"), 0)),
              1e-3);
    const Result<Graph> too_many = build_graph(small(6));
    ASSERT_FALSE(too_many.ok());
    EXPECT_EQ(too_many.error(), (Error{"setting_range", {{"name", "batch"}, {"limit", "5"}}}));
    EXPECT_EQ(build_graph(document_of({part_of("norms_of_rows", {{"batch", number(2)}}, "small")})).error().code, "unknown_tensor");
}

TEST(Model, OfOneTokenAtATimeIsThatOfAllBitForBit) {
    const Model model(document_of({part_of("attention_and_feed_forward", {{"d", number(4)}, {"d_ff", number(6)}}),
                                   part_of("feed_forward_by_token", {}, "one_by_one")}));
    const Evaluation<float> evaluation = evaluate<float>(model.graph, model.leaves);
    EXPECT_EQ(evaluation[model.graph.find("one_by_one.output")], evaluation[model.graph.find("feed_forward.output")]);
}

// The steps put eps beside the deviation, LayerNorm beneath the root: 1, 5, 3, 9 as the lesson has them.
TEST(Model, OfANormByHandAgreesWithLayerNorm) {
    Model model(document_of({part_of("norm_by_hand", {{"d", number(4)}})}));
    model.leaves[model.graph.find("x")].data = {1, 5, 3, 9};
    model.leaves[model.graph.find("norm.gamma")].data = {1, 1, 1, 1};
    model.leaves[model.graph.find("norm.beta")].data = {0, 0, 0, 0};
    const Evaluation<float> evaluation = evaluate<float>(model.graph, model.leaves);
    const rapidjson::Document file = reference::load("lesson_layer_norm.json");
    const auto& example = reference::field(file, "example");
    for (const auto& [name, theirs] : {std::pair("by_hand", "by_hand"), std::pair("norm.output", "layer_norm")}) {
        const Tensor<double> expected = reference::matrix(reference::field(example, theirs));
        EXPECT_LE(reference::distance(reference::in_double(evaluation[model.graph.find(name)]), expected), 1e-6) << name;
    }
    EXPECT_EQ(evaluation[model.graph.find("norm.mean")](0, 0), 4.5f);
    EXPECT_FLOAT_EQ(evaluation[model.graph.find("norm.std")](0, 0), 2.95804f);
}

TEST(Model, ByItselfNamesItsTensorsAsInOthersAfterItsPartsName) {
    Document document = document_of({part_of("stack", {{"d", number(4)}, {"depth", number(2)}}, "deep")});
    const Result<Graph> graph = build_graph(document);
    ASSERT_TRUE(graph.ok());
    for (const char* name : {"deep.x", "deep.layers.0.w", "deep.layers.1.b", "deep.h.0", "deep.h.1"}) {
        EXPECT_NE(graph.value().find(name), kNoNode) << name;
    }
    EXPECT_EQ(graph.value().find("deep.h.2"), kNoNode);
}

// ---- Settings and limits

std::string refusal(const Document& document) {
    const Result<Graph> graph = build_graph(document);
    return graph ? "accepted" : graph.error().code;
}
std::string refusal(const char* model, Config config) { return refusal(document_of({part_of(model, std::move(config))})); }

TEST(Settings, AreRefusedWithWhatTheyShouldBe) {
    EXPECT_EQ(refusal("stack", {{"mode", word("both")}}), "setting_type");
    const Result<Graph> graph = build_graph(document_of({part_of("stack", {{"mode", word("both")}})}));
    EXPECT_EQ(graph.error().values.at("expected"), "plain | residual | post | pre");
    EXPECT_EQ(refusal("stack", {{"mode", number(1)}}), "setting_type");
    EXPECT_EQ(refusal("stack", {{"mode", word("post | pre")}}), "setting_type");
    EXPECT_EQ(refusal("stack", {{"std", word("0.2")}}), "setting_type");
    EXPECT_EQ(refusal("stack", {{"std", number(-0.1)}}), "setting_type");
    EXPECT_EQ(refusal("stack", {{"heads", number(2)}}), "unknown_setting");
    EXPECT_EQ(refusal("transformer", {{"tied", number(1)}}), "setting_type");
    EXPECT_EQ(refusal("transformer", {{"blocks", number(0)}}), "setting_range");
    EXPECT_EQ(refusal("transformer", {{"blocks", number(1.5)}}), "setting_range");
    EXPECT_EQ(refusal("transformer", {{"d_ff", number(-1)}}), "setting_range");
    EXPECT_EQ(refusal("transformer", {{"d", number(std::nan(""))}}), "setting_range");
    EXPECT_EQ(refusal("transformer", {{"d", number(8)}, {"heads", number(3)}}), "heads_do_not_divide");
    EXPECT_EQ(refusal("gpt_layer", {{"d", number(8)}, {"heads", number(3)}}), "heads_do_not_divide");
}

TEST(Settings, StopAtTheLimitThatTheErrorNames) {
    struct Limit {
        const char *model, *setting;
        int most;
        const char* code;
    };
    for (const Limit& limit :
         {Limit{"feed_forward", "d", 512, "too_wide"}, Limit{"stack", "d", 64, "too_wide"},
          Limit{"stack", "depth", 100, "too_deep"}, Limit{"transformer", "blocks", 12, "too_many_blocks"},
          Limit{"transformer", "d_ff", 2048, "too_wide"}, Limit{"norms", "batch", 256, "setting_range"},
          Limit{"transformer", "vocabulary", 1024, "setting_range"}, Limit{"transformer", "context", 1024, "setting_range"}}) {
        SCOPED_TRACE(limit.setting);
        Config config{{limit.setting, number(limit.most)}};
        if (std::string(limit.setting) != "d_ff" && std::string(limit.model) == "feed_forward") config["d_ff"] = number(8);
        EXPECT_EQ(refusal(limit.model, config), "accepted");
        config[limit.setting] = number(limit.most + 1);
        const Result<Graph> graph = build_graph(document_of({part_of(limit.model, config)}));
        ASSERT_FALSE(graph.ok());
        EXPECT_EQ(graph.error().code, limit.code);
        EXPECT_EQ(graph.error().values.at("limit"), std::to_string(limit.most));
    }
    EXPECT_EQ(refusal("transformer", {{"d", number(16)}, {"heads", number(16)}}), "accepted");
    EXPECT_EQ(refusal("transformer", {{"d", number(17)}, {"heads", number(17)}}), "too_many_heads");
    EXPECT_EQ(refusal("transformer", {{"d", number(256)}, {"heads", number(8)}, {"blocks", number(2)}}), "too_many_parameters");
    EXPECT_EQ(refusal("transformer", {{"context", number(3)}}), "too_many_tokens");  // the sentence has four
}

TEST(Settings, OfAModelThatIsOnlyCountedMayBeAnySize) {
    Part huge = part_of("transformer",
                        {{"d", number(12288)},
                         {"heads", number(96)},
                         {"blocks", number(96)},
                         {"vocabulary", number(50257)},
                         {"context", number(2048)}},
                        "gpt3");
    huge.shape_only = true;
    const Result<Graph> graph = build_part_graph(document_of({part_of("attention", {}), huge}), "gpt3");
    ASSERT_TRUE(graph.ok());
    // Per block 12 d^2 + 13 d; embeddings of words and places; the final norm: GPT-3's 175 billion.
    const std::uint64_t d = 12288, expected = 96 * (12 * d * d + 13 * d) + (50257 + 2048) * d + 2 * d;
    EXPECT_EQ(parameters_of(graph.value(), "gpt3.").count, expected);
}

std::string counted(const char* model, Config config) {
    Part part = part_of(model, std::move(config), "counted");
    part.shape_only = true;
    const Result<Graph> graph = build_part_graph(document_of({part}), "counted");
    return graph ? "accepted" : graph.error().code;
}

TEST(Settings, OfAModelThatIsOnlyCountedEndWhereItsCountsDo) {
    EXPECT_EQ(counted("feed_forward", {{"d", number(1)}, {"d_ff", number(2147483647)}}), "accepted");
    EXPECT_EQ(counted("feed_forward", {{"d", number(2147483647)}}), "too_wide");  // d_ff would be 4 d
    EXPECT_EQ(counted("feed_forward", {{"d", number(2147483648.0)}, {"d_ff", number(1)}}), "too_wide");
    EXPECT_EQ(counted("feed_forward", {{"d", number(500000000)}, {"d_ff", number(500000000)}}), "too_many_parameters");
    EXPECT_EQ(counted("attention_layer", {{"d", number(2147483647)}}), "too_wide");  // in_proj_weight has 3 d rows
    EXPECT_EQ(counted("multi_head_attention", {{"d", number(2147483647)}}), "too_wide");
    EXPECT_EQ(counted("transformer", {{"blocks", number(2147483647)}}), "too_many_blocks");
    EXPECT_EQ(counted("transformer", {{"d", number(65536)}, {"heads", number(65536)}}), "too_many_heads");
    EXPECT_EQ(counted("transformer", {{"vocabulary", number(2147483647)}, {"d", number(5000000)}}), "too_many_parameters");
}

// ---- The ledger

Config gpt2(int d, int heads, int blocks) {
    return {{"kind", word("gpt")},         {"d", number(d)},          {"heads", number(heads)},         {"blocks", number(blocks)},
            {"vocabulary", number(50257)}, {"context", number(1024)}, {"activation", word("gelu_tanh")}};
}

PartParameters ledger_of(const char* model, Config config) {
    Part part = part_of(model, std::move(config), "counted");
    part.shape_only = true;
    const Result<Graph> graph = build_part_graph(document_of({part}), "counted");
    CHECK(graph.ok(), graph.error().code.c_str());
    return parameters_of(graph.value(), "counted.");
}

TEST(Parameters, OfGpt2AreThePublishedOnes) {
    EXPECT_EQ(ledger_of("transformer", gpt2(768, 12, 12)).count, 124'439'808u);
    EXPECT_EQ(ledger_of("transformer", gpt2(1600, 25, 48)).count, 1'557'611'200u);
}

TEST(Parameters, OfTheLayersAreTheLessons) {
    EXPECT_EQ(ledger_of("feed_forward", {{"d", number(512)}}).count, 2'099'712u);
    EXPECT_EQ(
        ledger_of("attention_layer", {{"d", number(512)}, {"bias", yes_no(false)}, {"output_projection", yes_no(true)}}).count,
        1'048'576u);
    const Config bare{{"d", number(512)}, {"heads", number(8)}, {"bias", yes_no(false)}, {"norm", word("none")}};
    EXPECT_EQ(ledger_of("decoder_layer", bare).count, 4'194'304u);
    EXPECT_EQ(ledger_of("gpt_layer", bare).count, 3'145'728u);
}

TEST(Parameters, AreGroupedByLayerInTheModelsOrder) {
    const PartParameters ledger = ledger_of("transformer", gpt2(768, 12, 1));
    std::vector<std::pair<std::string, std::string>> groups;
    for (const ParameterGroup& group : ledger.groups) groups.emplace_back(group.name, group.layer);
    const std::vector<std::pair<std::string, std::string>> expected{
        {"token_embedding", "embedding"},    {"position_embedding", "embedding"}, {"blocks.0.norm1", "norm1"},
        {"blocks.0.attention", "attention"}, {"blocks.0.norm2", "norm2"},         {"blocks.0.feed_forward", "feed_forward"},
        {"final_norm", "final_norm"}};
    EXPECT_EQ(groups, expected);
    const Matrix& wk = ledger.groups[3].matrices[2];
    EXPECT_EQ(wk.name, "blocks.0.attention.wk");
    EXPECT_EQ(wk.pytorch, "blocks.layers.0.self_attn.in_proj_weight");
    EXPECT_EQ(wk.shape, Shape(768, 768));
    EXPECT_EQ(wk.count, 768u * 768u);
    std::uint64_t sum = 0;
    for (const ParameterGroup& group : ledger.groups) {
        for (const Matrix& matrix : group.matrices) sum += matrix.count;
    }
    EXPECT_EQ(sum, ledger.count);
}

TEST(Parameters, OfAStackAreItsLayers) {
    const PartParameters ledger = ledger_of("stack", {{"d", number(16)}, {"depth", number(3)}, {"mode", word("pre")}});
    EXPECT_EQ(ledger.count, 3u * (16 * 16 + 16) + 32);
    EXPECT_EQ(ledger.groups.back().name, "layers.2");
    EXPECT_EQ(ledger.groups.back().layer, "layers");
}

}  // namespace
}  // namespace dikkat
