#include "study/file/beside_observable.h"
#include "study/file/sections.h"
#include "study/file/sweep_range.h"
#include "study/file/varied_values.h"

namespace clausius {

namespace {

constexpr std::string_view kVariedWords = "a dotted key of a study, e.g. \"box.packing_fraction\"";
constexpr std::string_view kEstimateWords =
    "a name that `clausius list --observables` prints, of an observable with an error";
constexpr std::string_view kRangeWords =
    "\"FROM:TO:STEP\", three numbers, or with sweep.sample \"FROM:TO\"";
constexpr std::int64_t kMostSeeds = 100000, kMostSampled = 100000;

bool has_error(const KnownObservable& one) { return one.declared.kind == Kind::estimate; }

}  // namespace

template <>
struct Section<VariationConfig> {
  using V = VariationConfig;
  static constexpr Alternatives alternatives{{"values", "range"}, true};
  static constexpr auto fields() {
    return std::tuple{
        Field{"key", &V::key, range::text(kVariedWords), "Key of a study, of any section.",
              "\"box.packing_fraction\"", required},
        Field{"values", &V::values,
              Range{.words = "a list of different values of the key", .is_literal = true},
              "Values of that key.", "[0.7, 0.9, 1.0]"},
        Field{"range", &V::range, range::text(kRangeWords),
              "Values from one number to another by equal steps, instead of values; with "
              "sweep.sample any between the two.",
              "\"0.05:0.45:0.05\""},
    };
  }
  static void resolve_in_box(V& one, const TableReader& table, const StudyConfig& study) {
    for (std::string& value : one.values) value = literal_in_si(value, one.key, study);
    if (!one.range) return;
    const RangeInSi in_si = range_in_si(*one.range, one.key, study);
    if (!in_si.read.wrong.empty())
      return table.fault_of(*table.node("range"), table.path("range"), in_si.read.wrong,
                            fmt::format("{}{}", kRangeWords, in_si.read.allowed));
    one.range = in_si.text;
    const auto range = SweepRange::parse(*one.range);
    if (range && range->step) one.values = range->values();
  }
  static void check(const V& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    for (const std::string_view other : {"sweep", "series", "seed"})
      if (one.key == other || one.key.starts_with(std::string(other) + '.'))
        table.fault("key", fmt::format("a sweep cannot vary {}; allowed: {}", other,
                                       other == "seed" ? "sweep.seeds" : kVariedWords));
    for (std::size_t i = 0; i < index; ++i)
      if (study.sweep.variations[i].key == one.key)
        table.fault("key", fmt::format("{} is varied twice; allowed: each key once", one.key));
    if (!one.range || table.is_at_fault("range")) return;
    const auto range = SweepRange::parse(*one.range);
    if (!range)
      table.fault_of(*table.node("range"), table.path("range"), SweepRange::fault(*one.range),
                     kRangeWords);
    else if (!range->step && study.sweep.sample == 0)
      table.fault("range", fmt::format("has no step, and sweep.sample is not given; allowed: {}",
                                       kRangeWords));
  }
};

template <>
struct Section<SweepConfig> {
  using S = SweepConfig;
  static constexpr Alternatives alternatives{{"zip", "sample"}};
  static constexpr auto fields() {
    return std::tuple{
        Field{"seeds", &S::seeds, range::none_if_zero(range::whole(1, kMostSeeds)),
              "Number of cases at each point, with the seed of the study and those that follow it; "
              "default: one, five with until.",
              "10"},
        Field{"zip", &S::zip, range::flag,
              "Whether the first values of all keys make the first point, the second values the "
              "second, and so on; else the points are all combinations of values (a grid).",
              "true"},
        Field{"sample", &S::sample, range::none_if_zero(range::whole(1, kMostSampled)),
              "Number of points of a Latin hypercube, instead of a grid: of each key as many equal "
              "parts of its range, one point in each.",
              "20"},
        Field{"until", &S::until, kUntil,
              "Seeds are added, in rounds, to the points where the standard error of this "
              "observable is larger than this, until there are no such points or the budget is "
              "spent.",
              "\"compressibility_factor within 0.1 %\""},
        Field{"refine", &S::refine, range::text(kEstimateWords),
              "Points are added, in rounds, where the curve of this observable over the first key "
              "bends most, until it is straight within its errors or the budget is spent.",
              "\"cooling_rate_reduced\""},
        Field{"budget", &S::budget, range::none_if_zero(range::whole(1)),
              "Largest number of cases of the sweep, with those that until and refine add; "
              "default: ten times the cases of the first round.",
              "500"},
    };
  }
  static void resolve_in_box(S& sweep, const TableReader& table, const StudyConfig& study) {
    resolve_until(sweep.until, table, study);
  }
  static void check(const S& sweep, const TableReader& table, const StudyConfig& study,
                    std::size_t) {
    if (!table.is_there()) return;
    if (sweep.seeds == 0 && !table.has("vary"))
      table.missing("vary", "[[sweep.vary]] tables, or sweep.seeds");
    if (sweep.until)
      check_observable(table, "until", sweep.until->observable, "of no observable with an error",
                       has_error, study);
    if (sweep.refine)
      check_observable(table, "refine", *sweep.refine, "not an observable with an error", has_error,
                       study);
    if (sweep.budget > 0 && !sweep.until && !sweep.refine)
      table.fault("budget", "has no effect here; allowed: only with until or refine");
  }
};

SectionEntry sweep_section() {
  return single(
      "sweep", "The study is run by `clausius sweep` at many points, each case by itself.",
      [](auto& study) -> auto& { return study.sweep; });
}
SectionEntry variation_section() {
  return several(
      "sweep.vary", "A key of the study that the sweep varies, and its values.",
      [](auto& study) -> auto& { return study.sweep.variations; });
}

}  // namespace clausius
