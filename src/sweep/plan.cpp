#include "sweep/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "clausius/core/random.h"
#include "clausius/report/run_folder.h"
#include "core/system/checksum.h"
#include "study/file/study_text.h"
#include "study/file/sweep_range.h"
#include "study/results/cost.h"

namespace clausius {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCases = 1000000;
constexpr std::int64_t kLeastSeeds = 5;  ///< for a sweep that judges its errors

InputError too_many(const StudyConfig& study, const std::string& key) {
  return InputError(study.problem_at(
      key, fmt::format("makes more than {0} cases; allowed: at most {0}", kMostCases)));
}

/// All combinations of values, with those of the last key adjacent.
std::vector<SweepPoint> grid(const StudyConfig& study) {
  std::vector<SweepPoint> points(1);
  for (const VariationConfig& one : study.sweep.variations) {
    std::vector<SweepPoint> more;
    if (points.size() * one.values.size() > kMostCases) throw too_many(study, "sweep.vary");
    more.reserve(points.size() * one.values.size());
    for (const SweepPoint& point : points)
      for (const std::string& value : one.values) {
        more.push_back(point);
        more.back().values.push_back(value);
      }
    points = std::move(more);
  }
  return points;
}

/// The values of the keys in parallel.
std::vector<SweepPoint> zipped(const StudyConfig& study) {
  const std::vector<VariationConfig>& keys = study.sweep.variations;
  std::vector<SweepPoint> points(keys.empty() ? 1 : keys.front().values.size());
  std::vector<Problem> problems;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k].values.size() != points.size())
      problems.push_back(study.problem_at(
          fmt::format("sweep.vary[{}]", k),
          fmt::format("has {} values, and {} has {}; allowed: as many of each key with zip",
                      keys[k].values.size(), keys.front().key, points.size())));
    else
      for (std::size_t i = 0; i < points.size(); ++i) points[i].values.push_back(keys[k].values[i]);
  }
  if (!problems.empty()) throw InputError(problems);
  return points;
}

/// A Latin hypercube: the range of each key divided into as many equal parts as there are points,
/// with one random point in each part.
std::vector<SweepPoint> sampled(const StudyConfig& study) {
  const auto count = static_cast<std::size_t>(study.sweep.sample);
  std::vector<SweepPoint> points(count);
  for (std::size_t k = 0; k < study.sweep.variations.size(); ++k) {
    const VariationConfig& key = study.sweep.variations[k];
    RandomStream random(study.seed, Stream::sweeps, k);
    std::vector<std::size_t> parts(count);
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(parts[i - 1], parts[random.below(i)]);
    const auto range = key.range ? SweepRange::parse(*key.range) : std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      const double part =
          (static_cast<double>(parts[i]) + random.uniform()) / static_cast<double>(count);
      points[i].values.push_back(range ? range->at(part)
                                       : key.values[parts[i] * key.values.size() / count]);
    }
  }
  return points;
}

std::vector<SweepPoint> first_points(const StudyConfig& study) {
  const SweepConfig& sweep = study.sweep;
  std::vector<SweepPoint> points = sweep.sample > 0            ? sampled(study)
                                   : sweep.zip.value_or(false) ? zipped(study)
                                                               : grid(study);
  for (SweepPoint& point : points) point.seeds = first_seeds(sweep);
  return points;
}

/// "KEY=VALUE" of each varied key, and the seed: a file_name(), followed by the checksum of the
/// text if that leaves something out.
std::string name_of(const std::vector<std::string>& keys, const SweepPoint& point,
                    std::uint64_t seed) {
  std::string text;
  for (std::size_t k = 0; k < keys.size(); ++k)
    text += fmt::format("{}={}_", keys[k], plain_text(point.values[k]));
  text += fmt::format("seed={}", seed);
  const std::string name = file_name(text);
  return name == text || name.size() + 1 < text.size()
             ? name
             : file_name(fmt::format("{}-{:08x}", text, checksum(text) >> 32));
}

std::vector<Override> changes_at(const StudyConfig& study, const SweepPoint& point) {
  std::vector<Override> changes;
  changes.reserve(point.values.size());
  for (std::size_t k = 0; k < point.values.size(); ++k)
    changes.push_back({study.sweep.variations[k].key, point.values[k]});
  return changes;
}

}  // namespace

std::string plain_text(const std::string& literal) {
  const Json value = Json::parse(literal, nullptr, false);
  return value.is_string() ? value.get<std::string>() : literal;
}

std::int64_t first_seeds(const SweepConfig& sweep) {
  return std::max(sweep.seeds, is_adaptive(sweep) ? kLeastSeeds : 1);
}

std::vector<std::string> short_names(const StudyConfig& study) {
  std::vector<std::string> names;
  for (const VariationConfig& one : study.sweep.variations) {
    const std::size_t dot = one.key.rfind('.');
    names.push_back(dot == std::string::npos ? one.key : one.key.substr(dot + 1));
  }
  for (std::size_t k = 0; k < names.size(); ++k)
    if (std::count(names.begin(), names.end(), names[k]) > 1 ||
        names[k].find_first_not_of("0123456789") == std::string::npos || names[k] == "seed")
      names[k] = study.sweep.variations[k].key;
  return names;
}

SweepPlan::SweepPlan(StudyConfig study) : study_(std::move(study)) {
  take(first_points(study_));
  first_cases_ = std::ssize(cases_);
}

void SweepPlan::take(std::vector<SweepPoint> points) {
  std::vector<Problem> problems;
  std::set<std::pair<std::string, std::string>> reported;
  for (const SweepPoint& point : points) {
    if (read_.contains(point.values)) continue;
    const std::vector<Override> changes = changes_at(study_, point);
    try {
      Read one{sweep_point(study_, changes), 0};
      one.cost = relative_cost(one.study);
      one.study.written.reset();  // needs much memory, and is not needed to write the study
      read_.emplace(point.values, std::move(one));
    } catch (const InputError& error) {
      std::vector<std::string> texts;
      texts.reserve(changes.size());
      for (const Override& change : changes) texts.push_back(change.key + " = " + change.value);
      for (const Problem& problem : error.problems()) {
        if (!reported.emplace(problem.key, problem.message).second) continue;
        std::size_t blamed = 0;
        for (std::size_t k = 0; k < changes.size(); ++k)
          if (changes[k].option == problem.file) blamed = k;
        problems.push_back(study_.problem_at(
            fmt::format("sweep.vary[{}]", blamed),
            fmt::format("with {}: {}: {}", fmt::join(texts, ", "), problem.key, problem.message)));
      }
    }
  }
  if (!problems.empty()) throw InputError(problems);
  points_ = std::move(points);
  cases_.clear();
  const std::vector<std::string> keys = short_names(study_);
  for (std::size_t i = 0; i < points_.size(); ++i)
    for (std::int64_t s = 0; s < points_[i].seeds; ++s) {
      if (cases_.size() == kMostCases) throw too_many(study_, "sweep.seeds");
      // Seeds of studies are integers of 63 bits.
      const std::uint64_t seed = (study_.seed + static_cast<std::uint64_t>(s)) & (~0ULL >> 1);
      cases_.push_back({i, seed, name_of(keys, points_[i], seed)});
    }
}

const SweepPlan::Read& SweepPlan::read(const SweepCase& one) const {
  return read_.at(points_[one.point].values);
}

StudyConfig SweepPlan::study_of(const SweepCase& one) const {
  std::vector<Override> changes = changes_at(study_, points_[one.point]);
  changes.push_back({"seed", std::to_string(one.seed)});
  return sweep_point(study_, changes);
}

std::string SweepPlan::text_of(const SweepCase& one) const {
  StudyConfig study = read(one).study;
  study.seed = one.seed;
  return study_text(study);
}

double SweepPlan::cost_of(const SweepCase& one) const { return read(one).cost; }

std::string SweepPlan::json_of(const SweepCase& one) const {
  Json json;
  for (std::size_t k = 0; k < study_.sweep.variations.size(); ++k) {
    const std::string& literal = points_[one.point].values[k];
    const Json value = Json::parse(literal, nullptr, false);
    json[study_.sweep.variations[k].key] = value.is_discarded() ? Json(literal) : value;
  }
  json["seed"] = one.seed;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace clausius
