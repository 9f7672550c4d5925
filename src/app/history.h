// History: undo and redo by whole documents, one for each gesture. Holds what was; apply.h says when to remember.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document.h"

namespace dikkat {

struct Moment {  // all that undo brings back
    Document document;
    std::optional<Document> baseline;
    std::string lesson;
    int step = 0;
    bool restores_step = false;  // it was left by going to another step or lesson

    bool operator==(const Moment&) const = default;
};

class History {
public:
    // `gesture` other than 0: what one drag did is one undo.
    void remember(Moment before, std::uint64_t gesture);
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }
    Moment undo(Moment now);  // only where it can
    Moment redo(Moment now);

private:
    using Moments = std::vector<std::shared_ptr<const Moment>>;  // shared: copying a State copies no documents
    Moment go(Moments& from, Moments& to, Moment now);

    Moments past_, future_;
    std::uint64_t gesture_ = 0;  // of the last moment remembered
};

}  // namespace dikkat
