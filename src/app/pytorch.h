// The document as a PyTorch script: its draws on PyTorch's own generator, its model node by node, what was edited, and the figures
// of its lesson. Runs on PyTorch 1.13 and later; nothing is evaluated here.
#pragma once

#include <map>
#include <string>

#include "app/document.h"
#include "app/lesson.h"
#include "core/result.h"

namespace dikkat {

struct PyTorchSubject {
    const Lesson& lesson;      // whose checks, variants and sweeps are the figures
    const Document& document;  // what is rebuilt
    const Document& baseline;  // what its changes are measured from
    Language language = Language::tr;
};

struct PyTorchScript {
    std::string code;
    // How it calls the document's named tensors: "head0.scores" -> "head0_scores". With a file's name as its argument it writes
    // them there under these names, as JSON.
    std::map<std::string, std::string> names;
};

// An Error where the document cannot be built.
Result<PyTorchScript> pytorch_script(const PyTorchSubject& subject);

}  // namespace dikkat
