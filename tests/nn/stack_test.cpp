// The deep stack against PyTorch: gradients and activations at every depth of the references, all modes, all widths of weights.
#include "nn/stack.h"

#include <gtest/gtest.h>

#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using reference::field;
using reference::Json;
using reference::number;

constexpr std::pair<const char*, StackMode> kModes[] = {
    {"plain", StackMode::plain}, {"residual", StackMode::residual}, {"post", StackMode::post}, {"pre", StackMode::pre}};

StackMode mode_of(const std::string& name) {
    for (const auto& [each, mode] : kModes) {
        if (name == each) return mode;
    }
    ADD_FAILURE() << name;
    return StackMode::plain;
}

// Input: seed 1. Layer i: seed 100 + i, nn.Linear's own draws, then the weights again as N(0, std).
struct Stack : reference::Model {
    static constexpr int kWidth = 16;
    NodeId x;
    std::vector<NodeId> states;  // the input, then each layer's output

    Stack(int depth, StackMode mode, double std) {
        x = leaf("x", reference::random_tensor(Shape(1, kWidth), 1));
        states.push_back(x);
        stack({graph, "", ""}, x, depth, mode);
        for (int layer = 0; layer < depth; ++layer) draw(layer, std);
        if (const NodeId gamma = graph.find("norm.gamma"); gamma != kNoNode) {
            leaves[gamma] = Tensor<float>(Shape(kWidth), 1.0f);
            leaves[graph.find("norm.beta")] = Tensor<float>(Shape(kWidth));
        }
    }
    void draw(int layer, double std) {
        const std::string name = "layers." + std::to_string(layer) + ".";
        Generator generator(static_cast<std::uint64_t>(100 + layer));
        Tensor<float>& bias = leaves[graph.find(name + "b")] = Tensor<float>(Shape(kWidth));
        bias.data = generator.linear(kWidth, kWidth).bias;
        const std::vector<float> weight = generator.normal(kWidth * kWidth, 0, std);  // (out, in)
        Tensor<float>& w = leaves[graph.find(name + "w")] = Tensor<float>(Shape(kWidth, kWidth));
        for (int i = 0; i < kWidth; ++i) {
            for (int j = 0; j < kWidth; ++j) w(i, j) = weight[static_cast<std::size_t>(j * kWidth + i)];
        }
        states.push_back(graph.find("h." + std::to_string(layer)));
    }
};

struct Profile {
    double loss = 0;
    std::vector<double> activation_norms, gradient_norms;
};

template <class Scalar>
double norm_of(const Tensor<Scalar>& tensor) {
    double squares = 0;
    for (const Scalar each : tensor.data) squares += static_cast<double>(each) * static_cast<double>(each);
    return std::sqrt(squares);
}

// The loss is the sum, or the projection on randn of seed 7.
template <class Scalar>
Profile profile_of(const Stack& stack, bool projected) {
    Tensor<Scalar> direction(Shape(1, Stack::kWidth), Scalar(1));
    if (projected) {
        const std::vector<float> drawn = Generator(7).normal(Stack::kWidth);
        std::copy(drawn.begin(), drawn.end(), direction.data.begin());
    }
    const Evaluation<Scalar> evaluation = stack.evaluate<Scalar>();
    const std::vector<Tensor<Scalar>> all = gradients(stack.graph, evaluation, stack.states.back(), direction);
    Profile profile;
    for (const NodeId state : stack.states) {
        profile.activation_norms.push_back(norm_of(evaluation[state]));
        profile.gradient_norms.push_back(norm_of(all[static_cast<std::size_t>(state)]));
    }
    for (int i = 0; i < Stack::kWidth; ++i) {
        profile.loss += static_cast<double>(evaluation[stack.states.back()](0, i)) * static_cast<double>(direction(0, i));
    }
    return profile;
}

void expect_relative(double ours, double theirs, double bound) { EXPECT_LE(std::abs(ours - theirs), bound * std::abs(theirs)); }

// Deep products of float32 depend on the order of summation.
double float_bound(int depth) { return depth <= 20 ? 1e-4 : depth <= 50 ? 1e-3 : 2e-2; }

// "5": {"plain": ..., "residual": ...}
template <class Scalar>
void expect_gradients(const Json& by_depth, double std, bool projected) {
    int compared = 0;
    for (const auto& each : by_depth.GetObject()) {
        const int depth = std::stoi(each.name.GetString());
        for (const auto& of_mode : each.value.GetObject()) {
            SCOPED_TRACE(std::string(of_mode.name.GetString()) + " " + each.name.GetString());
            const Stack stack(depth, mode_of(of_mode.name.GetString()), std);
            const double bound = sizeof(Scalar) == sizeof(double) ? 1e-6 : float_bound(depth);
            expect_relative(profile_of<Scalar>(stack, projected).gradient_norms.front(), number(of_mode.value), bound);
            ++compared;
        }
    }
    EXPECT_GT(compared, 0);
}

TEST(Stack, LosesTheGradientWithoutResidualsAndKeepsItWithThemAsInPyTorch) {
    const rapidjson::Document file = reference::load("lesson_layer_norm.json");
    expect_gradients<double>(field(field(file, "residual_depth"), "f64"), 0.2, false);
    expect_gradients<float>(field(field(file, "residual_depth"), "f32"), 0.2, false);
}

TEST(Stack, GrowsTheGradientAfterTheNormMoreThanBeforeItAsInPyTorch) {
    const rapidjson::Document file = reference::load("lesson_gpt.json");
    expect_gradients<double>(field(field(file, "gradient"), "f64"), 0.5, true);
    expect_gradients<float>(field(field(file, "gradient"), "f32"), 0.5, true);
}

TEST(Stack, HasPyTorchsGradientAtEveryStdDepthAndMode) {
    const rapidjson::Document file = reference::load("lesson_gpt.json");
    for (const auto& each : field(file, "std_sweep").GetObject()) {
        SCOPED_TRACE(each.name.GetString());
        expect_gradients<double>(each.value, std::stod(each.name.GetString()), true);
    }
}

template <class Scalar>
void expect_norms(const std::vector<double>& ours, const Json& theirs, double bound) {
    ASSERT_EQ(ours.size(), theirs.GetArray().Size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        SCOPED_TRACE(i);
        expect_relative(ours[i], number(theirs[static_cast<rapidjson::SizeType>(i)]), bound);
    }
}

void expect_profiles(const Json& profiles, int depth, double std, bool projected) {
    for (const auto& each : profiles.GetObject()) {
        SCOPED_TRACE(each.name.GetString());
        const Profile profile = profile_of<double>(Stack(depth, mode_of(each.name.GetString()), std), projected);
        expect_norms<double>(profile.activation_norms, field(each.value, "activation_norms"), 1e-6);
        expect_norms<double>(profile.gradient_norms, field(each.value, "gradient_norms"), 1e-6);
        EXPECT_NEAR(profile.loss, number(field(each.value, "loss")), 1e-6 * std::abs(number(field(each.value, "loss"))));
    }
}

TEST(Stack, HasPyTorchsNormsLayerByLayer) {
    const rapidjson::Document layer_norm = reference::load("lesson_layer_norm.json"), gpt = reference::load("lesson_gpt.json");
    expect_profiles(field(layer_norm, "profile_50"), 50, 0.2, false);
    expect_profiles(field(gpt, "profile_100"), 100, 0.5, true);
}

TEST(Stack, HoldsItsActivationsWhereTheNormStandsAfter) {
    const rapidjson::Document file = reference::load("lesson_layer_norm.json");
    const Stack stack(50, StackMode::post, 0.2);
    expect_norms<double>(profile_of<double>(stack, false).activation_norms, field(field(file, "post_norm_50"), "f64"), 1e-6);
    expect_norms<float>(profile_of<float>(stack, false).activation_norms, field(field(file, "post_norm_50"), "f32"), 1e-4);
}

TEST(Stack, SharesOneNormAmongAllItsLayers) {
    Graph graph;
    const NodeId x = graph.add_leaf("x", Shape(1, 4), {}, Kind::input);
    stack({graph, "", ""}, x, 3, StackMode::post);
    int parameters = 0;
    for (const Node& node : graph.nodes()) parameters += node.kind == Kind::parameter ? 1 : 0;
    EXPECT_EQ(parameters, 3 * 2 + 2);
    EXPECT_EQ(graph.find("h.3"), kNoNode);
    EXPECT_NE(graph.find("h.2"), kNoNode);
}

}  // namespace
}  // namespace dikkat
