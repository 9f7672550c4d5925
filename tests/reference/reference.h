// Reads PyTorch's values for the tests. A file or field that is not there stops the test program with its name.
#pragma once

#include <rapidjson/document.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace dikkat::reference {

using Json = rapidjson::Value;

inline rapidjson::Document load(const std::string& file) {
    const std::string path = std::string(DIKKAT_TEST_DATA) + "/" + file;
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    rapidjson::Document document;
    document.Parse<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag>(text.c_str());
    CHECK(!document.HasParseError() && document.IsObject(), path.c_str());
    return document;
}

inline const Json& field(const Json& object, const char* name) {
    CHECK(object.IsObject() && object.HasMember(name), name);
    return object[name];
}

inline double number(const Json& value) {
    if (value.IsNumber()) return value.GetDouble();
    CHECK(value.IsString(), "a reference value that is no number");
    const std::string word = value.GetString();
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "-inf") return -std::numeric_limits<double>::infinity();
    CHECK(word == "nan", "a reference value that is no number");
    return std::numeric_limits<double>::quiet_NaN();
}

inline std::vector<float> floats(const Json& array) {
    std::vector<float> values;
    for (const Json& value : array.GetArray()) values.push_back(static_cast<float>(number(value)));
    return values;
}

template <class Scalar>
Tensor<Scalar> tensor(const Json& value) {
    const auto extents = field(value, "shape").GetArray();
    CHECK(extents.Size() == 2 || extents.Size() == 3, "a reference tensor of rank 2 or 3");
    Tensor<Scalar> result(extents.Size() == 2 ? Shape(extents[0].GetInt(), extents[1].GetInt())
                                              : Shape(extents[0].GetInt(), extents[1].GetInt(), extents[2].GetInt()));
    const auto data = field(value, "data").GetArray();
    CHECK(data.Size() == result.data.size(), "a reference tensor with as many numbers as its shape says");
    for (std::size_t i = 0; i < result.data.size(); ++i) {
        result.data[i] = static_cast<Scalar>(number(data[static_cast<rapidjson::SizeType>(i)]));
    }
    return result;
}

}  // namespace dikkat::reference
