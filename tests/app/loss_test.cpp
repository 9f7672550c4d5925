#include "app/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

std::vector<float> gradient(const Playground& playground, const std::string& name) {
    const std::optional<Tensor<float>> found = playground.session.gradient(name);
    EXPECT_TRUE(found.has_value()) << name;
    return found ? found->data : std::vector<float>{};
}

TEST(Loss, IsTheSumOfTheMainPartsLastTensorUnlessAnotherIsChosen) {
    const Playground playground("multi-head");
    EXPECT_EQ(gradient(playground, "concat"), std::vector<float>(48, 1.0f));
    EXPECT_EQ(gradient(playground, "separate.concat"), std::vector<float>(48, 0.0f)) << "another part's";
    float sum = 0;
    for (const float value : playground.tensor("concat").data) sum += value;
    EXPECT_EQ(static_cast<float>(playground.ask("loss")["value"].GetDouble()), sum);
}

TEST(Loss, AProjectionsGradientIsPyTorchsDraw) {
    Playground playground("attention");
    playground.does(R"({"type":"set_loss","loss":{"projection":"output","seed":7}})");
    Generator generator(7);
    EXPECT_EQ(gradient(playground, "output"), generator.normal(40));
}

TEST(Loss, OfOneCellLeadsBackToItsRowAlone) {
    Playground playground("attention");
    playground.does(R"({"type":"set_loss","loss":{"cell":"output","row":2,"col":3}})");
    const std::vector<float> by_q = gradient(playground, "q"), by_v = gradient(playground, "v");
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 8; ++column) {
            const std::size_t at = static_cast<std::size_t>(8 * row + column);
            EXPECT_EQ(by_q[at] != 0, row == 2) << row;
            EXPECT_EQ(by_v[at], column == 3 ? playground.tensor("weights")(2, row) : 0.0f);
        }
    }
    EXPECT_EQ(static_cast<float>(playground.ask("loss")["value"].GetDouble()), playground.tensor("output")(2, 3));
}

TEST(Loss, OfOneCellIsItsNumberWhateverStandsBesideIt) {
    Playground playground("attention");
    playground.does(R"({"type":"set_cell","tensor":"output","row":0,"col":0,"value":"NaN"})");
    playground.does(R"({"type":"set_loss","loss":{"cell":"output","row":2,"col":3}})");
    EXPECT_EQ(static_cast<float>(playground.ask("loss")["value"].GetDouble()), playground.tensor("output")(2, 3));
}

TEST(Loss, CrossEntropyIsAgainstTheTokenThatFollows) {
    const Playground playground("sandbox");
    const Tensor<float> probabilities = playground.tensor("probabilities");
    const std::vector<float> ids = playground.tensor("ids").data, found = gradient(playground, "logits");
    double loss = 0;
    for (int row = 0; row < 6; ++row) {
        for (int word = 0; word < 6; ++word) {
            const bool is_next = row < 5 && static_cast<int>(ids[static_cast<std::size_t>(row) + 1]) == word;
            const double expected = row == 5 ? 0 : (static_cast<double>(probabilities(row, word)) - (is_next ? 1 : 0)) / 5;
            EXPECT_NEAR(found[static_cast<std::size_t>(6 * row + word)], expected, 1e-6) << row << " " << word;
            if (is_next) loss -= std::log(static_cast<double>(probabilities(row, word))) / 5;
        }
    }
    EXPECT_NEAR(playground.ask("loss")["value"].GetDouble(), loss, 1e-5);
}

TEST(Loss, CrossEntropyOfADecoderIsOverItsOwnSentence) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_config","name":"kind","value":"encoder_decoder"})");
    playground.does(R"({"type":"set_tokens","target":true,"tokens":["the","cat"]})");
    const Tensor<float> probabilities = playground.tensor("probabilities");
    const std::size_t next = static_cast<std::size_t>(playground.tensor("target.ids").data[1]);
    EXPECT_NEAR(playground.ask("loss")["value"].GetDouble(), -std::log(static_cast<double>(probabilities.data[next])), 1e-5);
}

TEST(Loss, WithoutANextTokenThereIsNone) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_tokens","tokens":["o"]})");
    EXPECT_EQ(playground.text("loss"), "refused: no_next_token");
    EXPECT_EQ(playground.text("gradient/logits"), "refused: no_next_token");
    playground.does(R"({"type":"show","what":"gradient"})");
    EXPECT_TRUE(playground.session.read("logits")->gradient.empty());
}

TEST(Loss, OfATensorThatIsNotBuiltIsRefused) {
    Playground playground("multi-head");
    EXPECT_EQ(playground.refuses(R"({"type":"set_loss","loss":{"sum":"output"}})"), "unknown_tensor");
    EXPECT_EQ(playground.refuses(R"({"type":"set_loss","loss":{"cell":"concat","row":6,"col":0}})"), "cell_outside");
    playground.does(R"({"type":"set_config","name":"output_projection","value":true})");
    playground.does(R"({"type":"set_loss","loss":{"sum":"output"}})");
    EXPECT_TRUE(playground.ask("gradient/x").IsObject());
    playground.does(R"({"type":"set_config","name":"output_projection","value":false})");
    EXPECT_EQ(playground.text("gradient/x"), "refused: unknown_tensor");
    EXPECT_EQ(playground.text("loss"), "refused: unknown_tensor");
}

TEST(Loss, IsPartOfTheDocumentAndCanBeUndone) {
    Playground playground("attention");
    playground.does(R"({"type":"set_loss","loss":{"projection":"output","seed":7}})");
    playground.does(R"({"type":"undo"})");
    EXPECT_EQ(gradient(playground, "output"), std::vector<float>(40, 1.0f));
}

// ---- Gradients in place of values

TEST(GradientView, EveryTensorHasItsGradientWhereTheViewShowsGradients) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        EXPECT_TRUE(playground.session.read(playground.session.graph()[0].name)->gradient.empty()) << lesson.id;
        playground.does(R"({"type":"show","what":"gradient"})");
        for (const Node& node : playground.session.graph().nodes()) {
            if (node.name.empty()) continue;
            const std::optional<TensorReading> reading = playground.session.read(node.name);
            ASSERT_EQ(reading->gradient.size(), node.shape.size()) << node.name;
            EXPECT_GT(reading->gradient_bound, 0) << node.name;
        }
        playground.does(R"({"type":"show","what":"value"})");
        EXPECT_TRUE(playground.session.read(playground.session.graph()[0].name)->gradient.empty());
    }
}

TEST(GradientView, AVariantsGradientIsOfItsOwnNumbers) {
    Playground playground("attention");
    playground.does(R"({"type":"show","what":"gradient"})");
    const std::optional<TensorReading> causal = playground.session.read("v@causal");
    const std::vector<float> by_v(causal->gradient.begin(), causal->gradient.end());
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    EXPECT_EQ(gradient(playground, "v"), by_v);
    EXPECT_EQ(gradient(playground, "v@causal"), by_v);
    EXPECT_FALSE(playground.session.gradient("v@nobody"));
    EXPECT_FALSE(playground.session.gradient("wz"));
}

TEST(GradientView, FollowsAnEditAndKeepsItsBound) {
    Playground playground("attention");
    playground.does(R"({"type":"show","what":"gradient"})");
    const double bound = playground.session.read("v")->gradient_bound;
    const std::vector<float> before = gradient(playground, "v");
    playground.does(R"({"type":"set_cell","tensor":"q","row":0,"col":0,"value":9})");
    const std::optional<TensorReading> now = playground.session.read("v");
    EXPECT_NE(std::vector<float>(now->gradient.begin(), now->gradient.end()), before);
    EXPECT_EQ(now->gradient_bound, bound) << "colours do not jump while a number is dragged";
}

TEST(GradientView, OfALargeModelComesInSlicesAndWholeAtOnceWithoutThem) {
    Playground playground("sandbox"), at_once("sandbox");
    const std::vector<std::string> commands{
        R"({"type":"set_config","name":"heads","value":4})", R"({"type":"set_config","name":"d","value":64})",
        R"({"type":"set_config","name":"blocks","value":12})", R"({"type":"show","what":"gradient"})"};
    for (const std::string& command : commands) playground.does(command), at_once.does(command);
    std::string sentence = R"("a0")";
    for (int i = 1; i < 64; ++i) sentence += ",\"a" + std::to_string(i % 8) + "\"";
    const std::string longer = R"({"type":"set_tokens","tokens":[)" + sentence + "]}";
    at_once.does(longer);
    playground.session.in_slices(true);
    playground.does(longer);
    ASSERT_TRUE(playground.session.working()) << "too small for slices";
    while (playground.session.advance([] { return false; })) {
    }
    EXPECT_TRUE(playground.session.read("x")->gradient.empty()) << "asked for, and not there yet";
    EXPECT_EQ(playground.text("gradient/x"), "refused: not_computed_yet");
    const std::uint64_t revision = playground.session.revision();
    ASSERT_TRUE(playground.session.working());
    int slices = 0;
    while (playground.session.advance([] { return false; })) ++slices;
    EXPECT_GT(slices, 10);
    EXPECT_GT(playground.session.revision(), revision) << "a view draws again";
    EXPECT_EQ(gradient(playground, "x"), gradient(at_once, "x"));
    EXPECT_EQ(playground.session.read("x")->gradient.size(), 64u * 64u);
}

TEST(GradientView, ACellSetByHandHasAGradientAndPassesNone) {
    Playground playground("attention");
    playground.does(R"({"type":"set_row","tensor":"scores","row":1,"values":[1,2,3,4,5]})");
    const std::vector<float> by_q = gradient(playground, "q"), by_scores = gradient(playground, "scores");
    for (int column = 0; column < 8; ++column) EXPECT_EQ(by_q[static_cast<std::size_t>(8 + column)], 0.0f);
    float size = 0;
    for (int column = 0; column < 5; ++column) size += std::fabs(by_scores[static_cast<std::size_t>(5 + column)]);
    EXPECT_GT(size, 0);
}

}  // namespace
}  // namespace dikkat
