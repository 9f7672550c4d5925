#include "app/sweeps.h"

#include <utility>

namespace dikkat {

void Sweeps::begin(const Sweep& sweep, const std::string& id, const Document& document, Entry& entry) {
    Document subject = subject_of(sweep, document);
    if (entry.run && entry.run->subject() == subject) return;
    entry.run.emplace(sweep, id, std::move(subject));
    entry.finished = false;
    entry.whole.done = false;
}

void Sweeps::finish(Entry& entry) {
    entry.whole = entry.run->reading();
    entry.finished = true;
}

const SweepReading* Sweeps::read(const Lesson& lesson, const Document& document, std::string_view id, bool whole) {
    const auto sweep = lesson.sweeps.find(std::string(id));
    if (sweep == lesson.sweeps.end()) return nullptr;
    Entry& entry = entries_[sweep->first];
    if (!entry.run) begin(sweep->second, sweep->first, document, entry);  // later edits come through refresh()
    while (whole && !entry.finished) {
        if (!entry.run->step()) finish(entry);
    }
    const bool shows_growing = !entry.finished && entry.whole.id.empty();
    return shows_growing ? &entry.run->reading() : &entry.whole;
}

void Sweeps::refresh(const Lesson& lesson, const Document& document) {
    for (auto& [id, entry] : entries_) {
        if (const auto sweep = lesson.sweeps.find(id); sweep != lesson.sweeps.end()) begin(sweep->second, id, document, entry);
    }
}

bool Sweeps::working() const {
    for (const auto& [id, entry] : entries_) {
        if (!entry.finished) return true;
    }
    return false;
}

double Sweeps::progress() const {
    for (const auto& [id, entry] : entries_) {
        if (!entry.finished) return entry.run->progress();
    }
    return 1;
}

bool Sweeps::step() {
    for (auto& [id, entry] : entries_) {
        if (entry.finished) continue;
        if (entry.run->step()) return false;
        finish(entry);
        return true;
    }
    return false;
}

}  // namespace dikkat
