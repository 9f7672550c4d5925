// Graphs: the last few graphs that documents were built to, by what a graph depends on. An edit of numbers builds none anew, and
// several holders share one.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "app/document.h"
#include "core/graph.h"
#include "core/result.h"

namespace dikkat {

using SharedGraph = std::shared_ptr<const Graph>;

class Graphs {
public:
    // As build_graph(), which it asks where it has none.
    Result<SharedGraph> of(const Document& document);
    // As build_part_graph().
    Result<SharedGraph> of_part(const Document& document, std::string_view part);

private:
    struct Entry {
        Document shape;  // emptied of what the graph does not depend on
        bool whole;      // or one part alone, of this name
        std::string part;
        SharedGraph graph;
    };
    Result<SharedGraph> find_or_build(const Document& document, bool whole, std::string_view part);

    std::list<Entry> entries_;  // the last one asked for first
};

}  // namespace dikkat
