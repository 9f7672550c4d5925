#include "nn/limits.h"

#include <algorithm>
#include <string>

#include "core/operations/matmul.h"

namespace dikkat {
namespace {

constexpr std::uint64_t kFull = std::uint64_t{1} << 63;

std::uint64_t times(std::uint64_t a, int b) {
    const std::uint64_t factor = static_cast<std::uint64_t>(b);
    return factor != 0 && a > kFull / factor ? kFull : a * factor;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return std::min(a + b, kFull); }  // neither is over 2^63

}  // namespace

std::uint64_t numbers_of(const Shape& shape) {
    return times(times(static_cast<std::uint64_t>(shape.columns()), shape.rows()), shape.heads());
}

ModelWork work_of(const Graph& graph, NodeId first) {
    ModelWork work;
    for (NodeId id = first; id < graph.size(); ++id) {
        const Node& node = graph[id];
        std::uint64_t numbers = numbers_of(node.shape);
        if (node.is_leaf()) {
            if (node.kind == Kind::parameter) work.parameters = plus(work.parameters, numbers);
            continue;
        }
        if (node.operation == &kMatmul) {
            numbers = times(times(numbers, graph[node.inputs[0]].shape.columns()), 2);
        } else {
            for (const NodeId input : node.inputs) numbers = std::max(numbers, numbers_of(graph[input].shape));
        }
        work.operations = plus(work.operations, numbers);
    }
    return work;
}

Result<Done> check_work(const ModelWork& work, bool counted) {
    const std::uint64_t most = counted ? kMaxCount : kMaxParameters;
    if (work.parameters > most) return Error{"too_many_parameters", {{"limit", std::to_string(most)}}};
    if (!counted && work.operations > kMaxOperations) return Error{"too_much_work", {{"limit", std::to_string(kMaxOperations)}}};
    return Done{};
}

}  // namespace dikkat
