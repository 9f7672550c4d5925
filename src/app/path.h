// A path such as "tensor/x/4/0", taken apart at its slashes. What the parts mean is for who asks.
#pragma once

#include <string_view>
#include <vector>

namespace dikkat {

using PathParts = std::vector<std::string_view>;  // views into the path

inline PathParts split_path(std::string_view path) {
    PathParts parts;
    for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
        parts.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    parts.push_back(path);
    return parts;
}

}  // namespace dikkat
