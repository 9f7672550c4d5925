// LayoutRows: rows of panels on canvases of every size, without anything drawn.
#include "ui/layout_rows.h"

#include <gtest/gtest.h>

namespace dikkat {
namespace {

// Panels that all need the same, whatever their width.
struct Needs {
    PanelSize all{200, 60, 100};
    static PanelSize measure(const void* context, int, int, float) { return static_cast<const Needs*>(context)->all; }
};

class Rows {
public:
    Rows(float width, float height, Form form) {
        description.width = width;
        description.height = height;
        description.form = form;
        description.measure = Needs::measure;
        description.context = &needs;
    }
    void row(std::vector<float> shares, float share = 1) {
        LayoutPanelRow r;
        r.share = share;
        for (const float each : shares) r.panels.push_back({each, false, false, false});
        description.rows.push_back(r);
    }
    RowsLayout make() const { return make_rows_layout(description); }

    Needs needs;
    RowsDescription description;
};

bool overlap(const Rectangle& a, const Rectangle& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void expect_apart_and_inside(const RowsLayout& layout) {
    for (std::size_t i = 0; i < layout.panels.size(); ++i) {
        const Rectangle& area = layout.panels[i].area;
        EXPECT_GE(area.x, layout.content.x);
        EXPECT_LE(area.right(), layout.content.right() + 0.5f);
        EXPECT_GE(area.y, layout.view.y);
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(area, layout.panels[j].area)) << i << " and " << j;
    }
}

TEST(LayoutRows, SharesARowsWidthAsTheLessonSays) {
    Rows rows(952, 752, Form::wide);
    rows.row({3, 1});
    const RowsLayout layout = rows.make();
    ASSERT_EQ(layout.panels.size(), 2u);
    EXPECT_NEAR(layout.panels[0].area.width / layout.panels[1].area.width, 3, 0.02f);
    EXPECT_FLOAT_EQ(layout.panels[0].area.x, layout.content.x);
    EXPECT_NEAR(layout.panels[1].area.right(), layout.content.right(), 1);
    expect_apart_and_inside(layout);
}

TEST(LayoutRows, GivesNoPanelLessWidthThanItCanBeReadAt) {
    Rows rows(952, 752, Form::wide);
    rows.row({9, 1, 1});
    for (const PanelPlace& place : rows.make().panels) EXPECT_GE(place.area.width, 200);
}

TEST(LayoutRows, GivesWhatIsLeftOverByTheRowsShares) {
    Rows rows(952, 752, Form::wide);
    rows.row({1}, 0);
    rows.row({1}, 2);
    rows.row({1}, 1);
    const RowsLayout layout = rows.make();
    EXPECT_EQ(layout.panels[0].area.height, 100);
    EXPECT_NEAR(layout.panels[1].area.height - 100, 2 * (layout.panels[2].area.height - 100), 2);
    EXPECT_LE(layout.height, layout.view.height);
    EXPECT_GT(layout.height, layout.view.height - 4);
    EXPECT_EQ(layout.rules.size(), 2u);
}

TEST(LayoutRows, ShrinksRowsBetweenTheirBestAndLeastHeightsBeforeItScrolls) {
    Rows rows(952, 250, Form::wide);
    for (int i = 0; i < 2; ++i) rows.row({1});
    RowsLayout layout = rows.make();
    EXPECT_LT(layout.panels[0].area.height, 100);
    EXPECT_GE(layout.panels[0].area.height, 60);
    EXPECT_LE(layout.height, layout.view.height);
    rows.row({1});
    rows.row({1});
    layout = rows.make();
    EXPECT_EQ(layout.panels[0].area.height, 60);
    EXPECT_GT(layout.height, layout.view.height);
}

TEST(LayoutRows, PutsAtMostTwoPanelsSideBySideOnATablet) {
    Rows rows(820, 760, Form::tablet);
    rows.row({1, 1, 1});
    const RowsLayout layout = rows.make();
    ASSERT_EQ(layout.panels.size(), 3u);
    EXPECT_EQ(layout.panels[0].area.y, layout.panels[1].area.y);
    EXPECT_GT(layout.panels[2].area.y, layout.panels[0].area.bottom());
    expect_apart_and_inside(layout);
}

TEST(LayoutRows, BreaksARowWhosePanelsAreTooWideTogether) {
    Rows rows(820, 760, Form::tablet);
    rows.needs.all.least_width = 500;
    rows.row({1, 1});
    const RowsLayout layout = rows.make();
    EXPECT_GT(layout.panels[1].area.y, layout.panels[0].area.bottom());
    EXPECT_EQ(layout.panels[0].area.width, layout.content.width);
}

TEST(LayoutRows, KeepsBestHeightsOnATabletAndScrolls) {
    Rows rows(820, 300, Form::tablet);
    for (int i = 0; i < 3; ++i) rows.row({1});
    const RowsLayout layout = rows.make();
    EXPECT_EQ(layout.panels[2].area.height, 100);
    EXPECT_GT(layout.height, layout.view.height);
}

TEST(LayoutRows, FitsExactlyIntoTheHeightThatItSaysItNeeds) {
    Rows rows(820, 300, Form::tablet);
    for (int i = 0; i < 3; ++i) rows.row({1});
    const float needed = rows.make().needed;
    rows.description.height = needed;
    const RowsLayout layout = rows.make();
    EXPECT_LE(layout.height, layout.view.height);
    EXPECT_EQ(layout.panels[2].area.height, 100);
    EXPECT_EQ(layout.needed, needed);
}

TEST(LayoutRows, ShowsOnePanelOnAPhoneUnderAChooserThatAFingerHits) {
    Rows rows(390, 544, Form::phone);
    rows.row({1, 1});
    rows.row({1});
    rows.description.chosen_row = 0;
    rows.description.chosen_panel = 1;
    const RowsLayout layout = rows.make();
    ASSERT_EQ(layout.panels.size(), 1u);
    EXPECT_EQ(layout.panels[0].row, 0);
    EXPECT_EQ(layout.panels[0].panel, 1);
    EXPECT_EQ(layout.chooser.height, 44);
    EXPECT_GT(layout.panels[0].area.y, layout.chooser.bottom());
    EXPECT_EQ(layout.panels[0].area.width, 358);
}

TEST(LayoutRows, KeepsNoRoomForAHiddenPanel) {
    Rows rows(952, 752, Form::wide);
    rows.row({1, 1});
    rows.row({1});
    rows.description.rows[0].panels[0].hidden = true;
    rows.description.rows[1].panels[0].hidden = true;
    const RowsLayout layout = rows.make();
    ASSERT_EQ(layout.panels.size(), 1u);
    EXPECT_EQ(layout.panels[0].panel, 1);
    EXPECT_EQ(layout.panels[0].area.width, layout.content.width);
    EXPECT_TRUE(layout.rules.empty());
}

TEST(LayoutRows, PutsTheToolbarsFieldsOverAPhonesPanel) {
    Rows rows(390, 544, Form::phone);
    rows.row({1});
    rows.description.fields = 50;
    const RowsLayout layout = rows.make();
    EXPECT_GT(layout.fields.y, layout.chooser.bottom());
    EXPECT_GT(layout.panels[0].area.y, layout.fields.bottom());
}

TEST(LayoutRows, DividesTheRowOfTheClaimsAndLeavesWhatIsOverItToAnOpenedTensor) {
    Rows rows(952, 752, Form::wide);
    rows.row({1});
    rows.row({1, 1});
    rows.description.rows[1].panels[0].claims = true;
    const RowsLayout layout = rows.make();
    ASSERT_EQ(layout.dividers.size(), 1u);
    EXPECT_GT(layout.dividers[0].x, layout.panels[1].area.right());
    EXPECT_LT(layout.dividers[0].x, layout.panels[2].area.x);
    EXPECT_LE(layout.upper.bottom(), layout.panels[1].area.y);
    EXPECT_EQ(layout.upper.y, layout.panels[0].area.y);
}

TEST(LayoutRows, DrawsNoRuleBetweenRowsThatBelongTogether) {
    Rows rows(952, 752, Form::wide);
    rows.row({1});
    rows.row({1});
    rows.description.rows[1].panels[0].joined = true;
    EXPECT_TRUE(rows.make().rules.empty());
}

}  // namespace
}  // namespace dikkat
