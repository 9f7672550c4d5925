#include "ui/layout_rows.h"

#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "ui/layout_row.h"

namespace dikkat {
namespace {

constexpr float kPadding = 20, kPhonePadding = 16, kContentMax = 1240, kToolbar = 48;
constexpr float kTop = 54;                                    // of the first row
constexpr float kAboveRule = 10, kUnderRule = 10, kJoin = 8;  // between rows, with a rule and without
constexpr float kBottom = 8;
constexpr float kGap = 32, kDividedGap = 52;  // between panels
constexpr float kChooser = 44, kChooserTop = 10, kPhoneTop = 66, kUnderFields = 12;

// Panels that stand side by side: a row of the lesson, or what fits of it.
struct Line {
    int row = 0;
    std::vector<int> panels;
    std::vector<float> widths;
    float least = 0, best = 0, share = 1, height = 0;
    bool claims = false, joined = false;

    float gap() const { return claims ? kDividedGap : kGap; }
};

class RowsMaker {
public:
    explicit RowsMaker(const RowsDescription& description) : d_(description) {}

    RowsLayout make() {
        const bool phone = d_.form == Form::phone;
        const float padding = phone ? kPhonePadding : kPadding;
        const float width = std::min(kContentMax, d_.width - 2 * padding);
        layout_.content = {whole((d_.width - width) / 2), 0, width, d_.height};
        layout_.toolbar = {layout_.content.x, 0, width, kToolbar};
        const float top = phone ? kPhoneTop + (d_.fields > 0 ? d_.fields + kUnderFields : 0) : kTop + d_.legends;
        layout_.view = {layout_.content.x, top, width, std::max(0.0f, d_.height - top)};
        if (phone) layout_.chooser = {layout_.content.x, kChooserTop, width, kChooser};
        layout_.legends = {layout_.content.x, kToolbar, width, phone ? 0 : d_.legends};
        layout_.fields = {layout_.content.x, kPhoneTop, width, phone ? d_.fields : 0};
        for (std::size_t row = 0; row < d_.rows.size(); ++row) {
            if (phone && static_cast<int>(row) != d_.chosen_row) continue;
            break_into_lines(static_cast<int>(row));
        }
        for (Line& line : lines_) widen(line);
        for (Line& line : lines_) measure(line);
        share_height();
        place();
        return layout_;
    }

private:
    const LayoutPanel& panel(int row, int index) const {
        return d_.rows[static_cast<std::size_t>(row)].panels[static_cast<std::size_t>(index)];
    }
    PanelSize size(int row, int index, float width) const { return d_.measure(d_.context, row, index, width); }

    // As many panels on a line as are readable there.
    void break_into_lines(int row) {
        const std::vector<LayoutPanel>& panels = d_.rows[static_cast<std::size_t>(row)].panels;
        const std::size_t most = d_.form == Form::wide ? panels.size() : d_.form == Form::tablet ? 2 : 1;
        float taken = 0;
        bool begins = true;
        for (int i = 0; i < static_cast<int>(panels.size()); ++i) {
            if (panel(row, i).hidden || (d_.form == Form::phone && i != d_.chosen_panel)) continue;
            const float least = size(row, i, layout_.content.width).least_width;
            const bool fits =
                !begins && lines_.back().panels.size() < most && taken + lines_.back().gap() + least <= layout_.content.width;
            if (!fits) {
                lines_.push_back({});
                lines_.back().row = row;
                lines_.back().share = d_.rows[static_cast<std::size_t>(row)].share;
                lines_.back().joined = begins && panel(row, i).joined;
                taken = 0;
                begins = false;
            } else {
                taken += lines_.back().gap();
            }
            taken += least;
            lines_.back().panels.push_back(i);
            lines_.back().claims = lines_.back().claims || panel(row, i).claims;
        }
    }

    // By their shares, but none narrower than it can be read.
    void widen(Line& line) {
        const std::size_t count = line.panels.size();
        float room = layout_.content.width - line.gap() * static_cast<float>(count - 1);
        std::vector<float> least;
        for (const int i : line.panels) least.push_back(std::min(room, size(line.row, i, layout_.content.width).least_width));
        line.widths.assign(count, 0);
        float shares = 0;
        for (const int i : line.panels) shares += panel(line.row, i).share;
        for (bool again = true; again;) {
            again = false;
            for (std::size_t k = 0; k < count; ++k) {
                const float share = panel(line.row, line.panels[k]).share;
                if (line.widths[k] > 0 || room * share / shares >= least[k]) continue;
                line.widths[k] = least[k];
                room -= least[k];
                shares -= share;
                again = shares > 0;
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            if (line.widths[k] == 0) line.widths[k] = whole(room * panel(line.row, line.panels[k]).share / shares);
        }
    }

    void measure(Line& line) {
        for (std::size_t k = 0; k < line.panels.size(); ++k) {
            const PanelSize needs = size(line.row, line.panels[k], line.widths[k]);
            CHECK(needs.least_height <= needs.best_height, "a panel's best height is at least its least");
            line.least = std::max(line.least, needs.least_height);
            line.best = std::max(line.best, needs.best_height);
        }
    }

    float gap_before(std::size_t line) const {
        if (line == 0) return 0;
        return lines_[line].joined ? kJoin : kAboveRule + kUnderRule;
    }

    // Best heights and a share of what is left; less where there is less; the least where rows must scroll.
    void share_height() {
        float room = layout_.view.height - kBottom, least = 0, best = 0, shares = 0;
        for (std::size_t i = 0; i < lines_.size(); ++i) room -= gap_before(i);
        for (const Line& line : lines_) least += line.least, best += line.best, shares += line.share;
        layout_.needed = layout_.view.bottom() - room + best;
        const bool scrolls = room < least || d_.form == Form::tablet;
        for (Line& line : lines_) {
            if (scrolls && room < best) {
                line.height = d_.form == Form::wide ? line.least : line.best;
            } else if (room >= best) {
                line.height = line.best + (d_.form == Form::phone || shares <= 0 ? 0 : (room - best) * line.share / shares);
            } else {
                line.height = line.least + (line.best - line.least) * (room - least) / (best - least);
            }
            line.height = whole(line.height);
        }
    }

    void place() {
        float y = layout_.view.y;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const Line& line = lines_[i];
            if (i > 0 && !line.joined) layout_.rules.push_back(y + kAboveRule);
            y += gap_before(i);
            float x = layout_.content.x;
            for (std::size_t k = 0; k < line.panels.size(); ++k) {
                if (k > 0 && line.claims) layout_.dividers.push_back({x - kDividedGap / 2, y + 4, 1, line.height - 8});
                layout_.panels.push_back({line.row, line.panels[k], {x, y, line.widths[k], line.height}});
                x += line.widths[k] + line.gap();
            }
            y += line.height;
            const bool last_of_upper = i + 1 == lines_.size() || lines_[i + 1].claims;
            if (last_of_upper && layout_.upper.height == 0) {
                const float bottom = std::min(y, layout_.view.bottom() - kBottom);
                layout_.upper = {layout_.content.x, layout_.view.y, layout_.content.width, bottom - layout_.view.y};
            }
        }
        layout_.height = y + kBottom - layout_.view.y;
    }

    const RowsDescription& d_;
    RowsLayout layout_;
    std::vector<Line> lines_;
};

}  // namespace

RowsLayout make_rows_layout(const RowsDescription& description) { return RowsMaker(description).make(); }

}  // namespace dikkat
