// The dock under the stations: is it true (claims), and why this number (the sum card).
#pragma once

#include <optional>
#include <string>

#include "ui/frame.h"
#include "ui/sum_story.h"

namespace dikkat {

void draw_claims(Frame& frame, const Rectangle& area);
// The folded dock, one line of narrow screens and low windows: "Three of three claims hold", and which number's sum is under it
// where that has room; returns true when pressed (opens).
bool draw_dock_line(Frame& frame, const Rectangle& area);
// The card's question and its cell in one line that ends at `right`; nothing where they do not fit between.
void draw_sum_words(Frame& frame, float left, float right, float baseline, ImU32 ink);

// The sum card, told and measured once for its width.
class SumCard {
public:
    // Only one that `closes` has a close sign.
    SumCard(Frame& frame, float width, bool closes = false);
    float height() const;                    // that shows all of it at once
    bool draw(const Rectangle& area) const;  // true where its close sign is pressed

private:
    struct Header {
        bool name_beside = true;  // the title
        bool menu_under = false;  // where the title leaves it no room
        float extra() const { return menu_under ? 26.0f : name_beside ? 0.0f : 16.0f; }
    };
    void place_header(float width);
    void draw_header(const Rectangle& area) const;
    void draw_story(const Rectangle& body) const;

    Frame& frame_;
    std::optional<SumStory> story_;
    std::string name_, place_;  // of the cell; without one, a hint
    float sign_ = 0;            // room of the close sign
    Header header_;
    float told_ = 0;  // height of the story
};

// The sum as text, NumPy or LaTeX; also what the Copy menu puts on the clipboard (ImGui::SetClipboardText).
enum class SumForm { text, numpy, latex };
std::string sum_as(const Session& session, SumForm form);

// Text, NumPy or LaTeX: the form that was picked, which is then said to be copied.
float copy_menu_width(const Frame& frame);
std::optional<SumForm> draw_copy_menu(Frame& frame, std::string_view anchor, const Rectangle& area);

}  // namespace dikkat
