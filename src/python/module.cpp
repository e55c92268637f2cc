#include <string>

#include "core/system/version.h"
#include "python/bindings.h"

PYBIND11_MODULE(_core, module) {
  namespace python = clausius::python;
  module.doc() = "The compiled part of the package clausius.";
  module.attr("version") = std::string(clausius::version());
  python::bind_errors(module);
  python::bind_study(module);
  python::bind_results(module);
  python::bind_measurement(module);
  python::bind_run(module);
  python::bind_sweep(module);
  python::bind_theory(module);
  python::bind_simulation(module);
}
