#include "tests/pytorch/operations.h"

#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "app/json.h"
#include "app/pytorch_text.h"
#include "core/operation.h"
#include "core/random.h"
#include "tests/pytorch/numbers.h"

namespace dikkat::testing {

namespace {

constexpr std::size_t kMostInputs = 5, kMostOfAnOperation = 16;
const std::array<Shape, 8> kPool{Shape(4, 6), Shape(6),    Shape(4),    Shape(2, 4, 6),
                                 Shape(4, 1), Shape(1, 6), Shape(6, 4), Shape(1, 1)};

// Calls action with every choice of that many shapes from the pool.
template <class Action>
void for_each_choice(std::size_t count, std::vector<Shape>& chosen, const Action& action) {
    if (chosen.size() == count) return action(chosen);
    for (const Shape& shape : kPool) {
        chosen.push_back(shape);
        for_each_choice(count, chosen, action);
        chosen.pop_back();
    }
}

// How many whole numbers an input chooses from; 0 where it holds any.
int whole_numbers_below(std::string_view operation, std::size_t input, const std::vector<Shape>& shapes) {
    if (operation == "embedding" && input == 0) return shapes[1].rows();
    if (operation == "cross_entropy" && input == 1) return shapes[0].columns();
    return operation == "mask" && input == 1 ? 2 : 0;
}

class Operations {
public:
    void add(const Operation& operation) {
        OperationConfig config;
        config.factor = -0.3, config.begin = 1, config.end = 3, config.row_end = 2, config.count = 2;
        std::size_t found = 0;
        for (std::size_t count = 1; count <= kMostInputs; ++count) {
            std::vector<Shape> chosen;
            for_each_choice(count, chosen, [&](const std::vector<Shape>& shapes) {
                if (found < kMostOfAnOperation && operation.shape(shapes, config)) ++found, add(operation, config, shapes);
            });
        }
        CHECK(found > 0, "no shapes of the pool fit an operation");
    }

    std::string script = "import json, os, sys\nimport torch\nDTYPE = getattr(torch, os.environ[\"DIKKAT_DTYPE\"])\nout = {}\n";
    std::string expected;  // the members of a JSON object

private:
    void add(const Operation& operation, const OperationConfig& config, const std::vector<Shape>& shapes) {
        Graph graph;
        std::map<NodeId, Tensor<float>> leaves;
        std::vector<std::string> names;
        std::vector<NodeId> inputs;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            names.push_back(std::string(1, static_cast<char>('a' + i)));
            const NodeId leaf = graph.add_leaf(names[i], shapes[i], {}, Kind::input);
            Tensor<float>& numbers = leaves[leaf] = Tensor<float>(shapes[i]);
            const int below = whole_numbers_below(operation.name, i, shapes);
            if (below) {
                const std::vector<std::int64_t> drawn =
                    generator_.randint(static_cast<std::uint32_t>(below), static_cast<int>(shapes[i].size()));
                numbers.data.assign(drawn.begin(), drawn.end());
            } else {
                numbers.data = generator_.normal(static_cast<int>(shapes[i].size()));
            }
            inputs.push_back(leaf);
            script += names[i] + " = " + pytorch::tensor_literal(numbers) + ".to(DTYPE)\n";
        }
        const NodeId output = graph.add(operation, inputs, config);
        std::string name(operation.name);
        for (const Shape& shape : shapes) name += " " + to_string(shape);
        script += "out[" + to_json(name) + "] = " + operation.pytorch(config, names) + "\n";
        expected += (expected.empty() ? "" : ",\n") + to_json(name) + ": " + to_text(evaluate<double>(graph, leaves)[output]);
        names_[name] = name;
    }

    std::map<std::string, std::string> names_;
    Generator generator_{2026};

public:
    std::string names() const { return to_json(names_); }
};

}  // namespace

void write_operations(const std::filesystem::path& folder) {
    Operations operations;
    for (const Operation* operation : all_operations()) operations.add(*operation);
    operations.script +=
        "json.dump({\"tensors\": {name: tensor.tolist() for name, tensor in out.items()}}, open(sys.argv[1], \"w\"))\n";
    std::ofstream(folder / "operations.py") << operations.script;
    std::ofstream(folder / "operations.json")
        << "{\"tensors\": {" << operations.expected << "},\n\"figures\": {}, \"names\": " << operations.names() << "}\n";
}

}  // namespace dikkat::testing
