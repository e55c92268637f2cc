#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "clausius/study/runner.h"

namespace clausius {

/// Whether text for the open file `descriptor` may be coloured: it is a terminal with colours, and
/// NO_COLOR is not set.
bool wants_colour(int descriptor);

/// Whether a progress line belongs on the open file `descriptor`: it is a terminal.
bool is_terminal(int descriptor);

/// `text` as printable() makes it, cut to `width` columns.
std::string in_columns(std::string_view text, std::size_t width);

/// The results of a run for reading: the study, observables with theory, temperatures of the
/// species, the energy balance, checks with their verdicts and, for a series, one row per case.
std::string result_table(const StudyResult& result, bool colour);

/// "0.7699 ± 0.0012": `value` rounded to two digits of its error, or six digits without one.
std::string measured_text(double value, std::optional<double> error);

/// A number without an error, such as a theory, next to a measured one: with one digit more.
std::string text_beside(double value, double measured, std::optional<double> error);

/// The measured value of an observable times `factor`, from the first to the last if it changes.
std::string value_text(const Observable& o, double factor = 1);

/// The theory of an observable times `factor` with its uncertainty in units of the last digit,
/// "0.7699(3)"; with a question mark if the gas is not in the state that the theory describes.
std::string theory_text(const Observable& o, double factor = 1);

/// A check in words.
struct CheckTexts {
  std::string verdict;  ///< passed, failed or not checked
  std::string value, expected, tolerance, unit;
};
/// @param observables those of the run, with the units of what is checked
CheckTexts check_texts(const CheckResult& c, const std::vector<Observable>& observables);

/// "+1.2 σ"; empty if there is no z.
std::string z_text(const std::optional<double>& z);

/// The unit as tables have it: empty for pure numbers and reduced units, which are those of the
/// study.
std::string unit_text(const std::string& unit);

/// Minutes and seconds, with hours if needed: "0:07", "2:13:00".
std::string duration_text(double seconds);

/// A line that is redrawn: phase, fraction done, collisions per second and remaining time. Use its
/// calls as RunHooks::progress. It erases itself at the end.
class ProgressLine {
 public:
  using Clock = std::function<std::chrono::duration<double>()>;

  /// Writes to `stream` iff `enabled`; lines are cut to `width` columns. `clock` returns the time
  /// since any fixed instant.
  ProgressLine(std::ostream& stream, bool enabled, std::size_t width, Clock clock = steady_clock());
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const Progress& progress);
  /// Shows the current activity when its duration is not known.
  void say(const std::string& what);
  /// Shows `text` instead.
  void show(std::string_view text);
  /// Removes the line, so that other text can be written; the next update() restores it.
  void erase();

  static Clock steady_clock();

 private:
  std::ostream& stream_;
  bool enabled_;
  std::size_t width_;
  Clock clock_;
  std::chrono::duration<double> start_;
  bool shown_ = false;
};

/// Columns of the terminal of the open file `descriptor`, 80 if unknown.
std::size_t terminal_width(int descriptor);

}  // namespace clausius
