// ShownScreen: which block, head and section of a deep model are on the screen, over the project's own sandbox.
#include "ui/shown_screen.h"

#include <algorithm>

#include "tests/app/playground.h"
#include "ui/choosers.h"

namespace dikkat {
namespace {

class Sandbox : public ::testing::Test {
protected:
    Sandbox() : session(testing::all_lessons()) { send(OpenLesson{"sandbox"}); }

    void send(Action action) {
        const Result<Done> done = session.dispatch({std::move(action), 0});
        ASSERT_TRUE(done.ok()) << done.error().code;
    }
    void set(const std::string& name, double number) {
        SetConfig config{"", name, {}};
        config.value.number = number;
        send(config);
    }
    void set(const std::string& name, const std::string& word) {
        SetConfig config{"", name, {}};
        config.value.type = ConfigValue::Type::word;
        config.value.word = word;
        send(config);
    }
    static std::vector<std::string> built_stations(const Session& session) {
        std::vector<std::string> names;
        for (const StationColumn& column : shown_screen(session).columns) {
            for (const Lane& lane : column.lanes) {
                for (const Station& station : lane.stations) {
                    if (session.graph().find(station.tensor) != kNoNode) names.push_back(station.tensor);
                }
            }
        }
        return names;
    }
    static bool has(const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    Session session;
};

TEST_F(Sandbox, OffersTheSectionsOfWhatIsBuilt) {
    const auto ids = [&] {
        std::vector<std::string> found;
        for (const ScreenSection& section : shown_screen(session).sections) found.push_back(section.id);
        return found;
    };
    const std::vector<std::string> of_gpt = ids();
    EXPECT_TRUE(has(of_gpt, "attention"));
    EXPECT_FALSE(has(of_gpt, "cross_attention"));
    set("kind", "encoder_decoder");
    EXPECT_TRUE(has(ids(), "cross_attention"));
    EXPECT_FALSE(has(ids(), "attention"));
}

TEST_F(Sandbox, ShowsTheChosenBlockInItsStationsAndRibbons) {
    send(OpenPanel{"attention"});
    send(SelectBlock{1});
    const ShownScreen screen = shown_screen(session);
    EXPECT_EQ(screen.blocks, 2);
    EXPECT_EQ(screen.block, 1);
    EXPECT_TRUE(has(built_stations(session), "blocks.1.attention.wq"));
    EXPECT_FALSE(has(built_stations(session), "blocks.0.attention.wq"));
    EXPECT_EQ(screen.ribbons.at(0).tensor, "blocks.1.attention.head0.weights");
    EXPECT_EQ(screen.ribbons.at(0).title.en, "Head 1");
    EXPECT_EQ(screen.ribbons.at(1).title.en, "Head 2");
}

TEST_F(Sandbox, HasTheLastTwoHeadsInItsLanesWhereTheLastIsChosen) {
    set("heads", 4);
    send(OpenPanel{"attention"});
    send(SelectHead{3});
    const ShownScreen screen = shown_screen(session);
    EXPECT_TRUE(screen.chooses_head);
    EXPECT_EQ(screen.heads, 4);
    EXPECT_EQ(screen.head, 3);
    EXPECT_EQ(screen.ribbons.at(0).tensor, "blocks.0.attention.head2.weights");
    EXPECT_EQ(screen.ribbons.at(1).tensor, "blocks.0.attention.head3.weights");
    EXPECT_FALSE(std::none_of(screen.thumbnails.begin(), screen.thumbnails.end(), [](const Thumbnail& thumbnail) {
        return thumbnail.tensor == "blocks.0.attention.head3.weights";
    })) << "a phone shows the chosen head alone";
}

TEST_F(Sandbox, ShowsTheChosenHeadAloneWhereThereIsNoRoomForTwo) {
    send(OpenPanel{"attention"});
    send(SelectHead{1});
    const ShownScreen screen = shown_screen(session, true);
    EXPECT_TRUE(screen.chooses_head);
    std::vector<std::string> ribbons;
    for (const RibbonLane& lane : screen.ribbons) ribbons.push_back(lane.tensor);
    EXPECT_EQ(ribbons, (std::vector<std::string>{"blocks.0.attention.head1.weights"}));
}

TEST_F(Sandbox, GoesBackToABlockThatIsThereWhereTheModelBecomesShallower) {
    set("blocks", 4);
    send(SelectBlock{3});
    EXPECT_EQ(shown_screen(session).block, 3);
    set("blocks", 2);
    EXPECT_EQ(shown_screen(session).block, 1);
}

TEST_F(Sandbox, KeepsTheRibbonsOfAnAttentionBesideOtherSections) {
    send(OpenPanel{"feed_forward"});
    EXPECT_EQ(shown_screen(session).ribbons.at(0).tensor, "blocks.0.attention.head0.weights");
    set("kind", "encoder_decoder");
    send(OpenPanel{"cross_attention"});
    EXPECT_EQ(shown_screen(session).ribbons.at(0).tensor, "decoder.0.cross_attention.head0.weights");
}

TEST_F(Sandbox, ReachesEveryTensorByABlockAndAHead) {
    for (const char* kind : {"gpt", "encoder", "encoder_decoder"}) {
        set("kind", kind);
        std::vector<std::string> reached;
        for (int block = 0; block < 2; ++block) {
            for (int head = 0; head < 2; ++head) {
                for (const std::string& name : reachable_tensors(session.graph(), block, head, 1)) reached.push_back(name);
            }
        }
        for (const Node& node : session.graph().nodes()) {
            if (node.name.empty()) continue;
            EXPECT_TRUE(has(reached, node.name)) << node.name;
        }
    }
}

TEST_F(Sandbox, NamesTheTensorsOfEveryBlockAsItsLookSays) {
    const std::optional<TensorReading> weights = session.read("blocks.1.attention.head1.weights");
    ASSERT_TRUE(weights);
    EXPECT_EQ(weights->look->label.tr, "ağırlık");
    EXPECT_EQ(weights->look->title.tr, "başlık 2 · ağırlık");
    EXPECT_EQ(weights->look->role, "weights");
}

TEST_F(Sandbox, RefusesASectionThatNoLessonHas) {
    EXPECT_FALSE(session.dispatch({OpenPanel{"elsewhere"}, 0}).ok());
    EXPECT_EQ(session.view().panel, "");
}

TEST(ShownScreen, LeavesAScreenWithoutHolesAsTheLessonSays) {
    Session session(testing::all_lessons());
    ASSERT_TRUE(session.dispatch({OpenLesson{"multi-head"}, 0}).ok());
    ASSERT_TRUE(session.dispatch({SelectHead{1}, 0}).ok());
    const ShownScreen screen = shown_screen(session);
    EXPECT_FALSE(has_choosers(screen));
    ASSERT_EQ(screen.ribbons.size(), 2u);
    EXPECT_EQ(screen.ribbons[0].tensor, "head0.weights");
    EXPECT_EQ(screen.thumbnails[3].tensor, "head1.weights") << "the strip is the chosen head's";
}

}  // namespace
}  // namespace dikkat
