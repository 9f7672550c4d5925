#include "app/graphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "app/build.h"
#include "core/random.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

std::string told(const Graph& graph) {
    std::string text;
    for (const Node& node : graph.nodes()) {
        text += node.name + " " + to_string(node.shape) + " " + std::string(to_string(node.kind));
        for (const NodeId input : node.inputs) text += " " + std::to_string(input);
        text += "\n";
    }
    return text;
}

TEST(Graphs, GiveOneGraphForDocumentsThatDifferInNumbersAlone) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        Graphs graphs;
        const SharedGraph before = graphs.of(playground.session.document()).value();
        Document after = playground.session.document();
        after.overrides[{"x", {0, 0, 0}}] = 0.5f;
        after.perturbations["x"] = {0, 2.0, {}};
        EXPECT_EQ(graphs.of(after).value(), before) << lesson.id;
    }
}

// Whatever a kept graph was built for, another document gets its own.
TEST(Graphs, AreThoseThatAreBuiltAnew) {
    const char* const commands[] = {
        R"({"type":"set_mask","mask":"causal"})",
        R"({"type":"set_mask_cell","row":0,"col":1,"visible":false})",
        R"({"type":"set_mask","mask":"none"})",
        R"({"type":"set_tokens","tokens":["bir","iki","bir"]})",
        R"({"type":"set_config","name":"heads","value":1})",
        R"({"type":"set_config","name":"blocks","value":1})",
        R"({"type":"set_config","name":"kind","value":"encoder_decoder"})",
        R"({"type":"set_tokens","target":true,"tokens":["one","two"]})",
        R"({"type":"set_config","part":"stack","name":"mode","value":"post"})",
        R"({"type":"set_config","part":"small","name":"batch","value":1})",
        R"({"type":"undo"})",
        R"({"type":"undo"})",
        R"({"type":"reset"})",
    };
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id);
        Graphs graphs;
        for (const char* command : commands) {
            playground.session.dispatch_json(command);  // a lesson without such a setting refuses it, and that is tested elsewhere
            const Document& document = playground.session.document();
            const Result<Graph> anew = build_graph(document);
            ASSERT_TRUE(anew.ok()) << lesson.id << " " << command;
            EXPECT_EQ(told(*graphs.of(document).value()), told(anew.value())) << lesson.id << " " << command;
            EXPECT_EQ(told(playground.session.graph()), told(anew.value())) << lesson.id << " " << command;
            for (const Part& part : document.parts) {
                const Result<Graph> alone = build_part_graph(document, part.name);
                ASSERT_TRUE(alone.ok()) << lesson.id << " " << command << " " << part.name;
                EXPECT_EQ(told(*graphs.of_part(document, part.name).value()), told(alone.value())) << lesson.id << " " << part.name;
            }
        }
    }
}

// A session that went through many commands against one that opens where it has come to: each number, gradient and variant.
TEST(Graphs, GiveTheNumbersOfASessionThatHasKeptNone) {
    const char* const commands[] = {
        R"({"type":"set_mask","mask":"causal"})",
        R"({"type":"set_mask_cell","row":2,"col":0,"visible":false})",
        R"({"type":"set_mask","mask":"none"})",
        R"({"type":"set_tokens","tokens":["bir","iki","üç"]})",
        R"({"type":"set_tokens","tokens":["iki","bir","bir","dört"]})",
        R"({"type":"set_tokens","target":true,"tokens":["one","two","three","four","five"]})",
        R"({"type":"set_config","name":"heads","value":1})",
        R"({"type":"set_config","name":"heads","value":2})",
        R"({"type":"set_config","name":"scaled","value":false})",
        R"({"type":"set_config","name":"blocks","value":1})",
        R"({"type":"set_config","name":"kind","value":"encoder_decoder"})",
        R"({"type":"set_config","name":"kind","value":"encoder"})",
        R"({"type":"set_config","name":"norm","value":"post"})",
        R"({"type":"set_config","name":"activation","value":"relu"})",
        R"({"type":"set_config","part":"stack","name":"mode","value":"post"})",
        R"({"type":"set_config","part":"stack","name":"depth","value":7})",
        R"({"type":"set_config","part":"small","name":"batch","value":1})",
        R"({"type":"set_seed","seed":5})",
        R"({"type":"set_cell","tensor":"x","row":1,"col":2,"value":3})",
        R"({"type":"set_cell","tensor":"stack.x","row":0,"col":2,"value":3})",
        R"({"type":"perturb_row","tensor":"x","row":1,"strength":2,"seed":3})",
        R"({"type":"swap_columns","tensor":"wq","a":0,"b":1})",
        R"({"type":"pin_baseline"})",
        R"({"type":"undo"})",
        R"({"type":"undo"})",
        R"({"type":"redo"})",
        R"({"type":"reset"})",
    };
    Generator generator(11);
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        Playground playground(lesson.id), fresh(lesson.id);
        for (int turn = 0; turn < 40; ++turn) {
            const float drawn = generator.uniform(0, static_cast<double>(std::size(commands)), 1)[0];
            const char* const command = commands[std::min(static_cast<std::size_t>(drawn), std::size(commands) - 1)];
            playground.session.dispatch_json(command);  // what has no place in this lesson is refused
            if (turn % 4 != 3) continue;
            fresh.does(R"({"type":"load_state","state":)" + playground.session.state_json() + "}");
            std::vector<std::string> suffixes{""};
            for (const auto& [name, variant] : lesson.variants) suffixes.push_back("@" + name);
            for (const Node& node : fresh.session.graph().nodes()) {
                for (const std::string& suffix : suffixes) {
                    const auto kept = playground.session.read(node.name + suffix), anew = fresh.session.read(node.name + suffix);
                    ASSERT_EQ(kept.has_value(), anew.has_value()) << lesson.id << " " << node.name << suffix;
                    if (!kept) continue;
                    ASSERT_EQ(kept->shape, anew->shape) << lesson.id << " " << command << " " << node.name << suffix;
                    const bool same = std::equal(kept->value.begin(), kept->value.end(), anew->value.begin(), same_number<float>);
                    ASSERT_TRUE(same) << lesson.id << " " << command << " " << node.name << suffix;
                }
            }
        }
    }
}

TEST(Graphs, OfARecipeThatCannotBeBuiltAreRefused) {
    Document document = Playground("attention").session.document();
    Graphs graphs;
    ASSERT_TRUE(graphs.of(document).ok());
    document.custom_mask = {1};
    EXPECT_EQ(graphs.of(document).error().code, "bad_mask");
    document = Document();
    EXPECT_EQ(graphs.of(document).error().code, "no_tokens");
}

}  // namespace
}  // namespace dikkat
