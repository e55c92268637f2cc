#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/measure/measurement.h"
#include "python/collisions.h"
#include "python/foreman.h"
#include "python/sample.h"

namespace clausius::python {

/// How calls into Python are made: by a foreman while it has work done, else at once.
struct Caller {
  Foreman* foreman = nullptr;

  /// @return whether it was called
  bool call(const std::function<void()>& function) const {
    if (foreman != nullptr) return foreman->call(function);
    function();
    return true;
  }
  /// Also when work has been stopped. @throws std::runtime_error if an exception was raised
  void call_always(const std::function<void()>& function) const {
    if (foreman == nullptr) {
      function();
    } else if (!foreman->call_always(function)) {
      throw std::runtime_error("a measurement in Python raised an exception");
    }
  }
};

/// A structured array that holds the rows.
template <int Dim>
pybind11::array array_of(std::vector<CollisionRow<Dim>> rows);

/// The results that a Watcher of Python reports.
std::vector<Observable> reported_by(const pybind11::handle& watcher);

/// A measurement written in Python, behind an object of the class Watcher of `_measurement.py`.
template <int Dim>
class MeasuredInPython final : public Measurement<Dim> {
 public:
  /// @param watcher, caller must outlive this object
  MeasuredInPython(pybind11::handle watcher, const Caller& caller)
      : watcher_(watcher),
        caller_(caller),
        sees_collisions_(watcher.attr("sees_collisions").template cast<bool>()),
        sees_samples_(watcher.attr("sees_samples").template cast<bool>()),
        batches_(watcher.attr("batch").template cast<std::size_t>(),
                 [this](typename Batches<Dim>::Rows& rows) {
                   return caller_.call([&] { give(std::move(rows)); });
                 }) {}

  [[nodiscard]] Sees sees() const override {
    return {.collisions = sees_collisions_, .positions = true};
  }
  void begin(const Sample<Dim>& now) override { show("begin", now); }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    batches_.on_collision(collision);
  }
  void on_sample(const Sample<Dim>& sample) override {
    batches_.flush();
    if (sees_samples_) show("on_sample", sample);
  }
  void end(const Sample<Dim>& /*last*/) override { batches_.flush(); }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& /*run*/) const override {
    std::vector<Observable> all;
    caller_.call([&] { all = reported_by(watcher_); });
    return all;
  }

  void save_to(SaveArchive& archive) const override {
    std::string state;
    caller_.call_always([&] {
      if (auto rows = batches_.take(); !rows.empty()) give(std::move(rows));
      state = watcher_.attr("state")().template cast<std::string>();
    });
    archive(state);
  }
  void load_from(LoadArchive& archive) override {
    std::string state;
    archive(state);
    caller_.call_always([&] { watcher_.attr("restore")(pybind11::bytes(state)); });
  }

 private:
  void give(typename Batches<Dim>::Rows rows) const {
    watcher_.attr("on_collisions")(array_of(std::move(rows)));
  }
  void show(const char* member, const Sample<Dim>& sample) {
    caller_.call([&] {
      const auto view = std::make_shared<SampleOfGas<Dim>>(sample);
      try {
        watcher_.attr(member)(std::static_pointer_cast<SampleView>(view));
      } catch (...) {
        view->end();
        throw;
      }
      view->end();
    });
  }

  pybind11::handle watcher_;
  const Caller& caller_;
  bool sees_collisions_, sees_samples_;
  mutable Batches<Dim> batches_;
};

/// Declarations of measurements, of descriptions (name, [(observable, meaning)], …).
std::vector<MeasurementKind> kinds_of(const pybind11::list& described);

/// Measurements for a run, of descriptions (name, [(observable, meaning)], function that makes a
/// Watcher), which must outlive it.
std::vector<ListedMeasurement> listed(const pybind11::list& described, const Caller& caller);

}  // namespace clausius::python
