#include "measure/run_recorder.h"

#include <algorithm>
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
void add_measurement(const ListedMeasurement& listed, const Sample<Dim>& start,
                     std::vector<std::unique_ptr<Measurement<Dim>>>& all) {
  const MakeMeasurement<Dim>& make = [&]() -> const MakeMeasurement<Dim>& {
    if constexpr (Dim == 2)
      return listed.make_2d;
    else
      return listed.make_3d;
  }();
  if (!make) return;
  if (auto one = make(start)) all.push_back(std::move(one));
}

}  // namespace

template <int Dim>
RunRecorder<Dim>::RunRecorder(const Gas<Dim>& gas, const State<Dim>& start,
                              MeasurementOptions options,
                              const std::vector<ListedMeasurement>& more)
    : run_(gas, start, std::move(options)) {
  const Sample<Dim> sample = sample_of(start);
  run_.history.add(sample);
  for (const ListedMeasurement& one : all_measurements())
    add_measurement(one, sample, measurements_);
  for (const ListedMeasurement& one : more) add_measurement(one, sample, measurements_);
}

template <int Dim>
Sample<Dim> RunRecorder<Dim>::sample_of(const State<Dim>& in_box) {
  const bool sheared = run_.gas.boundary.is_sheared();
  if (sheared) peculiar_ = beside_flow(run_.gas, in_box);
  const State<Dim>& state = sheared ? peculiar_ : in_box;
  SquaredSpeeds speeds = squared_speeds(run_.gas, state);
  auto moments = moments_of_state(run_.gas, state, speeds);
  const double flow =
      sheared ? kinetic_energy(run_.gas, in_box) - kinetic_energy(run_.gas, state) : 0;
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
  run_.books.begin(run_.books.instant(state.time, sample.moments));
  for (const auto& one : measurements_) one->begin(sample);
  watch(true);
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
  const bool measuring = run_.books.measuring();
  if (measuring)
    end_interval(sample);
  else
    run_.books.pass();
  run_.history.add(sample);
  if (measuring) run_.history.is_measured_sample();
  for (const auto& one : measurements_)
    if (measuring || one->sees().first_part) one->on_sample(sample);
}

template <int Dim>
bool RunRecorder<Dim>::looks_at_positions() const {
  return std::any_of(measurements_.begin(), measurements_.end(),
                     [](const auto& one) { return one->sees().positions; });
}

template <int Dim>
void RunRecorder<Dim>::end(const State<Dim>& state) {
  const Sample<Dim> sample = sample_of(state);
  if (state.time > run_.books.last().time) {
    end_interval(sample);
    run_.history.add(sample);
    run_.books.join_short_rest();
  }
  for (const auto& one : measurements_) one->end(sample);
  watch(false);
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
}

template <int Dim>
std::vector<Observable> RunRecorder<Dim>::observables() const {
  std::vector<Observable> all;
  if (run_.books.intervals().empty() || run_.books.total().kt_time <= 0)
    return all;  // in a gas in which nothing moves
  for (const auto& one : measurements_) append(all, one->observables(run_.measured));
  const Doubt doubt = first_doubt();
  if (doubt.why.empty()) return all;
  for (Observable& one : all)
    if (one.theory && !one.is_conserved && !one.is_of_transient &&
        (doubt.of_all_theory || one.correlation_time))
      one.theory_doubt = doubt.why;
  return all;
}

template <int Dim>
std::vector<Table> RunRecorder<Dim>::tables() const {
  std::vector<Table> all;
  for (const auto& one : measurements_) append(all, one->tables(run_.measured));
  return all;
}

template <int Dim>
Doubt RunRecorder<Dim>::first_doubt() const {
  for (const auto& one : measurements_)
    if (auto doubt = one->doubt(run_.measured)) return std::move(*doubt);
  return {};
}

template <int Dim>
std::string RunRecorder<Dim>::doubt() const {
  return first_doubt().why;
}

template <int Dim>
std::vector<std::uint8_t> RunRecorder<Dim>::labels(double time) {
  for (const auto& one : measurements_)
    if (auto labels = one->labels(time); !labels.empty()) return labels;
  return {};
}

template class RunRecorder<2>;
template class RunRecorder<3>;

}  // namespace clausius
