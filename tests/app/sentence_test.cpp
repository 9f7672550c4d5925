#include "app/sentence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/build.h"
#include "app/vocabulary.h"
#include "core/random.h"
#include "nn/transformer.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

constexpr const char* kEncoderDecoder = R"({"type":"set_config","name":"kind","value":"encoder_decoder"})";

TEST(Sentence, WordsAreNumberedByFirstUse) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_tokens","tokens":["o","Kedi","o","masaya"]})");
    EXPECT_EQ(playground.tensor("ids").data, (std::vector<float>{4, 0, 4, 1})) << "as they came in the sentence that was drawn";
    EXPECT_EQ(playground.tensor("x").shape, Shape(4, 8));
}

TEST(Sentence, AKnownWordKeepsItsRowOfTheTableAndANewOneTakesTheSeedsNextDraws) {
    Playground playground("sandbox");
    const Tensor<float> opened = playground.tensor("token_embedding");
    playground.does(R"({"type":"set_tokens","tokens":["kuş","Kedi","dal"]})");
    const Tensor<float> table = playground.tensor("token_embedding");
    EXPECT_EQ(table.shape, Shape(8, 8));
    EXPECT_TRUE(std::equal(opened.data.begin(), opened.data.end(), table.data.begin()));
    EXPECT_EQ(playground.tensor("ids").data, (std::vector<float>{6, 0, 7}));
    Generator generator(0);  // the document's seed; each word's row, then its column of the head
    const std::vector<float> bird = generator.normal(8);
    const double bound = 1 / std::sqrt(8.0);
    const std::vector<float> bird_in_head = generator.uniform(-bound, bound, 8), branch = generator.normal(8);
    EXPECT_EQ(playground.row("token_embedding", 6), bird);
    EXPECT_EQ(playground.row("token_embedding", 7), branch);
    const Tensor<float> head = playground.tensor("head");
    for (int row = 0; row < 8; ++row) EXPECT_EQ(head(row, 6), bird_in_head[static_cast<std::size_t>(row)]);
}

TEST(Sentence, PlacesKeepTheirRowsHoweverLongItBecomes) {
    Playground playground("sandbox");
    const std::vector<float> opened = playground.tensor("position_embedding").data;
    playground.does(R"({"type":"set_tokens","tokens":["o","o","o","o","o","o","o","o"]})");
    const Tensor<float> longer = playground.tensor("position_embedding");
    EXPECT_EQ(longer.shape, Shape(8, 8));
    EXPECT_TRUE(std::equal(opened.begin(), opened.end(), longer.data.begin()));
    Generator generator(1);  // the seed after the words'
    EXPECT_EQ(playground.row("position_embedding", 6), generator.normal(8));
    playground.does(R"({"type":"set_tokens","tokens":["o"]})");
    EXPECT_EQ(playground.tensor("position_embedding").data, std::vector<float>(opened.begin(), opened.begin() + 8));
}

TEST(Sentence, TheSentenceAsDrawnComesBackToTheBit) {
    Playground playground("sandbox");
    const std::vector<float> opened = playground.tensor("logits").data;
    playground.does(R"({"type":"set_tokens","tokens":["Kedi","masaya"]})");
    playground.does(R"({"type":"set_tokens","tokens":["Kedi","masaya","çıktı","çünkü","o","yorulmuştu"]})");
    EXPECT_EQ(playground.tensor("logits").data, opened);
    EXPECT_TRUE(playground.session.document().drawn_tokens.empty());
}

TEST(Sentence, SinusoidalPlacesAreComputedAndNotDrawn) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_config","name":"positions","value":"sinusoidal"})");
    EXPECT_EQ(playground.tensor("position_embedding").data, sinusoidal_positions(6, 8).data);
    playground.does(R"({"type":"set_tokens","tokens":["o","o","o","o","o","o","o","o","o"]})");
    EXPECT_EQ(playground.tensor("position_embedding").data, sinusoidal_positions(9, 8).data);
}

TEST(Sentence, ATokensNumberIsAWholeOneOfTheTable) {
    Playground playground("sandbox");
    const auto command = [](const std::string& value) {
        return R"({"type":"set_cell","tensor":"ids","row":0,"col":2,"value":)" + value + "}";
    };
    playground.does(command("5"));
    EXPECT_EQ(playground.tensor("ids").data[2], 5.0f);
    for (const char* value : {"6", "-1", "1.5", "\"NaN\"", "\"Infinity\"", "1e30"}) {
        EXPECT_EQ(playground.refuses(command(value)), "not_an_index") << value;
    }
    EXPECT_EQ(playground.refuses(R"({"type":"perturb_row","tensor":"ids","row":0,"strength":1,"direction":{"seed":1}})"),
              "not_editable");
    EXPECT_EQ(playground.refuses(R"({"type":"swap_columns","tensor":"ids","a":0,"b":1,"count":1})"), "not_a_leaf");
}

TEST(Sentence, CellsSetByHandGoWithTheirTokens) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_cell","tensor":"ids","row":0,"col":4,"value":0})");
    playground.does(R"({"type":"set_cell","tensor":"x","row":4,"col":1,"value":9})");
    playground.does(R"({"type":"set_cell","tensor":"token_embedding","row":4,"col":1,"value":7})");
    playground.does(R"({"type":"set_tokens","tokens":["o","Kedi"]})");
    EXPECT_EQ(playground.tensor("ids").data, (std::vector<float>{0, 0}));
    EXPECT_EQ(playground.tensor("x")(0, 1), 9.0f);
    EXPECT_EQ(playground.tensor("token_embedding")(4, 1), 7.0f) << "the table's rows are words, not places";
}

TEST(Sentence, AFixedTableHasRoomForSoManyWords) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_config","name":"vocabulary","value":7})");
    playground.does(R"({"type":"set_tokens","tokens":["kuş","Kedi"]})");
    EXPECT_EQ(playground.tensor("ids").data, (std::vector<float>{6, 0}));
    EXPECT_EQ(playground.refuses(R"({"type":"set_tokens","tokens":["kuş","dal"]})"), "words_do_not_fit");
    EXPECT_EQ(playground.refuses(R"({"type":"set_config","name":"vocabulary","value":5})"), "words_do_not_fit");
}

TEST(Sentence, TheDecodersOwnIsSetApart) {
    Playground playground("sandbox");
    playground.does(kEncoderDecoder);
    EXPECT_EQ(playground.tensor("token_embedding").shape, Shape(12, 8)) << "six words and six";
    EXPECT_EQ(playground.tensor("target.ids").data, (std::vector<float>{6, 7, 8, 9, 10, 11})) << "The and the are two words";
    const Tensor<float> opened = playground.tensor("token_embedding");
    const std::vector<float> source = playground.tensor("ids").data;
    playground.does(R"({"type":"set_tokens","target":true,"tokens":["the","bird","Kedi"]})");
    EXPECT_EQ(playground.tensor("ids").data, source);
    const Tensor<float> table = playground.tensor("token_embedding");
    EXPECT_TRUE(std::equal(opened.data.begin(), opened.data.end(), table.data.begin()));
    EXPECT_EQ(playground.tensor("target.ids").data.back(), 0.0f) << "one table for both sentences";
    EXPECT_EQ(playground.tensor("logits").shape.rows(), 3);
    EXPECT_EQ(playground.tensor("mask").shape, Shape(3, 3)) << "between the decoder's own tokens";
    const std::optional<TensorReading> logits = playground.session.read("logits");
    EXPECT_EQ(playground.session.axis_label(*logits, 0, 1), "bird");
    EXPECT_EQ(playground.session.axis_label(*logits, 1, 1), "masaya");
    EXPECT_EQ(playground.refuses(R"({"type":"set_tokens","target":true,"tokens":[""]})"), "empty_token");
}

TEST(Sentence, APerturbedRowGoesWithItsTokenAndOtherRowsStay) {
    Playground playground("feed-forward");
    playground.does(R"({"type":"perturb_row","tensor":"x","row":3,"strength":2,"direction":{"seed":1}})");
    playground.does(R"({"type":"perturb_row","tensor":"feed_forward.w1","row":1,"strength":2,"direction":{"seed":1}})");
    playground.does(R"({"type":"set_tokens","tokens":["token 3","token 0"]})");
    EXPECT_EQ(playground.session.document().perturbations.at("x").row, 0);
    EXPECT_EQ(playground.session.document().perturbations.at("feed_forward.w1").row, 1) << "no row of a token";
    playground.does(R"({"type":"set_tokens","tokens":["token 0"]})");
    EXPECT_FALSE(playground.session.document().perturbations.contains("x"));
}

TEST(Sentence, AMaskSetByHandIsLeftWhereItIsBetweenOtherTokens) {
    Playground playground("sandbox");
    playground.does(R"({"type":"set_tokens","target":true,"tokens":["the","cat"]})");
    playground.does(R"({"type":"set_mask_cell","row":0,"col":1,"visible":true})");
    playground.does(kEncoderDecoder);
    EXPECT_EQ(playground.session.document().mask, MaskKind::causal);
    EXPECT_EQ(playground.tensor("mask").data, (std::vector<float>{1, 0, 1, 1}));
}

}  // namespace
}  // namespace dikkat
