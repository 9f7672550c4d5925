// Every word of the interface, in both languages. A missing language does not compile. Lessons' words are in their folders.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/document.h"
#include "core/result.h"

namespace dikkat {

struct Text {
    std::string_view tr, en;
    constexpr Text(std::string_view turkish, std::string_view english) : tr(turkish), en(english) {}
    constexpr std::string_view in(Language language) const { return language == Language::tr ? tr : en; }
};

// Whole sentences with {holes}, filled from values.
std::string fill(std::string_view sentence, const std::map<std::string, std::string>& values);
std::string message(const Error& error, Language language);

namespace text {
// Canvas
inline constexpr Text value{"Değer", "Value"};
inline constexpr Text baseline{"Başlangıç", "Baseline"};
inline constexpr Text difference{"Fark", "Difference"};
inline constexpr Text weight_legend{"ağırlık", "weight"};
inline constexpr Text signed_legend{"işaretli", "signed"};
inline constexpr Text moved{"oynadı", "moved"};
inline constexpr Text unchanged{"aynı, bit bit", "unchanged, exactly"};
inline constexpr Text rows_unchanged{"{n} satır aynı, bit bit", "{n} rows unchanged, exactly"};
inline constexpr Text key{"anahtar", "key"};
inline constexpr Text query{"sorgu", "query"};
inline constexpr Text click_a_token{"bir token’a tıkla", "click a token"};
inline constexpr Text query_axis{"sorgu ↓", "query ↓"};
inline constexpr Text key_axis{"anahtar →", "key →"};
inline constexpr Text claims{"İddialar", "Claims"};
inline constexpr Text claims_note{"her düzenlemede yeniden ölçülür", "measured again on every edit"};
inline constexpr Text sum_title{"Bu sayı nereden geliyor?", "Where does this number come from?"};
inline constexpr Text copy{"Kopyala", "Copy"};
}  // namespace text

}  // namespace dikkat
