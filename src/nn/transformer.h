// Whole Transformers from token ids: an encoder, a GPT, an encoder with a decoder.
#pragma once

#include "core/tensor.h"
#include "nn/block.h"

namespace dikkat {

enum class TransformerKind { encoder, gpt, encoder_decoder };

// learned: a parameter. sinusoidal: "Attention Is All You Need", 3.5; a leaf whose numbers are sinusoidal_positions(). none: no
// leaf.
enum class Positions { learned, sinusoidal, none };

struct TransformerConfig {
    TransformerKind kind = TransformerKind::gpt;
    int tokens = 1;
    int target_tokens = 1;  // encoder_decoder: of the decoder's own sentence
    int vocabulary = 1, context = 1;
    int width = 1, blocks = 1;
    Positions positions = Positions::learned;
    bool tied = true;  // the logits are taken with the embedding's own matrix
    BlockConfig block;
};

// nn.TransformerEncoder: "blocks.N" here, "layers.N" in PyTorch, and "final_norm" where there is one. x (n, d) -> (n, d).
NodeId encoder(const Scope& scope, NodeId x, NodeId mask, const TransformerConfig& config);

// nn.Transformer: source (n, d), target (m, d) -> (m, d). Blocks "encoder.N" and "decoder.N", "encoder.final_norm" and
// "decoder.final_norm". `mask` is the target's, (m, m); kNoNode for none.
NodeId encoder_decoder(const Scope& scope, NodeId source, NodeId target, NodeId mask, const TransformerConfig& config);

// Adds the whole model and returns its last tensor. Leaves: "ids" (n), "target.ids" (m), "token_embedding" (vocabulary, d),
// "position_embedding" (context, d), the blocks', "head" (d, vocabulary) unless tied.
//   encoder          x = embedding + positions; the encoder
//   gpt              the same, then "logits" and "probabilities", (n, vocabulary). GPT-2 where pre, tied and learned.
//   encoder_decoder  "x" and "target.x" of one embedding; nn.Transformer; logits and probabilities, (m, vocabulary)
// A final norm is there in pre, and in nn.Transformer (encoder.norm, decoder.norm) in post too; never without norms.
// `mask` is (n, n), in an encoder_decoder the decoder's (m, m); kNoNode for none. Heads must divide the width, tokens fit the
// context.
NodeId transformer(const Scope& scope, NodeId mask, const TransformerConfig& config);

// PE(p, 2i) = sin(p / 10000^(2i / d)), PE(p, 2i + 1) = cos of the same; computed in double.
Tensor<float> sinusoidal_positions(int context, int width);

}  // namespace dikkat
