#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "study/file/toml_reader.h"

namespace clausius::python {

/// The value of a TOML node: bool, int, float, str, list or dict.
pybind11::object to_python(const toml::node& node);

/// The TOML table of a dict with such values; numbers, lists and arrays of NumPy and paths are
/// taken, too.
/// @throws InputError naming the key of any other value
toml::table to_table(const pybind11::dict& values);

/// Such a value as a TOML literal, or as a study holds it. @param key for messages
std::string to_literal(const pybind11::handle& value, const std::string& key);
pybind11::object plain(const pybind11::handle& value, const std::string& key);

}  // namespace clausius::python
