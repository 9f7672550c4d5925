#include "ui/shown_screen.h"

#include <algorithm>

#include "app/name_pattern.h"
#include "nn/limits.h"

namespace dikkat {
namespace {

class Looking {
public:
    Looking(const Session& session, bool one_head) : session_(session), screen_{session.lesson().screen} {
        if (one_head) leave_out("{head+1}");
    }

    ShownScreen make() {
        const View& view = session_.view();
        screen_.blocks = count("{block", kMaxBlocks, screen_.block);
        screen_.block = std::clamp(view.block, 0, std::max(0, screen_.blocks - 1));
        screen_.heads = count("{head", kMaxHeads, screen_.head);
        screen_.head = std::clamp(view.head, 0, std::max(0, screen_.heads - 1));
        const int lanes = has_lane("{head+1}") ? 2 : has_lane("{head}") ? 1 : 0;
        screen_.chooses_head = lanes > 0 && screen_.heads > lanes;
        screen_.lanes_head = lanes > 0 ? std::clamp(screen_.head, 0, std::max(0, screen_.heads - lanes)) : 0;
        choose_section();
        fill();
        return std::move(screen_);
    }

private:
    template <class Visit>
    void for_each_station(const Visit& visit) {
        for (StationColumn& column : screen_.columns) {
            for (Lane& lane : column.lanes) {
                for (Station& station : lane.stations) visit(column, lane, station);
            }
        }
    }

    void leave_out(std::string_view hole) {
        const auto has = [&](const auto& item) { return item.tensor.find(hole) != std::string::npos; };
        for (StationColumn& column : screen_.columns) {
            for (Lane& lane : column.lanes) std::erase_if(lane.stations, has);
            std::erase_if(column.lanes, [](const Lane& lane) { return lane.stations.empty(); });
        }
        std::erase_if(screen_.ribbons, has);
    }

    bool is_built(std::string_view name) const {
        return session_.graph().find(filled_pattern(name, screen_.block, screen_.head)) != kNoNode;
    }

    // How many blocks or heads have some station or thumbnail of theirs. `chosen` is what is_built() fills in.
    int count(std::string_view hole, int most, int& chosen) {
        std::vector<std::string_view> names;
        const auto take = [&](std::string_view name) {
            if (name.find(hole) != std::string_view::npos) names.push_back(name);
        };
        for_each_station([&](StationColumn&, Lane&, Station& station) { take(station.tensor); });
        for (const Thumbnail& thumbnail : screen_.thumbnails) take(thumbnail.tensor);
        int built = 0;
        for (chosen = 0; chosen < most; ++chosen) {
            if (std::any_of(names.begin(), names.end(), [&](std::string_view name) { return is_built(name); })) built = chosen + 1;
        }
        chosen = 0;
        return built;
    }

    bool has_lane(std::string_view hole) const {
        const auto has = [&](const RibbonLane& lane) { return lane.tensor.find(hole) != std::string::npos; };
        return std::any_of(screen_.ribbons.begin(), screen_.ribbons.end(), has);
    }

    void choose_section() {
        if (screen_.sections.empty()) return;
        const auto has_some = [&](const ScreenSection& section) {
            bool some = false;
            for_each_station([&](StationColumn& column, Lane&, Station& station) {
                some = some || (column.section == section.id && is_built(station.tensor));
            });
            return some;
        };
        std::vector<ScreenSection>& sections = screen_.sections;
        sections.erase(std::remove_if(sections.begin(), sections.end(), [&](const auto& s) { return !has_some(s); }),
                       sections.end());
        for (std::size_t i = 0; i < sections.size(); ++i) {
            if (sections[i].id == session_.view().panel) screen_.section = static_cast<int>(i);
        }
        const std::string chosen = sections.empty() ? "" : sections[static_cast<std::size_t>(screen_.section)].id;
        keep(screen_.columns, chosen);
        keep(screen_.thumbnails, chosen);
        keep_ribbons(chosen);
    }

    template <class Item>
    static void keep(std::vector<Item>& items, const std::string& section) {
        const auto other = [&](const Item& item) { return !item.section.empty() && item.section != section; };
        items.erase(std::remove_if(items.begin(), items.end(), other), items.end());
    }

    // A section without ribbons of its own keeps those of the first one that has some.
    void keep_ribbons(const std::string& chosen) {
        std::string section;
        for (const RibbonLane& lane : screen_.ribbons) {
            if (!is_built(lane.tensor)) continue;
            if (section.empty() || lane.section == chosen) section = lane.section;
        }
        keep(screen_.ribbons, section);
    }

    void fill() {
        const auto name = [&](std::string& words, int head) { words = filled_pattern(words, screen_.block, head); };
        const auto title = [&](Words& words, int head) {
            words.tr = filled_pattern(words.tr, screen_.block, head, 1);
            words.en = filled_pattern(words.en, screen_.block, head, 1);
        };
        for_each_station([&](StationColumn&, Lane&, Station& station) { name(station.tensor, screen_.lanes_head); });
        for (StationColumn& column : screen_.columns) {
            for (Lane& lane : column.lanes) title(lane.title, screen_.lanes_head);
        }
        for (RibbonLane& lane : screen_.ribbons) title(lane.title, screen_.lanes_head), name(lane.tensor, screen_.lanes_head);
        for (Thumbnail& thumbnail : screen_.thumbnails) title(thumbnail.label, screen_.head), name(thumbnail.tensor, screen_.head);
        std::erase_if(screen_.thumbnails, [&](const Thumbnail& thumbnail) { return !is_built(thumbnail.tensor); });
        name(screen_.narrow_row, screen_.head);
    }

    const Session& session_;
    ShownScreen screen_;
};

}  // namespace

ShownScreen shown_screen(const Session& session, bool one_head) { return Looking(session, one_head).make(); }

bool has_choosers(const ShownScreen& screen) { return screen.sections.size() > 1 || screen.blocks > 1 || screen.chooses_head; }

}  // namespace dikkat
