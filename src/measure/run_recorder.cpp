#include "measure/run_recorder.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "measure/measurements.h"

namespace clausius {

namespace {

template <class Item>
void append(std::vector<Item>& all, std::vector<Item> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

template <int Dim>
std::unique_ptr<Measurement<Dim>> make_measurement(const ListedMeasurement& listed,
                                                   const Sample<Dim>& start) {
  const MakeMeasurement<Dim>& make = [&]() -> const MakeMeasurement<Dim>& {
    if constexpr (Dim == 2)
      return listed.make_2d;
    else
      return listed.make_3d;
  }();
  return make ? make(start) : nullptr;
}

// What the theory of an observable assumes, by its declaration.
Assumptions assumptions_of(const Observable& one, const MeasurementKind& kind) {
  if (one.is_conserved) return {};
  if (one.is_of_transient) return {Assumption::homogeneous, Assumption::fluid};
  for (const DeclaredObservable& declared : kind.observables)
    if (declared.per == Per::gas && one.name == declared.name) return declared.assumes;
  for (const DeclaredObservable& declared : kind.observables)
    if (declared.per != Per::gas && one.name.starts_with(std::string(declared.name) + '_'))
      return declared.assumes;
  return kOfHomogeneousFluids;
}

// Notes the first reason not to judge a value by its theory.
void note_doubts(const std::vector<Doubt>& doubts, const Assumptions& assumptions,
                 Observable& one) {
  const auto found = std::find_if(doubts.begin(), doubts.end(), [&](const Doubt& doubt) {
    return doubt.of_all_theory ? !one.is_conserved && !one.is_of_transient
                               : assumptions.contain(doubt.fails);
  });
  if (!one.theory) return;
  if (found != doubts.end())
    one.theory_doubt = found->why;
  else if (one.changes() && !one.error_beside_theory && !one.is_conserved)
    one.theory_doubt = "it is not steady: it " + one.trend->words();
}

// Σ|v| of each species.
template <int Dim>
std::vector<double> sums_of_speeds(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<double> sums(gas.species.size());
  for (std::size_t id = 0; id < state.size(); ++id)
    sums[state.species[id]] += state.velocity[id].norm();
  return sums;
}

// The velocities of particles of their species' mass with the same energies.
template <int Dim>
void scale_by_mass(const Gas<Dim>& gas, State<Dim>& state) {
  for (std::size_t id = 0; id < state.size(); ++id)
    state.velocity[id] *= std::sqrt(mass_of(gas, state, id) / gas.species[state.species[id]].mass);
}

}  // namespace

template <int Dim>
RunRecorder<Dim>::RunRecorder(const Gas<Dim>& gas, const State<Dim>& start,
                              MeasurementOptions options,
                              const std::vector<ListedMeasurement>& more)
    : run_(gas, start, std::move(options)),
      flow_(MeasuredFlow<Dim>::of(
          gas, start.size(),
          2 * kinetic_energy(gas, start) / (Dim * static_cast<double>(start.size())))) {
  const Sample<Dim> sample = sample_of(start);
  run_.history.add(sample);
  for (const auto* list : {&all_measurements(), &more})
    for (const ListedMeasurement& one : *list) {
      if (gas.is_polydisperse() && !one.in_polydisperse_gases) continue;
      if (auto made = make_measurement(one, sample)) {
        measurements_.push_back(std::move(made));
        kinds_.push_back(one.kind ? one.kind() : MeasurementKind{});
      }
    }
}

template <int Dim>
Sample<Dim> RunRecorder<Dim>::sample_of(const State<Dim>& in_box) {
  const bool flows = sees_flow(), scales = !in_box.diameter.empty();
  if (flows)
    peculiar_ = flow_ ? flow_->beside_flow(run_.gas, in_box) : beside_flow(run_.gas, in_box);
  else if (scales)
    peculiar_ = in_box;
  const double flow =
      flows ? kinetic_energy(run_.gas, in_box) - kinetic_energy(run_.gas, peculiar_) : 0;
  const std::vector<double> true_speeds =
      scales ? sums_of_speeds(run_.gas, peculiar_) : std::vector<double>{};
  if (scales) scale_by_mass(run_.gas, peculiar_);
  const State<Dim>& state = flows || scales ? peculiar_ : in_box;
  SquaredSpeeds speeds = squared_speeds(run_.gas, state);
  auto moments = moments_of_state(run_.gas, state, speeds);
  for (std::size_t s = 0; s < true_speeds.size(); ++s) moments[s].speed = true_speeds[s];
  return {run_.measured, in_box, state, std::move(speeds), std::move(moments), flow};
}

template <int Dim>
void RunRecorder<Dim>::watch(bool watches) {
  watching_.clear();
  for (const auto& one : measurements_)
    if (watches && one->sees().collisions) watching_.push_back(one.get());
}

template <int Dim>
void RunRecorder<Dim>::begin(const State<Dim>& state) {
  const Sample<Dim> sample = sample_of(state);
  as_a_whole([&] {
    run_.books.begin(run_.books.instant(state.time, sample.moments));
    for (const auto& one : measurements_) one->begin(sample);
    watch(true);
  });
}

template <int Dim>
void RunRecorder<Dim>::end_interval(const Sample<Dim>& sample) {
  const Interval<Dim>& interval =
      run_.books.end_interval(run_.books.instant(sample.state.time, sample.moments));
  for (const auto& one : measurements_) one->on_interval(interval, run_.measured);
}

template <int Dim>
void RunRecorder<Dim>::sample(const State<Dim>& state) {
  const Sample<Dim> sample = sample_of(state);
  as_a_whole([&] {
    const bool measuring = run_.books.measuring();
    if (measuring)
      end_interval(sample);
    else
      run_.books.pass();
    run_.history.add(sample);
    if (measuring) run_.history.is_measured_sample();
    for (const auto& one : measurements_)
      if (measuring || one->sees().first_part) one->on_sample(sample);
  });
}

template <int Dim>
bool RunRecorder<Dim>::looks_at_positions() const {
  return flow_ || run_.gas.has_steps() ||
         std::any_of(measurements_.begin(), measurements_.end(),
                     [](const auto& one) { return one->sees().positions; });
}

template <int Dim>
void RunRecorder<Dim>::end(const State<Dim>& state) {
  const Sample<Dim> sample = sample_of(state);
  as_a_whole([&] {
    if (state.time > run_.books.last().time) {
      end_interval(sample);
      run_.history.add(sample);
      run_.books.join_short_rest();
    }
    for (const auto& one : measurements_) one->end(sample);
    watch(false);
  });
}

template <int Dim>
void RunRecorder<Dim>::look_at_end(const State<Dim>& state) {
  const Sample<Dim> sample = sample_of(state);
  for (const auto& one : measurements_) one->end(sample);
}

template <int Dim>
void RunRecorder<Dim>::add(std::unique_ptr<Measurement<Dim>> measurement) {
  if (run_.books.measuring())
    throw std::logic_error("a measurement is added before the measured part begins");
  measurements_.push_back(std::move(measurement));
  kinds_.emplace_back();
}

template <int Dim>
std::vector<Observable> RunRecorder<Dim>::observables() const {
  std::vector<Observable> all;
  if (!is_whole_ || run_.books.intervals().empty() || run_.books.total().kt_time <= 0)
    return all;  // in a gas in which nothing moves
  const std::vector<Doubt> reasons = doubts();
  for (std::size_t i = 0; i < measurements_.size(); ++i) {
    std::vector<Observable> own = measurements_[i]->observables(run_.measured);
    for (Observable& one : own) note_doubts(reasons, assumptions_of(one, kinds_[i]), one);
    append(all, std::move(own));
  }
  return all;
}

template <int Dim>
std::vector<Table> RunRecorder<Dim>::tables() const {
  std::vector<Table> all;
  if (!is_whole_) return all;
  for (const auto& one : measurements_) append(all, one->tables(run_.measured));
  return all;
}

template <int Dim>
std::vector<Doubt> RunRecorder<Dim>::doubts() const {
  std::vector<Doubt> all;
  if (!is_whole_) return all;
  for (const auto& one : measurements_)
    if (auto doubt = one->doubt(run_.measured)) all.push_back(std::move(*doubt));
  return all;
}

template <int Dim>
std::vector<std::uint8_t> RunRecorder<Dim>::labels(double time) {
  if (!is_whole_) return {};
  for (const auto& one : measurements_)
    if (auto labels = one->labels(time); !labels.empty()) return labels;
  return {};
}

template class RunRecorder<2>;
template class RunRecorder<3>;

}  // namespace clausius
