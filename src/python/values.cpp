#include "python/values.h"

#include <fmt/format.h>

namespace clausius::python {

namespace py = pybind11;

namespace {

constexpr const char* kAllowed =
    "a number, True or False, a text, a path, or a list or dict of these";

[[noreturn]] void refuse(const std::string& key, const std::string& what) {
  throw InputError({"", 0, 0, key, fmt::format("{}; allowed: {}", what, kAllowed)});
}

/// What NumPy's arrays and numbers hold; other values as they are.
py::object without_numpy(const py::handle& value) {
  if (py::hasattr(value, "tolist")) return value.attr("tolist")();
  return py::reinterpret_borrow<py::object>(value);
}

/// Calls `use` with the number, text or truth value that `value` is. @return whether it is one
template <class Use>
bool with_plain(const py::handle& value, const std::string& key, const Use& use) {
  if (py::isinstance<py::bool_>(value)) {
    use(value.cast<bool>());
  } else if (PyIndex_Check(value.ptr())) {
    const py::int_ whole = py::reinterpret_steal<py::int_>(PyNumber_Index(value.ptr()));
    if (!whole) throw py::error_already_set();
    int overflow = 0;
    const auto number =
        static_cast<std::int64_t>(PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow));
    if (overflow != 0)
      refuse(key, fmt::format("{} has more than 63 bits", std::string(py::str(value))));
    use(number);
  } else if (py::isinstance<py::float_>(value)) {
    use(value.cast<double>());
  } else if (py::isinstance<py::str>(value)) {
    use(value.cast<std::string>());
  } else if (py::hasattr(value, "__fspath__")) {
    use(py::str(value.attr("__fspath__")()).cast<std::string>());
  } else {
    return false;
  }
  return true;
}

toml::array to_array(const py::handle& values, const std::string& key);

toml::table to_table(const py::dict& values, const std::string& path) {
  toml::table table;
  for (const auto& [name, given] : values) {
    if (!py::isinstance<py::str>(name)) refuse(path, "a key that is no text");
    const auto key = name.cast<std::string>();
    const std::string at = path.empty() ? key : path + '.' + key;
    const py::object value = without_numpy(given);
    if (with_plain(value, at, [&](const auto& plain) { table.insert_or_assign(key, plain); }))
      continue;
    if (py::isinstance<py::dict>(value))
      table.insert_or_assign(key, to_table(py::reinterpret_borrow<py::dict>(value), at));
    else
      table.insert_or_assign(key, to_array(value, at));
  }
  return table;
}

toml::array to_array(const py::handle& values, const std::string& key) {
  if (!py::isinstance<py::list>(values) && !py::isinstance<py::tuple>(values))
    refuse(key,
           fmt::format("a {}", std::string(py::str(py::type::handle_of(values).attr("__name__")))));
  toml::array array;
  std::size_t index = 0;
  for (const py::handle given : values) {
    const std::string at = fmt::format("{}[{}]", key, index++);
    const py::object value = without_numpy(given);
    if (with_plain(value, at, [&](const auto& plain) { array.push_back(plain); })) continue;
    if (py::isinstance<py::dict>(value))
      array.push_back(to_table(py::reinterpret_borrow<py::dict>(value), at));
    else
      array.push_back(to_array(value, at));
  }
  return array;
}

/// As literal(), tables inline.
std::string inline_literal(const toml::node& node) {
  std::string text;
  if (const auto* table = node.as_table()) {
    for (const auto& [key, value] : *table)
      text += (text.empty() ? "" : ", ") + toml_string(key.str()) + " = " + inline_literal(value);
    return '{' + text + '}';
  }
  if (const auto* array = node.as_array()) {
    for (const toml::node& value : *array)
      text += (text.empty() ? "" : ", ") + inline_literal(value);
    return '[' + text + ']';
  }
  return literal(node);
}

toml::table table_of(const py::handle& value, const std::string& key) {
  py::dict one;
  one["value"] = value;
  try {
    return to_table(one, "");
  } catch (const InputError& error) {
    Problem problem = error.problems().front();
    problem.key = key + problem.key.substr(std::string_view("value").size());
    throw InputError(std::move(problem));
  }
}

}  // namespace

py::object to_python(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    py::dict values;
    for (const auto& [key, value] : *table)
      values[py::str(std::string(key.str()))] = to_python(value);
    return values;
  }
  if (const auto* array = node.as_array()) {
    py::list values;
    for (const toml::node& value : *array) values.append(to_python(value));
    return values;
  }
  if (const auto* text = node.as_string()) return py::str(text->get());
  if (const auto* number = node.as_integer()) return py::int_(number->get());
  if (const auto* number = node.as_floating_point()) return py::float_(number->get());
  if (const auto* truth = node.as_boolean()) return py::bool_(truth->get());
  return py::str(literal(node));
}

toml::table to_table(const py::dict& values) { return to_table(values, ""); }

std::string to_literal(const py::handle& value, const std::string& key) {
  return inline_literal(*table_of(value, key).get("value"));
}

py::object plain(const py::handle& value, const std::string& key) {
  return to_python(*table_of(value, key).get("value"));
}

}  // namespace clausius::python
