// A diagram as a panel: one block of the panel's part; its note says what data the model needs.
#include <algorithm>
#include <optional>

#include "app/text.h"
#include "imgui.h"
#include "ui/diagram.h"
#include "ui/elided_text.h"
#include "ui/panel.h"

namespace dikkat {
namespace {

constexpr float kHeader = 46, kFooter = 26, kTitle = 14, kNote = 12.5f, kWords = 12.5f;

struct Drawn {  // what a panel shows
    Diagram diagram;
    std::vector<LayerType> slots;
};

// Every diagram of the screen keeps the same order of layers, so that what both have stands side by side.
std::optional<Drawn> read(const Picture& picture, const Panel& panel) {
    const Session& session = picture.frame.session;
    const SharedGraph own = session.part_graph(panel.part);
    if (own == nullptr) return std::nullopt;
    std::vector<Diagram> all;
    Drawn drawn;
    for (const PanelRow& row : session.lesson().screen.rows) {
        for (const Panel& other : row.panels) {
            if (other.type != panel.type) continue;
            if (const SharedGraph graph = session.part_graph(other.part)) all.push_back(read_diagram(*graph));
            if (other.part == panel.part) drawn.diagram = all.back();
        }
    }
    drawn.slots = common_slots(all);
    return drawn;
}

std::string_view begin_word(const Picture& picture, const Diagram& diagram) {
    return (diagram.reads_memory ? text::target_sentence : text::plain_text).in(picture.frame.language());
}

float begin_width(const Picture& picture, const Diagram& diagram) {
    return picture.frame.pen.width(Face::regular, kWords, begin_word(picture, diagram));
}

PanelSize measure(const Picture& picture, const Panel& panel, float) {
    const std::optional<Drawn> drawn = read(picture, panel);
    if (!drawn) return {};
    const float slots = static_cast<float>(drawn->slots.size());
    return {least_diagram_width(drawn->diagram, begin_width(picture, drawn->diagram)),
            kHeader + least_diagram_height(drawn->slots.size()) + kFooter, kHeader + 100 * slots + 10 + kFooter};
}

// ---- drawing

std::string_view layer_words(LayerType type, Language language) {
    switch (type) {
        case LayerType::attention:
            return text::self_attention.in(language);
        case LayerType::cross_attention:
            return text::cross_attention.in(language);
        case LayerType::feed_forward:
            return text::feed_forward.in(language);
        case LayerType::norm:
            return text::norm.in(language);
        case LayerType::other:
            break;
    }
    return "";
}

class Drawing {
public:
    Drawing(const Picture& picture, const Drawn& drawn)
        : picture_(picture), drawn_(drawn), pen_(picture.frame.pen), colours_(picture.frame.colours()) {}

    void element(const DiagramElement& element);

private:
    const DiagramLayer& layer(const DiagramElement& element) const {
        return drawn_.diagram.layers[static_cast<std::size_t>(element.layer)];
    }
    void way(const DiagramElement& element, ImU32 colour, float line);
    void arrow(const DiagramElement& element, ImU32 colour, std::string_view letter, bool above);
    void box(const Rectangle& area, LayerType type, std::string_view words);
    void layer_box(const DiagramElement& element);
    void encoder(const DiagramElement& element);
    void absent(const DiagramElement& element);
    void norm(const DiagramElement& element);
    void plus(const Rectangle& area);
    void mark(const Rectangle& area, const std::string& group);

    ImU32 line_colour(LayerType type) const {
        return type == LayerType::cross_attention ? colours_.cross
               : type == LayerType::feed_forward  ? colours_.feed
                                                  : colours_.weights;
    }
    ImU32 word_colour(LayerType type) const { return type == LayerType::feed_forward ? colours_.feed : colours_.weights; }

    const Picture& picture_;
    const Drawn& drawn_;
    Pen& pen_;
    const Palette& colours_;
};

// Corners of whole pixels: each piece is a line along an axis.
void Drawing::way(const DiagramElement& element, ImU32 colour, float line) {
    for (std::size_t i = 0; i + 1 < element.way.size(); ++i) {
        const DiagramPoint a = element.way[i], b = element.way[i + 1];
        if (a.y == b.y) {
            pen_.horizontal(std::min(a.x, b.x) - line / 2, std::max(a.x, b.x) + line / 2, a.y, colour, line);
        } else {
            pen_.vertical(a.x, std::min(a.y, b.y), std::max(a.y, b.y), colour, line);
        }
    }
}

void Drawing::arrow(const DiagramElement& element, ImU32 colour, std::string_view letter, bool above) {
    const DiagramPoint from = element.way.front(), to = element.way.back();
    way(element, colour, 2);
    const ImVec2 head[3] = {{to.x - 6, to.y - 4}, {to.x - 1, to.y}, {to.x - 6, to.y + 4}};
    pen_.wire(head, 3, colour, 2);
    pen_.text(Face::bold, kWords, from.x + 14, from.y + (above ? -5.0f : 14.0f), colour, letter);
}

// The page's terms and the ledger's rows name tensors; a layer is marked with its kind in both diagrams.
void Drawing::mark(const Rectangle& area, const std::string& group) {
    Frame& frame = picture_.frame;
    frame.out.anchors["diagram/" + group] = area;
    if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y)) {
        frame.out.hovered_tensor = group;
    }
    const LayerType type = layer_type(group);
    if (!picture_.hovered.empty() && layer_type(picture_.hovered) == type) pen_.ring(area.grown(3), colours_.ink, 8, 1.5f);
}

void Drawing::box(const Rectangle& area, LayerType type, std::string_view words) {
    pen_.fill(area, colours_.canvas, 4);
    pen_.ring({area.x + 1.5f, area.y + 1.5f, area.width - 3, area.height - 3}, line_colour(type), 4, 1.5f);
    const float size = fitting_size(pen_, Face::bold, kWords, words, area.width - 12);
    pen_.text_centred(Face::bold, size, area.centre_x(), pen_.baseline_in(area, Face::bold, size), word_colour(type), words);
}

void Drawing::layer_box(const DiagramElement& element) {
    const DiagramLayer& layer = this->layer(element);
    const Language language = picture_.frame.language();
    const std::string_view words = layer_words(layer.type, language);
    const bool crosses = layer.type == LayerType::cross_attention;
    const std::string_view second = crosses ? text::from_the_encoder.in(language) : layer.masked ? text::masked.in(language) : "";
    const Rectangle& area = element.area;
    if (second.empty()) {
        box(area, layer.type, words);
    } else {
        box(area, layer.type, "");
        const float size = fitting_size(pen_, Face::bold, kWords, words, area.width - 12);
        pen_.text_centred(Face::bold, size, area.centre_x(), area.centre_y() - 3, word_colour(layer.type), words);
        pen_.text_centred(Face::regular, 12, area.centre_x(), area.centre_y() + 11.5f, colours_.ink2, second);
    }
    mark(area, layer.group);
}

void Drawing::encoder(const DiagramElement& element) {
    const Language language = picture_.frame.language();
    const Rectangle& area = element.area;
    pen_.ring({area.x + 1, area.y + 1, area.width - 2, area.height - 2}, colours_.edge, 6, 1);
    pen_.text_centred(Face::bold, kWords, area.centre_x(), area.y + 22, colours_.ink, text::encoder.in(language));
    if (drawn_.diagram.encoder_blocks > 0) {
        const std::string times = "× " + std::to_string(drawn_.diagram.encoder_blocks);
        pen_.text_centred(Face::mono, kWords, area.centre_x(), area.bottom() - 11, colours_.ink2, times);
    }
    pen_.text(Face::regular, kWords, area.x, area.y - 26, colours_.ink2, text::source_sentence.in(language));
}

void Drawing::absent(const DiagramElement& element) {
    const Language language = picture_.frame.language();
    const Rectangle& area = element.area;
    constexpr float kDash = 4;
    for (float x = area.x; x < area.right(); x += 2 * kDash) {
        const float end = std::min(x + kDash, area.right());
        pen_.horizontal(x, end, area.y, colours_.edge);
        pen_.horizontal(x, end, area.bottom(), colours_.edge);
    }
    for (float y = area.y; y < area.bottom(); y += 2 * kDash) {
        const float end = std::min(y + kDash, area.bottom());
        pen_.vertical(area.x, y, end, colours_.edge);
        pen_.vertical(area.right(), y, end, colours_.edge);
    }
    const std::string_view layer = layer_words(drawn_.slots[static_cast<std::size_t>(element.layer)], language);
    const std::string words = fill(text::layer_absent.in(language), {{"layer", std::string(layer)}});
    const float size = fitting_size(pen_, Face::regular, 12, words, area.width - 16);
    pen_.text_centred(Face::regular, size, area.centre_x(), pen_.baseline_in(area, Face::regular, size), colours_.ink2, words);
}

void Drawing::norm(const DiagramElement& element) {
    const Rectangle& area = element.area;
    pen_.fill(area, colours_.canvas, 4);
    pen_.ring({area.x + 1.5f, area.y + 1.5f, area.width - 3, area.height - 3}, colours_.normalised, 4, 1.5f);
    pen_.text_centred(Face::bold, 11.5f, area.centre_x(), pen_.baseline_in(area, Face::bold, 11.5f), colours_.normalised,
                      text::norm.in(picture_.frame.language()));
    mark(area, element.group);
}

void Drawing::plus(const Rectangle& area) {
    const ImVec2 centre{area.centre_x(), area.centre_y()};
    const float arm = area.width / 2 - 3;
    pen_.disc(centre, area.width / 2, colours_.canvas);
    pen_.circle(centre, area.width / 2 - 0.75f, colours_.residual, 1.5f);
    pen_.horizontal(centre.x - arm, centre.x + arm, centre.y, colours_.residual, 1.5f);
    pen_.vertical(centre.x, centre.y - arm, centre.y + arm, colours_.residual, 1.5f);
}

void Drawing::element(const DiagramElement& element) {
    const Language language = picture_.frame.language();
    switch (element.type) {
        case DiagramElement::Type::stream:
            return way(element, colours_.residual, 3);
        case DiagramElement::Type::branch:
            return way(element, line_colour(layer(element).type), 1.5f);
        case DiagramElement::Type::key:
            return arrow(element, colours_.key, "K", true);
        case DiagramElement::Type::value:
            return arrow(element, colours_.value, "V", false);
        case DiagramElement::Type::encoder:
            return encoder(element);
        case DiagramElement::Type::source:
            return way(element, colours_.residual, 3);
        case DiagramElement::Type::encoder_layer: {
            const LayerType type = drawn_.diagram.encoder[static_cast<std::size_t>(element.layer)].type;
            const bool short_words = type == LayerType::feed_forward;
            return box(element.area, type, short_words ? text::feed_forward_short.in(language) : layer_words(type, language));
        }
        case DiagramElement::Type::layer:
            return layer_box(element);
        case DiagramElement::Type::absent:
            return absent(element);
        case DiagramElement::Type::norm:
            return norm(element);
        case DiagramElement::Type::plus:
            return plus(element.area);
    }
}

// The word where the stream begins and the arrow where it leaves the block.
void draw_ends(const Picture& picture, const Diagram& diagram, const std::vector<DiagramElement>& elements) {
    Pen& pen = picture.frame.pen;
    const Palette& colours = picture.frame.colours();
    const DiagramPoint *first = nullptr, *last = nullptr;
    for (const DiagramElement& element : elements) {
        if (element.type != DiagramElement::Type::stream) continue;
        if (first == nullptr || element.way.front().y < first->y) first = &element.way.front();
        if (last == nullptr || element.way.back().y > last->y) last = &element.way.back();
    }
    if (first == nullptr) return;
    pen.text_right(Face::regular, kWords, first->x - kWords + 1, first->y + 9, colours.ink2, begin_word(picture, diagram));
    const ImVec2 head[3] = {{last->x - 5, last->y - 5}, {last->x, last->y}, {last->x + 5, last->y - 5}};
    pen.wire(head, 3, colours.residual, 2);
}

void draw_words(const Picture& picture, const Panel& panel, const Diagram& diagram, const Rectangle& area) {
    Pen& pen = picture.frame.pen;
    const Language language = picture.frame.language();
    const Palette& colours = picture.frame.colours();
    const NormPlace place = norm_place(diagram);
    const Text& norm = place == NormPlace::post ? text::post_norm : place == NormPlace::pre ? text::pre_norm : text::no_norm;
    const std::string_view block = (diagram.reads_memory ? text::decoder_block : text::model_block).in(language);
    const std::string note = fill(block, {{"norm", std::string(norm.in(language))}});
    const auto line = [&](Face face, float size, float baseline, ImU32 colour, std::string words) {
        pen.text(face, size, area.x, baseline, colour, elided(pen, face, size, std::move(words), area.width));
    };
    line(Face::bold, kTitle, area.y + 13, colours.ink, panel.title.in(language));
    line(Face::regular, kNote, area.y + 31, colours.ink2, note);
    line(Face::regular, kNote, area.bottom() - 5, colours.ink2, panel.note.in(language));
}

void draw(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const std::optional<Drawn> drawn = read(picture, panel);
    if (!drawn) return;
    const Rectangle inside{area.x, area.y + kHeader, area.width, area.height - kHeader - kFooter};
    const std::vector<DiagramElement> elements =
        place_diagram(drawn->diagram, drawn->slots, inside, begin_width(picture, drawn->diagram));
    Drawing drawing(picture, *drawn);
    for (const DiagramElement& element : elements) drawing.element(element);
    draw_ends(picture, drawn->diagram, elements);
    draw_words(picture, panel, drawn->diagram, area);
}

}  // namespace

const PanelView kDiagramPanel{"diagram", measure, draw};

}  // namespace dikkat
