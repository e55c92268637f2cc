#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clausius {

/// A cell of text in CSV, in quotes if it needs them (RFC 4180).
std::string csv_cell(const std::string& text);

/// A head of a column in CSV, with its unit as in `time [s]`; pure numbers, numbers in reduced
/// units and text have none.
std::string csv_head(const std::string& name, const std::string& unit);

/// Bytes of the longest number in CSV.
inline constexpr std::size_t kLongestCsvNumber = 40;

/// Writes a number of CSV to `at`, the shortest that reads back exactly; doubles are always
/// recognisable: "1.0".
/// @return its end @pre kLongestCsvNumber bytes of room
char* put_csv_number(char* at, double number);
char* put_csv_number(char* at, std::int64_t number);

}  // namespace clausius
