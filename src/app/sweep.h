// Sweep: gradients by depth. One stack of layers is evaluated once for each series, and the loss of every depth is led back
// through it, in float and in double, one depth at a time so that it can stop between two drawings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document.h"
#include "app/lesson.h"
#include "core/result.h"

namespace dikkat {

template <class Scalar>
struct DepthRun {
    std::vector<Scalar> input_gradient;    // by depth - 1: the norm of the loss's gradient by the input
    std::vector<Scalar> activation_norms;  // of the input, then of each layer's output
    std::vector<Scalar> gradient_norms;    // of the deepest layer's loss, by the input, then by each layer's output
};

struct SeriesReading {
    std::string id;
    DepthRun<float> in_float;
    DepthRun<double> in_double;
};

struct SweepReading {
    std::string id;
    int depth = 0;                      // how many depths there are
    bool done = false;                  // all of it, of the document as it is; else it still grows, or is the last whole one
    std::vector<SeriesReading> series;  // in the lesson's order; the last one may still grow
    std::optional<Error> error;         // the document as it is has no such stack
};

// What a sweep of this document depends on: the one part that holds its layers, and what was edited of it.
Document subject_of(const Sweep& sweep, const Document& document);

class SweepRun {
public:
    SweepRun(const Sweep& sweep, std::string id, Document subject);
    ~SweepRun();
    SweepRun(SweepRun&&) noexcept;
    SweepRun& operator=(SweepRun&&) noexcept;

    // One slice: a series is built and led forward, or one depth of it is led back. False once all is done.
    bool step();
    double progress() const;  // 0..1
    const Document& subject() const;
    const SweepReading& reading() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dikkat
