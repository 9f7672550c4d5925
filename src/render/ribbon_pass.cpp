#include "render/ribbon_pass.h"

#include "generated/shaders.h"
#include "gl.h"
#include "imgui.h"

namespace dikkat {

namespace {

constexpr int kSteps = 44;  // STEPS in ribbon.vert

}  // namespace

void RibbonPass::begin_frame() {
    instances_.clear();
    first_unflushed_ = 0;
}

void RibbonPass::add(const RibbonInstance& instance) {
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(instance.colour);
    const float sideways = instance.axis == RibbonAxis::horizontal ? 1.f : 0.f;
    instances_.push_back({{instance.from_x, instance.from_y, instance.to_x, instance.to_y,        //
                           instance.end_width / 2, instance.waist / 2, instance.level, sideways,  //
                           colour.x, colour.y, colour.z, colour.w}});
}

void RibbonPass::flush(ImDrawList* draw_list) {
    const int count = static_cast<int>(instances_.size()) - first_unflushed_;
    if (count == 0) return;
    Call call{this, first_unflushed_, count};
    first_unflushed_ += count;
    draw_list->AddCallback(draw, &call, sizeof call);  // with a size ImGui keeps a copy
    draw_list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void RibbonPass::create() {
    program_ = compile_program(kRibbonVertex, kRibbonFragment);
    view_uniform_ = glGetUniformLocation(program_, "view");
    buffer_.create();
}

void RibbonPass::upload() {
    if (instances_.empty()) return;
    if (program_ == 0) create();
    buffer_.upload(instances_.data(), instances_.size());
}

void RibbonPass::draw(const ImDrawList*, const ImDrawCmd* command) {
    const Call& call = *static_cast<const Call*>(command->UserCallbackData);
    const RibbonPass& pass = *call.pass;
    const FramebufferSize view = set_scissor(*command);
    glUseProgram(pass.program_);
    glUniform2f(pass.view_uniform_, view.width, view.height);
    pass.buffer_.draw(2 * (kSteps + 1), call.first, call.count);
}

void RibbonPass::forget() {
    program_ = 0;
    buffer_ = {};
}

}  // namespace dikkat
