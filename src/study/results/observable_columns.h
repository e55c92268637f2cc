#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"

namespace clausius {

/// The columns of an observable that changes over the measured part in any row of a table.
inline constexpr DeclaredColumn kSteadyColumn{
    "OBSERVABLE_steady",
    "1 where the observable is steady over the measured part, 0 "
    "where it changes; the columns about "
    "this are there for observables that change in any row."};
inline constexpr DeclaredColumn kFirstColumn{
    "OBSERVABLE_first", "Value at the beginning, where the observable changes.", nullptr,
    Beside::error};
inline constexpr DeclaredColumn kLastColumn{
    "OBSERVABLE_last", "Value at the end, where the observable changes.", nullptr, Beside::error};

/// The TOML literals as numbers; empty if one is not a number.
std::vector<double> numbers_of(const std::vector<std::string>& literals);

/// A column of the values of a study's key: numbers, or the literals as text.
Table::Column column_of_key(const std::string& key, std::vector<std::string> literals);

/// The column of this name, or null where there is none.
const Table::Column* find_column(const Table& table, const std::string& name);

/// Adds columns of observables to a table with a row for each of `rows`: NAME, NAME_error,
/// NAME_theory and NAME_z of every observable that any row has, and NAME_steady, NAME_first and
/// NAME_last, with errors, of those that change in any row; missing values are NaN.
/// @param more called after each observable, to add further columns
void add_observable_columns(
    Table& table, const std::vector<const std::vector<Observable>*>& rows,
    const std::function<void(const std::string& name)>& more = [](const std::string&) {});

}  // namespace clausius
