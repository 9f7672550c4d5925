#include "app/graphs.h"

#include <algorithm>
#include <utility>

#include "app/build.h"

namespace dikkat {

namespace {

constexpr std::size_t kMostKept = 24;  // the document, its baseline and variants, each part by itself

// What a graph depends on: the sentences, the models that are in it, and whether there is a mask.
Document shape_of(const Document& document, bool whole, std::string_view name) {
    Document shape;
    shape.tokens = document.tokens, shape.target = document.target;
    shape.drawn_tokens = document.drawn_tokens, shape.drawn_target = document.drawn_target;
    shape.new_words = document.new_words;
    shape.mask = document.mask == MaskKind::none ? MaskKind::none : MaskKind::causal;
    for (const Part& part : document.parts) {
        const bool counts = whole ? !part.shape_only : part.name == name || part.name.empty();
        if (counts) shape.parts.push_back({part.name, part.model, part.config, {}, part.shape_only});
    }
    return shape;
}

}  // namespace

Result<SharedGraph> Graphs::of(const Document& document) { return find_or_build(document, true, {}); }

Result<SharedGraph> Graphs::of_part(const Document& document, std::string_view part) {
    return find_or_build(document, false, part);
}

Result<SharedGraph> Graphs::find_or_build(const Document& document, bool whole, std::string_view part) {
    if (Result<Done> checked = check_recipe(document); !checked) return checked.error();
    Document shape = shape_of(document, whole, part);
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.whole == whole && entry.part == part && entry.shape == shape;
    });
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front().graph;
    }
    Result<Graph> graph = whole ? build_graph(document) : build_part_graph(document, part);
    if (!graph) return graph.error();
    auto shared = std::make_shared<const Graph>(std::move(graph).value());
    entries_.push_front({std::move(shape), whole, std::string(part), std::move(shared)});
    if (entries_.size() > kMostKept) entries_.pop_back();
    return entries_.front().graph;
}

}  // namespace dikkat
