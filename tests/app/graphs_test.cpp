#include "app/graphs.h"

#include <gtest/gtest.h>

#include "app/build.h"
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
