#include "ui/ledger.h"

#include <algorithm>

namespace dikkat {
namespace {

bool begins(std::string_view words, std::string_view with) { return words.substr(0, with.size()) == with; }

LedgerLayer layer_of(std::string_view name) {
    if (name == "attention" || name == "self_attention") return LedgerLayer::attention;
    if (name == "cross_attention") return LedgerLayer::cross_attention;
    if (name == "feed_forward") return LedgerLayer::feed_forward;
    if (name.find("norm") != std::string_view::npos) return LedgerLayer::norm;
    if (name.find("embedding") != std::string_view::npos) return LedgerLayer::embedding;
    return name == "head" ? LedgerLayer::head : LedgerLayer::other;
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

// "wq" is "W_q", "b1" is "b_1"; anything else is called what it is called.
std::string matrix_label(std::string_view name) {
    const std::string_view word = last_word(name);
    const bool short_name = word.size() == 2 && (word[0] == 'w' || word[0] == 'b');
    return short_name ? std::string(word[0] == 'w' ? "W_" : "b_") + word[1] : std::string(word);
}

bool is_deep(const PartParameters& part) {
    std::vector<std::string_view> seen;
    for (const ParameterGroup& group : part.groups) {
        if (layer_of(group.layer) == LedgerLayer::embedding) return true;
        if (layer_of(group.layer) == LedgerLayer::norm) continue;
        if (std::find(seen.begin(), seen.end(), group.layer) != seen.end()) return true;
        seen.push_back(group.layer);
    }
    return false;
}

class Maker {
public:
    explicit Maker(std::span<const PartParameters> parts) : parts_(parts) {
        ledger_.totals.assign(parts.size(), 0);
        ledger_.vectors.assign(parts.size(), 0);
        ledger_.whole = std::any_of(parts.begin(), parts.end(), is_deep);
    }

    Ledger make() {
        for (std::size_t side = 0; side < parts_.size(); ++side) {
            std::size_t at = 0;
            for (const ParameterGroup& group : parts_[side].groups) take(side, group, at);
        }
        return std::move(ledger_);
    }

private:
    void take(std::size_t side, const ParameterGroup& group, std::size_t& at);
    LedgerGroup& find(const ParameterGroup& group, bool encoder, std::size_t& at);
    void take_matrix(std::size_t side, const Matrix& matrix, LedgerGroup& group);
    LedgerRow row(std::string label, const Shape& shape) const {
        return {std::move(label), shape, std::vector<LedgerCell>(parts_.size())};
    }

    std::string full_name(std::size_t side, const std::string& name) const {
        return parts_[side].part.empty() ? name : parts_[side].part + "." + name;
    }

    std::span<const PartParameters> parts_;
    Ledger ledger_;
};

// A layer that both have stands in one place; one that only a later model has, after what it follows there.
LedgerGroup& Maker::find(const ParameterGroup& group, bool encoder, std::size_t& at) {
    const LedgerLayer layer = layer_of(group.layer);
    const auto same = [&](const LedgerGroup& g) {
        const bool named = layer != LedgerLayer::other && layer != LedgerLayer::head;
        return g.layer == layer && g.encoder == encoder && (named || g.total.label == group.layer);
    };
    auto known = std::find_if(ledger_.groups.begin(), ledger_.groups.end(), same);
    if (known == ledger_.groups.end()) {
        known = ledger_.groups.insert(ledger_.groups.begin() + static_cast<std::ptrdiff_t>(std::min(at, ledger_.groups.size())),
                                      LedgerGroup{layer, encoder, row(group.layer, Shape()), {}});
    }
    at = std::max(at, static_cast<std::size_t>(known - ledger_.groups.begin()) + 1);
    return *known;
}

void Maker::take_matrix(std::size_t side, const Matrix& matrix, LedgerGroup& group) {
    const std::string label = matrix_label(matrix.name);
    auto known = std::find_if(group.matrices.begin(), group.matrices.end(), [&](const LedgerRow& r) { return r.label == label; });
    if (known == group.matrices.end()) known = group.matrices.insert(group.matrices.end(), row(label, matrix.shape));
    known->sides[side] = {matrix.count, 1, full_name(side, matrix.name)};
}

void Maker::take(std::size_t side, const ParameterGroup& group, std::size_t& at) {
    std::uint64_t count = group.count;
    if (!ledger_.whole) {
        count = 0;
        for (const Matrix& matrix : group.matrices) {
            (matrix.shape.rank() > 1 ? count : ledger_.vectors[side]) += matrix.count;
        }
        if (count == 0) return;
    }
    LedgerGroup& own = find(group, begins(group.name, "encoder."), at);
    LedgerCell& cell = own.total.sides[side];
    cell.count += count;
    ++cell.blocks;
    if (cell.tensor.empty()) cell.tensor = full_name(side, group.name);
    ledger_.totals[side] += count;
    for (const Matrix& matrix : group.matrices) {
        if (!ledger_.whole && matrix.shape.rank() > 1) take_matrix(side, matrix, own);
    }
}

}  // namespace

Ledger make_ledger(std::span<const PartParameters> parts) { return Maker(parts).make(); }

}  // namespace dikkat
