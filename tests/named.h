#pragma once

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius::testing {

/// The observable of that name. @throws std::runtime_error if there is none
inline const Observable& named(const std::vector<Observable>& all, const std::string& name) {
  for (const Observable& one : all)
    if (one.name == name) return one;
  throw std::runtime_error(name + " is missing");
}

/// The observable of a study's result.
template <class Result>
const Observable& named(const Result& result, const std::string& name) {
  return named(result.observables, name);
}

/// The numbers of the column of that name. @throws std::runtime_error if there is none
inline const std::vector<double>& column(const Table& table, const std::string& name) {
  for (const Table::Column& one : table.columns)
    if (one.name == name) return std::get<std::vector<double>>(one.values);
  throw std::runtime_error("no column " + table.name + '.' + name);
}

/// A column of the table of that name.
inline const std::vector<double>& column(const std::vector<Table>& tables, const std::string& table,
                                         const std::string& name) {
  for (const Table& one : tables)
    if (one.name == table) return column(one, name);
  throw std::runtime_error("no table " + table);
}

}  // namespace clausius::testing
