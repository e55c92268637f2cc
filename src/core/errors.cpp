#include "clausius/core/errors.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/text.h"

namespace clausius {

namespace {

// Problems up to which the text of an error shows all, and those that it shows of more: a file can
// have a hundred thousand.
constexpr std::size_t kAllShown = 50, kFewShown = 10;
// Bytes of a path and of a key, and of what is said about it with all that is allowed.
constexpr std::size_t kLongestPlace = 300, kLongestMessage = 1500;

std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  const std::size_t shown = problems.size() <= kAllShown ? problems.size() : kFewShown;
  for (std::size_t i = 0; i < shown; ++i) {
    if (!text.empty()) text += '\n';
    text += problems[i].text();
  }
  if (problems.size() > shown) text += "\nand " + std::to_string(problems.size() - shown) + " more";
  return text;
}

}  // namespace

std::string Problem::text() const {
  std::string result = shortened(file, kLongestPlace);
  if (line > 0) result += ':' + std::to_string(line);
  if (line > 0 && column > 0) result += ':' + std::to_string(column);
  if (!result.empty()) result += ": ";
  if (!key.empty()) result += shortened(key, kLongestPlace) + ": ";
  return printable(result + shortened(message, kLongestMessage));
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

InputError::InputError(Problem problem) : InputError(std::vector<Problem>{std::move(problem)}) {}

InputError::InputError(std::string file, std::string message)
    : InputError(Problem{std::move(file), 0, 0, "", std::move(message)}) {}

}  // namespace clausius
