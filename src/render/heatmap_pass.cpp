#include "render/heatmap_pass.h"

#include "core/check.h"
#include "generated/shaders.h"
#include "gl.h"
#include "imgui.h"

namespace dikkat {

namespace {

constexpr int kMapWidth = 256, kMapCount = 4;
constexpr int kFlagDifference = 1, kFlagSigned = 2;  // as in heatmap.frag

bool is_signed(ColourMap map) { return map == ColourMap::signed_light || map == ColourMap::signed_dark; }

void set_colour(int uniform, std::uint32_t colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    glUniform3f(uniform, c.x, c.y, c.z);
}

// Integer textures are incomplete with any other filter, and blended colours would be false values.
unsigned create_nearest_texture() {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

}  // namespace

void HeatmapPass::set_maps(std::span<const std::uint8_t> rgba) {
    CHECK(rgba.size() == std::size_t{kMapWidth} * kMapCount * 4, "four colour maps of 256 texels");
    maps_.assign(rgba.begin(), rgba.end());
    maps_changed_ = true;
}

void HeatmapPass::begin_frame(float device_pixel_ratio) {
    instances_.clear();
    first_unflushed_ = 0;
    atlas_.begin_frame();
    ratio_ = device_pixel_ratio;
}

void HeatmapPass::add(const HeatmapInstance& instance) {
    CHECK(instance.index >= 0 && instance.rows > 0 && instance.columns > 0, "a heatmap shows values that were put");
    const int flags = (instance.difference ? kFlagDifference : 0) | (is_signed(instance.map) ? kFlagSigned : 0);
    instances_.push_back(
        {{instance.x, instance.y, instance.width, instance.height,  //
          static_cast<float>(instance.rows), static_cast<float>(instance.columns), static_cast<float>(instance.index),
          static_cast<float>(instance.map),  //
          1 / instance.bound, instance.gap, static_cast<float>(flags), ratio_}});
}

void HeatmapPass::flush(ImDrawList* draw_list) {
    const int count = static_cast<int>(instances_.size()) - first_unflushed_;
    if (count == 0) return;
    Call call{this, first_unflushed_, count};
    first_unflushed_ += count;
    draw_list->AddCallback(draw, &call, sizeof call);  // with a size ImGui keeps a copy
    draw_list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void HeatmapPass::create() {
    program_ = compile_program(kHeatmapVertex, kHeatmapFragment);
    glUseProgram(program_);
    glUniform1i(glGetUniformLocation(program_, "atlas"), 1);
    glUniform1i(glGetUniformLocation(program_, "maps"), 2);
    view_uniform_ = glGetUniformLocation(program_, "view");
    const char* names[4] = {"tile", "sunken", "mark", "nan"};
    for (std::size_t i = 0; i < 4; ++i) colour_uniforms_[i] = glGetUniformLocation(program_, names[i]);
    buffer_.create();
    // R32UI and not R32F: a float texture may flush a denormal or rewrite a NaN on some driver; bits stay bits everywhere.
    atlas_texture_ = create_nearest_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, kAtlasWidth, kAtlasHeight, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    map_texture_ = create_nearest_texture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kMapWidth, kMapCount, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    atlas_.forget();
    maps_changed_ = true;
}

void HeatmapPass::upload_atlas() {
    uploaded_rows_ = 0;
    glBindTexture(GL_TEXTURE_2D, atlas_texture_);
    for (const HeatmapAtlas::Rows& rows : atlas_.take_changed_rows()) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows.begin, kAtlasWidth, rows.end - rows.begin, GL_RED_INTEGER, GL_UNSIGNED_INT,
                        atlas_.row(rows.begin));
        uploaded_rows_ += rows.end - rows.begin;
    }
}

void HeatmapPass::upload_maps() {
    if (!maps_changed_ || maps_.empty()) return;
    glBindTexture(GL_TEXTURE_2D, map_texture_);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kMapWidth, kMapCount, GL_RGBA, GL_UNSIGNED_BYTE, maps_.data());
    maps_changed_ = false;
}

// Not in the callback: ImGui's backend keeps the state that it expects only outside of its own drawing.
void HeatmapPass::upload() {
    uploaded_rows_ = 0;
    if (instances_.empty()) return;
    glActiveTexture(GL_TEXTURE0);
    if (program_ == 0) create();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    upload_atlas();
    upload_maps();
    buffer_.upload(instances_.data(), instances_.size());
}

void HeatmapPass::draw(const ImDrawList*, const ImDrawCmd* command) {
    const Call& call = *static_cast<const Call*>(command->UserCallbackData);
    const HeatmapPass& pass = *call.pass;
    const FramebufferSize view = set_scissor(*command);
    glUseProgram(pass.program_);
    glUniform2f(pass.view_uniform_, view.width, view.height);
    set_colour(pass.colour_uniforms_[0], pass.colours_.tile);
    set_colour(pass.colour_uniforms_[1], pass.colours_.sunken);
    set_colour(pass.colour_uniforms_[2], pass.colours_.mark);
    set_colour(pass.colour_uniforms_[3], pass.colours_.nan);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, pass.atlas_texture_);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, pass.map_texture_);
    glActiveTexture(GL_TEXTURE0);  // ImDrawCallback_ResetRenderState restores everything but this
    pass.buffer_.draw(4, call.first, call.count);
}

void HeatmapPass::forget() {
    program_ = atlas_texture_ = map_texture_ = 0;
    buffer_ = {};
}

}  // namespace dikkat
