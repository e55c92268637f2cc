#include "python/measurement.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "python/bindings.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// The text, for as long as the program runs: declarations refer to their names. To be called with
/// the interpreter held.
std::string_view kept(const std::string& text) {
  static std::set<std::string> all;
  return *all.insert(text).first;
}

MeasurementKind kind_of(const std::string& name, const py::list& observables) {
  MeasurementKind kind{kept(name), {}, {}};
  for (const py::handle& one : observables) {
    const auto [observable, meaning] = one.cast<std::pair<std::string, std::string>>();
    kind.observables.push_back({kept(observable), kept(meaning), "measured in Python"});
  }
  return kind;
}

template <int Dim>
MakeMeasurement<Dim> maker(const py::handle& make, const Caller& caller) {
  return [make, &caller](const Sample<Dim>& /*start*/) {
    std::unique_ptr<Measurement<Dim>> made;
    caller.call([&] {
      // The one that described the measurement keeps what is made.
      const py::object watcher = make();
      made = std::make_unique<MeasuredInPython<Dim>>(watcher, caller);
    });
    return made;
  };
}

}  // namespace

template <int Dim>
py::array array_of(std::vector<CollisionRow<Dim>> rows) {
  using Rows = std::vector<CollisionRow<Dim>>;
  auto* const owner = new Rows(std::move(rows));
  const py::capsule keeper(owner, [](void* pointer) { delete static_cast<Rows*>(pointer); });
  return py::array_t<CollisionRow<Dim>>(static_cast<py::ssize_t>(owner->size()), owner->data(),
                                        keeper);
}
template py::array array_of(std::vector<CollisionRow<2>> rows);
template py::array array_of(std::vector<CollisionRow<3>> rows);

std::vector<Observable> reported_by(const py::handle& watcher) {
  std::vector<Observable> all;
  for (const py::handle one : watcher.attr("report")()) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(one);
    Observable made;
    made.name = parts[0].cast<std::string>();
    made.value = parts[1].cast<double>();
    made.error = parts[2].cast<std::optional<double>>();
    made.theory = parts[3].cast<std::optional<double>>();
    made.theory_uncertainty = parts[4].cast<double>();
    made.unit = parts[5].cast<std::string>();
    made.source = parts[6].cast<std::string>();
    all.push_back(std::move(made));
  }
  return all;
}

std::vector<MeasurementKind> kinds_of(const py::list& described) {
  std::vector<MeasurementKind> all;
  for (const py::handle& one : described) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(one);
    all.push_back(
        kind_of(parts[0].cast<std::string>(), py::reinterpret_borrow<py::list>(parts[1])));
  }
  return all;
}

std::vector<ListedMeasurement> listed(const py::list& described, const Caller& caller) {
  std::vector<ListedMeasurement> all;
  const std::vector<MeasurementKind> kinds = kinds_of(described);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const py::handle make = py::reinterpret_borrow<py::tuple>(described[k])[2];
    all.push_back(
        {[kind = kinds[k]] { return kind; }, maker<2>(make, caller), maker<3>(make, caller)});
  }
  return all;
}

void bind_measurement(py::module_& module) {
  using CollisionRow2 = CollisionRow<2>;
  using CollisionRow3 = CollisionRow<3>;
  PYBIND11_NUMPY_DTYPE(CollisionRow2, time, first, second, face, first_species, second_species,
                       normal, contact_point, first_before, first_after, second_before,
                       second_after, impulse, separation, restitution, predicted_energy_change,
                       work, heat, first_free_time, second_free_time);
  PYBIND11_NUMPY_DTYPE(CollisionRow3, time, first, second, face, first_species, second_species,
                       normal, contact_point, first_before, first_after, second_before,
                       second_after, impulse, separation, restitution, predicted_energy_change,
                       work, heat, first_free_time, second_free_time);
  py::class_<SampleView, std::shared_ptr<SampleView>>(
      module, "Sample", "The gas at a sample, for a Measurement. Arrays are copies, by id.")
      .def_property_readonly("time", &SampleView::time, "Simulated time.")
      .def_property_readonly("positions", &SampleView::positions, "Positions in the box: (N, D).")
      .def_property_readonly("velocities", &SampleView::velocities, "Velocities: (N, D).")
      .def_property_readonly("masses", &SampleView::masses, "Masses: (N,).")
      .def_property_readonly("species", &SampleView::species,
                             "Index of the species of each particle: (N,).")
      .def_property_readonly("box", &SampleView::box, "Lengths of the edges of the box: (D,).");
  module.def(
      "series_mean",
      [](const py::array_t<double, py::array::c_style | py::array::forcecast>& samples) {
        if (samples.ndim() != 1)
          throw InputError({"", 0, 0, "samples",
                            fmt::format("has {} dimensions; allowed: one", samples.ndim())});
        const std::span<const double> values(samples.data(),
                                             static_cast<std::size_t>(samples.size()));
        for (const double value : values)
          if (!std::isfinite(value))
            throw InputError({"", 0, 0, "samples", "not all numbers are finite"});
        const auto estimate = estimate_mean(values);
        if (!estimate)
          throw InputError({"", 0, 0, "samples", "fewer than two numbers; allowed: two or more"});
        return py::make_tuple(estimate->mean, estimate->error);
      },
      py::arg("samples"));
}

}  // namespace clausius::python
