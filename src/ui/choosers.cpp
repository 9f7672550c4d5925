#include "ui/choosers.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "ui/widgets.h"

namespace dikkat {
namespace {

constexpr float kGap = 10;
constexpr int kMostSegments = 4;

bool is_number(std::string_view word) { return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos; }

std::string counted(const Text& sentence, Language language, int n, int count) {
    return fill(sentence.in(language), {{"n", std::to_string(n)}, {"count", std::to_string(count)}});
}

class Line {
public:
    explicit Line(const Picture& picture)
        : picture_(picture), area_(picture.layout.choosers), language_(picture.frame.language()), left_(area_.x) {}

    void draw() {
        tensors();  // at the right end
        const float blocks = picture_.screen.blocks > 1 ? block_width() + kGap : 0;
        const float heads = picture_.screen.chooses_head ? head_width() + kGap : 0;
        sections(right_ - kGap - blocks - heads - left_);
        if (picture_.screen.blocks > 1) block();
        if (picture_.screen.chooses_head) head();
    }

private:
    Rectangle take(float width) {
        const Rectangle area{left_, area_.y, width, area_.height};
        left_ += width + kGap;
        return area;
    }

    void tensors() {
        const std::string label(text::all_tensors.in(language_));
        const float width = std::ceil(menu_width(picture_.frame, label));
        right_ = area_.right() - width;
        const int lanes = picture_.screen.chooses_head && picture_.layout.form != Form::phone ? 2 : 1;
        const int head = lanes == 2 ? picture_.screen.lanes_head : picture_.screen.head;
        const std::vector<std::string> names =
            reachable_tensors(picture_.frame.session.graph(), picture_.screen.block, head, lanes);
        const auto opened = std::find(names.begin(), names.end(), picture_.frame.session.view().opened);
        const int chosen = opened == names.end() ? -1 : static_cast<int>(opened - names.begin());
        const int picked = menu(picture_.frame, "tensors", {right_, area_.y, width, area_.height}, label, names, chosen);
        if (picked >= 0) picture_.send(OpenStation{names[static_cast<std::size_t>(picked)]});
    }

    void sections(float room) {
        const std::vector<ScreenSection>& sections = picture_.screen.sections;
        if (sections.size() < 2) return;
        std::vector<std::string> titles;
        for (const ScreenSection& section : sections) titles.push_back(section.title.in(language_));
        const float wide = std::ceil(segmented_width(picture_.frame, titles));
        const int chosen = picture_.screen.section;
        const std::string& title = titles[static_cast<std::size_t>(chosen)];
        const float narrow = std::max(0.0f, std::min(room, std::ceil(menu_width(picture_.frame, title))));
        const int picked = wide <= room ? segmented(picture_.frame, "section", take(wide), titles, chosen)
                                        : menu(picture_.frame, "section", take(narrow), title, titles, chosen);
        if (picked >= 0) picture_.send(OpenPanel{sections[static_cast<std::size_t>(picked)].id});
    }

    std::vector<std::string> block_words() const {
        std::vector<std::string> words;
        for (int block = 1; block <= picture_.screen.blocks; ++block) {
            words.push_back(segments() ? std::to_string(block) : counted(text::block_of, language_, block, picture_.screen.blocks));
        }
        return words;
    }
    bool segments() const { return picture_.screen.blocks <= kMostSegments && picture_.layout.form != Form::phone; }
    float block_width() const {
        if (!segments()) return std::ceil(menu_width(picture_.frame, block_words().back()));
        const float label = picture_.frame.pen.width(Face::regular, 13, text::block.in(language_)) + 8;
        return std::ceil(label + segmented_width(picture_.frame, block_words()));
    }

    void block() {
        const std::vector<std::string> words = block_words();
        const Rectangle area = take(block_width());
        const int chosen = picture_.screen.block;
        int picked = -1;
        if (segments()) {
            Pen& pen = picture_.frame.pen;
            const float wide = std::ceil(segmented_width(picture_.frame, words));
            pen.text_right(Face::regular, 13, area.right() - wide - 8, pen.baseline_in(area, Face::regular, 13),
                           picture_.frame.colours().ink2, text::block.in(language_));
            picked = segmented(picture_.frame, "block", {area.right() - wide, area.y, wide, area.height}, words, chosen);
        } else {
            picked = menu(picture_.frame, "block", area, words[static_cast<std::size_t>(chosen)], words, chosen);
        }
        if (picked >= 0) picture_.send(SelectBlock{picked});
    }

    std::vector<std::string> head_words() const {
        std::vector<std::string> words;
        for (int head = 1; head <= picture_.screen.heads; ++head) {
            words.push_back(counted(text::head_of, language_, head, picture_.screen.heads));
        }
        return words;
    }
    float head_width() const { return std::ceil(menu_width(picture_.frame, head_words().back())); }

    void head() {
        const std::vector<std::string> words = head_words();
        const int chosen = picture_.screen.head;
        const int picked = menu(picture_.frame, "head", take(head_width()), words[static_cast<std::size_t>(chosen)], words, chosen);
        if (picked >= 0) picture_.send(SelectHead{picked});
    }

    const Picture& picture_;
    const Rectangle& area_;
    const Language language_;
    float left_, right_ = 0;
};

}  // namespace

std::vector<std::string> reachable_tensors(const Graph& graph, int block, int head, int heads_shown) {
    std::vector<std::string> names;
    for (const Node& node : graph.nodes()) {
        bool other = node.name.empty();
        for (std::string_view rest = node.name; !rest.empty() && !other;) {
            const std::string_view word = rest.substr(0, rest.find('.'));
            if (is_number(word)) other = word != std::to_string(block);
            if (word.substr(0, 4) == "head" && is_number(word.substr(4))) {
                other = true;
                for (int h = head; h < head + heads_shown; ++h) other = other && word.substr(4) != std::to_string(h);
            }
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        }
        if (!other) names.push_back(node.name);
    }
    return names;
}

void draw_choosers(const Picture& picture) {
    if (picture.layout.choosers.height > 0) Line(picture).draw();
}

}  // namespace dikkat
