// The builders behind the models' names: leaves for what a part's settings ask, and nn for the rest. Used by model.cpp alone.
#pragma once

#include "app/model.h"

namespace dikkat {

Result<Done> build_attention(const ModelSite& site);
Result<Done> build_multi_head_attention(const ModelSite& site);
Result<Done> build_separate_heads(const ModelSite& site);
Result<Done> build_norms(const ModelSite& site);
Result<Done> build_norms_of_rows(const ModelSite& site);
Result<Done> build_norm_by_hand(const ModelSite& site);
Result<Done> build_stack(const ModelSite& site);
Result<Done> build_attention_and_feed_forward(const ModelSite& site);
Result<Done> build_feed_forward_by_token(const ModelSite& site);
Result<Done> build_feed_forward(const ModelSite& site);
Result<Done> build_attention_layer(const ModelSite& site);
Result<Done> build_decoder_layer(const ModelSite& site);
Result<Done> build_gpt_layer(const ModelSite& site);
Result<Done> build_transformer(const ModelSite& site);

}  // namespace dikkat
