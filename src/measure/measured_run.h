#pragma once

#include <string>
#include <vector>

#include "clausius/measure/measurement.h"
#include "measure/books.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/history.h"
#include "measure/measurement_options.h"
#include "measure/moments_of_state.h"

namespace clausius {

/// The gas of a run and all records of the run that do not depend on what is measured.
template <int Dim>
struct MeasuredRun {
  /// @pre at least one particle
  MeasuredRun(const Gas<Dim>& gas, const State<Dim>& start, MeasurementOptions options);
  MeasuredRun(const MeasuredRun&) = delete;
  MeasuredRun& operator=(const MeasuredRun&) = delete;

  Gas<Dim> gas;
  MeasurementOptions options;
  UnitNames units;
  std::vector<double> count;  ///< particles of each species
  GasTheory theory;
  Books<Dim> books;
  History<Dim> history;
  Measured<Dim> measured;  ///< the data that measurements receive
};

}  // namespace clausius
