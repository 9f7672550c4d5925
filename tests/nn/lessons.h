// The two lessons' models as their recipes make them: seeds and the sentence's embedding, nothing computed elsewhere.
#pragma once

#include "core/operations/rearrange.h"
#include "nn/attention.h"
#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat::reference {

// Q, K, V of 5 tokens x 8 from one generator, seed 0.
struct AttentionLesson : Model {
    NodeId q, k, v;
    NodeId mask = kNoNode;
    AttentionNodes nodes;

    explicit AttentionLesson(const Tensor<float>* mask_numbers = nullptr, bool scaled = true) {
        Generator generator(0);
        const auto draw = [&] {
            Tensor<float> tensor(Shape(5, 8));
            tensor.data = generator.normal(40);
            return tensor;
        };
        q = leaf("q", draw(), Kind::query);
        k = leaf("k", draw(), Kind::key);
        v = leaf("v", draw(), Kind::value);
        if (mask_numbers != nullptr) mask = leaf("mask", *mask_numbers, Kind::mask);
        nodes = attention(graph, q, k, v, mask, scaled, "");
    }
};

// Head 1: seed 2426, head 2: seed 9678; each draws Wq, Wk, Wv as randn(4, 4) * 0.5, laid on the diagonal of 8 x 8.
inline std::array<Tensor<float>, 3> block_diagonal_weights() {
    std::array<Tensor<float>, 3> weights;
    weights.fill(Tensor<float>(Shape(8, 8)));
    int head = 0;
    for (const std::uint64_t seed : {2426, 9678}) {
        Generator generator(seed);
        for (Tensor<float>& matrix : weights) {
            const std::vector<float> drawn = generator.normal(16);
            for (int i = 0; i < 16; ++i) matrix(4 * head + i / 4, 4 * head + i % 4) = drawn[static_cast<std::size_t>(i)] * 0.5f;
        }
        ++head;
    }
    return weights;
}

struct MultiHeadLesson : Model {
    NodeId x, wq, wk, wv, wo = kNoNode, mask = kNoNode;
    MultiHeadNodes nodes;
    NodeId separate;

    explicit MultiHeadLesson(const MultiHeadConfig& config = {.heads = 2}, const Tensor<float>* mask_numbers = nullptr) {
        const rapidjson::Document lesson = load("lesson_multi_head.json");
        x = leaf("x", tensor<float>(field(lesson, "embedding")));
        const auto weights = block_diagonal_weights();
        wq = leaf("wq", weights[0], Kind::parameter);
        wk = leaf("wk", weights[1], Kind::parameter);
        wv = leaf("wv", weights[2], Kind::parameter);
        if (config.output_projection) wo = leaf("wo", random_tensor(Shape(8, 8), 5), Kind::parameter);
        if (mask_numbers != nullptr) mask = leaf("mask", *mask_numbers, Kind::mask);
        nodes = multi_head_attention(graph, x, x, {wq, wk, wv, wo}, mask, config, "").value();
        separate = separate_heads(graph, x, wq, wk, wv, mask, config, "separate.").value();
    }

    NodeId operator[](const char* name) const {
        const NodeId node = graph.find(name);
        CHECK(node != kNoNode, name);
        return node;
    }
};

}  // namespace dikkat::reference
