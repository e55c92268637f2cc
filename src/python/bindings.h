#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "clausius/study/runner.h"

namespace clausius::python {

/// The results of a run, and its folder if it has one.
struct Outcome {
  StudyResult result;
  std::optional<std::filesystem::path> folder{};
};

// Contents of the module, one source each.
void bind_errors(pybind11::module_& module);
void bind_study(pybind11::module_& module);
void bind_results(pybind11::module_& module);
void bind_measurement(pybind11::module_& module);
void bind_run(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);
void bind_theory(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);

/// Name, unit and values of each column of a table.
pybind11::list columns_of(const Table& table);

}  // namespace clausius::python
