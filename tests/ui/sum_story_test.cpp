// "Show my sum" told for cells of the lessons. The figures are PyTorch's (tests/reference) or arithmetic on them.
#include "ui/sum_story.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/number.h"
#include "tests/app/playground.h"
#include "ui/dock.h"

namespace dikkat {
namespace {

using testing::Playground;

SumStory story_of(Playground& playground, const std::string& tensor, int row, int column) {
    playground.does(R"({"type":"select","tensor":")" + tensor + R"(","row":)" + std::to_string(row) + R"(,"col":)" +
                    std::to_string(column) + "}");
    const std::optional<SumStory> story = tell_sum(playground.session);
    EXPECT_TRUE(story.has_value());
    return story.value_or(SumStory{});
}

std::string words_of(const SumPhrase& phrase) {
    std::string words;
    for (const SumPiece& piece : phrase) {
        words += (words.empty() || piece.tight ? "" : " ") +
                 (piece.decimals < 0 ? piece.words : fixed(static_cast<double>(piece.value), piece.decimals, Minus::ascii, true));
    }
    return words;
}

std::string all_phrases(const SumStory& story) {
    std::string words;
    for (const SumPhrase& phrase : story.phrases) words += (words.empty() ? "" : "; ") + words_of(phrase);
    return words;
}

std::vector<std::string> rounded(const std::vector<float>& values) {
    std::vector<std::string> words;
    for (const float value : values) words.push_back(fixed(static_cast<double>(value), 4, Minus::ascii));
    return words;
}

TEST(SumStory, TellsNothingOfATensorThatIsNoLongerBuilt) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    story_of(playground, "head0.masked_scores", 4, 0);
    playground.does(R"({"type":"set_mask","mask":"none"})");
    EXPECT_FALSE(tell_sum(playground.session).has_value());
    EXPECT_EQ(sum_as(playground.session, SumForm::text), "");
}

TEST(SumStory, TellsAScoreAsQueryTimesKey) {
    Playground playground("multi-head");
    const SumStory story = story_of(playground, "head0.scores", 4, 0);
    EXPECT_EQ(story.name + story.place, "başlık 1 · puan[o, Kedi]");
    ASSERT_EQ(story.tables.size(), 1u);
    const SumTable& table = story.tables[0];
    ASSERT_EQ(table.factors.size(), 2u);
    EXPECT_EQ(table.factors[0].label + table.factors[0].place, "Q[o]");
    EXPECT_EQ(table.factors[1].label + table.factors[1].place, "K[Kedi]");
    EXPECT_EQ(table.factors[0].role, "query");
    EXPECT_EQ(table.factors[1].role, "key");
    EXPECT_EQ(table.columns, (std::vector<std::string>{"0", "1", "2", "3"}));
    EXPECT_EQ(rounded(table.factors[0].values), (std::vector<std::string>{"-0.1920", "-0.7419", "0.1290", "-1.6784"}));
    EXPECT_EQ(rounded(table.factors[1].values), (std::vector<std::string>{"-0.9802", "-1.2076", "1.2305", "-3.1272"}));
    EXPECT_EQ(fixed(static_cast<double>(table.total), 4), "6.4917");
    EXPECT_EQ(all_phrases(story), "6.4917 / √4 = 3.2458; softmax → 0.517");
}

TEST(SumStory, NamesTheDimensionsOfTheSecondHeadByTheirPlaceInTheWhole) {
    Playground playground("multi-head");
    EXPECT_EQ(story_of(playground, "head1.scores", 4, 0).tables.at(0).columns, (std::vector<std::string>{"4", "5", "6", "7"}));
}

TEST(SumStory, TellsAProjectionAsARowTimesAColumn) {
    Playground playground("multi-head");
    const SumTable table = story_of(playground, "q", 4, 6).tables.at(0);
    EXPECT_EQ(table.factors[0].label + table.factors[0].place, "X[o]");
    EXPECT_EQ(table.factors[1].label + table.factors[1].place, "W_q[:, 6]");
    EXPECT_EQ(table.columns.size(), 8u);
}

TEST(SumStory, TellsAnOutputAsWeightsTimesValuesOverTheKeys) {
    Playground playground("multi-head");
    const SumTable table = story_of(playground, "head0.output", 4, 1).tables.at(0);
    EXPECT_TRUE(table.words);
    EXPECT_EQ(table.columns.front(), "Kedi");
    EXPECT_EQ(fixed(static_cast<double>(table.factors[0].values[0]), 3), "0.517");
    EXPECT_EQ(table.factors[1].label + table.factors[1].place, "V[:, 1]");
}

TEST(SumStory, TellsAWeightAsAQuotientOfExponentials) {
    Playground playground("multi-head");
    const SumStory story = story_of(playground, "head0.weights", 4, 0);
    const SumTable& table = story.tables.at(0);
    EXPECT_EQ(table.kind, SumTable::Kind::exponentials);
    EXPECT_EQ(table.own, 0);
    EXPECT_EQ(table.factors.at(0).place, "[o]");
    EXPECT_EQ(table.columns.front(), "Kedi");
    EXPECT_EQ(table.result.values.at(0), 1.0f);  // the largest score's own exponential
    EXPECT_NEAR(static_cast<double>(1 / table.total), 0.517, 0.0005);
    EXPECT_NE(all_phrases(story).find("1.0000 / "), std::string::npos);
}

TEST(SumStory, NamesTheCellThatAConcatCopies) {
    Playground playground("multi-head");
    const std::string words = all_phrases(story_of(playground, "concat", 4, 5));
    EXPECT_NE(words.find("başlık 2 · çıktı[o, 1]"), std::string::npos) << words;
}

TEST(SumStory, SaysWhatACellSetByHandWouldBe) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"head0.scores","row":4,"col":0,"value":1})");
    const std::string words = all_phrases(story_of(playground, "head0.scores", 4, 0));
    EXPECT_NE(words.find("elle 1.0000, yoksa 3.2458"), std::string::npos) << words;
}

TEST(SumStory, SaysThatALeafIsNotComputed) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_language","language":"en"})");
    EXPECT_EQ(all_phrases(story_of(playground, "x", 4, 0)), "This number goes in: it is not computed. 1.3");
}

TEST(SumStory, MarksTheTermsThatDifferFromTheBaseline) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_cell","tensor":"wq","row":0,"col":6,"value":0.3})");
    const SumTable table = story_of(playground, "q", 4, 6).tables.at(0);
    EXPECT_TRUE(table.result.changed[0]);
    EXPECT_FALSE(table.result.changed[1]);
    EXPECT_TRUE(table.total_changed);
}

TEST(SumStory, GoesThroughTheMaskToTheSoftmax) {
    Playground playground("multi-head");
    playground.does(R"({"type":"set_mask","mask":"causal"})");
    const std::string seen = all_phrases(story_of(playground, "head0.scores", 4, 0)),
                      hidden = all_phrases(story_of(playground, "head0.scores", 0, 4));
    EXPECT_NE(seen.find("maske → 3.2458 softmax → 0."), std::string::npos) << seen;
    EXPECT_NE(hidden.find("softmax → 0"), std::string::npos) << hidden;
    EXPECT_NE(all_phrases(story_of(playground, "head0.masked_scores", 0, 4)).find("maskeli"), std::string::npos);
}

TEST(SumStory, KnowsScalingByARootAndByAnythingElse) {
    EXPECT_EQ(inverse_root_of(0.5f), 4);
    EXPECT_EQ(inverse_root_of(static_cast<float>(1 / std::sqrt(8.0))), 8);
    EXPECT_EQ(inverse_root_of(0.7f), std::nullopt);
    EXPECT_EQ(inverse_root_of(1), std::nullopt);
    EXPECT_EQ(inverse_root_of(-0.5f), std::nullopt);
    EXPECT_EQ(inverse_root_of(std::nanf("")), std::nullopt);
}

TEST(SumStory, IsToldForEveryCellOfEveryLesson) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        for (const Node& node : playground.session.graph().nodes()) {
            if (node.name.empty()) continue;
            const SumStory story = story_of(playground, node.name, 0, 0);
            EXPECT_FALSE(story.tables.empty() && story.phrases.empty()) << node.name;
            for (const SumForm form : {SumForm::text, SumForm::numpy, SumForm::latex})
                EXPECT_FALSE(sum_as(playground.session, form).empty());
        }
    }
}

TEST(SumCopy, IsTextWithTabs) {
    Playground playground("multi-head");
    story_of(playground, "head0.scores", 4, 0);
    EXPECT_EQ(sum_as(playground.session, SumForm::text),
              "başlık 1 · puan[o, Kedi]\n\t0\t1\t2\t3\nQ[o]\t-0.1920\t-0.7419\t0.1290\t-1.6784\n"
              "K[Kedi]\t-0.9802\t-1.2076\t1.2305\t-3.1272\n×\t0.1882\t0.8960\t0.1588\t5.2487\nΣ 6.4917\n"
              "6.4917 / √4 = 3.2458\nsoftmax → 0.517\n");
}

TEST(SumCopy, IsNumPyThatComputesTheCell) {
    Playground playground("multi-head");
    story_of(playground, "head0.scores", 4, 0);
    const std::string code = sum_as(playground.session, SumForm::numpy);
    EXPECT_NE(code.find("Q_o = np.array(["), std::string::npos) << code;
    EXPECT_NE(code.find("(Q_o * K_Kedi).sum() / np.sqrt(np.float32(4))  # 3.2458\n"), std::string::npos) << code;
    story_of(playground, "head0.weights", 4, 0);
    EXPECT_NE(sum_as(playground.session, SumForm::numpy).find("e[0] / e.sum()  # 0.517"), std::string::npos);
}

TEST(SumCopy, IsLatex) {
    Playground playground("multi-head");
    story_of(playground, "head0.scores", 4, 0);
    const std::string latex = sum_as(playground.session, SumForm::latex);
    EXPECT_NE(latex.find("Q\\text{[o]} \\cdot K\\text{[Kedi]} = (-0.1920) \\cdot (-0.9802) + "), std::string::npos) << latex;
    EXPECT_NE(latex.find("6.4917 / \\sqrt{4} = 3.2458"), std::string::npos) << latex;
}

// ---- Other operations. The course's example: 1, 5, 3, 9 has the mean 4.5 and the variance (12.25 + 0.25 + 2.25 + 20.25) / 4
// = 8.75.

TEST(SumStory, TellsANormFromItsMeanToItsBeta) {
    Playground playground("layer-norm");
    const SumStory story = story_of(playground, "example.norm.output", 0, 3);
    ASSERT_EQ(story.tables.size(), 2u);
    EXPECT_EQ(story.tables[0].factors[0].values, (std::vector<float>{1, 5, 3, 9}));
    EXPECT_EQ(story.tables[0].total, 18);
    EXPECT_TRUE(story.tables[0].result.values.empty()) << "nothing is made of the numbers before they are added";
    EXPECT_EQ(story.tables[1].result.values, (std::vector<float>{12.25f, 0.25f, 2.25f, 20.25f}));
    EXPECT_EQ(story.tables[1].total, 35);
    EXPECT_EQ(all_phrases(story),
              "ortalama Σ / 4 = 4.5000; varyans Σ / 4 = 8.7500; √8.7500 = 2.9580; 9.0000 − 4.5000 = 4.5000; "
              "4.5000 / √(2.9580² + 1.0e−05) = 1.5213; 1.5213 × 1.0000 = 1.5213; 1.5213 + 0 = 1.5213");
}

TEST(SumStory, CopiesANormAsStepsThatNumpyRuns) {
    Playground playground("layer-norm");
    story_of(playground, "example.norm.output", 0, 3);
    const std::string numpy = sum_as(playground.session, SumForm::numpy);
    EXPECT_NE(numpy.find("mean_ = np.array([1, 5, 3, 9], dtype=np.float32).mean()  # 4.5000\n"), std::string::npos) << numpy;
    EXPECT_NE(numpy.find("variance_ = ((np.array([1, 5, 3, 9], dtype=np.float32) - mean_) ** 2).mean()  # 8.7500\n"),
              std::string::npos)
        << numpy;
    EXPECT_NE(numpy.find("deviation_ = np.sqrt(variance_)  # 2.9580\n"), std::string::npos) << numpy;
    EXPECT_NE(numpy.find("normalised_ = centred_ / np.sqrt(deviation_ ** 2 + np.float32(1e-05))  # 1.5213\n"), std::string::npos)
        << numpy;
    const std::string latex = sum_as(playground.session, SumForm::latex);
    EXPECT_NE(latex.find("(1.0000 - 4.5000)^2 + (5.0000 - 4.5000)^2"), std::string::npos) << latex;
    EXPECT_NE(latex.find("\\frac{4.5000}{\\sqrt{2.9580^2 + 1.0e-05}} = 1.5213"), std::string::npos) << latex;
}

TEST(SumStory, TellsAGeluThroughItsErrorFunction) {
    Playground playground("feed-forward");
    const SumStory story = story_of(playground, "feed_forward.activated", 0, 0);
    const float x = playground.tensor("feed_forward.hidden").data[0];
    ASSERT_EQ(story.phrases.size(), 2u);
    EXPECT_EQ(words_of(story.phrases[0]).substr(0, 4), "erf(");
    const double erf = std::erf(static_cast<double>(x) / std::sqrt(2.0));
    EXPECT_NEAR(story.explanation.lines[0].result, erf, 1e-6);
    EXPECT_NEAR(story.explanation.value, static_cast<double>(x) * (1 + erf) / 2, 1e-6);
}

TEST(SumCopy, SpellsEveryActivationInLatex) {
    Playground playground("sandbox");
    const auto latex_of = [&](const char* activation) {
        playground.does(R"({"type":"set_config","name":"activation","value":")" + std::string(activation) + "\"}");
        story_of(playground, "blocks.0.feed_forward.activated", 0, 0);
        return sum_as(playground.session, SumForm::latex);
    };
    EXPECT_NE(latex_of("sigmoid").find("\\frac{1}{1 + "), std::string::npos);
    EXPECT_NE(latex_of("gelu").find("\\operatorname{erf}("), std::string::npos);
    EXPECT_NE(latex_of("gelu").find("/ \\sqrt{2})"), std::string::npos);
    EXPECT_NE(latex_of("gelu").find("}{2} = "), std::string::npos);
    EXPECT_NE(latex_of("gelu_tanh").find("\\sqrt{2 / \\pi}"), std::string::npos);
    EXPECT_NE(latex_of("silu").find(" \\cdot "), std::string::npos);
    EXPECT_NE(latex_of("relu").find("\\max(0, "), std::string::npos);
    EXPECT_NE(latex_of("tanh").find("\\tanh("), std::string::npos);
}

}  // namespace
}  // namespace dikkat
