// Blocks: one layer of the encoder, of the decoder ("Attention Is All You Need", 3.1) or of GPT, which is an encoder's layer under
// a causal mask. nn.TransformerEncoderLayer and nn.TransformerDecoderLayer, without dropout.
#pragma once

#include "nn/feed_forward.h"

namespace dikkat {

// Where LayerNorm stands: x = LN(x + f(x)), as in 2017; x = x + f(LN(x)), as in GPT-2 (norm_first=True); nowhere.
enum class NormPlace { post, pre, none };

struct BlockConfig {
    int heads = 1;  // divide the width (check_heads in attention.h)
    int hidden = 0;
    NormPlace norm = NormPlace::pre;
    bool residual = true;  // false: x = f(x)
    bool bias = true;      // of every linear; a norm always has its shift
    bool scaled = true;
    Activation activation = Activation::gelu;
};

// x (n, d) -> (n, d). Modules "attention", "feed_forward", "norm1", "norm2"; tensors "residual1", "residual2", "output".
NodeId encoder_layer(const Scope& scope, NodeId x, NodeId mask, const BlockConfig& config);

// x (m, d), memory (n, d) -> (m, d). Modules "self_attention" under the mask (m, m), "cross_attention" to the memory without one,
// "feed_forward", "norm1" to "norm3"; tensors "residual1" to "residual3", "output".
NodeId decoder_layer(const Scope& scope, NodeId x, NodeId memory, NodeId mask, const BlockConfig& config);

}  // namespace dikkat
