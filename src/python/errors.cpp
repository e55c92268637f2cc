#include "clausius/core/errors.h"

#include <pybind11/stl.h>

#include "clausius/core/archive.h"
#include "python/bindings.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// The exception classes of the package. They live as long as the interpreter.
struct ErrorClasses {
  PyObject *input = nullptr, *simulation = nullptr, *output = nullptr, *archive = nullptr;
};
ErrorClasses classes;

PyObject* new_class(py::module_& module, const char* name, PyObject* base, const char* doc) {
  const std::string full = std::string("clausius.") + name;
  PyObject* const made = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr);
  if (made == nullptr) throw py::error_already_set();
  module.attr(name) = py::handle(made);
  return made;
}

/// Refuses an input that Python has found at fault. @param faults keys and messages
void refuse(const std::vector<std::pair<std::string, std::string>>& faults) {
  std::vector<Problem> problems;
  problems.reserve(faults.size());
  for (const auto& [key, message] : faults) problems.push_back({"", 0, 0, key, message});
  throw InputError(std::move(problems));
}

void raise_input(const InputError& error) {
  const py::object raised = py::handle(classes.input)(error.what());
  raised.attr("problems") = py::cast(error.problems());
  PyErr_SetObject(classes.input, raised.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  module.def("refuse", &refuse, py::arg("faults"));
  py::class_<Problem>(module, "Problem", "One fault of an input.")
      .def_readonly("file", &Problem::file, "File or option in which it stands; may be empty.")
      .def_readonly("line", &Problem::line, "Line in the file, from 1; 0 where none is known.")
      .def_readonly("column", &Problem::column, "Column in the file, from 1; 0 if unknown.")
      .def_readonly("key", &Problem::key, "Dotted key, such as species[1].diameter; may be empty.")
      .def_readonly("message", &Problem::message, "What is wrong and what is allowed.")
      .def("__str__", &Problem::text)
      .def("__repr__", [](const Problem& one) { return "<Problem " + one.text() + '>'; })
      .def(py::pickle(
          [](const Problem& one) {
            return py::make_tuple(one.file, one.line, one.column, one.key, one.message);
          },
          [](const py::tuple& state) {
            return Problem{state[0].cast<std::string>(), state[1].cast<int>(), state[2].cast<int>(),
                           state[3].cast<std::string>(), state[4].cast<std::string>()};
          }));
  classes.input =
      new_class(module, "InputError", PyExc_ValueError,
                "A study or an argument is at fault. All its faults are in `problems`, a "
                "list of Problem.");
  classes.simulation = new_class(module, "SimulationError", PyExc_RuntimeError,
                                 "A run failed; the message names the time and the particles.");
  classes.output = new_class(module, "OutputError", PyExc_OSError,
                             "A result could not be written; the message names file and reason.");
  classes.archive =
      new_class(module, "ArchiveError", PyExc_ValueError,
                "A saved state is damaged, or belongs to another program, study or start.");
  // NOLINTNEXTLINE(performance-unnecessary-value-param): the parameter that pybind11 wants
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      raise_input(error);
    } catch (const SimulationError& error) {
      PyErr_SetString(classes.simulation, error.what());
    } catch (const OutputError& error) {
      PyErr_SetString(classes.output, error.what());
    } catch (const ArchiveError& error) {
      PyErr_SetString(classes.archive, error.what());
    }
  });
}

}  // namespace clausius::python
