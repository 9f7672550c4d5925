#include "core/random.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/reference/reference.h"

namespace dikkat {
namespace {

using reference::field;
using reference::floats;
using reference::Json;

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

int integer(const Json& call, const char* name) { return field(call, name).GetInt(); }
double real(const Json& call, const char* name) { return field(call, name).GetDouble(); }

// Draws what one call of the reference drew, and compares every bit.
void expect_call(Generator& generator, const Json& call) {
    const std::string op = field(call, "op").GetString();
    if (op == "randn") {
        EXPECT_TRUE(same_bits(generator.normal(integer(call, "n")), floats(field(call, "values"))));
    } else if (op == "rand") {
        EXPECT_TRUE(same_bits(generator.rand(integer(call, "n")), floats(field(call, "values"))));
    } else if (op == "uniform") {
        const auto values = generator.uniform(real(call, "low"), real(call, "high"), integer(call, "n"));
        EXPECT_TRUE(same_bits(values, floats(field(call, "values"))));
    } else if (op == "normal") {
        const auto values = generator.normal(integer(call, "n"), real(call, "mean"), real(call, "std"));
        EXPECT_TRUE(same_bits(values, floats(field(call, "values"))));
    } else if (op == "randint") {
        const auto values = generator.randint(field(call, "high").GetUint(), integer(call, "n"));
        std::vector<std::int64_t> expected;
        for (const Json& value : field(call, "values").GetArray()) expected.push_back(value.GetInt64());
        EXPECT_EQ(values, expected);
    } else if (op == "linear") {
        const Generator::Linear layer = generator.linear(integer(call, "in"), integer(call, "out"));
        EXPECT_TRUE(same_bits(layer.weight, floats(field(field(call, "weight"), "data"))));
        EXPECT_TRUE(same_bits(layer.bias, floats(field(field(call, "bias"), "data"))));
    } else if (op == "stack_layer") {  // nn.Linear, then its weights drawn again from N(0, std)
        const int size = integer(call, "size");
        const Generator::Linear layer = generator.linear(size, size);
        EXPECT_TRUE(same_bits(generator.normal(size * size, 0.0, real(call, "std")), floats(field(field(call, "weight"), "data"))));
        EXPECT_TRUE(same_bits(layer.bias, floats(field(field(call, "bias"), "data"))));
    } else {
        ADD_FAILURE() << "the reference has a call that this test does not know: " << op;
    }
}

TEST(Generator, DrawsWhatPyTorchDrawsBitForBit) {
    const rapidjson::Document rng = reference::load("rng.json");
    const auto cases = field(rng, "cases").GetArray();
    ASSERT_EQ(cases.Size(), 88u);
    for (const Json& each : cases) {
        SCOPED_TRACE("seed " + std::to_string(field(each, "seed").GetUint64()));
        Generator generator(field(each, "seed").GetUint64());
        for (const Json& call : field(each, "calls").GetArray()) expect_call(generator, call);
    }
}

TEST(Generator, ForgetsTheCachedNormalWhenSeededAgain) {
    Generator generator(3);
    const std::vector<float> first = generator.normal(3);  // leaves one of a pair behind
    generator.manual_seed(3);
    EXPECT_EQ(generator.normal(3), first);
}

TEST(Generator, TakesTheLow32BitsOfASeed) { EXPECT_EQ(Generator(5).rand(4), Generator((std::uint64_t{1} << 32) + 5).rand(4)); }

TEST(Generator, DrawsNothingForACountOfZero) {
    Generator generator(1), untouched(1);
    EXPECT_TRUE(generator.normal(0).empty());
    EXPECT_EQ(generator.rand(3), untouched.rand(3));
}

}  // namespace
}  // namespace dikkat
