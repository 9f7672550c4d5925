#include "ui/norm_copy.h"

#include "app/number.h"
#include "ui/sum_spelling.h"

namespace dikkat {
namespace {

// A line of the sum, in the order of the panel: what NumPy computes it by, empty where it goes in.
struct Line {
    std::string_view tensor, name, numpy;
};
constexpr Line kLines[] = {
    {"x", "x", ""},
    {"norm.mean", "mean", "x.mean()"},
    {"norm.std", "std", "x.std()"},
    {"centred", "centred", "x - mean"},
    {"divided", "divided", "centred / (std + eps)"},
    {"norm.gamma", "gamma", ""},
    {"norm.beta", "beta", ""},
    {"norm.output", "output", "centred / np.sqrt(std ** 2 + eps) * gamma + beta"},
};

class Writer {
public:
    Writer(const Session& session, std::string_view part) : session_(session), prefix_(std::string(part) + ".") {}

    std::string table() const;
    std::string numpy() const;
    std::string latex() const;

private:
    std::span<const float> values(std::string_view tensor) const {
        const std::optional<TensorReading> reading = session_.read(prefix_ + std::string(tensor));
        return reading ? reading->value : std::span<const float>();
    }
    std::string joined(std::string_view tensor, const char* between) const {
        std::string list;
        for (const float value : values(tensor)) list += (list.empty() ? "" : between) + rounded(value);
        return list;
    }
    static std::string rounded(float value) { return fixed(static_cast<double>(value), 4, Minus::ascii); }
    static std::string factor(float value) { return value < 0 ? "(" + rounded(value) + ")" : rounded(value); }

    const Session& session_;
    std::string prefix_;
};

std::string Writer::table() const {
    std::string text;
    for (const Line& line : kLines) text += std::string(line.name) + "\t" + joined(line.tensor, "\t") + "\n";
    return text;
}

std::string Writer::numpy() const {
    std::string text = "import numpy as np\n\neps = np.float32(1e-5)\n";
    for (const Line& line : kLines) {
        text += std::string(line.name) + " = ";
        text +=
            line.numpy.empty() ? python_array(values(line.tensor)) : std::string(line.numpy) + "  # " + joined(line.tensor, ", ");
        text += "\n";
    }
    return text;
}

std::string Writer::latex() const {
    const std::span<const float> x = values("x"), mean = values("norm.mean"), deviation = values("norm.std");
    const std::span<const float> gamma = values("norm.gamma"), beta = values("norm.beta"), output = values("norm.output");
    if (mean.empty() || deviation.empty() || gamma.size() != x.size() || beta.size() != x.size() || output.size() != x.size())
        return {};
    const std::string share = "\\frac{1}{" + std::to_string(x.size()) + "}";
    std::string sum, squares, lines;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::string centred = rounded(x[i]) + " - " + factor(mean[0]);
        sum += (i == 0 ? "" : " + ") + factor(x[i]);
        squares += std::string(i == 0 ? "" : " + ") + "(" + centred + ")^2";
        lines += "& y_{" + std::to_string(i) + "} = \\frac{" + centred + "}{\\sqrt{\\sigma^2 + 10^{-5}}} \\cdot " +
                 factor(gamma[i]) + " + " + factor(beta[i]) + " = " + rounded(output[i]) + " \\\\\n";
    }
    return "\\begin{aligned}\n& \\mu = " + share + " (" + sum + ") = " + rounded(mean[0]) + " \\\\\n& \\sigma = \\sqrt{" + share +
           " (" + squares + ")} = " + rounded(deviation[0]) + " \\\\\n" + lines + "\\end{aligned}\n";
}

}  // namespace

std::string norm_as(const Session& session, std::string_view part, SumForm form) {
    const Writer writer(session, part);
    if (form == SumForm::numpy) return writer.numpy();
    return form == SumForm::latex ? writer.latex() : writer.table();
}

}  // namespace dikkat
