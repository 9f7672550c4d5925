// Control state: which option of a control is in force.
#include "ui/control_state.h"

#include <gtest/gtest.h>

namespace dikkat {
namespace {

Document document() {
    Document d;
    Part main_part, stack;
    main_part.config["scaled"] = {ConfigValue::Type::boolean, 0, false, ""};
    main_part.config["heads"] = {ConfigValue::Type::number, 2, false, ""};
    stack.name = "stack";
    stack.config["norm"] = {ConfigValue::Type::word, 0, false, "post"};
    d.parts = {main_part, stack};
    d.mask = MaskKind::causal;
    return d;
}

TEST(ControlState, KnowsTheMaskThatIsOn) {
    EXPECT_TRUE(in_force(document(), "mask=causal"));
    EXPECT_FALSE(in_force(document(), "mask=none"));
}

TEST(ControlState, ReadsSwitchesNumbersAndWords) {
    EXPECT_TRUE(in_force(document(), "config/scaled=false"));
    EXPECT_FALSE(in_force(document(), "config/scaled=true"));
    EXPECT_TRUE(in_force(document(), "config/heads=2"));
    EXPECT_FALSE(in_force(document(), "config/heads=4"));
    EXPECT_TRUE(in_force(document(), "config/stack.norm=post"));
}

TEST(ControlState, HoldsNothingForWhatIsNotThere) {
    EXPECT_FALSE(in_force(document(), "config/unknown=1"));
    EXPECT_FALSE(in_force(document(), "config/nobody.norm=post"));
    EXPECT_FALSE(in_force(document(), "mask"));
    EXPECT_FALSE(in_force(document(), ""));
}

TEST(ControlState, ReadsTheLossByItsKindAndItsTensor) {
    Document with_loss = document();
    EXPECT_TRUE(in_force(with_loss, "loss=sum/"));
    with_loss.loss.type = Loss::Type::cross_entropy, with_loss.loss.tensor = "logits";
    EXPECT_TRUE(in_force(with_loss, "loss=cross_entropy/logits"));
    EXPECT_FALSE(in_force(with_loss, "loss=cross_entropy/"));
    EXPECT_FALSE(in_force(with_loss, "loss=sum/"));
}

TEST(ControlState, FindsTheOptionInForce) {
    Control control;
    control.options.resize(2);
    control.options[0].when = "config/scaled=true";
    control.options[1].when = "config/scaled=false";
    EXPECT_EQ(option_in_force(document(), control), 1);
    control.options.pop_back();
    EXPECT_EQ(option_in_force(document(), control), -1);
}

}  // namespace
}  // namespace dikkat
