// Stage: the numbers of what a session is about, evaluated when they are first asked for and kept until it changes: the document,
// what its changes are measured from, the lesson's variants of it, and each tensor as a view reads it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/loss.h"
#include "app/scene.h"
#include "app/session.h"

namespace dikkat {

struct TensorName {  // "weights@causal" taken apart
    std::string_view tensor, variant;
};
TensorName take_apart(std::string_view name);

struct Subject {  // the stage reads these; they live until the next show()
    const Lesson* lesson = nullptr;
    const Document* document = nullptr;
    const Document* baseline = nullptr;
    bool gradients = false;  // the view shows them
};

class Stage {
public:
    void show(const Subject& subject, bool document_changed, bool baseline_changed);
    void keep(Built built);  // the document, built already when it was looked at whether it can be
    void keep_document(Scene scene) { document_ = std::move(scene); }  // evaluated already
    void keep_baseline(Scene scene) { baseline_ = std::move(scene); }

    const Scene& document();
    const Scene& baseline();
    // Empty: the document. Null where the lesson has no such variant, or it does not fit the document as it is.
    const Scene* scene(std::string_view variant);
    // The same for one tensor's sake: of a variant only the part that the tensor is of need be evaluated.
    const Scene* scene(std::string_view variant, std::string_view tensor);
    // What a change is measured from: the baseline, or for a variant the document that it varies.
    const Scene& scene_before(std::string_view variant) { return variant.empty() ? baseline() : document(); }

    // The loss of a scene and its gradients; of the scene's own document. Null where scene() is. In slices its gradients may be
    // under way still, then step() leads them back.
    const LossReading* loss(std::string_view variant);
    // A tensor's gradient; null where there is none, or not yet.
    const Tensor<float>* gradient(std::string_view name);

    void in_slices(bool on) { in_slices_ = on; }
    bool working() const;
    bool step();  // one slice; true if it was the last of a scene's gradients

    // The document's vocabulary; a text of labels asks for it word by word.
    const std::vector<std::string>& words(bool with_target);

    // For whoever edits or builds the document before it is shown.
    Kept& kept() { return kept_; }

    // One part by itself, shape-only ones too; null if there is none of that name.
    SharedGraph part_graph(std::string_view part);

    const TensorReading* read(std::string_view name);  // null where it is not built
    TensorReading describe(const Scene& scene, NodeId node);
    std::size_t bytes() const;

private:
    struct Reading {
        std::string name;
        std::vector<float> difference;
        TensorReading reading;
    };

    const TensorLook& look(std::string_view tensor, Kind kind);
    double bound(std::string_view name, const TensorReading& reading);
    double gradient_bound(std::string_view name, std::span<const float> gradient);
    Scene scene_of(const Document& document);
    struct VariantScene {
        Document of;  // what it was evaluated from: it holds as long as that is the same
        std::optional<Scene> scene;
        bool fresh = false;
    };
    const Scene* variant_of(const Document& document, std::string_view variant, std::string_view part);

    Subject subject_;
    std::optional<Built> built_document_;
    std::optional<Scene> document_, baseline_;
    std::map<std::string, VariantScene, std::less<>> variants_;  // by variant; by variant, "/" and part
    std::map<std::string, LossReading, std::less<>> losses_;     // by variant
    bool in_slices_ = false;
    Kept kept_;
    std::optional<std::vector<std::string>> words_[2];
    std::map<std::string, Reading, std::less<>> readings_;
    std::map<std::string, double, std::less<>> bounds_;           // fixed as long as the baseline is
    std::map<std::string, TensorLook, std::less<>> usual_looks_;  // of tensors that the lesson says nothing about
};

}  // namespace dikkat
