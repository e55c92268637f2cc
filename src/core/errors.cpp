#include "clausius/core/errors.h"

#include <utility>

#include "core/text.h"

namespace clausius {

namespace {

std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

}  // namespace

std::string Problem::text() const {
  std::string result = file;
  if (line > 0) result += ':' + std::to_string(line);
  if (line > 0 && column > 0) result += ':' + std::to_string(column);
  if (!result.empty()) result += ": ";
  if (!key.empty()) result += key + ": ";
  return printable(result + message);
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

InputError::InputError(Problem problem) : InputError(std::vector<Problem>{std::move(problem)}) {}

InputError::InputError(std::string file, std::string message)
    : InputError(Problem{std::move(file), 0, 0, "", std::move(message)}) {}

}  // namespace clausius
