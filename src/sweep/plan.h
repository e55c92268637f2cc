#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// A point of a sweep: a value of each varied key, and with how many seeds the study runs there.
struct SweepPoint {
  std::vector<std::string> values;  ///< TOML literals, in the order of the keys
  std::int64_t seeds = 1;
};

/// A point of a sweep with one of its seeds: one run.
struct SweepCase {
  std::size_t point = 0;  ///< index in SweepPlan::points()
  std::uint64_t seed = 0;
  std::string name;  ///< of its folder, by its values and its seed; the same in every plan
};

/// The cases of a sweep, point by point and in these seed by seed.
class SweepPlan {
 public:
  /// The points that the study's [sweep] says.
  /// @throws InputError with all that is wrong with the study at any of them, at the key that is
  /// varied
  explicit SweepPlan(StudyConfig study);

  [[nodiscard]] const StudyConfig& study() const { return study_; }
  [[nodiscard]] const std::vector<SweepPoint>& points() const { return points_; }
  [[nodiscard]] const std::vector<SweepCase>& cases() const { return cases_; }

  /// How many cases there were before any were added.
  [[nodiscard]] std::int64_t first_cases() const { return first_cases_; }

  /// Takes other points, or more seeds, in place of those there are.
  /// @throws InputError likewise
  void take(std::vector<SweepPoint> points);

  /// What a case runs: the resolved study, with its seed and without the sweep.
  [[nodiscard]] std::string text_of(const SweepCase& one) const;
  [[nodiscard]] StudyConfig study_of(const SweepCase& one) const;
  /// What a case costs by theory, beside the others.
  [[nodiscard]] double cost_of(const SweepCase& one) const;
  /// Its varied keys, their values and its seed, as JSON.
  [[nodiscard]] std::string json_of(const SweepCase& one) const;

 private:
  struct Read {
    StudyConfig study;
    double cost = 0;
  };
  [[nodiscard]] const Read& read(const SweepCase& one) const;

  StudyConfig study_;
  std::vector<SweepPoint> points_;
  std::vector<SweepCase> cases_;
  std::int64_t first_cases_ = 0;
  std::map<std::vector<std::string>, Read> read_;  ///< by values
};

/// A TOML literal for people: a string without its quotes.
std::string plain_text(const std::string& literal);

/// Short names of the keys that a sweep varies, each of its own: "packing_fraction".
std::vector<std::string> short_names(const StudyConfig& study);

/// With how many seeds a new point begins.
std::int64_t first_seeds(const SweepConfig& sweep);

/// Whether the sweep adds cases by what the first ones find.
inline bool is_adaptive(const SweepConfig& sweep) { return sweep.until || sweep.refine; }

}  // namespace clausius
