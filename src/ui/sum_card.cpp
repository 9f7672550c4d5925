// The sum card: why this number. Draws what sum_story.h tells.
#include <algorithm>
#include <array>

#include "app/number.h"
#include "app/text.h"
#include "ui/dock.h"
#include "ui/scrolled.h"
#include "ui/sum_story.h"
#include "ui/widgets.h"
#include "ui/wrapped_text.h"

namespace dikkat {

namespace {

constexpr float kTitle = 13.5f, kSubtitle = 12.5f, kLabel = 12.5f, kPhrase = 13.5f;
constexpr float kHeads = 12, kWordHeads = 11.5f;
constexpr float kHeader = 37;  // from the card's top to the table
constexpr float kRow = 19.5f, kResult = 23, kBlockGap = 24;
constexpr float kWidestColumn = 74, kLeastLabel = 53;

struct TablePlan {  // how a table fits into a width: all columns side by side, or in blocks one under the other
    int decimals = 4;
    float size = 12.5f;
    float label = 0;
    std::vector<float> widths;  // of the columns
    std::vector<std::size_t> block_ends;
};

// The stream's own tensor is named in ink, as its station is.
ImU32 label_colour(const Palette& colours, const std::string& role) {
    return role.empty() || role == "residual" ? colours.ink : colours.role(role);
}

std::string shown(float value, int decimals) { return fixed(static_cast<double>(value), decimals); }

std::string result_label(const Frame& frame, const SumTable& table) {
    return std::string((table.kind == SumTable::Kind::products ? text::sum_product : text::sum_exponential).in(frame.language()));
}

float label_width(const Frame& frame, const SumTable& table) {
    float width = std::max(kLeastLabel - 8, frame.pen.width(Face::bold, kLabel, result_label(frame, table)));
    for (const SumRow& row : table.factors) {
        width =
            std::max(width, frame.pen.label_width(Face::bold, kLabel, row.label) + frame.pen.width(Face::bold, kLabel, row.place));
    }
    return width + 8;
}

std::vector<float> column_widths(const Frame& frame, const SumTable& table, int decimals, float size, float gap) {
    std::vector<float> widths;
    const auto number = [&](float value) { return frame.pen.width(Face::mono, size, shown(value, decimals)); };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        float width =
            frame.pen.width(table.words ? Face::regular : Face::mono, table.words ? kWordHeads : kHeads, table.columns[i]);
        for (const SumRow& row : table.factors) width = std::max(width, number(row.values[i]));
        widths.push_back(std::max(width, number(table.result.values[i])) + gap);
    }
    return widths;
}

// As many columns in each block as fit.
std::vector<std::size_t> blocks(const std::vector<float>& widths, float room) {
    std::vector<std::size_t> ends;
    float used = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (used > 0 && used + widths[i] > room) {
            ends.push_back(i);
            used = 0;
        }
        used += widths[i];
    }
    ends.push_back(widths.size());
    return ends;
}

TablePlan plan_of(const Frame& frame, const SumTable& table, float width) {
    struct Try {
        int decimals;
        float size, gap;
    };
    constexpr std::array<Try, 4> tries{Try{4, 12.5f, 12}, {4, 12, 6}, {3, 12, 10}, {3, 12, 4}};
    TablePlan plan;
    plan.label = label_width(frame, table);
    for (const Try& attempt : tries) {
        plan.decimals = attempt.decimals;
        plan.size = attempt.size;
        plan.widths = column_widths(frame, table, attempt.decimals, attempt.size, attempt.gap);
        plan.block_ends = blocks(plan.widths, width - plan.label);
        if (plan.block_ends.size() == 1) break;
    }
    if (plan.block_ends.size() > 1) {
        plan.widths = column_widths(frame, table, plan.decimals, plan.size, 10);
        plan.block_ends = blocks(plan.widths, width - plan.label);
        return plan;
    }
    // Numbers stand as far apart as there is room, but not farther than reads well; all equally far if they can.
    const float pitch = std::min(kWidestColumn, (width - plan.label) / static_cast<float>(plan.widths.size()));
    const std::vector<float> least = column_widths(frame, table, plan.decimals, plan.size, 4);
    if (*std::max_element(least.begin(), least.end()) <= pitch) std::fill(plan.widths.begin(), plan.widths.end(), pitch);
    return plan;
}

struct Columns {  // one block on the card
    std::size_t begin = 0, end = 0;
    float x = 0;    // of the labels
    float top = 0;  // baseline of the heads
};

class TableDrawing {
public:
    TableDrawing(Frame& frame, const SumTable& table, const TablePlan& plan) : frame_(frame), table_(table), plan_(plan) {}

    // Answers the baseline of the result row.
    float block(const Columns& columns) const {
        const Palette& colours = frame_.colours();
        const float first = columns.top + kRow, rule = first + kRow * static_cast<float>(table_.factors.size() - 1) + 7.5f;
        const float result = rule + kResult - 7.5f;
        if (frame_.session.view().show == Show::difference) changed_columns(columns, first - 14, result + 6);
        heads(columns);
        for (std::size_t i = 0; i < table_.factors.size(); ++i) {
            const SumRow& row = table_.factors[i];
            const float baseline = first + kRow * static_cast<float>(i);
            const ImU32 role = label_colour(colours, row.role);
            const float x = columns.x + frame_.pen.label(Face::bold, kLabel, columns.x, baseline, role, row.label);
            frame_.pen.text(Face::bold, kLabel, x, baseline, role, row.place);
            numbers(columns, row, baseline);
        }
        frame_.pen.horizontal(columns.x, right_of(columns), rule, colours.rule);
        frame_.pen.text(Face::bold, kLabel, columns.x, result, colours.ink2, result_label(frame_, table_));
        numbers(columns, table_.result, result);
        return result;
    }

    float right_of(const Columns& columns) const {
        float right = columns.x + plan_.label;
        for (std::size_t i = columns.begin; i < columns.end; ++i) right += plan_.widths[i];
        return right;
    }

private:
    void heads(const Columns& columns) const {
        const Palette& colours = frame_.colours();
        const Language language = frame_.language();
        const std::string_view axis = table_.words ? text::sum_token.in(language) : text::sum_dimension.in(language);
        frame_.pen.text(Face::regular, 12, columns.x, columns.top, colours.ink2, axis);
        float right = columns.x + plan_.label;
        for (std::size_t i = columns.begin; i < columns.end; ++i) {
            right += plan_.widths[i];
            const bool own = static_cast<int>(i) == table_.own;
            const Face face = table_.words ? (own ? Face::bold : Face::regular) : Face::mono;
            frame_.pen.text_right(face, table_.words ? kWordHeads : kHeads, right, columns.top, own ? colours.ink : colours.ink2,
                                  table_.columns[i]);
        }
    }

    void numbers(const Columns& columns, const SumRow& row, float baseline) const {
        const Palette& colours = frame_.colours();
        const bool difference = frame_.session.view().show == Show::difference;
        float right = columns.x + plan_.label;
        for (std::size_t i = columns.begin; i < columns.end; ++i) {
            right += plan_.widths[i];
            const bool changed = difference && table_.result.changed[i], own = static_cast<int>(i) == table_.own;
            const ImU32 ink = changed ? colours.changed : row.values[i] == 0 ? colours.ink3 : colours.ink;
            frame_.pen.text_right(own ? Face::mono_bold : Face::mono, plan_.size, right, baseline, ink,
                                  shown(row.values[i], plan_.decimals));
        }
    }

    void changed_columns(const Columns& columns, float top, float bottom) const {
        float right = columns.x + plan_.label;
        for (std::size_t i = columns.begin; i < columns.end; ++i) {
            right += plan_.widths[i];
            if (!table_.result.changed[i]) continue;
            const float width = std::min(plan_.widths[i], column_ink(i) + 10);
            frame_.pen.fill({right - width + 4, top, width, bottom - top}, frame_.colours().changed_fill, 4);
        }
    }

    float column_ink(std::size_t i) const {
        float width = frame_.pen.width(Face::mono, plan_.size, shown(table_.result.values[i], plan_.decimals));
        for (const SumRow& row : table_.factors) {
            width = std::max(width, frame_.pen.width(Face::mono, plan_.size, shown(row.values[i], plan_.decimals)));
        }
        return width;
    }

    Frame& frame_;
    const SumTable& table_;
    const TablePlan& plan_;
};

float table_height(const SumTable& table, const TablePlan& plan) {
    const float block = kRow * static_cast<float>(table.factors.size()) + kResult;
    return static_cast<float>(plan.block_ends.size()) * (block + kBlockGap);
}

// Where a piece or phrase of words and numbers would end; draws it if asked.
float set_phrase(Frame& frame, const SumPhrase& phrase, float x, float baseline, bool draw) {
    const Palette& colours = frame.colours();
    for (const SumPiece& piece : phrase) {
        const bool words = piece.tone == SumPiece::Tone::quiet;
        const std::string text =
            piece.decimals < 0 ? piece.words : fixed(static_cast<double>(piece.value), piece.decimals, Minus::sign, true);
        const bool sentence = words && text.find("/ ") != 0 && text.find("=") != 0 && text.size() > 3;
        const Face face = sentence ? Face::regular : piece.tone == SumPiece::Tone::strong ? Face::mono_bold : Face::mono;
        const float size = sentence ? 12.5f : kPhrase;
        const ImU32 ink = words ? colours.ink2 : piece.role.empty() ? colours.ink : colours.role(piece.role);
        if (draw) frame.pen.text(face, size, x, baseline, ink, text);
        x += frame.pen.width(face, size, text) + 8;
    }
    return x - 8;
}

// Phrases one after the other, on as many lines as they need; the baseline after the last.
float set_phrases(Frame& frame, const std::vector<SumPhrase>& phrases, float left, float right, float baseline, bool draw) {
    float x = left;
    for (const SumPhrase& phrase : phrases) {
        const float end = set_phrase(frame, phrase, x, baseline, false);
        if (x > left && end > right) {
            x = left;
            baseline += 21;
        }
        x = set_phrase(frame, phrase, x, baseline, draw) + 22;
    }
    return baseline;
}

SumPhrase total_of(const SumTable& table, int decimals) {
    return {{SumPiece::Tone::quiet, "Σ", {}, -1, 0}, {SumPiece::Tone::strong, {}, {}, decimals, table.total}};
}

// Draws (or only measures) tables and phrases from `top` on; answers the height used.
float set_story(Frame& frame, const SumStory& story, const Rectangle& area, bool draw) {
    float y = area.y;
    std::vector<SumPhrase> phrases = story.phrases;
    for (const SumTable& table : story.tables) {
        const TablePlan plan = plan_of(frame, table, area.width);
        const TableDrawing drawing(frame, table, plan);
        const SumPhrase total = total_of(table, 4);
        Columns columns{0, 0, area.x, y + 14};
        float result = y;
        for (const std::size_t end : plan.block_ends) {
            columns.begin = columns.end;
            columns.end = end;
            result = draw ? drawing.block(columns) : result;
            columns.top += table_height(table, plan) / static_cast<float>(plan.block_ends.size());
        }
        const float room = area.right() - drawing.right_of(columns) - 16;
        const float width = set_phrase(frame, total, 0, 0, false);
        if (width > room) {
            phrases.insert(phrases.begin(), total);
        } else if (draw) {
            set_phrase(frame, total, area.right() - width, result, true);
        }
        y += table_height(table, plan);
    }
    const float baseline = y + (story.tables.empty() ? 14.0f : 19.0f);
    return set_phrases(frame, phrases, area.x, area.right(), baseline, draw) + 8 - area.y;
}

void copy_menu(Frame& frame, const Rectangle& area) {
    const Language language = frame.language();
    const std::string label(text::copy.in(language));
    const std::array<std::string, 3> options{std::string(text::copy_text.in(language)), "NumPy", "LaTeX"};
    const float width = menu_width(frame, label);
    const int picked = menu(frame, "sum/copy", {area.right() - width, area.y + 6, width, 26}, label, options, -1);
    if (picked < 0) return;
    const SumForm forms[] = {SumForm::text, SumForm::numpy, SumForm::latex};
    ImGui::SetClipboardText(sum_as(frame.session, forms[picked]).c_str());
    frame.out.announcement = fill(text::copied.in(language), {{"tensor", options[static_cast<std::size_t>(picked)]}});
}

// Title and cell; the cell goes to a line of its own where both don't fit. Answers the extra height.
float draw_header(Frame& frame, const Rectangle& area, const std::string& title, float menu_room) {
    const Palette& colours = frame.colours();
    Pen& pen = frame.pen;
    const float baseline = area.y + 24;
    const float x = area.x + pen.text(Face::bold, kTitle, area.x, baseline, colours.ink, text::sum_title.in(frame.language())) + 10;
    const bool fits = x + pen.width(Face::regular, kSubtitle, title) <= area.right() - menu_room;
    pen.text(Face::regular, kSubtitle, fits ? x : area.x, fits ? baseline : baseline + 18, colours.ink2, title);
    return fits ? 0 : 16;
}

}  // namespace

void draw_sum_card(Frame& frame, const Rectangle& area) {
    frame.out.anchors["sum"] = area;
    const Language language = frame.language();
    const std::optional<SumStory> story = tell_sum(frame.session);
    if (!story) {
        draw_header(frame, area, std::string(text::sum_hint.in(language)), 0);
        frame.pen.text(Face::regular, 12.5f, area.x, area.y + 51, frame.colours().ink2, text::sum_hint_more.in(language));
        return;
    }
    const float extra = draw_header(frame, area, story->title, menu_width(frame, text::copy.in(language)) + 12);
    copy_menu(frame, area);
    const Rectangle body{area.x, area.y + kHeader + extra, area.width, area.height - kHeader - extra};
    const float height = set_story(frame, *story, body, false);
    if (height <= body.height) {
        set_story(frame, *story, body, true);
        return;
    }
    Scrolled scrolled(frame, "sum", body, height);
    set_story(scrolled.frame(), *story, {body.x, body.y - scrolled.offset(), body.width - 10, height}, true);
}

}  // namespace dikkat
