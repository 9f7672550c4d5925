// The dock under the stations: is it true (claims), and why this number (the sum card).
#pragma once

#include "ui/frame.h"

namespace dikkat {

void draw_claims(Frame& frame, const Rectangle& area);
// The folded dock, one line of narrow screens and low windows: "Three of three claims hold", and which number's sum is under it
// where that has room; returns true when pressed (opens).
bool draw_dock_line(Frame& frame, const Rectangle& area);
// The card's question and its cell in one line that ends at `right`; nothing where they do not fit between.
void draw_sum_words(Frame& frame, float left, float right, float baseline, ImU32 ink);
// What the card would need to show all of it at once.
float sum_card_height(Frame& frame, float width);
// Answers true where its close sign is pressed; only a card that `closes` has one.
bool draw_sum_card(Frame& frame, const Rectangle& area, bool closes = false);
// The sum as text, NumPy or LaTeX; also what the Copy menu puts on the clipboard (ImGui::SetClipboardText).
enum class SumForm { text, numpy, latex };
std::string sum_as(const Session& session, SumForm form);

// Text, NumPy or LaTeX: the form that was picked, which is then said to be copied.
float copy_menu_width(const Frame& frame);
std::optional<SumForm> draw_copy_menu(Frame& frame, std::string_view anchor, const Rectangle& area);

}  // namespace dikkat
