#include "ui/panel_title_links.h"

#include <cmath>

#include "ui/item.h"
#include "ui/panel_drawing.h"

namespace dikkat {
namespace {

constexpr float kLinkGap = 12, kLinkLine = 20;

float links_width(const Picture& picture, const Panel& panel) {
    float width = 0;
    for (std::size_t i = 2; i < panel.tensors.size(); ++i) {
        const TensorReading* tensor = picture.find(panel.tensors[i].tensor);
        if (tensor == nullptr) continue;
        width +=
            kLinkGap + picture.frame.pen.label_width(Face::bold, kPanelWords, tensor->look->label.in(picture.frame.language()));
    }
    return width;
}

bool links_beside(const Picture& picture, const Panel& panel, float width) {
    return links_width(picture, panel) + 200 <= width &&
           panel_title_height(picture, panel, width - links_width(picture, panel)) <= kTitleHeight;
}

void draw_links(const Picture& picture, const Panel& panel, const Rectangle& area, float x, float baseline) {
    Frame& frame = picture.frame;
    for (std::size_t i = 2; i < panel.tensors.size(); ++i) {
        const TensorReading* tensor = picture.find(panel.tensors[i].tensor);
        if (tensor == nullptr) continue;
        const std::string& label = tensor->look->label.in(frame.language());
        const float width = frame.pen.label_width(Face::bold, kPanelWords, label);
        if (x + width > area.right() + 1) {
            x = area.x;
            baseline += kLinkLine;
        }
        const Rectangle place{x, baseline - 12, width, 16};
        const std::string anchor = "station/" + std::string(tensor->name);
        const Item item = make_item(frame, anchor, place, true);
        const ImU32 ink = role_colour(frame.colours(), *tensor);
        frame.pen.label(Face::bold, kPanelWords, x, baseline, ink, label);
        frame.pen.horizontal(x, x + width, baseline + 3.5f, item.hovered ? ink : frame.colours().rule);
        if (item.hovered) frame.out.hovered_tensor = std::string(tensor->name);
        draw_focus(frame, item, place, 2);
        if (item.pressed) picture.send(OpenStation{std::string(tensor->name)});
        x += width + kLinkGap;
    }
}

}  // namespace

float linked_title_height(const Picture& picture, const Panel& panel, float width) {
    const float links = links_width(picture, panel);
    if (links == 0) return panel_title_height(picture, panel, width);
    if (links_beside(picture, panel, width)) return kTitleHeight;
    return panel_title_height(picture, panel, width) + kLinkLine * std::ceil(links / width);
}

float draw_linked_title(const Picture& picture, const Panel& panel, const Rectangle& area) {
    const float links = links_width(picture, panel);
    const bool beside = links > 0 && links_beside(picture, panel, area.width);
    const float title = linked_title_height(picture, panel, area.width);
    draw_panel_title(picture, panel, {area.x, area.y, area.width - (beside ? links : 0), area.height});
    if (beside) {
        draw_links(picture, panel, area, area.right() - links + kLinkGap, area.y + kTitleBaseline);
    } else if (links > 0) {
        draw_links(picture, panel, area, area.x, area.y + panel_title_height(picture, panel, area.width) + kTitleBaseline);
    }
    return title;
}

}  // namespace dikkat
