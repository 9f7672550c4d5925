// Words: a text in both languages that comes from a lesson. A foreign lesson may give one language, which then stands for both.
#pragma once

#include <string>

#include "app/document.h"

namespace dikkat {

struct Words {
    std::string tr, en;

    const std::string& in(Language language) const { return language == Language::tr ? tr : en; }
    bool operator==(const Words&) const = default;
};

}  // namespace dikkat
