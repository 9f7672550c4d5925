// Picture: what the views of one drawing share: the lesson's tensors as they are read now, their places, and the state that lives
// between drawings. Draws nothing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/cell_editor.h"
#include "ui/frame.h"
#include "ui/layout.h"
#include "ui/motion.h"
#include "ui/shown_screen.h"
#include "ui/typed_text.h"

namespace dikkat {

// Bounds of the difference view's maps: the smallest 1, 2, 5 x 10^k that no change exceeds, held while a gesture lasts.
class DifferenceBounds {
public:
    void begin_frame(bool hold);
    // 0 where nothing changed.
    double of(const TensorReading& tensor);

private:
    std::map<std::string, double, std::less<>> bounds_;
    bool hold_ = false;
};
double difference_bound(std::span<const float> difference);
std::string bound_words(double bound);  // "±2", "±.05", "±5e−04"; "0" for 0

// The field that is typed into at present.
struct FieldTyping {
    std::string field;  // its id; empty for none
    bool seen = false;  // it was drawn in this frame
    TypedText typed;
};

struct Picture {
    Frame& frame;
    const Layout& layout;
    const std::map<std::string, TensorReading>& readings;  // of every tensor on the screen
    CellEditor& editor;
    Motion& motion;
    DifferenceBounds& bounds;
    const std::string& hovered;  // the tensor under the pointer in the last drawing, or marked in the page's text
    FieldTyping& typing;
    const ShownScreen& screen;

    Show show() const { return frame.session.view().show; }
    bool in_difference() const { return show() == Show::difference; }
    bool in_gradient() const { return show() == Show::gradient; }
    int selected_row() const { return frame.session.view().selection.row; }
    const TensorReading* find(const std::string& tensor) const {
        const auto found = readings.find(tensor);
        return found == readings.end() ? nullptr : &found->second;
    }
    Picture in(Frame& inside) const { return {inside, layout, readings, editor, motion, bounds, hovered, typing, screen}; }
    void send(Action action) const { frame.out.commands.push_back({std::move(action), 0}); }
};

std::string shape_words(const Shape& shape);         // "6×8"
bool rows_are_tokens(const TensorReading& tensor);   // each row stands for one token: the gutter counts them
bool has_gutter(const TensorReading& tensor);        // in the difference view; a mask's rows don't move by themselves
bool rows_are_queries(const TensorReading& tensor);  // and is followed when its token is selected: not K's and V's
bool columns_are_keys(const TensorReading& tensor);
ImU32 role_colour(const Palette& colours, const TensorReading& tensor);
// What a view shows of a tensor; empty where the baseline has no such tensor, or it has no gradient. A mask has none and stays.
std::span<const float> shown_values(const TensorReading& tensor, Show show);

// Every tensor that the lesson's screen names and the graph has.
std::map<std::string, TensorReading> read_screen(const Session& session, const ShownScreen& screen);
// At most two lanes fit in the hero: those whose tensors are there, around the head that is looked at.
std::vector<const RibbonLane*> shown_ribbons(const ShownScreen& screen, const std::map<std::string, TensorReading>& readings);
LayoutDescription describe(const Frame& frame, const ShownScreen& screen, const std::map<std::string, TensorReading>& readings);

}  // namespace dikkat
