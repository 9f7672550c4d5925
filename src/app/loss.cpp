#include "app/loss.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/build.h"
#include "core/operations/lookup.h"
#include "core/random.h"

namespace dikkat {

namespace {

// What the logits' tokens are: the decoder's own sentence, where there is one.
NodeId ids_of(const Graph& graph, const std::string& logits) {
    const std::size_t dot = logits.rfind('.');
    const std::string prefix = dot == logits.npos ? "" : logits.substr(0, dot + 1);
    const NodeId target = graph.find(prefix + "target.ids");
    return target == kNoNode ? graph.find(prefix + "ids") : target;
}

// d cross_entropy / d logits, and its value. Each token's target is the one that follows it: the last row has none.
std::optional<Error> cross_entropy_of(const Graph& graph, const Evaluation<float>& evaluation, NodeId tensor,
                                      Tensor<float>& direction, float& value) {
    const Tensor<float>& logits = evaluation[tensor];
    const NodeId ids = ids_of(graph, graph[tensor].name);
    const int rows = logits.shape.rows() - 1;
    const bool follows = ids != kNoNode && rows >= 1 && static_cast<int>(evaluation[ids].data.size()) == rows + 1;
    if (!follows) return Error{"no_next_token", {{"tensor", graph[tensor].name}}};
    const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(rows) * logits.shape.columns();

    Graph own;
    std::map<NodeId, Tensor<float>> leaves;
    const NodeId rows_with_target = own.add_leaf("logits", Shape(rows, logits.shape.columns()), {}, Kind::scores);
    const NodeId targets = own.add_leaf("targets", Shape(rows), {}, Kind::index);
    leaves[rows_with_target] = Tensor<float>(own[rows_with_target].shape);
    leaves[targets] = Tensor<float>(own[targets].shape);
    std::copy(logits.data.begin(), logits.data.begin() + cells, leaves[rows_with_target].data.begin());
    std::copy(evaluation[ids].data.begin() + 1, evaluation[ids].data.end(), leaves[targets].data.begin());
    const NodeId loss = cross_entropy(own, rows_with_target, targets);
    const Evaluation<float> evaluated = evaluate<float>(own, leaves);
    value = evaluated[loss].data.front();
    const std::vector<Tensor<float>> all = gradients<float>(own, evaluated, loss, Tensor<float>(own[loss].shape, 1.0f));
    const Tensor<float>& gradient = all[static_cast<std::size_t>(rows_with_target)];
    std::copy(gradient.data.begin(), gradient.data.end(), direction.data.begin());
    return std::nullopt;
}

// 0 x infinity would be NaN: what the direction leaves out does not count.
float projected(const Tensor<float>& tensor, const Tensor<float>& direction) {
    float sum = 0;
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
        if (direction.data[i] != 0) sum += tensor.data[i] * direction.data[i];
    }
    return sum;
}

}  // namespace

Tensor<float> direction_of(const Loss& loss, const Shape& shape) {
    Tensor<float> direction(shape, loss.type == Loss::Type::sum ? 1.0f : 0.0f);
    if (loss.type == Loss::Type::projection) direction.data = Generator(loss.seed).normal(static_cast<int>(shape.size()));
    if (loss.type == Loss::Type::cell && contains(shape, loss.cell)) direction.at(loss.cell) = 1;
    return direction;
}

NodeId loss_tensor(const Document& document, const Graph& graph) {
    const Loss& loss = document.loss;
    if (!loss.tensor.empty()) return graph.find(loss.tensor);
    if (loss.type == Loss::Type::cross_entropy) return graph.find("logits");
    NodeId last = kNoNode;
    for (NodeId id = 0; id < graph.size(); ++id) {
        const std::string& name = graph[id].name;
        const bool anothers = std::any_of(document.parts.begin(), document.parts.end(), [&](const Part& part) {
            return !part.name.empty() && name.starts_with(prefix_of(part));
        });
        if (!name.empty() && !graph[id].is_leaf() && !anothers) last = id;
    }
    return last;
}

LossReading read_loss(const Graph& graph, const Evaluation<float>& evaluation, const Loss& loss, NodeId tensor) {
    LossReading reading;
    if (tensor == kNoNode) {
        reading.error = loss.tensor.empty() ? Error{"no_loss", {}} : Error{"unknown_tensor", {{"tensor", loss.tensor}}};
        return reading;
    }
    const Tensor<float>& value = evaluation[tensor];
    Tensor<float> direction = direction_of(loss, value.shape);
    if (loss.type == Loss::Type::cross_entropy) {
        reading.error = cross_entropy_of(graph, evaluation, tensor, direction, reading.value);
    } else {
        if (loss.type == Loss::Type::cell && !contains(value.shape, loss.cell)) {
            reading.error = cell_outside(graph[tensor].name, value.shape, loss.cell);
        }
        reading.value = projected(value, direction);
    }
    if (!reading.error) reading.gradients = begin_gradients<float>(graph, evaluation, tensor, direction);
    return reading;
}

}  // namespace dikkat
