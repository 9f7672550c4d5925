// PyTorch's own layers, forward and backward: outputs and every gradient of layers.json, in double and in float.
#include <gtest/gtest.h>

#include "nn/attention.h"
#include "nn/transformer.h"
#include "tests/reference/pytorch.h"

namespace dikkat {
namespace {

using reference::field;
using reference::Json;

const rapidjson::Document& layers() {
    static const rapidjson::Document document = reference::load("layers.json");
    return document;
}

// One case being rebuilt: its inputs as leaves, its output as a node.
struct Case {
    const Json& reference;
    Graph graph;
    reference::Numbers numbers;
    NodeId output = kNoNode;

    explicit Case(const char* name) : reference(field(field(layers(), "cases"), name)) {}

    NodeId input(const char* name) {
        const Tensor<double> tensor = reference::matrix(field(field(reference, "inputs"), name));
        const NodeId leaf = graph.add_leaf(name, tensor.shape, {Axis::token, Axis::feature}, Kind::input);
        numbers[leaf] = tensor;
        return leaf;
    }
    NodeId causal(int tokens) {
        const NodeId leaf = graph.add_leaf("mask", Shape(tokens, tokens), {Axis::query, Axis::key}, Kind::mask);
        numbers[leaf] = reference::in_double(reference::causal_mask(tokens));
        return leaf;
    }
    Scope scope() { return {graph, "", ""}; }

    template <class Scalar>
    void expect_equal() {
        reference::load_parameters(graph, field(reference, "parameters"), numbers);
        const Evaluation<Scalar> evaluation = reference::evaluate_numbers<Scalar>(graph, numbers);
        const Tensor<double> expected = reference::matrix(field(reference, "output"));
        reference::expect_near(evaluation[output], expected, reference::largest(expected));

        const Tensor<Scalar> direction = reference::as<Scalar>(reference::matrix(field(reference, "direction")));
        const std::vector<Tensor<Scalar>> ours = gradients(graph, evaluation, output, direction);
        for (const auto& each : field(reference, "input_grads").GetObject()) {
            SCOPED_TRACE(each.name.GetString());
            const Tensor<double> theirs = reference::matrix(each.value);
            const NodeId leaf = graph.find(each.name.GetString());
            reference::expect_near(ours[static_cast<std::size_t>(leaf)], theirs, reference::largest(theirs));
        }
        reference::expect_parameter_gradients(graph, ours, field(reference, "parameter_grads"));
    }
    void expect_equal_in_both() {
        expect_equal<double>();
        expect_equal<float>();
    }
};

constexpr MultiHeadConfig kTwoHeads{.heads = 2, .output_projection = true};

BlockConfig block(NormPlace norm, Activation activation) {
    return {.heads = 2, .hidden = 32, .norm = norm, .activation = activation};
}

TEST(Layers, SelfAttentionEqualsPyTorchs) {
    Case layer("self_attention");
    const NodeId x = layer.input("x");
    const AttentionWeights weights = add_attention_weights(layer.scope(), 8, true, true);
    layer.output = multi_head_attention(layer.graph, x, x, weights, kNoNode, kTwoHeads, "").value().output;
    layer.expect_equal_in_both();
}

TEST(Layers, CausalAttentionEqualsPyTorchs) {
    Case layer("causal_attention");
    const NodeId x = layer.input("x"), mask = layer.causal(6);
    const AttentionWeights weights = add_attention_weights(layer.scope(), 8, true, true);
    layer.output = multi_head_attention(layer.graph, x, x, weights, mask, kTwoHeads, "").value().output;
    layer.expect_equal_in_both();
}

TEST(Layers, CrossAttentionEqualsPyTorchs) {
    Case layer("cross_attention");
    const NodeId x = layer.input("x"), memory = layer.input("memory");
    const AttentionWeights weights = add_attention_weights(layer.scope(), 8, true, true);
    layer.output = multi_head_attention(layer.graph, x, memory, weights, kNoNode, kTwoHeads, "").value().output;
    layer.expect_equal_in_both();
}

void expect_encoder_layer(const char* name, NormPlace norm, Activation activation) {
    SCOPED_TRACE(name);
    Case layer(name);
    const NodeId x = layer.input("x");
    layer.output = encoder_layer(layer.scope(), x, kNoNode, block(norm, activation));
    layer.expect_equal_in_both();
}

TEST(Layers, EncoderLayersEqualPyTorchsBeforeAndAfterTheNorm) {
    expect_encoder_layer("encoder_post_relu", NormPlace::post, Activation::relu);
    expect_encoder_layer("encoder_post_gelu", NormPlace::post, Activation::gelu);
    expect_encoder_layer("encoder_pre_relu", NormPlace::pre, Activation::relu);
    expect_encoder_layer("encoder_pre_gelu", NormPlace::pre, Activation::gelu);
}

void expect_decoder_layer(const char* name, NormPlace norm) {
    SCOPED_TRACE(name);
    Case layer(name);
    const NodeId x = layer.input("x"), memory = layer.input("memory"), mask = layer.causal(6);
    layer.output = decoder_layer(layer.scope(), x, memory, mask, block(norm, Activation::gelu));
    layer.expect_equal_in_both();
}

TEST(Layers, DecoderLayersEqualPyTorchsBeforeAndAfterTheNorm) {
    expect_decoder_layer("decoder_post", NormPlace::post);
    expect_decoder_layer("decoder_pre", NormPlace::pre);
}

TEST(Layers, TheWholeEncoderDecoderEqualsPyTorchsTransformer) {
    Case layer("transformer");
    const NodeId target = layer.input("x"), source = layer.input("memory"), mask = layer.causal(6);
    TransformerConfig config;
    config.kind = TransformerKind::encoder_decoder;
    config.blocks = 2;
    config.block = block(NormPlace::post, Activation::relu);
    layer.output = encoder_decoder(layer.scope(), source, target, mask, config);
    layer.expect_equal_in_both();
}

template <class Scalar>
void expect_activation(const char* name, Activation activation) {
    SCOPED_TRACE(name);
    const Json& all = field(layers(), "activations");
    Graph graph;
    reference::Numbers numbers;
    const NodeId x = graph.add_leaf("x", Shape(1, 97), {}, Kind::input);
    numbers[x] = reference::matrix(field(all, "x"));
    const NodeId y = activate(graph, x, activation);
    const Evaluation<Scalar> evaluation = reference::evaluate_numbers<Scalar>(graph, numbers);
    const Tensor<double> value = reference::matrix(field(field(all, name), "value"));
    const Tensor<double> gradient = reference::matrix(field(field(all, name), "gradient"));
    reference::expect_near(evaluation[y], value, reference::largest(value));
    reference::expect_near(gradients(graph, evaluation, y, Tensor<Scalar>(Shape(1, 97), Scalar(1)))[static_cast<std::size_t>(x)],
                           gradient, reference::largest(gradient));
}

TEST(Layers, ActivationsEqualPyTorchsWithTheirGradients) {
    constexpr std::pair<const char*, Activation> kAll[] = {{"relu", Activation::relu},           {"gelu", Activation::gelu},
                                                           {"gelu_tanh", Activation::gelu_tanh}, {"silu", Activation::silu},
                                                           {"tanh", Activation::tanh},           {"sigmoid", Activation::sigmoid}};
    for (const auto& [name, activation] : kAll) {
        expect_activation<double>(name, activation);
        expect_activation<float>(name, activation);
    }
}

}  // namespace
}  // namespace dikkat
