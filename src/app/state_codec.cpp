#include "app/state_codec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "app/apply.h"
#include "app/build.h"
#include "app/codec.h"
#include "app/number.h"
#include "app/path.h"

namespace dikkat {

template <class F>
void fields(F& f, SavedState& state) {
    f("format", state.format), f("document", state.document), f("view", state.view), f.optional("baseline", state.baseline);
}

namespace {

using Parts = std::vector<std::string>;

Result<Done> check_document(const Document& document, Graphs& graphs) {
    if (Result<Done> possible = can_be_built(document, graphs); !possible) return possible;
    return check_shapes(document);
}

// What the view says of the lesson; the path is where it says so.
std::optional<Dropped> fault_of_view(const View& view, const Lesson& lesson) {
    const int steps = static_cast<int>(lesson.steps.size());
    if (view.step < 0 || view.step >= std::max(1, steps)) {
        return Dropped{"view/step", {"unknown_step", {{"step", std::to_string(view.step + 1)}, {"count", std::to_string(steps)}}}};
    }
    if (!(view.text_size >= 1 && view.text_size <= kLargestText)) {
        return Dropped{"view/text_size", {"text_size_outside", {{"limit", shortest(kLargestText)}}}};
    }
    return std::nullopt;
}

Error format_too_new(int format) { return {"format_too_new", {{"format", std::to_string(format)}}}; }

Error unknown_lesson(const std::string& lesson) { return {"unknown_lesson", {{"lesson", lesson}}}; }

}  // namespace

Result<SavedState> read_state(std::string_view json, const Catalogue& catalogue, Graphs& graphs) {
    const Result<rapidjson::Document> parsed = parse_json(json);
    if (!parsed) return parsed.error();
    if (parsed.value().IsObject() && parsed.value().HasMember("format")) {
        const JsonValue& format = parsed.value()["format"];
        if (format.IsInt() && format.GetInt() > kStateFormat) return format_too_new(format.GetInt());
    }
    JsonPlace place;
    SavedState state;
    read<SavedState>(parsed.value(), state, place);
    if (!place.ok()) return place.error();
    const Lesson* lesson = catalogue.find(state.view.lesson);
    if (!lesson) return unknown_lesson(state.view.lesson);
    if (std::optional<Dropped> fault = fault_of_view(state.view, *lesson)) return std::move(fault->error);
    if (Result<Done> possible = check_document(state.document, graphs); !possible) return possible.error();
    if (state.baseline) {
        if (Result<Done> possible = check_document(*state.baseline, graphs); !possible) return possible.error();
    }
    return state;
}

std::string state_json(const SavedState& state) {
    JsonWriter json;
    write<SavedState>(json, state);
    return json.text();
}

// ---- Short: what is not as the lesson opens

namespace {

constexpr std::array<const char*, 3> kReadersOwn{"language", "theme", "text_size"};

SavedState as_opened(const Lesson& lesson) {
    State state = opened(lesson);
    return {kStateFormat, std::move(state.document), std::move(state.view), std::nullopt};
}

// What to_json() wrote, as values.
rapidjson::Document values_of(const std::string& json) {
    Result<rapidjson::Document> parsed = parse_json(json);
    CHECK(parsed.ok(), "a state is longer or deeper than JSON may be");
    return std::move(parsed).value();
}

// Not RapidJSON's own ==, which takes 0 for -0.
bool same_text(const JsonValue& a, const JsonValue& b) {
    JsonWriter left, right;
    left.copy(a), right.copy(b);
    return left.text() == right.text();
}

std::string_view name_of(const JsonValue::Member& member) { return {member.name.GetString(), member.name.GetStringLength()}; }

void write_changes(JsonWriter& json, const JsonValue& now, const JsonValue& opened) {
    json.begin_object();
    for (const auto& member : now.GetObject()) {
        const auto before = opened.FindMember(member.name);
        if (before != opened.MemberEnd() && same_text(before->value, member.value)) continue;
        json.key(name_of(member)), json.copy(member.value);
    }
    for (const auto& member : opened.GetObject()) {
        if (!now.HasMember(member.name)) json.key(name_of(member)), json.null();
    }
    json.end_object();
}

void write_view(JsonWriter& json, JsonValue& now, JsonValue& opened, bool as_seen) {
    opened.RemoveMember("lesson");
    for (const char* name : kReadersOwn) {
        opened.RemoveMember(name);
        if (!as_seen) now.RemoveMember(name);
    }
    write_changes(json, now, opened);
}

}  // namespace

std::string link_json(const SavedState& state, const Lesson& lesson, bool as_seen) {
    rapidjson::Document now = values_of(state_json(state)), opened = values_of(state_json(as_opened(lesson)));
    JsonWriter json;
    json.begin_object();
    json.field("format", kStateFormat);
    json.field("base", fingerprint(to_json(lesson.document)));
    json.key("view"), write_view(json, now["view"], opened["view"], as_seen);
    json.key("document"), write_changes(json, now["document"], opened["document"]);
    if (state.baseline) json.key("baseline"), write_changes(json, now["baseline"], opened["document"]);
    json.end_object();
    return json.text();
}

std::string file_json(const SavedState& state, const Lesson& lesson) {
    rapidjson::Document now = values_of(state_json(state)), opened = values_of(state_json(as_opened(lesson)));
    JsonWriter json;
    json.begin_object();
    json.field("format", kStateFormat);
    json.key("view"), write_view(json, now["view"], opened["view"], false);
    json.field("document", state.document);
    if (state.baseline) json.field("baseline", *state.baseline);
    json.end_object();
    return json.text();
}

// ---- Tolerant: the strict reader is asked until it has nothing to refuse, and what it refuses is dropped

namespace {

constexpr std::size_t kMostDropped = 16;  // from then on, a list is dropped whole
constexpr std::size_t kMostAttempts = 128;
// Of these a single entry can be dropped; anything else that is wrong costs the member it is in.
constexpr std::array<std::string_view, 6> kLists{"overrides", "perturbations", "column_order", "answers", "hidden", "locked"};

Parts parts_of(std::string_view path) {
    const PathParts parts = split_path(path);
    return {parts.begin(), parts.end()};
}

std::string joined(const Parts& parts) {
    std::string path;
    for (const std::string& part : parts) path += (path.empty() ? "" : "/") + part;
    return path;
}

std::optional<rapidjson::SizeType> index_in(const JsonValue& list, const std::string& text) {
    rapidjson::SizeType index = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return whole && index < list.Size() ? std::optional(index) : std::nullopt;
}

JsonValue named(const std::string& name) {  // for looking it up: the text is not copied
    return JsonValue(rapidjson::StringRef(name.data(), static_cast<rapidjson::SizeType>(name.size())));
}

JsonValue* find(JsonValue& value, const std::string& step) {
    if (value.IsArray()) {
        const auto index = index_in(value, step);
        return index ? &value[*index] : nullptr;
    }
    const JsonValue name = named(step);
    return value.IsObject() && value.HasMember(name) ? &value[name] : nullptr;
}

bool erase(JsonValue& value, const std::string& step) {
    if (!find(value, step)) return false;
    if (value.IsArray()) {
        value.Erase(value.Begin() + *index_in(value, step));
        return true;
    }
    value.EraseMember(value.FindMember(named(step)));
    return true;
}

class TolerantReader {
public:
    TolerantReader(const Lesson& lesson, const View& reader, Graphs& graphs) : lesson_(lesson), graphs_(graphs) {
        SavedState state = as_opened(lesson);
        state.view.language = reader.language, state.view.theme = reader.theme, state.view.text_size = reader.text_size;
        opened_ = values_of(state_json(state));
    }

    Result<ReadableState> read(rapidjson::Document given) {
        values_ = std::move(given);
        put_over_lesson();
        for (std::size_t attempt = 0; attempt < kMostAttempts; ++attempt) {
            JsonPlace place;
            SavedState state;
            dikkat::read<SavedState>(values_, state, place);
            if (!place.ok()) {
                if (!drop_at(place.error())) return place.error();
                continue;
            }
            if (const std::optional<Dropped> fault = fault_of_view(state.view, lesson_)) {
                if (!drop(parts_of(fault->path), fault->error)) return fault->error;
                continue;
            }
            if (drop_from("document", state.document)) continue;
            if (state.baseline && drop_from("baseline", *state.baseline)) continue;
            return ReadableState{std::move(state), std::move(dropped_)};
        }
        return Error{"json_too_many", {{"path", "/"}, {"limit", std::to_string(kMostAttempts)}}};
    }

private:
    void put_over_lesson() {
        JsonValue* format = find(values_, "format");
        if (format && format->IsInt() && format->GetInt() > kStateFormat) {
            dropped_.push_back({"format", format_too_new(format->GetInt())});
            *format = kStateFormat;
        }
        const JsonValue* base = find(values_, "base");
        const bool short_form = base != nullptr;
        if (base && !(base->IsString() && base->GetString() == fingerprint(to_json(lesson_.document)))) {
            dropped_.push_back({"base", {"lesson_changed", {{"lesson", lesson_.id}}}});
        }
        erase(values_, "base");
        put_over("view", opened_["view"]);
        if (short_form) put_over("document", opened_["document"]), put_over("baseline", opened_["document"]);
    }

    void put_over(const char* name, const JsonValue& opened) {
        JsonValue* given = find(values_, name);
        if (!given || !given->IsObject()) {
            if (!given && name != std::string_view("baseline"))
                values_.AddMember(JsonValue(rapidjson::StringRef(name)), copy(opened), allocator());
            return;
        }
        JsonValue whole = copy(opened);
        for (const auto& member : std::as_const(*given).GetObject()) {
            const std::string member_name(name_of(member));
            erase(whole, member_name);
            if (!member.value.IsNull()) whole.AddMember(text(member_name), copy(member.value), allocator());
        }
        *given = std::move(whole);
    }

    // What the strict reader stumbled over.
    bool drop_at(const Error& error) {
        Parts parts = parts_of(error.values.at("path"));
        // A newer version's field goes alone.
        const bool alone = error.code == "json_unknown_field" || error.code == "json_duplicate_field";
        if (alone && remove(parts)) return dropped_.push_back({joined(parts), error}), true;
        const bool in_list = parts.size() > 2 && std::find(kLists.begin(), kLists.end(), parts[1]) != kLists.end();
        parts.resize(std::min(parts.size(), std::size_t{in_list ? 3U : 2U}));
        return drop(std::move(parts), error);
    }

    bool drop(Parts parts, const Error& error) {
        if (parts.size() > 2 && dropped_.size() >= kMostDropped) parts.pop_back();
        while (!parts.empty()) {
            if (parts.size() > 2 ? remove(parts) : put_back(parts)) return dropped_.push_back({joined(parts), error}), true;
            parts.pop_back();
        }
        return false;
    }

    bool remove(const Parts& parts) {
        JsonValue* place = &values_;
        for (std::size_t i = 0; i + 1 < parts.size() && place; ++i) place = find(*place, parts[i]);
        return place && erase(*place, parts.back());
    }

    // A member of the whole or of one of its three, as the lesson opens. False where it is so already.
    bool put_back(const Parts& parts) {
        const bool inner = parts.size() == 2;
        JsonValue* place = inner ? find(values_, parts[0]) : &values_;
        if (!place || !place->IsObject()) return false;
        JsonValue* source = inner ? find(opened_, parts[0] == "baseline" ? "document" : parts[0]) : &opened_;
        const JsonValue* opened = source ? find(*source, parts.back()) : nullptr;
        const JsonValue* now = find(*place, parts.back());
        if (now ? opened && same_text(*now, *opened) : !opened) return false;
        erase(*place, parts.back());
        if (opened) place->AddMember(text(parts.back()), copy(*opened), allocator());
        return true;
    }

    // One member of a document that cannot be built, or all that spoil it together. False where it can.
    bool drop_from(const std::string& name, const Document& document) {
        const Result<Done> possible = check_document(document, graphs_);
        if (possible) return false;
        Parts changed = changed_members(values_[name.c_str()]);
        for (const std::string& member : changed) {
            rapidjson::Document without = own_copy(values_[name.c_str()]);
            take_over(without, opened_["document"], member);
            if (checked(without)) return drop({name, member}, possible.error());
        }
        for (const auto& [member, error] : misfits(values_[name.c_str()], std::move(changed))) drop({name, member}, error);
        return true;
    }

    // The lesson's document with whatever fits, as long as something does: what is left over, and why.
    std::vector<std::pair<std::string, Error>> misfits(JsonValue& document, Parts waiting) {
        rapidjson::Document kept = own_copy(opened_["document"]);
        std::vector<std::pair<std::string, Error>> left;
        bool took = true;
        while (took && !waiting.empty()) {
            took = false;
            left.clear();
            for (const std::string& member : std::exchange(waiting, {})) {
                rapidjson::Document more = own_copy(kept);
                take_over(more, document, member);
                if (const Result<Done> fits = checked(more); !fits) {
                    left.emplace_back(member, fits.error());
                    waiting.push_back(member);
                } else {
                    kept = std::move(more), took = true;
                }
            }
        }
        return left;
    }

    Parts changed_members(const JsonValue& document) {
        Parts names;
        for (const auto& member : document.GetObject()) {
            const std::string name(name_of(member));
            const JsonValue* opened = find(opened_["document"], name);
            if (!opened || !same_text(*opened, member.value)) names.push_back(name);
        }
        for (const auto& member : std::as_const(opened_["document"]).GetObject()) {
            if (!document.HasMember(member.name)) names.emplace_back(name_of(member));
        }
        return names;
    }

    // A member as another document has it.
    static void take_over(rapidjson::Document& document, JsonValue& other, const std::string& name) {
        erase(document, name);
        const JsonValue* value = find(other, name);
        if (!value) return;
        JsonValue key(name.data(), static_cast<rapidjson::SizeType>(name.size()), document.GetAllocator());
        document.AddMember(key, JsonValue(*value, document.GetAllocator()), document.GetAllocator());
    }

    // With memory of its own, which goes with it.
    static rapidjson::Document own_copy(const JsonValue& value) {
        rapidjson::Document document;
        document.CopyFrom(value, document.GetAllocator());
        return document;
    }

    Result<Done> checked(const JsonValue& value) {
        JsonPlace place;
        Document document;
        dikkat::read(value, document, place);
        return place.ok() ? check_document(document, graphs_) : Result<Done>(place.error());
    }

    JsonValue copy(const JsonValue& value) { return JsonValue(value, allocator()); }
    JsonValue text(const std::string& name) {
        return JsonValue(name.data(), static_cast<rapidjson::SizeType>(name.size()), allocator());
    }
    rapidjson::Document::AllocatorType& allocator() { return values_.GetAllocator(); }

    const Lesson& lesson_;
    Graphs& graphs_;
    rapidjson::Document opened_, values_;
    std::vector<Dropped> dropped_;
};

}  // namespace

Result<ReadableState> read_tolerantly(std::string_view json, const Catalogue& catalogue, const View& reader, Graphs& graphs) {
    Result<rapidjson::Document> parsed = parse_json(json);
    if (!parsed) return parsed.error();
    JsonValue& given = parsed.value();
    if (!given.IsObject()) return Error{"json_wrong_type", {{"path", "/"}, {"expected", "object"}}};
    JsonValue* view = find(given, "view");
    const JsonValue* id = view ? find(*view, "lesson") : nullptr;
    if (!id || !id->IsString()) return Error{"json_missing_field", {{"path", "view/lesson"}}};
    const Lesson* lesson = catalogue.find({id->GetString(), id->GetStringLength()});
    if (!lesson) return unknown_lesson({id->GetString(), id->GetStringLength()});
    return TolerantReader(*lesson, reader, graphs).read(std::move(parsed).value());
}

}  // namespace dikkat
