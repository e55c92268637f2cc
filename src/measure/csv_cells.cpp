#include "measure/csv_cells.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/numbers.h"

namespace clausius {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_head(const std::string& name, const std::string& unit) {
  const bool has_unit = !unit.empty() && unit != "1" && unit != "reduced";
  return csv_cell(has_unit ? name + " [" + unit + ']' : name);
}

char* put_csv_number(char* at, double number) {
  // Never "-nan": the sign has no meaning.
  return put_exact(at, std::isnan(number) ? std::abs(number) : number);
}

char* put_csv_number(char* at, std::int64_t number) {
  return std::to_chars(at, at + kLongestCsvNumber, number).ptr;
}

}  // namespace clausius
