#include "app/pytorch.h"

#include <algorithm>

#include "app/pytorch_figures.h"
#include "app/pytorch_model.h"
#include "app/text.h"

namespace dikkat {

namespace pytorch {

namespace {

constexpr std::string_view kStart = R"(import json
import os
import sys
from types import SimpleNamespace

import torch
import torch.nn.functional as F
from torch import nn

DTYPE = getattr(torch, os.environ.get("DIKKAT_DTYPE", "float32"))
)";

// What a script calls is defined in it: by the call, the definition.
struct Helper {
    std::string_view call, definition;
};

constexpr Helper kHelpers[] = {
    {" = linear(", R"(

def linear(inputs, outputs):
    layer = nn.Linear(inputs, outputs)
    return layer.weight.detach().T.to(DTYPE), layer.bias.detach().to(DTYPE)
)"},
    {"* drawn(", R"(

def drawn(seed, size):
    torch.manual_seed(seed)
    return torch.randn(size).to(DTYPE)
)"},
    {" = sinusoidal(", R"(

def sinusoidal(places, width):
    column = torch.arange(width)
    angle = torch.arange(places)[:, None].double() / 10000 ** ((column - column % 2).double() / width)
    return torch.where(column % 2 == 0, angle.sin(), angle.cos()).float()
)"},
    {"apart(", R"(

def apart(a, b):
    same = (a == b) | (a.isnan() & b.isnan())
    return torch.where(same, torch.zeros_like(a), a - b).abs().max() if a.numel() else 0
)"},
    {"gradient_norm(", R"(

def gradient_norm(loss, tensor):
    return torch.autograd.grad(loss, tensor, retain_graph=True)[0].norm()
)"},
    {"figure(", R"(

figures = {}


def figure(name, value):
    figures[name] = float(value.detach() if torch.is_tensor(value) else value)
    print(f"{name}: {figures[name]:.6g}")
)"},
};

constexpr std::string_view kEnd = R"(
if len(sys.argv) > 1:
    tensors = {}
    for name, value in list(globals().items()):
        for i, item in enumerate(value if isinstance(value, list) else []):
            if torch.is_tensor(item):
                tensors[f"{name}[{i}]"] = item.tolist()
            elif isinstance(item, SimpleNamespace):
                tensors.update({f"{name}[{i}].{key}": member.tolist() for key, member in vars(item).items()})
        if torch.is_tensor(value):
            tensors[name] = value.tolist()
    with open(sys.argv[1], "w") as file:
        json.dump({"tensors": tensors, "figures": figures}, file)
)";

std::string heading(std::string_view words) { return "\n\n# ---- " + comment(words).substr(4) + "\n"; }

std::string sentence(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " · ") + word;
    return text;
}

// PyTorch's parameters of every part, each whole: what is ours of one lies under one another, in the graph's order.
std::string parameters(const Scenario& main) {
    Lines lines;
    std::map<std::string, std::size_t> line_of;  // by the parameter's name
    for (const Part& part : main.document.parts) {
        if (part.shape_only) continue;
        for (const NodeId leaf : leaves_of(main.document, part, main.built.graph())) {
            const PyTorchParameter& parameter = main.built.graph()[leaf].parameter;
            if (parameter.name.empty()) continue;
            const std::string value = main[leaf] + (parameter.transposed ? ".T" : ""), name = prefix_of(part) + parameter.name;
            const auto [known, first] = line_of.emplace(name, lines.size());
            if (!first) {
                lines[known->second].insert(lines[known->second].size() - 2, ", " + value);
                continue;
            }
            lines.push_back(joined({"parameters[",
                                    {&kString, 1},
                                    "\"",
                                    index_in_string(name),
                                    "\"] = ",
                                    parameter.of_rows == 0 ? value : "torch.cat([" + value + "])"}));
        }
    }
    return lines.empty() ? "" : "parameters = {}\n" + looped(lines);
}

class Script {
public:
    explicit Script(const PyTorchSubject& subject) : subject_(subject), main_{"", subject.document, {}, {}, {}} {}

    Result<PyTorchScript> write() {
        Result<Built> built = build(subject_.document, kept_);
        if (!built) return built.error();
        main_.built = std::move(built).value();
        Figures figures(subject_, main_, kept_);
        figures.prepare();
        Writer writer(main_, subject_.language, kept_);
        writer.write(main_);
        std::string body = section(text::pytorch_numbers, writer.names.lists() + looped(writer.numbers));
        body += section(text::pytorch_model, looped(writer.model));
        for (auto& [name, variant] : figures.variants()) {
            writer.write(variant);
            const std::string lines = looped(writer.numbers) + looped(writer.model);
            if (!lines.empty()) body += heading(name) + writer.names.lists() + lines;
        }
        figures.write();
        body += section(text::pytorch_figures, looped(figures.lines));
        body += section(text::pytorch_parameters, parameters(main_));
        return PyTorchScript{head() + helpers(body) + body + std::string(kEnd), identifiers()};
    }

private:
    std::string section(const Text& title, const std::string& lines) const {
        return lines.empty() ? "" : heading(title.in(subject_.language)) + lines;
    }

    std::map<std::string, std::string> identifiers() const {
        std::map<std::string, std::string> all;
        for (NodeId id = 0; id < main_.built.graph().size(); ++id) {
            const std::string& name = main_.built.graph()[id].name;
            if (name.empty()) continue;
            std::string& identifier = all[name] = looped({main_[id]});
            identifier.pop_back();  // the end of the line
        }
        return all;
    }

    std::string head() const {
        std::string text;
        const auto line = [&](std::string_view words) { text += comment(words).substr(2) + "\n"; };
        line(joined({"Dikkat · ", subject_.lesson.title.in(subject_.language)}));
        if (!subject_.document.tokens.empty()) line(sentence(subject_.document.tokens));
        if (!subject_.document.target.empty()) line(sentence(subject_.document.target));
        line(text::pytorch_precision.in(subject_.language));
        return text + std::string(kStart);
    }

    static std::string helpers(const std::string& body) {
        std::string text;
        for (const Helper& helper : kHelpers) {
            const bool always = helper.call == "figure(";  // what is written at the end has them
            if (always || body.find(helper.call) != body.npos) text += helper.definition;
        }
        return text;
    }

    const PyTorchSubject& subject_;
    Scenario main_;
    Kept kept_;  // several documents of one recipe are drawn once
};

}  // namespace

}  // namespace pytorch

Result<PyTorchScript> pytorch_script(const PyTorchSubject& subject) { return pytorch::Script(subject).write(); }

}  // namespace dikkat
