// Layout: the design's measures of `multi-head`, and what must hold for every lesson and size.
#include "ui/layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dikkat {
namespace {

LayoutStation station(const std::string& tensor, int rows, int columns) {
    LayoutStation s;
    s.tensor = tensor;
    s.rows = rows;
    s.columns = columns;
    s.name_width = 40;
    s.header_width = 70;
    return s;
}

LayoutStation tokens_by_tokens(const std::string& tensor, int tokens) {
    LayoutStation s = station(tensor, tokens, tokens);
    s.tokens_by_tokens = true;
    s.caption = true;
    return s;
}

LayoutStation numbered(const std::string& tensor, int rows, int columns) {
    LayoutStation s = station(tensor, rows, columns);
    s.numbers = true;
    s.label_width = 66;
    s.number_width = 27;
    return s;
}

LayoutDescription multi_head(float width, float height, int tokens = 6, bool masked = false) {
    LayoutDescription d;
    d.width = width;
    d.height = height;
    d.tokens = tokens;
    d.ribbon_lanes = 2;
    d.narrow_columns = 8;
    d.thumbnails = 6;
    LayoutStation x = numbered("x", tokens, 8);
    x.perturb = true;
    x.groups = true;
    d.columns.push_back({{{false, {x}}}});
    LayoutColumn projections;
    for (const char* name : {"q", "k", "v"}) {
        projections.lanes.push_back({false, {station(std::string("w") + name, 8, 8), station(name, tokens, 8)}});
    }
    d.columns.push_back(projections);
    LayoutColumn heads;
    for (const std::string head : {"head0.", "head1."}) {
        LayoutStation output = station(head + "output", tokens, 4);
        output.caption = true;
        LayoutLane lane{true, {tokens_by_tokens(head + "scores", tokens)}};
        if (masked) lane.stations.push_back(tokens_by_tokens(head + "masked_scores", tokens));
        lane.stations.push_back(tokens_by_tokens(head + "weights", tokens));
        lane.stations.push_back(output);
        heads.lanes.push_back(lane);
    }
    d.columns.push_back(heads);
    LayoutStation concat = station("concat", tokens, 8);
    concat.caption = true;
    d.columns.push_back({{{false, {concat}}}});
    return d;
}

LayoutDescription attention(float width, float height, int tokens = 5, bool masked = false) {
    LayoutDescription d;
    d.width = width;
    d.height = height;
    d.tokens = tokens;
    d.ribbon_lanes = 1;
    d.narrow_columns = 8;
    d.thumbnails = 6;
    LayoutStation q = numbered("q", tokens, 8), k = numbered("k", tokens, 8), v = numbered("v", tokens, 8);
    q.perturb = true;
    d.columns.push_back({{{false, {q}}, {false, {k}}}});
    LayoutLane lane{true, {tokens_by_tokens("scores", tokens)}};
    if (masked) {
        lane.stations.push_back(tokens_by_tokens("mask", tokens));
        lane.stations.push_back(tokens_by_tokens("masked_scores", tokens));
    }
    lane.stations.push_back(tokens_by_tokens("weights", tokens));
    LayoutStation output = station("output", tokens, 8);
    output.caption = true;
    lane.stations.push_back(output);
    d.columns.push_back({{lane, {false, {v}}}});
    return d;
}

bool inside(const Rectangle& inner, const Rectangle& outer) {
    return inner.x >= outer.x - 0.01f && inner.y >= outer.y - 0.01f && inner.right() <= outer.right() + 0.01f &&
           inner.bottom() <= outer.bottom() + 0.01f;
}

bool overlap(const Rectangle& a, const Rectangle& b) {
    return a.x < b.right() - 0.01f && b.x < a.right() - 0.01f && a.y < b.bottom() - 0.01f && b.y < a.bottom() - 0.01f;
}

std::string describe(const Rectangle& r) {
    return "[" + std::to_string(r.x) + ", " + std::to_string(r.y) + ", " + std::to_string(r.width) + ", " +
           std::to_string(r.height) + "]";
}

// Everything that a screen draws stands inside the canvas and on nothing else.
void expect_apart(const LayoutDescription& d) {
    SCOPED_TRACE(std::to_string(d.width) + "x" + std::to_string(d.height) + ", " + std::to_string(d.tokens) + " tokens");
    const Layout layout = make_layout(d);
    const Rectangle canvas{0, 0, d.width, d.height};
    std::vector<std::pair<std::string, Rectangle>> things{{"toolbar", layout.toolbar}, {"hero", layout.hero.area}};
    if (layout.dock_folded) {
        things.push_back({"dock line", layout.dock_line});
    } else {
        things.push_back({"claims", layout.claims});
        things.push_back({"sum", layout.sum});
    }
    for (const LanePlace& lane : layout.lanes) {
        if (lane.title) things.push_back({"title", {lane.title_x, lane.title_baseline - 11, 60, 13}});
    }
    for (const StationPlace& place : layout.stations) {
        things.push_back({place.tensor, place.area});
        EXPECT_TRUE(inside(place.matrix, place.area)) << place.tensor;
        EXPECT_GE(place.cell_width, 1) << place.tensor;
        EXPECT_GE(place.cell_height, 1) << place.tensor;
        if (place.perturb.height > 0) things.push_back({place.tensor + " perturb", place.perturb});
    }
    for (std::size_t i = 0; i < things.size(); ++i) {
        EXPECT_TRUE(inside(things[i].second, canvas)) << things[i].first << " " << describe(things[i].second);
        for (std::size_t k = i + 1; k < things.size(); ++k) {
            EXPECT_FALSE(overlap(things[i].second, things[k].second))
                << things[i].first << " " << describe(things[i].second) << " and " << things[k].first << " "
                << describe(things[k].second);
        }
    }
    if (layout.form == Form::wide) {
        EXPECT_GE(layout.hero.query(0).x, layout.content.x);
        EXPECT_LE(layout.hero.query(d.tokens - 1).right(), layout.content.right());
    }
}

TEST(Layout, GivesTheMeasuresOfTheDesignAtItsSize) {
    const Layout layout = make_layout(multi_head(952, 752));
    EXPECT_EQ(layout.toolbar, (Rectangle{20, 0, 912, 48}));
    EXPECT_EQ(layout.hero.area, (Rectangle{20, 56, 912, 198}));
    EXPECT_EQ(layout.stations_area, (Rectangle{20, 280, 912, 298}));
    EXPECT_EQ(layout.claims.y, 584);
    EXPECT_NEAR(layout.claims.right(), 440, 8);
    EXPECT_NEAR(layout.sum.x, 492, 8);
    EXPECT_EQ(layout.sum.right(), 932);
    const struct {
        const char* tensor;
        float x;
    } columns[] = {{"x", 104},     {"wq", 402}, {"q", 484}, {"head0.scores", 590}, {"head0.weights", 690}, {"head0.output", 788},
                   {"concat", 863}};
    for (const auto& column : columns) EXPECT_NEAR(layout.station(column.tensor)->matrix.x, column.x, 8) << column.tensor;
    EXPECT_EQ(layout.station("x")->area.x, 20);
    EXPECT_NEAR(layout.station("x")->matrix.right(), 376, 8);
    EXPECT_NEAR(layout.station("x")->matrix.y, 334, 8);
    EXPECT_NEAR(layout.station("head0.scores")->matrix.y, 319, 8);
    EXPECT_NEAR(layout.station("head1.scores")->matrix.y, 477, 8);
    EXPECT_NEAR(layout.station("wv")->matrix.y, 500, 8);
    EXPECT_NEAR(layout.station("concat")->matrix.y, 398, 8);
}

TEST(Layout, GivesTheCellsOfTheDesignAtItsSize) {
    const Layout layout = make_layout(multi_head(952, 752));
    const auto cell = [&](const char* tensor) {
        const StationPlace* place = layout.station(tensor);
        return std::pair(place->cell_width, place->cell_height);
    };
    EXPECT_EQ(cell("x"), std::pair(34.0f, 22.0f));
    EXPECT_EQ(cell("wq"), std::pair(8.0f, 8.0f));
    EXPECT_EQ(cell("q"), std::pair(8.0f, 9.0f));
    EXPECT_EQ(cell("head0.scores"), std::pair(13.0f, 13.0f));
    EXPECT_EQ(cell("head1.weights"), std::pair(13.0f, 13.0f));
    EXPECT_EQ(cell("head0.output"), std::pair(13.0f, 13.0f));
    EXPECT_EQ(cell("concat"), std::pair(8.0f, 13.0f));
    EXPECT_TRUE(layout.station("x")->numbers);
    EXPECT_FALSE(layout.station("q")->numbers);
}

TEST(Layout, PutsTheKeysOfTheHeroWhereTheDesignHasThem) {
    const HeroPlace hero = make_layout(multi_head(952, 752)).hero;
    EXPECT_EQ(hero.first_x, 132);
    EXPECT_EQ(hero.pitch, 123);
    EXPECT_EQ(hero.track, 113);
    ASSERT_EQ(hero.lanes.size(), 2u);
    EXPECT_EQ(hero.lanes[0].bar_y, 78);
    EXPECT_EQ(hero.queries.y, 138);
    EXPECT_EQ(hero.lanes[1].bar_y, 220);
}

TEST(Layout, KeepsRowsOfALaneInLine) {
    const Layout layout = make_layout(multi_head(952, 752));
    EXPECT_EQ(layout.station("head0.scores")->matrix.y, layout.station("head0.output")->matrix.y);
    EXPECT_EQ(layout.station("head0.scores")->cell_height, layout.station("head0.output")->cell_height);
    EXPECT_EQ(layout.station("concat")->cell_height, layout.station("head0.output")->cell_height);
}

TEST(Layout, OverlapsNothingAtAnySize) {
    for (const float width : {772.0f, 860.0f, 952.0f, 1100.0f, 1280.0f, 1920.0f}) {
        for (const float height : {560.0f, 640.0f, 699.0f, 700.0f, 752.0f, 900.0f, 1200.0f}) {
            for (const int tokens : {2, 6, 12, 16}) {
                for (const bool masked : {false, true}) {
                    expect_apart(multi_head(width, height, tokens, masked));
                    expect_apart(attention(width, height, tokens, masked));
                }
            }
        }
    }
}

TEST(Layout, KeepsEverythingInsideOnATablet) {
    for (const float width : {700.0f, 768.0f, 1024.0f}) {
        for (const float height : {640.0f, 760.0f, 1000.0f, 1200.0f}) {
            for (LayoutDescription d :
                 {multi_head(width, height), attention(width, height, 5, true), multi_head(width, height, 12)}) {
                d.form = Form::tablet;
                expect_apart(d);
            }
        }
    }
}

TEST(Layout, GivesTheHeroTwoFifthsOfAddedHeight) {
    const Layout low = make_layout(multi_head(952, 752)), high = make_layout(multi_head(952, 852));
    EXPECT_EQ(high.hero.area.height - low.hero.area.height, 40);
    EXPECT_EQ(high.stations_area.height - low.stations_area.height, 60);
}

LayoutDescription multi_head_on_tablet(float width, float height) {
    LayoutDescription d = multi_head(width, height);
    d.form = Form::tablet;
    d.stacked_keys = true;
    return d;
}

TEST(Layout, KeepsNumbersOnATablet) {
    LayoutDescription d = multi_head_on_tablet(768, 635);
    const Layout layout = make_layout(d);
    EXPECT_TRUE(layout.station("x")->numbers);
    EXPECT_GT(layout.station("x")->perturb.height, 0);
}

TEST(Layout, SaysHowHighATabletsCanvasMustBeForItsNumbers) {
    LayoutDescription d = multi_head_on_tablet(704, 620);
    const Layout low = make_layout(d);
    EXPECT_FALSE(low.station("x")->numbers);
    ASSERT_GT(low.needed, d.height);
    d.height = low.needed;
    const Layout high = make_layout(d);
    EXPECT_TRUE(high.station("x")->numbers);
    EXPECT_EQ(high.needed, low.needed);
    EXPECT_EQ(make_layout(multi_head(952, 600)).needed, 0);  // a wide window's canvas is as high as the window
}

// Numbers of two decimals with a sign are 33 px wide; 7 px of air are measured with them.
LayoutDescription attention_with_numbers(float width, float height, bool masked = false) {
    LayoutDescription d = attention(width, height, 5, masked);
    for (LayoutColumn& column : d.columns) {
        for (LayoutLane& lane : column.lanes) {
            for (LayoutStation& each : lane.stations) {
                each.number_width = 40;
                if (each.numbers) each.label_width = 46;
                // Names, or formula and bound under them.
                if (each.tensor == "scores") each.name_width = 70;
                if (each.tensor == "mask") each.name_width = 42;
                if (each.tensor == "masked_scores") each.name_width = 83;
                if (each.tensor == "weights") each.name_width = 76;
                if (each.tensor == "output") each.name_width = 42;
            }
        }
    }
    return d;
}

TEST(Layout, KeepsNeighboursNumbersApartWhereItIsNarrow) {
    for (const bool masked : {false, true}) {
        for (const float width : {772.0f, 820.0f}) {  // a window 1100 wide, and a tablet
            LayoutDescription d = attention_with_numbers(width, 731, masked);
            if (width > 800) d.form = Form::tablet;
            const Layout layout = make_layout(d);
            for (const char* name : {"q", "k", "v"}) {
                EXPECT_TRUE(layout.station(name)->numbers) << name << " " << width;
                EXPECT_GE(layout.station(name)->cell_width, masked ? 33 : 36) << name << " " << width;
            }
        }
    }
}

TEST(Layout, SharesTheWidthAmongAllWhereNoNumbersFit) {
    LayoutDescription d = attention_with_numbers(704, 720);
    d.form = Form::tablet;
    const Layout layout = make_layout(d);
    EXPECT_FALSE(layout.station("q")->numbers);
    EXPECT_GE(layout.station("q")->cell_width, 18);
    for (const char* name : {"scores", "weights"}) EXPECT_GE(layout.station(name)->cell_width, 13) << name;
}

TEST(Layout, GivesASmallMatrixNumbersOnlyWhereTheyFit) {
    const Layout small = make_layout(attention_with_numbers(772, 652));
    EXPECT_FALSE(small.station("scores")->numbers);
    for (const float width : {952.0f, 1592.0f}) {
        const Layout large = make_layout(attention_with_numbers(width, width * 0.79f));
        for (const char* name : {"scores", "weights"}) {
            EXPECT_TRUE(large.station(name)->numbers) << name << " " << width;
            EXPECT_GE(large.station(name)->cell_width, 36) << name << " " << width;
        }
        for (const char* name : {"q", "k", "v"}) EXPECT_GE(large.station(name)->cell_width, 36) << name << " " << width;
    }
}

TEST(Layout, GrowsALaneToTheWidthOfItsColumn) {
    const Layout layout = make_layout(attention_with_numbers(772, 652));
    EXPECT_GE(layout.station("scores")->cell_width, 17);
    EXPECT_EQ(layout.station("scores")->cell_height, layout.station("output")->cell_height);
    EXPECT_LE(layout.station("output")->area.right(), layout.station("v")->matrix.right());
    EXPECT_GE(layout.station("output")->area.right(), layout.station("v")->matrix.right() - 30);
}

TEST(Layout, FillsWhatAStationsWordsTakeWhereItIsNarrow) {
    const Layout layout = make_layout(attention_with_numbers(772, 652, true));
    EXPECT_EQ(layout.station("weights")->cell_width, 15) << "five cells under 76 px of words";
    EXPECT_GE(layout.station("weights")->cell_height, 13);
}

TEST(Layout, KeepsAColumnNearToTheOneBefore) {
    LayoutDescription d;
    d.width = 1592;
    d.height = 1032;
    d.tokens = 6;
    d.columns.push_back({{{false, {station("final_norm", 6, 8)}}}});
    d.columns.push_back({{{false, {station("logits", 6, 6)}}}});
    const Layout layout = make_layout(d);
    EXPECT_LE(layout.station("logits")->matrix.x - layout.station("final_norm")->matrix.right(), 161);
}

TEST(Layout, CentresAContentOfAtMost1240) {
    const Layout layout = make_layout(multi_head(1592, 752));
    EXPECT_EQ(layout.content.width, 1240);
    EXPECT_EQ(layout.content.x, 176);
}

TEST(Layout, FoldsTheDockOfALowWindowToOneLine) {
    const Layout layout = make_layout(multi_head(952, 640));
    EXPECT_TRUE(layout.dock_folded);
    EXPECT_EQ(layout.dock_line, (Rectangle{20, 596, 912, 44}));
    EXPECT_EQ(layout.claims.bottom(), layout.dock_line.y);
}

TEST(Layout, ShrinksCellsForMoreTokensAndKeepsNumbersOnlyWhereTheyFit) {
    const Layout few = make_layout(multi_head(952, 752, 6)), many = make_layout(multi_head(952, 752, 12));
    EXPECT_LT(many.station("head0.scores")->cell_width, few.station("head0.scores")->cell_width);
    for (const int tokens : {6, 12, 16}) {
        const Layout layout = make_layout(multi_head(952, 752, tokens));
        const StationPlace* x = layout.station("x");
        EXPECT_EQ(x->numbers, x->cell_width >= 28 && x->cell_height >= 18) << tokens;
    }
}

TEST(Layout, LeavesOutLanesAndColumnsWithoutStations) {
    LayoutDescription d = multi_head(952, 752);
    d.columns.push_back({{{false, {}}}});
    EXPECT_EQ(make_layout(d).station("concat")->matrix, make_layout(multi_head(952, 752)).station("concat")->matrix);
}

TEST(Layout, SharesAColumnsHeightByTheRowsOfItsLanes) {
    const Layout layout = make_layout(attention(952, 752));
    for (const char* tensor : {"q", "k", "v"}) EXPECT_TRUE(layout.station(tensor)->numbers) << tensor;
    EXPECT_EQ(layout.station("q")->cell_height, layout.station("k")->cell_height);
}

TEST(Layout, KeepsALaneAsWideAsItsTitle) {
    LayoutDescription d = multi_head(952, 752);
    d.columns.back().lanes.push_back({true, {tokens_by_tokens("mask", 6)}, 140});
    d.columns.push_back({{{false, {station("wo", 8, 8)}}}});
    const Layout layout = make_layout(d);
    EXPECT_GE(layout.station("wo")->area.x, layout.station("mask")->area.x + 140);
}

TEST(Layout, FitsThePhone) {
    for (const float width : {320.0f, 360.0f, 390.0f, 430.0f}) {
        for (const float height : {480.0f, 544.0f, 640.0f}) {
            LayoutDescription d = multi_head(width, height);
            d.form = Form::phone;
            const PhonePlace phone = make_layout(d).phone;
            const Rectangle canvas{0, 0, width, height};
            EXPECT_TRUE(inside(phone.row, canvas));
            EXPECT_TRUE(inside(phone.thumbnails, canvas));
            EXPECT_LE(phone.query(5).bottom(), phone.rule);
            EXPECT_LT(phone.rule, phone.row_name_baseline);
            EXPECT_LE(phone.row.bottom(), phone.thumbnails.y);
            EXPECT_LT(phone.bar_x + phone.bar_width, phone.query_x - 40);
        }
    }
}

TEST(Layout, GivesThePhoneTheMeasuresOfTheDesign) {
    LayoutDescription d = multi_head(390, 544);
    d.form = Form::phone;
    const PhonePlace phone = make_layout(d).phone;
    EXPECT_NEAR(phone.first_row, 110, 8);
    EXPECT_NEAR(phone.row_pitch, 44, 4);
    EXPECT_NEAR(phone.rule, 364, 8);
    EXPECT_NEAR(phone.row.y, 399, 8);
    EXPECT_NEAR(phone.row.height, 44, 1);
    EXPECT_NEAR(phone.thumbnail_baseline, 523, 8);
}

TEST(OpenedPlace, ShowsAWholeSmallMatrixWithNumbers) {
    const OpenedPlace place = make_opened_place({20, 56, 912, 198}, 8, 8, 66, 7);
    EXPECT_EQ(place.rows, 8);
    EXPECT_EQ(place.columns, 8);
    EXPECT_GE(place.cell_height, 18);
    EXPECT_TRUE(inside(place.matrix, place.panel));
}

TEST(OpenedPlace, KeepsTheNumbersOfItsColumnsClearOfItsButtons) {
    const OpenedPlace place = make_opened_place({20, 56, 912, 198}, 8, 64, 66, 14);
    EXPECT_GE(place.indices_baseline - 9, place.close.bottom());
}

TEST(OpenedPlace, ShowsAPartOfAMatrixThatIsLarger) {
    const OpenedPlace place = make_opened_place({20, 56, 912, 198}, 40, 64, 66, 14);
    EXPECT_LT(place.rows, 40);
    EXPECT_LT(place.columns, 64);
    EXPECT_TRUE(inside(place.matrix, place.panel));
}

}  // namespace
}  // namespace dikkat
