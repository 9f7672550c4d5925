#include "ui/sum_table.h"

#include <algorithm>
#include <array>

#include "app/number.h"
#include "app/text.h"

namespace dikkat {

namespace {

constexpr float kLabel = 12.5f, kHeads = 12, kWordHeads = 11.5f;
constexpr float kRow = 19.5f, kResult = 23, kBlockGap = 24;
constexpr float kRuleBelow = 7.5f;  // under a baseline
constexpr float kWidestColumn = 74, kLeastLabel = 45;
constexpr std::size_t kManyColumns = 24;  // never fit side by side

// The stream's own tensor is named in ink, as its station is.
ImU32 label_colour(const Palette& colours, const std::string& role) {
    return role.empty() || role == "residual" ? colours.ink : colours.role(role);
}

std::string shown(float value, int decimals) { return fixed(static_cast<double>(value), decimals); }

bool has_result(const SumTable& table) { return !table.result.values.empty(); }

std::string_view result_label(const Frame& frame, const SumTable& table) {
    if (!has_result(table)) return {};
    if (!table.result.label.empty()) return table.result.label;
    return (table.kind == SumTable::Kind::products ? text::sum_product : text::sum_exponential).in(frame.language());
}

float label_width(const Frame& frame, const SumTable& table) {
    float width = std::max(kLeastLabel, frame.pen.width(Face::bold, kLabel, result_label(frame, table)));
    for (const SumRow& row : table.factors) {
        const float label = frame.pen.label_width(Face::bold, kLabel, row.label);
        width = std::max(width, label + frame.pen.width(Face::bold, kLabel, row.place));
    }
    return width + 8;
}

}  // namespace

SumTableView::SumTableView(Frame& frame, const SumTable& table, float width)
    : frame_(frame), table_(table), label_(label_width(frame, table)) {
    struct Try {
        int decimals;
        float size, gap;
    };
    constexpr std::array<Try, 5> tries{Try{4, 12.5f, 12}, {4, 12, 6}, {3, 12, 8}, {3, 11, 8}, {3, 11, 4}};
    bool fits = false;
    for (std::size_t i = table.columns.size() > kManyColumns ? tries.size() : 0; i < tries.size() && !fits; ++i) {
        fits = fit(tries[i].decimals, tries[i].size, tries[i].gap, width);
    }
    if (!fits) {
        fit(3, 12, 10, width);
        return;
    }
    // Numbers stand as far apart as there is room, but not farther than reads well; all equally far if they can.
    const float pitch = std::min(kWidestColumn, (width - label_) / static_cast<float>(widths_.size()));
    float widest = 0;
    for (std::size_t i = 0; i < widths_.size(); ++i) widest = std::max(widest, ink_of(i));
    if (widest + 4 <= pitch) std::fill(widths_.begin(), widths_.end(), pitch);
}

// True if all columns fit side by side.
bool SumTableView::fit(int decimals, float size, float gap, float width) {
    decimals_ = decimals;
    size_ = size;
    widths_.clear();
    block_ends_.clear();
    float used = 0;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
        widths_.push_back(ink_of(i) + gap);
        if (used > 0 && used + widths_[i] > width - label_) {
            block_ends_.push_back(i);
            used = 0;
        }
        used += widths_[i];
    }
    block_ends_.push_back(widths_.size());
    return block_ends_.size() == 1;
}

// What a column's widest words or numbers take.
float SumTableView::ink_of(std::size_t column) const {
    const Pen& pen = frame_.pen;
    const auto number = [&](const SumRow& row) { return pen.width(Face::mono, size_, shown(row.values[column], decimals_)); };
    float width = has_result(table_) ? number(table_.result) : 0;
    for (const SumRow& row : table_.factors) width = std::max(width, number(row));
    const Face face = table_.words ? Face::bold : Face::mono;
    return std::max(width, pen.width(face, table_.words ? kWordHeads : kHeads, table_.columns[column]));
}

float SumTableView::block_height() const {
    return kRow * static_cast<float>(table_.factors.size()) + (has_result(table_) ? kResult : 0) + kBlockGap;
}

float SumTableView::height() const { return static_cast<float>(block_ends_.size()) * block_height(); }

float SumTableView::rule_of(const Block& block) const {
    return block.top + kRow * static_cast<float>(table_.factors.size()) + kRuleBelow;
}

float SumTableView::last_right(float x) const {
    const std::size_t begin = block_ends_.size() > 1 ? block_ends_[block_ends_.size() - 2] : 0;
    float right = x + label_;
    for (std::size_t i = begin; i < widths_.size(); ++i) right += widths_[i];
    return right;
}

float SumTableView::last_baseline(float y) const { return y + 14 + height() - kBlockGap; }

void SumTableView::draw(float x, float y) const {
    for (std::size_t block = 0; block < block_ends_.size(); ++block) {
        draw(block, x, y + block_height() * static_cast<float>(block));
    }
}

void SumTableView::draw(std::size_t block, float x, float y) const {
    draw_block({block > 0 ? block_ends_[block - 1] : 0, block_ends_[block], x, y + 14});
}

void SumTableView::draw_block(const Block& block) const {
    const Palette& colours = frame_.colours();
    const float rule = rule_of(block), result = has_result(table_) ? rule + kResult - kRuleBelow : rule - kRuleBelow;
    if (frame_.session.view().show == Show::difference) draw_changed(block, block.top + kRow - 14, result + 6);
    draw_heads(block);
    float baseline = block.top;
    for (const SumRow& row : table_.factors) {
        baseline += kRow;
        const ImU32 role = label_colour(colours, row.role);
        const float x = block.x + frame_.pen.label(Face::bold, kLabel, block.x, baseline, role, row.label);
        frame_.pen.text(Face::bold, kLabel, x, baseline, role, row.place);
        draw_numbers(block, row, baseline);
    }
    if (!has_result(table_)) return;
    float right = block.x + label_;
    for (std::size_t i = block.begin; i < block.end; ++i) right += widths_[i];
    frame_.pen.horizontal(block.x, right, rule, colours.rule);
    frame_.pen.text(Face::bold, kLabel, block.x, result, colours.ink2, result_label(frame_, table_));
    draw_numbers(block, table_.result, result);
}

void SumTableView::draw_heads(const Block& block) const {
    const Palette& colours = frame_.colours();
    const Text& axis = table_.words ? text::sum_token : text::sum_dimension;
    frame_.pen.text(Face::regular, 12, block.x, block.top, colours.ink2, axis.in(frame_.language()));
    float right = block.x + label_;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        right += widths_[i];
        const bool own = static_cast<int>(i) == table_.own;
        const Face face = !table_.words ? Face::mono : own ? Face::bold : Face::regular;
        frame_.pen.text_right(face, table_.words ? kWordHeads : kHeads, right, block.top, own ? colours.ink : colours.ink2,
                              table_.columns[i]);
    }
}

void SumTableView::draw_numbers(const Block& block, const SumRow& row, float baseline) const {
    const Palette& colours = frame_.colours();
    const bool difference = frame_.session.view().show == Show::difference;
    float right = block.x + label_;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        right += widths_[i];
        const bool changed = difference && table_.result.changed[i], own = static_cast<int>(i) == table_.own;
        const ImU32 ink = changed ? colours.changed : row.values[i] == 0 ? colours.ink3 : colours.ink;
        frame_.pen.text_right(own ? Face::mono_bold : Face::mono, size_, right, baseline, ink, shown(row.values[i], decimals_));
    }
}

void SumTableView::draw_changed(const Block& block, float top, float bottom) const {
    float right = block.x + label_;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        right += widths_[i];
        if (!table_.result.changed[i]) continue;
        const float width = std::min(widths_[i], ink_of(i) + 10);
        frame_.pen.fill({right - width + 4, top, width, bottom - top}, frame_.colours().changed_fill, 4);
    }
}

}  // namespace dikkat
