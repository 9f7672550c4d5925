#include "shell/answers.h"

#include "app/json.h"

namespace dikkat {
namespace {

template <class Write>
std::string object(Write write_fields) {
    JsonWriter json;
    json.begin_object();
    write_fields(json);
    json.end_object();
    return json.text();
}

}  // namespace

std::string anchors_json(const std::map<std::string, Rectangle>& anchors, float scale) {
    return object([&](JsonWriter& json) {
        for (const auto& entry : anchors) {
            const Rectangle& place = entry.second;
            json.field(entry.first,
                       std::vector<float>{place.x * scale, place.y * scale, place.width * scale, place.height * scale});
        }
    });
}

std::string diagnostics_json(const Diagnostics& diagnostics) {
    return object([&](JsonWriter& json) {
        json.field("frames", diagnostics.frames);
        json.field("memory", static_cast<std::uint64_t>(diagnostics.memory));
        json.field("framebuffer", std::vector<int>{diagnostics.framebuffer_width, diagnostics.framebuffer_height});
        json.field("size", std::vector<float>{diagnostics.width, diagnostics.height});
        json.field("ratio", diagnostics.ratio);
        json.field("context", diagnostics.has_context);
        json.field("dark", diagnostics.dark);
        json.key("pointer");
        if (diagnostics.pointer) {
            write(json, std::vector<float>{diagnostics.pointer->first, diagnostics.pointer->second});
        } else {
            json.null();
        }
        json.field("pressed", diagnostics.pressed);
        json.field("typing", diagnostics.typing);
    });
}

std::string event_json(std::string_view type) {
    return object([&](JsonWriter& json) { json.field("type", type); });
}

std::string event_json(std::string_view type, std::string_view field, std::string_view value) {
    return object([&](JsonWriter& json) {
        json.field("type", type);
        json.field(field, value);
    });
}

std::string refusal_json(std::string_view code, std::string_view message) {
    return object([&](JsonWriter& json) {
        json.field("ok", false);
        json.key("error");
        json.begin_object();
        json.field("code", code);
        json.field("message", message);
        json.end_object();
    });
}

}  // namespace dikkat
