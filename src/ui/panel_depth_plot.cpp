// The depth plot: what a sweep found, over every depth, on a scale in decades. A depth under the pointer, the finger or the arrow
// keys is told in numbers.
#include <algorithm>
#include <cmath>

#include "imgui_internal.h"
#include "ui/item.h"
#include "ui/panel_controls.h"
#include "ui/panel_drawing.h"
#include "ui/plot.h"
#include "ui/plot_choice.h"
#include "ui/sweep_story.h"
#include "ui/widgets.h"
#include "ui/wrapped_text.h"

namespace dikkat {
namespace {

constexpr float kAxisSize = 11, kEndSize = 13, kNameSize = 12.5f;
constexpr float kAxisGap = 10;    // between the scale's words and the plot
constexpr float kDepthRoom = 22;  // under the plot
constexpr float kZeroRoom = 16;   // of the line of exact zeros
constexpr float kNameLine = 16;
constexpr float kFromRing = 40;     // so far from its ring a crossing's words may stand
constexpr float kEndDistance = 15;  // between the labels at the lines' ends
constexpr float kMenuHeight = 26, kUnderHeader = 12;
constexpr float kLeastPlot = 84, kBestPlot = 124, kPhonePlot = 240;
constexpr float kUnderControls = 8;

// Where a person looks and what is held during a drag live in the window's own storage: losing it loses nothing.
class PlotMemory {
public:
    explicit PlotMemory(const std::string& panel) : id_(ImGui::GetCurrentWindow()->GetID(panel.c_str())) {}

    int depth() const { return get(0, 0); }
    void choose(int depth) { set(0, depth); }
    std::optional<Decades> decades() const {
        if (get(1, 0) == 0) return std::nullopt;
        return Decades{get(2, 0), get(3, 0), get(4, 0) != 0};
    }
    void hold(const std::optional<Decades>& decades) {
        set(1, decades ? 1 : 0);
        if (!decades) return;
        set(2, decades->low), set(3, decades->high), set(4, decades->zero ? 1 : 0);
    }

private:
    int get(ImGuiID slot, int otherwise) const { return ImGui::GetStateStorage()->GetInt(id_ + slot, otherwise); }
    void set(ImGuiID slot, int value) { ImGui::GetStateStorage()->SetInt(id_ + slot, value); }

    ImGuiID id_;
};

struct Header {
    Panel words;  // title and note as they are now
    std::string menu;
    float menu_width = 0, title_height = 0;
    bool menu_below = false;  // the title fills the line

    float height() const { return title_height + (menu_below ? kMenuHeight + 6 : 0); }
};

Header header_of(const Picture& picture, const Panel& panel, Plotted what, float width) {
    const Language language = picture.frame.language();
    const Session& session = picture.frame.session;
    Header header;
    header.words.title = panel.title;
    header.words.note = panel.note;
    if (what != Plotted::input_gradient) {
        const std::string title(plotted_title(what).in(language));
        header.words.title = {title, title};
    }
    const SweepReading* reading = session.sweep(panel.sweep);
    if (reading != nullptr && !reading->done && session.working()) {
        const int percent = static_cast<int>(100 * session.progress());
        const std::string note = fill(text::plot_working.in(language), {{"n", std::to_string(percent)}});
        header.words.note = {note, note};
    }
    header.menu = text::plot_what.in(language);
    header.menu_width = std::ceil(menu_width(picture.frame, header.menu));
    const float title = picture.frame.pen.label_width(Face::bold, kPanelTitle, header.words.title.in(language));
    header.menu_below = title + 16 + header.menu_width > width;
    header.title_height = panel_title_height(picture, header.words, width - (header.menu_below ? 0 : header.menu_width + 12));
    return header;
}

// On a phone a panel has the screen to itself: what steers the sweep, elsewhere beside the plot, stands over it.
const Panel* steering_panel(const Picture& picture, const Panel& panel) {
    if (picture.frame.surroundings.form != Form::phone) return nullptr;
    for (const PanelRow& row : picture.screen.rows) {
        for (const Panel& other : row.panels) {
            const bool steers = !other.controls.empty() || !other.fields.empty();
            if (steers && other.sweep == panel.sweep && !picture.frame.session.is_hidden(other.id)) return &other;
        }
    }
    return nullptr;
}

float controls_height(const Picture& picture, const Panel* steering, float width) {
    return steering == nullptr ? 0 : set_panel_controls(picture, *steering, {0, 0, width, 0}, false) + kUnderControls;
}

class DepthPlot {
public:
    DepthPlot(const Picture& picture, const Panel& panel, const Sweep& sweep, const SweepReading& reading, const Rectangle& area);

    void draw();

private:
    void choose_what();
    void make_scale();
    void axes();
    void draw_lines();
    void points();
    void crossings();
    void names();
    void ends();
    void point_at();
    void tell(int depth);
    void card(int depth);

    // A little of the room over the plot too: the highest line runs along its edge.
    Rectangle words_area() const {
        const Rectangle& plot = scale_.area;
        return {plot.x - 2, plot.y - kUnderHeader + 2, plot.width + 4, plot.height + kUnderHeader};
    }
    ImU32 colour(std::size_t line) const { return colours_.role(lines_[line].role); }
    void words(Face face, const Rectangle& place, ImU32 ink, std::span<const std::string> lines);
    void crossing_words(std::size_t line, const ToldCrossing& told, ImVec2 ring);
    void disc(int depth, double value, ImU32 ink, float radius);

    const Picture& picture_;
    const Panel& panel_;
    const Sweep& sweep_;
    const SweepReading& reading_;
    Rectangle area_;
    Pen& pen_;
    const Palette& colours_;
    Language language_;
    PlotMemory memory_;
    Plotted what_;
    Header header_;
    const Panel* steering_;
    float controls_;  // how high they are
    std::vector<SweepLine> lines_;
    PlotScale scale_;
    std::vector<std::vector<PlotPiece>> pieces_;
    std::vector<Rectangle> taken_;  // by words
};

DepthPlot::DepthPlot(const Picture& picture, const Panel& panel, const Sweep& sweep, const SweepReading& reading,
                     const Rectangle& area)
    : picture_(picture),
      panel_(panel),
      sweep_(sweep),
      reading_(reading),
      area_(area),
      pen_(picture.frame.pen),
      colours_(picture.frame.colours()),
      language_(picture.frame.language()),
      memory_("plot/" + panel.id),
      what_(plotted(picture, panel.sweep)),
      header_(header_of(picture, panel, what_, area.width)),
      steering_(steering_panel(picture, panel)),
      controls_(controls_height(picture, steering_, area.width)),
      lines_(sweep_lines(sweep, reading, what_, language_)) {}

void DepthPlot::choose_what() {
    Frame& frame = picture_.frame;
    const float room = area_.width - (header_.menu_below ? 0 : header_.menu_width + 12);
    draw_panel_title(picture_, header_.words, {area_.x, area_.y, room, header_.title_height});
    const float x = header_.menu_below ? area_.x : area_.right() - header_.menu_width;
    const float y = header_.menu_below ? area_.y + header_.title_height : area_.y - 4;
    std::vector<std::string> options;
    for (int i = 0; i < kPlottedCount; ++i) options.emplace_back(plotted_title(static_cast<Plotted>(i)).in(language_));
    const int picked = menu(frame, "plot-what/" + panel_.id, {x, y, header_.menu_width, kMenuHeight}, header_.menu, options,
                            static_cast<int>(what_));
    if (picked < 0) return;
    choose_plotted(panel_.sweep, static_cast<Plotted>(picked));
    memory_.hold(std::nullopt);
    frame.out.wants_frame = true;
}

// The decades follow the lines, but only outwards while something is dragged or the lines still grow.
void DepthPlot::make_scale() {
    std::vector<std::vector<double>> values;
    for (const SweepLine& line : lines_) values.push_back(line.single);
    const std::optional<Decades> held = memory_.decades();
    const bool hold = held && (ImGui::IsMouseDown(ImGuiMouseButton_Left) || !reading_.done);
    scale_.decades = decades_over(values, hold ? &*held : nullptr);
    memory_.hold(scale_.decades);
    scale_.first = what_ == Plotted::input_gradient ? 1 : 0;
    scale_.last = std::max(reading_.depth, scale_.first);
    float words = 0;
    for (const int exponent : grid_of(scale_.decades)) {
        words = std::max(words, pen_.width(Face::mono, kAxisSize, power_words(exponent)));
    }
    const float left = std::max(words, pen_.width(Face::mono, kAxisSize, "1e−06")) + kAxisGap;
    const float right = pen_.width(Face::mono, kEndSize, "1.23e−06") + kAxisGap;  // the longest: a drag moves no edge
    const float top = header_.height() + controls_ + kUnderHeader, under = kDepthRoom + (scale_.decades.zero ? kZeroRoom : 0);
    scale_.area = {area_.x + left, area_.y + top, area_.width - left - right, area_.height - top - under};
    scale_.zero_y = scale_.area.bottom() + kZeroRoom;
    for (const SweepLine& line : lines_) pieces_.push_back(line_pieces(scale_, line.first, line.single));
}

void DepthPlot::axes() {
    const Rectangle& plot = scale_.area;
    const float half = pen_.fonts().cap_height(Face::mono, kAxisSize) / 2;
    const auto grid_line = [&](float y, std::string_view words) {
        pen_.horizontal(plot.x, plot.right(), y, colours_.rule);
        pen_.text_right(Face::mono, kAxisSize, plot.x - kAxisGap, y + half, colours_.ink3, words);
    };
    for (const int exponent : grid_of(scale_.decades)) {
        const double share = static_cast<double>(exponent - scale_.decades.low) / (scale_.decades.high - scale_.decades.low);
        grid_line(plot.bottom() - plot.height * static_cast<float>(share), power_words(exponent));
    }
    if (scale_.decades.zero) grid_line(scale_.zero_y, "0");
    const float baseline = plot.bottom() + (scale_.decades.zero ? kZeroRoom : 0) + 17;
    for (const int depth : depth_ticks(scale_.first, scale_.last)) {
        pen_.text_centred(Face::mono, kAxisSize, scale_.x(depth), baseline, colours_.ink3, std::to_string(depth));
    }
    // What the axis counts, right of its last number.
    const float after = plot.right() + pen_.width(Face::mono, kAxisSize, std::to_string(scale_.last)) / 2 + 8;
    const std::string_view depths = text::depth_heading.in(language_);
    if (after + pen_.width(Face::regular, kAxisSize, depths) <= area_.right()) {
        pen_.text(Face::regular, kAxisSize, after, baseline, colours_.ink3, depths);
    }
}

void DepthPlot::draw_lines() {
    for (std::size_t line = 0; line < pieces_.size(); ++line) {
        for (const PlotPiece& piece : pieces_[line]) {
            if (piece.size() == 1) pen_.disc(piece[0], 1.5f, colour(line));
            pen_.wire(piece.data(), static_cast<int>(piece.size()), colour(line), 2);
        }
    }
}

void DepthPlot::disc(int depth, double value, ImU32 ink, float radius) {
    if (!has_place(value)) return;
    const ImVec2 at{scale_.x(depth), scale_.y(value)};
    pen_.disc(at, radius + 1.5f, colours_.canvas);
    pen_.disc(at, radius, ink);
}

void DepthPlot::points() {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        for (const int depth : sweep_.marked) {
            if (const std::optional<double> value = lines_[line].single_at(depth)) disc(depth, *value, colour(line), 3.5f);
        }
    }
}

// No grid line runs through them.
void DepthPlot::words(Face face, const Rectangle& place, ImU32 ink, std::span<const std::string> lines) {
    pen_.fill({place.x - 2, place.y, place.width + 4, place.height}, colours_.canvas);
    float baseline = place.y + 11;
    for (const std::string& line : lines) {
        pen_.text(face, kNameSize, place.x, baseline, ink, line);
        baseline += kNameLine;
    }
    taken_.push_back(place.grown(4));
}

// On one line or on two, as near to its ring as can be; farther off nobody would know what they speak of.
void DepthPlot::crossing_words(std::size_t line, const ToldCrossing& told, ImVec2 ring) {
    const float whole = pen_.width(Face::regular, kNameSize, told.words);
    for (const float most : {whole + 1, whole * 0.62f}) {
        const std::vector<std::string> broken = wrap(pen_, Face::regular, kNameSize, told.words, most);
        float width = 0;
        for (const std::string& each : broken) width = std::max(width, pen_.width(Face::regular, kNameSize, each));
        const ImVec2 size{width, 13 + kNameLine * static_cast<float>(broken.size() - 1)};
        // Right of a falling line's ring there is room over the line, of a rising one's under it.
        const std::optional<Rectangle> place =
            place_beside(pieces_, line, taken_, words_area(), size, ring.x + 8 + width / 2, !told.over);
        if (!place || !place->grown(kFromRing).contains(ring.x, ring.y)) continue;
        words(Face::regular, *place, colour(line), broken);
        return;
    }
}

void DepthPlot::crossings() {
    if (!sweep_.threshold || !reading_.done) return;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        const std::optional<ToldCrossing> told = tell_crossing(lines_[line], *sweep_.threshold, language_);
        if (!told || !has_place(told->value)) continue;
        const ImVec2 at{scale_.x(told->depth), scale_.y(told->value)};
        pen_.disc(at, 5, colours_.canvas);
        pen_.circle(at, 4, colour(line), 1.5f);
        crossing_words(line, *told, at);
    }
}

void DepthPlot::names() {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        if (pieces_[line].empty()) continue;
        const float width = pen_.width(Face::bold, kNameSize, lines_[line].label);
        const float near = scale_.area.x + scale_.area.width * (line % 2 == 0 ? 0.28f : 0.72f);
        const std::optional<Rectangle> place = place_beside(pieces_, line, taken_, words_area(), {width, 13}, near);
        if (!place) continue;
        words(Face::bold, *place, colour(line), {&lines_[line].label, 1});
    }
}

// The last value of each line, right of its end.
void DepthPlot::ends() {
    std::vector<std::size_t> told;
    std::vector<float> wanted;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        if (lines_[line].last() < scale_.last) continue;  // still growing
        const double value = lines_[line].single.back();
        told.push_back(line);
        wanted.push_back(has_place(value) ? scale_.y(value) : scale_.area.y);
        disc(lines_[line].last(), value, colour(line), 3);
    }
    const float half = pen_.fonts().cap_height(Face::mono, kEndSize) / 2;
    const float low = scale_.decades.zero ? scale_.zero_y : scale_.area.bottom();
    const std::vector<float> places = spread(wanted, kEndDistance, scale_.area.y, low);
    for (std::size_t i = 0; i < told.size(); ++i) {
        pen_.text(Face::mono, kEndSize, scale_.area.right() + kAxisGap, places[i] + half, colour(told[i]),
                  end_figure(lines_[told[i]].single.back()));
    }
}

void DepthPlot::tell(int depth) {
    memory_.choose(depth);
    picture_.frame.out.announcement = depth_in_words(lines_, what_, depth, language_);
    picture_.frame.out.wants_frame = true;
}

void DepthPlot::point_at() {
    Frame& frame = picture_.frame;
    const float low = scale_.decades.zero ? scale_.zero_y : scale_.area.bottom();
    const Rectangle plot{scale_.area.x, scale_.area.y, scale_.area.width, low - scale_.area.y};
    const Item item = make_item(frame, "plot/" + panel_.id, plot.grown(4), true);
    for (int depth = scale_.first; depth <= scale_.last; ++depth) {
        frame.out.anchors["plot/" + panel_.id + "/" + std::to_string(depth)] = {scale_.x(depth) - 1, plot.y, 2, plot.height};
    }
    draw_focus(frame, item, plot.grown(4), 2);
    int depth = std::clamp(memory_.depth(), scale_.first, scale_.last);
    // ImGui calls what the keys have come to hovered too, and what Enter presses held; the pointer is not there.
    const bool by_keys = item.focused && ImGui::GetCurrentContext()->NavHighlightItemUnderNav;
    if ((item.hovered || item.held) && !by_keys) {
        depth = scale_.depth_at(ImGui::GetIO().MousePos.x);
        memory_.choose(depth);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Arrow);
    } else if (item.has_focus) {
        for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End})
            ImGui::SetKeyOwner(key, item.id);
        const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
        int wanted = depth;
        if (pressed(ImGuiKey_LeftArrow)) wanted = std::max(scale_.first, depth - 1);
        if (pressed(ImGuiKey_RightArrow)) wanted = std::min(scale_.last, depth + 1);
        if (pressed(ImGuiKey_Home)) wanted = scale_.first;
        if (pressed(ImGuiKey_End)) wanted = scale_.last;
        if (wanted != depth) tell(depth = wanted);
    }
    const bool by_finger = item.has_focus && frame.surroundings.coarse_pointer;
    if (item.hovered || item.held || item.focused || by_finger) card(depth);
}

void DepthPlot::card(int depth) {
    const float x = scale_.x(depth), low = scale_.decades.zero ? scale_.zero_y : scale_.area.bottom();
    pen_.vertical(x, scale_.area.y, low, colours_.ink3);
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        if (const std::optional<double> value = lines_[line].single_at(depth)) disc(depth, *value, colour(line), 3.5f);
    }
    constexpr float kSize = 12, kLine = 18, kPadding = 10, kColumnGap = 14;
    const float number = pen_.width(Face::mono, kSize, "1.23e−06");
    const std::string title = depth_words(what_, depth, language_);
    float words = pen_.width(Face::bold, kSize, title);
    for (const SweepLine& line : lines_) words = std::max(words, pen_.width(Face::regular, kSize, line.label));
    const float width = words + 2 * (number + kColumnGap) + 2 * kPadding;
    Rectangle box{x + 12, scale_.area.y, width, kLine * static_cast<float>(lines_.size() + 1) + 2 * kPadding - 6};
    if (box.right() > picture_.frame.surroundings.width - 4) box.x = std::max(4.0f, x - 12 - width);
    picture_.frame.out.anchors["reading/" + panel_.id] = box;
    Pen over = pen_.on(ImGui::GetForegroundDrawList());
    over.fill(box, colours_.raised, 6);
    over.ring({box.x + 1, box.y + 1, box.width - 2, box.height - 2}, colours_.edge, 5, 1);
    const float left = box.x + kPadding, single = left + words + kColumnGap + number, doubled = single + kColumnGap + number;
    float baseline = box.y + kPadding + 10;
    over.text(Face::bold, kSize, left, baseline, colours_.ink, title);
    over.text_right(Face::mono, kAxisSize, single, baseline, colours_.ink3, "float32");
    over.text_right(Face::mono, kAxisSize, doubled, baseline, colours_.ink3, "float64");
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        baseline += kLine;
        over.text(Face::regular, kSize, left, baseline, colour(line), lines_[line].label);
        const auto number_at = [&](float right, const std::optional<double>& value) {
            if (value) over.text_right(Face::mono, kSize, right, baseline, colours_.ink, end_figure(*value));
        };
        number_at(single, lines_[line].single_at(depth));
        number_at(doubled, lines_[line].doubled_at(depth));
    }
}

void DepthPlot::draw() {
    choose_what();
    if (steering_ != nullptr) {
        set_panel_controls(picture_, *steering_, {area_.x, area_.y + header_.height() + 4, area_.width, 0}, true);
    }
    make_scale();
    if (scale_.area.width <= 0 || scale_.area.height <= 0) return;
    axes();
    draw_lines();
    points();
    ends();
    names();
    crossings();
    point_at();
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    float header = 0;  // whatever is shown, nothing moves
    for (int i = 0; i < kPlottedCount; ++i) {
        header = std::max(header, header_of(picture, panel, static_cast<Plotted>(i), width).height());
    }
    const float around = header + controls_height(picture, steering_panel(picture, panel), width) + kUnderHeader + kDepthRoom;
    const bool phone = picture.frame.surroundings.form == Form::phone;  // it has the screen to itself
    return {300, around + kLeastPlot, around + (phone ? kPhonePlot : kBestPlot)};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const Session& session = picture.frame.session;
    const auto sweep = session.lesson().sweeps.find(panel.sweep);
    const SweepReading* reading = session.sweep(panel.sweep);
    if (sweep == session.lesson().sweeps.end() || reading == nullptr) return;
    if (!reading->error) {
        DepthPlot(picture, panel, sweep->second, *reading, area).draw();
        return;
    }
    Pen& pen = picture.frame.pen;
    float baseline = area.y + kTitleBaseline;
    for (const std::string& line :
         wrap(pen, Face::regular, 12.5f, message(*reading->error, picture.frame.language()), area.width)) {
        pen.text(Face::regular, 12.5f, area.x, baseline, picture.frame.colours().ink2, line);
        baseline += 18;
    }
}

}  // namespace

const PanelView kDepthPlotPanel{"depth_plot", measure, draw};

}  // namespace dikkat
