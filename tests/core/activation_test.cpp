// Values and slopes of the activations against PyTorch's.
#include "core/operations/activation.h"

#include <gtest/gtest.h>

#include "tests/reference/model.h"
#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using reference::Model;

struct Named {
    const char* name;
    Activation activation;
};

constexpr Named kAll[] = {{"relu", Activation::relu}, {"gelu", Activation::gelu}, {"gelu_tanh", Activation::gelu_tanh},
                          {"silu", Activation::silu}, {"tanh", Activation::tanh}, {"sigmoid", Activation::sigmoid}};

std::vector<double> data(const reference::Json& tensor) {
    std::vector<double> numbers;
    for (const reference::Json& value : reference::field(tensor, "data").GetArray()) numbers.push_back(reference::number(value));
    return numbers;
}

template <class Scalar>
void expect_pytorchs_values_and_slopes(double relative, double absolute) {
    const rapidjson::Document document = reference::load("layers.json");
    const reference::Json& activations = reference::field(document, "activations");
    Tensor<float> x(Shape(97));
    x.data = reference::floats(reference::field(reference::field(activations, "x"), "data"));
    for (const Named& each : kAll) {
        SCOPED_TRACE(each.name);
        Model model;
        const NodeId input = model.leaf("x", x), output = activate(model.graph, input, each.activation);
        const Evaluation<Scalar> evaluation = model.evaluate<Scalar>();
        const auto all = gradients(model.graph, evaluation, output, Tensor<Scalar>(x.shape, Scalar(1)));
        const reference::Json& expected = reference::field(activations, each.name);
        const std::vector<double> values = data(reference::field(expected, "value"));
        const std::vector<double> slopes = data(reference::field(expected, "gradient"));
        ASSERT_EQ(values.size(), x.data.size());
        const auto expect_near = [&](Scalar ours, double theirs, std::size_t i) {
            EXPECT_NEAR(ours, theirs, absolute + relative * std::abs(theirs)) << "x = " << x.data[i];
        };
        for (std::size_t i = 0; i < values.size(); ++i) {
            expect_near(evaluation[output].data[i], values[i], i);
            expect_near(all[static_cast<std::size_t>(input)].data[i], slopes[i], i);
        }
    }
}

// 1 + erf(x) loses what 1 has lost: the smallest GELUs are as exact as a unit in the last place of 1 times x allows.
TEST(Activations, ArePyTorchsInDouble) { expect_pytorchs_values_and_slopes<double>(1e-9, 2e-15); }

TEST(Activations, ArePyTorchsInFloat) { expect_pytorchs_values_and_slopes<float>(1e-4, 1e-6); }

TEST(Activations, KeepANaN) {
    for (const Named& each : kAll) {
        Model model;
        const NodeId x = model.leaf("x", Tensor<float>(Shape(1, 1), std::numeric_limits<float>::quiet_NaN()));
        const NodeId y = activate(model.graph, x, each.activation);
        EXPECT_TRUE(std::isnan(model.evaluate()[y](0, 0))) << each.name;
    }
}

TEST(Activations, AreExplainedByTheirInnerSteps) {
    Model model;
    const NodeId x = model.leaf("x", Tensor<float>(Shape(1, 1), 1.0f)), y = activate(model.graph, x, Activation::gelu);
    const Explanation explanation = explain(model.graph, model.evaluate(), y, {});
    ASSERT_EQ(explanation.lines.size(), 2u);
    EXPECT_EQ(explanation.lines[0].label, "erf");
    EXPECT_NEAR(explanation.lines[0].result, 0.6826895f, 1e-6);  // within one standard deviation
    EXPECT_EQ(explanation.lines[1].label, "gelu");
    EXPECT_EQ(explanation.lines[1].operands[0].node, x);
}

}  // namespace
}  // namespace dikkat
