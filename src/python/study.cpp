#include <pybind11/stl.h>

#include "core/text.h"
#include "python/bindings.h"
#include "python/measurement.h"
#include "python/values.h"
#include "study/file/catalogue.h"
#include "study/file/sections.h"
#include "study/rules/plausibility.h"
#include "study/rules/written_study.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// The type of a key's values as an annotation of Python.
const char* annotation(const KeyDeclaration& key) {
  switch (key.type) {
    case ValueType::number:
      return key.allowed.or_auto || key.allowed.quantity != Quantity::none ? "float | str"
                                                                           : "float";
    case ValueType::integer:
      return "int";
    case ValueType::flag:
      return "bool";
    case ValueType::text:
      return "str";
    case ValueType::numbers:
      return "Sequence[float]";
    case ValueType::points:
      return "Sequence[Sequence[float]]";
    case ValueType::texts:
      return "Sequence[str]";
    case ValueType::values:
      return "Sequence[float | int | bool | str]";
    case ValueType::boundary:
      return "str | Sequence[str]";
  }
  return "object";
}

py::object value_of_literal(const std::string& text) {
  if (text.empty()) return py::none();
  return to_python(*toml::parse("value = " + text).get("value"));
}

/// The sections of a study with their keys, as dicts.
py::list declared_sections() {
  py::list sections;
  auto words = study_keys().begin();  // in the same order
  for (const SectionEntry& section : study_sections()) {
    py::list keys;
    for (const KeyDeclaration& key : section.keys) {
      keys.append(py::dict(
          py::arg("name") = key.key, py::arg("meaning") = key.meaning,
          py::arg("example") = key.example, py::arg("annotation") = annotation(key),
          py::arg("standard") = value_of_literal(key.standard), py::arg("allowed") = words->allowed,
          py::arg("needs") = words->needs, py::arg("unit") = words->unit(),
          py::arg("alternatives") = alternatives_of(section.name, key.key)));
      ++words;
    }
    sections.append(py::dict(py::arg("name") = section.name, py::arg("meaning") = section.meaning,
                             py::arg("is_repeated") = section.is_repeated, py::arg("keys") = keys));
  }
  return sections;
}

/// Changes of a study by dotted keys, whose messages name `set`, the argument that has them.
std::vector<Override> overrides(const py::dict& changes) {
  std::vector<Override> result;
  for (const auto& [name, value] : changes) {
    const std::string key = py::str(name).cast<std::string>();
    const std::string literal = to_literal(value, key);
    result.push_back({key, literal, fmt::format("set[\"{}\"]", key)});
  }
  return result;
}

StudyConfig make(const py::dict& tables, const std::string& name, const std::string& source,
                 const py::dict& changes, const py::list& measurements) {
  WrittenStudy written;
  written.document = to_table(tables);
  return read_study(std::move(written), name, source, overrides(changes), kinds_of(measurements));
}

/// The words nearest to `word`, in quotes: "a" or "b".
std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  return alternatives(nearest_words(word, {words.begin(), words.end()}, 2));
}

}  // namespace

void bind_study(py::module_& module) {
  py::class_<StudyConfig>(module, "Config", "A validated study, which never changes.")
      .def_readonly("name", &StudyConfig::name)
      .def_readonly("title", &StudyConfig::title)
      .def_readonly("dimensions", &StudyConfig::dimensions)
      .def_property_readonly("source",
                             [](const StudyConfig& study) { return study.source.string(); })
      .def_readonly("toml", &StudyConfig::resolved_toml)
      .def_property_readonly(
          "tables", [](const StudyConfig& study) { return to_python(study.written->document); })
      .def_property_readonly("warnings", &implausible_particles)
      .def_property_readonly("is_sweep", &StudyConfig::is_sweep);
  module.def(
      "load",
      [](const std::string& file, const py::dict& changes, const py::list& measurements) {
        return find_study(file, overrides(changes), "", kinds_of(measurements));
      },
      py::arg("file"), py::arg("changes"), py::arg("measurements"),
      "The study in a file, or the built-in one of this name.");
  module.def(
      "parse",
      [](const std::string& text, const std::string& source) {
        return parse_study(text, source, {});
      },
      py::arg("text"), py::arg("source"), "The study that is this text.");
  module.def("make", &make, py::arg("tables"), py::arg("name"), py::arg("source"),
             py::arg("changes"), py::arg("measurements"), "The study of these tables.");
  module.def("literal", &to_literal, py::arg("value"), py::arg("key"), "A value as TOML.");
  module.def("plain", &plain, py::arg("value"), py::arg("key"),
             "A value as a study holds it, of Python's own types.");
  module.def("sections", &declared_sections, "Declarations of all sections and keys.");
  module.def("nearest", &nearest, py::arg("word"), py::arg("words"));
  module.def(
      "built_in_studies",
      [] {
        py::dict studies;
        for (const BuiltInStudy& one : built_in_studies())
          studies[py::str(one.name)] = one.question;
        return studies;
      },
      "Names of the built-in studies, with the questions that they answer.");
}

}  // namespace clausius::python
