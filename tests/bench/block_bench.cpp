#include <cstdint>
#include <cstdio>
#include <map>

#include "core/operations/matmul.h"
#include "core/random.h"
#include "nn/block.h"
#include "tests/bench/measure.h"

namespace dikkat::bench {
namespace {

using Floats __attribute__((vector_size(16))) = float;

constexpr int kPeakSteps = 20'000, kPeakCalls = 100, kPeakSums = 12, kLanes = 4;

struct Size {
    int tokens, width, heads;
};

struct Block {
    Graph graph;
    std::map<NodeId, Tensor<float>> leaves;
    double flops = 0;  // of its products, the cells above the diagonal too
};

Tensor<float> causal(int tokens) {
    Tensor<float> mask(Shape(tokens, tokens));
    for (int query = 0; query < tokens; ++query) {
        for (int key = 0; key <= query; ++key) mask(query, key) = 1;
    }
    return mask;
}

Block build(const Size& size) {
    Block block;
    const NodeId x = block.graph.add_leaf("x", Shape(size.tokens, size.width), {Axis::token, Axis::feature}, Kind::input);
    const NodeId mask = block.graph.add_leaf("mask", Shape(size.tokens, size.tokens), {Axis::query, Axis::key}, Kind::mask);
    BlockConfig config;
    config.heads = size.heads;
    config.hidden = 4 * size.width;
    encoder_layer({block.graph, "", ""}, x, mask, config);
    Generator generator(1);
    for (NodeId id = 0; id < block.graph.size(); ++id) {
        const Node& node = block.graph[id];
        if (node.operation == &kMatmul) block.flops += 2.0 * static_cast<double>(multiply_adds(block.graph, id));
        if (!node.is_leaf()) continue;
        Tensor<float>& numbers = block.leaves[id] = Tensor<float>(node.shape);
        numbers.data = generator.normal(static_cast<int>(node.shape.size()), 0, id == x ? 1 : 0.02);
    }
    block.leaves[mask] = causal(size.tokens);
    return block;
}

void measure(const Size& size) {
    const Block block = build(size);
    BestSteps nodes;
    double peak = 0;
    for (std::size_t round = 0; round < kRounds; ++round) {
        peak = std::max(peak, peak_flops());
        Evaluation<float> evaluation = begin_evaluation<float>(block.graph, block.leaves);
        for (NodeId id = 0; id < block.graph.size(); ++id)
            nodes.time(static_cast<std::size_t>(id), [&] { continue_evaluation(block.graph, {}, evaluation, 1); });
    }
    const double time = nodes.total();
    std::printf("(%3d, %3d, %2d)    %9.3f ms %9.1f GFLOP/s %9.0f %% of the peak of %.1f\n", size.tokens, size.width, size.heads,
                time * 1e3, block.flops / time * 1e-9, block.flops / time / peak * 100, peak * 1e-9);
}

// Twelve sums, so that none waits for itself; all of it in registers. Many short calls: an engine's optimising compiler takes a
// function over between two of them, if no other compiler has put it into main().
double time_of_peak_loop() {
    volatile float factor = 0.999f;
    const Floats m{factor, factor, factor, factor}, b = 1 - m;
    Floats s0 = b, s1 = b, s2 = b, s3 = b, s4 = b, s5 = b, s6 = b, s7 = b, s8 = b, s9 = b, s10 = b, s11 = b;
    const double time = seconds([&] {
        for (int step = 0; step < kPeakSteps; ++step) {
            s0 = s0 * m + b, s1 = s1 * m + b, s2 = s2 * m + b, s3 = s3 * m + b;
            s4 = s4 * m + b, s5 = s5 * m + b, s6 = s6 * m + b, s7 = s7 * m + b;
            s8 = s8 * m + b, s9 = s9 * m + b, s10 = s10 * m + b, s11 = s11 * m + b;
        }
    });
    const Floats sum = s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8 + s9 + s10 + s11;
    if (sum[0] < 0) std::printf("never printed; the loop's result must be used\n");
    return time;
}

}  // namespace

double peak_flops() {
    double (*volatile loop)() = time_of_peak_loop;
    double best = std::numeric_limits<double>::infinity();
    for (int call = 0; call < kPeakCalls; ++call) best = std::min(best, loop());
    return 2.0 * kPeakSums * kLanes * kPeakSteps / best;
}

void measure_blocks() {
    std::printf("a GPT block's forward at (tokens, width, heads)\n");
    for (const Size& size : {Size{64, 256, 4}, Size{64, 768, 12}, Size{256, 768, 12}}) measure(size);
}

}  // namespace dikkat::bench
