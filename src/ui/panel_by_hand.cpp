// A norm by hand: a few numbers of one's own, what is taken off them and what they are divided by, line under line.
#include <algorithm>
#include <cmath>
#include <list>

#include "app/number.h"
#include "app/text.h"
#include "imgui.h"
#include "ui/cell_editor.h"
#include "ui/mean_std.h"
#include "ui/norm_copy.h"
#include "ui/panel_drawing.h"

namespace dikkat {
namespace {

constexpr float kSize = 13, kNumber = 12.5f, kSmall = 12;
constexpr float kLeastLine = 22, kBestLine = 26;
constexpr float kLeastCell = 42, kMostCell = 62, kCellGap = 6, kPadding = 5, kRightGap = 12, kNarrow = 400, kUnderTitle = 6;
constexpr float kMenuHeight = 26, kBesideMenu = 12;

// The tensors of the model `norm_by_hand`, in the order of the sum.
struct Line {
    const char* tensor;
    bool box;  // goes in: a box to write into
};
constexpr Line kLines[] = {{"x", true},          {"centred", false},  {"divided", false},
                           {"norm.gamma", true}, {"norm.beta", true}, {"norm.output", false}};
constexpr int kLineCount = static_cast<int>(std::size(kLines));

// The widest word with the widest number.
float statistics_width(const Picture& picture) {
    const Pen& pen = picture.frame.pen;
    float words = 0;
    for (const Text* each : {&text::by_hand_mean, &text::by_hand_mean_after, &text::by_hand_std_after}) {
        words = std::max(words, pen.width(Face::regular, kSmall, each->in(picture.frame.language())));
    }
    return words + 6 + pen.width(Face::mono_bold, kSmall, "−7e−09") + kRightGap;
}

// The title's, beside the menu that copies.
float title_width(const Picture& picture, float width) { return width - copy_menu_width(picture.frame) - kBesideMenu; }

// Where there is no room beside the lines, mean and std stand in two lines under them.
int line_count(bool below) { return kLineCount + (below ? 2 : 0); }

class ByHand {
public:
    ByHand(const Picture& picture, const Panel& panel, const Rectangle& area);

    void draw();

private:
    const TensorReading* read(const std::string& name);
    void line(int index, const TensorReading& tensor);
    std::string number_words(const TensorReading& tensor, float value) const {
        return picture_.in_difference() ? with_sign(static_cast<double>(value), std::max(2, tensor.decimals))
                                        : as_typed(value, tensor.decimals);
    }
    void number(const TensorReading& tensor, int column, const Rectangle& cell, float size, bool box);
    float number_size(const TensorReading& tensor) const;
    Rectangle beside(int index, std::string_view label, const std::string& value, ImU32 ink);
    void statistic(int index, std::string_view label, const std::string& tensor);
    void after();
    void copy_menu();

    const Picture& picture_;
    const Panel& panel_;
    Rectangle area_;
    Pen& pen_;
    const Palette& colours_;
    Language language_;
    std::list<TensorReading> readings_;  // the editor keeps their addresses while this is drawn
    bool below_ = false;
    float top_ = 0, label_ = 0, pitch_ = 0, high_ = 0;
};

ByHand::ByHand(const Picture& picture, const Panel& panel, const Rectangle& area)
    : picture_(picture),
      panel_(panel),
      area_(area),
      pen_(picture.frame.pen),
      colours_(picture.frame.colours()),
      language_(picture.frame.language()) {}

const TensorReading* ByHand::read(const std::string& name) {
    const std::optional<TensorReading> reading = picture_.frame.session.read(panel_.part + "." + name);
    if (!reading || reading->shape.size() == 0) return nullptr;
    readings_.push_back(*reading);
    return &readings_.back();
}

void ByHand::number(const TensorReading& tensor, int column, const Rectangle& cell, float size, bool box) {
    const std::span<const float> values = shown_values(tensor, picture_.show());
    if (box) {
        const Rectangle edge{cell.x + 1, cell.y + 1.5f, cell.width - kCellGap - 2, cell.height - 3};
        pen_.fill(edge.grown(1), colours_.raised, 5);
        pen_.ring(edge, colours_.edge, 4, 1);
    }
    if (values.empty()) return;
    const float value = values[static_cast<std::size_t>(column)];
    const bool differs = picture_.in_difference() && value != 0;
    const std::string words = number_words(tensor, value);
    pen_.text_right(Face::mono, size, cell.right() - kCellGap - kPadding, pen_.baseline_in(cell, Face::mono, size),
                    differs ? colours_.changed : colours_.ink, words);
}

// One size for a whole line: the largest at which every number fits.
float ByHand::number_size(const TensorReading& tensor) const {
    float widest = 0;
    for (const float value : shown_values(tensor, picture_.show())) {
        widest = std::max(widest, pen_.width(Face::mono, kNumber, number_words(tensor, value)));
    }
    const float room = pitch_ - kCellGap - kPadding - 3;
    return widest > room ? std::max(9.0f, kNumber * room / widest) : kNumber;
}

void ByHand::line(int index, const TensorReading& tensor) {
    const int columns = tensor.shape.columns();
    const Rectangle cells{area_.x + label_, top_ + high_ * static_cast<float>(index), pitch_ * static_cast<float>(columns), high_};
    const bool result = index + 1 == kLineCount;
    pen_.label(Face::bold, kSize, area_.x, pen_.baseline_in(cells, Face::bold, kSize), result ? colours_.normalised : colours_.ink,
               tensor.look->label.in(language_));
    const float size = number_size(tensor);
    for (int column = 0; column < columns; ++column) {
        number(tensor, column, {cells.x + pitch_ * static_cast<float>(column), cells.y, pitch_, high_}, size, kLines[index].box);
    }
    const Rectangle area{cells.x, cells.y, cells.width, cells.height - 1};
    picture_.editor.matrix(picture_.frame, {&tensor, 0, area, true, false});
}

// A quiet word and a number: at the right end of a line or, in two columns, under all lines. Answers the number's place.
Rectangle ByHand::beside(int index, std::string_view label, const std::string& value, ImU32 ink) {
    Rectangle line{area_.x, top_ + high_ * static_cast<float>(index), area_.width, high_};
    if (below_) {
        const bool after = index > 1;
        line.y = top_ + high_ * static_cast<float>(kLineCount + (after ? 1 : 0));
        if (index % 2 == 0) line.width = area_.width / 2 - 8;
    }
    const float baseline = pen_.baseline_in(line, Face::regular, kSmall);
    const float width = pen_.text_right(Face::mono_bold, kSmall, line.right(), baseline, ink, value);
    pen_.text_right(Face::regular, kSmall, line.right() - width - 6, baseline, colours_.ink2, label);
    return {line.right() - width - 3, line.y + 2, width + 6, high_ - 5};
}

void ByHand::statistic(int index, std::string_view label, const std::string& name) {
    const TensorReading* tensor = read(name);
    if (tensor == nullptr) return;
    const std::span<const float> values = shown_values(*tensor, picture_.show());
    if (values.empty()) return;
    const std::string words =
        picture_.in_difference() ? with_sign(static_cast<double>(values[0]), 3) : fixed(static_cast<double>(values[0]), 3);
    const Rectangle place = beside(index, label, words, colours_.ink);
    picture_.editor.matrix(picture_.frame, {tensor, 0, place, true, false});
}

// What mean and std have become. They are no tensors, so that they have no gradient.
void ByHand::after() {
    const TensorReading* output = read("norm.output");
    if (output == nullptr || picture_.show() == Show::gradient) return;
    const std::span<const float> values = picture_.show() == Show::baseline ? output->baseline : output->value;
    if (values.empty()) return;
    const MeanStd now = mean_std(values), before = mean_std(output->baseline);
    const auto words = [&](double value, double earlier) {
        return picture_.in_difference() ? with_sign(value - earlier, 3) : fixed(value, 3);
    };
    const int last = kLineCount - 1;
    beside(last - 1, text::by_hand_mean_after.in(language_), words(now.mean, before.mean), colours_.normalised);
    beside(last, text::by_hand_std_after.in(language_), words(now.std, before.std), colours_.normalised);
}

void ByHand::copy_menu() {
    const float width = copy_menu_width(picture_.frame);
    const std::optional<SumForm> form =
        draw_copy_menu(picture_.frame, "by_hand/copy", {area_.right() - width, area_.y - 5, width, kMenuHeight});
    if (form) ImGui::SetClipboardText(norm_as(picture_.frame.session, panel_.part, *form).c_str());
}

void ByHand::draw() {
    const Rectangle title{area_.x, area_.y, title_width(picture_, area_.width), area_.height};
    top_ = area_.y + draw_panel_title(picture_, panel_, title) + kUnderTitle;
    copy_menu();
    std::vector<const TensorReading*> tensors;
    for (const Line& each : kLines) tensors.push_back(read(each.tensor));
    int columns = 1;
    for (const TensorReading* tensor : tensors) {
        if (tensor == nullptr) continue;
        label_ = std::max(label_, pen_.label_width(Face::bold, kSize, tensor->look->label.in(language_)) + 14);
        columns = std::max(columns, tensor->shape.columns());
    }
    below_ = area_.width < kNarrow;
    const float room = area_.width - label_ - (below_ ? 0 : statistics_width(picture_));
    pitch_ = std::clamp(std::floor(room / static_cast<float>(columns)), kLeastCell, kMostCell + kCellGap);
    high_ = std::clamp((area_.bottom() - top_) / static_cast<float>(line_count(below_)), kLeastLine, kBestLine);
    for (int i = 0; i < kLineCount; ++i) {
        if (tensors[static_cast<std::size_t>(i)] != nullptr) line(i, *tensors[static_cast<std::size_t>(i)]);
    }
    statistic(0, text::by_hand_mean.in(language_), "norm.mean");
    statistic(1, "std", "norm.std");
    after();
}

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const float head = panel_title_height(picture, panel, title_width(picture, width)) + kUnderTitle;
    const float lines = static_cast<float>(line_count(width < kNarrow));
    return {320, head + lines * kLeastLine, head + lines * kBestLine};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) { ByHand(picture, panel, area).draw(); }

}  // namespace

const PanelView kByHandPanel{"by_hand", measure, draw};

}  // namespace dikkat
