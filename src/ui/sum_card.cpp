// The sum card: why this number. Draws what sum_story.h tells.
#include <algorithm>
#include <array>
#include <limits>

#include "app/number.h"
#include "app/text.h"
#include "ui/dock.h"
#include "ui/item.h"
#include "ui/scrolled.h"
#include "ui/sum_table.h"
#include "ui/widgets.h"

namespace dikkat {

namespace {

constexpr float kTitle = 13.5f, kSubtitle = 12.5f, kPhrase = 13.5f;
constexpr float kHeader = 37;                 // from the card's top to the table
constexpr float kHint = 51, kBelowHint = 12;  // where no cell is selected: a line under the title
constexpr float kClose = 28, kScrollBar = 10;
constexpr float kPhraseTop = 19;  // the first phrase's baseline under the tables
constexpr float kBlockGap = 20;   // after a table's block, less what its letters need

// Where letters are set: from x on, on a line of its own where they would leave the card.
struct Place {
    float x = 0, baseline = 0;
    float left = 0, right = std::numeric_limits<float>::infinity();

    void next_line() {
        x = left;
        baseline += 21;
    }
};

// Where a phrase ends; draws it if asked.
Place set_phrase(Frame& frame, const SumPhrase& phrase, Place place, bool draw) {
    const Palette& colours = frame.colours();
    float gap = 0;
    for (const SumPiece& piece : phrase) {
        const bool words = piece.tone == SumPiece::Tone::words, quiet = words || piece.tone == SumPiece::Tone::sign;
        const std::string text =
            piece.decimals < 0 ? piece.words : fixed(static_cast<double>(piece.value), piece.decimals, Minus::sign, true);
        const Face face = words ? Face::regular : piece.tone == SumPiece::Tone::strong ? Face::mono_bold : Face::mono;
        const float size = words ? kSubtitle : kPhrase;
        const ImU32 ink = quiet ? colours.ink2 : piece.role.empty() ? colours.ink : colours.role(piece.role);
        const float width = frame.pen.width(face, size, text);
        place.x += piece.tight ? 0 : gap;
        if (place.x > place.left && place.x + width > place.right) place.next_line();
        if (draw) frame.pen.text(face, size, place.x, place.baseline, ink, text);
        place.x += width;
        gap = 8;
    }
    return place;
}

// Phrases one after the other, on as many lines as they need; the baseline after the last.
float set_phrases(Frame& frame, const std::vector<SumPhrase>& phrases, float left, float right, float baseline, bool draw) {
    Place place{left, baseline, left, right};
    for (const SumPhrase& phrase : phrases) {
        if (place.x > left && set_phrase(frame, phrase, {place.x, 0}, false).x > right) place.next_line();
        place = set_phrase(frame, phrase, place, draw);
        place.x += 22;
    }
    return place.baseline;
}

SumPhrase total_of(const SumTable& table) {
    return {{SumPiece::Tone::sign, "Σ", {}, -1, 0}, {SumPiece::Tone::strong, {}, {}, 4, table.total}};
}

// Draws (or only measures) tables and phrases from `top` on; answers the height used.
float set_story(Frame& frame, const SumStory& story, const Rectangle& area, bool draw) {
    float y = area.y;
    std::vector<SumPhrase> phrases = story.phrases;
    int totals = 0;
    for (const SumTable& table : story.tables) {
        const SumTableView view(frame, table, area.width);
        if (draw) view.draw(area.x, y);
        const SumPhrase total = total_of(table);
        const float width = set_phrase(frame, total, {}, false).x;
        if (width > area.right() - view.last_right(area.x) - 16) {
            phrases.insert(phrases.begin() + totals++, total);  // in the tables' order
        } else if (draw) {
            set_phrase(frame, total, {area.right() - width, view.last_baseline(y)}, true);
        }
        y += view.height();
    }
    const float baseline = y + (story.tables.empty() ? 14.0f : kPhraseTop);
    return set_phrases(frame, phrases, area.x, area.right(), baseline, draw) + 8 - area.y;
}

// Where not everything has room, the totals and what comes of them stay in sight under the tables, which are scrolled by whole
// blocks. False where not even one block fits.
bool set_scrolled(Frame& frame, const SumStory& story, const Rectangle& body) {
    std::vector<SumPhrase> phrases;
    for (const SumTable& table : story.tables) phrases.push_back(total_of(table));
    phrases.insert(phrases.end(), story.phrases.begin(), story.phrases.end());
    const float under = set_phrases(frame, phrases, body.x, body.right(), kPhraseTop, false) + 8, room = body.height - under;

    struct Block {
        std::size_t table, index;
        float top, bottom;  // without the gap after it
    };
    std::vector<SumTableView> views;
    std::vector<Block> blocks;
    float height = 0;
    for (const SumTable& table : story.tables) {
        const SumTableView& view = views.emplace_back(frame, table, body.width - kScrollBar);
        for (std::size_t i = 0; i < view.blocks(); ++i) {
            blocks.push_back({views.size() - 1, i, height, height + view.block_height() - kBlockGap});
            height += view.block_height();
            if (blocks.back().bottom - blocks.back().top > room) return false;
        }
    }
    if (blocks.empty()) return false;
    std::size_t last = 0;  // the first block that is seen when all is scrolled up
    while (blocks.back().bottom - blocks[last].top > room) ++last;

    set_phrases(frame, phrases, body.x, body.right(), body.bottom() - under + kPhraseTop, true);
    Scrolled scrolled(frame, "sum", {body.x, body.y, body.width, room}, blocks[last].top + room);
    std::size_t first = 0;
    while (first < last && blocks[first].bottom < scrolled.offset() + kBlockGap) ++first;
    for (std::size_t i = first; i < blocks.size() && blocks[i].bottom - blocks[first].top <= room; ++i) {
        SumTableView(scrolled.frame(), story.tables[blocks[i].table], body.width - kScrollBar)
            .draw(blocks[i].index, body.x, body.y + blocks[i].top - blocks[first].top);
    }
    return true;
}

void copy_menu(Frame& frame, const Rectangle& area) {
    const float width = copy_menu_width(frame);
    const std::optional<SumForm> form = draw_copy_menu(frame, "sum/copy", {area.right() - width, area.y + 6, width, 26});
    if (form) ImGui::SetClipboardText(sum_as(frame.session, *form).c_str());
}

float cell_width(const Pen& pen, const std::string& name, const std::string& place) {
    return pen.label_width(Face::regular, kSubtitle, name) + pen.width(Face::regular, kSubtitle, place);
}

void draw_cell(Pen& pen, float x, float baseline, ImU32 ink, const std::string& name, const std::string& place) {
    x += pen.label(Face::regular, kSubtitle, x, baseline, ink, name);
    pen.text(Face::regular, kSubtitle, x, baseline, ink, place);
}

std::string hint_words(const Frame& frame) {
    return std::string((frame.surroundings.coarse_pointer ? text::sum_hint_tap : text::sum_hint).in(frame.language()));
}

bool close_sign(Frame& frame, const Rectangle& area) {
    const Rectangle place{area.right() - kClose, area.y + 5, kClose, kClose};
    const Item item = make_item(frame, "sum/close", place, true);
    frame.pen.sign(Sign::close, {place.centre_x(), place.centre_y()}, 10,
                   item.hovered ? frame.colours().ink : frame.colours().ink2);
    say_of_item(frame, place, text::close);
    draw_focus(frame, item, place, 6);
    return item.pressed;
}

}  // namespace

float copy_menu_width(const Frame& frame) { return menu_width(frame, text::copy.in(frame.language())); }

std::optional<SumForm> draw_copy_menu(Frame& frame, std::string_view anchor, const Rectangle& area) {
    const Language language = frame.language();
    const std::array<std::string, 3> options{std::string(text::copy_text.in(language)), "NumPy", "LaTeX"};
    const int picked = menu(frame, anchor, area, text::copy.in(language), options, -1);
    if (picked < 0) return std::nullopt;
    frame.out.announcement = fill(text::copied.in(language), {{"tensor", options[static_cast<std::size_t>(picked)]}});
    return static_cast<SumForm>(picked);
}

void draw_sum_words(Frame& frame, float left, float right, float baseline, ImU32 ink) {
    const std::optional<SumStory> story = tell_sum(frame.session);
    if (!story) return;
    Pen& pen = frame.pen;
    const std::string_view title = text::sum_title.in(frame.language());
    const float title_width = pen.width(Face::regular, kTitle, title) + 8;
    const float x = right - title_width - cell_width(pen, story->name, story->place);
    if (x < left) return;
    pen.text(Face::regular, kTitle, x, baseline, ink, title);
    draw_cell(pen, x + title_width, baseline, ink, story->name, story->place);
}

SumCard::SumCard(Frame& frame, float width, bool closes)
    : frame_(frame),
      story_(tell_sum(frame.session)),
      name_(story_ ? story_->name : hint_words(frame)),
      sign_(closes ? kClose + 6 : 0) {
    if (story_) place_ = story_->place;
    place_header(width);
    if (story_) told_ = set_story(frame, *story_, {0, 0, width, 0}, false);
}

// Title and cell; the cell goes to a line of its own where both don't fit, with the menu where even the title does not.
void SumCard::place_header(float width) {
    const float room = width - sign_ - (story_ ? copy_menu_width(frame_) + 12 : 0);
    const float title = frame_.pen.width(Face::bold, kTitle, text::sum_title.in(frame_.language())) + 10;
    header_ = {title + cell_width(frame_.pen, name_, place_) <= room, title > room};
}

float SumCard::height() const { return (story_ ? kHeader + told_ : kHint + kBelowHint) + header_.extra(); }

void SumCard::draw_header(const Rectangle& area) const {
    const Palette& colours = frame_.colours();
    Pen& pen = frame_.pen;
    const float title = pen.text(Face::bold, kTitle, area.x, area.y + 24, colours.ink, text::sum_title.in(frame_.language())) + 10;
    const float baseline = area.y + (header_.name_beside ? 24.0f : header_.menu_under ? 49.0f : 42.0f);
    draw_cell(pen, header_.name_beside ? area.x + title : area.x, baseline, colours.ink2, name_, place_);
}

bool SumCard::draw(const Rectangle& area) const {
    frame_.out.anchors["sum"] = area;
    const bool closed = sign_ > 0 && close_sign(frame_, area);
    draw_header(area);
    if (!story_) {
        const float more = area.y + kHint + header_.extra();
        frame_.pen.text(Face::regular, 12.5f, area.x, more, frame_.colours().ink2, text::sum_hint_more.in(frame_.language()));
        return closed;
    }
    const Rectangle first_line{area.x, area.y, area.width - sign_, area.height};
    copy_menu(frame_, header_.menu_under ? Rectangle{area.x, area.y + 26, area.width, area.height} : first_line);
    const float top = kHeader + header_.extra();
    draw_story({area.x, area.y + top, area.width, area.height - top});
    return closed;
}

void SumCard::draw_story(const Rectangle& body) const {
    if (told_ <= body.height) {
        set_story(frame_, *story_, body, true);
        return;
    }
    if (set_scrolled(frame_, *story_, body)) return;
    Scrolled scrolled(frame_, "sum", body, told_);
    set_story(scrolled.frame(), *story_, {body.x, body.y - scrolled.offset(), body.width - kScrollBar, told_}, true);
}

}  // namespace dikkat
