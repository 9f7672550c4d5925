#include "ui/stations.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "imgui.h"
#include "ui/station_drawing.h"
#include "ui/wires.h"

namespace dikkat {
namespace {

// "Head 1   query ↓ key →": a lane of scores always says what its rows and columns are.
// A lane's title and what its axes are; answers where the words end. `draw` false: measures.
float lane_words(const Picture& picture, const LanePlace& place, bool draw) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const Language language = picture.frame.language();
    float x = place.title_x;
    const auto word = [&](Face face, float size, ImU32 colour, std::string_view words) {
        return draw ? pen.text(face, size, x, place.title_baseline, colour, words) : pen.width(face, size, words);
    };
    const StationPlace* first = nullptr;
    bool axes = false;
    for (const StationPlace& station : picture.layout.stations) {
        if (station.column != place.column || station.lane != place.lane) continue;
        if (first == nullptr) first = &station;
        axes = axes || station.tokens_by_tokens;
    }
    for (const StationColumn& column : picture.screen.columns) {
        for (const Lane& lane : column.lanes) {
            const auto shows = [&](const Station& s) { return first != nullptr && s.tensor == first->tensor; };
            if (!std::any_of(lane.stations.begin(), lane.stations.end(), shows)) continue;
            const std::string& title = lane.title.in(language);
            if (!title.empty()) x += word(Face::bold, 13, colours.ink, title) + 12;
        }
    }
    if (!axes) return x;
    x += word(Face::regular, 12, colours.query, text::query_axis.in(language)) + 6;
    return x + word(Face::regular, 12, colours.key, text::key_axis.in(language));
}

void draw_lane_titles(const Picture& picture) {
    for (const LanePlace& place : picture.layout.lanes) {
        if (place.title) lane_words(picture, place, true);
    }
}

// Spotlit neighbours in a lane share one ring.
std::vector<Rectangle> spotlit_areas(const Picture& picture) {
    const Lesson& lesson = picture.frame.session.lesson();
    const int step = picture.frame.session.view().step;
    std::vector<Rectangle> areas;
    if (step < 0 || step >= static_cast<int>(lesson.steps.size())) return areas;
    const std::vector<std::string>& names = lesson.steps[static_cast<std::size_t>(step)].spotlight;
    const StationPlace* before = nullptr;
    for (const StationPlace& place : picture.layout.stations) {
        if (std::find(names.begin(), names.end(), place.tensor) == names.end()) continue;
        // 5 px off; where the marks of a difference stand beside the cells, just around them.
        const bool marks = picture.in_difference() && has_gutter(*picture.find(place.tensor));
        const float left = picture.in_difference() ? 2.0f : 5.0f;
        const float right = marks ? std::max(place.area.right(), place.matrix.right() + 9) + 1.5f : place.area.right() + 5;
        const float below = told_edit(picture, place) ? 16.0f : 5.0f;
        const Rectangle area{place.area.x - left, place.area.y - 5, right - place.area.x + left, place.area.height + 5 + below};
        const bool joined =
            before != nullptr && before->column == place.column && before->lane == place.lane && before->order + 1 == place.order;
        if (joined) {
            Rectangle& last = areas.back();
            const float top = std::min(last.y, area.y), bottom = std::max(last.bottom(), area.bottom());
            last = {last.x, top, area.right() - last.x, bottom - top};
        } else {
            areas.push_back(area);
        }
        before = &place;
    }
    return areas;
}

// Where the step's number stands on a ring: at its top right, clear of a header that fills its width and inside of what is seen of
// the canvas, also of one with a scroll bar; below where a lane's words or the choosers are there.
ImVec2 number_centre(const Picture& picture, const Rectangle& ring) {
    const float edge = picture.layout.form == Form::wide ? 10.0f : 16.0f, top = ImGui::GetWindowPos().y + 10;
    const float most = std::min(picture.frame.surroundings.width - edge, ImGui::GetWindowDrawList()->GetClipRectMax().x - 10);
    const bool at_top = ring.y < top + 3 && ring.y > top - 20;  // further up it is scrolled out of sight
    const ImVec2 centre{std::min(ring.right() + 4, most), at_top ? top : ring.y - 3};
    const Rectangle& choosers = picture.layout.choosers;
    if (choosers.height > 0 && centre.y - 11 < choosers.bottom()) return {centre.x, ring.bottom() + 3};
    const auto meets = [&](const LanePlace& lane) {
        return lane.title && lane.title_x < centre.x + 11 && lane_words(picture, lane, false) > centre.x - 11 &&
               lane.title_baseline + 3 > centre.y - 9 && lane.title_baseline - 12 < centre.y + 9;
    };
    const std::vector<LanePlace>& lanes = picture.layout.lanes;
    return std::any_of(lanes.begin(), lanes.end(), meets) ? ImVec2{centre.x, ring.bottom() + 3} : centre;
}

// Panels that stand one upon the other have rings that would cross: they share one.
void join(std::vector<Rectangle>& areas) {
    for (std::size_t i = 0; i + 1 < areas.size();) {
        Rectangle &area = areas[i], &next = areas[i + 1];
        const bool crossing =
            area.bottom() + 3 > next.y && next.bottom() + 3 > area.y && area.x < next.right() && next.x < area.right();
        if (!crossing) {
            ++i;
            continue;
        }
        const float x = std::min(area.x, next.x), y = std::min(area.y, next.y);
        next = {x, y, std::max(area.right(), next.right()) - x, std::max(area.bottom(), next.bottom()) - y};
        areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

void draw_stations(const Picture& picture) {
    std::vector<std::string> shown;
    for (const StationPlace& place : picture.layout.stations) shown.push_back(place.tensor);
    const std::map<std::string, ReadBlock> read = read_by_the_sum(picture.frame.session);
    std::vector<StationDrawing> drawings;
    for (const StationPlace& place : picture.layout.stations) drawings.emplace_back(picture, place, read);
    draw_wires(picture, connections(picture.frame.session.graph(), shown));
    for (StationDrawing& drawing : drawings) drawing.cells();
    picture.frame.pen.flush_heatmaps();
    for (StationDrawing& drawing : drawings) drawing.over_cells();
    for (StationDrawing& drawing : drawings) drawing.words();
    draw_lane_titles(picture);
}

void draw_spotlight(const Picture& picture) { draw_spotlight(picture, spotlit_areas(picture)); }

void draw_panel_spotlight(const Picture& picture) {
    const Lesson& lesson = picture.frame.session.lesson();
    const std::size_t step = static_cast<std::size_t>(picture.frame.session.view().step);
    const std::map<std::string, Rectangle>& anchors = picture.frame.out.anchors;
    std::vector<Rectangle> areas;
    for (const std::string& name : step < lesson.steps.size() ? lesson.steps[step].spotlight : std::vector<std::string>()) {
        const bool panel = name.rfind("panel/", 0) == 0;
        if (panel && picture.layout.form == Form::phone) continue;  // it is all there is on the screen
        const auto found = anchors.find(panel ? name : "station/" + name);
        if (found != anchors.end()) areas.push_back(found->second.grown(panel ? 6.0f : 5.0f));
    }
    join(areas);
    draw_spotlight(picture, areas);
    const auto marked = anchors.find("station/" + picture.frame.surroundings.hovered_term);
    const TensorReading* tensor = picture.find(picture.frame.surroundings.hovered_term);
    if (marked == anchors.end() || tensor == nullptr) return;
    picture.frame.pen.ring(marked->second.grown(2), role_colour(picture.frame.colours(), *tensor), 3, 2);
}

void draw_spotlight(const Picture& picture, const std::vector<Rectangle>& areas) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    int index = 0;
    for (const Rectangle& area : areas) {
        const float wanted[4] = {area.x, area.y, area.width, area.height};
        const std::span<const float> at = picture.motion.glide("spotlight/" + std::to_string(index), wanted, kSpotlightGlide);
        const Rectangle ring{at[0], at[1], at[2], at[3]};
        pen.ring(ring, colours.ink, 8, 1.5f);
        if (index++ > 0) continue;
        const ImVec2 centre = number_centre(picture, ring);
        pen.disc(centre, 9, colours.ink);
        const std::string number = std::to_string(picture.frame.session.view().step + 1);
        const Rectangle line{centre.x - 9, centre.y - 9, 18, 18};
        pen.text_centred(Face::bold, 11.5f, centre.x, pen.baseline_in(line, Face::bold, 11.5f), colours.canvas, number);
    }
}

void draw_marked_term(const Picture& picture) {
    const StationPlace* place = picture.layout.station(picture.frame.surroundings.hovered_term);
    if (place == nullptr) return;
    const Rectangle area{place->matrix.x, place->matrix.y, place->matrix.width - 1, place->matrix.height - 1};
    picture.frame.pen.ring(area.grown(2), role_colour(picture.frame.colours(), *picture.find(place->tensor)), 3, 2);
}

}  // namespace dikkat
