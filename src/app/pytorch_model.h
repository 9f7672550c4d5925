// A document's graph as lines of PyTorch: the draws of its leaves, then one line for each named node. A variant of the document is
// written as what differs from it. The figures and the script around it are pytorch.cpp's.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/build.h"
#include "app/draws.h"
#include "app/expanded_draws.h"
#include "app/pytorch_text.h"

namespace dikkat::pytorch {

using Lines = std::vector<std::string>;

// A document that the script computes; `suffix` sets a variant's tensors apart.
struct Scenario {
    std::string suffix;
    Document document;
    Built built;
    std::vector<bool> needed;       // by node: it, or what depends on it, is asked for
    std::vector<std::string> text;  // by node, once written: its identifier, or an unnamed one's expression

    const std::string& operator[](NodeId node) const { return text[static_cast<std::size_t>(node)]; }
};

class Writer {
public:
    Writer(Scenario& main, Language language, Kept& kept) : main_(main), language_(language), kept_(kept) {}

    void write(Scenario& scenario);  // the main one first; of another only what is needed

    Names names;
    Lines numbers, model;  // of what was written last

private:
    // pytorch_numbers.cpp
    void write_leaves(Scenario& scenario);
    std::vector<PlainDraw> draws_of(const Scenario& scenario, const Part& part);
    bool is_drawn_anew(const Scenario& variant, const Part& part);
    void write_part(Scenario& scenario, const Part& part);
    void write_draw(const Scenario& scenario, const Part& part, const PlainDraw& draw, std::set<std::string>& made);
    std::string name_of_draw(std::string name);
    void write_given(const Scenario& scenario, NodeId leaf);
    void write_changes(const Scenario& scenario, NodeId leaf, Tensor<float> drawn);
    void write_perturbation(const Scenario& scenario, NodeId leaf, const Perturbation& perturbation);
    NodeId in_main(const Scenario& variant, NodeId leaf) const;
    bool is_another(const Scenario& variant, NodeId leaf) const;  // too far from the main document's to be told as a difference
    void write_difference(Scenario& variant, NodeId leaf);

    // pytorch_model.cpp
    void write_nodes(Scenario& scenario);
    void write_node(Scenario& scenario, NodeId id);
    void write_named(Scenario& scenario, NodeId id);
    void keep_temporary(Scenario& scenario, NodeId id);
    void write_temporaries(const Scenario& scenario, NodeId reader);
    Lines edits(const Scenario& scenario, NodeId node, const std::string& identifier) const;
    void add_cells(Lines& lines, const std::string& identifier, const Shape& shape, const std::map<Cell, float>& cells,
                   std::string_view why) const;
    bool is_main(const Scenario& scenario) const { return &scenario == &main_; }

    Scenario& main_;
    Language language_;
    Kept& kept_;
    std::map<std::string, NodeId> taken_until_;  // temporaries: their last reader
    // Of what is being written, by node.
    std::vector<int> readers_;                 // how many nodes read it
    std::vector<NodeId> last_reader_;          // the last named one, through unnamed ones
    std::vector<std::string> expanded_;        // as Scenario::text, without temporaries: what it is, whoever writes it
    std::vector<std::string> waiting_;         // a temporary's line, until a line needs it
    std::map<std::string, std::string> made_;  // a named node of the main document: its expression and edits
};

void mark_needed(Scenario& scenario, NodeId node);
std::string assigned(std::string_view identifier, std::string_view expression, const Shape& shape);  // with the shape as comment
// An index of a cell: "[0, 3]" as the tensor's rank has it.
std::string cell_index(const Shape& shape, const Cell& cell);

}  // namespace dikkat::pytorch
