// Scene: one document built and evaluated. stage.h holds one for the document, one for the baseline, one for each variant.
#pragma once

#include <string_view>

#include "app/build.h"
#include "app/session.h"

namespace dikkat {

struct Scene {
    Built built;
    Evaluation<float> evaluation;

    const Graph& graph() const { return built.graph(); }
    const Tensor<float>* tensor(std::string_view name) const;  // null where it is not built
};

Scene evaluated(Built built);

std::optional<NotFinite> first_not_finite(const Scene& scene, const Document& document);
std::size_t bytes_of(const Scene& scene);

}  // namespace dikkat
