#include "app/scene.h"

#include <cmath>
#include <utility>

namespace dikkat {

namespace {

Cell cell_at(const Shape& shape, std::size_t index) {
    const std::size_t columns = static_cast<std::size_t>(shape.columns()), rows = static_cast<std::size_t>(shape.rows());
    return {static_cast<int>(index / (rows * columns)), static_cast<int>(index / columns % rows),
            static_cast<int>(index % columns)};
}

bool is_masked_score(const Scene& scene, NodeId node, const Cell& cell) {
    const std::span<const NodeId> inputs = scene.graph()[node].inputs;
    return inputs.size() == 2 && scene.graph()[inputs[1]].kind == Kind::mask && scene.evaluation[inputs[1]].at(cell) == 0;
}

std::string reason_of(const Scene& scene, const Document& document, NodeId node, const CellName& name) {
    if (document.overrides.contains(name)) return "set_by_hand";
    if (scene.graph()[node].is_leaf()) return "given";
    for (const Note& note : scene.evaluation.notes[static_cast<std::size_t>(node)]) {
        if (note.row < 0 || note.row == name.cell.row) return note.code;
    }
    return "computed";
}

}  // namespace

const Tensor<float>* Scene::tensor(std::string_view name) const {
    const NodeId node = graph().find(name);
    return node == kNoNode ? nullptr : &evaluation[node];
}

Scene evaluated(Built built) {
    Scene scene{std::move(built), {}};
    scene.evaluation = evaluate<float>(scene.built.graph(), scene.built.leaves, scene.built.overrides);
    return scene;
}

std::optional<NotFinite> first_not_finite(const Scene& scene, const Document& document) {
    for (NodeId node = 0; node < scene.graph().size(); ++node) {
        const Tensor<float>& tensor = scene.evaluation[node];
        if (scene.graph()[node].name.empty()) continue;
        for (std::size_t i = 0; i < tensor.data.size(); ++i) {
            if (std::isfinite(tensor.data[i])) continue;
            const CellName name{scene.graph()[node].name, cell_at(tensor.shape, i)};
            if (is_masked_score(scene, node, name.cell)) continue;
            return NotFinite{name, tensor.data[i], reason_of(scene, document, node, name)};
        }
    }
    return std::nullopt;
}

std::size_t bytes_of(const Scene& scene) {
    std::size_t numbers = 0;
    for (const Tensor<float>& tensor : scene.evaluation.values) numbers += tensor.data.size();
    return numbers * sizeof(float);
}

}  // namespace dikkat
