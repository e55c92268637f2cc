#include "measure/labels/labelled_particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "clausius/core/archive.h"
#include "core/elementary.h"

namespace clausius {

namespace {

const char* const kMeanFieldSource = "mean field, Enskog's rate of collisions, linear noise";

}  // namespace

template <int Dim>
std::vector<std::uint8_t> given_labels(const LabelOptions& options, const State<Dim>& state) {
  std::vector<std::uint8_t> given(state.size());
  for (std::size_t label = 1; label < options.labels.size(); ++label) {
    const LabelStart& start = options.labels[label];
    if (!start.species && !start.window && !start.count) continue;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t id = 0; id < state.size(); ++id)
      if (given[id] == 0 && (!start.species || state.species[id] == *start.species) &&
          (!start.window || options.windows[*start.window].template contains<Dim>(
                                state.position[id], state.velocity[id])))
        ids.push_back(id);
    if (start.count && *start.count < std::ssize(ids)) {
      // Fisher and Yates' shuffle, as far as needed; no particle has so large an id.
      RandomStream numbers(options.seed, Stream::labels, (std::uint64_t{0xffffffff} << 32) + label);
      const auto wanted = static_cast<std::size_t>(*start.count);
      for (std::size_t i = 0; i < wanted; ++i)
        std::swap(ids[i], ids[i + numbers.below(ids.size() - i)]);
      ids.resize(wanted);
    }
    for (const std::uint32_t id : ids) given[id] = static_cast<std::uint8_t>(label);
  }
  return given;
}
template std::vector<std::uint8_t> given_labels(const LabelOptions&, const State<2>&);
template std::vector<std::uint8_t> given_labels(const LabelOptions&, const State<3>&);

void KeptLabels::check() const {
  require(
      of.empty() || (of.size() == particles &&
                     std::all_of(of.begin(), of.end(), [this](auto one) { return one < labels; })),
      "holds impossible labels");
}

template <int Dim>
LabelledParticles<Dim>::LabelledParticles(LabelOptions options, std::size_t species)
    : options_(std::move(options)), kinds_{species, options_.labels.size()} {}

// A new random stream for each draw: a particle draws at most once a collision and change.
template <int Dim>
RandomStream LabelledParticles<Dim>::random(std::uint32_t id) {
  return {options_.seed, Stream::labels, (std::uint64_t{id} << 32) + draws_[id]++};
}

template <int Dim>
void LabelledParticles<Dim>::begin(const State<Dim>& state) {
  const std::size_t n = state.size();
  species_ = state.species;
  label_ = given_labels(options_, state);
  changes_.assign(n, 0);
  draws_.assign(n, 0);
  count_.assign(kinds_.size(), 0);
  for (std::size_t id = 0; id < n; ++id) ++count_[kind(species_[id], label_[id])];
  start_count_ = count_;
  integral_.assign(count_.size(), 0);
  time_ = state.time;
  for (std::uint32_t id = 0; id < n; ++id) foresee(id, state.time);
  sample(state.time);
}

template <int Dim>
void LabelledParticles<Dim>::check() const {
  const std::size_t particles = label_.size(), kinds = kinds_.size();
  const auto is_label = [this](std::uint8_t label) { return label < labels(); };
  require(std::all_of(label_.begin(), label_.end(), is_label) && species_.size() == particles &&
              std::all_of(species_.begin(), species_.end(),
                          [this](std::uint8_t one) { return one < kinds_.species; }) &&
              changes_.size() == particles && draws_.size() == particles,
          "holds impossible labels");
  const auto is_due = [&](const Due& due) {
    return due.id < particles && is_label(due.to) && !std::isnan(due.time);
  };
  const auto is_whole = [kinds](const CountsAtTime& row) {
    return row.count.size() == kinds && row.integral.size() == kinds;
  };
  require(std::all_of(due_.begin(), due_.end(), is_due) &&
              (label_.empty() || (count_.size() == kinds && start_count_.size() == kinds &&
                                  integral_.size() == kinds)) &&
              std::all_of(rows_.begin(), rows_.end(), is_whole),
          "holds impossible labels");
}

// Several rates add up, and each has its share, like that of independent clocks.
template <int Dim>
void LabelledParticles<Dim>::foresee(std::uint32_t id, double time) {
  double rate = 0;
  for (const LabelRule& rule : options_.rules)
    if (!rule.by && rule.from == label_[id]) rate += rule.chance();
  if (rate <= 0) return;
  RandomStream numbers = random(id);
  Due due{time - portable::log1p(-numbers.uniform()) / rate, id, changes_[id], label_[id]};
  double left = numbers.uniform() * rate;
  for (const LabelRule& rule : options_.rules) {
    if (rule.by || rule.from != label_[id]) continue;
    due.to = static_cast<std::uint8_t>(rule.to);
    left -= rule.chance();
    if (left < 0) break;
  }
  due_.push_back(due);
  std::push_heap(due_.begin(), due_.end(), later);
}

template <int Dim>
void LabelledParticles<Dim>::count_until(double time) {
  for (std::size_t k = 0; k < count_.size(); ++k) integral_[k] += (time - time_) * count_[k];
  time_ = time;
}

template <int Dim>
void LabelledParticles<Dim>::change(std::uint32_t id, std::uint8_t to, double time) {
  count_until(time);
  --count_[kind(species_[id], label_[id])];
  ++count_[kind(species_[id], to)];
  label_[id] = to;
  ++changes_[id];
  foresee(id, time);
}

template <int Dim>
void LabelledParticles<Dim>::settle(double time) {
  while (!due_.empty() && due_.front().time <= time) {
    std::pop_heap(due_.begin(), due_.end(), later);
    const Due due = due_.back();
    due_.pop_back();
    if (due.change == changes_[due.id]) change(due.id, due.to, due.time);
  }
}

template <int Dim>
std::uint8_t LabelledParticles<Dim>::met(std::uint32_t id, std::uint8_t partner) {
  const std::uint8_t label = label_[id];
  std::optional<double> left;
  for (const LabelRule& rule : options_.rules) {
    if (!rule.by || rule.from != label || *rule.by != partner) continue;
    if (!left) left = random(id).uniform();
    *left -= rule.chance();
    if (*left < 0) return static_cast<std::uint8_t>(rule.to);
  }
  return label;
}

template <int Dim>
void LabelledParticles<Dim>::add(const CollisionRecord<Dim>& collision) {
  settle(collision.time);
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  const std::uint8_t first = label_[collision.first], second = label_[collision.second];
  const std::uint8_t first_after = met(collision.first, second);
  const std::uint8_t second_after = met(collision.second, first);
  if (first_after != first) change(collision.first, first_after, collision.time);
  if (second_after != second) change(collision.second, second_after, collision.time);
}

template <int Dim>
void LabelledParticles<Dim>::sample(double time) {
  settle(time);
  count_until(time);
  rows_.push_back({time, count_, integral_});
}

template <int Dim>
double LabelledParticles<Dim>::fraction(const std::vector<double>& of_kinds,
                                        std::size_t label) const {
  double sum = 0;
  for (std::size_t s = 0; s < kinds_.species; ++s) sum += of_kinds[kind(s, label)];
  return sum / static_cast<double>(label_.size());
}

template <int Dim>
Eigen::VectorXd LabelledParticles<Dim>::weights(std::size_t label) const {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(count_.size()));
  for (std::size_t s = 0; s < kinds_.species; ++s)
    result[static_cast<Eigen::Index>(kind(s, label))] = 1 / static_cast<double>(label_.size());
  return result;
}

template <int Dim>
std::vector<Populations> LabelledParticles<Dim>::expected(
    const std::optional<Eigen::MatrixXd>& partial_rates) const {
  if (rows_.empty()) return {};
  std::vector<double> times;
  for (const CountsAtTime& row : rows_) times.push_back(row.time - rows_.front().time);
  return label_mean_field(options_.rules, kinds_, start_count_, partial_rates, times);
}

template <int Dim>
std::vector<Observable> LabelledParticles<Dim>::observables(
    const std::optional<Eigen::MatrixXd>& partial_rates) const {
  std::vector<Observable> all;
  const double duration = rows_.empty() ? 0 : rows_.back().time - rows_.front().time;
  if (duration <= 0) return all;
  const std::vector<Populations> course = expected(partial_rates);
  const auto kinds = static_cast<Eigen::Index>(count_.size());
  const double particles = std::accumulate(start_count_.begin(), start_count_.end(), 0.0);
  for (std::size_t label = 0; label < labels(); ++label)
    for (const bool is_mean : {false, true}) {
      const double scale = is_mean ? 1 / duration : 1;
      Prediction theory;
      std::optional<StandardError> noise;
      if (!course.empty()) {
        const Populations& then = course.back();
        const Eigen::VectorXd weight = scale * weights(label);
        theory = TheoryValue{weight.dot(is_mean ? then.integral : then.count), kMeanFieldSource};
        const Eigen::Index from = is_mean ? kinds : 0;
        const double variance =
            weight.dot(then.covariance.block(from, from, kinds, kinds) * weight);
        // The distribution of the number of carriers is normal if both carriers and others are
        // many.
        const double carriers = particles * std::min(theory->value, 1 - theory->value);
        if (variance > 0) noise = StandardError{std::sqrt(variance), carriers};
      }
      all.push_back(observable(
          fmt::format("label_{}_{}", is_mean ? "mean" : "fraction", options_.labels[label].name),
          scale * fraction(is_mean ? rows_.back().integral : rows_.back().count, label), noise,
          theory, "1"));
    }
  return all;
}

template <int Dim>
Table LabelledParticles<Dim>::table(const UnitNames& units,
                                    const std::optional<Eigen::MatrixXd>& partial_rates) const {
  const std::vector<Populations> course = expected(partial_rates);
  Table table{"labels", {}};
  std::vector<double> times;
  for (const CountsAtTime& row : rows_) times.push_back(row.time);
  table.columns.push_back({"time", units.time, std::move(times)});
  for (std::size_t label = 0; label < labels(); ++label) {
    const Eigen::VectorXd weight = weights(label);
    std::vector<double> values, theory(rows_.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<double> noise = theory;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      values.push_back(fraction(rows_[row].count, label));
      if (course.empty()) continue;
      const Eigen::Index kinds = weight.size();
      theory[row] = weight.dot(course[row].count);
      noise[row] = std::sqrt(
          std::max(0.0, weight.dot(course[row].covariance.topLeftCorner(kinds, kinds) * weight)));
    }
    const std::string& name = options_.labels[label].name;
    table.columns.push_back({fmt::format("fraction_{}", name), "1", std::move(values)});
    table.columns.push_back({fmt::format("theory_{}", name), "1", std::move(theory)});
    table.columns.push_back({fmt::format("noise_{}", name), "1", std::move(noise)});
  }
  return table;
}

template class LabelledParticles<2>;
template class LabelledParticles<3>;

}  // namespace clausius
