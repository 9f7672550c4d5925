// The claims' half of the dock: true is quiet, false is loud.
#include <algorithm>

#include "app/text.h"
#include "imgui_internal.h"
#include "ui/claims.h"
#include "ui/dock.h"
#include "ui/item.h"
#include "ui/scrolled.h"
#include "ui/wrapped_text.h"

namespace dikkat {

namespace {

constexpr float kHeader = 38;  // from the half's top to the first claim
constexpr float kIndent = 26;  // of the sentence; the sign stands before it
constexpr float kLine = 17, kGap = 8, kLeastGap = 5;
constexpr float kBottom = 10;  // under the last claim, where that is also the canvas's end
constexpr float kSentence = 13.5f, kFigures = 11.5f;
constexpr float kAxis = 89, kAxisRoom = 104;  // the log axis, and with its box for an exact 0
constexpr float kOut = 8;                     // a false claim's block stands out by this much
constexpr float kBar = 8;                     // room for the scroll bar
constexpr float kFade = 0.12f;                // s

struct ClaimLines {  // measured before anything is drawn
    std::vector<std::string> sentence, reached;
    bool compact = false;  // figures stand behind the sentence
    bool axis = false;
    float gap = kGap;

    float after() const { return compact ? gap - 2 : gap; }
    float height() const {
        const std::size_t lines = sentence.size() + (compact ? 0 : 1) + reached.size();
        return kLine * static_cast<float>(lines) + after();
    }
};

std::string reached_in_words(const ClaimStory& claim, Language language) {
    if (claim.reached.empty()) return {};
    std::string words = std::string(text::reaches.in(language)) + " " + claim.reached;
    if (!claim.not_reached.empty()) words += " · " + fill(text::not_reached.in(language), {{"tokens", claim.not_reached}});
    return words;
}

std::string_view second_word(const ClaimStory& claim, Language language) {
    return (claim.holds ? text::second : text::largest_other).in(language);
}

// The figures one after the other; draws them if asked, answers where they end. Behind a sentence, and on a narrow line, they are
// fewer.
float set_figures(Frame& frame, const ClaimStory& claim, bool compact, float x, float baseline, bool draw) {
    const Palette& colours = frame.colours();
    const Language language = frame.language();
    const ImU32 quiet = claim.holds ? colours.ink2 : colours.ink;
    const auto set = [&](Face face, ImU32 ink, std::string_view words, float gap) {
        if (draw) frame.pen.text(face, kFigures, x, baseline, ink, words);
        x += frame.pen.width(face, kFigures, words) + gap;
    };
    if (!compact) set(Face::regular, quiet, text::measured.in(language), 4);
    set(claim.holds ? Face::mono : Face::mono_bold, colours.ink, claim.measured, 12);
    if (!claim.bound.empty()) {
        set(Face::regular, quiet, (claim.exact ? text::expected : text::bound).in(language), 4);
        set(Face::mono, quiet, claim.bound, 12);
    }
    if (!claim.second.empty()) {
        set(Face::regular, quiet, second_word(claim, language), 4);
        const std::string figure = compact ? claim.second.substr(0, claim.second.find(' ')) : claim.second;
        set(Face::mono, quiet, figure, 12);
    }
    if (!claim.detail.empty()) set(Face::regular, quiet, claim.detail, 12);
    return x - 12;
}

float figures_width(Frame& frame, const ClaimStory& claim, bool compact) { return set_figures(frame, claim, compact, 0, 0, false); }

ClaimLines measure(Frame& frame, const ClaimStory& claim, float width) {
    ClaimLines lines;
    const Face face = claim.holds ? Face::regular : Face::bold;
    lines.sentence = wrap(frame.pen, face, kSentence, claim.sentence, width - kIndent);
    lines.reached = wrap(frame.pen, Face::bold, kFigures, reached_in_words(claim, frame.language()), width - kIndent);
    lines.axis = claim.bound_at >= 0 && kIndent + figures_width(frame, claim, false) + 12 + kAxisRoom <= width;
    return lines;
}

// Where all claims together are too high, those without an axis put their figures behind their sentence.
void make_compact(Frame& frame, const std::vector<ClaimStory>& claims, std::vector<ClaimLines>& lines, float width, float height) {
    float total = 0;
    for (const ClaimLines& claim : lines) total += claim.height();
    total -= kGap;
    for (std::size_t i = claims.size(); i-- > 0 && total > height;) {
        if (claims[i].bound_at >= 0 || !claims[i].holds || lines[i].sentence.size() != 1) continue;
        const float sentence = frame.pen.width(Face::regular, kSentence, claims[i].sentence);
        if (kIndent + sentence + 12 + figures_width(frame, claims[i], true) > width) continue;
        lines[i].compact = true;
        total -= kLine + 2;
    }
    if (total > height - kBottom) {
        for (std::size_t i = 0; i < claims.size(); ++i) lines[i].gap = claims[i].holds ? kLeastGap : kGap;
    }
}

void draw_verdict(Frame& frame, ImVec2 centre, bool holds) {
    const Palette& colours = frame.colours();
    if (holds) {
        frame.pen.circle(centre, 7.5f, colours.ink2, 1.25f);
        frame.pen.sign(Sign::tick, centre, 8, colours.ink, 1.5f);
    } else {
        frame.pen.disc(centre, 8, colours.ink);
        frame.pen.sign(Sign::cross, centre, 8, colours.changed_fill, 2);
    }
}

void draw_axis(Frame& frame, const ClaimStory& claim, float right, float y) {
    const Palette& colours = frame.colours();
    Pen& pen = frame.pen;
    const float left = right - kAxis;
    const Rectangle box{left - 14, y - 4.5f, 9, 9};
    pen.ring({box.x + 1, box.y + 1, box.width - 2, box.height - 2}, colours.ink2, 1, 1);
    const float bound = left + kAxis * claim.bound_at;
    pen.fill({left, y - 1, bound - left, 2}, colours.ink2);
    pen.fill({bound, y - 0.75f, right - bound, 1.5f}, claim.holds ? colours.rule : colours.edge);
    pen.vertical(bound, y - 6, y + 6, colours.ink2, 1.5f);
    if (claim.exactly_zero) {
        pen.fill(box.grown(-2), colours.ink);
    } else {
        const ImVec2 centre{left + kAxis * claim.measured_at, y};
        pen.disc(centre, 5, claim.holds ? colours.canvas : colours.changed_fill);
        pen.disc(centre, 3.5f, claim.holds ? colours.ink : colours.changed_mark);
    }
}

// "reaches **Kedi, çıktı** · not masaya": the tokens reached are bold, over the line breaks.
void draw_reached(Frame& frame, const ClaimStory& claim, const ClaimLines& lines, float x, float baseline) {
    const std::size_t begin = text::reaches.in(frame.language()).size() + 1, end = begin + claim.reached.size();
    std::size_t offset = 0;
    for (const std::string& line : lines.reached) {
        const auto part = [&](std::size_t from, std::size_t to, Face face, float at) {
            const std::size_t first = std::clamp(from, offset, offset + line.size()) - offset;
            const std::size_t last = std::clamp(to, offset, offset + line.size()) - offset;
            return frame.pen.text(face, kFigures, at, baseline, frame.colours().ink,
                                  std::string_view(line).substr(first, last - first));
        };
        float at = x + part(0, begin, Face::regular, x);
        at += part(begin, end, Face::bold, at);
        part(end, offset + line.size(), Face::regular, at);
        offset += line.size() + 1;
        baseline += kLine;
    }
}

// 0 where the claim holds, on its way to 1 while its block fades in.
float fade_of(Frame& frame, const ClaimStory& claim) {
    const std::string key = "claim/" + claim.id;
    float* shown = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(key.c_str()), 0.0f);
    const float step = frame.surroundings.reduced_motion ? 1.0f : ImGui::GetIO().DeltaTime / kFade;
    *shown = claim.holds ? 0.0f : std::min(1.0f, *shown + step);
    if (!claim.holds && *shown < 1) frame.out.wants_frame = true;
    return *shown;
}

void draw_claim(Frame& frame, const ClaimStory& claim, const ClaimLines& lines, const Rectangle& area) {
    const Palette& colours = frame.colours();
    frame.out.anchors["claim/" + claim.id] = area;
    const float fade = fade_of(frame, claim);
    if (!claim.holds) {
        const Rectangle block{area.x - kOut, area.y - 4, area.width + 2 * kOut, area.height - 1};
        frame.pen.fill(block, with_alpha(colours.changed_fill, fade), 6);
    }
    draw_verdict(frame, {area.x + 8, area.y + 10.5f}, claim.holds);
    const float x = area.x + kIndent;
    float baseline = area.y + 15;
    for (const std::string& line : lines.sentence) {
        frame.pen.text(claim.holds ? Face::regular : Face::bold, kSentence, x, baseline, colours.ink, line);
        baseline += kLine;
    }
    if (lines.compact) {
        set_figures(frame, claim, true, area.right() - figures_width(frame, claim, true), baseline - kLine, true);
        return;
    }
    // What is told beside the figures gives way where it has no room.
    const bool narrow = kIndent + figures_width(frame, claim, false) > area.width;
    ClaimStory told = claim;
    if (narrow && kIndent + figures_width(frame, claim, true) > area.width) told.detail.clear();
    set_figures(frame, told, narrow, x, baseline, true);
    if (lines.axis) draw_axis(frame, claim, area.right(), baseline - 4);
    draw_reached(frame, claim, lines, x, baseline + kLine);
}

void draw_header(Frame& frame, const Rectangle& area, bool axis) {
    const Palette& colours = frame.colours();
    const Language language = frame.language();
    Pen& pen = frame.pen;
    const float baseline = area.y + 24;
    const float x = area.x + pen.text(Face::bold, kSentence, area.x, baseline, colours.ink, text::claims.in(language)) + 12;
    const float room = area.right() - x - (axis ? kAxisRoom + 12 : 0);
    if (pen.width(Face::regular, 12.5f, text::claims_note.in(language)) <= room) {
        pen.text(Face::regular, 12.5f, x, baseline, colours.ink2, text::claims_note.in(language));
    }
    if (!axis) return;
    const float left = area.right() - kAxis;
    pen.text_centred(Face::mono, 11, left - 9.5f, baseline, colours.ink3, "0");
    pen.text(Face::mono, 11, left + 3, baseline, colours.ink3, "1e−9");
    pen.text_right(Face::mono, 11, area.right(), baseline, colours.ink3, "1");
}

// From the first claim that begins at or after `offset`, as many as fit: none is shown in part.
void draw_list(Frame& frame, const std::vector<ClaimStory>& claims, const std::vector<ClaimLines>& lines, const Rectangle& area,
               float offset) {
    std::size_t first = 0;
    float passed = 0;
    while (first + 1 < claims.size() && passed + 0.5f < offset) passed += lines[first++].height();
    float y = area.y - passed;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Rectangle place{area.x, y, area.width, lines[i].height()};
        const bool shown = i == first || (i > first && place.bottom() - lines[i].after() <= area.bottom() + 1);
        if (shown)
            draw_claim(frame, claims[i], lines[i], place);
        else
            frame.out.anchors["claim/" + claims[i].id] = place;
        y = place.bottom();
    }
}

}  // namespace

void draw_claims(Frame& frame, const Rectangle& area) {
    const std::vector<ClaimStory> claims = tell_claims(frame.session);
    std::vector<ClaimLines> lines;
    for (const ClaimStory& claim : claims) lines.push_back(measure(frame, claim, area.width));
    const Rectangle list{area.x, area.y + kHeader, area.width, area.height - kHeader};
    make_compact(frame, claims, lines, list.width, list.height);
    draw_header(frame, area, std::any_of(lines.begin(), lines.end(), [](const ClaimLines& claim) { return claim.axis; }));
    float height = 0;
    for (const ClaimLines& claim : lines) height += claim.height();
    if (lines.empty() || height - lines.back().after() <= list.height) {
        draw_list(frame, claims, lines, list, 0);
        return;
    }
    const Rectangle view{list.x - kOut, list.y - 5, list.width + 2 * kOut + kBar, list.height + 5};
    Scrolled scrolled(frame, "claims", view, height + 5);
    draw_list(scrolled.frame(), claims, lines, {list.x, list.y, list.width, list.height - kBottom + 4}, scrolled.offset());
}

bool draw_dock_line(Frame& frame, const Rectangle& area) {
    const Palette& colours = frame.colours();
    const std::vector<ClaimStory> claims = tell_claims(frame.session);
    const bool hold = std::all_of(claims.begin(), claims.end(), [](const ClaimStory& claim) { return claim.holds; });
    const Item item = make_item(frame, "claims", area, true);
    if (!hold) frame.pen.fill(area, colours.changed_fill, 6);
    const float inset = hold ? 0.0f : 12.0f;
    draw_verdict(frame, {area.x + inset + 8, area.centre_y()}, hold);
    const Face face = hold ? Face::regular : Face::bold;
    std::string words = claims_in_one_line(claims, frame.language());
    if (kIndent + frame.pen.width(face, kSentence, words) + 32 + 2 * inset > area.width) {
        const auto count = std::count_if(claims.begin(), claims.end(), [](const ClaimStory& claim) { return !claim.holds; });
        words = fill(text::claims_false.in(frame.language()), {{"n", std::to_string(count)}});
    }
    const float left = area.x + inset + kIndent, sign = area.right() - inset - 10;
    const float baseline = frame.pen.baseline_in(area, face, kSentence);
    const ImU32 ink = hold ? colours.ink2 : colours.ink;
    const float end = left + frame.pen.text(face, kSentence, left, baseline, ink, words);
    draw_sum_words(frame, end + 32, sign - 18, baseline, ink);
    frame.pen.sign(Sign::chevron_down, {sign, area.centre_y()}, 9, item.hovered ? colours.ink : colours.ink2);
    draw_focus(frame, item, area, 6);
    return item.pressed;
}

}  // namespace dikkat
