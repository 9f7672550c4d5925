#include "app/slices.h"

#include <utility>

namespace dikkat {

bool is_long_work(const Graph& graph) {
    std::uint64_t work = 0;
    for (NodeId node = 0; node < graph.size(); ++node) work += multiply_adds(graph, node);
    return work > kLongWork || graph.size() > kLongGraph;
}

Pending::Pending(State state, std::optional<Built> document, std::optional<Built> baseline)
    : playground(std::move(state)), document_(begun(std::move(document))), baseline_(begun(std::move(baseline))) {}

std::optional<Scene> Pending::begun(std::optional<Built> built) {
    if (!built) return std::nullopt;
    Scene scene{std::move(*built), {}};
    scene.evaluation = begin_evaluation<float>(scene.graph(), scene.built.leaves);
    return scene;
}

bool Pending::step() {
    for (std::optional<Scene>* scene : {&document_, &baseline_}) {
        if (!*scene || (*scene)->evaluation.next == (*scene)->graph().size()) continue;
        continue_evaluation((*scene)->graph(), (*scene)->built.overrides, (*scene)->evaluation, kNodesOfASlice, kWorkOfASlice);
        return true;
    }
    return false;
}

double Pending::progress() const {
    double done = 0, all = 0;
    for (const std::optional<Scene>* scene : {&document_, &baseline_}) {
        if (*scene) done += (*scene)->evaluation.next, all += (*scene)->graph().size();
    }
    return all == 0 ? 1 : done / all;
}

}  // namespace dikkat
