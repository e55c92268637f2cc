#pragma once

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace clausius {

/// A number from theory, its uncertainty and its source, for comparison with a measurement.
struct TheoryValue {
  double value = 0;
  std::string source;  ///< formula and paper, for readers
  /// Standard error of the formula itself, in the unit of the value: its first neglected term, the
  /// spread of published fits, or what the source states. 0: exact, or far smaller than errors of
  /// measurement.
  double uncertainty = 0;

  /// This quantity multiplied by an exactly known factor, e.g. for another unit.
  TheoryValue& operator*=(double factor) {
    value *= factor;
    uncertainty *= std::abs(factor);
    return *this;
  }
  friend TheoryValue operator*(TheoryValue one, double factor) { return one *= factor; }
  /// The reciprocal of the quantity.
  [[nodiscard]] TheoryValue inverse() const {
    return {1 / value, source, uncertainty / (value * value)};
  }
};

/// Theoretical value of one quantity of one gas: a value; nothing if no theory is known; or nothing
/// because the gas lies outside the range of a formula, and then that range.
class Prediction {
 public:
  Prediction() = default;
  Prediction(std::nullopt_t) {}
  Prediction(TheoryValue value) : value_(std::move(value)) {}
  Prediction(std::optional<TheoryValue> value) : value_(std::move(value)) {}
  /// No value: the gas lies outside `range`, which completes "outside the range of its theory: ".
  [[nodiscard]] static Prediction outside(std::string range) {
    Prediction result;
    result.outside_ = std::move(range);
    return result;
  }

  [[nodiscard]] bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }
  [[nodiscard]] const TheoryValue& operator*() const { return *value_; }
  [[nodiscard]] TheoryValue& operator*() { return *value_; }
  const TheoryValue* operator->() const { return &*value_; }
  TheoryValue* operator->() { return &*value_; }
  /// The range that the gas lies outside of; empty if there is a value or no theory at all.
  [[nodiscard]] const std::string& outside() const { return outside_; }

  /// The prediction with `change` applied to its value, if there is one.
  template <typename Change>
  [[nodiscard]] Prediction with(Change change) const {
    Prediction result = *this;
    if (value_) result.value_ = change(*value_);
    return result;
  }
  /// The prediction multiplied by an exactly known factor.
  [[nodiscard]] Prediction times(double factor) const {
    return with([factor](const TheoryValue& one) { return one * factor; });
  }

 private:
  std::optional<TheoryValue> value_;
  std::string outside_;
};

/// @throws std::invalid_argument unless d, the number of dimensions, is 2 or 3.
inline void require_dimension(int d) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
}

}  // namespace clausius
