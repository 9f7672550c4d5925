// Rectangle: CSS px in the canvas. Shared by layout, drawing, hit tests and the `anchors` query.
#pragma once

namespace dikkat {

struct Rectangle {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    float centre_x() const { return x + width / 2; }
    float centre_y() const { return y + height / 2; }
    bool contains(float px, float py) const { return px >= x && px < right() && py >= y && py < bottom(); }
    Rectangle grown(float by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }

    bool operator==(const Rectangle&) const = default;
};

enum class Form { wide, tablet, phone };

}  // namespace dikkat
