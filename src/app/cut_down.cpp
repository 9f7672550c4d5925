#include "app/cut_down.h"

#include "app/draws.h"
#include "app/model.h"

namespace dikkat {

namespace {

template <class Entries, class NameOf>
void keep(const Document& of, const Document& kept, Entries& entries, const NameOf& name_of) {
    for (auto entry = entries.begin(); entry != entries.end();) {
        const std::string_view part = part_of(of, name_of(entry->first));
        bool wanted = false;
        for (const Part& each : kept.parts) wanted = wanted || each.name == part;
        entry = wanted ? std::next(entry) : entries.erase(entry);
    }
}

}  // namespace

std::string_view part_of(const Document& document, std::string_view tensor) {
    for (const Part& part : document.parts) {
        if (!part.name.empty() && tensor.starts_with(prefix_of(part))) return part.name;
    }
    return {};
}

Document cut_down(const Document& document, std::string_view name) {
    bool reads_main_part = false;
    for (const Part& part : document.parts) {
        const Model* model = part.name == name ? find_model(part.model) : nullptr;
        reads_main_part = reads_main_part || (model && model->reads_main_part);
    }
    Document cut = document;
    cut.loss = {};
    cut.parts.clear();
    for (const Part& part : document.parts) {
        if (part.name == name || (part.name.empty() && reads_main_part)) cut.parts.push_back(part);
    }
    keep(document, cut, cut.overrides, [](const CellName& cell) -> std::string_view { return cell.tensor; });
    keep(document, cut, cut.perturbations, [](const std::string& tensor) -> std::string_view { return tensor; });
    keep(document, cut, cut.column_order, [](const std::string& tensor) -> std::string_view { return tensor; });
    return cut;
}

}  // namespace dikkat
