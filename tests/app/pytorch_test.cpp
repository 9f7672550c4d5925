// What the scripts compute is proved by tests/pytorch, which runs them; here is what needs no PyTorch.
#include "app/pytorch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/pytorch_text.h"
#include "tests/app/playground.h"

namespace dikkat {
namespace {

using testing::Playground;

PyTorchScript script_of(const Session& session) {
    Result<PyTorchScript> script =
        pytorch_script({session.lesson(), session.document(), session.lesson().document, session.view().language});
    EXPECT_TRUE(script.ok());
    return std::move(script).value();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += c;
        }
    }
    return lines;
}

bool has_line(const std::string& text, const std::string& line) {
    const std::vector<std::string> lines = lines_of(text);
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

bool is_identifier(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
    return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_part);
}

// name, name[3], name[3].member
bool is_place(std::string_view text) {
    const std::size_t open = text.find('['), close = text.find(']');
    if (open == text.npos) return is_identifier(text);
    const std::string_view index = text.substr(open + 1, close - open - 1), rest = text.substr(close + 1);
    const bool digits = !index.empty() && index.find_first_not_of("0123456789") == index.npos;
    return digits && is_identifier(text.substr(0, open)) && (rest.empty() || (rest[0] == '.' && is_identifier(rest.substr(1))));
}

TEST(PyTorch, DrawsWhatTheRecipeDrawsAndWritesEachNodeAsALine) {
    const std::string code = script_of(Playground("attention").session).code;
    EXPECT_TRUE(has_line(code, "torch.manual_seed(0)"));
    EXPECT_TRUE(has_line(code, "q = torch.randn(5, 8).to(DTYPE)  # (5, 8)"));
    EXPECT_TRUE(has_line(code, "weights = scores.softmax(-1)  # (5, 5)"));
    EXPECT_TRUE(has_line(code, "output = weights @ v  # (5, 8)"));
}

TEST(PyTorch, EveryLessonsTensorsHaveIdentifiersOfTheirOwn) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        const Playground playground(lesson.id);
        std::set<std::string> identifiers;
        for (const auto& [name, identifier] : script_of(playground.session).names) {
            EXPECT_TRUE(is_place(identifier)) << lesson.id << ": " << name << " is " << identifier;
            EXPECT_TRUE(identifiers.insert(identifier).second) << lesson.id << ": " << identifier;
        }
        EXPECT_FALSE(identifiers.empty()) << lesson.id;
    }
}

TEST(PyTorch, TheSameDocumentGivesTheSameScript) {
    for (const Lesson& lesson : testing::all_lessons().lessons) {
        EXPECT_EQ(script_of(Playground(lesson.id).session).code, script_of(Playground(lesson.id).session).code);
    }
}

TEST(PyTorch, CellsSetByHandAreLinesOfTheirOwn) {
    Playground playground("attention");
    playground.does(R"({"type":"set_language","language":"en"})");
    playground.does(R"({"type":"set_cell","tensor":"q","row":1,"col":3,"value":0.7})");
    playground.does(R"({"type":"set_tensor","tensor":"scores","row":2,"col":1,"values":[[0.5,"NaN"]]})");
    const std::string code = script_of(playground.session).code;
    EXPECT_TRUE(has_line(code, "q[1, 3] = torch.tensor(0.7)  # set by hand"));
    EXPECT_TRUE(has_line(code, "scores = scores.clone()"));
    EXPECT_TRUE(has_line(code, "scores[2, 1:3] = torch.tensor([0.5, float(\"NaN\")])  # set by hand"));
}

TEST(PyTorch, ARowIsPerturbedBySeedAfterTheDrawsOfThoseThatTheSeedServesFirst) {
    Playground playground("attention");
    playground.does(R"({"type":"set_language","language":"en"})");
    playground.does(R"({"type":"perturb_row","tensor":"q","row":2,"strength":3,"direction":{"seed":1}})");
    const std::string code = script_of(playground.session).code;
    EXPECT_TRUE(has_line(code, "q[2] = torch.randn(8) * 3  # perturbed"));
    EXPECT_TRUE(has_line(code, "v[2] = [torch.randn(8) for _ in range(3)][-1] * 3  # perturbed"));
}

TEST(PyTorch, TheQueryAnswersTheScriptOfTheDocumentAsItIs) {
    Playground playground("attention");
    playground.does(R"({"type":"set_cell","tensor":"q","row":1,"col":3,"value":0.7})");
    EXPECT_EQ(playground.ask("code/pytorch")["code"].GetString(), script_of(playground.session).code);
}

TEST(PyTorch, AChangeIsMeasuredFromTheBaseline) {
    Playground playground("multi-head");
    Lesson lesson = playground.session.lesson();
    lesson.checks.resize(1);
    Check& check = lesson.checks[0];
    check = {};
    check.kind = "equal", check.tensor = "concat", check.text = {"c", "c"};
    playground.does(R"({"type":"set_cell","tensor":"concat","row":1,"col":3,"value":0.7})");
    const Document& document = playground.session.document();
    const auto figure = [&](const Document& baseline) {
        return pytorch_script({lesson, document, baseline, Language::en}).value().code;
    };
    EXPECT_TRUE(has_line(figure(lesson.document), "figure(\"c\", apart(concat, concat__baseline))"));
    EXPECT_TRUE(has_line(figure(document), "figure(\"c\", apart(concat, concat))"));
}

TEST(PyTorch, ARecipeThatRepeatsIsALoop) {
    const std::string code = script_of(Playground("gpt").session).code;
    EXPECT_TRUE(has_line(code, "    torch.manual_seed(i + 100)"));
    const std::vector<std::string> lines = lines_of(code);
    EXPECT_LT(lines.size(), 200u);
}

TEST(PyTorch, WordsCannotLeaveTheirComment) {
    Playground playground("attention");
    playground.does(R"-({"type":"set_tokens","tokens":["a\nimport os","b\r\nos.abort()","\"\"\"","'''","\\","c # d"]})-");
    int comments = 0;
    for (const std::string& line : lines_of(script_of(playground.session).code)) {
        EXPECT_FALSE(line.starts_with("import os") && line != "import os");
        EXPECT_EQ(line.find('\r'), line.npos);
        if (line.find("os.abort()") == line.npos) continue;
        EXPECT_TRUE(line.starts_with("# ")) << line;
        ++comments;
    }
    EXPECT_EQ(comments, 1);
}

TEST(PyTorch, AFiguresNameCannotLeaveItsString) {
    Playground playground("attention");
    Lesson lesson = playground.session.lesson();
    lesson.checks[0].text = {"a\", os.abort(), \"\n\\", "b"};
    const Document& document = playground.session.document();
    const Result<PyTorchScript> script = pytorch_script({lesson, document, document, Language::tr});
    ASSERT_TRUE(script.ok());
    EXPECT_NE(script.value().code.find(R"-(figure("a\", os.abort(), \"\n\\", )-"), std::string::npos);
}

TEST(PyTorchText, NamesBecomeIdentifiersAndStayApart) {
    pytorch::Names names;
    EXPECT_EQ(names.of("head0.scores"), "head0_scores");
    EXPECT_EQ(names.of("head0_scores"), "head0_scores_");
    EXPECT_EQ(names.of("head0.scores"), "head0_scores");
    EXPECT_EQ(names.of("lambda"), "lambda_");
    EXPECT_EQ(names.of("torch"), "torch_");
    EXPECT_EQ(names.of("2d.x"), "_2d_x");
    EXPECT_EQ(names.of("weights", "causal"), "weights_causal");
    EXPECT_EQ(names.of("x", "a\nb\""), "x_a_b_");
}

TEST(PyTorchText, ANumberOfANameIsAPlaceInAList) {
    pytorch::Names names;
    const auto shown = [&](const std::string& name) { return pytorch::looped({names.of(name)}); };
    EXPECT_EQ(shown("h.3"), "h[3]\n");
    EXPECT_EQ(shown("layers.11.w"), "layers[11].w\n");
    EXPECT_EQ(shown("blocks.0.attention.head1.scores"), "blocks[0].attention_head1_scores\n");
    EXPECT_EQ(names.lists(),
              "blocks = [SimpleNamespace() for _ in range(1)]\nh = [None] * 4\n"
              "layers = [SimpleNamespace() for _ in range(12)]\n");
    EXPECT_EQ(names.lists(), "");
}

TEST(PyTorchText, LinesThatCountAreALoopAndOthersAreNot) {
    const auto line = [](int to, int from) {
        return "h[" + pytorch::index(static_cast<std::uint64_t>(to)) + "] = h[" + pytorch::index(static_cast<std::uint64_t>(from)) +
               "]";
    };
    std::vector<std::string> lines;
    for (int i = 1; i <= 8; ++i) lines.push_back(line(i, i - 1));
    EXPECT_EQ(pytorch::looped(lines), "for i in range(8):\n    h[i + 1] = h[i]\n");
    lines[3] = line(4, 2);  // one that leaves out a layer
    EXPECT_EQ(pytorch::looped(lines),
              "h[1] = h[0]\nh[2] = h[1]\nh[3] = h[2]\nh[4] = h[2]\nh[5] = h[4]\nh[6] = h[5]\nh[7] = h[6]\nh[8] = h[7]\n");
}

TEST(PyTorchText, ParenthesesStayWhereTheyMatter) {
    EXPECT_EQ(pytorch::tidied("torch.tanh(((x @ w) + b))"), "torch.tanh(x @ w + b)");
    EXPECT_EQ(pytorch::tidied("(a + b) * c"), "(a + b) * c");
    EXPECT_EQ(pytorch::tidied("a + (b + c)"), "a + (b + c)");  // another order of rounding
    EXPECT_EQ(pytorch::tidied("a - (b + c)"), "a - (b + c)");
    EXPECT_EQ(pytorch::tidied("(a + b) - c"), "a + b - c");
    EXPECT_EQ(pytorch::tidied("a / (b * c)"), "a / (b * c)");
    EXPECT_EQ(pytorch::tidied("(a + b).sum()"), "(a + b).sum()");
    EXPECT_EQ(pytorch::tidied("f((1, 16))"), "f((1, 16))");
}

}  // namespace
}  // namespace dikkat
