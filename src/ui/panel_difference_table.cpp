// What one part of a model makes of a change: how its rows come from the input's, its output before and after, and by how much each
// row moved.
#include <algorithm>
#include <cmath>

#include "app/number.h"
#include "app/text.h"
#include "ui/elided_text.h"
#include "ui/panel_difference_places.h"
#include "ui/panel_drawing.h"
#include "ui/panel_title_links.h"
#include "ui/ribbon_row.h"

namespace dikkat {
namespace {

constexpr float kLeastRow = 14, kBestRow = 25, kLeastRows = 70, kBestRows = 175;
constexpr float kBar = 4;  // input and output

const TensorReading* tensor_of(const Picture& picture, const Panel& panel, std::size_t index) {
    const TensorReading* tensor = panel.tensors.size() > index ? picture.find(panel.tensors[index].tensor) : nullptr;
    return tensor != nullptr && tensor->shape.rank() == 2 && tensor->shape.size() > 0 ? tensor : nullptr;
}

bool has_moved(const TensorReading* tensor, int row) {
    return tensor != nullptr && static_cast<std::size_t>(row) < tensor->moved_rows.size() &&
           tensor->moved_rows[static_cast<std::size_t>(row)];
}

// NaN where a change is none that can be measured.
double largest_change(const TensorReading& tensor, int row) {
    double largest = 0;
    const int columns = tensor.shape.columns();
    for (int c = 0; c < columns; ++c) {
        const double change = std::abs(static_cast<double>(tensor.difference[index_of(tensor.shape, {0, row, c})]));
        if (std::isnan(change)) return change;
        largest = std::max(largest, change);
    }
    return largest;
}

// Of all such panels on the screen: their bars are to be compared.
double largest_on_screen(const Picture& picture) {
    double largest = 0;
    for (const PanelRow& row : picture.screen.rows) {
        for (const Panel& panel : row.panels) {
            const TensorReading* tensor = panel.type == kDifferenceTablePanel.type ? tensor_of(picture, panel, 0) : nullptr;
            if (tensor == nullptr || tensor->difference.empty()) continue;
            for (int r = 0; r < tensor->shape.rows(); ++r) {
                const double change = largest_change(*tensor, r);
                if (std::isfinite(change)) largest = std::max(largest, change);
            }
        }
    }
    return largest;
}

class TableDrawing {
public:
    TableDrawing(const Picture& picture, const Panel& panel, const TensorReading& output, const Rectangle& area)
        : picture_(picture),
          panel_(panel),
          output_(output),
          input_(tensor_of(picture, panel, 1)),
          pen_(picture.frame.pen),
          colours_(picture.frame.colours()),
          p_(difference_places(picture, output, area)) {}

    void draw() {
        words();
        if (panel_.weights.empty()) {
            boxes();
        } else {
            ribbons();
        }
        bars();
        maps();
        largest();
    }

private:
    int rows() const { return output_.shape.rows(); }

    void words() {
        const Language language = picture_.frame.language();
        pen_.text(Face::regular, kPanelWords, p_.way_x, p_.names_baseline, colours_.ink2, text::panel_input.in(language));
        pen_.text_right(Face::regular, kPanelWords, p_.way_right, p_.names_baseline, colours_.ink2,
                        text::panel_output.in(language));
        const float size = p_.row_height >= 17 ? kPanelWords : std::min(kPanelSmall, p_.row_height - 1);
        if (size < 8) return;
        for (int row = 0; row < rows(); ++row) {
            const bool moved = has_moved(input_, row);
            const Face face = moved ? Face::bold : Face::regular;
            const std::string word = elided(pen_, face, size, picture_.frame.session.axis_label(output_, 0, row), kDifferenceWords);
            pen_.text(face, size, p_.rows.x, pen_.baseline_in(p_.row(row), face, size), moved ? colours_.changed : colours_.ink2,
                      word);
        }
    }

    Rectangle bar(int row, bool of_output) const {
        const Rectangle line = p_.row(row);
        const float inset = std::min(4.0f, line.height * 0.15f);
        return {of_output ? p_.way_right - kBar : p_.way_x, line.y + inset, kBar, line.height - 2 * inset};
    }

    void bars() {
        for (int row = 0; row < rows(); ++row) {
            pen_.fill(bar(row, false), has_moved(input_, row) ? colours_.changed_mark : colours_.residual);
            pen_.fill(bar(row, true), has_moved(&output_, row) ? colours_.changed_mark : colours_.residual);
        }
    }

    // Every output row is filled by its weights; what an input row gives away is as wide at both ends.
    void ribbons() {
        const TensorReading* weights = picture_.find(panel_.weights);
        if (weights == nullptr || weights->shape.rows() != rows()) return;
        const Show show = picture_.show() == Show::baseline ? Show::baseline : Show::value;
        const std::span<const float> values = shown_values(*weights, show);
        const int keys = weights->shape.columns();
        if (values.empty() || keys != rows()) return;
        const std::span<const float> drawn = picture_.motion.glide(panel_.id + "/ribbons", values);
        const auto weight = [&](int query, int key) {
            const float w = drawn[static_cast<std::size_t>(query * keys + key)];
            return std::isfinite(w) ? std::clamp(w, 0.0f, 1.0f) : 0.0f;
        };
        // The changed row's ribbons last, over the others.
        for (const bool moved : {false, true}) {
            for (int key = 0; key < keys; ++key) {
                if (has_moved(input_, key) != moved) continue;
                float given = 0, before = 0;
                for (int query = 0; query < rows(); ++query) given += weight(query, key);
                for (int query = 0; query < rows(); ++query) {
                    const float w = weight(query, key);
                    float filled = 0;
                    for (int other = 0; other < key; ++other) filled += weight(query, other);
                    if (w > 0.002f) ribbon(query, key, w, start_of(before, w, given) + w / 2, filled + w / 2, moved);
                    before += w;
                }
            }
        }
        pen_.flush_ribbons();
    }

    // Where a ribbon begins on its input's bar: those that together are wider than it lie over each other.
    static float start_of(float before, float w, float given) {
        if (given <= 1) return (1 - given) / 2 + before;
        return given > w ? before * std::max(0.0f, 1 - w) / (given - w) : 0;
    }

    void ribbon(int query, int key, float w, float from_share, float to_share, bool moved) {
        const Rectangle from = bar(key, false), to = bar(query, true);
        RibbonInstance strip{};
        strip.axis = RibbonAxis::horizontal;
        strip.from_x = from.right();
        strip.to_x = to.x;
        strip.from_y = from.y + from_share * from.height;
        strip.to_y = to.y + to_share * to.height;
        strip.end_width = w * to.height;
        strip.waist = ribbon_waist(strip.end_width * 0.9f, strip.end_width, strip.to_y - strip.from_y);
        strip.level = (strip.from_x + strip.to_x) / 2;
        strip.colour = moved ? with_alpha(colours_.changed_mark, 0.85f) : ribbon_colour(colours_, w * 0.4f);
        pen_.ribbon(strip);
    }

    // The same network for every row by itself.
    void boxes() {
        const std::string& words = panel_.box.in(picture_.frame.language());
        const ImU32 role = colours_.role(panel_.role);
        const float size = std::min(11.5f, p_.row_height * 0.66f), width = pen_.width(Face::bold, size, words) + 16;
        const float height = std::min(20.0f, p_.row_height - (p_.row_height < 18 ? 2 : 4));
        for (int row = 0; row < rows(); ++row) {
            const Rectangle from = bar(row, false), to = bar(row, true);
            const bool moved = has_moved(input_, row);
            const float inset = from.height * 0.08f;
            pen_.fill({from.right(), from.y + inset, to.x - from.right(), from.height - 2 * inset},
                      moved ? with_alpha(colours_.changed_mark, 0.85f) : with_alpha(role, 0.25f));
            if (words.empty() || size < 9) continue;
            const Rectangle box =
                pen_.snap(Rectangle{(from.right() + to.x - width) / 2, from.centre_y() - height / 2, width, height});
            pen_.fill(box, colours_.raised, 4);
            pen_.ring({box.x + 1, box.y + 1, box.width - 2, box.height - 2}, role, 3, 1.25f);
            pen_.text_centred(Face::bold, size, box.centre_x(), pen_.baseline_in(box, Face::bold, size), role, words);
        }
    }

    MatrixDrawing map(int index) const {
        const bool gradient = index == 1 && picture_.show() == Show::gradient;
        const Show shows[] = {Show::baseline, gradient ? Show::gradient : Show::value, Show::difference};
        MatrixDrawing m;
        m.tensor = &output_;
        m.cells = p_.maps[index];
        const float number = pen_.width(Face::mono, kPanelSmall, fixed(-1, output_.decimals)) + 6;
        m.numbers = m.cells.width / static_cast<float>(output_.shape.columns()) >= number && p_.row_height >= 18;
        m.editable = index == 1;
        m.readable = index != 1;
        m.show = shows[index];
        if (!gradient) m.bound = output_.bound;
        m.motion_name = panel_.id + "/" + std::to_string(index);
        return m;
    }

    void maps() {
        const Language language = picture_.frame.language();
        const bool gradient = picture_.show() == Show::gradient;
        const std::string_view names[] = {text::before.in(language), (gradient ? text::gradient : text::after).in(language),
                                          text::change.in(language)};
        for (int i = 0; i < 3; ++i) draw_cells(picture_, map(i));
        pen_.flush_heatmaps();
        for (int i = 0; i < 3; ++i) {
            const MatrixDrawing m = map(i);
            draw_over_cells(picture_, m);
            draw_gutter(picture_, m);
            const float right = i < 2 ? p_.maps[i + 1].x - 8 : m.cells.right() + kGutterRoom;
            draw_map_name(picture_, m, names[i], m.cells.x, p_.map_names_baseline, right);
            const float middle = (m.cells.right() + right + 8) / 2;
            if (i < 2 && right + 8 - m.cells.right() >= 16) {
                pen_.sign(Sign::chevron_right, {middle, m.cells.centre_y()}, 9, colours_.ink3);
            }
        }
        const float top = p_.map_names_baseline - 12;
        picture_.frame.out.anchors["station/" + std::string(output_.name)] = {
            p_.maps[0].x, top, p_.maps[2].right() + kGutterRoom - p_.maps[0].x, p_.maps[0].bottom() - top};
    }

    void largest() {
        const Language language = picture_.frame.language();
        const std::string_view title = text::largest_change.in(language);
        const float size = fitting_size(pen_, Face::bold, kPanelWords, title, p_.largest_right - p_.largest_x);
        pen_.text(Face::bold, size, p_.largest_x, p_.names_baseline, colours_.changed, title);
        if (output_.difference.empty()) return;
        const double scale = largest_on_screen(picture_);
        const float line_size = std::min(kPanelTitle, p_.row_height - 1);
        if (line_size < 8) return;
        for (int row = 0; row < rows(); ++row) {
            const Rectangle line = p_.row(row);
            const bool own = has_moved(input_, row), moved = has_moved(&output_, row);
            const double change = largest_change(output_, row);
            const Face face = own ? Face::mono : Face::mono_bold;
            const std::string number = fixed(change, output_.decimals, Minus::sign, true);
            const float baseline = pen_.baseline_in(line, face, line_size);
            const float width = pen_.width(face, line_size, number), room = p_.largest_right - width - 10 - p_.largest_x;
            pen_.text(face, line_size, p_.largest_right - width, baseline, own ? colours_.ink2 : colours_.ink, number);
            picture_.frame.out.anchors["change/" + panel_.id + "/" + std::to_string(row)] = {
                p_.largest_x, line.y, p_.largest_right - p_.largest_x, line.height};
            if (!moved) {
                const std::string_view same = text::unchanged.in(language);
                const float fits = std::min(line_size, fitting_size(pen_, Face::regular, kPanelWords, same, room));
                pen_.text(Face::regular, fits, p_.largest_x, baseline, colours_.ink2, same);
            } else if (std::isfinite(change) && scale > 0) {
                const float longest = p_.largest_right - p_.largest_x - 10 - pen_.width(Face::mono_bold, line_size, "00.0000");
                const float length = std::max(2.0f, longest * static_cast<float>(change / scale));
                const float height = std::min(10.0f, line.height * 0.45f);
                pen_.fill({p_.largest_x, line.centre_y() - height / 2, length, height},
                          own ? with_alpha(colours_.changed_mark, 0.4f) : colours_.changed_mark);
            }
        }
    }

    const Picture& picture_;
    const Panel& panel_;
    const TensorReading& output_;
    const TensorReading* input_;
    Pen& pen_;
    const Palette& colours_;
    DifferencePlaces p_;
};

PanelSize measure(const Picture& picture, const Panel& panel, float width) {
    const TensorReading* output = tensor_of(picture, panel, 0);
    if (output == nullptr) return {};
    const float rows = static_cast<float>(output->shape.rows());
    const float least = rows * std::clamp(kLeastRows / rows, 4.0f, kLeastRow),
                best = rows * std::clamp(kBestRows / rows, 5.0f, kBestRow);
    const float title = linked_title_height(picture, panel, width);
    if (is_stacked(width))
        return {300, title + 2 * (kDifferenceHeader + least) + kStackGap, title + 2 * (kDifferenceHeader + best) + kStackGap};
    return {300, title + kDifferenceHeader + least, title + kDifferenceHeader + best};
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const TensorReading* output = tensor_of(picture, panel, 0);
    if (output == nullptr) return;
    const float title = draw_linked_title(picture, panel, area);
    TableDrawing(picture, panel, *output, {area.x, area.y + title, area.width, area.height - title}).draw();
}

}  // namespace

const PanelView kDifferenceTablePanel{"difference_table", measure, draw};

}  // namespace dikkat
