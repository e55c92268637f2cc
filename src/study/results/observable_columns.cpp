#include "study/results/observable_columns.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "clausius/core/constants.h"

namespace clausius {

std::vector<double> numbers_of(const std::vector<std::string>& literals) {
  std::vector<double> numbers;
  numbers.reserve(literals.size());
  for (const std::string& literal : literals) {
    std::size_t used = 0;
    try {
      numbers.push_back(std::stod(literal, &used));
    } catch (const std::exception&) {  // no number
    }
    if (used != literal.size()) return {};
  }
  return numbers;
}

Table::Column column_of_key(const std::string& key, std::vector<std::string> literals) {
  std::vector<double> numbers = numbers_of(literals);
  if (numbers.size() == literals.size()) return {key, "1", std::move(numbers)};
  return {key, "", std::move(literals)};
}

const Table::Column* find_column(const Table& table, const std::string& name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Table::Column& one) { return one.name == name; });
  return found == table.columns.end() ? nullptr : &*found;
}

void add_observable_columns(Table& table, const std::vector<const std::vector<Observable>*>& rows,
                            const std::function<void(const std::string& name)>& more) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const std::vector<Observable>* row : rows)
    for (const Observable& observable : *row)
      if (known.insert(observable.name).second) names.push_back(observable.name);
  for (const std::string& name : names) {
    std::string unit;
    std::vector<double> values, errors, theories, zs;
    std::vector<double> steady, first, first_errors, last, last_errors;
    bool any_changes = false;
    Observable missing;
    missing.value = kNaN;
    for (const std::vector<Observable>* row : rows) {
      const Observable* const found = find_observable(*row, name);
      const Observable& one = found != nullptr ? *found : missing;
      values.push_back(one.value);
      errors.push_back(one.error.value_or(kNaN));
      theories.push_back(one.theory.value_or(kNaN));
      zs.push_back(one.z().value_or(kNaN));
      if (found != nullptr) unit = one.unit;
      any_changes = any_changes || one.changes();
      steady.push_back(!one.trend ? kNaN : one.changes() ? 0 : 1);
      first.push_back(one.first().value);
      first_errors.push_back(one.first().error.value_or(kNaN));
      last.push_back(one.last().value);
      last_errors.push_back(one.last().error.value_or(kNaN));
    }
    table.columns.push_back({name, unit, std::move(values)});
    table.columns.push_back({name + "_error", unit, std::move(errors)});
    table.columns.push_back({name + "_theory", unit, std::move(theories)});
    table.columns.push_back({name + "_z", "1", std::move(zs)});
    if (any_changes) {
      table.columns.push_back({name + "_steady", "1", std::move(steady)});
      table.columns.push_back({name + "_first", unit, std::move(first)});
      table.columns.push_back({name + "_first_error", unit, std::move(first_errors)});
      table.columns.push_back({name + "_last", unit, std::move(last)});
      table.columns.push_back({name + "_last_error", unit, std::move(last_errors)});
    }
    more(name);
  }
}

}  // namespace clausius
