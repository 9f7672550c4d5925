#include "shell/glyphs_native.h"

#include <array>
#include <fstream>
#include <iterator>

#include "shell/glyphs.h"
#include "shell/glyphs_stb.h"

namespace dikkat {

Result<Done> load_faces(const std::string& folder) {
    static constexpr std::array<const char*, kFaceCount> kFiles = {"inter-400.ttf", "inter-600.ttf", "jetbrains-mono-400.ttf",
                                                                   "jetbrains-mono-600.ttf"};
    for (std::size_t face = 0; face < kFiles.size(); ++face) {
        const std::string path = folder + "/" + kFiles[face];
        std::ifstream file(path, std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!set_stb_face(static_cast<Face>(face), std::move(bytes))) return Error{"font_unreadable", {{"path", path}}};
    }
    return Done{};
}

GlyphSource glyph_source() { return stb_glyphs(); }

// stb_truetype's curve suits both: it was compared with a browser's text on light and on dark ground.
void set_glyph_ink(GlyphInk) {}

}  // namespace dikkat
