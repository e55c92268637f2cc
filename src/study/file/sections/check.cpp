#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "study/file/beside_observable.h"
#include "study/file/sections.h"
#include "study/file/varied_values.h"

namespace clausius {

namespace {

constexpr std::string_view kObservableWords = "a name that `clausius list --observables` prints";

bool any(const KnownObservable&) { return true; }

}  // namespace

void check_observable(const TableReader& table, std::string_view key, const std::string& name,
                      std::string_view wrong,
                      const std::function<bool(const KnownObservable&)>& is_accepted,
                      const StudyConfig& study) {
  if (!table.has(key) || table.is_at_fault(key)) return;
  std::vector<std::string_view> names;
  const std::vector<KnownObservable> known = known_observables(study);
  const KnownObservable* found = nullptr;
  for (const KnownObservable& one : known) {
    if (!is_accepted(one)) continue;
    names.push_back(one.name);
    if (one.name == name) found = &one;
  }
  if (found == nullptr)
    return table.fault_of(*table.node(key), table.path(key),
                          fmt::format("{}, did you mean {}?", wrong,
                                      alternatives(nearest_words(name, std::move(names), 3))),
                          kObservableWords);
  if (const std::string lacking = lacking_for(study, *found); !lacking.empty())
    table.fault(key, fmt::format("{} is not measured by this study: it needs {}", name, lacking));
}

template <>
struct Section<CheckConfig> {
  using C = CheckConfig;
  static constexpr Alternatives alternatives{{"tolerance", "relative_tolerance"}};
  static constexpr auto fields() {
    return std::tuple{
        Field{"observable", &C::observable, range::text(kObservableWords),
              "Observable that is checked, by its name in summary.json, or energy_balance, "
              "momentum_drift or overlap.",
              "\"pressure_virial\"", required},
        Field{"expected", &C::expected, range::of(Quantity::of_observable, range::any),
              "Value that it should have; default: the value that theory gives.", "1.0"},
        Field{"tolerance", &C::tolerance,
              range::of(Quantity::difference_of_observable, range::positive),
              "Largest deviation, absolute; default: 4 standard errors.", "0.01"},
        Field{"relative_tolerance", &C::relative_tolerance, range::positive,
              "Largest deviation relative to the expected value, instead of tolerance.", "0.01"},
    };
  }
  static void resolve_in_box(C& one, const TableReader& table, const StudyConfig& study) {
    each<C>([&](const auto& field) {
      if constexpr (std::is_same_v<ValueOf<decltype(field), C>, std::optional<double>>)
        resolve_beside(one.*field.member, table, field.key, field.allowed, one.observable, study);
    });
  }
  static void check(const C& one, const TableReader& table, const StudyConfig& study, std::size_t) {
    check_observable(table, "observable", one.observable, "not an observable", any, study);
  }
};

template <>
struct Section<FitConfig> {
  using F = FitConfig;
  static constexpr auto fields() {
    return std::tuple{
        Field{"observable", &F::observable, range::text(kObservableWords),
              "Observable to which prefactor * value^order is fitted over the series, as to its "
              "theory.",
              "\"missed_fraction\"", required},
        Field{"order_tolerance", &F::order_tolerance, range::positive,
              "Largest deviation of the order, absolute; default: it is not checked.", "0.3"},
        Field{"prefactor_tolerance", &F::prefactor_tolerance, range::positive,
              "Largest deviation of the prefactor, relative to that of theory; default: it is not "
              "checked.",
              "0.2"},
    };
  }
  static void check(const F& one, const TableReader& table, const StudyConfig& study, std::size_t) {
    check_observable(table, "observable", one.observable, "not an observable", any, study);
  }
};

template <>
struct Section<SeriesConfig> {
  static constexpr std::string_view kKeyWords =
      "a dotted key of a study, e.g. \"box.packing_fraction\"";
  static constexpr std::string_view kShownWords =
      "a list of one to four names that `clausius list --observables` prints";
  static constexpr std::size_t kMostShown = 4;
  static constexpr auto fields() {
    return std::tuple{
        Field{"key", &SeriesConfig::key, range::none_if_zero(range::text(kKeyWords)),
              "Key of a study, of any section, for each value of which the study runs again.",
              "\"collisions.restitution\""},
        Field{"values", &SeriesConfig::values,
              Range{.words = "a list of different values of the key", .is_literal = true},
              "Values of that key.", "[1.0, 0.9]"},
        Field{"show", &SeriesConfig::show, Range{.words = kShownWords},
              "Observables that the figure of the series shows over the key; default: those that "
              "the key changes, then those that are checked.",
              "[\"cooling_rate\", \"kurtosis_a2\"]"},
    };
  }
  static void resolve_in_box(SeriesConfig& series, const TableReader&, const StudyConfig& study) {
    for (std::string& value : series.values) value = literal_in_si(value, series.key, study);
  }
  static void check(const SeriesConfig& series, const TableReader& table, const StudyConfig& study,
                    std::size_t) {
    if (!table.is_there()) return;
    if (!table.has("key")) table.missing("key", kKeyWords);
    if (!table.has("values")) table.missing("values", "a list of different values of the key");
    if (series.key.rfind("series", 0) == 0)
      table.fault("key", fmt::format("a series cannot vary itself; allowed: {}", kKeyWords));
    check_shown(series, table, study);
  }
  static void check_shown(const SeriesConfig& series, const TableReader& table,
                          const StudyConfig& study) {
    if (!table.has("show") || table.is_at_fault("show")) return;
    if (series.show.empty() || series.show.size() > kMostShown)
      table.fault("show", fmt::format("{} names; allowed: {}", series.show.size(), kShownWords));
    std::vector<std::string_view> names;
    const std::vector<KnownObservable> known = known_observables(study);
    names.reserve(known.size());
    for (const KnownObservable& one : known) names.push_back(one.name);
    for (const std::string& name : series.show)
      if (std::find(names.begin(), names.end(), name) == names.end())
        table.fault("show",
                    fmt::format("\"{}\" is not an observable, did you mean {}?; allowed: {}", name,
                                alternatives(nearest_words(name, names, 3)), kShownWords));
  }
};

SectionEntry check_section() {
  return several(
      "check",
      "A value that the study must have: without `expected` the theory's value, without a "
      "tolerance within 4 standard errors.",
      [](auto& study) -> auto& { return study.checks; });
}
SectionEntry series_section() {
  return single(
      "series", "The study runs again for each value of one key.",
      [](auto& study) -> auto& { return study.series; });
}
SectionEntry fit_section() {
  return several(
      "series.fit", "A power law that is fitted to an observable over the series.",
      [](auto& study) -> auto& { return study.series.fits; });
}

}  // namespace clausius
