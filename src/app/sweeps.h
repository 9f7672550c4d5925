// Sweeps: the sweeps of the open lesson, run when they are first asked for and again when what they depend on was edited. The last
// whole reading stays until the next one is whole.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/sweep.h"

namespace dikkat {

class Sweeps {
public:
    // Null if the lesson has none of that id. `whole`: all of it is run before it is answered.
    const SweepReading* read(const Lesson& lesson, const Document& document, std::string_view id, bool whole);
    // The document was edited: what was read before and is no longer true is begun anew.
    void refresh(const Lesson& lesson, const Document& document);
    void forget() { entries_.clear(); }

    bool working() const;
    double progress() const;  // of the one that is under way
    bool step();              // one slice; true if that made a reading whole

private:
    struct Entry {
        std::optional<SweepRun> run;
        SweepReading whole;  // id empty: none yet
        bool finished = false;
    };

    static void begin(const Sweep& sweep, const std::string& id, const Document& document, Entry& entry);
    static void finish(Entry& entry);

    std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace dikkat
