#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// A point of a sweep: a value of each varied key, and the number of seeds with which the study
/// runs there.
struct SweepPoint {
  std::vector<std::string> values;  ///< TOML literals, in the order of the keys
  std::int64_t seeds = 1;
};

/// A point of a sweep with one of its seeds: one run.
struct SweepCase {
  std::size_t point = 0;  ///< index in SweepPlan::points()
  std::uint64_t seed = 0;
  std::string name;  ///< name of its folder, from its values and its seed; the same in every plan
};

/// The cases of a sweep, ordered by point and then by seed.
class SweepPlan {
 public:
  /// Makes the points of the study's [sweep].
  /// @throws InputError with all faults of the study at any of them, located at the varied key
  explicit SweepPlan(StudyConfig study);

  [[nodiscard]] const StudyConfig& study() const { return study_; }
  [[nodiscard]] const std::vector<SweepPoint>& points() const { return points_; }
  [[nodiscard]] const std::vector<SweepCase>& cases() const { return cases_; }

  /// Number of cases before any were added.
  [[nodiscard]] std::int64_t first_cases() const { return first_cases_; }

  /// Replaces the points, or adds seeds.
  /// @throws InputError as the constructor
  void take(std::vector<SweepPoint> points);

  /// The study of a case: resolved, with its seed and without the sweep.
  [[nodiscard]] std::string text_of(const SweepCase& one) const;
  [[nodiscard]] StudyConfig study_of(const SweepCase& one) const;
  /// Theoretical cost of a case relative to the others.
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

/// A TOML literal for reading: a string without its quotes.
std::string plain_text(const std::string& literal);

/// Short, unique names of the keys that a sweep varies: "packing_fraction".
std::vector<std::string> short_names(const StudyConfig& study);

/// Number of seeds of a new point.
std::int64_t first_seeds(const SweepConfig& sweep);

/// Whether the sweep adds cases depending on the results of the first ones.
inline bool is_adaptive(const SweepConfig& sweep) { return sweep.until || sweep.refine; }

}  // namespace clausius
