#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/sample.h"

namespace clausius::python {

/// The gas at a sample, as a measurement of Python is shown it. Arrays are copies.
class SampleView {
 public:
  virtual ~SampleView() = default;
  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual pybind11::array positions() const = 0;
  [[nodiscard]] virtual pybind11::array velocities() const = 0;
  [[nodiscard]] virtual pybind11::array masses() const = 0;
  [[nodiscard]] virtual pybind11::array species() const = 0;
  [[nodiscard]] virtual pybind11::array box() const = 0;
};

template <int Dim>
class SampleOfGas final : public SampleView {
 public:
  explicit SampleOfGas(const Sample<Dim>& sample) : sample_(&sample) {}
  /// To be called when the sample is over: a view that was kept raises an exception from then on.
  void end() { sample_ = nullptr; }

  [[nodiscard]] double time() const override { return state().time; }
  [[nodiscard]] pybind11::array positions() const override { return vectors(state().position); }
  [[nodiscard]] pybind11::array velocities() const override { return vectors(state().velocity); }
  [[nodiscard]] pybind11::array masses() const override {
    const auto& kinds = state().species;
    pybind11::array_t<double> array(static_cast<pybind11::ssize_t>(kinds.size()));
    double* const masses = array.mutable_data();
    for (std::size_t id = 0; id < kinds.size(); ++id)
      masses[id] = mass_of(sample_->run.gas, state(), id);
    return array;
  }
  [[nodiscard]] pybind11::array species() const override {
    const auto& kinds = state().species;
    return pybind11::array_t<std::uint8_t>(static_cast<pybind11::ssize_t>(kinds.size()),
                                           kinds.data());
  }
  [[nodiscard]] pybind11::array box() const override {
    (void)state();
    return pybind11::array_t<double>(static_cast<pybind11::ssize_t>(Dim),
                                     sample_->run.gas.box.size.data());
  }

 private:
  [[nodiscard]] const State<Dim>& state() const {
    if (sample_ == nullptr)
      throw std::runtime_error(
          "the sample is over; allowed: to look at it in begin() or on_sample(), and to keep its "
          "arrays, which are copies");
    return sample_->in_box;
  }
  static pybind11::array vectors(const std::vector<Vec<Dim>>& all) {
    static_assert(sizeof(Vec<Dim>) == Dim * sizeof(double));
    return pybind11::array_t<double>({all.size(), static_cast<std::size_t>(Dim)},
                                     all.empty() ? nullptr : all.front().data());
  }

  const Sample<Dim>* sample_;
};

}  // namespace clausius::python
